"""Tic-Tac-Toe that chooses moves, for matches. The first argument is the way in which it plays: first, illegal,
nonsense, resigns, stalls, dies, refuses, killed (a SIGKILL in its second game, unless the file named by the second
argument exists; it then creates the file)."""

import os
import signal
import sys
import time

CELLS = [column + row for row in "123" for column in "abc"]
way = sys.argv[1]
marks, games = {}, 0

for line in sys.stdin:
    command, *words = line.split()
    answer = "="
    if command == "name":
        answer = "= Plays " + way
    elif command == "clear_board":
        marks.clear()
        games += 1
    elif command == "play":
        marks[words[1]] = words[0]
    elif command == "genmove":
        if way == "killed" and games == 2 and not os.path.exists(sys.argv[2]):
            open(sys.argv[2], "w").close()
            os.kill(os.getpid(), signal.SIGKILL)
        free = [cell for cell in CELLS if cell not in marks]
        if way == "illegal" and len(marks) > 0:
            move = next(iter(marks))
        elif way == "nonsense":
            move = "nowhere"
        elif way == "resigns":
            move = "resign"
        else:
            move = free[0]
        if way == "stalls" and len(marks) > 1:
            time.sleep(3600)
        if way == "dies" and len(marks) > 1:
            print("assertion failed: enough is enough", file=sys.stderr, flush=True)
            sys.exit(3)
        marks[move] = words[0]
        answer = "= " + move
        if way == "refuses":
            answer = "? no idea"
    elif command != "quit":
        answer = "? unknown command"
    print(answer + "\n\n", end="", flush=True)
    if command == "quit":
        break
