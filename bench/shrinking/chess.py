"""A program of chess with a flaw, at the pace of a slow engine.

    chess.py BUSTAN FLAW [--pace PLIES] [--without COMMANDS]

With the flaw `mate` it reports `check: false` where it is mate; with `castling` it leaves out castling on the side of the
queen; with `rook` no pawn promotes to a rook.

It passes commands on to `bustan gtp chess`. A ply takes 1/PLIES of a second. The commands that --without names,
separated by commas, are unknown.
"""

import argparse
import json
import subprocess
import sys
import time


def leaves_out(flaw, move, state):
    """Whether a program with this flaw omits a legal move."""
    if flaw == "castling":
        return move in ("e1c1", "e8c8") and state["board"].get(move[:2], "").lower() == "k"
    return flaw == "rook" and move[4:] == "r"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("bustan")
    parser.add_argument("flaw", choices=["mate", "castling", "rook"])
    parser.add_argument("--pace", type=float, default=0)
    parser.add_argument("--without", default="")
    args = parser.parse_args()
    without = args.without.split(",")
    pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "text": True}
    engine = subprocess.Popen([args.bustan, "gtp", "chess"], **pipes)

    def ask(line):
        print(line, end="", file=engine.stdin, flush=True)
        answer = []
        while (said := engine.stdout.readline()) and said.strip():
            answer.append(said)
        return answer

    for line in sys.stdin:
        if not line.strip():
            continue
        command = line.split()[0]
        if command in without:
            print("? unknown command", end="\n\n", flush=True)
            continue
        if command == "known_command" and line.split()[-1] in without:
            print("= false", end="\n\n", flush=True)
            continue
        if command == "play" and args.pace:
            time.sleep(1 / args.pace)
        if command == "play" and args.flaw != "mate":
            state = json.loads(ask("bustan-state\n")[0].lstrip("= "))
            if leaves_out(args.flaw, line.split()[-1], state):
                print("? illegal move", end="\n\n", flush=True)
                continue
        answer = ask(line)
        if command == "list_commands":
            answer = [said for said in answer if said.strip() not in without]
        if command == "bustan-legal" and args.flaw != "mate":
            state = json.loads(ask("bustan-state\n")[0].lstrip("= "))
            legal = [move for move in answer[0].lstrip("= ").split() if not leaves_out(args.flaw, move, state)]
            answer = [f"= {' '.join(legal)}\n"]
        if command == "bustan-state" and args.flaw == "mate" and answer and answer[0].startswith("="):
            state = json.loads(answer[0].lstrip("= "))
            state["check"] = state["check"] and state["winner"] is None
            answer = [f"= {json.dumps(state)}\n"]
        print("".join(answer), flush=True)
        if command == "quit":
            break


if __name__ == "__main__":
    main()
