"""Tic-Tac-Toe with the fewest commands that a program can have. The argument names a flaw, if any."""

import os
import sys
import time

CELLS = [column + row for row in "123" for column in "abc"]
ROWS = [CELLS[i : i + 3] for i in (0, 3, 6)] + [CELLS[i::3] for i in range(3)] + [CELLS[::4], CELLS[2:7:2]]
mode = sys.argv[1] if len(sys.argv) > 1 else ""
marks = {}


def over():
    lines = [[marks.get(cell) for cell in row] for row in ROWS]
    return len(marks) == 9 or ["x"] * 3 in lines or ["o"] * 3 in lines


def legal():
    if over():
        return []
    return [cell for cell in CELLS if cell not in marks or (mode == "forgets" and cell == "c3" and len(marks) == 2)]


def play(colour, cell):
    if cell == "b2" and mode == "dies":
        print("on b2", file=sys.stderr)
        raise RuntimeError("no b2 today")
    if cell == "b2" and mode in ("leaves", "forks"):
        sys.exit()
    if cell == "b2" and mode == "hangs":
        time.sleep(3600)
    if cell == "b2" and mode == "babbles":
        return "b2, what a move"
    if cell == "b2" and mode == "drones":
        while True:
            print("= b2 " * 1000)
    if cell not in legal() or colour != "xo"[len(marks) % 2]:
        return "? illegal move"
    marks[cell] = colour
    return "="


if mode == "never":
    sys.exit("not today")
if mode == "slow":
    time.sleep(2)
if mode == "flood":
    for _ in range(50):
        os.write(2, b"all is well\n" * 100_000)
if len(sys.argv) > 2:
    with open(sys.argv[2], "a") as numbers:
        print(os.getpid(), file=numbers)

if mode == "forks":
    import subprocess

    child = subprocess.Popen([sys.executable, "-c", "import time; time.sleep(600)"], stdout=subprocess.DEVNULL)
    with open(sys.argv[2], "a") as numbers:
        print(child.pid, file=numbers)

for line in sys.stdin:
    command, *words = line.split()
    if command == "name":
        answer = "= Marks" + ("\x1b[31m" if mode == "escapes" else "")
    elif command == "clear_board":
        marks.clear()
        answer = "="
    elif command == "play":
        answer = play(*words)
    elif command == "bustan-legal":
        answer = ("=7 " if mode == "numbers" else "= ") + " ".join(legal())
    elif command == "quit":
        answer = "="
    else:
        answer = "? unknown command"
    print(answer + "\n" * (3 if mode == "blank" else 2), end="", flush=True)
    if command == "quit" and mode != "stays":
        break
    while command == "quit":
        time.sleep(1)
