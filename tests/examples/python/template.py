"""Everything that Bustan needs to test your engine: replace `my_engine` with it.

    bustan check GAME --against 'python3 template.py'
"""
import sys
from my_engine import start, legal_moves, play, Illegal  # yours

game = start()
for line in sys.stdin:
    command, *words = line.split()
    answer = "= "
    if command == "name":
        answer += "my engine"
    elif command == "clear_board":
        game = start()
    elif command == "play":  # play COLOUR MOVE
        try:
            play(game, *words)
        except Illegal:
            answer = "? illegal move"
    elif command == "bustan-legal":
        answer += " ".join(legal_moves(game))
    elif command != "quit":
        answer = "? unknown command"
    print(answer + "\n", flush=True)
    if command == "quit":
        break
