"""A rule engine as it could be in your project: Tic-Tac-Toe. MISTAKE=1 makes it forget a diagonal."""
import os

ROWS = ["a1 b1 c1", "a2 b2 c2", "a3 b3 c3", "a1 a2 a3", "b1 b2 b3", "c1 c2 c3", "a1 b2 c3", "a3 b2 c1"]
if os.environ.get("MISTAKE"):
    ROWS.pop()


class Game:
    """The rules alone, without any code for Bustan."""

    def __init__(self):
        self.cells = {}

    @property
    def turn(self):
        return "xo"[len(self.cells) % 2]

    @property
    def winner(self):
        for player in "xo":
            if any(all(self.cells.get(cell) == player for cell in row.split()) for row in ROWS):
                return player
        return None

    @property
    def moves(self):
        if self.winner:
            return []
        return [column + row for column in "abc" for row in "123" if column + row not in self.cells]

    def move(self, cell):
        if cell not in self.moves:
            raise ValueError(cell)
        self.cells[cell] = self.turn

    def take_back(self):
        self.cells.popitem()
