"""An engine for Bustan to test: replace this Tic-Tac-Toe with your game.

    bustan check tictactoe --against 'python3 my_engine.py'                    against an engine of Bustan
    bustan check any --against 'python3 my_engine.py' --with 'OTHER COMMAND'   any game, against any other engine

`serve` answers the commands of the protocol. It refuses moves of the player who is not to move, and moves after the
end, before they reach `play`. Leave out any method below except `start` and `play`: what it reports is then not
compared.
"""
from bustan_adapters import Illegal, NotAMove, Refused, serve

LINES = ["a1 b1 c1", "a2 b2 c2", "a3 b3 c3", "a1 a2 a3", "b1 b2 b3", "c1 c2 c3", "a1 b2 c3", "a3 b2 c1"]
CELLS = [column + row for column in "abc" for row in "123"]


class Engine:
    """One game at a time."""

    name = "my engine"
    version = "1"
    #: The players in turn order.
    players = ("x", "o")

    def start(self):
        """Begins a new game. It is called before anything else."""
        self.moves = []

    def boardsize(self, size):
        """Begins a new game of this size; the arguments are the words that follow the command."""
        if size != "3":
            raise Refused("3 is the only size")
        self.start()

    def to_move(self):
        """The player to move; None when the game is over."""
        return None if self.over() else self.players[len(self.moves) % 2]

    def legal(self):
        """All legal moves, in any order; none when the game is over."""
        return [] if self.over() else [cell for cell in CELLS if cell not in self.moves]

    def play(self, player, word):
        """Plays a move. If the rules forbid it, changes nothing and says why in one word."""
        if word not in CELLS:
            raise NotAMove()
        if word in self.moves:
            raise Illegal("occupied")
        self.moves.append(word)

    def undo(self):
        """Takes back the last move; there is one."""
        self.moves.pop()

    def state(self):
        """The keys to compare. The other engine has to use the same names."""
        return {"to_move": self.to_move(), "over": self.over(), "winner": self.winner(), "board": self.board()}

    def show(self):
        """The board for people to read."""
        return "\n".join(" ".join(self.board().get(column + row, ".") for column in "abc") for row in "321")

    # The rest belongs to this game.

    def board(self):
        return {cell: self.players[number % 2] for number, cell in enumerate(self.moves)}

    def winner(self):
        board = self.board()
        for player in self.players:
            if any(all(board.get(cell) == player for cell in line.split()) for line in LINES):
                return player
        return None

    def over(self):
        return self.winner() is not None or len(self.moves) == len(CELLS)


if __name__ == "__main__":
    serve(Engine())
