"""cshogi: shogi in cshogi (package cshogi)"""
import re
from typing import Any, Dict, List, Optional, Tuple

import cshogi

from .. import fen
from ..engine import Adapter, Illegal, NotAMove
from ..options import Usage
from . import READY

OPTIONS: Dict[str, Any] = {}


def games() -> List[str]:
    """The only game is shogi."""
    return ["shogi"]


def make(words: List[str], options: Dict[str, Any]) -> Adapter:
    """Makes the engine."""
    if words not in ([], ["shogi"]):
        raise Usage(f"unknown game {words[0]}; cshogi plays shogi alone")
    return Shogi()


class Shogi(Adapter):
    """A game of cshogi."""

    players = ("black", "white")
    shape = re.compile(r"[1-9][a-i][1-9][a-i]\+?|[RBGSNLP]\*[1-9][a-i]")

    def __init__(self) -> None:
        self.name, self.version = "cshogi", READY["cshogi"].version()

    def begin(self) -> None:
        self.board = cshogi.Board()

    def turn(self) -> str:
        return "black" if self.board.turn == cshogi.BLACK else "white"

    def listed(self) -> Dict[str, int]:
        return {cshogi.move_to_usi(move): move for move in self.board.legal_moves}

    def find(self, word: str) -> int:
        if not self.shape.fullmatch(word):
            raise NotAMove()
        # The library can only test moves that are in its list, so the list decides.
        if word not in self.moves():
            raise Illegal("not-listed")
        return self.moves()[word]

    def push(self, move: int) -> None:
        self.board.push(move)

    def pop(self) -> None:
        self.board.pop()

    def result(self) -> Tuple[bool, Optional[str]]:
        if self.moves():
            return False, None
        # A player who cannot move loses, whether in check or not.
        return True, "white" if self.turn() == "black" else "black"

    def keys(self) -> Dict[str, Any]:
        return {**fen.shogi_keys(fen.read_sfen(self.board.sfen())), "check": bool(self.board.is_check())}

    def position(self) -> str:
        """The position as SFEN."""
        return fen.read_sfen(self.board.sfen()).text()

    def setup(self, text: str) -> None:
        """Begins a game at an SFEN."""
        board = cshogi.Board(fen.possible_sfen(text).text())
        self.changed()
        self.board = board

    def show(self) -> str:
        """The board as the library prints it."""
        return str(self.board)
