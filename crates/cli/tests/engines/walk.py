"""A game that Bustan does not know: a piece on a line begins at 0; `r` moves it a step to the right and `l` a step to the
left, up to 40. `x` at 30 and `y` at -3 leave it where it is. Each argument is a flaw in two places that are unrelated
but look alike from outside:

    refuses    neither lists nor plays `x` at 30 and `y` at -3
    shows      shows another number at 30, and no number at -3
"""

import sys

from quick import json

wrong = sys.argv[1:]
at, turn, before = 0, 0, []
PLAYERS = "black", "white"


def legal():
    moves = ["r"] * (at < 40) + ["l"] * (at > -40)
    special = {30: ["x"], -3: ["y"]}.get(at, [])
    return moves + ([] if "refuses" in wrong else special)


def state():
    number = abs(at) % 5
    if "shows" in wrong:
        number = {30: 1, -3: None}.get(at, number)
    line = "".join("x" if place == at else "." for place in range(-40, 41))
    return {"to_move": PLAYERS[turn], "line": line, "number": number}


def answer(command, words):
    global at, turn, before
    if command == "name":
        return "= Walk" + (" with a flaw" if wrong else "")
    if command == "clear_board":
        at, turn, before = 0, 0, []
    elif command == "play":
        colour, move = words
        if colour != PLAYERS[turn] or move not in legal():
            return "? illegal move"
        before.append((at, turn))
        at, turn = at + {"r": 1, "l": -1}.get(move, 0), 1 - turn
    elif command == "undo":
        if not before:
            return "? nothing to undo"
        at, turn = before.pop()
    elif command == "bustan-legal":
        return "= " + " ".join(legal())
    elif command == "bustan-state":
        return "= " + json(state())
    elif command == "bustan-position":
        return f"= {at}/{PLAYERS[turn]}"
    elif command == "bustan-setup":
        place, player = words[0].split("/")
        at, turn, before = int(place), PLAYERS.index(player), []
    elif command != "quit":
        return "? unknown command"
    return "="


for line in sys.stdin:
    command, *words = line.split()
    print(answer(command, words), end="\n\n", flush=True)
    if command == "quit":
        break
