#!/usr/bin/env python3
"""Dominions as a program that Bustan can test: simple, slow, in one file, with only the standard library.

    bustan check dominions --against 'python3 tests/examples/python/dominions.py'

With --flaw NAME it makes one of the mistakes in FLAWS, so that you can see Bustan find it.
"""

import json
import re
import sys

# The beams of a tile, counter-clockwise from the top right: their numbers, and where they point (q to the
# right, r to the bottom right).
STEPS = {1: (1, -1), 2: (0, -1), 4: (-1, 0), 8: (-1, 1), 16: (0, 1), 32: (1, 0)}
OPPOSITE = {1: 8, 2: 16, 4: 32, 8: 1, 16: 2, 32: 4}
OTHER = {"white": "black", "black": "white"}
FLAWS = {
    "edge": "a beam may point off the board",
    "suicide": "after a capture the own group is not looked at",
    "extension": "an own group may be extended that is not a whole section",
    "oscillation": "a section may be left without liberties",
    "passes": "a pass as the first move ends the game",
    "undo": "taking back forgets whose turn it was",
    "score": "tiles left in hand count double",
    "crash": "a second capture in one move is too much",
}
flaw = None


class Illegal(Exception):
    """An illegal move, with the reason."""


class Game:
    def __init__(self, side=9):
        self.side = side
        self.tiles = {}  # place -> (tile, owner, controller)
        self.hands = {colour: set(range(1, 64)) for colour in OTHER}
        self.turn, self.passes, self.ply = "white", 0, 0
        self.past = []
        n = side - 1
        places = [(q, r) for r in range(-n, n + 1) for q in range(-n, n + 1) if abs(q + r) <= n]
        # For each place, the places at which the beams of a tile point, whether they are on the board or not.
        self.places = {(q, r): [(beam, (q + x, r + y)) for beam, (x, y) in STEPS.items()] for q, r in places}

    # Names of cells: a letter for the row, from the bottom, and the number of the column.

    def name(self, place):
        q, r = place
        return chr(ord("a") + self.side - 1 - r) + str(q + self.side)

    def place(self, row, column):
        return int(column) - self.side, self.side - 1 - (ord(row) - ord("a"))

    # Links between tiles.

    def linked(self, place):
        """Returns the places whose tiles are linked beam to beam to the tile on this place."""
        tiles, tile = self.tiles, self.tiles[place][0]
        around = self.places[place]
        return [x for beam, x in around if tile & beam and x in tiles and tiles[x][0] & OPPOSITE[beam]]

    def spread(self, place, colour=None):
        """Returns all places linked to a place, directly or indirectly: its section or, given a colour, its group."""
        found, waiting = {place}, [place]
        while waiting:
            for there in self.linked(waiting.pop()):
                if there not in found and colour in (None, self.tiles[there][2]):
                    found.add(there)
                    waiting.append(there)
        return found

    def parts(self, by_colour):
        """Returns all groups, or all sections."""
        seen, parts = set(), []
        for place in self.tiles:
            if place not in seen:
                parts.append(self.spread(place, self.tiles[place][2] if by_colour else None))
                seen |= parts[-1]
        return parts

    def liberties(self, part):
        """Returns the empty cells at which the beams of a group or section point, once for each beam."""
        cells = [x for place in part for beam, x in self.places[place] if self.tiles[place][0] & beam]
        return [cell for cell in cells if cell not in self.tiles and cell in self.places]

    # The rules.

    def over(self):
        return self.passes == 2 or (flaw == "passes" and self.passes == 1 and self.ply == 1)

    def check(self, colour, move):
        """Raises Illegal with the first reason against the move."""
        if self.over():
            raise Illegal("game-over")
        if colour != self.turn:
            raise Illegal("not-your-turn")
        if move != "pass":
            tile, place = move
            if place not in self.places:
                raise Illegal("off-board")
            if place in self.tiles:
                raise Illegal("occupied")
            if tile not in self.hands[colour]:
                raise Illegal("not-in-hand")
            if not self.matches(tile, place):
                raise Illegal("mismatch")
            self.tiles[place] = (tile, colour, colour)
            contact = len(self.tiles) == 1 or self.touches(place) or self.extends(place)
            liberties = self.liberties(self.spread(place))
            del self.tiles[place]
            if not contact:
                raise Illegal("contact")
            if not liberties and flaw != "oscillation":
                raise Illegal("oscillation")

    def forced(self, place):
        """Returns the sides that the neighbours of a place determine, and those of them that must have a beam."""
        known = wanted = 0
        for beam, there in self.places[place]:
            if there in self.tiles:
                known |= beam
                if self.tiles[there][0] & OPPOSITE[beam]:
                    wanted |= beam
            elif there not in self.places and flaw != "edge":
                known |= beam
        return known, wanted

    def matches(self, tile, place):
        """Whether beam meets beam and blank meets blank, and no beam points off the board."""
        known, wanted = self.forced(place)
        return tile & known == wanted

    def touches(self, place):
        """Whether the tile that was just placed shares an edge with a tile that the opponent controls."""
        colour = self.tiles[place][2]
        return any(there in self.tiles and self.tiles[there][2] != colour for _, there in self.places[place])

    def extends(self, place):
        """Whether the tile that was just placed is linked to a group of its player that was a whole section before."""
        tile = self.tiles[place]
        friends = [there for there in self.linked(place) if self.tiles[there][2] == tile[2]]
        if flaw == "extension" and friends:
            return True
        del self.tiles[place]
        whole = any(self.spread(there) == self.spread(there, tile[2]) for there in friends)
        self.tiles[place] = tile
        return whole

    def play(self, colour, move):
        self.check(colour, move)
        self.past.append((dict(self.tiles), {c: set(hand) for c, hand in self.hands.items()}, self.turn, self.passes))
        self.ply += 1
        self.turn = OTHER[colour]
        if move == "pass":
            self.passes += 1
            return
        self.passes = 0
        tile, place = move
        self.hands[colour].remove(tile)
        self.tiles[place] = (tile, colour, colour)
        groups = [group for group in self.parts(True) if self.tiles[min(group)][2] != colour]
        captured = [group for group in groups if not self.liberties(group)]
        if flaw == "crash" and len(captured) > 1:
            raise RuntimeError("no room for a second capture")
        for group in captured:
            self.flip(group, colour)
        own = self.spread(place, colour)
        if not self.liberties(own) and not (flaw == "suicide" and captured):
            self.flip(own, OTHER[colour])

    def flip(self, group, colour):
        for place in group:
            self.tiles[place] = self.tiles[place][:2] + (colour,)

    def undo(self):
        turn = self.turn
        self.tiles, self.hands, self.turn, self.passes = self.past.pop()
        self.ply -= 1
        if flaw == "undo":
            self.turn = turn

    # Queries about the game.

    def legal(self):
        if self.over():
            return []
        found = ["pass"]
        for place in self.places:
            lonely = self.tiles and not any(there in self.tiles for _, there in self.places[place])
            if place in self.tiles or lonely:
                continue
            known, wanted = self.forced(place)
            for tile in self.hands[self.turn]:
                if tile & known == wanted:
                    try:
                        self.check(self.turn, (tile, place))
                        found.append((tile, place))
                    except Illegal:
                        pass
        return found

    def perft(self, depth):
        if depth == 0:
            return 1
        moves = self.legal()
        if depth == 1:
            return len(moves)
        nodes = 0
        for move in moves:
            self.play(self.turn, move)
            nodes += self.perft(depth - 1)
            self.undo()
        return nodes

    def scores(self):
        in_hand = 2 if flaw == "score" else 1
        on_board = {c: sum(tile[2] == c for tile in self.tiles.values()) for c in OTHER}
        return {c: on_board[c] - in_hand * len(self.hands[c]) for c in OTHER}

    def winner(self):
        white, black = self.scores().values()
        return None if white == black or not self.over() else "white" if white > black else "black"

    def state(self):
        def cells(places):
            return sorted(map(self.name, places))

        def described(part):
            return {"cells": cells(part), "liberties": len(self.liberties(part))}

        groups = [
            {"controller": self.tiles[min(group)][2], **described(group), "liberty_cells": cells(set(self.liberties(group)))}
            for group in self.parts(True)
        ]
        return {
            "game": "dominions",
            "size": self.side,
            "ply": self.ply,
            "to_move": None if self.over() else self.turn,
            "over": self.over(),
            "winner": self.winner(),
            "scores": self.scores(),
            "board": {self.name(place): list(tile) for place, tile in self.tiles.items()},
            "hands": {colour: sorted(hand) for colour, hand in self.hands.items()},
            "passes": self.passes,
            "groups": sorted(groups, key=lambda group: group["cells"]),
            "sections": sorted(map(described, self.parts(False)), key=lambda section: section["cells"]),
        }


class Engine:
    """Responds to the commands of the protocol."""

    def __init__(self):
        self.game = Game()
        self.commands = {
            "name": lambda: "Python",
            "protocol_version": lambda: "2",
            "known_command": lambda name: "true" if name in self.commands else "false",
            "list_commands": lambda: "\n".join(self.commands),
            "boardsize": self.boardsize,
            "clear_board": lambda: self.boardsize(self.game.side),
            "play": self.play,
            "undo": self.undo,
            "final_score": self.final_score,
            "bustan-legal": lambda: " ".join(sorted(map(self.text, self.game.legal()))),
            "bustan-state": lambda: json.dumps(self.game.state()),
            "bustan-perft": lambda depth: str(self.game.perft(int(depth))),
            "quit": lambda: "",
        }

    def boardsize(self, side):
        if int(side) not in range(2, 10):
            raise ValueError("unacceptable size")
        self.game = Game(int(side))

    def text(self, move):
        return move if move == "pass" else f"P{move[0]}{self.game.name(move[1])}"

    def play(self, colour, text):
        colour = {"w": "white", "b": "black"}.get(colour.lower(), colour.lower())
        placement = re.fullmatch(r"P(\d+)([a-z])(\d+)", text)
        if text == "pass":
            move = text
        elif placement:
            move = int(placement[1]), self.game.place(placement[2], placement[3])
        else:
            raise ValueError("syntax error")
        self.game.play(colour, move)

    def undo(self):
        if not self.game.past:
            raise ValueError("cannot undo")
        self.game.undo()

    def final_score(self):
        white, black = self.game.scores().values()
        return "0" if white == black else f"W+{white - black}" if white > black else f"B+{black - white}"

    def answer(self, line):
        """Returns a response: the status and the text."""
        name, *words = line.split()
        if name not in self.commands:
            return "?", "unknown command"
        try:
            return "=", self.commands[name](*words) or ""
        except Illegal as illegal:
            return "?", f"illegal move: {illegal}"
        except (ValueError, TypeError) as error:
            return "?", str(error)


def main():
    engine = Engine()
    for line in sys.stdin:
        line = re.split(r"(?:^|\s)#", line)[0].strip()
        if line:
            status, text = engine.answer(line)
            print(f"{status} {text}\n", flush=True)
            if line == "quit":
                return


if __name__ == "__main__":
    if sys.argv[1:2] == ["--flaw"]:
        flaw = sys.argv[2]
        if flaw not in FLAWS:
            sys.exit(f"no flaw {flaw!r}; there are {', '.join(FLAWS)}")
    main()
