"""shogi: shogi in python-shogi (package python-shogi)"""
from typing import Any, Dict, List, Optional, Tuple

import shogi

from .. import fen
from ..engine import Adapter, Illegal, NotAMove
from ..options import Option, Usage
from . import READY

OPTIONS = {"draws": Option("none", ("none", "auto"), "whether a fourth repetition ends the game")}


def games() -> List[str]:
    """The only game is shogi."""
    return ["shogi"]


def make(words: List[str], options: Dict[str, Any]) -> Adapter:
    """Makes the engine."""
    if words not in ([], ["shogi"]):
        raise Usage(f"unknown game {words[0]}; python-shogi plays shogi alone")
    return Shogi(**options)


class Shogi(Adapter):
    """A game of python-shogi."""

    players = ("black", "white")

    def __init__(self, draws: str) -> None:
        self.draws = draws
        self.name, self.version = "python-shogi", READY["shogi"].version()

    def begin(self) -> None:
        self.board = shogi.Board()

    def turn(self) -> str:
        return "black" if self.board.turn == shogi.BLACK else "white"

    def listed(self) -> Dict[str, Any]:
        return {move.usi(): move for move in self.board.legal_moves}

    def find(self, word: str) -> Any:
        # The library determines legal moves in two ways, by a list and by a test, so both are compared.
        try:
            move = shogi.Move.from_usi(word)
        except (ValueError, KeyError, IndexError):
            raise NotAMove() from None
        if not move or move.usi() != word or not self.board.is_legal(move):
            raise Illegal("not-legal")
        return move

    def push(self, move: Any) -> None:
        self.board.push(move)

    def pop(self) -> None:
        self.board.pop()

    def result(self) -> Tuple[bool, Optional[str]]:
        if not self.moves():
            # A player who cannot move loses, whether in check or not.
            return True, "white" if self.turn() == "black" else "black"
        return self.draws == "auto" and self.board.is_fourfold_repetition(), None

    def keys(self) -> Dict[str, Any]:
        return {**fen.shogi_keys(fen.read_sfen(self.board.sfen())), "check": bool(self.board.is_check())}

    def position(self) -> str:
        """The position as SFEN."""
        return fen.read_sfen(self.board.sfen()).text()

    def setup(self, text: str) -> None:
        """Begins a game at an SFEN."""
        board = shogi.Board(fen.possible_sfen(text).text())
        self.changed()
        self.board = board

    def show(self) -> str:
        """The board as the library prints it."""
        return str(self.board)
