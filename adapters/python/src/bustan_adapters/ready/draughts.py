"""pydraughts [VARIANT]: draughts (package pydraughts)

VARIANT is english (the default), standard, frisian, frysk!, antidraughts, breakthrough, russian, brazilian, italian or
turkish. Moves go step by step, and a capture of several pieces is several moves of the same player. White begins, at
the lower side, in English draughts too, where the library, like the rule books, says black.
"""
import re
from typing import Any, Dict, List, Optional, Tuple

from draughts.core.game import Game

from ..engine import Adapter
from ..options import Option, Usage, one_of
from . import READY

_VARIANTS = ["english", "standard", "frisian", "frysk!", "antidraughts", "breakthrough", "russian", "brazilian",
             "italian", "turkish"]
_WHITE = 2


def _draws(text: str) -> str:
    if text not in ("auto", "none") and not (text.isascii() and text.isdigit() and 0 < int(text) < 10000):
        raise ValueError(text)
    return text


OPTIONS = {
    "draws": Option("", ("auto", "none", "N"), "which draws end the game: those that the library knows, none, or N moves "
                    "without a capture; without it 40 in English draughts, as in OpenSpiel, elsewhere auto", _draws),
}


def games() -> List[str]:
    """The variants."""
    return _VARIANTS


def make(words: List[str], options: Dict[str, Any]) -> Adapter:
    """Makes the engine."""
    variant = one_of(words, "variant", _VARIANTS, "english")
    draws = options["draws"] or ("40" if variant == "english" else "auto")
    # If older releases do not support a variant, they play another one without an error.
    for what, there, oldest in (
        ("turkish", variant != "turkish" or Game(variant).board.position_count == 64, "0.4"),
        ("antidraughts", variant != "antidraughts" or hasattr(Game, "has_player_won"), "0.5"),
        (f"{variant} draws=auto", draws != "auto" or hasattr(Game, "is_draw"), "0.5"),
    ):
        if not there:
            other = "; draws=none and draws=N are supported" if "=" in what else ""
            raise Usage(f"pydraughts {what} {READY['pydraughts'].needs(oldest)}{other}")
    return Draughts(variant, draws)


class Draughts(Adapter):
    """A game of pydraughts."""

    shape = re.compile(r"[a-j]\d\d?[a-j]\d\d?")

    def __init__(self, variant: str, draws: str) -> None:
        self.variant, self.draws = variant, draws
        self.name = f"pydraughts {variant}"
        self.version = READY["pydraughts"].version()
        board = Game(variant).board
        self.cells = {}
        for square in range(1, board.position_count + 1):
            row, column = divmod(square - 1, board.width)
            if variant != "turkish":
                column = 2 * column + (row + (variant != "italian")) % 2
            self.cells[square] = f"{chr(97 + column)}{board.height - row}"

    def begin(self) -> None:
        self.game = Game(self.variant)
        #: The steps of each move of the game. The last move may be incomplete.
        self.line: List[List[List[int]]] = []
        #: Before each step, the number of steps since the last capture.
        self.quiet = [0]
        #: The game before each step, for releases that cannot take moves back.
        self.before: List[Game] = []
        self._turn()

    def _turn(self) -> None:
        """Records all moves that the player to move may complete in the current turn."""
        self.open = [list(map(list, move)) for move in self.game.legal_moves()[0]]
        self.line.append([])

    def turn(self) -> str:
        return "white" if self.game.whose_turn() == _WHITE else "black"

    def listed(self) -> Dict[str, List[int]]:
        done = self.line[-1]
        steps = [move[len(done)] for move in self.open if move[:len(done)] == done and len(move) > len(done)]
        return {self.cells[start] + self.cells[end]: [start, end] for start, end in steps}

    def _men(self) -> int:
        return len(self.game.board.searcher.uncaptured_pieces)

    def push(self, move: List[int]) -> None:
        before, mover = self._men(), self.game.whose_turn()
        if not hasattr(self.game, "pop"):
            self.before.append(self.game.copy())
        self.game.move(move)
        self.quiet.append(0 if self._men() < before else self.quiet[-1] + 1)
        self.line[-1].append(move)
        if self.game.whose_turn() != mover:
            self._turn()

    def pop(self) -> None:
        if not self.line[-1]:
            self.line.pop()
        steps = self.line.pop()
        self.quiet.pop()
        if self.before:
            for _ in steps:
                self.game = self.before.pop()
        else:
            # The library takes back complete moves, and captures that are not yet complete.
            self.game.pop()
        self._turn()
        for step in steps[:-1]:
            if not hasattr(self.game, "pop"):
                self.before.append(self.game.copy())
            self.game.move(step)
            self.line[-1].append(step)

    def _won(self, player: int) -> bool:
        if hasattr(self.game, "has_player_won"):
            return self.game.has_player_won(player)
        return self.game.get_winner() == player

    def result(self) -> Tuple[bool, Optional[str]]:
        for player in (1, 2):
            if self._won(player):
                return True, "white" if player == _WHITE else "black"
        if self.draws == "auto":
            return self.game.is_draw(), None
        return self.draws != "none" and self.quiet[-1] >= int(self.draws), None

    def keys(self) -> Dict[str, Any]:
        board = {}
        for piece in self.game.board.searcher.uncaptured_pieces:
            letter = "w" if piece.player == _WHITE else "b"
            board[self.cells[piece.position]] = letter.upper() if piece.king else letter
        return {"board": board}

    def show(self) -> str:
        """The board as the library prints it."""
        return repr(self.game)
