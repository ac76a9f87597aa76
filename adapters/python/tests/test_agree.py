"""`assert_agrees` must find planted faults, and shrink the games that reveal them as much as possible."""
import json
import re
import time

import pytest
from noughts import (
    Crashes,
    CrashesInState,
    Fickle,
    ForgetsACell,
    ForgetsALine,
    GoesOn,
    KeepsItsList,
    ListsTwice,
    Noughts,
    Refuses,
    RefusesPositions,
    TakesAnything,
    UndoesTwo,
    WrongBoard,
    WrongPosition,
    WrongTurn,
)

from bustan_adapters import Differ, Illegal, assert_agrees, assert_agrees_on


def found(theirs, mine=Noughts, games=400, **options):
    """Returns the difference between two engines. There must be one."""
    with pytest.raises(Differ) as caught:
        assert_agrees(mine, theirs, games=games, **options)
    return caught.value


def test_right_engines_agree():
    agreement = assert_agrees(Noughts, Noughts, games=30)
    assert agreement.games == agreement.finished == 30
    assert 150 <= agreement.plies <= 270
    assert {"legal", "to_move", "board", "over", "winner", "refused", "undo", "position", "score"} <= set(agreement.compared)
    assert agreement.compared["board"] > agreement.plies
    assert agreement.compared["score"] >= 30


UNLISTED = "no shorter game shows this difference; of unlisted moves, only those listed elsewhere were tried"


@pytest.mark.parametrize("fault, what, moves, told", [
    (ForgetsALine, "legal", 5, "only forgets a line lists"),
    (ForgetsACell, "legal", 2, "only right lists b2"),
    (ListsTwice, "legal", 3, "lists twice lists c3 more than once"),
    (WrongTurn, "to_move", 4, "the player to move differs"),
    (WrongBoard, "board", 2, "board differs"),
    (Refuses, "refused", 2, "refuses lists b2 but refuses it"),
    (TakesAnything, "refused", 2, "takes anything plays"),
    (UndoesTwo, "undo", 3, "undoes two reports another legal after a2 is played and taken back"),
    (KeepsItsList, "undo", 0, "keeps its list reports another legal"),
    (Crashes, "crash", 2, "crashes raises in play: IndexError: no room"),
    (CrashesInState, "crash", 3, "crashes in state raises in state: TypeError"),
    (GoesOn, "legal", 5, "only goes on lists"),
    (WrongPosition, "position", 2, "position differs"),
])
def test_every_fault_is_seen_and_made_short(fault, what, moves, told):
    # The same fault causes another difference when the forgotten line fills the board.
    ignore = ["winner", "score"]
    differ = found(fault, ignore=ignore, shrink_seconds=60)
    assert (differ.what, len(differ.moves)) == (what, moves), str(differ)
    assert told in str(differ)
    # A finding about an unlisted move cannot be proven shortest, because any text may be such a move.
    assert (UNLISTED if fault is TakesAnything else "proven shortest for this difference") in str(differ)
    # The fault must also be found with the engines exchanged.
    differ = found(Noughts, fault, ignore=ignore, shrink_seconds=0)
    assert differ.what == what
    assert told in str(differ) or what in ("legal", "undo")


class TakesSome(Noughts):
    """Accepts a move to an occupied c3, and after four moves to an occupied a1."""

    name = "takes some"

    def play(self, colour, word):
        if word in self.played and (word == "c3" or word == "a1" and len(self.played) >= 4):
            self.moves.append(word)
        else:
            super().play(colour, word)


@pytest.mark.parametrize("seed", range(8))
def test_every_word_is_tried_where_the_difference_is_about_an_unlisted_one(seed):
    differ = found(TakesSome, seed=seed, shrink_seconds=60)
    assert [word for _, word in differ.moves] == ["c3", "c3"], str(differ)
    assert "The game (2 moves, shrunk from" in str(differ) and UNLISTED in str(differ)


class RefusesTwice(Refuses):
    """Also refuses c3 as the first move."""

    name = "refuses twice"

    def play(self, colour, word):
        if word == "c3" and not self.played:
            raise Illegal("corner")
        super().play(colour, word)


@pytest.mark.parametrize("seed", range(2))
def test_every_refusal_is_looked_for(seed):
    differ = found(RefusesTwice, seed=seed, shrink_seconds=60)
    assert [word for _, word in differ.moves] == ["c3"], str(differ)
    assert "refuses twice lists c3 but refuses it" in str(differ) and "proven shortest for this difference" in str(differ)


class ForgetsToUndo(Noughts):
    """Takes b2 back only if it is the first move, and a1 only before the fourth move."""

    name = "forgets to undo"

    def undo(self):
        last = self.moves[-1]
        if not (last == "b2" and len(self.played) > 1 or last == "a1" and len(self.played) > 3):
            self.moves.pop()


@pytest.mark.parametrize("seed", range(2))
def test_every_move_is_taken_back(seed):
    differ = found(ForgetsToUndo, seed=seed, shrink_seconds=60)
    # One move, and then b2 and undo.
    assert differ.what == "undo" and len(differ.moves) == 1, str(differ)
    assert "play o b2\n  undo" in str(differ) and "proven shortest for this difference" in str(differ)


def test_a_game_that_was_not_searched_says_so():
    assert "not proven shortest" in str(found(ForgetsALine, ignore=["winner", "score"], shrink_seconds=0.001))


def test_the_message_is_whole():
    options = {"ignore": ["winner", "score"], "shrink_seconds": 60}
    differ = found(ForgetsALine, games=50, **options)
    lines = str(differ).split("\n")
    assert re.fullmatch(r"right and forgets a line differ: only forgets a line lists .+", lines[0])
    assert re.fullmatch(r"The game \(5 moves(, shrunk from \d)?, proven shortest for this difference\):", lines[2])
    assert lines[3] == "  clear_board"
    assert [line.split() for line in lines[4:9]] == [["play", player, word] for player, word in differ.moves]
    assert "right: nothing" in lines
    board = lines.index("right:")
    assert len("".join(lines[board + 1:board + 4]).replace(" ", "").replace(".", "")) == 5
    again = re.fullmatch(r"Found in game (\d+) of seed 0. Find it again: BUSTAN_SEED=0 BUSTAN_GAMES=\1", lines[-2])
    test = re.fullmatch(r"As a test: assert_agrees_on\(mine, theirs, '([^']+)'\)", lines[-1])
    # The command in the message finds the difference again.
    assert again and test
    assert found(ForgetsALine, games=int(again[1]), **options).moves == differ.moves
    if int(again[1]) > 1:
        assert_agrees(Noughts, ForgetsALine, games=int(again[1]) - 1, **options)
    with pytest.raises(Differ, match="only forgets a line lists"):
        assert_agrees_on(Noughts, ForgetsALine, test[1])
    assert_agrees_on(Noughts, Noughts, test[1])


def test_the_traceback_of_a_crash_is_kept():
    assert isinstance(found(Crashes).__cause__, IndexError)


def test_a_move_that_is_taken_back_is_part_of_the_record():
    differ = found(KeepsItsList)
    record = [line for line in str(differ).split("\n") if line.startswith("  ")]
    assert record[0] == "  clear_board" and record[1].startswith("  play x ") and record[2:] == ["  undo"]
    assert f"before: {record[1].split()[-1]}" in str(differ) and "after: nothing" in str(differ)


def test_seeds_and_variables(monkeypatch):
    first, second = found(WrongBoard, seed=1, shrink_seconds=0), found(WrongBoard, seed=2, shrink_seconds=0)
    assert str(first) != str(second)
    assert str(first) == str(found(WrongBoard, seed=1, shrink_seconds=0))
    monkeypatch.setenv("BUSTAN_SEED", "2")
    assert str(second) == str(found(WrongBoard, seed=1, shrink_seconds=0))
    monkeypatch.setenv("BUSTAN_GAMES", "7")
    assert assert_agrees(Noughts, Noughts, games=1).games == 7
    monkeypatch.setenv("BUSTAN_GAMES", "many")
    with pytest.raises(ValueError, match="BUSTAN_GAMES is 'many'"):
        assert_agrees(Noughts, Noughts)


def test_time_ends_a_run():
    assert assert_agrees(Noughts, Noughts, seconds=0).games == 1
    assert assert_agrees(Noughts, Noughts, games=10_000, seconds=0.2).games < 10_000


def test_plies_break_games_off():
    agreement = assert_agrees(Noughts, Noughts, games=5, plies=3)
    assert (agreement.finished, agreement.plies) == (0, 15)
    # The fault is revealed at the fifth move.
    assert_agrees(Noughts, ForgetsALine, games=50, plies=4)
    assert found(ForgetsALine, plies=5).what == "legal"


def test_what_is_ignored():
    assert "board" not in assert_agrees(Noughts, WrongBoard, games=30, ignore=["board"]).compared
    assert_agrees(Noughts, WrongPosition, games=30, ignore=["position"])
    assert_agrees(Noughts, UndoesTwo, games=30, ignore=["undo"])
    # Unlisted moves are not tried.
    assert_agrees(Noughts, TakesAnything, games=30, ignore=["refused"])
    # Only one move is listed twice, and the game continues with the moves that both engines list.
    assert_agrees(Noughts, ListsTwice, games=30, ignore=["legal"])
    with pytest.raises(ValueError, match=r"ignore is the text 'board', and should be a list"):
        assert_agrees(Noughts, Noughts, ignore="board")


def test_what_is_required():
    assert_agrees(Noughts, Noughts, games=20, require=["board", "legal", "undo"])
    with pytest.raises(ValueError, match="castling, check should have been compared"):
        assert_agrees(Noughts, Noughts, games=2, require=["check", "board", "castling"])


def test_games_from_positions():
    differ = found(ForgetsALine, positions=["a1,b1", "b2,a1,c1,a2"])
    assert (differ.position, differ.moves) == ("b2,a1,c1,a2", [("x", "a3")])
    assert "  bustan-setup b2,a1,c1,a2\n  play x a3\n" in str(differ)
    assert "assert_agrees_on(mine, theirs, 'a3', position='b2,a1,c1,a2')" in str(differ)
    with pytest.raises(Differ, match="only forgets a line lists"):
        assert_agrees_on(Noughts, ForgetsALine, "a3", position="b2,a1,c1,a2")
    assert found(RefusesPositions, positions=["a1"]).what == "setup"
    with pytest.raises(ValueError, match="both engines refuse the position nonsense"):
        assert_agrees(Noughts, Noughts, positions=["nonsense"])


def test_an_engine_that_answers_otherwise_the_second_time():
    assert "an engine is not deterministic, or it takes more" in str(found(Fickle))


class Walk:
    """A king on a line of numbers, which wins at the end of the line. The engine never refuses a move, and games are
    long."""

    name = "walk"

    def start(self):
        self.at, self.long = 0, 0

    def legal(self):
        return ["left", "right", "stay"]

    def play(self, colour, word):
        self.at += {"left": -1, "right": 1, "stay": 0}[word]
        self.long += 1

    def state(self):
        return {"at": self.at}

    def position(self):
        return str(self.at)

    def setup(self, text):
        self.at, self.long = int(text), 0


class WalkToTwenty(Walk):
    name = "twenty"

    def state(self):
        return {"at": "far" if self.at == 20 else self.at}


def test_long_games_are_told_from_a_position_too():
    differ = found(WalkToTwenty, mine=Walk, games=60, plies=3000, shrink_seconds=2)
    assert len(differ.moves) == 20
    assert {word for _, word in differ.moves} == {"right"}
    # Neither engine reports the player to move.
    assert [player for player, _ in differ.moves[:2]] == ["black", "white"]
    assert "From a position:\n  bustan-setup 20\n\n" in str(differ)
    assert "assert_agrees_on(mine, theirs, '', position='20')" in str(differ)
    with pytest.raises(Differ, match="at differs"):
        assert_agrees_on(Walk, WalkToTwenty, "", position="20")


def test_players_are_named_for_engines_that_do_not_tell():
    assert found(WalkToTwenty, mine=Walk, games=60, plies=3000, shrink_seconds=1, players=["A", "b"]).moves[0][0] == "a"


class Silent:
    """An engine that only plays moves and reports nothing."""

    def __init__(self, fault=None):
        self.fault = fault

    def start(self):
        self.played = []

    def play(self, colour, word):
        if word in self.played or word == self.fault:
            raise Illegal()
        self.played.append(word)


def test_an_engine_that_only_takes_moves_is_compared_by_what_it_refuses():
    class Listed(Silent):
        def legal(self):
            return [word for word in "abc" if word not in self.played]

        def state(self):
            return {"left": len(self.legal())}

    class Tells(Silent):
        def state(self):
            return {"left": 3 - len(self.played)}

    assert assert_agrees(Listed, Tells, games=5).compared["left"] >= 20
    differ = found(lambda: Tells("b"), mine=Listed)
    assert (differ.what, differ.moves) == ("refused", [("black", "b")])
    with pytest.raises(ValueError, match="nothing to compare: only one engine has legal"):
        assert_agrees(Listed, Silent, games=5)
    with pytest.raises(ValueError, match="nothing to play: neither engine has a method legal"):
        assert_agrees(Silent, Silent, games=5)


def test_one_game():
    assert_agrees_on(Noughts, Noughts, ["a1", "b2"])
    with pytest.raises(ValueError, match="move 2, a1: both engines refuse it"):
        assert_agrees_on(Noughts, Noughts, "a1 a1")
    with pytest.raises(ValueError, match="move 6, b3: the game is over before it"):
        assert_agrees_on(Noughts, Noughts, "a1 a2 b1 b2 c1 b3")
    with pytest.raises(Differ, match="takes anything plays a1, which is not listed"):
        assert_agrees_on(Noughts, TakesAnything, "a1 a1")
    assert_agrees_on(Noughts, WrongBoard, "a1 b2", ignore=["board"])


@pytest.mark.parametrize("arguments, told", [
    (dict(games=0), "games is 0, and should be a number of at least 1"),
    (dict(plies="x"), "plies is 'x'"),
    (dict(seconds=-1), "seconds is -1"),
])
def test_bad_numbers(arguments, told):
    with pytest.raises(ValueError, match=told):
        assert_agrees(Noughts, Noughts, **arguments)


def test_bad_engines():
    with pytest.raises(ValueError, match="my engine, 3, has no method start"):
        assert_agrees(3, Noughts)
    with pytest.raises(ValueError, match="unknown adapter no-such-one; there are: openspiel, "):
        assert_agrees(Noughts, "no-such-one")
    engine = Noughts()
    with pytest.raises(ValueError, match="the same object"):
        assert_agrees(engine, engine)
    # An object, a class and a function can all serve as engines.
    assert assert_agrees(Noughts(), lambda: Noughts(), games=1).games == 1
    with pytest.raises(ValueError, match="both engines list no move at the start"):
        assert_agrees(Nothing, Nothing)


class Nothing(Noughts):
    def legal(self):
        return []


class Columns:
    """Pawns that walk up eight columns, and those of the other player down, without meeting. Slow, like real engines.
    """

    name = "right"
    players = ("white", "black")
    kinds = "qr"

    def start(self) -> None:
        self.rows, self.count = {"white": dict.fromkeys("abcdefgh", 2), "black": dict.fromkeys("abcdefgh", 7)}, 0

    def to_move(self) -> str:
        return self.players[self.count % 2]

    def legal(self) -> list:
        time.sleep(0.002)
        player = self.to_move()
        step, last = (1, 8) if player == "white" else (-1, 1)
        words = []
        for column, row in self.rows[player].items():
            if row != last:
                ends = self.kinds if row + step == last else [""]
                words += [f"{column}{row}{column}{row + step}{end}" for end in ends]
        return words

    def play(self, player: str, word: str) -> None:
        if word not in self.legal():
            raise Illegal()
        self.rows[player][word[0]], self.count = int(word[3]), self.count + 1


class NoRooks(Columns):
    name = "no rooks"
    kinds = "q"


class KnowsPositions(Columns):
    """The same game, with positions that can be set up."""

    def position(self) -> str:
        return json.dumps([self.rows, self.count])

    def setup(self, text: str) -> None:
        self.rows, self.count = json.loads(text)


class KnowsPositionsWithoutRooks(KnowsPositions):
    name, kinds = "no rooks", "q"


def test_a_long_game_becomes_that_of_the_cells_in_question():
    differ = found(NoRooks, Columns, shrink_seconds=2)
    assert re.search(r"shrunk from (\d+)", str(differ)) and int(re.search(r"shrunk from (\d+)", str(differ))[1]) > 20
    # Five moves take a pawn to the seventh row, with five moves of the other player in between.
    assert len(differ.moves) <= 12, str(differ)


def test_a_position_shows_a_difference_without_a_game():
    differ = found(KnowsPositionsWithoutRooks, KnowsPositions, shrink_seconds=2)
    lines = str(differ).split("\n")
    at = lines.index("From a position:")
    assert lines[at + 1].startswith("  bustan-setup [{") and lines[at + 2] == ""
    assert "As a test: assert_agrees_on(mine, theirs, '', position='[{" in str(differ)
