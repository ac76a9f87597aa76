"""Tic-Tac-Toe whose process ends.

    ends.py HOW [FILE [WHEN]] [unlist] [name=NAME]

HOW is what happens when b2 is played: `crash`, `kill` (a SIGKILL, as from a system short of memory), `silence`, `late`
(an answer after two seconds), or `nothing`. FILE counts how often b2 has been played. With FILE it happens only the
first time, or the first N times if WHEN is a number, every other time if WHEN is `odd`, or at the times in a list such
as `1,3`. With `unlist`, the corner c3 is never among the legal moves.
"""

import os
import sys
import time

CELLS = [column + row for row in "123" for column in "abc"]
LINES = [CELLS[i : i + 3] for i in (0, 3, 6)] + [CELLS[i::3] for i in range(3)] + [CELLS[::4], CELLS[2:7:2]]
unlist = "unlist" in sys.argv
named = next((word[5:] for word in sys.argv if word.startswith("name=")), "Ends")
words = [word for word in sys.argv[1:] if word != "unlist" and not word.startswith("name=")]
how, file, when = (words + [None, None])[:3]
marks = {}


def end():
    if file:
        with open(file, "a") as played:
            played.write(".")
            times = played.tell()
        if when and "," in when:
            due = str(times) in when.split(",")
        else:
            due = times % 2 == 1 if when == "odd" else times <= int(when or 1)
        if not due:
            return
    if how == "crash":
        raise AssertionError("no centre")
    if how == "kill":
        os.kill(os.getpid(), 9)  # Importing SIGKILL would take as long as starting Python.
    if how == "silence":
        time.sleep(3600)
    if how == "late":
        time.sleep(2)


for line in sys.stdin:
    command, *words = line.split()
    over = len(marks) == 9 or any(len({marks.get(cell, cell) for cell in cells}) == 1 for cells in LINES)
    legal = [] if over else [cell for cell in CELLS if cell not in marks]
    answer = "="
    if command == "name":
        answer = f"= {named}"
    elif command == "clear_board":
        marks.clear()
    elif command == "bustan-legal":
        answer = "= " + " ".join(cell for cell in legal if not (unlist and cell == "c3"))
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
