"""Compares two engines in a test, within the process of the test and without the program `bustan`."""
import json
import os
import random
import time
from typing import Any, Dict, Iterable, List, NamedTuple, Optional, Sequence, Set, Tuple, Union

from .engine import Refused
from .match import Engine, Found, Match, RandomGame, some
from .shorten import Shortest


class Agreement(NamedTuple):
    """The result of a comparison that found no difference."""

    #: The number of games played, and the number of games that were played to their end.
    games: int
    finished: int
    plies: int
    #: The number of times that each part was compared: `legal`, `to_move`, `board`, ...
    compared: Dict[str, int]


class Differ(AssertionError):
    """Two engines differ. The message contains the shrunk game."""

    def __init__(self, message: str, what: str, moves: List[Tuple[str, str]], position: Optional[str]) -> None:
        super().__init__(message)
        #: What differs: a name in `QUESTIONS`, a key of the state, `setup`, or, if an engine raises, `crash`.
        self.what = what
        #: The moves of the shrunk game: the player and the text of each move.
        self.moves = moves
        #: The position from which the shrunk game begins, if it is not the start position.
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

    After every move it compares the lists of legal moves, the player to move and all keys that both states contain;
    after
    some moves also which moves are refused, the state after a move is taken back, and the texts of the position. The
    message
    contains the shortest game found, the results of each engine, and how to replay the game.

    It plays `games` games or, by default, games for `seconds` (3) seconds. Each game has at most `plies` moves. The
    same
    `seed`, by default 0, plays the same games. The environment variables `BUSTAN_GAMES` and `BUSTAN_SEED` override
    `games`
    and `seed`.

    `ignore` names parts that are not compared: keys of states and names in `QUESTIONS`. `require` names parts that must
    have
    been compared at least once. If there are `positions`, games begin at them in turn; the engines must have `setup`.
    `players` are the players in turn order, for engines that do not report the player to move.

    An engine is an object as for `serve`, a class or function that makes one, or the command line of a ready adapter,
    such
    as `"openspiel checkers"`. `ValueError` means that there is nothing to compare.
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
    match = Match(mine, theirs, _names("ignore", ignore), players)
    required = _names("require", require)
    end = None if seconds is None else time.monotonic() + seconds
    number = finished = total = 0
    while games is None or number < games:
        if end is not None and number and time.monotonic() > end:
            break
        position = positions[number % len(positions)] if positions else None
        game = RandomGame(match, random.Random(f"{seed} {number}"), plies, shapes=number % 2 == 1)
        try:
            game.play(position)
        except Found as found:
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
    """Plays a given game, and makes the same comparisons as `assert_agrees`.

    The moves are a list of texts or a text in which spaces separate them. Use this function to keep a game that was
    found
    as a test. `ValueError` means that both engines refuse to play the game.
    """
    __tracebackhide__ = True
    match = Match(mine, theirs, _names("ignore", ignore), players)
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
    except Found as found:
        raise _report(match, found, None, 0, 0) from found.cause


def _environment(name: str, value: Optional[int]) -> Optional[int]:
    text = os.environ.get(name, "")
    if not text:
        return value
    if not (text.isascii() and text.isdigit()):
        raise ValueError(f"{name} is {text!r}, and should be a whole number")
    return int(text)


def _names(what: str, names: Iterable[str]) -> Set[str]:
    # A string is a collection of letters, which is never intended.
    if isinstance(names, str):
        raise ValueError(f"{what} is the text {names!r}, and should be a list: [{names!r}]")
    return set(names)


def _report(match: Match, found: Found, seed: Optional[int], number: int, seconds: float) -> Differ:
    """Creates the error about a difference, with the shrunk game."""
    plies = len(match.moves)
    short = Shortest(match, found, seconds)
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
        lines.append("It does not show again when these moves are replayed: an engine is not deterministic, or it takes "
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


def _record(position: Optional[str], moves: Sequence[Tuple[str, str]], found: Found) -> List[str]:
    """The protocol commands that reproduce the difference."""
    lines = ["clear_board" if position is None else f"bustan-setup {position}"]
    lines += [f"play {colour} {word}" for colour, word in moves]
    if found.undone is not None:
        lines += [f"play {found.by} {found.undone}", "undo"]
    return [f"  {line}" for line in lines]


def _both(names: Tuple[str, str], said: Tuple[Any, Any]) -> List[str]:
    """The two results, of each engine or before and after an action. Of objects, only the keys that differ."""
    values = list(said)
    if all(isinstance(value, dict) for value in values):
        keys = sorted({*values[0], *values[1]})
        keys = [key for key in keys if values[0].get(key, ...) != values[1].get(key, ...)]
        values = [{key: value[key] for key in keys if key in value} for value in values]
    return [f"{name}: {_short(value)}" for name, value in zip(names, values)]


def _short(value: Any) -> str:
    if isinstance(value, list) and all(isinstance(word, str) for word in value):
        return some(value, 60) if value else "nothing"
    text = value if isinstance(value, str) else json.dumps(value)
    return text if len(text) <= 1000 else text[:1000] + " ..."


def _board(match: Match, short: Shortest) -> str:
    """The board at the end of the shrunk game, as drawn by the first engine that has `show`."""
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
    except (Found, Refused):
        return ""
