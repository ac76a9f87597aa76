"""Counts lines of Rust except comments, blank lines and tests, and finds the longest functions and files."""

import re
from dataclasses import dataclass

# Tokens that are blanked before braces are counted: comments, strings, raw strings and characters, but not lifetimes.
TOKENS = re.compile(
    r"""//[^\n]*|(?P<block>/\*)|(?P<raw>\bb?c?r(?P<hashes>\#*)")|b?c?"(?:\\.|[^"\\])*"|b?'(?:\\[^\n]+?|[^'\\\n])'""",
    re.DOTALL,
)
TEST = re.compile(r"#\[cfg\((?:test|all\([^)\n]*\btest\b[^\n]*)\)\]")
FUNCTION = re.compile(r"\bfn\s+(\w+)")
MODULE = re.compile(r"\s*(?:pub(?:\([^)]*\))?\s+)?mod\s+(\w+)\s*;")


@dataclass
class Length:
    """The number of lines of a function or a file, and the number of those that contain code."""

    name: str
    lines: int
    code: int


def blanked(text, kept=""):
    """Returns a text of the same length in which every character except line ends is a space or `kept`."""
    return re.sub(r"[^\n]", kept or " ", text)


def bare(text):
    """Returns Rust source without comments, in which strings contain only letters."""
    parts, at = [], 0
    while found := TOKENS.search(text, at):
        parts.append(text[at : found.start()])
        end = found.end()
        if found["block"]:
            end = block_end(text, end)
        elif found["raw"]:
            end = text.index('"' + found["hashes"], end) + 1 + len(found["hashes"])
        comment = text.startswith(("//", "/*"), found.start())
        parts.append(blanked(text[found.start() : end], "" if comment else "s"))
        at = end
    return "".join(parts) + text[at:]


def block_end(text, at):
    """Returns the end of the block comment whose text begins at `at`. Block comments can be nested."""
    depth = 1
    while depth:
        mark = re.compile(r"/\*|\*/").search(text, at)
        depth, at = depth + (1 if mark[0] == "/*" else -1), mark.end()
    return at


def item_end(code, at):
    """Returns the end of an item: the first semicolon or the end of the first block outside brackets."""
    depth = 0
    while at < len(code):
        sign = code[at]
        depth += (sign in "([{") - (sign in ")]}")
        at += 1
        if depth == 0 and sign in ";}":
            break
    return at


def outside_tests(path, code):
    """Returns the code of a file without its tests, and the paths of modules that consist of tests."""
    others = []
    while found := TEST.search(code):
        module = MODULE.match(code, found.end())
        if module:
            folder = path.parent if path.name in ("mod.rs", "lib.rs", "main.rs") else path.with_suffix("")
            others += [folder / f"{module[1]}.rs", folder / module[1]]
        end = item_end(code, found.end())
        code = code[: found.start()] + marked(code[found.start() : end]) + code[end:]
    return code, others


def marked(text):
    """Replaces the characters of a test by marks. Its lines then count neither as lines nor as code."""
    return re.sub(r"[^\n]", "\0", text)


def lines_of(text):
    """Returns the lines that are not part of tests."""
    return [line for line in text.split("\n") if "\0" not in line]


def length(name, code):
    lines = lines_of(code)
    return Length(name, len(lines), sum(bool(line.strip()) for line in lines))


def functions(name, code):
    """Yields the lengths of all functions that have a body, from `fn` to the closing brace."""
    for found in FUNCTION.finditer(code):
        depth, at = 0, found.end()
        while at < len(code) and not (depth == 0 and code[at] in ";{"):
            depth += (code[at] in "([") - (code[at] in ")]")
            at += 1
        if at < len(code) and code[at] == "{":
            yield length(f"`{found[1]}` in `{name}`", code[found.start() : item_end(code, at)])


def measure(root, folders):
    """Returns the lengths of the files and of the functions in `folders`, without tests."""
    texts, tests = {}, []
    for folder in folders:
        for path in sorted((root / folder).rglob("*.rs")):
            texts[path], others = outside_tests(path, bare(path.read_text()))
            tests += others
    files, found = [], []
    for path, code in texts.items():
        if not any(path == test or test in path.parents for test in tests):
            name = str(path.relative_to(root))
            files.append(length(name, code.removesuffix("\n")))
            found += functions(name, code)
    return files, found
