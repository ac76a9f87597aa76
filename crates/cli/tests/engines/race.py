"""A game that Bustan does not know: on four by four cells, black and white put down stones in turn until no cell is
empty. Each argument is a flaw; `all` stands for the first five.

    extra      lists z9 before the first move
    crash      ends when the second stone is put on c3
    score      counts a1 and b2 of one player one too high
    forgets    does not list a4 as the fifth move if white has d4
    moves      puts the fifth stone on b1 when it is put on a2

`all` does not include these:

    hides      does not list a1 before the first move
    chance     sometimes leaves a move out of its list, whatever the game
    back       takes back moves, which is right
    pid        shows a number that changes with the process
    clock      shows how long it has run
    nodes      shows how many commands it was sent
    lingers    puts down no stone when the second is put on d3, so that white stays on turn
    ends       ends in another way when the second stone is put on a1
"""

import sys
import time

from quick import json

CELLS = [column + row for row in "1234" for column in "abcd"]
WAYS = ["extra", "crash", "score", "forgets", "moves"]
wrong = WAYS if sys.argv[1:] == ["all"] else sys.argv[1:]
stones = {}
commands = 0
PID = time.time_ns()
if "chance" in wrong:
    from random import random as chance


def turn():
    return ("black", "white")[len(stones) % 2] if len(stones) < 16 else None


def legal():
    cells = [cell for cell in CELLS if cell not in stones]
    if "extra" in wrong and not stones:
        cells.append("z9")
    if "chance" in wrong and chance() < 0.3:
        cells = cells[1:]
    if "hides" in wrong and not stones:
        cells.remove("a1")
    if "forgets" in wrong and len(stones) == 4 and stones.get("d4") == "white" and "a4" in cells:
        cells.remove("a4")
    return cells


def play(colour, cell):
    if cell not in CELLS or cell in stones or colour != turn():
        return "? illegal move"
    if "crash" in wrong and cell == "c3" and len(stones) == 1:
        raise AssertionError("c3 has no neighbour")
    if "ends" in wrong and cell == "a1" and len(stones) == 1:
        sys.exit("a1 is taken: no way on")
    if "lingers" in wrong and cell == "d3" and len(stones) == 1:
        return "="
    if "moves" in wrong and cell == "a2" and len(stones) == 4 and "b1" not in stones:
        cell = "b1"
    stones[cell] = colour
    return "="


def state():
    score = {player: list(stones.values()).count(player) for player in ("black", "white")}
    if "score" in wrong and "a1" in stones and stones.get("b2") == stones["a1"]:
        score[stones["a1"]] += 1
    shown = {"to_move": turn(), "score": score, "board": dict(sorted(stones.items()))}
    shown |= {"nodes": commands} if "nodes" in wrong else {}
    shown |= {"clock": time.perf_counter()} if "clock" in wrong else {}
    return shown | ({"pid": PID} if "pid" in wrong else {})


for line in sys.stdin:
    command, *words = line.split()
    commands += 1
    if command == "name":
        answer = "= Race" + (" with a flaw" if wrong else "")
    elif command == "clear_board":
        stones.clear()
        answer = "="
    elif command == "play":
        answer = play(*words)
    elif command == "undo" and "back" in wrong and stones:
        stones.popitem()
        answer = "="
    elif command == "bustan-legal":
        answer = "= " + " ".join(legal())
    elif command == "bustan-state":
        answer = "= " + json(state())
    elif command == "quit":
        answer = "="
    else:
        answer = "? unknown command"
    print(answer + "\n", flush=True)
    if command == "quit":
        break
