"""A program of a game that passes commands on to `bustan gtp GAME`, with two flaws.

    strays.py BUSTAN GAME

After moves from the start it reports a wrong number of plies. Once it is set up at a position, it leaves out the last legal
move.
"""

import json
import subprocess
import sys

engine = subprocess.Popen([sys.argv[1], "gtp", sys.argv[2]], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
is_set_up = False


def ask(line):
    print(line, end="", file=engine.stdin, flush=True)
    answer = []
    while (said := engine.stdout.readline()) and said.strip():
        answer.append(said)
    return "".join(answer)


for line in sys.stdin:
    if not line.strip():
        continue
    command = line.split()[0]
    left_out = ask("bustan-legal\n").split()[-1] if is_set_up and command in ("play", "bustan-legal") else None
    if command == "play" and line.split()[-1] == left_out:
        print("? illegal move", end="\n\n", flush=True)
        continue
    answer = ask(line)
    if command in ("bustan-setup", "clear_board", "boardsize") and answer.startswith("="):
        is_set_up = command == "bustan-setup"
    if command == "bustan-legal" and left_out:
        answer = f"= {' '.join(answer.split()[1:-1])}\n"
    if command == "bustan-state" and not is_set_up and answer.startswith("="):
        state = json.loads(answer[1:])
        state["ply"] += 100 * (state["ply"] > 0)
        answer = f"= {json.dumps(state)}\n"
    print(answer, flush=True)
    if command == "quit":
        break
