"""Compare two engines in a test, in this process and without Bustan itself."""
import json
import os
import random
import re
import time
from collections import Counter
from typing import Any, Callable, Dict, Iterable, List, NamedTuple, Optional, Sequence, Set, Tuple, Union

from .engine import Illegal, Refused, on_turn
from .options import Usage

#: An engine, what makes one, or the command line of a ready adapter, such as `"openspiel checkers"`.
Engine = Union[Any, Callable[[], Any], str]
#: What is compared besides the keys of the states. `ignore` and `require` take these names, too.
QUESTIONS = ("legal", "to_move", "refused", "undo", "position", "score")


class Agreement(NamedTuple):
    """What was compared, and found to agree."""

    #: How many games were played, and how many of them to their end.
    games: int
    finished: int
    plies: int
    #: What was compared, and how often: `legal`, `to_move`, `board`, ...
    compared: Dict[str, int]


class Differ(AssertionError):
    """Two engines differ. The message has the short game."""

    def __init__(self, message: str, what: str, moves: List[Tuple[str, str]], position: Optional[str]) -> None:
        super().__init__(message)
        #: What differs: a word of `QUESTIONS`, a key of the state, `setup`, or, if an engine raises, `crash`.
        self.what = what
        #: The short game: the player and the word of each move.
        self.moves = moves
        #: The position at which it begins, if not at the start.
        self.position = position


def assert_agrees(
    mine: Engine,
    theirs: Engine,
    *,
    games: Optional[int] = None,
    seconds: Optional[float] = None,
    plies: int = 300,
    seed: Optional[int] = None,
    ignore: Iterable[str] = (),
    require: Iterable[str] = (),
    positions: Sequence[str] = (),
    players: Optional[Sequence[str]] = None,
    shrink_seconds: float = 10,
) -> Agreement:
    """Plays random games on both engines and raises `Differ`, an `AssertionError`, as soon as they differ.

    After every move it compares the lists of legal moves, the player on turn and all keys that both states have;
    after some also which moves are refused, what is the case once a move is taken back, and the texts of the
    position. The message has the shortest game that it finds, what each engine said, and how to play it again.

    It plays `games` games, or as many as there is time for in `seconds`, by default 3; each is broken off after
    `plies` moves. The same `seed`, by default 0, plays the same games. The variables `BUSTAN_GAMES` and
    `BUSTAN_SEED` take the place of `games` and `seed`.

    `ignore` names what is not compared: keys of states and words of `QUESTIONS`. `require` names what must have
    been compared at least once. Games begin at `positions` in turn, if there are any, for engines that have
    `setup`. `players` are the players in turn order, for engines that do not say whose turn it is.

    An engine is an object as for `serve`, a class or function that makes one, or the command line of a ready
    adapter, such as `"openspiel checkers"`. `ValueError` means that there is nothing to compare.
    """
    __tracebackhide__ = True  # pytest then shows the line of the test.
    games = _environment("BUSTAN_GAMES", games)
    seed = _environment("BUSTAN_SEED", seed) or 0
    if games is None and seconds is None:
        seconds = 3
    for name, number, least in (("games", games, 1), ("seconds", seconds, 0), ("plies", plies, 1),
                                ("shrink_seconds", shrink_seconds, 0)):
        if number is not None and not (isinstance(number, (int, float)) and number >= least):
            raise ValueError(f"{name} is {number!r}, and should be a number of at least {least}")
    match = _Match(mine, theirs, _names("ignore", ignore), players)
    required = _names("require", require)
    end = None if seconds is None else time.monotonic() + seconds
    number = finished = total = 0
    while games is None or number < games:
        if end is not None and number and time.monotonic() > end:
            break
        position = positions[number % len(positions)] if positions else None
        game = _Random(match, random.Random(f"{seed} {number}"), plies, shapes=number % 2 == 1)
        try:
            game.play(position)
        except _Found as found:
            raise _report(match, found, seed, number, shrink_seconds) from found.cause
        number, finished, total = number + 1, finished + game.finished, total + len(match.moves)
        if end is not None and not total and number > 20:
            break
    if not total:
        raise ValueError("nothing to compare: both engines list no move at the start")
    if not any(match.compared[what] for what in match.compared if what not in ("refused", "undo")):
        raise ValueError("nothing to compare: only one engine has legal(), and the states have no key in common")
    missing = sorted(what for what in required if not match.compared[what])
    if missing:
        raise ValueError(f"{', '.join(missing)} should have been compared, but only these were: "
                         f"{', '.join(sorted(match.compared))}")
    return Agreement(number, finished, total, dict(match.compared))


def assert_agrees_on(
    mine: Engine,
    theirs: Engine,
    moves: Union[str, Sequence[str]],
    *,
    ignore: Iterable[str] = (),
    position: Optional[str] = None,
    players: Optional[Sequence[str]] = None,
) -> None:
    """Plays this one game, words with blanks between them or a list of words, and compares as `assert_agrees` does.

    So a game that was found stays as a test. `ValueError` means that neither engine lets it be played.
    """
    __tracebackhide__ = True
    match = _Match(mine, theirs, _names("ignore", ignore), players)
    words = moves.split() if isinstance(moves, str) else list(moves)
    try:
        match.begin(position)
        match.look(everything=True)
        for at, word in enumerate(words):
            if match.over():
                raise ValueError(f"move {at + 1}, {word}: the game is over before it")
            if not match.step(word):
                raise ValueError(f"move {at + 1}, {word}: both engines refuse it")
            match.look(everything=True)
    except _Found as found:
        raise _report(match, found, None, 0, 0) from found.cause


def _environment(name: str, value: Optional[int]) -> Optional[int]:
    text = os.environ.get(name, "")
    if not text:
        return value
    if not (text.isascii() and text.isdigit()):
        raise ValueError(f"{name} is {text!r}, and should be a whole number")
    return int(text)


def _names(what: str, names: Iterable[str]) -> Set[str]:
    # A string is a collection of letters, which nobody means.
    if isinstance(names, str):
        raise ValueError(f"{what} is the text {names!r}, and should be a list: [{names!r}]")
    return set(names)


class _Found(Exception):
    """A difference: what differs, a text that tells it from others of the kind, and what each engine says."""

    def __init__(self, what: str, sort: str, told: str, said: Optional[Tuple[Any, Any]] = None,
                 cause: Optional[BaseException] = None, say: Optional[Tuple[str, str]] = None) -> None:
        super().__init__(what)
        self.what, self.sort, self.told, self.said, self.cause = what, sort, told, said, cause
        #: What stands before what was said, if that is not the names of the engines.
        self.say = say
        #: The word that was played though no engine lists it.
        self.unlisted: Optional[str] = None
        #: The word that was played and taken back, and who played it.
        self.undone: Optional[str] = None
        self.by: Optional[str] = None

    def same(self, other: "_Found") -> bool:
        """Whether this is the same difference in another game."""
        return (self.what, self.sort) == (other.what, other.sort)


class _Side:
    """One of the two engines."""

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
        """Whether the engine has this method."""
        return callable(getattr(self.engine, method, None))

    def ask(self, method: str, *words: Any) -> Any:
        """Asks the engine; an exception that is no refusal is a difference."""
        refusal = {"play": Illegal, "setup": Refused}.get(method, ())
        try:
            return getattr(self.engine, method)(*words)
        except refusal:
            raise
        except Exception as error:
            raise self.crash(method, error) from error

    def crash(self, method: str, error: Exception) -> _Found:
        """The difference that an exception is."""
        kind = type(error).__name__
        ready = getattr(self.engine, "ready", None)
        told = f"{kind}: {error}" if ready is None else ready.blame(error)
        return _Found("crash", f"{self.label} {method} {kind}", f"{self.name} raises in {method}: {told}", cause=error)

    def refuses(self, colour: str, word: str) -> Optional[str]:
        """Plays a move; if it is refused, why."""
        try:
            self.ask("play", colour, word)
        except Illegal as illegal:
            return str(illegal) or "illegal move"
        return None

    def legal(self) -> List[str]:
        """The legal moves, sorted."""
        return sorted(map(str, self.ask("legal")))

    def state(self) -> Dict[str, Any]:
        """The state, as JSON has it."""
        state = self.ask("state")
        try:
            return json.loads(json.dumps(state))
        except (TypeError, ValueError) as error:
            raise self.crash("state", error) from error

    def turn(self) -> Tuple[bool, Optional[str]]:
        """Whether the engine tells whose turn it is, and whose."""
        try:
            return on_turn(self.engine)
        except Exception as error:
            raise self.crash("to_move", error) from error


def _ready(text: str) -> Any:
    """The engine of a ready adapter."""
    from .__main__ import make

    words = text.split()
    if words and words[0].startswith("python:"):
        words[0] = words[0][len("python:"):]
    try:
        return make(words or [""])
    except Usage as usage:
        raise ValueError(str(usage)) from None


class _Match:
    """Both engines in the middle of a game."""

    def __init__(self, mine: Engine, theirs: Engine, ignore: Set[str], players: Optional[Sequence[str]]) -> None:
        self.sides = _Side(mine, "my"), _Side(theirs, "their")
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
        #: When set, only this is looked at.
        self.only: Optional[str] = None
        self.position: Optional[str] = None
        self.moves: List[Tuple[str, str]] = []
        #: The words that may be played, those that any engine lists, those that each does, and the player on turn.
        self.words: List[str] = []
        self.listed: Set[str] = set()
        self.lists: Dict[_Side, Set[str]] = {}
        self.turn: Optional[str] = None
        #: Every word that an engine has listed anywhere so far.
        self.seen: Set[str] = set()

    def begin(self, position: Optional[str]) -> None:
        """Begins a game on both."""
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
            raise _Found("setup", "", "one engine refuses the position", said)

    def wants(self, what: str) -> bool:
        """Whether this is to be compared."""
        return what not in self.ignore and self.only in (None, what)

    def look(self, everything: bool = False) -> None:
        """Compares all that both tell of the position; `everything` includes the text of the position."""
        mine, theirs = self.sides
        lists = [side.legal() for side in self.listers]
        if len(lists) == 2 and self.wants("legal"):
            self._lists(*lists)
        turns = [side.turn() for side in self.sides]
        if all(told for told, _ in turns) and self.wants("to_move"):
            self._same("to_move", turns[0][1], turns[1][1], "the player on turn")
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
        # What only one of them lists is not played: that it does was looked at, or is to be passed over.
        both = set(lists[-1])
        self.words = [word for word in lists[0] if word in both]
        self.listed = {word for words in lists for word in words}
        self.lists = dict(zip(self.listers, map(set, lists)))
        self.seen |= self.listed
        if self.words and (ended or self.turn is None):
            if self.wants("over"):
                raise _Found("over", "moves", "there are legal moves after the end of the game", (lists[0], lists[-1]))
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
                told.append(f"only {side.name} lists {_some(more)}")
                sorts.append(f"{side.label} more")
            if twice:
                told.append(f"{side.name} lists {_some(twice)} more than once")
                sorts.append(f"{side.label} twice")
        raise _Found("legal", ", ".join(sorts), "; ".join(told), (mine, theirs))

    def _same(self, what: str, mine: Any, theirs: Any, told: str) -> None:
        self.compared[what] += 1
        if mine != theirs:
            raise _Found(what, "", f"{told} differs", (mine, theirs))

    def over(self) -> bool:
        """Whether nothing can be played."""
        return self.turn is None or not self.words

    def step(self, word: str) -> bool:
        """Plays a move on both. If neither lists it and both refuse it, the position stays, and the answer is no."""
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
        except _Found as found:
            found.unlisted = None if word in self.listed else word
            raise

    def _refused(self, word: str, refusals: Sequence[Optional[str]], listed: bool) -> _Found:
        """The difference that lies in who plays a word and who refuses it."""
        first, second = (f"refused: {refusal}" if refusal else "played" for refusal in refusals)
        said = first, second
        refusing = [side for side, refusal in zip(self.sides, refusals) if refusal]
        contradict = [side.name for side in refusing if word in self.lists.get(side, ())]
        if len(refusing) == 2:
            told = f"{contradict[0]} lists {word} but refuses it" if len(contradict) == 1 else f"both list {word} but refuse it"
            return _Found("refused", "both", told if contradict else f"both refuse {word}, which is listed", said)
        if listed:
            side = refusing[0]
            told = f"lists {word} but refuses it" if contradict else f"refuses {word}"
            return _Found("refused", side.label, f"only {side.name} {told}" if not contradict else f"{side.name} {told}", said)
        side = self.sides[1 if refusals[0] else 0]
        return _Found("refused", f"{side.label} unlisted", f"{side.name} plays {word}, which is not listed", said)

    def undoes(self, word: str) -> None:
        """Plays a move on each engine that can take back, and takes it back: all is to be as before."""
        assert self.turn is not None
        try:
            for side in self.sides:
                if not side.has("undo"):
                    continue
                self.compared["undo"] += 1
                before = self.told(side)
                if side.refuses(self.turn, word) is not None:
                    continue
                # Asked in between, so that what an engine keeps of it shows.
                self.told(side)
                side.ask("undo")
                after = self.told(side)
                for key in before:
                    if before[key] != after.get(key, ...):
                        raise _Found("undo", f"{side.label} {key}",
                                     f"{side.name} tells another {key} once {word} is played and taken back",
                                     _changed(before[key], after.get(key)), say=("before", "after"))
        except _Found as found:
            found.undone, found.by = word, self.turn
            raise

    def told(self, side: _Side) -> Dict[str, Any]:
        """The list and the state of one engine."""
        told: Dict[str, Any] = {"legal": side.legal()} if side.has("legal") else {}
        if side.has("state"):
            told.update(side.state())
        return told

    def again(self, found: _Found, position: Optional[str], words: Sequence[str], known: Sequence[Tuple[str, str]] = (),
              undone: Optional[str] = None, unlisted: Sequence[str] = ()) -> Optional[_Found]:
        """Plays the moves of `known`, then the words as far as they are legal, and looks for the same difference.

        If it shows, `moves` are the game. In the moves of `known` it is not looked for, unless it is a refusal. What
        is taken back, and which unlisted words are tried, is as in `found`, unless they are given.
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
        except _Found as other:
            if other.same(found):
                return other
        finally:
            self.only = None
        return None

    def reach(self, position: Optional[str], moves: Sequence[Tuple[str, str]]) -> None:
        """Plays listed moves on both without a look at what they say, but for refusals."""
        self.begin(position)
        self.lists = {}
        for colour, word in moves:
            self.moves.append((colour, word))
            refusals = [side.refuses(colour, word) for side in self.sides]
            if any(refusals):
                raise self._refused(word, refusals, listed=True)

    def led(self, found: _Found, position: Optional[str], words: Sequence[str], most: int, draw: random.Random,
            end: float) -> Optional[_Found]:
        """Plays the words in their order, and any other move where the next of them cannot be played; looks for the same
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
        except _Found as other:
            if other.same(found):
                return other
        finally:
            self.only = None
        return None

    def _look_for(self, found: _Found, undone: Optional[str] = None, unlisted: Sequence[str] = ()) -> None:
        self.look(found.what in ("position", "score", "crash"))
        taken_back = undone or found.undone
        if taken_back is not None and taken_back in self.words:
            self.undoes(taken_back)
        for word in unlisted or filter(None, [found.unlisted]):
            if word not in self.listed and not self.over():
                self.step(word)


class _Random:
    """A random game. With `shapes`, moves of a shape that was seldom played are preferred."""

    def __init__(self, match: _Match, draw: random.Random, plies: int, shapes: bool) -> None:
        self.match, self.draw, self.plies, self.shapes = match, draw, plies, shapes
        self.finished = False
        self.played: Counter = Counter()
        self.seen: Set[str] = set()

    def play(self, position: Optional[str]) -> None:
        """Plays it, and raises what it finds."""
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
    """A word with one letter for all small letters, one for all capitals and one digit for all digits."""
    return re.sub(r"\d", "1", re.sub(r"[A-Z]", "A", re.sub(r"[a-z]", "a", word)))


#: Of longer games a report tells a position, too, from which the difference shows.
_LONG = 6

#: A cell in a word: a letter and a number.
_CELL = re.compile(r"[a-z]\d+")


def _cells(word: str) -> Set[str]:
    return set(_CELL.findall(word.lower()))


def _concerned(words: Sequence[str], found: _Found) -> List[int]:
    """The places of the words that lead to the cells of a difference, and of those that lead to theirs."""
    cells = _cells(words[-1]) if words else set()
    if found.said is not None and all(isinstance(said, list) for said in found.said):
        mine, theirs = ({word for word in said if isinstance(word, str)} for said in found.said)
        listed = mine ^ theirs
        cells = set().union(*map(_cells, listed)) if listed else cells
    for word in (found.undone, found.unlisted):
        cells |= _cells(word or "")
    places = []
    for at in range(len(words) - 1, -1, -1):
        own = _cells(words[at])
        if own & cells:
            places.append(at)
            cells |= own
    return places[::-1]


class _Short:
    """The shortest game found so far, and what was done to find it."""

    def __init__(self, match: _Match, found: _Found, seconds: float) -> None:
        self.match, self.found = match, found
        self.position = match.position
        self.moves = list(match.moves)
        self.end = time.monotonic() + seconds
        #: What is known of shorter games, if it was looked for.
        self.searched: Optional[str] = None
        #: For a long game: the position before its last moves, and those.
        self.tail: Optional[Tuple[str, List[Tuple[str, str]]]] = None
        again = match.again(found, self.position, self._words())
        self.steady = again is not None
        if again is not None:
            self._keep(again)
        begun = time.monotonic()
        if self.steady and len(self.moves) > _LONG:
            # A position near the end says most, and is found soon.
            self._cut()
        if self.steady and seconds > 0:
            self.searched = "not proven shortest"
            self._follow(begun + seconds / 2)
            self._drop()
            self._shuffle()
            self._search()
        if len(self.moves) <= _LONG:
            self.tail = None

    def _words(self) -> List[str]:
        return [word for _, word in self.moves]

    def _late(self) -> bool:
        return time.monotonic() > self.end

    def _keep(self, found: _Found) -> None:
        self.found, self.moves = found, list(self.match.moves)

    def _try(self, words: Sequence[str], known: Sequence[Tuple[str, str]] = ()) -> bool:
        """Keeps the game of these moves and words if it shows the same and is shorter."""
        found = self.match.again(self.found, self.position, words, known)
        if found is None or len(self.match.moves) >= len(self.moves):
            return False
        self._keep(found)
        return True

    def _drop(self) -> None:
        """Leaves out moves, from half of the game down to single and then pairs of moves, as long as that helps."""
        helped = True
        while helped:
            helped = False
            size = max(1, len(self.moves) // 2)
            while size >= 1:
                at = 0
                while at < len(self.moves):
                    words = self._words()
                    if self._late():
                        return
                    if self._try(words[at + size:], self.moves[:at]):
                        helped = True
                    else:
                        at += max(1, size // 2)
                size //= 2
            for first in range(len(self.moves)):
                for second in range(first + 1, len(self.moves)):
                    if self._late():
                        return
                    words = self._words()
                    if second < len(words) and self._try([*words[first + 1:second], *words[second + 1:]], self.moves[:first]):
                        helped = True

    def _follow(self, end: float) -> None:
        """Plays the moves of what is on the cells of the difference, and in between whatever the other player can."""
        draw, fails = random.Random(0), 0
        while fails < 60 and time.monotonic() < end:
            words = self._words()
            concerned = _concerned(words, self.found)
            if not concerned:
                return
            # Not all that moves on these cells matters.
            leave = 0 if fails == 0 else draw.choice((0, 0.1, 0.3))
            chosen = [at for at in concerned if draw.random() >= leave]
            game = self.match.led(self.found, self.position, [words[at] for at in chosen], len(words), draw, end)
            if game is None:
                fails += 1
            else:
                self._keep(game)
                fails = 0

    def _shuffle(self) -> None:
        """Plays some of the moves, in their order or in another, for half of the time that is left."""
        draw, tries = random.Random(0), 0
        end = (time.monotonic() + self.end) / 2
        while tries < 500 and time.monotonic() < end and len(self.moves) > 1:
            words = self._words()
            chosen = sorted(draw.sample(range(len(words)), draw.randint(len(words) // 2, len(words) - 1)))
            if draw.random() < 0.5:
                draw.shuffle(chosen)
            tries = 0 if self._try([words[at] for at in chosen]) else tries + 1

    def _cut(self) -> None:
        """Looks for a position near the end from which the difference shows as well, the later the better."""
        match = self.match
        tellers = [side for side in match.sides if side.has("position")]
        if not all(side.has("setup") for side in match.sides):
            return
        for count in (0, 1, 2, 3, 4, 6, 8):
            if count > len(self.moves):
                return
            before, last = self.moves[:len(self.moves) - count], self.moves[len(self.moves) - count:]
            try:
                # The difference may show there already.
                match.reach(self.position, before)
                texts = {str(side.ask("position")) for side in tellers}
                for text in sorted(texts):
                    if match.again(self.found, text, [word for _, word in last]) is not None:
                        self.tail = text, list(match.moves)
                        return
            except (_Found, ValueError):
                # One engine takes no position of the other's.
                continue

    def _search(self) -> None:
        """Plays all shorter games: first each state once, which goes deep, then every game."""
        if not self._walk(once=True):
            return
        while True:
            known = len(self.match.seen)
            if not self._walk(once=False):
                return
            if self.found.unlisted is None:
                self.searched = "proven shortest for this difference"
                return
            if len(self.match.seen) == known:
                # A word that no engine ever lists may be accepted earlier.
                self.searched = "no shorter game shows this difference; of unlisted moves, only those listed elsewhere were tried"
                return

    def _walk(self, once: bool) -> bool:
        """Plays games one move longer at a time, up to one that shows the difference; whether there was time."""
        waiting: List[List[Tuple[str, str]]] = [[]]
        seen: Set[str] = set()
        for _ in range(len(self.moves)):
            longer: List[List[Tuple[str, str]]] = []
            for moves in waiting:
                if self._late():
                    return False
                match = self.match
                if self._shows(moves):
                    return True
                if match.over():
                    continue
                if once:
                    state = json.dumps([match.turn, *map(match.told, match.sides)], sort_keys=True)
                    if state in seen:
                        continue
                    seen.add(state)
                assert match.turn is not None
                longer += ([*moves, (match.turn, word)] for word in match.words)
            waiting = longer
        return not self._late()

    def _shows(self, moves: Sequence[Tuple[str, str]]) -> bool:
        """Whether the difference shows after these moves, whichever move it is about; the game is then kept."""
        match = self.match
        found = match.again(self.found, self.position, (), moves)
        if found is None and not match.over():
            if self.found.undone is not None:
                found = self._undoes(moves)
            elif self.found.unlisted is not None and len(moves) + 1 < len(self.moves):
                words = sorted(match.seen - match.listed)
                found = match.again(self.found, self.position, (), moves, unlisted=words)
        if found is not None:
            self._keep(found)
        return found is not None

    def _undoes(self, moves: Sequence[Tuple[str, str]]) -> Optional[_Found]:
        """The difference, if any listed move that is played here and taken back shows it; each in a game of its own."""
        for word in list(self.match.words):
            if self._late():
                return None
            found = self.match.again(self.found, self.position, (), moves, undone=word)
            if found is not None:
                return found
        return None


def _report(match: _Match, found: _Found, seed: Optional[int], number: int, seconds: float) -> Differ:
    """The message about a difference, with the short game."""
    plies = len(match.moves)
    short = _Short(match, found, seconds)
    found, moves, position = short.found, short.moves, short.position
    mine, theirs = match.sides
    count = f"{len(moves)} move{'' if len(moves) == 1 else 's'}"
    if plies > len(moves):
        count += f", shrunk from {plies}"
    if short.searched is not None:
        count += f", {short.searched}"
    lines = [f"{mine.name} and {theirs.name} differ: {found.told}", ""]
    if short.tail is not None:
        lines += ["From a position:", *_record(*short.tail, found), ""]
    lines += [f"The game ({count}):", *_record(position, moves, found)]
    if not short.steady:
        lines.append("It does not show again when these moves are played again: an engine is not deterministic, or it takes "
                     "more, such as a move refused or taken back before.")
    if found.said is not None:
        lines += ["", *_both(found.say or (mine.name, theirs.name), found.said)]
    board = _board(match, short)
    if board:
        lines += ["", board]
    lines.append("")
    if seed is not None:
        lines.append(f"Found in game {number + 1} of seed {seed}. Find it again: BUSTAN_SEED={seed} BUSTAN_GAMES={number + 1}")
    if short.steady and found.undone is None:
        begin, rest = short.tail or (position, moves)
        start = "" if begin is None else f", position={begin!r}"
        words = " ".join(word for _, word in rest)
        lines.append(f"As a test: assert_agrees_on(mine, theirs, {words!r}{start})")
    return Differ("\n".join(lines), found.what, moves, position)


def _record(position: Optional[str], moves: Sequence[Tuple[str, str]], found: _Found) -> List[str]:
    """The commands of the protocol that show the difference."""
    lines = ["clear_board" if position is None else f"bustan-setup {position}"]
    lines += [f"play {colour} {word}" for colour, word in moves]
    if found.undone is not None:
        lines += [f"play {found.by} {found.undone}", "undo"]
    return [f"  {line}" for line in lines]


def _both(names: Tuple[str, str], said: Tuple[Any, Any]) -> List[str]:
    """What was said, by each engine or before and after; of objects only what differs."""
    values = list(said)
    if all(isinstance(value, dict) for value in values):
        keys = sorted({*values[0], *values[1]})
        keys = [key for key in keys if values[0].get(key, ...) != values[1].get(key, ...)]
        values = [{key: value[key] for key in keys if key in value} for value in values]
    return [f"{name}: {_short(value)}" for name, value in zip(names, values)]


def _changed(before: Any, after: Any) -> Tuple[Any, Any]:
    """Of two lists of words, what is only in one; anything else as it is."""
    if all(isinstance(value, list) and all(isinstance(word, str) for word in value) for value in (before, after)):
        return [word for word in before if word not in after], [word for word in after if word not in before]
    return before, after


def _short(value: Any) -> str:
    if isinstance(value, list) and all(isinstance(word, str) for word in value):
        return _some(value, 60) if value else "nothing"
    text = value if isinstance(value, str) else json.dumps(value)
    return text if len(text) <= 1000 else text[:1000] + " ..."


def _some(words: List[str], most: int = 12) -> str:
    more = len(words) - most
    return " ".join(words[:most]) + (f" and {more} more" if more > 0 else "")


def _board(match: _Match, short: _Short) -> str:
    """The board at the end of the game, as the first engine with `show` draws it."""
    side = next((side for side in match.sides if side.has("show")), None)
    if side is None:
        return ""
    try:
        side.ask("start")
        if short.position is not None:
            side.ask("setup", short.position)
        for colour, word in short.moves:
            if side.refuses(colour, word):
                return ""
        return f"{side.name}:\n{str(side.ask('show')).rstrip()}"
    except (_Found, Refused):
        return ""
