#!/usr/bin/env python3
"""Measures a table of the book again: runs its command, and writes the table that it prints into
docs/evidence/figures.json, with the date.

    bench/figures.py                   lists the tables with their dates and commands, the oldest first
    bench/figures.py ID [WORD ...]     measures one; words are added to its command

With words, the rows that the command prints replace those of the same name, and all others stay. A command that fails
or prints no table changes nothing. Afterwards, `BUSTAN_BLESS=1 cargo test -p bustan-tests figures` writes the pages.
"""

import datetime
import json
import os
import pathlib
import re
import shlex
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
FIGURES = ROOT / "docs/evidence/figures.json"


def read():
    """Returns the tables by their names."""
    return json.loads(FIGURES.read_text(encoding="utf-8"))


def write(tables):
    """Writes all tables, with each row on one line."""
    text = lambda value: json.dumps(value, ensure_ascii=False)
    parts = []
    for name, table in sorted(tables.items()):
        fields = [f"    {text(key)}: {text(value)}" for key, value in table.items() if key != "rows"]
        rows = ",\n".join(f"      {text(row)}" for row in table["rows"])
        fields.append(f'    "rows": [\n{rows}\n    ]')
        parts.append(f"  {text(name)}: {{\n" + ",\n".join(fields) + "\n  }")
    part = FIGURES.with_suffix(".part")
    part.write_text("{\n" + ",\n".join(parts) + "\n}\n", encoding="utf-8")
    part.replace(FIGURES)


def printed(output):
    """Returns the columns, the alignment and the rows of the first table in Markdown that a command printed."""
    lines = output.splitlines()
    start = next((at for at, line in enumerate(lines) if re.fullmatch(r"\|(-+:?\|)+", line)), None)
    if not start:
        raise SystemExit("the command prints no table")
    cells = lambda line: [cell.strip() for cell in re.split(r"(?<!\\)\|", line.strip()[1:-1])]
    rows = []
    for line in lines[start + 1 :]:
        if not line.startswith("|"):
            break
        rows.append(cells(line))
    align = "".join("r" if rule.endswith(":") else "l" for rule in cells(lines[start]))
    return cells(lines[start - 1]), align, rows


def name(row, align):
    """Returns the name of a row: the cells before the first number. A row begins with its date."""
    return row[1 : 1 + max(1, len(align) - len(align.lstrip("l")))]


def today():
    return datetime.date.today().isoformat()


def put(key, columns, align, rows, whole=True):
    """Writes rows that were measured today: all rows of a table, or those whose names they have."""
    tables = read()
    table = tables[key]
    rows = [[today(), *row] for row in rows]
    if whole:
        table.pop("differs", None)
        table |= {"machine": f"{os.cpu_count()} cores, load {os.getloadavg()[0]:.1f} at the end"}
        table |= {"columns": columns, "align": align, "rows": rows}
    elif missing := [column for column in table["columns"] if column not in columns]:
        raise SystemExit(f"{key} has a column {missing[0]}, and the command prints {', '.join(columns)}")
    else:
        at, align = [columns.index(column) for column in table["columns"]], table["align"]
        rows = [[row[0], *(row[1:][place] for place in at)] for row in rows]
        new = {tuple(name(row, align)): row for row in rows}
        table["rows"] = [new.pop(tuple(name(row, align)), row) for row in table["rows"]] + list(new.values())
    write(tables)


def listed():
    """Prints the tables, those with the oldest rows first."""
    for date, key, table in sorted((min(row[0] for row in table["rows"]), key, table) for key, table in read().items()):
        print(f"{date}  {key:24}  {table['command']}")


def main(words):
    if not words:
        return listed()
    key, *more = words
    if key not in read():
        raise SystemExit(f"no table is called {key}; `bench/figures.py` lists them")
    command, before = shlex.split(read()[key]["command"]) + more, FIGURES.read_bytes()
    done = subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True)
    output = []
    for line in done.stdout:
        print(line, end="", flush=True)
        output.append(line)
    if done.wait():
        raise SystemExit(f"{shlex.join(command)}: exit code {done.returncode}; no figure was changed")
    # Some commands write their tables themselves.
    if FIGURES.read_bytes() == before:
        put(key, *printed("".join(output)), whole=not more)


if __name__ == "__main__":
    main(sys.argv[1:])
