"""Options of adapters: arguments such as `draws=claim` after the name of the adapter."""
from typing import Any, Callable, Dict, List, NamedTuple, Optional, Tuple


class Usage(Exception):
    """The command line asks for something that does not exist. The message lists what exists."""


class Option(NamedTuple):
    """An option: its default, its values, and its purpose."""

    default: Any
    values: Tuple[str, ...]
    about: str
    #: Parses the text of a value; raises `ValueError` if it is invalid. If not set, only the texts in `values` are
    #: accepted.
    read: Optional[Callable[[str], Any]] = None


def whole(low: int, high: int) -> Callable[[str], int]:
    """Makes a parser of whole numbers from `low` to `high`, inclusive."""

    def read(text: str) -> int:
        if not (text.isascii() and text.isdigit() and low <= int(text) <= high):
            raise ValueError(text)
        return int(text)

    return read


def number(text: str) -> float:
    """Parses a number such as the komi."""
    value = float(text)
    if value != value or abs(value) > 1000:
        raise ValueError(text)
    return value


def parse(words: List[str], options: Dict[str, Option]) -> Tuple[List[str], Dict[str, Any]]:
    """Splits arguments into those without `=` and the values of the options, including defaults."""
    values = {name: option.default for name, option in options.items()}
    given, rest = set(), []
    for word in words:
        name, equals, text = word.partition("=")
        if not equals or "(" in name:
            rest.append(word)
            continue
        if name not in options:
            known = ", ".join(options) or "none"
            raise Usage(f"unknown option {name}; options here: {known}")
        if name in given:
            raise Usage(f"{name} is given twice")
        given.add(name)
        option = options[name]
        if option.read is None and text in option.values:
            values[name] = text
            continue
        try:
            if option.read is None:
                raise ValueError(text)
            values[name] = option.read(text)
        except ValueError:
            raise Usage(f"{name}={text} is unknown; {name} takes {' | '.join(option.values)}") from None
    return rest, values


def one_of(words: List[str], what: str, known: List[str], default: Optional[str] = None) -> str:
    """Returns the single argument, which must name a game or a variant."""
    if not words and default is not None:
        return default
    if len(words) != 1 or words[0] not in known:
        wrong = f"unknown {what} {words[0]}" if len(words) == 1 else f"give one {what}"
        raise Usage(f"{wrong}; there are: {', '.join(known)}")
    return words[0]


def only_in(where: str, name: str, values: Dict[str, Any], options: Dict[str, Option]) -> None:
    """Raises an error if an option that has no effect in the game is not at its default."""
    if values[name] != options[name].default:
        raise Usage(f"{name}={values[name]} is an option of {where} only")
