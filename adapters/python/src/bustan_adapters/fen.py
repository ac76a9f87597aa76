"""FEN and SFEN: converts their fields to the keys that all adapters report."""
import re
from typing import Any, Dict, Iterable, List, NamedTuple, Optional

from .engine import Refused
from .options import Option, whole

_PIECE = re.compile(r"\d+|\+?[A-Za-z*]~?")

#: The options for chess that several adapters share.
EP = Option("legal", ("legal", "pseudo", "always"), "when a cell is named for en passant")
DRAWS = Option("none", ("none", "claim", "auto"), "which draws end the game")
PROMOTE = Option("all", ("all", "queen"), "what a pawn may become")
START = Option(518, ("0..959",), "the array of chess960 to begin with", whole(0, 959))


class Fen(NamedTuple):
    """The fields of a FEN."""

    rows: str
    pockets: Optional[str]
    turn: str
    castling: str
    en_passant: str
    checks: Optional[str]
    halfmoves: int
    fullmoves: int

    def text(self) -> str:
        """Formats the FEN."""
        rows = self.rows if self.pockets is None else f"{self.rows}[{self.pockets}]"
        fields = [rows, self.turn, self.castling, self.en_passant, self.checks, self.halfmoves, self.fullmoves]
        return " ".join(str(field) for field in fields if field is not None)


def read(text: str) -> Fen:
    """Parses a FEN. Missing fields at its end get default values."""
    fields = text.split()
    if not 2 <= len(fields) <= 7 or len(fields[1]) != 1:
        raise Refused(f'"{text}" is not a FEN')
    rows, bracket, pockets = fields[0].partition("[")
    # The number of checks that each player still has to give, as in 3+3, or has already given, as in +0+0.
    checks = [field for field in fields[2:] if re.fullmatch(r"\+?\d+\+\d+", field)]
    if len(fields[2:]) - len(checks) > 4 or len(checks) > 1:
        raise Refused(f'"{text}" is not a FEN')
    rest = [field for field in fields[2:] if field not in checks] + ["-", "-", "0", "1"][len(fields[2:]) - len(checks):]
    try:
        counters = [int(field) for field in rest[2:4]]
    except ValueError:
        raise Refused(f'"{text}" is not a FEN') from None
    return Fen(rows, pockets.rstrip("]").replace("-", "") if bracket else None, fields[1], rest[0], rest[1],
               checks[0] if checks else None, *counters)


def whole_fen(text: str, plain: bool = False) -> None:
    """Refuses a FEN that contains characters which a library would skip. A `plain` FEN has neither castling nor en
    passant."""
    fields = read(text)
    marks = re.sub(r"[A-Za-z]~", "", fields.rows) if fields.pockets is not None else fields.rows
    if "~" in marks or fields.turn not in ("w", "b"):
        raise Refused(f'"{text}" is not a FEN')
    if not re.fullmatch("-" if plain else "-|[A-Za-z]+", fields.castling) or not re.fullmatch(
            "-" if plain else r"-|([a-z]\d+)+", fields.en_passant):
        raise Refused(f'"{text}" is not a FEN')


def checked(text: str, army: bool = True, kings: bool = True, check: bool = True) -> str:
    """Checks a FEN of 8 x 8 squares and returns it, for libraries that end the process if a FEN is invalid. Impossible
    positions are refused, as in `possible.chess`."""
    from . import possible

    fields = read(text)
    widths = [sum(int(piece) if piece.isdigit() else 1 for piece in _PIECE.findall(row)) for row in fields.rows.split("/")]
    if widths != [8] * 8 or re.search(r"[^pnbrqkPNBRQK1-8/~]", fields.rows) or fields.turn not in "wb":
        raise Refused(f'"{text}" is not a FEN')
    if not re.fullmatch(r"-|[KQkqA-Ha-h]{1,4}", fields.castling) or fields.checks:
        raise Refused(f'"{text}" is not a FEN')
    fault = possible.chess(text, army, kings, check)
    if fault:
        raise Refused(fault)
    return fields._replace(fullmoves=max(1, fields.fullmoves)).text()


def board(rows: str, cell: Any = None) -> Dict[str, str]:
    """The occupied cells in the rows of a FEN. `cell` returns the name of a cell, given the column from the left and
    the row from the top, both from 0. Without it, cells are named as in chess."""
    lines = rows.split("/")
    height = len(lines)
    cells = {}
    for row, line in enumerate(lines):
        column = 0
        for piece in _PIECE.findall(line):
            if piece.isdigit():
                column += int(piece)
                continue
            name = f"{chr(97 + column)}{height - row}" if cell is None else cell(column, row)
            cells[name] = piece.rstrip("~")
            column += 1
    return cells


def pockets(text: str, order: str = "QRBNP") -> Dict[str, str]:
    """The pieces in hand of each player, in capitals and sorted as in `order`."""

    def sort(pieces: Iterable[str]) -> str:
        return "".join(sorted(map(str.upper, pieces), key=lambda piece: (order.find(piece), piece)))

    return {"white": sort(filter(str.isupper, text)), "black": sort(filter(str.islower, text))}


def castling(field: str, cells: Dict[str, str]) -> str:
    """Replaces the letters of files in a castling field by the letters `KQkq` if these have the same meaning."""
    if field == "-" or not re.search(r"[A-Ja-j]", field):
        return field
    rights = []
    for letter in field:
        side = letter.isupper()
        rank = "1" if side else "8"
        king = next((cell[0] for cell, piece in cells.items() if piece == ("K" if side else "k") and cell[1:] == rank), "")
        file = letter.lower()
        rooks = [cell[0] for cell, piece in cells.items() if piece == ("R" if side else "r") and cell[1:] == rank]
        beyond = [rook for rook in rooks if (rook > king) == (file > king) and abs(ord(rook) - ord(king)) > abs(ord(file) - ord(king))]
        if file in "kq" or not king:
            name = file
        elif beyond:
            name = file
        else:
            name = "k" if file > king else "q"
        rights.append(name.upper() if side else name)
    return "".join(sorted(rights, key=lambda right: (right.islower(), "kq".find(right.lower()) % 9, right)))


def en_passant(field: str, cells: Dict[str, str], turn: str, words: Iterable[str], rule: str) -> Optional[str]:
    """The en passant square according to the option `ep`, derived from the square in the FEN of an engine and its legal
    moves."""
    if field == "-" or not re.fullmatch(r"[a-h][36]", field):
        return None if field == "-" else field
    if rule == "always":
        return field
    pawn, rank = ("P", "5") if turn == "w" else ("p", "4")
    beside = [f"{chr(ord(field[0]) + step)}{rank}" for step in (-1, 1)]
    takers = [cell for cell in beside if cells.get(cell) == pawn]
    if rule == "legal":
        listed = set(words)
        takers = [cell for cell in takers if cell + field in listed]
    return field if takers else None


def chess_keys(fen: Fen, cells: Dict[str, str]) -> Dict[str, Any]:
    """The keys of chess that can be derived from a FEN, except `en_passant`."""
    keys: Dict[str, Any] = {
        "board": cells,
        "castling": castling(fen.castling, cells),
        "halfmoves": fen.halfmoves,
        "fullmoves": fen.fullmoves,
    }
    if fen.pockets is not None:
        # Games with drops have no fifty-move rule, and libraries count in different ways.
        del keys["halfmoves"]
        keys["pockets"] = pockets(fen.pockets)
    if fen.checks is not None:
        white, black = fen.checks.split("+")[:2]
        keys["checks"] = {"white": int(white), "black": int(black)}
    return keys


def chess960(number: int) -> str:
    """The first row of a starting array of chess960. Arrays have the usual numbers; the array of standard chess is 518.
    """
    row: List[Optional[str]] = [None] * 8
    number, light = divmod(number, 4)
    number, dark = divmod(number, 4)
    knights, queen = divmod(number, 6)
    row[2 * light + 1] = row[2 * dark] = "b"

    def put(index: int, piece: str) -> None:
        row[[file for file in range(8) if row[file] is None][index]] = piece

    put(queen, "q")
    first, second = [(a, b) for a in range(5) for b in range(a + 1, 5)][knights]
    put(second, "n")
    put(first, "n")
    for piece in "rkr":
        put(0, piece)
    return "".join(piece or "" for piece in row)


def chess960_fen(number: int) -> str:
    """The FEN of the starting array of chess960 with this number."""
    row = chess960(number)
    return f"{row}/pppppppp/8/8/8/8/PPPPPPPP/{row.upper()} w KQkq - 0 1"


# Shogi


def shogi_cell(column: int, row: int, width: int = 9) -> str:
    """The USI name of a cell, given the column from the left and the row from the top, both from 0."""
    return f"{width - column}{chr(97 + row)}"


def read_hand(text: str) -> Dict[str, str]:
    """The pieces in hand in an SFEN, sorted. For example, `2Pb` yields `PP` for black and `B` for white."""
    hands: Dict[str, str] = {"black": "", "white": ""}
    for count, piece in re.findall(r"(\d*)([A-Za-z])", text):
        hands["black" if piece.isupper() else "white"] += piece.upper() * int(count or 1)
    return {player: "".join(sorted(hand)) for player, hand in hands.items()}


def write_hand(black: str, white: str) -> str:
    """The field of an SFEN for the given pieces in hand, in the usual order of pieces."""
    text = ""
    for hand in (black.upper(), white.lower()):
        for piece in sorted(set(hand), key=lambda piece: "RBGSNLP".find(piece.upper())):
            count = hand.count(piece)
            text += f"{count if count > 1 else ''}{piece}"
    return text or "-"


class Sfen(NamedTuple):
    """The fields of an SFEN."""

    rows: str
    turn: str
    hand: str
    number: int

    def text(self) -> str:
        """Formats the SFEN, with the pieces in hand in the usual order."""
        hands = read_hand(self.hand)
        return f"{self.rows} {self.turn} {write_hand(hands['black'], hands['white'])} {self.number}"


_SFEN = re.compile(r"((?:(?:[1-9]|\+[plnsbrPLNSBR]|[plnsgbrkPLNSGBRK])+/){8}(?:[1-9]|\+?[plnsgbrkPLNSGBRK])+)"
                   r" ([bw]) (-|(?:\d{0,2}[plnsgbrPLNSGBR])+) (\d{1,4})")


def read_sfen(text: str) -> Sfen:
    """Parses an SFEN of 9 x 9 cells with one king on each side, and refuses any other text. Texts written by libraries
    are parsed as well, so whether the position is possible is not checked."""
    found = _SFEN.fullmatch(text.strip())
    widths = found and [sum(int(piece) if piece.isdigit() else 1 for piece in _PIECE.findall(row))
                        for row in found[1].split("/")]
    if not found or widths != [9] * 9 or found[1].count("K") != 1 or found[1].count("k") != 1:
        raise Refused(f'"{text}" is not an SFEN')
    return Sfen(found[1], found[2], found[3], int(found[4]))


def possible_sfen(text: str) -> Sfen:
    """Parses an SFEN from which a game is to begin, and refuses a position that cannot occur in a game."""
    from . import possible

    sfen = read_sfen(text)
    fault = "moves are counted from 1" if sfen.number < 1 else possible.shogi(sfen)
    if fault:
        raise Refused(fault)
    return sfen


def shogi_keys(sfen: Sfen, width: int = 9) -> Dict[str, Any]:
    """The keys of shogi that can be derived from an SFEN."""
    return {"board": board(sfen.rows, lambda column, row: shogi_cell(column, row, width)), "hands": read_hand(sfen.hand)}
