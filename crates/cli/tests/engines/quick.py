"""JSON for engines whose process ends after a short game: importing `json` takes longer than starting Python."""


def json(value):
    """Returns a value as `json.dumps` writes it. Strings have no signs that would be escaped."""
    if isinstance(value, dict):
        return "{" + ", ".join(f"{json(name)}: {json(of)}" for name, of in value.items()) + "}"
    if isinstance(value, (list, tuple)):
        return "[" + ", ".join(map(json, value)) + "]"
    if isinstance(value, str):
        assert value.isascii() and value.isprintable() and '"' not in value and "\\" not in value, value
        return f'"{value}"'
    if isinstance(value, bool):
        return str(value).lower()
    return "null" if value is None else repr(value)
