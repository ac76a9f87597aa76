"""Sets a text that is no SFEN, first by the function that raises an error, then by the one that should."""
import cshogi

board = cshogi.Board()
try:
    board.set_position("sfen x")
except RuntimeError as error:
    print(f"set_position raises RuntimeError: {error}", flush=True)
try:
    board.set_sfen("x")
except RuntimeError as error:
    print(f"set_sfen raises RuntimeError: {error}")
