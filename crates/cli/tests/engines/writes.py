"""A chess program that writes its values by conventions, with the moves of `bustan gtp chess`, its first argument.

    writes.py BUSTAN [claim | auto] [always | some | most | late | shifted] [omit] [misread] [counters] [files] [slow=FILE]

It reads and writes plain FEN, and refuses a position with words after the move number. `claim` and `auto` choose which
draws end its games. It gives the en passant square after every double push (`always`), only after those on the files a to
d (`some`) or only on the others (`most`), one move too long (`late`), or on the next file where black has moved on the
files a to d (`shifted`). With `omit` its positions never give a square on the files a to d; with `misread` it shows the
square at the other end of the rank after a set-up. `counters` keeps no counters; `files` names rooks by their files. With
`slow=FILE` the answer to the very first move is slow if this file exists, and the program removes it.
"""
import json
import os
import subprocess
import sys
import time

bustan, *ways = sys.argv[1:]
draws = next((f" draws {way}" for way in ways if way in ("claim", "auto")), "")
square = next((way for way in ways if way in ("always", "some", "most", "late", "shifted")), None)
referee = subprocess.Popen([bustan, "gtp", "chess"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
slow = next((way[5:] for way in ways if way.startswith("slow=")), None)
crossed = [None]


def asked(command):
    referee.stdin.write(command + "\n")
    referee.stdin.flush()
    lines = []
    while line := referee.stdout.readline().rstrip():
        lines.append(line)
    return "\n".join(lines)


def named(told):
    """The square for a capture en passant; `told` by the rules."""
    last = crossed[-1]
    if square == "late":
        return last or (crossed[-2] if len(crossed) > 1 else None)
    if square is None or last is None:
        return told
    near = last[0] in "abcd"
    if square == "shifted" and near and last[1] == "6":
        return "bcde"["abcd".index(last[0])] + "6"
    return last if square in ("always", "shifted") or near == (square == "some") else told


def played(move):
    state = json.loads(asked("bustan-state")[2:])
    pawn = state["board"].get(move[2:4]) in ("P", "p")
    double = pawn and abs(int(move[1]) - int(move[3])) == 2
    crossed.append(f"{move[0]}{(int(move[1]) + int(move[3])) // 2}" if double else None)


def shown(state):
    state["en_passant"] = named(state["en_passant"])
    if "counters" in ways:
        state["halfmoves"], state["fullmoves"] = 0, 1
        del state["ply"]
    if "files" in ways:
        state["castling"] = state["castling"].translate(str.maketrans("KQkq", "HAha"))
    return json.dumps(state)


def written(text):
    fields = text.split()[:6]
    fields[3] = named(None if fields[3] == "-" else fields[3]) or "-"
    if "omit" in ways and fields[3][0] in "abcd":
        fields[3] = "-"
    if "counters" in ways:
        fields[4:] = "0", "1"
    return " ".join(fields)


for line in sys.stdin:
    command, _, words = line.strip().partition(" ")
    if command == "name":
        answer = "= Writes"
    elif command == "known_command" and words in ("boardsize", "bustan-variants"):
        answer = "= false"
    elif command == "bustan-setup":
        fields = words.split()
        answer = "? too many words" if len(fields) > 6 else asked(line.strip() + draws)
        if answer[0] == "=":
            crossed[:] = [None if fields[3] == "-" else fields[3]]
            if "misread" in ways and crossed[0]:
                crossed[0] = "hgfedcba"["abcdefgh".index(crossed[0][0])] + crossed[0][1]
    elif command == "clear_board":
        answer = asked(f"boardsize 8{draws}")
        crossed[:] = [None]
    elif command == "bustan-state":
        answer = "= " + shown(json.loads(asked(command)[2:]))
    elif command == "bustan-position":
        answer = "= " + written(asked(command)[2:])
    else:
        if slow and command == "play" and os.path.exists(slow):
            os.remove(slow)
            time.sleep(6)
        answer = asked(line.strip())
        if command == "play" and answer[0] == "=":
            played(words.split()[1])
        elif command == "undo" and answer[0] == "=":
            crossed.pop()
    print(answer + "\n", flush=True)
    if command == "quit":
        break
