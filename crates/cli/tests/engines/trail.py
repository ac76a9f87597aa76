"""A game that Bustan does not know: in each of LENGTH moves a player writes a, b or c, but never c twice in a row.

    trail.py LENGTH [WAY ...]

Ways: name=NAME, silent (does not list its moves), free (plays c twice in a row, and does not list it), says=WORD (refuses
c with this word), last=N (keeps only the last N moves), full=N (keeps N moves, and drops a tenth of them when there are
more), forgets (forgets the moves before a c), stuck (does not take back its third move), never (takes back nothing),
refuses=WORDS (answers with these words, with _ for blanks, where it does not take back).
"""
import sys

from quick import json

length, ways = int(sys.argv[1]), dict(way.partition("=")[::2] for way in sys.argv[2:])
moves, kept = [], 0


def legal():
    return "" if len(moves) == length else "a b" if moves[-1:] == ["c"] else "a b c"


def play(word):
    global kept
    if len(moves) == length or word not in ("a", "b", "c"):
        return "? illegal move"
    if word == "c" and moves[-1:] == ["c"] and "free" not in ways:
        return "? illegal move: " + ways.get("says", "again")
    if word == "c" and "forgets" in ways:
        kept = 0
    moves.append(word)
    kept = min(kept + 1, int(ways.get("last", length)))
    if kept > int(ways.get("full", length)):
        kept -= int(ways["full"]) // 10
    return "= "


def undo():
    global kept
    if kept == 0 or "never" in ways or "stuck" in ways and len(moves) == 3:
        return "? " + ways.get("refuses", "cannot undo").replace("_", " ")
    moves.pop()
    kept -= 1
    return "= "


for line in sys.stdin:
    command, *words = line.split()
    answer = "= "
    if command == "name":
        answer += ways.get("name", "Trail")
    elif command == "known_command":
        known = ["clear_board", "play", "undo", "bustan-state", *([] if "silent" in ways else ["bustan-legal"])]
        answer += str(words[0] in known).lower()
    elif command == "clear_board":
        moves, kept = [], 0
    elif command == "play":
        answer = play(words[1])
    elif command == "undo":
        answer = undo()
    elif command == "bustan-legal":
        answer += legal()
    elif command == "bustan-state":
        turn = None if len(moves) == length else ("one", "two")[len(moves) % 2]
        answer += json({"to_move": turn, "written": "".join(moves[-3:])})
    elif command != "quit":
        answer = "? unknown command"
    print(answer + "\n", flush=True)
    if command == "quit":
        break
