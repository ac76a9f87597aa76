"""Nim, a game that Bustan does not know: three heaps; players take any number
of coins from one of them, and the player who takes the last wins.

The first word names a flaw, if any. The others are commands that the program does not know.
"""

import itertools
import sys

from quick import json

mode, *unknown = sys.argv[1:] or [""]
start = heaps = [3, 4, 5]
taken = []


def legal():
    wrong = mode == "greedy" and heaps[1:] == [1, 0]
    most = [left + (wrong and at == 1) for at, left in enumerate(heaps)]
    return [f"{heap}{coins}" for heap, left in zip("abc", most) for coins in range(1, left + 1)]


def turn():
    if not any(heaps):
        return None
    return ("left", "right")[len(taken) % 2]


def play(colour, move):
    global heaps
    if move not in legal() or (turn() != colour and colour in ("left", "right")):
        return "? no"
    heap, coins = "abc".index(move[0]), int(move[1:])
    taken.append(heaps)
    heaps = [max(0, left - coins * (at == heap)) for at, left in enumerate(heaps)]
    if mode == "steals" and heaps[0] == 0 and heaps[1] == 2:
        heaps = [0, 1, heaps[2]]
    return "="


def drawing():
    """A picture that tries to have harmful effects."""
    coins = "".join(
        f'<circle cx="{30 + 40 * heap}" cy="{100 - 18 * coin}" r="8" fill="#c9743f"/>'
        for heap, left in enumerate(heaps)
        for coin in range(left)
    )
    spoils = "parent.spoilt = true; document.title = 'spoilt'"
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 140 120" onload="{spoils}">\n'
        f'<script>{spoils}</script><image href="http://127.0.0.1:9/spoilt.png"/>\n'
        f'<foreignObject><img xmlns="http://www.w3.org/1999/xhtml" src="x" onerror="{spoils}"/></foreignObject>\n'
        f"{coins}</svg>"
    )


def answer(command, words):
    global heaps, taken, start
    match command, words:
        case "name", []:
            return f"= Nim{' ' + mode if mode else ''}"
        case "boardsize", sizes if 0 < len(sizes) < 4:
            start = heaps = [int(size) for size in sizes]
            taken = []
        case "clear_board", []:
            heaps, taken = start, []
        case "play", [colour, move]:
            return play(colour, move)
        case "undo", []:
            if not taken:
                return "? nothing to undo"
            heaps = taken.pop()
        case "bustan-legal", []:
            return "= " + " ".join(legal())
        case "bustan-state", []:
            state = json({"to_move": turn(), "heaps": dict(zip("abc", heaps))})
            return "= " + (state.replace("}}", '}, "more": ' + "[" * 200 + "]" * 200 + "}") if mode == "nested" else state)
        case "final_score", []:
            winner = ("left", "right")[(len(taken) + (mode != "misere")) % 2]
            return f"= {winner}+1" if turn() is None else "? not over"
        case "bustan-perft", [_] if mode == "contradicts":
            return "? lists b2 but refuses it (after a1): no"
        case "bustan-perft", [_] if mode == "shallow":
            return "? lists are too long to count here"
        case "showboard", []:
            rows = itertools.zip_longest(*("o" * left for left in heaps), fillvalue=" ")
            return "=\n" + "\n".join(["  " + " ".join(row) for row in rows][::-1] + ["  a b c"])
        case "list_commands", [] if mode == "draws":
            return "= name boardsize clear_board play undo bustan-legal bustan-state showboard bustan-svg quit"
        case "bustan-svg", [] if mode == "draws":
            return "= " + drawing()
        case "quit", []:
            return "="
        case _:
            return "? unknown command"
    return "="


for line in sys.stdin:
    command, *words = line.split()
    text = "? unknown command" if command in unknown else answer(command, words)
    print(text, end="\n\n", flush=True)
    if command == "quit":
        break
