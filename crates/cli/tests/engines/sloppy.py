"""Tic-Tac-Toe with the flaws that an adapter may have: python3 sloppy.py SLIP [SLIP ...]

Slips: colour (plays a move of any colour), size (takes any words after boardsize), nonsense (plays words that are not
moves), end (plays and lists moves after the end), undo (takes back at the start), clear (forgets to clear the board),
twice (lists a move twice), dies (ends at a word that is not a move), wipes (clears the board when it refuses a move),
refuses (lists a1 but does not play it), balks (never takes back), garbles (reports a state that is not JSON), echoes
(answers the third move twice), takes (accepts a set-up that is not a position), lax (accepts positions that cannot
occur), forgets (clears the board when it refuses a position), skips (ignores signs in a position). Mistakes: unlisted
(plays b2 but does not list it), swaps (puts the second mark down as the first player's), blots (puts the second mark
down as nobody's), keeps (undo keeps the board), narrows (no longer lists b1 after undo). Variations: shuffles (lists in
another order every time), mute (refuses the list after the end), doubts (does not report whether c3 is legal after the
first move), wonders (never reports whether a move is legal), hesitates (does not report it for any move after the
first), shrugs (does not report it when the game is over), late (shows the last move only after every other move), names
(calls the cells m-a1 and so on), sets (knows bustan-setup and bustan-position), boardless (reports nothing of its state
but the player on turn).
"""

import sys

from quick import json

SLIPS = set(sys.argv[1:])
if "shuffles" in SLIPS:
    from random import shuffle
CELLS = [column + row for column in "abc" for row in "123"]
LINES = ["a1 a2 a3", "b1 b2 b3", "c1 c2 c3", "a1 b1 c1", "a2 b2 c2", "a3 b3 c3", "a1 b2 c3", "a3 b2 c1"]
start = []
game = []
narrowed = False


def won():
    marks = [{move for move, colour in start + game if colour == player} for player in "xo"]
    return any(set(line.split()) <= cells for line in LINES for cells in marks)


def turn():
    plies = len(start + game)
    over = won() or plies == 9
    return None if over else "xo"[plies % 2]


def free():
    taken = [move for move, _ in start + game]
    return [cell for cell in CELLS if cell not in taken]


def position():
    marks = dict(start + game)
    cells = "".join(marks.get(column + row, ".") for row in "321" for column in "abc")
    return f"{cells} {'xo'[len(start + game) % 2]}"


def set_up(text):
    """Begins at a position. Returns whether the words are one."""
    global start, game
    cells, _, player = text.partition(" ")
    if "skips" in SLIPS:
        cells = "".join(cell for cell in cells if cell in "xo.")
        player = player[-1:]
    if "takes" in SLIPS and cells.startswith("!?"):
        return True
    if len(cells) != 9 or set(cells) - set("xo.") or player not in ("x", "o"):
        return False
    names = [column + row for row in "321" for column in "abc"]
    marks = [(name, cell) for name, cell in zip(names, cells) if cell != "."]
    more = cells.count("x") - cells.count("o")
    if "lax" not in SLIPS and more != (player == "o"):
        return False
    lines = {cells[a] for a, b, c in ((0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6))
             if cells[a] == cells[b] == cells[c] != "."}
    if "lax" not in SLIPS and player in lines:
        return False
    start, game = marks, []
    return True


def listed():
    if turn() is None and "end" not in SLIPS:
        return []
    cells = [cell for cell in free() if cell != "b2" or "unlisted" not in SLIPS]
    if narrowed and "b1" in cells:
        cells.remove("b1")
    if "shuffles" in SLIPS:
        shuffle(cells)
    return cells[:1] + cells if "twice" in SLIPS else cells


def play(colour, move):
    if move not in CELLS and "dies" in SLIPS:
        raise KeyError(move)
    if turn() is None and "end" not in SLIPS:
        return False
    if colour != turn() and "colour" not in SLIPS and turn() is not None:
        return False
    if move not in free() and "nonsense" not in SLIPS:
        return False
    if move == "a1" and "refuses" in SLIPS:
        return False
    if len(game) == 1:
        colour = "x" if "swaps" in SLIPS else "nobody" if "blots" in SLIPS else colour
    game.append((move, colour))
    return True


for line in sys.stdin:
    command, *words = line.split()
    answer = "= "
    if command == "name":
        answer += "Sloppy"
    elif command == "known_command":
        known = "boardsize clear_board play undo bustan-legal bustan-state".split()
        if "sets" in SLIPS:
            known += ["bustan-setup", "bustan-position"]
        answer += str(words[0] in known).lower()
    elif command == "boardsize":
        if words != ["3"] and "size" not in SLIPS:
            answer = "? unacceptable size"
    elif command == "clear_board":
        narrowed = False
        if "clear" not in SLIPS:
            start, game = [], []
    elif command == "play":
        if "names" in SLIPS:
            words[1] = words[1].removeprefix("m-") if words[1].startswith("m-") else "unknown"
        doubts = "hesitates" in SLIPS or "doubts" in SLIPS and words[1] == "c3"
        if "wonders" in SLIPS or doubts and game or "shrugs" in SLIPS and turn() is None:
            answer = f"? not told: {words[1]} is far away"
        elif not play(*words):
            answer = "? illegal move"
            if "wipes" in SLIPS:
                game.clear()
        elif len(game) == 3 and "echoes" in SLIPS:
            answer += "\n\n="
    elif command == "bustan-setup" and "sets" in SLIPS:
        if not set_up(" ".join(words)):
            answer = "? invalid position"
            if "forgets" in SLIPS:
                start, game = [], []
    elif command == "bustan-position" and "sets" in SLIPS:
        answer += position()
    elif command == "undo":
        narrowed = "narrows" in SLIPS
        if "balks" in SLIPS:
            answer = "? cannot undo"
        elif game and "keeps" in SLIPS:
            pass
        elif game:
            game.pop()
        elif "undo" not in SLIPS:
            answer = "? cannot undo"
    elif command == "bustan-legal":
        over = turn() is None and "mute" in SLIPS
        prefix = "m-" if "names" in SLIPS else ""
        answer = "? over" if over else answer + " ".join(prefix + cell for cell in listed())
    elif command == "bustan-state":
        state = {"to_move": turn(), "board": dict(start + game)}
        if "boardless" in SLIPS:
            state = {"to_move": turn()}
        # A position does not include the last move.
        elif not SLIPS & {"late", "sets"} or "late" in SLIPS and len(game) % 2:
            state["last"] = game[-1][0] if game else None
        text = json(state)
        for cell in CELLS if "names" in SLIPS else []:
            text = text.replace(f'"{cell}"', f'"m-{cell}"')
        answer += "no state" if "garbles" in SLIPS else text
    elif command != "quit":
        answer = "? unknown command"
    print(answer + "\n", flush=True)
    if command == "quit":
        break
