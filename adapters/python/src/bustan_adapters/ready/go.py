"""sgfmill [size=N]: Go (package sgfmill)

The library captures, names the point that simple ko forbids, and counts area. It knows neither superko nor the end
of the game: the adapter ends it after two passes. It lets groups take their own last liberty; the adapter forbids
that unless suicide=yes. With superko=end the adapter ends the game, without a winner, when the board is as it was before;
so does OpenSpiel.
"""
import re
from typing import Any, Dict, List, Optional, Tuple

from sgfmill.boards import Board

from ..engine import Copies, Illegal, NotAMove, Refused
from ..options import Option, Usage, number, whole
from . import READY

OPTIONS = {
    "size": Option(19, ("2..25",), "the size of the board", whole(2, 25)),
    "komi": Option(7.5, ("POINTS",), "what white gets for playing second", number),
    "suicide": Option("no", ("no", "yes"), "whether a group may take its own last liberty"),
    "ko": Option("simple", ("simple", "none"), "whether the point that the library names is forbidden"),
    "superko": Option("none", ("none", "end"), "what happens when a stone makes a board that was there before"),
}
_LETTERS = "ABCDEFGHJKLMNOPQRSTUVWXYZ"


def games() -> List[str]:
    """The only game is Go."""
    return ["go"]


def make(words: List[str], options: Dict[str, Any]) -> "Go":
    """Makes the engine."""
    if words not in ([], ["go"]):
        raise Usage(f"unknown game {words[0]}; sgfmill plays go alone")
    return Go(**options)


class Go(Copies):
    """A game of Go on a board of sgfmill."""

    players = ("black", "white")
    shape = re.compile(r"(?i)[a-hj-z]\d\d?|pass")

    def __init__(self, size: int, komi: float, suicide: str, ko: str, superko: str) -> None:
        self.size, self.komi, self.suicide, self.simple = size, komi, suicide == "yes", ko == "simple"
        self.superko = superko == "end"
        self.name, self.version = "sgfmill go", READY["sgfmill"].version()

    def begin(self) -> None:
        self.board = Board(self.size)
        self.ko: Optional[Tuple[int, int]] = None
        self.mover = 0
        self.passes = 0
        self.again = False
        self.seen = {self._cells(): 0}

    def boardsize(self, size: str) -> None:
        """Begins a new game on a board of the given size."""
        if not 2 <= int(size) <= 25:
            raise Refused("sizes are 2 to 25")
        self.size = int(size)
        self.start()

    def turn(self) -> str:
        return self.players[self.mover]

    def _point(self, row: int, column: int) -> str:
        return f"{_LETTERS[column]}{row + 1}"

    def _free(self, row: int, column: int) -> bool:
        """Whether a stone on an empty point certainly has a liberty, because an adjacent point is empty."""
        size, board = self.size, self.board.board
        return any(
            0 <= r < size and 0 <= c < size and board[r][c] is None
            for r, c in ((row - 1, column), (row + 1, column), (row, column - 1), (row, column + 1))
        )

    def _stays(self, row: int, column: int) -> bool:
        """Whether a stone on an empty point stays on the board when the library plays it."""
        trial = self.board.copy()
        trial.play(row, column, self.turn()[0])
        return trial.get(row, column) is not None

    def _forbidden(self, point: Tuple[int, int]) -> Optional[str]:
        if self.board.get(*point) is not None:
            return "occupied"
        if self.simple and point == self.ko:
            return "ko"
        if not self.suicide and not self._free(*point) and not self._stays(*point):
            return "suicide"
        return None

    def listed(self) -> Dict[str, Optional[Tuple[int, int]]]:
        moves: Dict[str, Optional[Tuple[int, int]]] = {"pass": None}
        for point in self.board.board_points:
            if self._forbidden(point) is None:
                moves[self._point(*point)] = point
        return moves

    def find(self, word: str) -> Optional[Tuple[int, int]]:
        if not self.shape.fullmatch(word):
            raise NotAMove()
        if word.lower() == "pass":
            return None
        point = (int(word[1:]) - 1, _LETTERS.index(word[0].upper()))
        if not all(0 <= at < self.size for at in point):
            raise Illegal("off-board")
        why = self._forbidden(point)
        if why is not None:
            raise Illegal(why)
        return point

    def push(self, point: Optional[Tuple[int, int]]) -> None:
        self.mover, mover = 1 - self.mover, self.turn()[0]
        if point is None:
            self.passes, self.ko = self.passes + 1, None
            return
        self.passes, self.ko = 0, self.board.play(*point, mover)
        if self.superko:
            # Boards after moves that have been taken back do not count.
            cells, ply = self._cells(), len(self._before)
            self.again = cells in self.seen
            self.seen.setdefault(cells, ply)

    def _cells(self) -> Tuple[Any, ...]:
        return tuple(map(tuple, self.board.board))

    def copied(self) -> Any:
        return self.board.copy(), self.ko, self.mover, self.passes

    def restore(self, copy: Any) -> None:
        if self.seen.get(self._cells()) == len(self._before) + 1:
            del self.seen[self._cells()]
        self.board, self.ko, self.mover, self.passes = copy
        self.again = False

    def result(self) -> Tuple[bool, Optional[str]]:
        if self.passes < 2:
            return self.again, None
        lead = self.board.area_score() - self.komi
        return True, None if lead == 0 else self.players[lead < 0]

    def keys(self) -> Dict[str, Any]:
        stones = {"b": "black", "w": "white"}
        return {"board": {self._point(*point): stones[colour] for colour, point in self.board.list_occupied_points()}}

    def score(self) -> str:
        """The area score, as in GTP."""
        lead = self.board.area_score() - self.komi
        return "0" if lead == 0 else f"{'B' if lead > 0 else 'W'}+{abs(lead):g}"
