"""A game whose moves are words with signs, as in the short notation of chess: two players take words in turn,
each word once, until none is left. A comment begins with a separate #.

The arguments are differences from other programs:

    mute       lists no legal moves
    bare       leaves out the # of words
    rook       refuses e8=Q+ after Qxf7# and O-O-O, and does not list it
    reader     takes each # for the beginning of a comment
"""

import sys

from quick import json

WORDS = ["Qxf7#", "e8=Q+", "O-O-O", "N@f3!?", "R1a3", "exd6"]
modes = sys.argv[1:]
taken = []
start = 0


def turn():
    return ("white", "black")[len(taken) % 2] if len(taken) < len(WORDS) else None


def own(word):
    return word.replace("#", "") if "bare" in modes else word


def legal():
    hidden = {"e8=Q+"} if "rook" in modes and {"Qxf7#", "O-O-O"} <= set(taken) else set()
    return [own(word) for word in WORDS if word not in taken and word not in hidden]


for line in sys.stdin:
    command, *words = (" " + line).partition("#" if "reader" in modes else " #")[0].split() or [""]
    answer = "="
    if command == "":
        continue
    if command == "name":
        answer = " ".join(["= Signs", *modes])
    elif command == "clear_board":
        taken.clear()
        start = 0
    elif command == "play":
        if words[0] != turn() or words[1:] != [word for word in legal() if word in words[1:]]:
            answer = "? illegal move"
        else:
            taken.append(next(word for word in WORDS if own(word) == words[1]))
    elif command == "undo" and len(taken) > start:
        taken.pop()
    elif command == "bustan-legal" and "mute" not in modes:
        answer = "= " + " ".join(legal())
    elif command == "bustan-state":
        answer = "= " + json({"to_move": turn(), "last": own(taken[-1]) if taken else None, "taken": len(taken)})
    elif command == "bustan-position":
        answer = "= " + (" ".join(map(own, taken)) or "none")
    elif command == "bustan-setup":
        known = {own(word): word for word in WORDS}
        if words == ["none"] or all(word in known for word in words):
            taken[:] = [known[word] for word in words if word != "none"]
            start = len(taken)
        else:
            answer = "? unacceptable position"
    elif command != "quit":
        answer = "? unknown command"
    print(answer + "\n", flush=True)
    if command == "quit":
        break
