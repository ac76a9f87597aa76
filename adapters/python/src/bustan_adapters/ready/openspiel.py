"""openspiel GAME: the games of OpenSpiel in which nothing is random or hidden (package open_spiel)

GAME is a name of the library's; parameters stand behind it as options, openspiel go board_size=9, or as the library
writes them, openspiel 'go(board_size=9)'. Chess, crazyhouse, antichess, shogi, xiangqi, checkers, Go, Othello,
Connect Four, Tic-Tac-Toe and Hive have the words and keys of their games. In all others moves are the library's with
_ for a blank, the board is what the library prints, and players are p0, p1, ... unless the option players names them.
"""
import math
from typing import Any, Dict, List, Optional, Tuple

import pyspiel

from .. import fen
from ..engine import Copies, Refused
from ..options import Option, Usage
from . import READY
from .openspiel_games import GAMES, Chess, Game


def _draws(text: str) -> str:
    if text != "claim":
        raise Usage(f"draws={text} is not supported: OpenSpiel ends every game of chess as soon as a draw may be claimed; give "
                    "the other engine draws=claim")
    return text


OPTIONS = {
    "players": Option("", ("NAME,NAME",), "names of the players in turn order", str),
    "undo": Option("copies", ("copies", "library"), "what takes back: copies, or the library where it can, which "
                   "in several games, chess among them, is wrong"),
    "ep": fen.EP._replace(values=("legal", "pseudo"), about="chess: when a cell is named for en passant"),
    "draws": Option("claim", ("claim",), "chess: the library ends a game as soon as a draw may be claimed; give the "
                    "other engine the same", _draws),
    "promote": fen.PROMOTE._replace(about="chess: what a pawn may become"),
}
#: Options that apply only to chess and its variants.
_OF_CHESS = ("ep", "draws", "promote")

#: Games whose copies refer to the memory of the original state, which may already be freed.
_NO_COPIES = {"morpion_solitaire"}


#: The first release that has a game, for games that are not in the oldest supported release.
_SINCE = {
    "mancala": "1.1.1", "checkers": "1.2", "nim": "1.2", "nine_mens_morris": "1.3", "dots_and_boxes": "1.4", "twixt": "1.5",
    "hive": "1.6", "mnk": "1.6", "lines_of_action": "1.6.3", "antichess": "1.6.10", "crazyhouse": "1.6.12", "gomoku": "1.6.12",
    "chinese_checkers": "1.6.13", "shogi": "1.6.13", "xiangqi": "1.6.13",
}


def _fits(kind: Any) -> Optional[str]:
    """Returns the reason why the library's game cannot be served, if there is one."""
    if kind.dynamics != pyspiel.GameType.Dynamics.SEQUENTIAL:
        return "its players move at the same time"
    if kind.chance_mode != pyspiel.GameType.ChanceMode.DETERMINISTIC:
        return "chance takes part in it"
    if kind.information != pyspiel.GameType.Information.PERFECT_INFORMATION:
        return "it hides something from the players"
    return None


def games() -> List[str]:
    """The games of the library that can be served."""
    return [kind.short_name for kind in pyspiel.registered_games() if kind.default_loadable and _fits(kind) is None]


def _parameters(name: str) -> Dict[str, Any]:
    return {kind.short_name: kind for kind in pyspiel.registered_games()}[name].parameter_specification


def options_for(words: List[str]) -> Dict[str, Option]:
    """The options, including the parameters of the game that the arguments name."""
    name = next((word.partition("(")[0] for word in words if "=" not in word.partition("(")[0]), "")
    since = _SINCE.get(name)
    if since and name not in pyspiel.registered_names() and READY["openspiel"].is_older(since):
        raise Usage(f"openspiel {name} {READY['openspiel'].needs(since)}")
    if name not in games():
        return OPTIONS
    found = {key: Option(None, (str(default),), "parameter of the game", str) for key, default in _parameters(name).items()}
    shared = {key: option for key, option in OPTIONS.items() if key not in _OF_CHESS or issubclass(GAMES.get(name, Game), Chess)}
    return {**shared, **found}


def make(words: List[str], options: Dict[str, Any]) -> "OpenSpiel":
    """Makes the engine."""
    if len(words) != 1:
        raise Usage(f"give one game; there are: {', '.join(games())}")
    name = words[0].partition("(")[0]
    kinds = {kind.short_name: kind for kind in pyspiel.registered_games()}
    if name not in kinds:
        raise Usage(f"unknown game {name}; there are: {', '.join(games())}")
    why = _fits(kinds[name])
    if why:
        raise Usage(f"{name} cannot be compared: {why}")
    extra = {key: value for key, value in options.items() if key not in OPTIONS and value is not None}
    shared = {key: options.get(key, option.default) for key, option in OPTIONS.items() if key != "draws"}
    return OpenSpiel(words[0], extra, **shared)


def _value(default: Any, text: str, name: str) -> Any:
    """Converts the text of a parameter to the type of its default."""
    try:
        if isinstance(default, bool):
            return {"true": True, "false": False}[text.lower()]
        value = type(default)(text)
        if isinstance(value, float) and not math.isfinite(value):
            raise ValueError(text)
        return value
    except (KeyError, ValueError):
        raise Usage(f"{name}={text} is unknown; {name} takes a value such as {str(default).lower()}") from None


class OpenSpiel(Copies):
    """A game of OpenSpiel."""

    def __init__(self, text: str, extra: Dict[str, str], players: str, undo: str, ep: str, promote: str) -> None:
        name, parenthesis, _ = text.partition("(")
        try:
            parameters = pyspiel.game_parameters_from_string(text) if parenthesis else {}
            parameters = dict(parameters)
            parameters.pop("name", None)
            specification = _parameters(name)
            if "ansi_color_output" in specification:
                # Colours are not part of a board.
                parameters.setdefault("ansi_color_output", False)
            for key, value in extra.items():
                parameters[key] = _value(specification[key], value, key)
            self.parameters = {**GAMES.get(name, Game).defaults(parameters), **parameters}
            self.short_name = name
            self.game = self._load(self.parameters)
        except pyspiel.SpielError as error:
            given = " ".join([text, *(f"{key}={value}" for key, value in extra.items())])
            raise Usage(f"OpenSpiel does not accept {given}: {' '.join(str(error).split())}") from None
        self.kind = GAMES.get(name, Game)(self.game, ep, promote)
        self.name = f"OpenSpiel {name}"
        self.version = READY["openspiel"].version()
        self.players = self.kind.players
        if players:
            self.players = [player.lower() for player in players.split(",")]
            if len(self.players) != self.game.num_players() or len(set(self.players)) != len(self.players):
                raise Usage(f"players={players}: {name} has {self.game.num_players()} players")
        if self.kind.setup is None:
            self.setup = self.position = None  # type: ignore[assignment]
        if self.kind.sizes(_parameters(name), []) is None:
            self.boardsize = None  # type: ignore[assignment]
        self.native_undo = undo == "library" and self._undoes()

    def _load(self, parameters: Dict[str, Any]) -> Any:
        return pyspiel.load_game(self.short_name, parameters)

    def _undoes(self) -> bool:
        """Whether the library can take back moves in this game."""
        state = self.game.new_initial_state()
        action, player = state.legal_actions()[0], state.current_player()
        state.apply_action(action)
        try:
            state.undo_action(player, action)
        except pyspiel.SpielError:
            return False
        return True

    def begin(self) -> None:
        self.current = self.game.new_initial_state()

    def turn(self) -> str:
        # This is only called before the end of the game: afterwards the library has no player to move.
        return self.players[self.current.current_player()]

    def listed(self) -> Dict[str, int]:
        state = self.current
        if state.is_terminal():
            return {}
        player = state.current_player()
        words: Dict[str, int] = {}
        for action in state.legal_actions():
            word = self.kind.word(state, player, action)
            if word is not None and (self.kind.distinct or word not in words):
                # If two moves had the same name, one would hide the other.
                words[word if word not in words else f"{word}~{action}"] = action
        return words

    def push(self, action: int) -> None:
        self.current.apply_action(action)

    def copied(self) -> Any:
        if self.native_undo:
            # The library itself takes moves back, and it needs the player for this.
            return self.current.current_player()
        return self.current.history() if self.short_name in _NO_COPIES else self.current.clone()

    def play(self, colour: str, word: str) -> None:
        super().play(colour, word)
        if self.native_undo:
            self._before[-1] = (self._before[-1], self.current.history()[-1])

    def restore(self, before: Any) -> None:
        if self.native_undo:
            self.current.undo_action(*before)
        elif self.short_name in _NO_COPIES:
            self.current = self.game.new_initial_state()
            for action in before:
                self.current.apply_action(action)
        else:
            self.current = before

    def perft(self, depth: int) -> int:
        # Moves are played on copies, so that the number does not depend on how moves are taken back.
        here = self.current
        if depth < 2 or self.short_name in _NO_COPIES:
            return super().perft(depth)
        total = 0
        for action in list(self.moves().values()):
            self.changed()
            self.current = here.child(action)
            total += self.perft(depth - 1)
        self.changed()
        self.current = here
        return total

    def result(self) -> Tuple[bool, Optional[str]]:
        if not self.current.is_terminal():
            return False, None
        returns = self.current.returns()
        best = max(returns)
        # Equal returns mean a draw or, in a game for one player, the end of the game.
        if len(returns) == 1 or returns.count(best) != 1:
            return True, None
        return True, self.players[returns.index(best)]

    def keys(self) -> Dict[str, Any]:
        return self.kind.keys(self.current, str(self.current), self.moves())

    def show(self) -> str:
        """The position as the library prints it."""
        return str(self.current)

    def position(self) -> str:
        """The position, as a text that the library can parse."""
        return self.kind.position(self.current, str(self.current), self.moves())

    def setup(self, text: str) -> None:
        """Begins a game at a position in the notation of `position`."""
        assert self.kind.setup is not None
        checked = self.kind.setup(text)
        try:
            state = self.game.new_initial_state(checked)
        except (pyspiel.SpielError, RuntimeError, IndexError, ValueError) as error:
            raise Refused(f"the library does not take it: {' '.join(str(error).split())}") from None
        self.changed()
        self._before = []
        self.current = state

    def boardsize(self, *words: str) -> None:
        """Begins a new game on a board of the given size."""
        size = [int(word) for word in words]
        parameters = self.kind.sizes(_parameters(self.short_name), size)
        if not parameters:
            raise Refused()
        if max(size) > 99:
            raise Refused("99 is the most")
        try:
            game = self._load({**self.parameters, **parameters})
            game.new_initial_state()
        except (pyspiel.SpielError, RuntimeError, ValueError) as error:
            raise Refused(" ".join(str(error).split())) from None
        self.game, self.parameters = game, {**self.parameters, **parameters}
        self.kind.resize(game)
        self.start()
