"""A Go program without groups and captures, on boards of up to five by five.

    gtp.py [banner] [asks] [lists] [nonsense] [begins=N] [fixed] [omits]

`banner`: it prints a greeting without being asked. `asks`: it has is_legal instead of all_legal. `lists`: it has neither.
`nonsense`: it answers list_stones with a line that is not an answer. `begins=N`: it begins on N by N and reports the size.
`fixed`: it takes no other size. `omits`: all_legal leaves out the first vertex.
"""
import sys

ways, size, moves = sys.argv[1:], 5, []
letters = "ABCDE"
known = "name version list_commands boardsize clear_board play undo list_stones captures showboard quit".split()
begins = [int(way.removeprefix("begins=")) for way in ways if way.startswith("begins=")]
if begins:
    size = begins[0]
    known.append("query_boardsize")
if "fixed" in ways:
    known.remove("boardsize")
known += ["is_legal"] if "asks" in ways else [] if "lists" in ways else ["all_legal"]


def stones(colour):
    return [vertex for player, vertex in moves if player == colour and vertex != "PASS"]


if "banner" in ways:
    print("Stones, a program for Go\n\nready", flush=True)
for line in sys.stdin:
    command, *words = line.split()
    free = [f"{c}{r + 1}" for c in letters[:size] for r in range(size)]
    free = [vertex for vertex in free if vertex not in stones("black") + stones("white")]
    answer = "="
    if command not in known:
        answer = "? unknown command"
    elif command == "name":
        answer = "= Stones"
    elif command == "version":
        answer = "= 1"
    elif command == "list_commands":
        answer = "= " + "\n".join(known)
    elif command == "query_boardsize":
        answer = f"= {size}"
    elif command == "boardsize":
        if int(words[0]) > 5:
            answer = "? unacceptable size"
        else:
            size, moves = int(words[0]), []
    elif command == "clear_board":
        moves = []
    elif command == "play":
        vertex = words[1].upper()
        if vertex not in free + ["PASS"]:
            answer = "? illegal move"
        else:
            moves.append((words[0], vertex))
    elif command == "undo":
        moves.pop()
    elif command == "all_legal":
        answer = "= " + " ".join(free[1:] if "omits" in ways else free)
    elif command == "is_legal":
        answer = f"= {int(words[1] in free)}"
    elif command == "list_stones":
        answer = "hello" if "nonsense" in ways else "= " + " ".join(stones(words[0]))
    elif command == "captures":
        answer = "= 0"
    elif command == "showboard":
        answer = "=\n A B\n . ."
    print(answer + "\n", flush=True)
    if command == "quit":
        break
