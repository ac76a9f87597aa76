"""The games of OpenSpiel whose moves and keys are those of docs/reference/adapters.md."""
import re
from typing import Any, Callable, Dict, Iterable, List, Optional, Sequence, Tuple

import pyspiel

from .. import fen, hive


class Game:
    """Any game, with moves and boards as the library prints them."""

    #: Checks a position before the library parses it, because the library ends the process on some positions.
    setup: Optional[Callable[[str], str]] = None

    #: Whether two moves with the same text are different moves. If not, the library lists some moves more than once.
    distinct = True

    def __init__(self, game: Any, ep: str, promote: str) -> None:
        self.ep, self.promote = ep, promote
        self.players: Sequence[str] = self.names(game)
        self.resize(game)

    @staticmethod
    def defaults(parameters: Dict[str, Any]) -> Dict[str, Any]:
        """Parameters whose defaults differ from those of the library."""
        return {}

    def names(self, game: Any) -> Sequence[str]:
        """The players in turn order."""
        return [f"p{player}" for player in range(game.num_players())]

    def resize(self, game: Any) -> None:
        """Records the size of the board."""

    @staticmethod
    def sizes(known: Iterable[str], size: List[int]) -> Optional[Dict[str, Any]]:
        """The parameters for a size of the board, out of the parameters `known` of the game; `None` if the game does
        not have this size. If `size` is empty, `None` means that the game has no sizes."""
        for names in (("board_size",), ("size",), ("rows", "columns"), ("num_rows", "num_cols"), ("n", "m")):
            if all(name in known for name in names):
                if not size:
                    return {}
                if len(size) == 1:
                    size = size * len(names)
                return dict(zip(names, reversed(size))) if len(size) == len(names) and min(size) > 0 else None
        return None

    def word(self, state: Any, player: int, action: int) -> Optional[str]:
        """The text of a move; `None` if the move is to be omitted."""
        word = "_".join(state.action_to_string(player, action).split())
        # A `#` at the start of a move would start a comment.
        return word.replace("#", "~", 1) if word.startswith("#") else word

    def keys(self, state: Any, text: str, words: Iterable[str]) -> Dict[str, Any]:
        """The keys of the state, except for the player to move and the end."""
        return {"board": [line.rstrip() for line in text.strip("\n").split("\n")]}

    def position(self, state: Any, text: str, words: Iterable[str]) -> str:
        """The position in a text that the library can parse."""
        return text


class Chess(Game):
    """Chess and crazyhouse. The library uses FEN."""

    #: The library's module for moves; `None` in releases that do not have it.
    library: Any = getattr(pyspiel, "chess", None)

    def names(self, game: Any) -> Sequence[str]:
        # The library's player 0 is black.
        return ["black", "white"]

    def resize(self, game: Any) -> None:
        self.chess960 = "chess960=True" in str(game)
        # In older releases, `to_lan` takes no arguments. Its docstring shows which.
        self.chess960_in_lan = self.library is not None and "chess960" in (self.library.Move.to_lan.__doc__ or "")

    def lan(self, state: Any, action: int) -> str:
        """The move in UCI notation."""
        if self.library is None:
            return self.lan_of_short(state, action)
        board = state.board()
        move = self.library.action_to_move(action, board)
        return move.to_lan(self.chess960, board) if self.chess960_in_lan else move.to_lan()

    @staticmethod
    def lan_of_short(state: Any, action: int) -> str:
        """The move in UCI notation, derived from its standard algebraic notation and the positions before and after it.
        """
        short = state.action_to_string(state.current_player(), action)
        fields = fen.read(str(state))
        own = str.isupper if fields.turn == "w" else str.islower
        before, later = fen.board(fields.rows), fen.board(fen.read(str(state.child(action))).rows)
        if short.startswith("O-O"):
            king = next(cell for cell, piece in before.items() if own(piece) and piece in "Kk")
            return f"{king}{'c' if short.startswith('O-O-O') else 'g'}{king[1]}"
        left = [cell for cell, piece in before.items() if own(piece) and cell not in later]
        reached = re.findall(r"[a-h][1-8]", short)[-1:]
        if not left or not reached:
            # The library lists a move that does not move a piece.
            return "_".join(short.split())
        promotion = re.search(r"=([QRBNK])", short)
        return f"{left[0]}{reached[0]}{promotion[1].lower() if promotion else ''}"

    def word(self, state: Any, player: int, action: int) -> Optional[str]:
        word = self.lan(state, action)
        return None if self.promote == "queen" and len(word) == 5 and word[4] != "q" else word

    def read(self, text: str, words: Iterable[str]) -> fen.Fen:
        """The fields of the FEN, with the en passant square according to the option `ep`."""
        fields = fen.read(text)
        cells = fen.board(fields.rows)
        cell = fen.en_passant(fields.en_passant, cells, fields.turn, words, self.ep)
        return fields._replace(en_passant=cell or "-", castling=fen.castling(fields.castling, cells))

    def keys(self, state: Any, text: str, words: Iterable[str]) -> Dict[str, Any]:
        fields = self.read(text, words)
        keys = fen.chess_keys(fields, fen.board(fields.rows))
        keys["en_passant"] = None if fields.en_passant == "-" else fields.en_passant
        return keys

    def position(self, state: Any, text: str, words: Iterable[str]) -> str:
        return self.read(text, words).text()

    def setup(self, text: str) -> str:
        return fen.checked(text)


class Crazyhouse(Chess):
    """Crazyhouse. Its FEN omits the brackets of empty pockets, and has special letters for promoted pawns."""

    library = getattr(pyspiel, "crazyhouse", None)
    promoted = {"H": "N~", "A": "B~", "C": "R~", "E": "Q~", "h": "n~", "a": "b~", "c": "r~", "e": "q~"}

    def read(self, text: str, words: Iterable[str]) -> fen.Fen:
        rows, space, rest = text.partition(" ")
        rows, bracket, held = rows.partition("[")
        rows = "".join(self.promoted.get(letter, letter) for letter in rows)
        fields = super().read(rows + bracket + held + space + rest, words)
        order = sorted(fields.pockets or "", key=lambda piece: (piece.islower(), "QRBNP".find(piece.upper())))
        return fields._replace(pockets="".join(order), halfmoves=0)

    def setup(self, text: str) -> str:
        text = fen.checked(text, army=False)
        for letter, piece in self.promoted.items():
            text = text.replace(piece, letter)
        return text


class Antichess(Chess):
    """Antichess. The library can only write its moves in standard algebraic notation."""

    library = None

    def setup(self, text: str) -> str:
        return fen.checked(text, army=False, kings=False, check=False)


class Shogi(Game):
    """Shogi. The library uses SFEN and USI notation."""

    def names(self, game: Any) -> Sequence[str]:
        return ["black", "white"]

    def keys(self, state: Any, text: str, words: Iterable[str]) -> Dict[str, Any]:
        return fen.shogi_keys(fen.read_sfen(text))

    # The library counts a move of each player together as one move, while SFEN counts each move.

    def position(self, state: Any, text: str, words: Iterable[str]) -> str:
        sfen = fen.read_sfen(text)
        return sfen._replace(number=2 * sfen.number - (sfen.turn == "b")).text()

    def setup(self, text: str) -> str:
        sfen = fen.possible_sfen(text)
        return sfen._replace(number=(sfen.number + 1) // 2).text()


class Xiangqi(Game):
    """Xiangqi. In `C(7,1)-(7,4)`, the numbers are row and column from the upper left."""

    def names(self, game: Any) -> Sequence[str]:
        return ["red", "black"]

    def word(self, state: Any, player: int, action: int) -> Optional[str]:
        row, column, to_row, to_column = map(int, re.findall(r"\d+", state.action_to_string(player, action)))
        return f"{chr(97 + column)}{9 - row}{chr(97 + to_column)}{9 - to_row}"

    def keys(self, state: Any, text: str, words: Iterable[str]) -> Dict[str, Any]:
        pieces = dict(zip("RHEAGCSrheagcs", "RNBAKCPrnbakcp"))
        return {"board": {
            f"{chr(97 + column)}{9 - row}": pieces[piece]
            for row, line in enumerate(text.split("\n")) for column, piece in enumerate(line) if piece in pieces
        }}


class Checkers(Game):
    """Checkers. On the board, `8` and `*` are kings."""

    def names(self, game: Any) -> Sequence[str]:
        return ["white", "black"]

    def keys(self, state: Any, text: str, words: Iterable[str]) -> Dict[str, Any]:
        pieces = {"o": "w", "8": "W", "+": "b", "*": "B"}
        board = {}
        wide = len(text.split("\n")) > 11
        for line in text.split("\n")[:-2]:
            # On boards of more than nine rows, lines begin with two digits.
            row, cells = (line[:2].strip(), line[2:]) if wide else (line[0], line[1:])
            for column, piece in enumerate(cells):
                if piece in pieces:
                    board[f"{chr(97 + column)}{row}"] = pieces[piece]
        return {"board": board}


class Go(Game):
    """Go. Games end by passes, not by the number of moves."""

    @staticmethod
    def defaults(parameters: Dict[str, Any]) -> Dict[str, Any]:
        return {"max_game_length": 1000000}

    def names(self, game: Any) -> Sequence[str]:
        return ["black", "white"]

    def word(self, state: Any, player: int, action: int) -> Optional[str]:
        word = state.action_to_string(player, action).split()[-1]
        return "pass" if word == "PASS" else word.upper()

    def keys(self, state: Any, text: str, words: Iterable[str]) -> Dict[str, Any]:
        stones = {"X": "black", "O": "white"}
        board = {}
        for row, points in re.findall(r"^ ?(\d+) ([+XO]+)$", text, re.MULTILINE):
            for column, stone in enumerate(points):
                if stone in stones:
                    board[f"{'ABCDEFGHJKLMNOPQRSTUVWXYZ'[column]}{row}"] = stones[stone]
        return {"board": board}


class Othello(Game):
    """Othello."""

    def names(self, game: Any) -> Sequence[str]:
        return ["black", "white"]

    def keys(self, state: Any, text: str, words: Iterable[str]) -> Dict[str, Any]:
        discs = {"x": "black", "o": "white"}
        board = {}
        for row, cells in re.findall(r"^(\d) ((?:[-xo] ){8})", text, re.MULTILINE):
            for column, disc in enumerate(cells[::2]):
                if disc in discs:
                    board[f"{chr(97 + column)}{row}"] = discs[disc]
        colours = list(board.values())
        return {"board": board, "scores": {player: colours.count(player) for player in self.players}}


class Lines(Game):
    """Tic-Tac-Toe and Connect Four. The board consists of rows of `x`, `o` and `.`."""

    def names(self, game: Any) -> Sequence[str]:
        return ["x", "o"]

    def keys(self, state: Any, text: str, words: Iterable[str]) -> Dict[str, Any]:
        rows = re.findall(r"^[xo.]+$", text, re.MULTILINE)
        return {"board": {
            f"{chr(97 + column)}{len(rows) - row}": mark
            for row, line in enumerate(rows) for column, mark in enumerate(line) if mark in "xo"
        }}


class TicTacToe(Lines):
    """Tic-Tac-Toe. In `x(0,2)`, the numbers are row and column from the upper left."""

    def word(self, state: Any, player: int, action: int) -> Optional[str]:
        row, column = re.findall(r"\d+", state.action_to_string(player, action))
        return f"{chr(97 + int(column))}{3 - int(row)}"


class ConnectFour(Lines):
    """Connect Four. In `x3`, the number is the column from the left."""

    def word(self, state: Any, player: int, action: int) -> Optional[str]:
        return chr(97 + int(state.action_to_string(player, action)[1:]))


class Hex(Game):
    """Hex. Before 1.6, the library wrote `y(1,0)` for `b1`: column and row, after a letter for the edge that the stone
    touches. Its board contained the same letters instead of `x` and `o`."""

    _STONES = str.maketrans("yzXpqO", "xxxooo")

    def word(self, state: Any, player: int, action: int) -> Optional[str]:
        text = state.action_to_string(player, action)
        old = re.fullmatch(r"\w\((\d+),(\d+)\)", text)
        return f"{chr(97 + int(old[1]))}{int(old[2]) + 1}" if old else text

    def keys(self, state: Any, text: str, words: Iterable[str]) -> Dict[str, Any]:
        return super().keys(state, text.translate(self._STONES), words)


class Hive(Game):
    """Hive. The library uses UHP game strings, which include the moves."""

    distinct = False

    #: The game string that was parsed last, and the resulting table of pieces.
    _read: Tuple[str, Dict[Tuple[int, int], List[str]]] = ("", {})

    def names(self, game: Any) -> Sequence[str]:
        return ["white", "black"]

    def table(self, text: str) -> Dict[Tuple[int, int], List[str]]:
        """The pieces on each cell, the lowest first, after the moves of a game string."""
        if text != self._read[0]:
            table: Dict[Tuple[int, int], List[str]] = {}
            for move in filter(None, text.strip().split(";")[3:]):
                if move != "pass":
                    piece, cell = hive.target(table, move)
                    table = hive.without(table, piece)
                    table.setdefault(cell, []).append(piece)
            self._read = (text, table)
        return self._read[1]

    def word(self, state: Any, player: int, action: int) -> Optional[str]:
        move, table = state.action_to_string(player, action), self.table(str(state))
        if move == "pass":
            return move
        piece = move.split()[0]
        played = {other for stack in table.values() for other in stack}
        # UHP requires that identical pieces are placed in the order of their numbers.
        if piece not in played and piece[2:].isdigit() and int(piece[2:]) > 1:
            if f"{piece[:2]}{int(piece[2:]) - 1}" not in played:
                return None
        return hive.spelled(table, move).replace(" ", "_")

    def keys(self, state: Any, text: str, words: Iterable[str]) -> Dict[str, Any]:
        return {}


GAMES = {
    "chess": Chess, "crazyhouse": Crazyhouse, "antichess": Antichess, "shogi": Shogi, "xiangqi": Xiangqi,
    "checkers": Checkers, "go": Go, "othello": Othello, "tic_tac_toe": TicTacToe, "connect_four": ConnectFour,
    "hive": Hive, "hex": Hex,
}
