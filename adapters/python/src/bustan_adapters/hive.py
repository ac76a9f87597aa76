"""A unique notation for each move of Hive. In UHP, any adjacent piece can name the destination."""
from typing import Dict, List, Tuple

Cell = Tuple[int, int]
Table = Dict[Cell, List[str]]

#: The six sides of a cell: the sign, whether the sign precedes the name of the piece, and the coordinates of the
#: neighbour.
_SIDES = [("-", False, (1, 0)), ("-", True, (-1, 0)), ("/", False, (1, -1)), ("/", True, (-1, 1)),
          ("\\", False, (0, 1)), ("\\", True, (0, -1))]


def without(table: Table, piece: str) -> Table:
    """The table after removing a piece."""
    rest = {cell: [other for other in stack if other != piece] for cell, stack in table.items()}
    return {cell: stack for cell, stack in rest.items() if stack}


def target(table: Table, move: str) -> Tuple[str, Cell]:
    """The piece of a move in any notation, and the cell to which the piece moves."""
    piece, _, place = move.partition(" ")
    if not place:
        return piece, (0, 0)
    step = (0, 0)
    for sign, before, side in _SIDES:
        if place.startswith(sign) if before else place.endswith(sign):
            place, step = place.strip(sign), side
            break
    cell = next(cell for cell, stack in table.items() if place in stack)
    return piece, (cell[0] + step[0], cell[1] + step[1])


def spelled(table: Table, move: str) -> str:
    """The unique notation of a move. It names the adjacent piece whose name is first in alphabetical order, in the
    first of the six directions that fits. Of stacked pieces, it names the top one."""
    piece, (column, row) = target(table, move)
    rest = without(table, piece)
    if not rest:
        return piece
    if (column, row) in rest:
        return f"{piece} {rest[column, row][-1]}"
    beside = []
    for sign, before, (right, down) in _SIDES:
        stack = rest.get((column - right, row - down))
        if stack:
            beside.append((stack[-1], f"{sign}{stack[-1]}" if before else f"{stack[-1]}{sign}"))
    return f"{piece} {min(beside, key=lambda side: side[0])[1]}"
