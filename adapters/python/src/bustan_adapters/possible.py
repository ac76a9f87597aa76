"""Recognises positions of chess and shogi that cannot occur. Libraries check different conditions, so the adapters
refuse these positions before a library receives them."""
import re
from typing import Callable, Dict, Iterator, List, Optional, Tuple

from . import fen

#: The largest move number that a position may have, as in Bustan.
_MOST_MOVES = 999_999_999

Cell = Tuple[int, int]
#: The pieces on a board. A cell is a column and a row, both from 0 and from the upper left; a piece is a letter,
#: preceded by `+` if it is promoted.
Pieces = Dict[Cell, str]

_STRAIGHT = [(0, 1), (0, -1), (1, 0), (-1, 0)]
_DIAGONAL = [(1, 1), (1, -1), (-1, 1), (-1, -1)]
_JUMPS = [(column, row) for column in (-2, -1, 1, 2) for row in (-2, -1, 1, 2) if abs(column) != abs(row)]
_GOLD = [*_STRAIGHT, (1, -1), (-1, -1)]
_ALL = [*_STRAIGHT, *_DIAGONAL]

#: For each piece of the player who moves up the board: the cells that it attacks in one step, and the directions of the
#: lines along which it attacks.
_CHESS = {"P": ([(1, -1), (-1, -1)], []), "N": (_JUMPS, []), "B": ([], _DIAGONAL), "R": ([], _STRAIGHT), "Q": ([], _ALL),
          "K": (_ALL, [])}
_SHOGI = {"P": ([(0, -1)], []), "L": ([], [(0, -1)]), "N": ([(1, -2), (-1, -2)], []),
          "S": ([*_DIAGONAL, (0, -1)], []), "G": (_GOLD, []), "B": ([], _DIAGONAL), "R": ([], _STRAIGHT), "K": (_ALL, []),
          "+P": (_GOLD, []), "+L": (_GOLD, []), "+N": (_GOLD, []), "+S": (_GOLD, []), "+B": (_ALL, _DIAGONAL),
          "+R": (_ALL, _STRAIGHT)}


def _pieces(rows: str) -> Pieces:
    return {(int(cell.split()[0]), int(cell.split()[1])): piece
            for cell, piece in fen.board(rows, lambda column, row: f"{column} {row}").items()}


def _reached(pieces: Pieces, moves: Dict[str, Tuple[List[Cell], List[Cell]]], size: int, first: bool) -> Iterator[Cell]:
    """The cells that the pieces of a player attack. The pieces of the first player are capital letters."""
    for (column, row), piece in pieces.items():
        if piece[-1].isupper() != first or piece.upper() not in moves:
            continue
        way = 1 if first else -1
        steps, lines = moves[piece.upper()]
        yield from ((column + right, row + way * down) for right, down in steps)
        for right, down in lines:
            to = (column + right, row + way * down)
            while 0 <= to[0] < size and 0 <= to[1] < size:
                yield to
                if to in pieces:
                    break
                to = (to[0] + right, to[1] + way * down)


def _checked(pieces: Pieces, moves: Dict[str, Tuple[List[Cell], List[Cell]]], size: int, first: bool) -> bool:
    """Whether the king of a player is attacked."""
    kings = {cell for cell, piece in pieces.items() if piece == ("K" if first else "k")}
    return any(cell in kings for cell in _reached(pieces, moves, size, not first))


# Chess


def chess(text: str, army: bool = True, kings: bool = True, check: bool = True) -> Optional[str]:
    """The reason why a position of 8 x 8 squares is impossible, or `None`. Variants skip some conditions: the number of
    pieces (`army`), one king on each side (`kings`), and that the player who moved last is not in check (`check`)."""
    fields = fen.read(text)
    pieces = _pieces(fields.rows)
    for fault in (_counters(fields), kings and _kings(pieces), _pawns(pieces), army and _army(pieces), _castling(fields, pieces),
                  _en_passant(fields, pieces)):
        if fault:
            return fault
    mover = fields.turn == "w"
    if check and _checked(pieces, _CHESS, 8, not mover):
        return f"{'black' if mover else 'white'} is in check but not to move"
    return None


def _counters(fields: fen.Fen) -> Optional[str]:
    if fields.turn not in ("w", "b"):
        return f'"{fields.turn}" is not a player'
    if not 0 <= fields.halfmoves <= _MOST_MOVES or not 0 <= fields.fullmoves <= _MOST_MOVES:
        return f"a number of moves is not between 0 and {_MOST_MOVES}"
    return None


def _kings(pieces: Pieces) -> Optional[str]:
    for king, player in (("K", "white"), ("k", "black")):
        count = sum(piece == king for piece in pieces.values())
        if count != 1:
            return f"{player} has {count} kings, not one"
    return None


def _pawns(pieces: Pieces) -> Optional[str]:
    for (column, row), piece in pieces.items():
        if piece in ("P", "p") and row in (0, 7):
            return f"a pawn cannot be on {chr(97 + column)}{8 - row}"
    return None


def _army(pieces: Pieces) -> Optional[str]:
    sides: Tuple[Tuple[str, Callable[[str], bool]], ...] = (("white", str.isupper), ("black", str.islower))
    for player, own in sides:
        mine = [piece.upper() for piece in pieces.values() if own(piece)]
        if mine.count("P") > 8:
            return f"{player} has {mine.count('P')} pawns, more than 8"
        if len(mine) > 16:
            return f"{player} has {len(mine)} pieces, more than 16"
    return None


def _castling(fields: fen.Fen, pieces: Pieces) -> Optional[str]:
    if fields.castling == "-":
        return None
    rooks = set()
    for right in fields.castling:
        rank, king, rook = (7, "K", "R") if right.isupper() else (0, "k", "r")
        columns = [column for (column, row), piece in pieces.items() if row == rank and piece == rook]
        kings = [column for (column, row), piece in pieces.items() if row == rank and piece == king]
        side = right.lower()
        wanted: List[int] = []
        if kings and side == "k":
            wanted = [column for column in columns if column > kings[0]][-1:]
        elif kings and side == "q":
            wanted = [column for column in columns if column < kings[0]][:1]
        elif kings and re.fullmatch("[a-h]", side):
            wanted = [column for column in columns if column == ord(side) - 97]
        if not wanted:
            return f"the castling right '{right}' has no rook on its side of a king on the first rank"
        if (rank, wanted[0]) in rooks:
            return f"the castling right '{right}' is named twice"
        rooks.add((rank, wanted[0]))
    return None


def _en_passant(fields: fen.Fen, pieces: Pieces) -> Optional[str]:
    if fields.en_passant == "-":
        return None
    mover = fields.turn == "w"
    if not re.fullmatch("[a-h][36]", fields.en_passant) or (fields.en_passant[1] == "6") != mover:
        return f"nobody can capture en passant on {fields.en_passant}"
    column, row = ord(fields.en_passant[0]) - 97, 8 - int(fields.en_passant[1])
    ahead = 1 if mover else -1
    stands = pieces.get((column, row + ahead)) == ("p" if mover else "P")
    if not stands or (column, row) in pieces or (column, row - ahead) in pieces:
        return f"no pawn can just have crossed {fields.en_passant}"
    return None


# Xiangqi


def facing(rows: str) -> bool:
    """Whether the generals on a xiangqi board face each other with nothing in between."""
    columns: Dict[int, str] = {}
    for (column, _), piece in sorted(_pieces(rows).items(), key=lambda at: at[0][1]):
        columns[column] = columns.get(column, "") + piece
    return any("kK" in column or "Kk" in column for column in columns.values())


# Shogi

_SHOGI_COUNTS = {"P": 18, "L": 4, "N": 4, "S": 4, "G": 4, "B": 2, "R": 2}


def shogi(sfen: fen.Sfen) -> Optional[str]:
    """The reason why a position of 9 x 9 cells with one king on each side is impossible, or `None`."""
    pieces = _pieces(sfen.rows)
    hands = fen.read_hand(sfen.hand)
    for kind, most in _SHOGI_COUNTS.items():
        count = sum(piece.upper().lstrip("+") == kind for piece in pieces.values()) + sum(hand.count(kind) for hand in hands.values())
        if count > most:
            return f"there are {count} {kind}, more than {most}"
    for (column, row), piece in pieces.items():
        left = row if piece.isupper() else 8 - row
        if left < {"P": 1, "L": 1, "N": 2}.get(piece.upper(), 0):
            return f"{piece} on {fen.shogi_cell(column, row)} could never move"
        if piece in ("P", "p") and any(pieces.get((column, other)) == piece for other in range(row)):
            return f"there are two pawns of one player on file {9 - column}"
    first = sfen.turn == "b"
    if _checked(pieces, _SHOGI, 9, not first):
        return f"{'white' if first else 'black'} is in check but not to move"
    return None
