"""Shared by the adapters: the exceptions of an engine, and a base class that caches what is queried more than once."""
import re
from typing import Any, Dict, List, Optional, Sequence, Tuple


class Illegal(Exception):
    """The move is against the rules. The message, one word, gives the reason; it may be left out."""


class NotAMove(Illegal):
    """The text is not a move at all."""


class Refused(Exception):
    """The engine does not accept this size or this position."""


def on_turn(engine: Any) -> Tuple[bool, Optional[str]]:
    """Whether an engine reports whose turn it is, and the player: `None` when the game is over."""
    if hasattr(engine, "to_move"):
        turn = engine.to_move()
    elif hasattr(engine, "state"):
        state = engine.state()
        if "to_move" not in state:
            return False, None
        turn = state["to_move"]
    else:
        return False, None
    return True, None if turn is None else str(turn).lower()


class Adapter:
    """Base class of the ready adapters.

    A subclass defines how its library begins a game, lists moves, plays them and ends. The moves and the result are
    kept until the position changes, because the list, the state and the next `play` all need them.
    """

    name = ""
    version = ""
    #: The players in turn order.
    players: Sequence[str] = ("white", "black")
    #: The form of a move. An illegal word of this form is refused as illegal, any other as not a move.
    shape = re.compile(r"\S+")

    _moves: Optional[Dict[str, Any]] = None
    _result: Optional[Tuple[bool, Optional[str]]] = None

    # For subclasses to define.

    def begin(self) -> None:
        """Begins a new game."""
        raise NotImplementedError

    def turn(self) -> str:
        """The player to move, also when the game is over."""
        raise NotImplementedError

    def listed(self) -> Dict[str, Any]:
        """The moves that the library lists: their words, and the library's own moves."""
        raise NotImplementedError

    def push(self, move: Any) -> None:
        """Plays a move of the library."""
        raise NotImplementedError

    def pop(self) -> None:
        """Takes back the last move."""
        raise NotImplementedError

    def result(self) -> Tuple[bool, Optional[str]]:
        """Whether the game is over, and who has won it."""
        raise NotImplementedError

    def keys(self) -> Dict[str, Any]:
        """The other keys of the state, such as the board."""
        return {}

    def find(self, word: str) -> Any:
        """Returns the library's own move for a word, if the library accepts it. Here: if the library lists it."""
        try:
            return self.moves()[word]
        except KeyError:
            raise (Illegal("not-listed") if self.shape.fullmatch(word) else NotAMove()) from None

    # The methods that `serve` calls.

    def start(self) -> None:
        """Begins a new game."""
        self.changed()
        self.begin()

    def changed(self) -> None:
        """Forgets what was cached for the last position."""
        self._moves = None
        self._result = None

    def moves(self) -> Dict[str, Any]:
        """The moves that the library lists in this position; some libraries list moves after the end, too."""
        if self._moves is None:
            self._moves = self.listed()
        return self._moves

    def ended(self) -> Tuple[bool, Optional[str]]:
        """Whether the game is over, and who has won it."""
        if self._result is None:
            self._result = self.result()
        return self._result

    def to_move(self) -> Optional[str]:
        """The player to move; `None` when the game is over."""
        return None if self.ended()[0] else self.turn()

    def legal(self) -> List[str]:
        """The legal moves; none when the game is over."""
        return [] if self.ended()[0] else list(self.moves())

    def play(self, colour: str, word: str) -> None:
        """Plays a move of the player to move."""
        move = self.find(word)
        self.changed()
        self.push(move)

    def undo(self) -> None:
        """Takes back one move."""
        self.changed()
        self.pop()

    def state(self) -> Dict[str, Any]:
        """Everything that the library reports about the position."""
        over, winner = self.ended()
        return {"to_move": None if over else self.turn(), "over": over, "winner": winner, **self.keys()}

    def perft(self, depth: int) -> int:
        """The number of sequences of this many legal moves."""
        if depth == 0:
            return 1
        if depth == 1:
            return len(self.legal())
        total = 0
        for word in self.legal():
            self.play(self.turn(), word)
            try:
                total += self.perft(depth - 1)
            finally:
                self.undo()
        return total


class Copies(Adapter):
    """Base class for libraries that cannot take back moves: keeps a copy of every position of the game."""

    _before: List[Any]

    def start(self) -> None:
        self._before = []
        super().start()

    def copied(self) -> Any:
        """Returns a copy of the position."""
        raise NotImplementedError

    def restore(self, copy: Any) -> None:
        """Restores this position."""
        raise NotImplementedError

    def play(self, colour: str, word: str) -> None:
        move = self.find(word)
        self._before.append(self.copied())
        self.changed()
        self.push(move)

    def pop(self) -> None:
        self.restore(self._before.pop())
