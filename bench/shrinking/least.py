#!/usr/bin/env python3
"""The fewest moves after which the flaws of unseen.py show, by a breadth-first search.

    bench/shrinking/least.py [GAME ...]
"""

import sys

import unseen


def key(state):
    """Returns a state without its number of plies."""
    return tuple(part for at, part in enumerate(state) if not (at == 3 and isinstance(part, int)))


def least(game, flaw):
    """Returns the kind of the first difference after the fewest moves, and the number of moves. A disputed move counts.
    """
    known, layer, plies = {key(game.start(""))}, [game.start("")], 0
    while layer:
        found = [state for state in layer if sorted(game.legal(state, "")) != sorted(game.legal(state, flaw))]
        if found:
            return "moves", plies + 1
        after = {}
        for state in layer:
            for move in game.legal(state, ""):
                right, wrong = game.play(state, move, ""), game.play(state, move, flaw)
                if game.turn(right, "") != game.turn(wrong, flaw):
                    return "turn", plies + 1
                if game.shown(right) != game.shown(wrong):
                    return "board", plies + 1
                after.setdefault(key(right), right)
        layer, plies = [state for of, state in after.items() if of not in known], plies + 1
        known.update(after)
    return None


if __name__ == "__main__":
    for name, game in unseen.GAMES.items():
        for flaw in game.flaws:
            if not sys.argv[1:] or name in sys.argv[1:]:
                print(name, flaw, *(least(game, flaw) or ("never",)), flush=True)
