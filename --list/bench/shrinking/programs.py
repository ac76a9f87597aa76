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
    """A king each on eight by eight; they may not come to stand side by side. The game never ends."""

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
    """Go on five by five without ko: groups without a liberty are taken, and suicide is illegal. The game
    ends after two passes, or after 500 moves."""

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
    """Othello on six by six. A player who cannot move passes."""

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


GAMES = {"kings": Kings(), "stones": Stones(), "reversi": Reversi()}


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
            case "bustan-setup", [text]:
                state, before = game.read(text), []
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


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game", choices=GAMES)
    parser.add_argument("--flaw", default="")
    parser.add_argument("--pace", type=float, default=0)
    parser.add_argument("--without", default="")
    args = parser.parse_args()
    if args.flaw and args.flaw not in GAMES[args.game].flaws:
        parser.error(f"{args.game} has no flaw {args.flaw!r}; it has {', '.join(GAMES[args.game].flaws)}")
    serve(GAMES[args.game], args.flaw, args.pace, args.without.split(","))
