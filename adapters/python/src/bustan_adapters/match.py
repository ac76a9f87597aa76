"""Two engines in the same game, and the differences that a comparison finds."""
import json
import random
import re
import time
from collections import Counter
from typing import Any, Callable, Dict, List, Optional, Sequence, Set, Tuple, Union

from .engine import Illegal, Refused, on_turn
from .options import Usage

#: An engine, a class or function that makes one, or the command line of a ready adapter, such as `"openspiel
#: checkers"`.
Engine = Union[Any, Callable[[], Any], str]
#: The parts that are compared in addition to the keys of the states. `ignore` and `require` accept these names, too.
QUESTIONS = ("legal", "to_move", "refused", "undo", "position", "score")


class Found(Exception):
    """A difference: its key, a text that distinguishes it from other differences with the same key, and the result of
    each engine."""

    def __init__(self, what: str, sort: str, told: str, said: Optional[Tuple[Any, Any]] = None,
                 cause: Optional[BaseException] = None, say: Optional[Tuple[str, str]] = None) -> None:
        super().__init__(what)
        self.what, self.sort, self.told, self.said, self.cause = what, sort, told, said, cause
        #: The labels of the two results, if they are not the names of the engines.
        self.say = say
        #: The text that was played as a move although no engine lists it.
        self.unlisted: Optional[str] = None
        #: The move that was played and taken back. `by`: the player of this move.
        self.undone: Optional[str] = None
        self.by: Optional[str] = None

    def same(self, other: "Found") -> bool:
        """Whether `other` is the same difference, found in another game."""
        return (self.what, self.sort) == (other.what, other.sort)


class Side:
    """One of the two compared engines."""

    def __init__(self, engine: Engine, label: str) -> None:
        if isinstance(engine, str):
            engine = _ready(engine)
        elif isinstance(engine, type) or not hasattr(engine, "start") and callable(engine):
            engine = engine()
        for method in ("start", "play"):
            if not callable(getattr(engine, method, None)):
                raise ValueError(f"{label} engine, {engine!r}, has no method {method}")
        self.engine, self.label = engine, label
        self.name = str(getattr(engine, "name", None) or type(engine).__name__)

    def has(self, method: str) -> bool:
        """Whether the engine has a method with this name."""
        return callable(getattr(self.engine, method, None))

    def ask(self, method: str, *words: Any) -> Any:
        """Queries the engine. An exception that is not a refusal is raised as a difference."""
        refusal = {"play": Illegal, "setup": Refused}.get(method, ())
        try:
            return getattr(self.engine, method)(*words)
        except refusal:
            raise
        except Exception as error:
            raise self.crash(method, error) from error

    def crash(self, method: str, error: Exception) -> Found:
        """The difference for an exception that the engine raised."""
        kind = type(error).__name__
        ready = getattr(self.engine, "ready", None)
        told = f"{kind}: {error}" if ready is None else ready.blame(error)
        return Found("crash", f"{self.label} {method} {kind}", f"{self.name} raises in {method}: {told}", cause=error)

    def refuses(self, colour: str, word: str) -> Optional[str]:
        """Plays a move. Returns the reason if the engine refuses it, otherwise `None`."""
        try:
            self.ask("play", colour, word)
        except Illegal as illegal:
            return str(illegal) or "illegal move"
        return None

    def legal(self) -> List[str]:
        """The legal moves, sorted."""
        return sorted(map(str, self.ask("legal")))

    def state(self) -> Dict[str, Any]:
        """The state, converted to JSON and back."""
        state = self.ask("state")
        try:
            return json.loads(json.dumps(state))
        except (TypeError, ValueError) as error:
            raise self.crash("state", error) from error

    def turn(self) -> Tuple[bool, Optional[str]]:
        """Whether the engine reports the player to move, and that player."""
        try:
            return on_turn(self.engine)
        except Exception as error:
            raise self.crash("to_move", error) from error


def _ready(text: str) -> Any:
    """Makes the engine of a ready adapter."""
    from .__main__ import make

    words = text.split()
    if words and words[0].startswith("python:"):
        words[0] = words[0][len("python:"):]
    try:
        return make(words or [""])
    except Usage as usage:
        raise ValueError(str(usage)) from None


class Match:
    """Both engines in the same game."""

    def __init__(self, mine: Engine, theirs: Engine, ignore: Set[str], players: Optional[Sequence[str]]) -> None:
        self.sides = Side(mine, "my"), Side(theirs, "their")
        if self.sides[0].engine is self.sides[1].engine:
            raise ValueError("both engines are the same object; give two, or the class")
        if self.sides[0].name == self.sides[1].name:
            for side in self.sides:
                side.name = f"{side.label} {side.name}"
        self.listers = [side for side in self.sides if side.has("legal")]
        if not self.listers:
            raise ValueError("nothing to play: neither engine has a method legal")
        self.ignore = ignore
        named = players or next(filter(None, (getattr(side.engine, "players", None) for side in self.sides)), ("black", "white"))
        self.players = [str(player).lower() for player in named]
        self.compared: Counter = Counter()
        #: If set, the only part that is compared.
        self.only: Optional[str] = None
        self.position: Optional[str] = None
        self.moves: List[Tuple[str, str]] = []
        #: The moves that may be played. `listed`: the moves that at least one engine lists. `lists`: the moves that
        #: each engine lists. `turn`: the player to move.
        self.words: List[str] = []
        self.listed: Set[str] = set()
        self.lists: Dict[Side, Set[str]] = {}
        self.turn: Optional[str] = None
        #: Every move that an engine has listed in any game until now.
        self.seen: Set[str] = set()

    def begin(self, position: Optional[str]) -> None:
        """Begins a game on both engines, at a position or at the start."""
        self.position, self.moves, self.words = position, [], []
        for side in self.sides:
            side.ask("start")
        if position is None:
            return
        refusals: List[Optional[str]] = []
        for side in self.sides:
            if not side.has("setup"):
                raise ValueError(f"{side.name} has no method setup, and cannot begin at a position")
            try:
                side.ask("setup", position)
                refusals.append(None)
            except Refused as refused:
                refusals.append(str(refused) or "refused")
        if refusals[0] and refusals[1]:
            raise ValueError(f"both engines refuse the position {position}: {refusals[0]}")
        if refusals[0] or refusals[1]:
            said = refusals[0] or "taken", refusals[1] or "taken"
            raise Found("setup", "", "one engine refuses the position", said)

    def wants(self, what: str) -> bool:
        """Whether a part is compared."""
        return what not in self.ignore and self.only in (None, what)

    def look(self, everything: bool = False) -> None:
        """Compares everything that both engines report about the position. With `everything`, this includes the text of
        the position."""
        mine, theirs = self.sides
        lists = [side.legal() for side in self.listers]
        if len(lists) == 2 and self.wants("legal"):
            self._lists(*lists)
        turns = [side.turn() for side in self.sides]
        if all(told for told, _ in turns) and self.wants("to_move"):
            self._same("to_move", turns[0][1], turns[1][1], "the player to move")
        self.turn = next((turn for told, turn in turns if told), self.players[len(self.moves) % len(self.players)])
        ended = False
        if self.only not in QUESTIONS:
            states = [side.state() if side.has("state") else {} for side in self.sides]
            for key in states[0]:
                if key in states[1] and key != "to_move" and self.wants(key):
                    self._same(key, states[0][key], states[1][key], key)
            ended = any(state.get("over") is True for state in states)
        if everything:
            for what in ("position", "score"):
                if mine.has(what) and theirs.has(what) and self.only in (None, "crash", what) and self.wants(what):
                    self._same(what, str(mine.ask(what)), str(theirs.ask(what)), what)
        # Moves that only one engine lists are not played: this difference has been raised above, or it is ignored.
        both = set(lists[-1])
        self.words = [word for word in lists[0] if word in both]
        self.listed = {word for words in lists for word in words}
        self.lists = dict(zip(self.listers, map(set, lists)))
        self.seen |= self.listed
        if self.words and (ended or self.turn is None):
            if self.wants("over"):
                raise Found("over", "moves", "there are legal moves after the end of the game", (lists[0], lists[-1]))
            self.words = []

    def _lists(self, mine: List[str], theirs: List[str]) -> None:
        self.compared["legal"] += 1
        if mine == theirs:
            return
        told, sorts = [], []
        for side, own, other in ((self.sides[0], mine, theirs), (self.sides[1], theirs, mine)):
            more = sorted(set(own) - set(other))
            twice = sorted(word for word, count in Counter(own).items() if count > 1)
            if more:
                told.append(f"only {side.name} lists {some(more)}")
                sorts.append(f"{side.label} more")
            if twice:
                told.append(f"{side.name} lists {some(twice)} more than once")
                sorts.append(f"{side.label} twice")
        raise Found("legal", ", ".join(sorts), "; ".join(told), (mine, theirs))

    def _same(self, what: str, mine: Any, theirs: Any, told: str) -> None:
        self.compared[what] += 1
        if mine != theirs:
            raise Found(what, "", f"{told} differs", (mine, theirs))

    def over(self) -> bool:
        """Whether no move can be played."""
        return self.turn is None or not self.words

    def step(self, word: str) -> bool:
        """Plays a move on both engines. If no engine lists it and both refuse it, the position does not change and the
        result is False."""
        assert self.turn is not None
        self.moves.append((self.turn, word))
        try:
            refusals = [side.refuses(self.turn, word) for side in self.sides]
            listed = word in self.listed
            if not any(refusals) and listed:
                return True
            if all(refusals) and not listed:
                self.moves.pop()
                return False
            raise self._refused(word, refusals, listed)
        except Found as found:
            found.unlisted = None if word in self.listed else word
            raise

    def _refused(self, word: str, refusals: Sequence[Optional[str]], listed: bool) -> Found:
        """The difference between an engine that plays a move and one that refuses it."""
        first, second = (f"refused: {refusal}" if refusal else "played" for refusal in refusals)
        said = first, second
        refusing = [side for side, refusal in zip(self.sides, refusals) if refusal]
        contradict = [side.name for side in refusing if word in self.lists.get(side, ())]
        if len(refusing) == 2:
            told = f"{contradict[0]} lists {word} but refuses it" if len(contradict) == 1 else f"both list {word} but refuse it"
            return Found("refused", "both", told if contradict else f"both refuse {word}, which is listed", said)
        if listed:
            side = refusing[0]
            told = f"lists {word} but refuses it" if contradict else f"refuses {word}"
            return Found("refused", side.label, f"only {side.name} {told}" if not contradict else f"{side.name} {told}", said)
        side = self.sides[1 if refusals[0] else 0]
        return Found("refused", f"{side.label} unlisted", f"{side.name} plays {word}, which is not listed", said)

    def undoes(self, word: str) -> None:
        """Plays a move on each engine that can take moves back, and takes it back. Everything must be as before."""
        assert self.turn is not None
        try:
            for side in self.sides:
                if not side.has("undo"):
                    continue
                self.compared["undo"] += 1
                before = self.told(side)
                if side.refuses(self.turn, word) is not None:
                    continue
                # Query the engine in between, so that a list or a state that it caches at this point is detected.
                self.told(side)
                side.ask("undo")
                after = self.told(side)
                for key in before:
                    if before[key] != after.get(key, ...):
                        raise Found("undo", f"{side.label} {key}",
                                     f"{side.name} reports another {key} after {word} is played and taken back",
                                     _changed(before[key], after.get(key)), say=("before", "after"))
        except Found as found:
            found.undone, found.by = word, self.turn
            raise

    def told(self, side: Side) -> Dict[str, Any]:
        """The list of legal moves and the state of one engine."""
        told: Dict[str, Any] = {"legal": side.legal()} if side.has("legal") else {}
        if side.has("state"):
            told.update(side.state())
        return told

    def again(self, found: Found, position: Optional[str], words: Sequence[str], known: Sequence[Tuple[str, str]] = (),
              undone: Optional[str] = None, unlisted: Sequence[str] = ()) -> Optional[Found]:
        """Plays the moves of `known`, then those of `words` that are legal, and searches for the same difference.

        If the difference is found, `moves` is the game. During the moves of `known`, only refusals are checked. The
        move that is
        taken back and the unlisted moves that are tried are those of `found`, unless they are given.
        """
        self.only = found.what
        try:
            self.reach(position, known)
            self._look_for(found, undone, unlisted)
            for word in words:
                if self.over():
                    return None
                if (word in self.words or word == found.unlisted) and self.step(word):
                    self._look_for(found, undone, unlisted)
        except Found as other:
            if other.same(found):
                return other
        finally:
            self.only = None
        return None

    def reach(self, position: Optional[str], moves: Sequence[Tuple[str, str]]) -> None:
        """Plays listed moves on both engines, and compares nothing except refusals."""
        self.begin(position)
        self.lists = {}
        for colour, word in moves:
            self.moves.append((colour, word))
            refusals = [side.refuses(colour, word) for side in self.sides]
            if any(refusals):
                raise self._refused(word, refusals, listed=True)

    def led(self, found: Found, position: Optional[str], words: Sequence[str], most: int, draw: random.Random,
            end: float) -> Optional[Found]:
        """Plays `words` in order, and any other move whenever the next of them cannot be played. Searches for the same
        difference in a game of fewer than `most` moves."""
        self.only, left = found.what, list(words)
        try:
            self.begin(position)
            self._look_for(found)
            while not self.over() and len(self.moves) + 1 < most and time.monotonic() < end:
                if left and left[0] in self.words:
                    word = left.pop(0)
                else:
                    word = draw.choice([word for word in self.words if word not in left] or self.words)
                if self.step(word):
                    self._look_for(found)
        except Found as other:
            if other.same(found):
                return other
        finally:
            self.only = None
        return None

    def _look_for(self, found: Found, undone: Optional[str] = None, unlisted: Sequence[str] = ()) -> None:
        self.look(found.what in ("position", "score", "crash"))
        taken_back = undone or found.undone
        if taken_back is not None and taken_back in self.words:
            self.undoes(taken_back)
        for word in unlisted or filter(None, [found.unlisted]):
            if word not in self.listed and not self.over():
                self.step(word)


class RandomGame:
    """A random game. With `shapes`, it prefers moves of a shape that has rarely been played."""

    def __init__(self, match: Match, draw: random.Random, plies: int, shapes: bool) -> None:
        self.match, self.draw, self.plies, self.shapes = match, draw, plies, shapes
        self.finished = False
        self.played: Counter = Counter()
        self.seen: Set[str] = set()

    def play(self, position: Optional[str]) -> None:
        """Plays the game, and raises the first difference."""
        match, draw = self.match, self.draw
        match.begin(position)
        for ply in range(self.plies + 1):
            match.look(everything=ply < 2 or draw.random() < 0.1)
            if match.over():
                match.look(everything=True)
                self.finished = True
                return
            if ply == self.plies:
                return
            if match.wants("refused") and draw.random() < 0.2:
                unlisted = sorted(self.seen - match.listed)
                if unlisted:
                    match.compared["refused"] += 1
                    match.step(draw.choice(unlisted))
            if match.wants("undo") and (ply == 1 or draw.random() < 0.1):
                match.undoes(draw.choice(match.words))
            self.seen.update(match.words)
            match.step(self._choose(match.words))

    def _choose(self, words: List[str]) -> str:
        if not self.shapes:
            return self.draw.choice(words)
        weights = [1 / (1 + self.played[_shape(word)]) for word in words]
        word = self.draw.choices(words, weights)[0]
        self.played[_shape(word)] += 1
        return word


def _shape(word: str) -> str:
    """The shape of a move: its text with all lowercase letters replaced by one letter, all capitals by another, and all
    digits by one digit."""
    return re.sub(r"\d", "1", re.sub(r"[A-Z]", "A", re.sub(r"[a-z]", "a", word)))


def _changed(before: Any, after: Any) -> Tuple[Any, Any]:
    """If both values are lists of texts, returns the texts that are only in one of them; otherwise returns both values
    unchanged."""
    if all(isinstance(value, list) and all(isinstance(word, str) for word in value) for value in (before, after)):
        return [word for word in before if word not in after], [word for word in after if word not in before]
    return before, after


def some(words: List[str], most: int = 12) -> str:
    """The first words, and the number of omitted words."""
    more = len(words) - most
    return " ".join(words[:most]) + (f" and {more} more" if more > 0 else "")
