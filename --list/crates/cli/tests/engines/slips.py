"""Tic-Tac-Toe with slips that a search for short games may miss: `undoes` takes moves back without forgetting
them, which shows only later, and `rare` refuses every fifth move and a fourth one that it lists."""

import sys

CELLS = [column + row for row in "123" for column in "abc"]
LINES = [CELLS[i : i + 3] for i in (0, 3, 6)] + [CELLS[i::3] for i in range(3)] + [CELLS[::4], CELLS[2:7:2]]
mode = sys.argv[1]
game, told = [], []


def marks():
    return {cell: "xo"[ply % 2] for ply, cell in enumerate(game)}


def legal():
    over = any(len({marks().get(cell, cell) for cell in cells}) == 1 for cells in LINES)
    return [] if over else [cell for cell in CELLS if cell not in game]


def play(colour, cell):
    refused = mode == "rare" and (len(game) == 4 or told + [cell] == ["b3", "a2", "c2", "b1"])
    if refused or cell not in legal() or colour != "xo"[len(game) % 2]:
        return "? illegal move"
    game.append(cell)
    told.append(cell)
    return "="


def state():
    wrong = mode == "undoes" and (len(game) == 5 and "b2" not in game or told == ["b3", "a2", "c2", "b1"])
    to_move = "xo"[(len(game) + wrong) % 2]
    return '= {"to_move": %s}' % (f'"{to_move}"' if legal() else "null")


for line in sys.stdin:
    command, *words = line.split()
    answer = "="
    if command == "name":
        answer = "= Slips"
    elif command == "clear_board":
        game.clear()
        told.clear()
    elif command == "play":
        answer = play(*words)
    elif command == "undo" and mode == "undoes" and game:
        game.pop()
    elif command == "bustan-legal":
        answer = "= " + " ".join(legal())
    elif command == "bustan-state" and mode == "undoes":
        answer = state()
    elif command != "quit":
        answer = "? unknown command"
    print(answer + "\n\n", end="", flush=True)
    if command == "quit":
        break
