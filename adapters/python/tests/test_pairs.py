"""Different libraries must agree on the same game, and faults planted in them must be found."""
import pytest
from ready import engine, needs

from bustan_adapters import Differ, assert_agrees, assert_agrees_on

CHESS = ["legal", "to_move", "board", "castling", "en_passant", "fullmoves", "over", "winner", "position"]
#: Pairs of adapters, the parts that must be compared, and the parts that are ignored.
PAIRS = [
    ("chess", "pyffish", [*CHESS, "check", "halfmoves"], []),
    ("chess draws=claim", "openspiel chess", [*CHESS, "halfmoves"], []),
    ("chess draws=claim", "pyffish draws=claim", [*CHESS, "halfmoves"], []),
    ("chess draws=auto", "pyffish draws=auto", [*CHESS, "halfmoves"], []),
    ("chess ep=pseudo draws=claim", "openspiel chess ep=pseudo", CHESS, []),
    ("chess crazyhouse", "pyffish crazyhouse", [*CHESS, "check", "pockets"], []),
    ("chess crazyhouse draws=claim", "openspiel crazyhouse", [*CHESS, "pockets"], []),
    ("chess 3check", "pyffish 3check", [*CHESS, "checks"], []),
    ("chess atomic", "pyffish atomic", CHESS, []),
    ("chess antichess", "pyffish antichess", CHESS, []),
    ("chess horde", "pyffish horde", CHESS, []),
    ("chess racingkings", "pyffish racingkings", CHESS, []),
    ("chess koth", "pyffish koth", CHESS, []),
    ("chess chess960 start=7", "pyffish chess960 start=7", CHESS, []),
    # python-shogi accepts a drop on a piece of the opponent if the drop is tested.
    ("shogi", "cshogi", ["legal", "board", "hands", "check", "position"], ["refused"]),
    ("cshogi", "pyffish shogi", ["legal", "board", "hands", "check", "position"], []),
    ("shogi draws=auto", "openspiel shogi", ["legal", "board", "hands", "position"], ["refused"]),
    ("creversi", "openspiel othello", ["legal", "board", "scores", "winner"], []),
    ("creversi", "pyffish flipello", ["legal", "board", "scores", "winner"], []),
    ("openspiel checkers", "pydraughts", ["legal", "to_move", "board", "winner"], []),
    ("sgfmill size=5 superko=end", "openspiel go board_size=5", ["legal", "to_move", "board", "winner"], []),
    ("openspiel xiangqi", "pyffish xiangqi", ["legal", "board"], []),
]


@pytest.mark.parametrize("mine, theirs, require, ignore", PAIRS)
def test_libraries_agree(mine, theirs, require, ignore):
    needs(mine, theirs)
    slow = "pyffish" in mine + theirs
    assert_agrees(mine, theirs, games=1 if slow else 3, plies=40 if slow else 70, require=require, ignore=ignore)


def test_an_error_of_open_spiel_is_found():
    # In antichess captures are compulsory, including en passant.
    needs("openspiel antichess", "chess")
    position = "4k3/8/8/8/1p6/8/P7/4K3 w - - 0 1"
    with pytest.raises(Differ, match="only OpenSpiel antichess lists b4b3 ") as differ:
        assert_agrees("chess antichess", "openspiel antichess", positions=[position], games=30, plies=3, seed=1)
    assert differ.value.moves == [("white", "a2a4")]
    assert engine("pyffish antichess", "a2a4", position=position).legal() == ["b4a3"]


def test_an_error_of_python_shogi_is_found():
    needs("shogi", "cshogi")
    with pytest.raises(Differ, match=r"python-shogi plays G\*5a, which is not listed"):
        assert_agrees_on("shogi", "cshogi", "G*5a", position="4k4/9/9/9/9/9/9/9/4K4 b G 1")


def test_a_convention_that_differs_is_found():
    needs("chess", "openspiel chess")
    with pytest.raises(Differ, match="en_passant differs") as differ:
        assert_agrees("chess ep=always", "openspiel chess", games=1)
    assert len(differ.value.moves) == 1
    with pytest.raises(Differ, match="only python-chess chess lists"):
        assert_agrees_on("chess", "openspiel chess", "g1f3 g8f6 f3g1 f6g8 g1f3 g8f6 f3g1 f6g8")


def test_planted_faults_are_found():
    needs("chess", "creversi", "openspiel othello")

    class NoCastling(type(engine("chess"))):
        name = "no castling"

        def listed(self):
            return {word: move for word, move in super().listed().items() if not self.board.is_castling(move)}

    def no_castling():
        made = engine("chess")
        made.__class__ = NoCastling
        return made

    position = "4k3/8/8/8/8/8/8/R3K3 w Q - 0 1"
    with pytest.raises(Differ, match="lists e1c1") as differ:
        assert_agrees(no_castling, "chess", games=5, plies=10, positions=[position])
    assert differ.value.moves == []

    class MissesADisc(type(engine("creversi"))):
        def keys(self):
            keys = super().keys()
            board = {cell: disc for cell, disc in keys["board"].items() if cell != "h8"}
            return {**keys, "board": board}

    def misses():
        made = engine("creversi")
        made.__class__ = MissesADisc
        return made

    with pytest.raises(Differ, match="board differs") as differ:
        assert_agrees(misses, "openspiel othello", games=3, shrink_seconds=1)
    assert differ.value.moves[-1][1] == "h8"
