#!/usr/bin/env python3
"""Chess as a program that speaks UCI: plain, slow, in one file, with nothing but the standard library.

    bustan check chess --against 'uci:python3 tests/examples/python/chess_uci.py'

With --flaw NAME it makes one of the mistakes in FLAWS, so that you can see Bustan find it. It lists moves
(go perft) and plays the first legal move (go).
"""

import sys

START = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"
DIAGONALS = [(1, 1), (1, -1), (-1, 1), (-1, -1)]
LINES = [(1, 0), (-1, 0), (0, 1), (0, -1)]
JUMPS = [(1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2)]
# The directions in which each piece moves, and whether it slides.
STEPS = {"b": (DIAGONALS, True), "r": (LINES, True), "q": (DIAGONALS + LINES, True)}
STEPS |= {"n": (JUMPS, False), "k": (DIAGONALS + LINES, False)}
FLAWS = {
    "en-passant": "an en passant capture may expose the king to a check along the rank",
    "castling": "the king may castle through check",
    "promotion": "a pawn becomes a queen only",
    "rights": "the right to castle is kept when the rook is captured",
}
flaw = None


def name(square):
    return "abcdefgh"[square[0]] + str(square[1] + 1)


def square_of(text):
    return "abcdefgh".index(text[0]), int(text[1]) - 1


class Position:
    """A position. `board` maps squares (file, rank) to letters as in FEN."""

    def __init__(self, fen):
        rows, self.turn, self.rights, en_passant = fen.split()[:4]
        self.board = {}
        for row, text in enumerate(rows.split("/")):
            file = 0
            for letter in text:
                if letter.isdigit():
                    file += int(letter)
                else:
                    self.board[file, 7 - row] = letter
                    file += 1
        self.rights = self.rights.replace("-", "")
        self.en_passant = None if en_passant == "-" else square_of(en_passant)

    def copy(self):
        other = object.__new__(Position)
        other.__dict__ = {**self.__dict__, "board": dict(self.board)}
        return other

    def is_own(self, square, colour):
        return square in self.board and self.board[square].isupper() == (colour == "w")

    def attacked(self, square, colour):
        """Whether a piece of this colour attacks a square."""
        file, rank = square
        back = -1 if colour == "w" else 1
        pawn = "P" if colour == "w" else "p"
        if any(self.board.get((file + side, rank + back)) == pawn for side in (-1, 1)):
            return True
        for kind, (steps, slides) in STEPS.items():
            piece = kind.upper() if colour == "w" else kind
            for step in steps:
                for target in self.along(square, step, slides):
                    if self.board.get(target) == piece:
                        return True
        return False

    def along(self, square, step, slides):
        """Yields the squares in a direction, up to and including the first piece."""
        file, rank = square[0] + step[0], square[1] + step[1]
        while 0 <= file < 8 and 0 <= rank < 8:
            yield file, rank
            if not slides or (file, rank) in self.board:
                return
            file, rank = file + step[0], rank + step[1]

    def king(self, colour):
        letter = "K" if colour == "w" else "k"
        return next(square for square, piece in self.board.items() if piece == letter)

    def in_check(self, colour):
        return self.attacked(self.king(colour), "b" if colour == "w" else "w")

    def pawn_moves(self, square):
        (file, rank), up = square, 1 if self.turn == "w" else -1
        targets = [(file, rank + up)] if (file, rank + up) not in self.board else []
        if targets and rank == (1 if up == 1 else 6) and (file, rank + 2 * up) not in self.board:
            targets.append((file, rank + 2 * up))
        for target in [(file - 1, rank + up), (file + 1, rank + up)]:
            captures = target in self.board and not self.is_own(target, self.turn)
            if captures or target == self.en_passant:
                targets.append(target)
        for target in targets:
            last = target[1] in (0, 7)
            for piece in ("q" if flaw == "promotion" else "qrbn") if last else [""]:
                yield square, target, piece

    def castling_moves(self):
        rank, other = (0, "b") if self.turn == "w" else (7, "w")
        for right, rook, between, king_path in [("k", 7, (5, 6), (4, 5, 6)), ("q", 0, (1, 2, 3), (4, 3, 2))]:
            if flaw == "castling":
                king_path = (4, king_path[2])
            right = right.upper() if self.turn == "w" else right
            empty = not any((file, rank) in self.board for file in between)
            if right in self.rights and empty and not any(self.attacked((file, rank), other) for file in king_path):
                yield (4, rank), (6 if rook == 7 else 2, rank), ""

    def legal_moves(self):
        for square in [square for square in self.board if self.is_own(square, self.turn)]:
            kind = self.board[square].lower()
            if kind == "p":
                moves = self.pawn_moves(square)
            else:
                steps, slides = STEPS[kind]
                targets = [target for step in steps for target in self.along(square, step, slides)]
                moves = [(square, target, "") for target in targets if not self.is_own(target, self.turn)]
            for move in moves:
                if self.is_safe(move):
                    yield move
        yield from self.castling_moves()

    def is_safe(self, move):
        """Whether the king of the player to move is not in check after a move."""
        after = self.after(move)
        if flaw == "en-passant" and self.is_en_passant(move):
            # The mistake: the captured pawn still shields the king.
            after.board[move[1][0], move[0][1]] = self.board[move[1][0], move[0][1]]
        return not after.in_check(self.turn)

    def is_en_passant(self, move):
        return self.board[move[0]].lower() == "p" and move[1] == self.en_passant

    def after(self, move):
        """Returns the position after a move."""
        source, target, promotion = move
        after = self.copy()
        if self.is_en_passant(move):
            del after.board[target[0], source[1]]
        piece = after.board.pop(source)
        kind = piece.lower()
        after.board[target] = (promotion.upper() if self.turn == "w" else promotion) or piece
        if kind == "k" and abs(target[0] - source[0]) == 2:
            rook, to = (7, 5) if target[0] == 6 else (0, 3)
            after.board[to, target[1]] = after.board.pop((rook, target[1]))
        for right, squares in [("K", "e1h1"), ("Q", "e1a1"), ("k", "e8h8"), ("q", "e8a8")]:
            touched = {name(source)} if flaw == "rights" else {name(source), name(target)}
            if touched & {squares[:2], squares[2:]}:
                after.rights = after.rights.replace(right, "")
        double = kind == "p" and abs(target[1] - source[1]) == 2
        after.en_passant = (source[0], (source[1] + target[1]) // 2) if double else None
        after.turn = "b" if self.turn == "w" else "w"
        return after


def text_of(move):
    return name(move[0]) + name(move[1]) + move[2]


def perft(position, depth):
    if depth == 0:
        return 1
    return sum(perft(position.after(move), depth - 1) for move in position.legal_moves())


def position_of(words):
    """Returns the position that the command `position` describes."""
    moves = words[words.index("moves") + 1 :] if "moves" in words else []
    position = Position(" ".join(words[2:8]) if words[1] == "fen" else START)
    for text in moves:
        position = position.after((square_of(text), square_of(text[2:]), text[4:]))
    return position


def answer(words, position):
    """Executes a command. Returns the position afterwards."""
    if words[0] == "uci":
        print("id name Mine\nuciok")
    elif words[0] == "isready":
        print("readyok")
    elif words[0] == "position":
        return position_of(words)
    elif words[:2] == ["go", "perft"]:
        counts = [(text_of(move), perft(position.after(move), int(words[2]) - 1)) for move in position.legal_moves()]
        print("".join(f"{text}: {count}\n" for text, count in counts))
        print("Nodes searched:", sum(count for _, count in counts))
    elif words[0] == "go":
        print("bestmove", next(map(text_of, position.legal_moves()), "(none)"))
    return position


def main():
    global flaw
    if sys.argv[1:2] == ["--flaw"]:
        flaw = sys.argv[2]
        if flaw not in FLAWS:
            sys.exit(f"unknown flaw {flaw}: choose from {', '.join(FLAWS)}")
    position = Position(START)
    for line in sys.stdin:
        words = line.split()
        if words == ["quit"]:
            break
        if words:
            position = answer(words, position)
            sys.stdout.flush()


if __name__ == "__main__":
    main()
