"""Tic-Tac-Toe whose process ends.

    ends.py HOW [FILE]

HOW says what happens when b2 is played: `crash`, `kill` (a SIGKILL, as from a system short of memory), `silence`, or
`nothing`. With FILE that happens only as long as there is no such file, which is then written.
"""

import os
import signal
import sys
import time

CELLS = [column + row for row in "123" for column in "abc"]
LINES = [CELLS[i : i + 3] for i in (0, 3, 6)] + [CELLS[i::3] for i in range(3)] + [CELLS[::4], CELLS[2:7:2]]
how, file = sys.argv[1], sys.argv[2] if len(sys.argv) > 2 else None
marks = {}


def end():
    if file:
        if os.path.exists(file):
            return
        open(file, "w").close()
    if how == "crash":
        raise AssertionError("no centre")
    if how == "kill":
        os.kill(os.getpid(), signal.SIGKILL)
    if how == "silence":
        time.sleep(3600)


for line in sys.stdin:
    command, *words = line.split()
    over = len(marks) == 9 or any(len({marks.get(cell, cell) for cell in cells}) == 1 for cells in LINES)
    legal = [] if over else [cell for cell in CELLS if cell not in marks]
    answer = "="
    if command == "name":
        answer = "= Ends"
    elif command == "clear_board":
        marks.clear()
    elif command == "bustan-legal":
        answer = "= " + " ".join(legal)
    elif command == "play" and (words[1] not in legal or words[0] != "xo"[len(marks) % 2]):
        answer = "? illegal move"
    elif command == "play":
        marks[words[1]] = words[0]
        if words[1] == "b2":
            end()
    elif command == "genmove" and not legal:
        answer = "? game over"
    elif command == "genmove":
        cell = "b2" if "b2" in legal else legal[0]
        marks[cell] = words[0]
        answer = "= " + cell
        if cell == "b2":
            end()
    elif command != "quit":
        answer = "? unknown command"
    print(answer + "\n\n", end="", flush=True)
    if command == "quit":
        break
