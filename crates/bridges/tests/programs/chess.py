"""A chess program that speaks UCI, with the moves of `bustan gtp chess`, its first argument, and with faults.

    chess.py BUSTAN [standard] [bare] [searches] [mute] [always] [ep-in-check] [rook] [long] [total]

`standard`: it has no option UCI_Chess960. `bare`: it lists no moves. `mute`: it reports no positions. `searches`: it
obeys searchmoves. `always`: it writes the en passant square after every double step of a pawn. `ep-in-check`: it misses
en passant captures of a pawn that gives check. `rook`: it never promotes to a rook. `long`: it never castles long.
`total`: in check, its total is one more than it lists.
"""
import json
import subprocess
import sys

bustan, *ways = sys.argv[1:]
referee = subprocess.Popen([bustan, "gtp", "chess"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
chess960, now, state, legal, text = False, None, {}, [], ""


def asked(*commands):
    referee.stdin.write("\n".join(commands) + "\n")
    referee.stdin.flush()
    answers = []
    for _ in commands:
        lines = []
        while line := referee.stdout.readline().strip():
            lines.append(line)
        answers.append(" ".join(lines)[1:].strip())
    return answers


def look(position):
    """Looks up everything about a position in UCI notation, with the faults."""
    global now, state, legal, text
    if position == now:
        return
    words = position.split()
    moves = words[words.index("moves") + 1 :] if "moves" in words else []
    fen = "clear_board"
    if words[1] == "fen":
        fen = "bustan-setup " + " ".join(words[2:8]) + (" chess960" if chess960 else "")
    turn = words[1] == "fen" and words[3] == "b"
    plays = [f"play {('white', 'black')[(turn + at) % 2]} {move}" for at, move in enumerate(moves)]
    *_, told, listed, text = asked(fen, *plays, "bustan-state", "bustan-legal", "bustan-position")
    now, state, text = position, json.loads(told), text.replace(" chess960", "")
    legal = [move for move in listed.split() if not forgotten(move)]
    last = moves[-1] if moves else "a1a1"
    rows = int(last[1]), int(last[3])
    if "always" in ways and abs(rows[0] - rows[1]) == 2 and state["board"][last[2:4]] in "Pp":
        fields = text.split()
        text = " ".join([*fields[:3], f"{last[0]}{sum(rows) // 2}", *fields[4:]])


def forgotten(move):
    board, man = state["board"], state["board"].get(move[:2], "")
    return (
        "ep-in-check" in ways and state["check"] and man in "Pp" and move[2:4] == state["en_passant"]
        or "rook" in ways and move.endswith("r")
        or "long" in ways and man in "Kk" and move[0] == "e" and move[2] == "c"
    )


position = "position startpos"
for line in sys.stdin:
    words = line.split()
    if words[:1] == ["uci"]:
        option = "" if "standard" in ways else "option name UCI_Chess960 type check default false\n"
        print(f"id name Planted\n{option}uciok")
    elif words[:1] == ["setoption"]:
        chess960, now = words[-1] == "true", None
    elif words[:1] == ["isready"]:
        print("readyok")
    elif words[:1] == ["position"]:
        position = line.strip()
    elif words[:2] == ["go", "perft"] and "bare" not in ways:
        look(position)
        total = len(legal) + ("total" in ways and state["check"])
        if words[2] == "1":
            print("".join(f"{move}: 1\n" for move in legal) + f"\nNodes searched: {total}")
    elif words[:1] == ["go"]:
        look(position)
        wanted = words[-1:] if "searchmoves" in words and "searches" in ways else legal
        print("bestmove", next((move for move in legal if move in wanted), "(none)"))
    elif words[:1] == ["d"] and "mute" not in ways:
        look(position)
        print("Fen:", text)
        print("Checkers:", "e4" if state["check"] else "")
    elif words[:1] == ["quit"]:
        break
    sys.stdout.flush()
