"""A Go program with captures, on boards of up to nine by nine. Suicide and retaking a ko at once are illegal.

    go.py [lists] [ko] [stays]

It lists no moves, unless `lists` adds all_legal. `ko`: it allows retaking a ko at once. `stays`: it does not restore the
captured stones when it takes back a capture.
"""
import sys

ways, size = sys.argv[1:], 5
letters = "ABCDEFGHJ"
known = "name list_commands boardsize clear_board komi play undo genmove quit".split()
known += ["all_legal"] if "lists" in ways else []
past = [({}, None)]


def near(point):
    column, row = point
    around = [(column - 1, row), (column + 1, row), (column, row - 1), (column, row + 1)]
    return [(c, r) for c, r in around if 0 <= c < size and 0 <= r < size]


def group(board, point):
    stones, edge = {point}, [point]
    while edge:
        for other in near(edge.pop()):
            if other not in stones and board.get(other) == board[point]:
                stones.add(other)
                edge.append(other)
    return stones


def breathes(board, stones):
    return any(other not in board for stone in stones for other in near(stone))


def read(word):
    word = word.upper()
    column, row = letters.find(word[:1]), int(word[1:]) - 1 if word[1:].isdigit() else -1
    return (column, row) if word[:1] and 0 <= column < size and 0 <= row < size else None


def after(colour, point):
    """The position after a stone, or None if it is illegal."""
    board, ko = past[-1]
    if point is None or point in board or (point == ko and "ko" not in ways):
        return None
    board = {**board, point: colour}
    taken = set()
    for other in near(point):
        if board.get(other, colour) != colour and not breathes(board, group(board, other)):
            taken |= group(board, other)
    board = {at: stone for at, stone in board.items() if at not in taken}
    mine = group(board, point)
    if not breathes(board, mine):
        return None
    alone = len(taken) == 1 and len(mine) == 1 and sum(at not in board for at in near(point)) == 1
    return board, next(iter(taken)) if alone else None


def play(colour, word):
    position = (past[-1][0], None) if word.lower() == "pass" else after(colour, read(word))
    if position:
        past.append(position)
    return position


for line in sys.stdin:
    command, *words = line.split()
    answer = "="
    if command not in known:
        answer = "? unknown command"
    elif command == "name":
        answer = "= Stones"
    elif command == "list_commands":
        answer = "= " + "\n".join(known)
    elif command == "boardsize":
        size, past = int(words[0]), [({}, None)]
    elif command == "clear_board":
        past = [({}, None)]
    elif command == "play" and not play(words[0].lower(), words[1]):
        answer = "? illegal move"
    elif command == "undo":
        if len(past) == 1:
            answer = "? cannot undo"
        else:
            board, ko = past.pop()
            if "stays" in ways and len(board) <= len(past[-1][0]):
                past[-1] = (board, ko)
    elif command == "genmove":
        play(words[0].lower(), "pass")
        answer = "= pass"
    elif command == "all_legal":
        points = [(c, r) for c in range(size) for r in range(size)]
        answer = "= " + " ".join(f"{letters[c]}{r + 1}" for c, r in points if after(words[0], (c, r)))
    print(answer + "\n", flush=True)
    if command == "quit":
        break
