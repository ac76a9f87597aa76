"""pyffish VARIANT: all variants of Fairy-Stockfish (package pyffish)

VARIANT is chess (the default), chess960, or a name of the library's. koth stands for kingofthehill. Chess and its
variants, shogi, minishogi, xiangqi and Othello (flipello) have the words and keys of their games; in the others
moves are those of UCI, and players are white and black.

The library keeps no game. The adapter keeps the FEN and, where draws are claimed, the moves since the last one
that cannot be taken back.
"""
import re
from typing import Any, Dict, List, Optional, Tuple

import pyffish

from .. import fen, possible
from ..engine import Adapter, Refused
from ..options import Usage, one_of, only_in
from . import READY

OPTIONS = {
    "ep": fen.EP._replace(values=("legal", "pseudo")),
    "draws": fen.DRAWS,
    "promote": fen.PROMOTE,
    "start": fen.START,
}
#: The suffix of the names of the variants that are defined here. They have automatic draws.
_AUTO = "-bustan-auto"
_ALIASES = {"koth": "kingofthehill", "threecheck": "3check", "chess960": "chess"}


def games() -> List[str]:
    """All variants."""
    return ["chess", "chess960", *(name for name in pyffish.variants() if name != "chess" and not name.endswith(_AUTO))]


def make(words: List[str], options: Dict[str, Any]) -> Adapter:
    """Makes the engine."""
    if words == ["flipello"] and "flipello" not in games() and READY["pyffish"].is_older("0.0.73"):
        raise Usage(f"pyffish flipello {READY['pyffish'].needs('0.0.73')}")
    variant = one_of([_ALIASES.get(word, word) if word != "chess960" else word for word in words], "variant", games(), "chess")
    kind = {"shogi": Shogi, "minishogi": Shogi, "xiangqi": Xiangqi, "minixiangqi": Xiangqi, "flipello": Othello}
    if variant not in ("chess960", "fischerandom"):
        only_in("chess960", "start", options, OPTIONS)
    if variant in kind:
        for name in ("ep", "promote"):
            only_in("chess and its variants", name, options, OPTIONS)
    return kind.get(variant, Fairy)(variant, **options)


class Fairy(Adapter):
    """A game of pyffish."""

    shape = re.compile(r"[a-zA-Z0-9@+,=~-]{2,16}")
    #: The letters of the first and of the second player in a FEN.
    first, second = "w", "b"
    #: Whether the game has neither castling nor en passant.
    plain = False

    def __init__(self, variant: str, ep: str, draws: str, promote: str, start: int) -> None:
        self.name = f"pyffish {variant}"
        self.version = ".".join(map(str, pyffish.version()))
        self.chess960 = variant in ("chess960", "fischerandom")
        self.variant = _ALIASES.get(variant, variant)
        self.ep, self.promote = ep, promote
        self.draws = draws
        #: The name of the rules in the library. Rules with automatic draws are a separate variant.
        self.rules = self.variant
        if draws == "auto":
            if self.variant not in _CLOCKED:
                raise Usage(f"pyffish {variant} draws=auto is not supported: it works only in {', '.join(sorted(_CLOCKED))}")
            self.rules = f"{self.variant}{_AUTO}"
            pyffish.load_variant_config(f"[{self.rules}:{self.variant}]\nnMoveRule = 75\nnFoldRule = 5\n")
        begin = fen.chess960_fen(start) if self.chess960 else pyffish.start_fen(self.rules)
        self.first_fen = self._fen(begin, [])
        #: For each position of the game: the FEN from which it is reached, the moves from that FEN, and its own FEN.
        self.line: List[Tuple[str, List[str], str]] = []

    # Queries to pyffish.

    def _fen(self, start: str, moves: List[str]) -> str:
        return pyffish.get_fen(self.rules, start, moves, self.chess960)

    def _ask(self, question: Any) -> Any:
        start, moves, _ = self.line[-1]
        return question(self.rules, start, moves, self.chess960)

    # Conversion between the moves of pyffish and those of the adapter.

    def word(self, move: str) -> str:
        """The text for a move of pyffish."""
        return move

    def begin(self) -> None:
        self.line = [(self.first_fen, [], self.first_fen)]

    def turn(self) -> str:
        return self.players[0] if self.line[-1][2].split()[1] == self.first else self.players[1]

    def listed(self) -> Dict[str, str]:
        moves = self._ask(pyffish.legal_moves)
        if self.promote == "queen":
            moves = [move for move in moves if not re.fullmatch(r"[a-z]\d[a-z]\d[a-pr-z]", move)]
        return {self.word(move): move for move in moves}

    def push(self, move: str) -> None:
        start, moves, now = self.line[-1]
        if self.draws == "none":
            start, moves = now, []
        after = self._fen(start, [*moves, move])
        if self.variant in _CLOCKED and fen.read(after).halfmoves == 0:
            self.line.append((after, [], after))
        else:
            self.line.append((start, [*moves, move], after))

    def pop(self) -> None:
        self.line.pop()

    def result(self) -> Tuple[bool, Optional[str]]:
        # Every query takes two milliseconds.
        over, value = (False, 0) if self.variant in _NO_END else self._ask(pyffish.is_immediate_game_end)
        if not over and not self.moves():
            over, value = True, self._ask(pyffish.game_result)
        if not over and self.draws != "none":
            over, value = self._ask(pyffish.is_optional_game_end)
            if not over and all(self._ask(pyffish.has_insufficient_material)):
                over, value = True, 0
        if not over or value == 0:
            return over, None
        return over, self.players[(self.turn() == self.players[0]) == (value < 0)]

    def perft(self, depth: int) -> int:
        if depth != 2 or self.variant not in _NO_END or self.draws != "none" or self.promote == "queen":
            return super().perft(depth)
        # Every query takes the same time, so moves are passed to the query instead of being played first.
        start, moves, _ = self.line[-1]
        return sum(len(pyffish.legal_moves(self.variant, start, [*moves, move], self.chess960))
                   for move in self.moves().values())

    def read(self) -> fen.Fen:
        """The fields of the FEN, with the en passant square according to the option `ep`."""
        fields = fen.read(self.line[-1][2])
        cells = fen.board(fields.rows)
        cell = fen.en_passant(fields.en_passant, cells, fields.turn, self.moves(), self.ep)
        fields = fields._replace(en_passant=cell or "-", castling=fen.castling(fields.castling, cells))
        return fields if fields.pockets is None else fields._replace(halfmoves=0)

    def keys(self) -> Dict[str, Any]:
        fields = self.read()
        keys = fen.chess_keys(fields, fen.board(fields.rows))
        keys["en_passant"] = None if fields.en_passant == "-" else fields.en_passant
        keys["check"] = self._ask(pyffish.gives_check)
        return keys

    def position(self) -> str:
        """The position as FEN."""
        return self.read().text()

    def impossible(self, text: str) -> Optional[str]:
        """The reason why a position that the library accepts cannot occur, if there is one."""
        return possible.chess(text, *_POSSIBLE[self.variant]) if self.variant in _POSSIBLE else None

    def setup(self, text: str) -> None:
        """Begins a game at a FEN."""
        fen.whole_fen(text, self.plain)
        said = pyffish.validate_fen(text, self.variant, self.chess960)
        if said != pyffish.FEN_OK:
            raise Refused(f'"{text}" is not a FEN of {self.variant}: the library answers {said}')
        fault = self.impossible(text)
        if fault:
            raise Refused(fault)
        checks = fen.read(self.first_fen).checks
        if checks is not None and fen.read(text).checks is None:
            # Otherwise the library would require one check from each player.
            text = fen.read(text)._replace(checks=checks).text()
        now = self._fen(text, [])
        self.changed()
        self.line = [(now, [], now)]

    def show(self) -> str:
        """The board, drawn from its FEN."""
        rows = fen.read(self.line[-1][2]).rows
        return re.sub(r"\d+", lambda digits: "." * int(digits[0]), rows).replace("/", "\n")


#: Variants that end only if there are no legal moves, or in a draw.
_NO_END = {"chess", "crazyhouse", "shogi", "minishogi"}
#: Variants whose half-move clock is only reset by moves that cannot be reversed.
_CLOCKED = {"chess", "atomic", "antichess", "suicide", "giveaway", "horde", "racingkings", "kingofthehill", "3check"}


#: Variants with the pieces and squares of chess: whether the number of pieces, one king on each side, and checks are
#: considered.
_POSSIBLE = {
    "chess": (True, True, True), "kingofthehill": (True, True, True), "3check": (True, True, True),
    "crazyhouse": (False, True, True), "atomic": (True, True, False), "racingkings": (True, True, True),
    "antichess": (False, False, False), "suicide": (False, False, False), "giveaway": (False, False, False),
}


class Shogi(Fairy):
    """Shogi. Its cells have different names in USI."""

    players = ("black", "white")

    def __init__(self, variant: str, **options: Any) -> None:
        self.width = 5 if variant == "minishogi" else 9
        super().__init__(variant, **options)

    def _cell(self, found: Any) -> str:
        return fen.shogi_cell(ord(found[1]) - 97, self.width - int(found[2]), self.width)

    def word(self, move: str) -> str:
        return re.sub(r"([a-i])(\d)", self._cell, move.replace("@", "*"))

    def sfen(self) -> fen.Sfen:
        """The position as SFEN."""
        fields = fen.read(self.line[-1][2])
        held = fields.pockets or ""
        hand = fen.write_hand("".join(filter(str.isupper, held)), "".join(filter(str.islower, held)))
        number = 2 * fields.fullmoves - (fields.turn == self.first)
        return fen.Sfen(fields.rows, "b" if fields.turn == self.first else "w", hand, number)

    def keys(self) -> Dict[str, Any]:
        return {**fen.shogi_keys(self.sfen(), self.width), "check": self._ask(pyffish.gives_check)}

    def position(self) -> str:
        """The position as SFEN."""
        return self.sfen().text()

    def setup(self, text: str) -> None:
        """Begins a game at an SFEN."""
        if self.width != 9:
            raise Refused("positions of minishogi are not read")
        sfen = fen.possible_sfen(text)
        hands = fen.read_hand(sfen.hand)
        held = hands["black"] + hands["white"].lower()
        turn = self.first if sfen.turn == "b" else self.second
        super().setup(f"{sfen.rows}[{held or '-'}] {turn} - - 0 {(sfen.number + 1) // 2}")


class Xiangqi(Fairy):
    """Xiangqi. Its rows are counted from 0 in UCCI."""

    players = ("red", "black")
    plain = True

    def word(self, move: str) -> str:
        return re.sub(r"\d+", lambda row: str(int(row[0]) - 1), move)

    def impossible(self, text: str) -> Optional[str]:
        fields = fen.read(text)
        other = fields._replace(turn=self.second if fields.turn == self.first else self.first)
        attacked = pyffish.gives_check(self.variant, other.text(), [], False)
        if possible.facing(fields.rows):
            return "the generals face each other"
        return "the player who is not to move is in check" if attacked else None

    def keys(self) -> Dict[str, Any]:
        rows = fen.read(self.line[-1][2]).rows
        height = rows.count("/")
        cells = fen.board(rows, lambda column, row: f"{chr(97 + column)}{height - row}")
        return {"board": cells, "check": self._ask(pyffish.gives_check)}


class Othello(Fairy):
    """Othello. Its rows are counted from the top."""

    players = ("black", "white")
    plain = True

    def word(self, move: str) -> str:
        found = re.fullmatch(r"P@([a-h])([1-8])", move)
        return f"{found[1]}{9 - int(found[2])}" if found else "pass"

    def result(self) -> Tuple[bool, Optional[str]]:
        over, winner = super().result()
        if over or list(self.moves()) != ["pass"]:
            return over, winner
        # The library lets both players pass when neither can place a disc; in the adapter, the game is over then.
        start, moves, _ = self.line[-1]
        after = pyffish.legal_moves(self.variant, start, [*moves, self.moves()["pass"]], self.chess960)
        if any(self.word(move) != "pass" for move in after):
            return False, None
        black, white = (self.keys()["scores"][player] for player in self.players)
        return True, None if black == white else self.players[black < white]

    def impossible(self, text: str) -> Optional[str]:
        there = {"d4", "e4", "d5", "e5"} <= set(fen.board(fen.read(text).rows))
        return None if there else "the four cells in the middle are never empty"

    def keys(self) -> Dict[str, Any]:
        cells = fen.board(fen.read(self.line[-1][2]).rows, lambda column, row: f"{chr(97 + column)}{row + 1}")
        board = {cell: "black" if piece == "P" else "white" for cell, piece in cells.items()}
        colours = list(board.values())
        return {"board": board, "scores": {player: colours.count(player) for player in self.players}}
