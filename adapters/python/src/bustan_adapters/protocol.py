"""The protocol: each command is one line, and every command gets one response."""
import inspect
import json
import os
import random
import re
import sys
from typing import Any, BinaryIO, Callable, Dict, Iterable, List, Optional, Tuple

from .engine import Illegal, NotAMove, Refused, on_turn

# The characters that are removed from a command: control characters, except for the tab, which becomes a space.
_CONTROL = {**{code: "" for code in [*range(32), 127]}, 9: " "}
_COMMENT = re.compile(r"(?:^|\s)#")
_EMPTY_LINES = re.compile(r"\n\s*\n")


class _Refuse(Exception):
    """Ends a command with a `?` and the given message."""


def _quoted(word: str) -> str:
    return json.dumps(word if len(word) <= 60 else word[:60] + "...", ensure_ascii=False)


def _why(illegal: Illegal) -> str:
    return str(illegal) or ("not a move" if isinstance(illegal, NotAMove) else "illegal move")


class Session:
    """Responds to commands with the help of an engine.

    The engine is any object with `start()`, `play(colour, word)` and preferably `legal()` and `state()`. README.md
    lists the
    other methods that it may have; a command is supported if its method exists.
    """

    def __init__(self, engine: Any) -> None:
        self.engine = engine
        self.name = str(getattr(engine, "name", None) or type(engine).__name__)
        self.players = [str(player).lower() for player in getattr(engine, "players", ())]
        self.over = False
        #: The function that begins the game again. `_played`: the moves of the game.
        self._begin: Callable[[], Any] = engine.start
        self._played: List[Tuple[str, str]] = []
        self._random = random.Random(0)
        self._commands: Dict[str, Callable[..., str]] = {
            "protocol_version": self._protocol_version,
            "name": self._name,
            "version": self._version,
            "known_command": self._known_command,
            "list_commands": self._list_commands,
            "clear_board": self._clear_board,
            "play": self._play,
            "quit": self._quit,
        }
        for command, method, answer in (
            ("undo", "undo", self._undo),
            ("boardsize", "boardsize", self._boardsize),
            ("genmove", "legal", self._genmove),
            ("showboard", "show", self._show),
            ("final_score", "score", self._score),
            ("bustan-setup", "setup", self._setup),
            ("bustan-position", "position", self._position),
            ("bustan-legal", "legal", self._legal),
            ("bustan-state", "state", self._state),
            ("bustan-perft", "perft", self._perft),
            ("bustan-variants", "variants", self._variants),
        ):
            if callable(getattr(engine, method, None)):
                self._commands[command] = answer
        engine.start()

    def answer(self, line: str) -> Optional[str]:
        """Returns the complete response to a line; `None` if the line is blank or a comment."""
        line = line.translate(_CONTROL)
        comment = _COMMENT.search(line)
        if comment:
            line = line[:comment.start()]
        command, *words = line.split() or [""]
        number = ""
        if command.isascii() and command.isdigit():
            number = command
            command, *words = words or [""]
        if not command:
            return f"?{number} unknown command\n\n" if number else None
        handler = self._commands.get(command)
        try:
            if handler is None:
                raise _Refuse("unknown command")
            sign, text = "=", handler(*self._check(command, words))
        except (_Refuse, Refused) as refusal:
            # An engine may be unable to write a position that its library has reached.
            sign, text = "?", str(refusal) or "refused"
        # An empty line would end the response.
        if "\n" in text or "\r" in text:
            text = _EMPTY_LINES.sub("\n", text.replace("\r", "").strip("\n"))
        return f"{sign}{number} {text}\n\n"

    _TAKES = {"known_command": "COMMAND", "play": "COLOUR MOVE", "genmove": "COLOUR", "bustan-perft": "DEPTH"}

    def _check(self, command: str, words: List[str]) -> List[str]:
        """Returns the arguments if their number is right for the command."""
        if command in ("boardsize", "bustan-setup"):
            return words
        takes = self._TAKES.get(command, "")
        if len(words) != len(takes.split()):
            raise _Refuse(f"syntax error: {command} takes {takes or 'nothing else'}")
        return words

    def _protocol_version(self) -> str:
        return "2"

    def _name(self) -> str:
        return self.name

    def _version(self) -> str:
        return str(getattr(self.engine, "version", ""))

    def _known_command(self, command: str) -> str:
        return "true" if command in self._commands else "false"

    def _list_commands(self) -> str:
        return "\n".join(sorted(self._commands))

    def _quit(self) -> str:
        self.over = True
        return ""

    def _clear_board(self) -> str:
        self.engine.start()
        self._begin, self._played = self.engine.start, []
        return ""

    def _boardsize(self, *words: str) -> str:
        # A TypeError that the engine itself raises must not be caught, so the number of arguments is checked first.
        try:
            inspect.signature(self.engine.boardsize).bind(*words)
        except TypeError:
            raise _Refuse("unacceptable size") from None
        try:
            self.engine.boardsize(*words)
        except Refused as refusal:
            raise _Refuse(f"unacceptable size: {refusal}" if str(refusal) else "unacceptable size") from None
        except ValueError:
            raise _Refuse(f"unacceptable size: {_quoted(' '.join(words))}") from None
        self._begin, self._played = lambda: self.engine.boardsize(*words), []
        return ""

    def _setup(self, *words: str) -> str:
        text = " ".join(words)
        try:
            self.engine.setup(text)
        except Refused as refusal:
            raise _Refuse(f"invalid position: {refusal}" if str(refusal) else "invalid position") from None
        self._begin, self._played = lambda: self.engine.setup(text), []
        return ""

    def _colour(self, word: str) -> str:
        """The player that a word names. The first letter is sufficient."""
        word = word.lower()
        if not self.players:
            return word
        if word in self.players:
            return word
        meant = [player for player in self.players if player[0] == word]
        if len(meant) != 1:
            raise _Refuse(f"syntax error: {_quoted(word)} is not a player; the players are: {', '.join(self.players)}")
        return meant[0]

    def _check_turn(self, colour: str) -> None:
        """Refuses a move by the wrong player or after the end, if the engine reports the player to move."""
        told, turn = on_turn(self.engine)
        if not told:
            return
        if turn is None:
            raise _Refuse("illegal move: game-over")
        if turn != colour and not (len(colour) == 1 and turn.startswith(colour)):
            raise _Refuse("illegal move: not-your-turn")

    def _play(self, colour: str, word: str) -> str:
        colour = self._colour(colour)
        self._check_turn(colour)
        try:
            self.engine.play(colour, word)
        except NotAMove:
            raise _Refuse(f"syntax error: {_quoted(word)} is not a move") from None
        except Illegal as illegal:
            raise _Refuse(f"illegal move: {illegal}" if str(illegal) else "illegal move") from None
        self._played.append((colour, word))
        return ""

    def _undo(self) -> str:
        if not self._played:
            raise _Refuse("cannot undo")
        self.engine.undo()
        self._played.pop()
        return ""

    def _genmove(self, colour: str) -> str:
        colour = self._colour(colour)
        words = list(self.engine.legal())
        if not words:
            raise _Refuse("game over")
        self._check_turn(colour)
        word = str(self._random.choice(words))
        try:
            self._play(colour, word)
        except _Refuse as refusal:
            raise _Refuse(f"lists {word} but refuses it: {refusal}") from None
        return word

    def _legal(self) -> str:
        return " ".join(sorted(map(str, self.engine.legal()), key=str.encode))

    def _state(self) -> str:
        return json.dumps(self.engine.state(), separators=(",", ":"))

    def _perft(self, depth: str) -> str:
        if not (depth.isascii() and depth.isdigit() and len(depth) <= 2):
            raise _Refuse(f"syntax error: {_quoted(depth)} is not a depth from 0 to 99")
        try:
            return str(self.engine.perft(int(depth)))
        except Illegal as illegal:
            # During the count, the engine has refused a move that it listed.
            self._again()
            found = self._listed_and_refused(int(depth), [])
            self._again()
            raise _Refuse(found or f"plays an illegal move while it counts: {_why(illegal)}") from None

    def _again(self) -> None:
        """Returns the engine to the position before the count."""
        self._begin()
        for colour, word in self._played:
            self.engine.play(colour, word)

    def _listed_and_refused(self, depth: int, before: List[str]) -> Optional[str]:
        """The message about the first move within `depth` plies that the engine lists but refuses, if there is one."""
        if depth == 0 or not all(callable(getattr(self.engine, method, None)) for method in ("legal", "undo")):
            return None
        for word in map(str, list(self.engine.legal())):
            turn = on_turn(self.engine)[1]
            mover = self.players[(len(self._played) + len(before)) % len(self.players)] if self.players else ""
            try:
                self.engine.play(mover if turn is None else turn, word)
            except Illegal as illegal:
                after = f" (after {' '.join(before)})" if before else ""
                return f"lists {word} but refuses it{after}: {_why(illegal)}"
            below = self._listed_and_refused(depth - 1, [*before, word])
            if below:
                return below
            self.engine.undo()
        return None

    def _position(self) -> str:
        return str(self.engine.position())

    def _show(self) -> str:
        return str(self.engine.show())

    def _score(self) -> str:
        return str(self.engine.score())

    def _variants(self) -> str:
        return ", ".join(map(str, self.engine.variants()))


def divert() -> BinaryIO:
    """Returns the standard output, for responses only. From now on, all other output goes to standard error."""
    sys.stdout.flush()
    out = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)
    sys.stdout = sys.stderr
    return out


def serve(engine: Any, lines: Optional[Iterable[bytes]] = None, out: Optional[BinaryIO] = None) -> None:
    """Responds to commands until `quit` or the end of the input, by default on the standard streams.

    Other output, of the engine or its library, goes to standard error, so that it does not mix with the responses. An
    exception of the engine ends the process, which Bustan reports as a crash.
    """
    own = out is None
    stream = divert() if out is None else out
    try:
        session = Session(engine)
        for line in sys.stdin.buffer if lines is None else lines:
            answer = session.answer(line.decode("utf-8", "replace"))
            if answer is not None:
                stream.write(answer.encode("utf-8", "replace"))
                stream.flush()
            if session.over:
                return
    except BrokenPipeError:
        # The reader has closed the pipe. At exit, Python must not try again to write the remaining output.
        os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())
    except KeyboardInterrupt:
        sys.exit(130)
    finally:
        if own:
            stream.close()
