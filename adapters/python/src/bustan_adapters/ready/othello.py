"""creversi: Othello in creversi (package creversi-python)"""
import re
from typing import Any, Dict, List, Optional, Tuple

import creversi

from ..engine import Copies, Illegal, NotAMove
from ..options import Usage
from . import READY

OPTIONS: Dict[str, Any] = {}


def games() -> List[str]:
    """The only game is Othello."""
    return ["othello"]


def make(words: List[str], options: Dict[str, Any]) -> "Othello":
    """Makes the engine."""
    if words not in ([], ["othello"]):
        raise Usage(f"unknown game {words[0]}; creversi plays othello alone")
    return Othello()


class Othello(Copies):
    """A game of creversi."""

    players = ("black", "white")
    shape = re.compile(r"[a-h][1-8]|pass")

    def __init__(self) -> None:
        self.name, self.version = "creversi", READY["creversi"].version()

    def begin(self) -> None:
        self.board = creversi.Board()

    def turn(self) -> str:
        return "black" if self.board.turn == creversi.BLACK_TURN else "white"

    def listed(self) -> Dict[str, int]:
        return {"pass" if move == creversi.PASS else creversi.move_to_str(move): move for move in self.board.legal_moves}

    def find(self, word: str) -> int:
        if not self.shape.fullmatch(word):
            raise NotAMove()
        # The library determines legal moves in two ways, by a list and by a test, so both are compared.
        move = creversi.PASS if word == "pass" else creversi.move_from_str(word)
        legal = list(self.moves()) == ["pass"] if word == "pass" else self.board.is_legal(move)
        if not legal:
            raise Illegal("not-legal")
        return move

    def push(self, move: int) -> None:
        if move == creversi.PASS:
            self.board.move_pass()
        else:
            self.board.move(move)

    def copied(self) -> Any:
        return self.board.copy()

    def restore(self, copy: Any) -> None:
        self.board = copy

    def result(self) -> Tuple[bool, Optional[str]]:
        if not self.board.is_game_over():
            return False, None
        lead = self.board.diff_num()
        if lead == 0:
            return True, None
        other = "white" if self.turn() == "black" else "black"
        return True, self.turn() if lead > 0 else other

    def keys(self) -> Dict[str, Any]:
        line = self.board.to_line()
        names = {"X": "black", "O": "white"}
        board = {f"{chr(97 + at % 8)}{at // 8 + 1}": names[disc] for at, disc in enumerate(line) if disc in names}
        colours = list(board.values())
        return {"board": board, "scores": {player: colours.count(player) for player in self.players}}

    def show(self) -> str:
        """The board as the library prints it."""
        return repr(self.board)
