"""A few moves of Hive, as a program that speaks UHP."""
import sys

LINES = [["wS1"], ["bS1 wS1-", "bS1 wS1/"], ["wQ -wS1"], ["pass"], []]
kind, moves = "Base", []


def game():
    state = "NotStarted" if not moves else "InProgress" if len(moves) < 4 else "WhiteWins"
    turn = f"{['White', 'Black'][len(moves) % 2]}[{1 + len(moves) // 2}]"
    return ";".join([kind, state, turn, *moves])


print("id Beetle v1\nMosquito;Ladybug\nok", flush=True)
for line in sys.stdin:
    command, _, rest = line.strip().partition(" ")
    if command == "newgame":
        kind, _, rest = rest.partition(";")
        moves = rest.split(";")[2:] if rest else []
        answer = game()
    elif command == "validmoves":
        answer = ";".join(LINES[len(moves)])
    elif command == "play" and rest in LINES[len(moves)]:
        moves.append(rest)
        answer = game()
    elif command == "play":
        answer = "invalidmove no such move"
    elif command == "undo":
        moves.pop()
        answer = game()
    elif command == "options":
        answer = "err unknown option"
    elif command == "quit":
        break
    else:
        answer = "err unknown command"
    print(f"{answer}\nok", flush=True)
