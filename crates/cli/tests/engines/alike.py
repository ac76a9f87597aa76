"""A game that Bustan does not know: in each of five moves a player writes a, b or c.

    alike.py [flawed] [MISTAKE FILE]

With `flawed` it neither lists nor plays c after ab (the mistake `short`), nor b after cab (`long`): the mistakes are
unrelated, and have the same signature. The first game that reaches MISTAKE takes half a second longer, and creates FILE.
"""

import sys
import time

from quick import json

MISTAKES = {"short": ("ab", "c"), "long": ("cab", "b")}
flawed = "flawed" in sys.argv
slow, file = sys.argv[2:] if len(sys.argv) > 2 else (None, None)
text = ""


def legal():
    missing = {before: move for before, move in MISTAKES.values()} if flawed else {}
    return [move for move in "abc" if len(text) < 5 and missing.get(text) != move]


def turn():
    return ("black", "white")[len(text) % 2]


def wait_once():
    try:
        open(file, "x").close()
    except FileExistsError:
        return
    time.sleep(0.5)


def answer(command, words):
    global text
    if command == "name":
        return "= Alike" + (" with flaws" if flawed else "")
    if command == "clear_board":
        text = ""
    elif command == "play":
        player, move = words
        if player != turn() or move not in legal():
            return "? illegal move"
        text += move
        if slow and text == MISTAKES[slow][0]:
            wait_once()
    elif command == "undo":
        if not text:
            return "? nothing to undo"
        text = text[:-1]
    elif command == "bustan-legal":
        return "= " + " ".join(legal())
    elif command == "bustan-state":
        return "= " + json({"to_move": turn() if len(text) < 5 else None, "written": text})
    elif command == "bustan-position":
        return f"= {text or '-'}/{turn()}"
    elif command == "bustan-setup":
        text = words[0].split("/")[0].replace("-", "")
    elif command != "quit":
        return "? unknown command"
    return "="


for line in sys.stdin:
    command, *words = line.split()
    print(answer(command, words), end="\n\n", flush=True)
    if command == "quit":
        break
