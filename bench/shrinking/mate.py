"""A program of chess that says `check: false` where it is mate, at the pace of a slow engine.

    mate.py BUSTAN [--pace PLIES] [--without COMMANDS]

It passes commands on to `bustan gtp chess`. A ply takes 1/PLIES of a second. The commands that --without names,
separated by commas, are unknown.
"""

import argparse
import json
import subprocess
import sys
import time


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("bustan")
    parser.add_argument("--pace", type=float, default=0)
    parser.add_argument("--without", default="")
    args = parser.parse_args()
    without = args.without.split(",")
    pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "text": True}
    engine = subprocess.Popen([args.bustan, "gtp", "chess"], **pipes)
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
        print(line, end="", file=engine.stdin, flush=True)
        answer = []
        while (said := engine.stdout.readline()) and said.strip():
            answer.append(said)
        if command == "list_commands":
            answer = [said for said in answer if said.strip() not in without]
        if command == "bustan-state" and answer and answer[0].startswith("="):
            state = json.loads(answer[0].lstrip("= "))
            state["check"] = state["check"] and state["winner"] is None
            answer = [f"= {json.dumps(state)}\n"]
        print("".join(answer), flush=True)
        if command == "quit":
            break


if __name__ == "__main__":
    main()
