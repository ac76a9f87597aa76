"""Tic-Tac-Toe that stalls: the first argument is the time of every answer in seconds, the second that of the first
answer. If there is a third, the program stops answering at b2 and writes a file of that name."""

import os
import sys
import time

CELLS = [column + row for row in "123" for column in "abc"]
LINES = [CELLS[i : i + 3] for i in (0, 3, 6)] + [CELLS[i::3] for i in range(3)] + [CELLS[::4], CELLS[2:7:2]]
pause, start = float(sys.argv[1]), float(sys.argv[2])
marks = {}

time.sleep(start)
for line in sys.stdin:
    command, *words = line.split()
    time.sleep(0 if command in ("name", "quit") else pause)
    over = len(marks) == 9 or any(len({marks.get(cell, cell) for cell in cells}) == 1 for cells in LINES)
    legal = [] if over else [cell for cell in CELLS if cell not in marks]
    answer = "="
    if command == "name":
        answer = "= Stalls"
    elif command == "clear_board":
        marks.clear()
    elif command == "bustan-legal":
        answer = "= " + " ".join(legal)
    elif command == "play" and (words[1] not in legal or words[0] != "xo"[len(marks) % 2]):
        answer = "? illegal move"
    elif command == "play":
        marks[words[1]] = words[0]
        if words[1] == "b2" and len(sys.argv) > 3:
            with open(sys.argv[3], "a") as stalled:
                print(os.getpid(), file=stalled)
            time.sleep(3600)
    elif command != "quit":
        answer = "? unknown command"
    print(answer + "\n\n", end="", flush=True)
    if command == "quit":
        break
