"""Three Men's Morris, which has the symmetries of the square: python3 morris.py [SLIP ...]

Players put three pebbles each on a board of three by three, in turn, then slide one to an adjacent cell.
Three in a row win; a player who cannot move loses.

Mistakes: corner (c3 cannot be taken by the third pebble), column (three in column c do not win), remembers (a
cell that the other player has just left cannot be entered), hashes (the hash counts moves). Variations:
text (shows the board as a text), names (calls the cells m-a1 and so on), both (either player may begin).
"""

import sys

from quick import json

SLIPS = set(sys.argv[1:])
CELLS = [column + row for row in "123" for column in "abc"]
LINES = ["a1 a2 a3", "b1 b2 b3", "c1 c2 c3", "a1 b1 c1", "a2 b2 c2", "a3 b3 c3", "a1 b2 c3", "a3 b2 c1"]
KNOWN = "clear_board play undo bustan-legal bustan-state bustan-position final_score showboard".split()
games = [({}, [])]


def winner(board):
    lines = [line.split() for line in LINES if "column" not in SLIPS or line != "c1 c2 c3"]
    rows = [{board.get(cell) for cell in line} for line in lines]
    return next((player for player in "xo" if {player} in rows), None)


def beside(cell):
    column, row = "abc".index(cell[0]), int(cell[1])
    near = [(column + 1, row), (column - 1, row), (column, row + 1), (column, row - 1)]
    return ["abc"[column] + str(row) for column, row in near if 0 <= column < 3 and 1 <= row <= 3]


def moves(board, played):
    player = "xo"[len(played) % 2]
    free = [cell for cell in CELLS if cell not in board]
    if winner(board):
        return []
    if len(played) < 6:
        return [cell for cell in free if cell != "c3" or len(board) != 2 or "corner" not in SLIPS]
    if "remembers" in SLIPS and len(played[-1]) == 4:
        free.remove(played[-1][:2])
    own = [cell for cell in CELLS if board.get(cell) == player]
    return [cell + to for cell in own for to in beside(cell) if to in free]


def turn(board, played):
    return "xo"[len(played) % 2] if moves(board, played) else None


def play(colour, move):
    board, played = games[-1]
    if move not in moves(board, played) or colour != turn(board, played) and "both" not in SLIPS:
        return "? illegal move"
    board = dict(board)
    board.pop(move[:2], None)
    board[move[-2:]] = "xo"[len(played) % 2]
    games.append((board, played + [move]))
    return "="


def text(board):
    return "".join(board.get(cell, ".") for cell in CELLS)


def state(board, played):
    over = turn(board, played) is None
    number = sum(".xo".index(sign) * 3**at for at, sign in enumerate(text(board))) * 2 + len(played) % 2
    last = [played[-1][at : at + 2] for at in range(0, len(played[-1]), 2)] if played else []
    shown = {
        "to_move": turn(board, played),
        "over": over,
        "winner": (winner(board) or "xo"[(len(played) + 1) % 2]) if over else None,
        "ply": len(played),
        "board": text(board) if "text" in SLIPS else board,
        "last": last,
        "hash": number + ("hashes" in SLIPS) * len(played) * 100000,
    }
    if "both" in SLIPS:
        del shown["to_move"]
    return json(shown)


def answer(command, words):
    board, played = games[-1]
    if command == "name":
        return "= Morris"
    if command == "known_command":
        return "= " + str(words[0] in KNOWN).lower()
    if command == "clear_board":
        del games[1:]
        return "="
    if command == "play":
        return play(*words)
    if command == "undo":
        return "=" if len(games) > 1 and games.pop() else "? cannot undo"
    if command == "bustan-legal":
        return "= " + " ".join(moves(board, played))
    if command == "bustan-state":
        return "= " + state(board, played)
    if command == "bustan-position":
        return f"= {text(board)} {'xo'[len(played) % 2]} {len(played)}"
    if command == "final_score":
        over = turn(board, played) is None
        return f"= {winner(board) or 'xo'[(len(played) + 1) % 2]}+1" if over else "? not over"
    if command == "showboard":
        signs = text(board)
        rows = [f"{row + 1} {' '.join(signs[3 * row : 3 * row + 3])}" for row in (2, 1, 0)]
        return "=\n" + "\n".join(rows + ["  a b c"])
    return "=" if command == "quit" else "? unknown command"


def renamed(line):
    if "names" not in SLIPS or line.startswith("=\n"):
        return line
    for cell in CELLS:
        line = line.replace(cell, f"m-{cell}")
    return line


for line in sys.stdin:
    if "names" in SLIPS and line.startswith("play") and "m-" not in line:
        print("? call it m-a1\n", flush=True)
        continue
    command, *words = line.replace("m-", "").split()
    print(renamed(answer(command, words)), end="\n\n", flush=True)
    if command == "quit":
        break
