"""Sets positions with many pawns in hand, and tells which position the library then has."""
import cshogi
import shogi

for hand in ("18P", "32P", "99P"):
    text = f"4k4/9/9/9/9/9/9/9/4K4 b {hand} 1"
    board = cshogi.Board()
    board.set_sfen(text)
    print(f"cshogi reads {hand} as {board.sfen().split(' ')[2] or 'nothing'}")
    print(f"python-shogi reads {hand} as {shogi.Board(text).sfen().split(' ')[2]}")
