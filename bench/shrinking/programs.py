"""Small games as programs, each with ways to go wrong, at the pace of a slow engine.

    programs.py GAME [--flaw NAME] [--pace PLIES] [--without COMMANDS]

A ply, which is play, bustan-legal and bustan-state, takes 1/PLIES of a second: half of it in play, half in
bustan-legal. The commands that --without names, separated by commas, are unknown.
"""

import argparse
import json
import sys
import time

BETWEEN = "abcdefgh"


def name(cell):
    return f"{BETWEEN[cell[0]]}{cell[1] + 1}"


def cell(text):
    return BETWEEN.index(text[0]), int(text[1:]) - 1


class Kings:
    """Two kings on an 8×8 board, which may not be on adjacent squares. The game is endless."""

    players = "white", "black"
    flaws = {
        "meets": "black does not move down if white's king is on d4 and black's on f6",
        "lost": "white's king jumps to a1 from the h-file if black's is in the fifth row",
        "mute": "ends when both kings stand in the middle of the board",
    }

    def start(self, flaw):
        return (4, 0), (4, 7), 0

    def legal(self, state, flaw):
        mine, other = state[state[2]], state[1 - state[2]]
        around = [(mine[0] + x, mine[1] + y) for x in (-1, 0, 1) for y in (-1, 0, 1) if (x, y) != (0, 0)]
        on = [to for to in around if 0 <= to[0] < 8 and 0 <= to[1] < 8]
        apart = [to for to in on if max(abs(to[0] - other[0]), abs(to[1] - other[1])) > 1]
        if flaw == "meets" and state[0] == (3, 3) and state[1] == (5, 5) and state[2] == 1:
            apart = [to for to in apart if to[1] >= mine[1]]
        return [name(to) for to in apart]

    def play(self, state, move, flaw):
        to = cell(move)
        kings = [to, state[1]] if state[2] == 0 else [state[0], to]
        middle = [2 <= at < 6 for king in kings for at in king]
        if flaw == "mute" and all(middle):
            sys.exit("assertion failed: the middle is for one")
        if flaw == "lost" and state[2] == 0 and state[0][0] == 7 and state[1][1] == 4:
            kings[0] = (0, 0)
        return kings[0], kings[1], 1 - state[2]

    def turn(self, state, flaw):
        return self.players[state[2]]

    def shown(self, state):
        return {"white": name(state[0]), "black": name(state[1])}

    def text(self, state):
        return f"{name(state[0])}/{name(state[1])}/{self.players[state[2]]}"

    def read(self, text):
        white, black, turn = text.split("/")
        return cell(white), cell(black), self.players.index(turn)


class Stones:
    """Go on a 5×5 board without ko. Groups without a liberty are captured, and suicide is illegal. The game ends after
    two consecutive passes, or after 500 moves."""

    players = "black", "white"
    flaws = {
        "corner": "a stone in a corner is not taken",
        "suicide": "a player may take the last liberty of an own stone in a corner",
        "passes": "the game goes on after two passes",
        "pairs": "of two groups taken at once one stays",
    }
    size = 5

    def start(self, flaw):
        return ("." * self.size**2, 0, 0, 0)

    def near(self, at):
        x, y = at % self.size, at // self.size
        return [
            b * self.size + a
            for a, b in ((x - 1, y), (x + 1, y), (x, y - 1), (x, y + 1))
            if 0 <= a < self.size and 0 <= b < self.size
        ]

    def group(self, board, at):
        found, ahead = {at}, [at]
        while ahead:
            for near in self.near(ahead.pop()):
                if board[near] == board[at] and near not in found:
                    found.add(near)
                    ahead.append(near)
        return found, any(board[near] == "." for stone in found for near in self.near(stone))

    def place(self, state, at, flaw):
        board, turn = list(state[0]), state[1]
        board[at] = "bw"[turn]
        taken = []
        for near in self.near(at):
            if board[near] == "wb"[turn]:
                stones, free = self.group(board, near)
                if not free and stones not in taken:
                    taken.append(stones)
        if flaw == "pairs" and len(taken) == 2:
            taken.pop()
        corners = {0, self.size - 1, self.size * (self.size - 1), self.size**2 - 1}
        for stones in taken:
            if flaw == "corner" and len(stones) == 1 and stones <= corners:
                continue
            for stone in stones:
                board[stone] = "."
        alive = self.group(board, at)[1] or (flaw == "suicide" and at in corners)
        return "".join(board) if alive else None

    def legal(self, state, flaw):
        if self.turn(state, flaw) is None:
            return []
        free = [at for at, stone in enumerate(state[0]) if stone == "." and self.place(state, at, flaw)]
        return [name((at % self.size, at // self.size)) for at in free] + ["pass"]

    def play(self, state, move, flaw):
        board, turn, passes, ply = state
        if move == "pass":
            return board, 1 - turn, passes + 1, ply + 1
        x, y = cell(move)
        return self.place(state, y * self.size + x, flaw), 1 - turn, 0, ply + 1

    def turn(self, state, flaw):
        over = (state[2] >= 2 and flaw != "passes") or state[3] >= 500
        return None if over else self.players[state[1]]

    def shown(self, state):
        return {"board": state[0]}

    def text(self, state):
        return f"{state[0]}/{self.players[state[1]]}/{state[2]}/{state[3]}"

    def read(self, text):
        board, turn, passes, ply = text.split("/")
        return board, self.players.index(turn), int(passes), int(ply)


class Reversi:
    """Othello on a 6×6 board. A player who cannot move passes."""

    players = "dark", "light"
    flaws = {
        "diagonal": "a disc in the corner a1 turns nothing along its diagonal",
        "far": "rows of three or more are not turned",
        "corner": "light's moves in the corner f6 are left out",
    }
    size = 6
    directions = [(x, y) for x in (-1, 0, 1) for y in (-1, 0, 1) if (x, y) != (0, 0)]

    def start(self, flaw):
        board = ["."] * 36
        board[14], board[21], board[15], board[20] = "l", "l", "d", "d"
        return "".join(board), 0

    def turned(self, state, at, flaw):
        board, turn = state
        mine, turned = "dl"[turn], []
        for x, y in self.directions:
            if flaw == "diagonal" and at == 0 and (x, y) == (1, 1):
                continue
            row, a, b = [], at % 6 + x, at // 6 + y
            while 0 <= a < 6 and 0 <= b < 6 and board[b * 6 + a] == "ld"[turn]:
                row.append(b * 6 + a)
                a, b = a + x, b + y
            if 0 <= a < 6 and 0 <= b < 6 and board[b * 6 + a] == mine and not (flaw == "far" and len(row) > 2):
                turned += row
        return turned

    def moves(self, state, flaw):
        free = [at for at, disc in enumerate(state[0]) if disc == "." and self.turned(state, at, flaw)]
        if flaw == "corner":
            free = [at for at in free if (at, state[1]) != (35, 1)]
        return [name((at % 6, at // 6)) for at in free]

    def legal(self, state, flaw):
        if self.turn(state, flaw) is None:
            return []
        return self.moves(state, flaw) or ["pass"]

    def play(self, state, move, flaw):
        board, turn = list(state[0]), state[1]
        if move != "pass":
            x, y = cell(move)
            for at in [y * 6 + x] + self.turned(state, y * 6 + x, flaw):
                board[at] = "dl"[turn]
        return "".join(board), 1 - turn

    def turn(self, state, flaw):
        over = not self.moves(state, flaw) and not self.moves((state[0], 1 - state[1]), flaw)
        return None if over else self.players[state[1]]

    def shown(self, state):
        return {"board": state[0]}

    def text(self, state):
        return f"{state[0]}/{self.players[state[1]]}"

    def read(self, text):
        board, turn = text.split("/")
        return board, self.players.index(turn)


class Hex:
    """Hex on a 5×5 board. Dark connects the files a and e, light the rows 1 and 5. The first player to do so wins."""

    players = "dark", "light"
    flaws = {
        "corner": "a chain of dark that reaches the file e in its corner alone does not win",
        "between": "light's move c3 is left out while dark holds b3 and d3",
    }
    size = 5
    around = [(1, 0), (-1, 0), (0, 1), (0, -1), (1, -1), (-1, 1)]

    def start(self, flaw):
        return "." * 25, 0

    def joined(self, board, side, flaw):
        """Returns whether a player has connected both edges."""
        axis = 0 if side == 0 else 1
        mine = {(at % 5, at // 5) for at, stone in enumerate(board) if stone == "dl"[side]}
        found = {stone for stone in mine if stone[axis] == 0}
        ahead = list(found)
        while ahead:
            x, y = ahead.pop()
            for near in ((x + a, y + b) for a, b in self.around):
                if near in mine and near not in found:
                    found.add(near)
                    ahead.append(near)
        ends = {stone for stone in found if stone[axis] == 4}
        return bool(ends) and not (flaw == "corner" and side == 0 and ends == {(4, 4)})

    def legal(self, state, flaw):
        board, turn = state
        if self.turn(state, flaw) is None:
            return []
        free = [name((at % 5, at // 5)) for at, stone in enumerate(board) if stone == "."]
        if flaw == "between" and turn == 1 and board[11] == "d" == board[13]:
            free = [move for move in free if move != "c3"]
        return free

    def play(self, state, move, flaw):
        board, turn = state
        x, y = cell(move)
        return board[: y * 5 + x] + "dl"[turn] + board[y * 5 + x + 1 :], 1 - turn

    def turn(self, state, flaw):
        board, turn = state
        return None if self.joined(board, 1 - turn, flaw) else self.players[turn]

    def shown(self, state):
        return {"board": state[0]}

    def text(self, state):
        return f"{state[0]}/{self.players[state[1]]}"

    def read(self, text):
        board, turn = text.split("/")
        return board, self.players.index(turn)


class Four:
    """Four in a row, with five files of four discs each."""

    players = "red", "yellow"
    flaws = {
        "rising": "four on a rising diagonal do not win",
        "full": "a file in which one player has three discs takes no fourth",
    }

    def start(self, flaw):
        return ("",) * 5, 0

    def won(self, files, flaw):
        at = {(x, y): disc for x, file in enumerate(files) for y, disc in enumerate(file)}
        steps = [(1, 0), (0, 1), (1, -1)] + ([] if flaw == "rising" else [(1, 1)])
        return any(
            len({at.get((x + a * n, y + b * n)) for n in range(4)}) == 1 for x, y in at for a, b in steps
        )

    def legal(self, state, flaw):
        if self.turn(state, flaw) is None:
            return []
        takes = [len(file) < 4 and not (flaw == "full" and file in ("rrr", "yyy")) for file in state[0]]
        return [BETWEEN[x] for x in range(5) if takes[x]]

    def play(self, state, move, flaw):
        files, turn = list(state[0]), state[1]
        files[BETWEEN.index(move)] += "ry"[turn]
        return tuple(files), 1 - turn

    def turn(self, state, flaw):
        over = self.won(state[0], flaw) or all(len(file) == 4 for file in state[0])
        return None if over else self.players[state[1]]

    def shown(self, state):
        return {"files": list(state[0])}

    def text(self, state):
        return ",".join(state[0]) + f"/{self.players[state[1]]}"

    def read(self, text):
        files, turn = text.split("/")
        return tuple(files.split(",")), self.players.index(turn)


class Drops:
    """Shogi on a 3×4 board. Each player has a lion, a giraffe, an elephant and a chick, and pieces in hand. Capturing a
    lion wins. The game ends after 200 moves. A position has the same notation as in an SFEN."""

    players = "sente", "gote"
    flaws = {
        "mated": "a chick may not be dropped in front of a lion",
        "hens": "a hen that is taken goes to the hand as a hen",
        "back": "a hen does not move straight back",
    }
    # The steps of the pieces of sente, who moves towards higher rows.
    steps = {
        "L": [(x, y) for x in (-1, 0, 1) for y in (-1, 0, 1) if (x, y) != (0, 0)],
        "G": [(0, 1), (0, -1), (1, 0), (-1, 0)],
        "E": [(1, 1), (1, -1), (-1, 1), (-1, -1)],
        "C": [(0, 1)],
        "H": [(0, 1), (0, -1), (1, 0), (-1, 0), (1, 1), (-1, 1)],
    }

    def start(self, flaw):
        return "ELG.C..c.gle", 0, "", 0

    def legal(self, state, flaw):
        board, turn, hand, _ = state
        if self.turn(state, flaw) is None:
            return []
        mine, up = (str.isupper, 1) if turn == 0 else (str.islower, -1)
        moves = []
        for at, piece in enumerate(board):
            if piece == "." or not mine(piece):
                continue
            for x, y in self.steps[piece.upper()]:
                if flaw == "back" and piece.upper() == "H" and (x, y) == (0, -1):
                    continue
                a, b = at % 3 + x * up, at // 3 + y * up
                if 0 <= a < 3 and 0 <= b < 4 and not (board[b * 3 + a] != "." and mine(board[b * 3 + a])):
                    moves.append(name((at % 3, at // 3)) + name((a, b)))
        lion = board.find("l" if turn == 0 else "L")
        for piece in sorted({piece.upper() for piece in hand if mine(piece)}):
            for at in range(12):
                before = flaw == "mated" and piece == "C" and at + 3 * up == lion
                if board[at] == "." and not before:
                    moves.append(f"{piece}*{name((at % 3, at // 3))}")
        return moves

    def play(self, state, move, flaw):
        board, turn, hand, ply = list(state[0]), state[1], list(state[2]), state[3]
        to = cell(move[2:])
        at = to[1] * 3 + to[0]
        own = str.upper if turn == 0 else str.lower
        if move[1] == "*":
            hand.remove(own(move[0]))
            board[at] = own(move[0])
        else:
            x, y = cell(move[:2])
            piece, taken = board[y * 3 + x], board[at]
            board[y * 3 + x] = "."
            if taken not in ".lL":
                hand.append(own("C" if taken.upper() == "H" and flaw != "hens" else taken))
            last = 3 if turn == 0 else 0
            board[at] = own("H") if piece.upper() == "C" and to[1] == last else piece
        return "".join(board), 1 - turn, "".join(sorted(hand)), ply + 1

    def turn(self, state, flaw):
        over = "l" not in state[0] or "L" not in state[0] or state[3] >= 200
        return None if over else self.players[state[1]]

    def shown(self, state):
        return {"board": state[0], "hand": state[2]}

    def text(self, state):
        rows = [state[0][at : at + 3].replace("...", "3").replace("..", "2").replace(".", "1") for at in (9, 6, 3, 0)]
        return f"{'/'.join(rows)} {'bw'[state[1]]} {state[2] or '-'} {state[3]}"

    def read(self, text):
        rows, turn, hand, ply = text.split(" ")
        wide = "".join("." * int(char) if char.isdigit() else char for char in "".join(rows.split("/")[::-1]))
        if len(wide) != 12 or wide.count("l") != 1 or wide.count("L") != 1:
            raise ValueError(text)
        return wide, "bw".index(turn), "".join(sorted(hand.replace("-", ""))), int(ply)


GAMES = {
    "kings": Kings(),
    "stones": Stones(),
    "reversi": Reversi(),
    "hex": Hex(),
    "four": Four(),
    "drops": Drops(),
}


def serve(game, flaw, pace, without):
    state, before = game.start(flaw), []
    half = 0.5 / pace if pace else 0

    def answer(command, words):
        nonlocal state, before
        match command, words:
            case "name", []:
                return f"= {type(game).__name__}{' ' + flaw if flaw else ''}"
            case "clear_board", []:
                state, before = game.start(flaw), []
            case "play", [colour, move]:
                time.sleep(half)
                if game.turn(state, flaw) != colour or move not in game.legal(state, flaw):
                    return "? illegal move"
                before.append(state)
                state = game.play(state, move, flaw)
            case "undo", []:
                if not before:
                    return "? nothing to undo"
                state = before.pop()
            case "bustan-legal", []:
                time.sleep(half)
                return "= " + " ".join(game.legal(state, flaw))
            case "bustan-state", []:
                return "= " + json.dumps({"to_move": game.turn(state, flaw), **game.shown(state)})
            case "bustan-position", []:
                return "= " + game.text(state)
            case "bustan-setup", _ if words:
                try:
                    state, before = game.read(" ".join(words)), []
                except ValueError:
                    return "? no position"
            case "quit", []:
                return "="
            case _:
                return "? unknown command"
        return "="

    for line in sys.stdin:
        command, *words = line.split()
        said = "? unknown command" if command in without else answer(command, words)
        print(said, end="\n\n", flush=True)
        if command == "quit":
            break


def main(games, words):
    parser = argparse.ArgumentParser(description=words, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game", choices=games)
    parser.add_argument("--flaw", default="")
    parser.add_argument("--pace", type=float, default=0)
    parser.add_argument("--without", default="")
    args = parser.parse_args()
    game = games[args.game]
    if args.flaw and args.flaw not in game.flaws:
        parser.error(f"{args.game} has no flaw {args.flaw!r}; it has {', '.join(game.flaws)}")
    serve(game, args.flaw, args.pace, args.without.split(","))


if __name__ == "__main__":
    main(GAMES, __doc__)
