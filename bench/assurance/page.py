"""The page docs/reference/assurance.md and the tables between its marks."""

import pathlib

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
PAGE = ROOT / "docs/reference/assurance.md"


class Broken(Exception):
    """A promise of the page is broken."""


def parted(page, name):
    """Returns the page up to a table, the table, and the page after it."""
    begin, end = f"<!-- {name} -->\n", f"<!-- end of {name} -->"
    if begin not in page or end not in page:
        raise Broken(f"{PAGE} has no marks of {name}")
    head, rest = page.split(begin, 1)
    table, tail = rest.split(end, 1)
    return head + begin, table, end + tail


def put(tables):
    """Writes new lines of tables into the page, all or none."""
    page = PAGE.read_text()
    for name, lines in tables.items():
        head, _, tail = parted(page, name)
        page = head + "\n" + "\n".join(lines) + "\n\n" + tail
    part = PAGE.with_suffix(".part")
    part.write_text(page)
    part.replace(PAGE)
