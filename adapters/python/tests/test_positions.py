"""Positions that cannot occur in a game must be refused, and a refused position must not change anything."""
import json

import pytest
from ready import engine

from bustan_adapters import Refused

#: The faults and the FENs.
CHESS = """
empty | 8/8/8/8/8/8/8/8 w - - 0 1
no white king | 4k3/8/8/8/8/8/8/8 w - - 0 1
no black king | 8/8/8/8/8/8/8/4K3 w - - 0 1
two white kings | 4k3/8/8/8/8/8/8/4KK2 w - - 0 1
two black kings | 4kk2/8/8/8/8/8/8/4K3 w - - 0 1
kings side by side | 8/8/8/8/8/8/4k3/4K3 w - - 0 1
black in check, white on turn | 4k3/8/8/8/8/8/8/4RK2 w - - 0 1
white in check, black on turn | 4k3/8/8/8/8/5n2/8/4K3 b - - 0 1
a pawn that gives check to the player who has moved | 8/8/8/3k4/4P3/8/8/4K3 w - - 0 1
castling without rooks | 4k3/8/8/8/8/8/8/4K3 w KQkq - 0 1
castling of a king that has moved | 8/4k3/8/8/8/8/4K3/7R w K - 0 1
castling with a rook of the other side | 4k3/8/8/8/8/8/8/4K2r w K - 0 1
castling named twice | r3k2r/8/8/8/8/8/8/R3K2R w KK - 0 1
castling by unknown letters | 4k3/8/8/8/8/8/8/4K3 w abc - 0 1
en passant square on the fourth rank | 4k3/8/8/8/4P3/8/8/4K3 b - e4 0 1
en passant square on the rank of the other side | 4k3/8/8/8/4P3/8/8/4K3 b - e6 0 1
en passant square without a pawn | 4k3/8/8/8/8/8/8/4K3 b - e3 0 1
en passant square before a pawn of the player on turn | 4k3/8/8/8/4P3/8/8/4K3 w - e3 0 1
en passant square with a piece where the pawn came from | 4k3/8/8/8/4P3/8/4N3/4K3 b - e3 0 1
en passant square with a piece on it | 4k3/8/8/8/4P3/4N3/8/4K3 b - e3 0 1
negative halfmoves | 4k3/8/8/8/8/8/8/4K3 w - - -1 1
negative fullmoves | 4k3/8/8/8/8/8/8/4K3 w - - 0 -1
halfmoves that are no number | 4k3/8/8/8/8/8/8/4K3 w - - x 1
halfmoves that are too many | 4k3/8/8/8/8/8/8/4K3 w - - 99999999999 1
nine pawns | 4k3/pppppppp/p7/8/8/8/8/4K3 w - - 0 1
seventeen pieces | 4k3/8/8/8/8/NN6/PPPPPPPP/RNBQKBNR w - - 0 1
a pawn on the eighth rank | P3k3/8/8/8/8/8/8/4K3 w - - 0 1
a pawn on the first rank | 4k3/8/8/8/8/8/8/p3K3 w - - 0 1
nine files | ppppppppp/8/8/8/8/8/8/4K3 w - - 0 1
seven ranks | 4k3/8/8/8/8/8/4K3 w - - 0 1
nine ranks | 4k3/8/8/8/8/8/8/8/4K3 w - - 0 1
another player | 4k3/8/8/8/8/8/8/4K3 x - - 0 1
one field more | 4k3/8/8/8/8/8/8/4K3 w - - 0 1 extra
words | hello world
"""
SHOGI = """
empty | 9/9/9/9/9/9/9/9/9 b - 1
no king | 9/9/9/9/9/9/9/9/4K4 b - 1
two kings of one player | 4k4/9/9/9/9/9/9/9/3KK4 b - 1
kings side by side | 9/9/9/9/9/9/9/4k4/4K4 b - 1
white in check, black on turn | 4k4/9/9/9/9/9/9/9/4R3K b - 1
a check by a promoted piece | 4k4/5+P3/9/9/9/9/9/9/4K4 b - 1
a check by a knight | 4k4/9/3N5/9/9/9/9/9/4K4 b - 1
a pawn on the last row | P3k4/9/9/9/9/9/9/9/4K4 b - 1
a white pawn on the last row | 4k4/9/9/9/9/9/9/9/p3K4 b - 1
a lance on the last row | L3k4/9/9/9/9/9/9/9/4K4 b - 1
a knight before the last row | 4k4/N8/9/9/9/9/9/9/4K4 b - 1
two pawns on a file | 4k4/9/9/9/9/P8/9/P8/4K4 b - 1
nineteen pawns | 4k4/ppppppppp/9/9/9/9/PPPPPPPPP/9/4K4 b P 1
nineteen pawns in hand | 4k4/9/9/9/9/9/9/9/4K4 b 19P 1
three rooks | 4k4/9/9/9/9/9/9/RRR6/4K4 b - 1
a promoted king | 4+k4/9/9/9/9/9/9/9/4K4 b - 1
a promoted gold | 4k4/9/9/+G8/9/9/9/9/4K4 b - 1
a king in hand | 4k4/9/9/9/9/9/9/9/4K4 b K 1
a move before the first | 4k4/9/9/9/9/9/9/9/4K4 b - 0
words | hello
"""
XIANGQI = """
generals that face each other | 4k4/9/9/9/9/9/9/9/9/4K4 w - - 0 1
black in check, red on turn | 3k5/9/9/9/9/9/9/9/3R5/4K4 w - - 0 1
no general | 4k4/9/9/9/9/9/9/9/9/9 w - - 0 1
words | hello
"""
OTHELLO = """
an empty board | 8/8/8/8/8/8/8/8[PPpp] w - - 0 1
an empty cell in the middle | 8/8/8/3P4/3Pp3/8/8/8[PPpp] w - - 0 1
pieces of chess | 4k3/8/8/8/8/8/8/4K3 w - - 0 1
words | hello
"""
#: Adapters, moves of a game, and the positions that the adapter must refuse. Games with drops do not check the number
#: of pieces.
ADAPTERS = [
    ("chess", "e2e4 e7e5", CHESS), ("chess chess960", "e2e4 e7e5", CHESS), ("chess 3check", "e2e4 e7e5", CHESS),
    ("pyffish", "e2e4 e7e5", CHESS), ("pyffish chess960", "e2e4 e7e5", CHESS), ("pyffish koth", "e2e4 e7e5", CHESS),
    ("openspiel chess", "e2e4 e7e5", CHESS),
    ("shogi", "7g7f 3c3d", SHOGI), ("cshogi", "7g7f 3c3d", SHOGI), ("pyffish shogi", "7g7f 3c3d", SHOGI),
    ("openspiel shogi", "7g7f 3c3d", SHOGI),
    ("pyffish xiangqi", "h2e2", XIANGQI), ("pyffish flipello", "d3 c3", OTHELLO),
]


def told(playing):
    return json.dumps([playing.state(), sorted(playing.legal()), playing.position(), playing.to_move()])


@pytest.mark.parametrize("spec, moves, rows", ADAPTERS, ids=[spec for spec, _, _ in ADAPTERS])
def test_what_cannot_be_is_refused_and_changes_nothing(spec, moves, rows):
    playing = engine(spec)
    before = [told(playing)]
    for move in moves.split():
        playing.play(playing.turn(), move)
        before.append(told(playing))
    taken = []
    for row in [*rows.strip().split("\n"), " | "]:
        what, text = row.split(" | ", 1)
        try:
            playing.setup(text)
        except Refused as refused:
            assert str(refused), what
        else:
            taken.append(what)
            break
        assert told(playing) == before[-1], what
    assert taken == []
    # The moves of the game can still be taken back.
    for state in before[-2::-1]:
        playing.undo()
        assert told(playing) == state


@pytest.mark.parametrize("spec", [
    "chess", "chess horde", "chess antichess", "chess crazyhouse", "pyffish", "pyffish xiangqi", "pyffish flipello",
    "openspiel chess", "openspiel crazyhouse", "openspiel antichess", "openspiel shogi", "pyffish shogi", "shogi", "cshogi",
])
def test_signs_that_mean_nothing_are_refused(spec):
    playing = engine(spec)
    before, own = told(playing), playing.position()
    for sign in ("!?", "~~", "#"):
        # The FENs of Othello are long and similar, so fewer of them are tried.
        for at in range(0, len(own) + 1, 1 if len(own) < 80 else 7):
            with pytest.raises(Refused):
                playing.setup(own[:at] + sign + own[at:])
            assert told(playing) == before


@pytest.mark.parametrize("spec, text", [
    # Checks by two and three pieces are possible, or at least the board does not rule them out.
    ("chess", "4k3/8/8/8/8/3n1n2/8/4K3 w - - 0 1"), ("pyffish", "4k3/8/8/8/4r3/8/3n4/r3K3 w - - 0 1"),
    ("openspiel chess", "4k3/8/8/8/4r3/8/3n4/r3K3 w - - 0 1"),
    # Eight queens that were promoted from pawns, and the original one.
    ("chess", "4k3/8/1QQ5/1QQ5/1QQ5/Q1Q5/Q7/4K3 b - - 0 1"), ("pyffish", "4k3/8/1QQ5/1QQ5/1QQ5/Q1Q5/Q7/4K3 b - - 0 1"),
    ("openspiel chess", "4k3/8/1QQ5/1QQ5/1QQ5/Q1Q5/Q7/4K3 b - - 0 1"),
    ("chess chess960", "4k3/8/8/8/8/8/8/4KRR1 w F - 0 1"), ("pyffish chess960", "4k3/8/8/8/8/8/8/4KRR1 w F - 0 1"),
    # In crazyhouse pawns change sides, and in horde White has many pawns, even on the first rank.
    ("chess crazyhouse", "4k3/pppppppp/pp6/8/8/8/8/4K3[Q] w - - 0 1"),
    ("pyffish crazyhouse", "4k3/pppppppp/pp6/8/8/8/8/4K3[Q] w - - 0 1"),
    ("openspiel crazyhouse", "4k3/pppppppp/pp6/8/8/8/8/4K3[Q] w - - 0 1"),
    ("chess horde", "4k3/8/8/8/8/8/8/PPPPPPPP w - - 0 1"), ("pyffish horde", "4k3/8/8/8/8/8/8/PPPPPPPP w - - 0 1"),
    # In atomic chess, kings may be on adjacent squares. In antichess, kings are pieces like any other.
    ("chess atomic", "8/8/8/8/8/8/4k3/R3K3 w - - 0 1"), ("pyffish antichess", "k7/8/8/8/8/8/8/KK6 w - - 0 1"),
    ("chess antichess", "k7/8/8/8/8/8/8/KK6 w - - 0 1"), ("openspiel antichess", "k7/8/8/8/8/8/8/KK6 w - - 0 1"),
    ("chess 3check", "4k3/8/8/8/8/8/8/4K3 w - - 0 1 +0+0"), ("chess 3check", "4k3/8/8/8/8/8/8/4K3 w - - 3+2 0 1"),
    ("shogi", "4k4/9/9/9/9/9/9/9/4K4 b 2R2B4G4S4N4L18P 1"), ("cshogi", "4k4/9/4P4/9/9/9/9/9/4K4 w G 7"),
    ("pyffish xiangqi", "3k5/9/9/9/9/9/9/9/3R5/4K4 b - - 0 1"),
])
def test_what_can_be_is_taken(spec, text):
    assert engine(spec, position=text).legal() is not None
