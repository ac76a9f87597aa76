"""Compares the outcomes of a case with two programs, and formats the differences."""

import difflib

from mask import masked

# The maximum number of lines of a difference that are printed. `WIDTH`: the maximum number of characters of a line.
LINES, WIDTH = 8, 200


def differences(old, new, paths):
    """Yields each part that differs, with lines that show the difference."""
    for name in sorted(old.parts.keys() | new.parts.keys()):
        if name not in new.parts:
            yield name, ["missing from NEW"]
        elif name not in old.parts:
            yield name, ["missing from OLD"]
        else:
            shown = difference(name, old.parts[name], new.parts[name], paths)
            if shown:
                yield name, shown
    if old.hangs or new.hangs:
        yield "a time limit", [f"{which} hangs" for which, it in (("OLD", old), ("NEW", new)) if it.hangs]


def difference(name, old, new, paths):
    """Returns the first lines of the difference between two parts; an empty list if they are equal after masking."""
    if old == new:
        return []
    texts = [masked(name, data, paths) for data in (old, new)]
    if None in texts:
        return [f"{len(old)} and {len(new)} bytes that are not text"]
    if texts[0] == texts[1]:
        return []
    lines = difflib.unified_diff(texts[0].splitlines(), texts[1].splitlines(), lineterm="", n=0)
    changed = [cut(line) for line in lines if not line.startswith(("---", "+++", "@@"))]
    more = [f"and {len(changed) - LINES} more lines"] if len(changed) > LINES else []
    return changed[:LINES] + more or ["only the end of a line differs"]


def cut(line):
    return line if len(line) <= WIDTH else f"{line[:WIDTH]}..."
