"""Code shared by the adapters: the exceptions of an engine, and a base class that caches the results of queries."""
import re
from typing import Any, Dict, List, Optional, Sequence, Tuple


class Illegal(Exception):
    """The move is illegal. The message is the reason, in one word, and may be omitted."""


class NotAMove(Illegal):
    """The text is not a move at all."""


class Refused(Exception):
    """The engine does not accept the size or the position."""


def on_turn(engine: Any) -> Tuple[bool, Optional[str]]:
    """Whether an engine reports the player to move, and that player; `None` when the game is over."""
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
    #: The pattern of a move. An illegal move that matches it is refused as illegal, any other text as not a move.
    shape = re.compile(r"\S+")

    _moves: Optional[Dict[str, Any]] = None
    _result: Optional[Tuple[bool, Optional[str]]] = None

    # Methods that subclasses define.

    def begin(self) -> None:
        """Begins a new game."""
        raise NotImplementedError

    def turn(self) -> str:
        """The player to move, also when the game is over."""
        raise NotImplementedError

    def listed(self) -> Dict[str, Any]:
        """The moves that the library lists, by their texts, with the library's representation of each move."""
        raise NotImplementedError

    def push(self, move: Any) -> None:
        """Plays a move, given in the library's representation."""
        raise NotImplementedError

    def pop(self) -> None:
        """Takes back the last move."""
        raise NotImplementedError

    def result(self) -> Tuple[bool, Optional[str]]:
        """Whether the game is over, and the winner, if any."""
        raise NotImplementedError

    def keys(self) -> Dict[str, Any]:
        """The keys of the state that are not common to all games, such as the board."""
        return {}

    def find(self, word: str) -> Any:
        """Returns the library's representation of a move if the library accepts it. By default, the library must list
        it."""
        try:
            return self.moves()[word]
        except KeyError:
            raise (Illegal("not-listed") if self.shape.fullmatch(word) else NotAMove()) from None

    # Methods that `serve` calls.

    def start(self) -> None:
        """Begins a new game."""
        self.changed()
        self.begin()

    def changed(self) -> None:
        """Discards the cached results, which belong to the previous position."""
        self._moves = None
        self._result = None

    def moves(self) -> Dict[str, Any]:
        """The moves that the library lists in the current position. Some libraries list moves after the end of the
        game, too."""
        if self._moves is None:
            self._moves = self.listed()
        return self._moves

    def ended(self) -> Tuple[bool, Optional[str]]:
        """Whether the game is over, and the winner, if any."""
        if self._result is None:
            self._result = self.result()
        return self._result

    def to_move(self) -> Optional[str]:
        """The player to move; `None` when the game is over."""
        return None if self.ended()[0] else self.turn()

    def legal(self) -> List[str]:
        """The legal moves; empty when the game is over."""
        return [] if self.ended()[0] else list(self.moves())

    def play(self, colour: str, word: str) -> None:
        """Plays a move of the player to move."""
        move = self.find(word)
        self.changed()
        self.push(move)

    def undo(self) -> None:
        """Takes back the last move."""
        self.changed()
        self.pop()

    def state(self) -> Dict[str, Any]:
        """Everything that the library reports about the position."""
        over, winner = self.ended()
        return {"to_move": None if over else self.turn(), "over": over, "winner": winner, **self.keys()}

    def perft(self, depth: int) -> int:
        """The number of legal sequences of exactly `depth` moves."""
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
    """Base class for libraries that cannot take back moves. It keeps a copy of the position before each move."""

    _before: List[Any]

    def start(self) -> None:
        self._before = []
        super().start()

    def copied(self) -> Any:
        """Returns a copy of the position."""
        raise NotImplementedError

    def restore(self, copy: Any) -> None:
        """Restores the position from a copy."""
        raise NotImplementedError

    def play(self, colour: str, word: str) -> None:
        move = self.find(word)
        self._before.append(self.copied())
        self.changed()
        self.push(move)

    def pop(self) -> None:
        self.restore(self._before.pop())
