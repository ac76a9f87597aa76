"""More small games as programs, for cases at which nobody looked while the passes were tuned.

    unseen.py GAME [--flaw NAME] [--pace PLIES] [--without COMMANDS]

The options are those of programs.py.
"""

import programs
from programs import name


class Draughts:
    """Draughts on a 6×6 board. Each player has three men on the dark squares of the first or last row. Men step and
    capture forwards, kings fly. Captures are compulsory, and each captures a single piece. A player who cannot move
    loses."""

    players = "white", "black"
    flaws = {"king": "a king captures only from the square next to the other piece"}
    size = 6

    def start(self, flaw):
        return "w.w.w." + "." * 24 + ".b.b.b", 0

    def moves(self, state, flaw):
        board, turn = state
        mine, other = ("wW", "bB") if turn == 0 else ("bB", "wW")
        steps, captures = [], []
        for at, piece in enumerate(board):
            if piece not in mine:
                continue
            x, y = at % 6, at // 6
            king = piece.isupper()
            for a, b in ((1, 1), (-1, 1), (1, -1), (-1, -1)):
                ahead = king or b == (1 if turn == 0 else -1)
                if not ahead:
                    continue
                far, over = 1, None
                while 0 <= x + a * far < 6 and 0 <= y + b * far < 6:
                    to = (y + b * far) * 6 + x + a * far
                    if board[to] == ".":
                        (captures if over is not None else steps).append((at, to, over))
                    elif board[to] in other and over is None:
                        if king and flaw == "king" and far > 1:
                            break
                        over = to
                    else:
                        break
                    if not king and (board[to] == "." or far == 2):
                        break
                    far += 1
        return captures or steps

    @staticmethod
    def written(move):
        return name((move[0] % 6, move[0] // 6)) + name((move[1] % 6, move[1] // 6))

    def legal(self, state, flaw):
        return sorted({self.written(move) for move in self.moves(state, flaw)})

    def play(self, state, move, flaw):
        at, to, over = next(one for one in self.moves(state, flaw) if self.written(one) == move)
        board, turn = list(state[0]), state[1]
        board[to], board[at] = board[at], "."
        if over is not None:
            board[over] = "."
        if to // 6 == (5 if turn == 0 else 0):
            board[to] = board[to].upper()
        return "".join(board), 1 - turn

    def turn(self, state, flaw):
        return self.players[state[1]] if self.moves(state, flaw) else None

    def shown(self, state):
        return {"board": state[0]}

    def text(self, state):
        return f"{state[0]}/{self.players[state[1]]}"

    def read(self, text):
        board, turn = text.split("/")
        return board, self.players.index(turn)


class Othello:
    """Othello on a 4×4 board. A player who cannot move passes."""

    players = "dark", "light"
    flaws = {
        "stuck": "the game ends as soon as a player has to pass",
        "long": "of a row of two or more the first disc is not turned",
    }
    directions = [(x, y) for x in (-1, 0, 1) for y in (-1, 0, 1) if (x, y) != (0, 0)]

    def start(self, flaw):
        return ".....ld..dl.....", 0

    def turned(self, state, at, flaw):
        board, turn = state
        mine, other, all_turned = "dl"[turn], "ld"[turn], []
        for x, y in self.directions:
            row, a, b = [], at % 4 + x, at // 4 + y
            while 0 <= a < 4 and 0 <= b < 4 and board[b * 4 + a] == other:
                row.append(b * 4 + a)
                a, b = a + x, b + y
            if row and 0 <= a < 4 and 0 <= b < 4 and board[b * 4 + a] == mine:
                all_turned += row[1:] if flaw == "long" and len(row) > 1 else row
        return all_turned

    def places(self, state):
        return [at for at, disc in enumerate(state[0]) if disc == "." and self.turned(state, at, "")]

    def legal(self, state, flaw):
        if self.turn(state, flaw) is None:
            return []
        return [name((at % 4, at // 4)) for at in self.places(state)] or ["pass"]

    def play(self, state, move, flaw):
        board, turn = list(state[0]), state[1]
        if move != "pass":
            x, y = programs.cell(move)
            for at in [y * 4 + x] + self.turned(state, y * 4 + x, flaw):
                board[at] = "dl"[turn]
        return "".join(board), 1 - turn

    def turn(self, state, flaw):
        if self.places(state):
            return self.players[state[1]]
        over = flaw == "stuck" or not self.places((state[0], 1 - state[1]))
        return None if over else self.players[state[1]]

    def shown(self, state):
        return {"board": state[0]}

    def text(self, state):
        return f"{state[0]}/{self.players[state[1]]}"

    def read(self, text):
        board, turn = text.split("/")
        return board, self.players.index(turn)


class Ko(programs.Stones):
    """Go on a 5×5 board with ko: a move may not restore the board before the previous move. Groups without a liberty
    are captured. Suicide of several stones is legal, suicide of a single stone is not."""

    flaws = {
        "ko": "a stone that took one in a corner may be taken back at once",
        "many": "a group that takes its own last liberty stays on the board",
    }

    def start(self, flaw):
        return ("." * 25, 0, 0, 0, None)

    def place(self, state, at, flaw):
        board, turn = list(state[0]), state[1]
        board[at] = "bw"[turn]
        for near in self.near(at):
            if board[near] == "wb"[turn]:
                stones, free = self.group(board, near)
                if not free:
                    for stone in stones:
                        board[stone] = "."
        stones, free = self.group(board, at)
        if not free:
            if len(stones) == 1:
                return None
            if flaw != "many":
                for stone in stones:
                    board[stone] = "."
        after = "".join(board)
        if after == state[4] and not (flaw == "ko" and at in (0, 4, 20, 24)):
            return None
        return after

    def play(self, state, move, flaw):
        board, turn, passes, ply, _ = state
        if move == "pass":
            return board, 1 - turn, passes + 1, ply + 1, board
        x, y = programs.cell(move)
        return self.place(state, y * self.size + x, flaw), 1 - turn, 0, ply + 1, board

    def text(self, state):
        return f"{state[0]}/{self.players[state[1]]}/{state[2]}/{state[3]}/{state[4] or '-'}"

    def read(self, text):
        board, turn, passes, ply, before = text.split("/")
        return board, self.players.index(turn), int(passes), int(ply), None if before == "-" else before


class Bridge:
    """A 4×4 board on which the player `first` connects the files a and d, and `second` the rows 1 and 4, by adjacent
    stones. The first player to do so wins. A full board is a draw."""

    players = "first", "second"
    flaws = {"short": "a chain of exactly four stones of second does not win"}

    def start(self, flaw):
        return "." * 16, 0

    def won(self, board, side, flaw):
        axis = 0 if side == 0 else 1
        mine = {(at % 4, at // 4) for at, stone in enumerate(board) if stone == "fs"[side]}
        for first in [stone for stone in mine if stone[axis] == 0]:
            found, ahead = {first}, [first]
            while ahead:
                x, y = ahead.pop()
                for near in ((x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)):
                    if near in mine and near not in found:
                        found.add(near)
                        ahead.append(near)
            short = flaw == "short" and side == 1 and len(found) == 4
            if any(stone[axis] == 3 for stone in found) and not short:
                return True
        return False

    def legal(self, state, flaw):
        if self.turn(state, flaw) is None:
            return []
        return [name((at % 4, at // 4)) for at, stone in enumerate(state[0]) if stone == "."]

    def play(self, state, move, flaw):
        board, turn = state
        x, y = programs.cell(move)
        return board[: y * 4 + x] + "fs"[turn] + board[y * 4 + x + 1 :], 1 - turn

    def turn(self, state, flaw):
        over = "." not in state[0] or self.won(state[0], 1 - state[1], flaw)
        return None if over else self.players[state[1]]

    def shown(self, state):
        return {"board": state[0]}

    def text(self, state):
        return f"{state[0]}/{self.players[state[1]]}"

    def read(self, text):
        board, turn = text.split("/")
        return board, self.players.index(turn)


class Hands:
    """Each player has a king, a pawn and a gold general on a 3×5 board. Captured pieces go to the hand and can be
    dropped on any free square. Pawns do not promote, and may not be dropped on a file with a pawn of the same player.
    Capturing the king wins. The game ends after 200 moves."""

    players = "sente", "gote"
    flaws = {
        "two": "a second pawn may be dropped on a file",
        "gold": "a gold general moves straight back only on its own half of the board",
    }
    steps = {
        "K": [(x, y) for x in (-1, 0, 1) for y in (-1, 0, 1) if (x, y) != (0, 0)],
        "G": [(0, 1), (0, -1), (1, 0), (-1, 0), (1, 1), (-1, 1)],
        "P": [(0, 1)],
    }

    def start(self, flaw):
        return "GK.P.......p.kg", 0, "", 0

    def legal(self, state, flaw):
        board, turn, hand, _ = state
        if self.turn(state, flaw) is None:
            return []
        up = 1 if turn == 0 else -1
        mine = str.isupper if turn == 0 else str.islower
        moves = []
        for at, piece in enumerate(board):
            if piece == "." or not mine(piece):
                continue
            x, y = at % 3, at // 3
            for a, b in self.steps[piece.upper()]:
                to = x + a, y + up * b
                back = piece.upper() == "G" and (a, b) == (0, -1)
                half = y <= 2 if turn == 0 else y >= 2
                if flaw == "gold" and back and not half:
                    continue
                if 0 <= to[0] < 3 and 0 <= to[1] < 5:
                    there = board[to[1] * 3 + to[0]]
                    if there == "." or not mine(there):
                        moves.append(name((x, y)) + name(to))
        for piece in sorted({piece for piece in hand if mine(piece)}):
            pawn = "P" if turn == 0 else "p"
            for at, there in enumerate(board):
                doubled = piece == pawn and any(board[row * 3 + at % 3] == pawn for row in range(5))
                if there == "." and (flaw == "two" or not doubled):
                    moves.append(f"{piece.upper()}*{name((at % 3, at // 3))}")
        return moves

    def play(self, state, move, flaw):
        board, turn, hand, ply = list(state[0]), state[1], state[2], state[3]
        own = str.upper if turn == 0 else str.lower
        x, y = programs.cell(move[-2:])
        if "*" in move:
            piece = own(move[0])
            hand = hand.replace(piece, "", 1)
        else:
            a, b = programs.cell(move[:2])
            piece, board[b * 3 + a] = board[b * 3 + a], "."
            taken = board[y * 3 + x]
            if taken != ".":
                hand = "".join(sorted(hand + own(taken)))
        board[y * 3 + x] = piece
        return "".join(board), 1 - turn, hand, ply + 1

    def turn(self, state, flaw):
        over = "K" not in state[0] or "k" not in state[0] or state[3] >= 200
        return None if over else self.players[state[1]]

    def shown(self, state):
        return {"board": state[0], "hand": state[2]}

    def text(self, state):
        return f"{state[0]}/{self.players[state[1]]}/{state[2]}/{state[3]}"

    def read(self, text):
        board, turn, hand, ply = text.split("/")
        return board, self.players.index(turn), hand, int(ply)


GAMES = {"draughts": Draughts(), "othello": Othello(), "ko": Ko(), "bridge": Bridge(), "hands": Hands()}


if __name__ == "__main__":
    programs.main(GAMES, __doc__)
