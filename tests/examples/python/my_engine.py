"""Tic-Tac-Toe, to be replaced with your engine: the functions that template.py calls."""

CELLS = [column + row for row in "123" for column in "abc"]
LINES = ["a1 b1 c1", "a2 b2 c2", "a3 b3 c3", "a1 a2 a3", "b1 b2 b3", "c1 c2 c3", "a1 b2 c3", "a3 b2 c1"]


class Illegal(Exception):
    """A move that the rules forbid."""


def start():
    return {}


def legal_moves(game):
    lines = [[game.get(cell) for cell in line.split()] for line in LINES]
    if ["x"] * 3 in lines or ["o"] * 3 in lines:
        return []
    return [cell for cell in CELLS if cell not in game]


def play(game, colour, cell):
    if cell not in legal_moves(game) or colour != "xo"[len(game) % 2]:
        raise Illegal
    game[cell] = colour
