"""A stub, to be replaced with your engine: the functions that template.py calls. It knows only moves of the start."""

PLAYERS = "x o".split()
MOVES = "a1 b1 c1".split()


class Illegal(Exception):
    """A move that the rules forbid."""


def start():
    return []


def legal_moves(game):
    return MOVES if not game else []


def play(game, player, move):
    if player != PLAYERS[0] or move not in legal_moves(game):
        raise Illegal
    game.append(move)
