"""chess [VARIANT]: chess and its variants in python-chess (package chess)

VARIANT is chess (the default), chess960, or a name of the library's, such as atomic, antichess, crazyhouse, koth,
3check, horde, racingkings, suicide or giveaway.
"""
from typing import Any, Dict, List, Optional, Tuple

import chess
import chess.variant

from .. import fen, possible
from ..engine import Adapter, Illegal, NotAMove, Refused
from ..options import Usage, only_in

OPTIONS = {"ep": fen.EP, "draws": fen.DRAWS, "promote": fen.PROMOTE, "start": fen.START}
_FEN_EP = {"legal": "legal", "pseudo": "xfen", "always": "fen"}


def games() -> List[str]:
    """The names of the variants in the library."""
    return ["chess", "chess960", *(board.uci_variant for board in chess.variant.VARIANTS if board.uci_variant not in (None, "chess"))]


def make(words: List[str], options: Dict[str, Any]) -> Adapter:
    """Makes the engine."""
    variant = words[0] if words else "chess"
    if len(words) > 1:
        raise Usage("give one variant")
    if variant != "chess960":
        only_in("chess960", "start", options, OPTIONS)
    if variant == "chess960":
        return Chess(chess.Board, True, **options)
    try:
        return Chess(chess.variant.find_variant(variant), False, **options)
    except ValueError:
        raise Usage(f"unknown variant {variant}; there are: {', '.join(games())}") from None


class Chess(Adapter):
    """A game of python-chess."""

    def __init__(self, variant: Any, chess960: bool, ep: str, draws: str, promote: str, start: int) -> None:
        self.variant, self.chess960, self.array = variant, chess960, start
        self.ep, self.draws, self.promote = ep, draws, promote
        self.name = f"python-chess {'chess960' if chess960 else variant.uci_variant}"
        self.version = chess.__version__
        self.clocked = not issubclass(variant, chess.variant.CrazyhouseBoard)

    def begin(self) -> None:
        self.board = self.variant.from_chess960_pos(self.array) if self.chess960 else self.variant()

    def turn(self) -> str:
        return "white" if self.board.turn else "black"

    def _may(self, move: chess.Move) -> bool:
        return self.promote == "all" or move.promotion in (None, chess.QUEEN)

    def listed(self) -> Dict[str, chess.Move]:
        return {move.uci(): move for move in self.board.legal_moves if self._may(move)}

    def find(self, word: str) -> chess.Move:
        # The library determines legal moves in two ways, by a list and by a test, so both are compared.
        try:
            move = chess.Move.from_uci(word)
        except ValueError:
            raise NotAMove() from None
        if not move or move.uci() != word or not self._may(move) or not self.board.is_legal(move):
            raise Illegal("not-legal")
        # The test also accepts castling in the notation of Chess960, which the list does not contain.
        if self.board.uci(move) != word:
            raise Illegal("not-legal")
        return move

    def push(self, move: chess.Move) -> None:
        self.board.push(move)

    def pop(self) -> None:
        self.board.pop()

    def result(self) -> Tuple[bool, Optional[str]]:
        board = self.board
        mover, other = ("white", "black") if board.turn else ("black", "white")
        if board.is_variant_loss():
            return True, other
        if board.is_variant_win():
            return True, mover
        if board.is_variant_draw():
            return True, None
        if not self.moves():
            return True, other if board.is_check() else None
        return self._drawn(), None

    def _drawn(self) -> bool:
        board = self.board
        if self.draws == "none":
            return False
        claim = self.draws == "claim"
        return (
            board.is_insufficient_material()
            or self.clocked and board.halfmove_clock >= (100 if claim else 150)
            or board.is_repetition(3 if claim else 5)
        )

    def _ep_cell(self) -> Optional[str]:
        board = self.board
        there = {
            "legal": board.has_legal_en_passant,
            "pseudo": board.has_pseudo_legal_en_passant,
            "always": lambda: board.ep_square is not None,
        }[self.ep]
        return chess.square_name(board.ep_square) if there() else None

    def keys(self) -> Dict[str, Any]:
        board = self.board
        keys: Dict[str, Any] = {
            "board": {chess.SQUARE_NAMES[square]: piece.symbol() for square, piece in board.piece_map().items()},
            "castling": board.castling_xfen(),
            "en_passant": self._ep_cell(),
            "check": board.is_check(),
            "halfmoves": board.halfmove_clock,
            "fullmoves": board.fullmove_number,
        }
        if not self.clocked:
            # Games with drops have no fifty-move rule, and libraries count in different ways.
            del keys["halfmoves"]
            keys["pockets"] = {
                name: str(board.pockets[colour]).upper() for name, colour in (("white", True), ("black", False))
            }
        if isinstance(board, chess.variant.ThreeCheckBoard):
            keys["checks"] = {name: board.remaining_checks[colour] for name, colour in (("white", True), ("black", False))}
        return keys

    def position(self) -> str:
        """The position as FEN."""
        text = self.board.fen(en_passant=_FEN_EP[self.ep])
        if not self.clocked:
            text = fen.read(text)._replace(halfmoves=0).text()
        return text

    def setup(self, text: str) -> None:
        """Begins a game at a FEN."""
        try:
            board = self.variant(text, chess960=self.chess960)
        except ValueError as error:
            raise Refused(str(error)) from None
        if not board.is_valid():
            raise Refused(f"{board.status()!r}")
        # The library rejects most impossible positions. Those that it corrects or ignores are refused here.
        fen.whole_fen(text)
        horde = isinstance(board, chess.variant.HordeBoard)
        fault = None if horde else possible.chess(text, army=False, kings=False, check=False)
        if fault:
            raise Refused(fault)
        self.changed()
        self.board = board

    def show(self) -> str:
        """The board as the library prints it."""
        return str(self.board)
