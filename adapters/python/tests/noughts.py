"""Tic-Tac-Toe engines with planted faults, for the tests."""
from typing import Dict, List, Optional

from bustan_adapters import Illegal, NotAMove, Refused

LINES = ["a1 b1 c1", "a2 b2 c2", "a3 b3 c3", "a1 a2 a3", "b1 b2 b3", "c1 c2 c3", "a1 b2 c3", "a3 b2 c1"]
CELLS = [column + row for column in "abc" for row in "123"]


class Noughts:
    """An engine that has every method."""

    name = "right"
    version = "1"
    players = ("x", "o")

    def start(self) -> None:
        self.first, self.moves = [], []

    @property
    def played(self) -> List[str]:
        return self.first + self.moves

    def board(self) -> Dict[str, str]:
        return {cell: "xo"[at % 2] for at, cell in enumerate(self.played)}

    def lines(self) -> List[str]:
        return LINES

    def winner(self) -> Optional[str]:
        board = self.board()
        for player in self.players:
            if any(all(board.get(cell) == player for cell in line.split()) for line in self.lines()):
                return player
        return None

    def legal(self) -> List[str]:
        return [] if self.winner() else [cell for cell in CELLS if cell not in self.played]

    def to_move(self) -> Optional[str]:
        return "xo"[len(self.played) % 2] if self.legal() else None

    def play(self, colour: str, word: str) -> None:
        if word not in CELLS:
            raise NotAMove()
        if word in self.played:
            raise Illegal("occupied")
        self.moves.append(word)

    def undo(self) -> None:
        self.moves.pop()

    def state(self) -> dict:
        return {"to_move": self.to_move(), "over": not self.legal(), "winner": self.winner(), "board": self.board()}

    def boardsize(self, size: str) -> None:
        if int(size) != 3:
            raise Refused("only 3")
        self.start()

    def position(self) -> str:
        return ",".join(self.played) or "-"

    def setup(self, text: str) -> None:
        cells = [] if text == "-" else text.split(",")
        if any(cell not in CELLS for cell in cells) or len(set(cells)) < len(cells):
            raise Refused(f'"{text}" is not a list of cells')
        self.first, self.moves = cells, []

    def perft(self, depth: int) -> int:
        if depth == 0:
            return 1
        total = 0
        for word in self.legal():
            self.play("", word)
            total += self.perft(depth - 1)
            self.undo()
        return total

    def show(self) -> str:
        board = self.board()
        return "\n".join(" ".join(board.get(column + row, ".") for column in "abc") for row in "321")

    def score(self) -> str:
        winner = self.winner()
        return f"{winner}+1" if winner else "0"


class ForgetsALine(Noughts):
    name = "forgets a line"

    def lines(self) -> List[str]:
        return LINES[:-1]


class ForgetsACell(Noughts):
    """Does not list b2 after a1 as the first move once c3 is taken."""

    name = "forgets a cell"

    def legal(self) -> List[str]:
        forgets = self.played[:1] == ["a1"] and "c3" in self.played
        return [cell for cell in super().legal() if not (forgets and cell == "b2")]


class ListsTwice(Noughts):
    name = "lists twice"

    def legal(self) -> List[str]:
        return super().legal() + (["c3"] if len(self.played) == 3 and "c3" not in self.played else [])


class WrongTurn(Noughts):
    name = "wrong turn"

    def to_move(self) -> Optional[str]:
        turn = super().to_move()
        return {"x": "o", "o": "x", None: None}[turn] if len(self.played) == 4 else turn

    def state(self) -> dict:
        return {**super().state(), "to_move": self.to_move()}


class WrongBoard(Noughts):
    name = "wrong board"

    def state(self) -> dict:
        state = super().state()
        if self.played[-1:] == ["b2"]:
            state["board"] = {**state["board"], "b2": "x"}
        return state


class Refuses(Noughts):
    """Lists b2 as a second move and then refuses it."""

    name = "refuses"

    def play(self, colour: str, word: str) -> None:
        if word == "b2" and len(self.played) == 1:
            raise Illegal("centre")
        super().play(colour, word)


class TakesAnything(Noughts):
    """Plays on occupied cells."""

    name = "takes anything"

    def play(self, colour: str, word: str) -> None:
        self.moves.append(word)


class UndoesTwo(Noughts):
    name = "undoes two"

    def undo(self) -> None:
        del self.moves[-2 if len(self.moves) > 3 else -1:]


class KeepsItsList(Noughts):
    """Caches the list of legal moves, and does not discard it when a move is taken back."""

    name = "keeps its list"
    kept = None

    def start(self) -> None:
        super().start()
        self.kept = None

    def play(self, colour: str, word: str) -> None:
        super().play(colour, word)
        self.kept = None

    def legal(self) -> List[str]:
        if self.kept is None:
            self.kept = super().legal()
        return list(self.kept)


class Crashes(Noughts):
    name = "crashes"

    def play(self, colour: str, word: str) -> None:
        super().play(colour, word)
        if {"a1", "b2"} <= set(self.played):
            raise IndexError("no room")


class CrashesInState(Noughts):
    name = "crashes in state"

    def state(self) -> dict:
        if len(self.played) == 3:
            return {"board": {1, 2}}
        return super().state()


class GoesOn(Noughts):
    """Lists moves after the end of the game."""

    name = "goes on"

    def legal(self) -> List[str]:
        return [cell for cell in CELLS if cell not in self.played]

    def to_move(self) -> Optional[str]:
        return "xo"[len(self.played) % 2] if not self.winner() and self.legal() else None

    def state(self) -> dict:
        return {**super().state(), "over": self.to_move() is None}


class WrongPosition(Noughts):
    name = "wrong position"

    def position(self) -> str:
        return ",".join(sorted(self.played)) or "-"


class RefusesPositions(Noughts):
    name = "refuses positions"

    def setup(self, text: str) -> None:
        raise Refused("never")


class Fickle(Noughts):
    """Forgets cells only in its first game."""

    name = "fickle"
    games = 0

    def start(self) -> None:
        super().start()
        self.games += 1

    def legal(self) -> List[str]:
        return super().legal()[1 if self.games == 1 and len(self.played) == 2 else 0:]
