"""Compares your engine with that of a library in a test. Run it with: pytest test_my_engine.py"""
from my_engine import Game

from bustan_adapters import Illegal, assert_agrees


class Mine:
    """The engine with the methods that Bustan needs."""

    name = "my engine"
    players = ("x", "o")

    def start(self):
        self.game = Game()

    def legal(self):
        return self.game.moves

    def to_move(self):
        return self.game.turn if self.game.moves else None

    def play(self, player, word):
        try:
            self.game.move(word)
        except ValueError:
            raise Illegal() from None

    def undo(self):
        self.game.take_back()

    def state(self):
        return {"over": not self.game.moves, "winner": self.game.winner, "board": self.game.cells}


def test_my_engine_agrees_with_open_spiel():
    assert_agrees(Mine, "openspiel tic_tac_toe", games=200, require=["legal", "to_move", "over", "winner", "board"])
