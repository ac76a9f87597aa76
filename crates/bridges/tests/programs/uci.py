"""A king and a pawn against a king, as a program that speaks UCI. Its rules are not those of chess.

    uci.py [silent] [bare] [late] [slow] [behind] [pauses] [dies] [killed] [two] [usi|ucci]

The pawn steps from a2 to a5, and then the game is over. `two`: it speaks UCCI as well. `silent`: it never prints
uciok. `bare`: it has neither perft nor d. `late`: it prints readyok before it counts; with `slow`, long before it after the first move. `behind`: its lists
arrive after half a second, one after the other, too late for the bridge, also for `perft`. `pauses`: the same without a
total, and it pauses before the last move of a list of two. `dies` and `killed`: the process ends at the first move.
"""
import os
import signal
import sys
import threading
import time

ways = sys.argv[1:]
hello = next((way for way in ways if way in ("usi", "ucci")), "uci")
steps, base, due, asked = [], 2, 0, 0
for line in sys.stdin:
    words = line.split()
    if not words:
        continue
    greets = words[0] == hello or (words[0] == "ucci" and "two" in ways)
    if greets and "silent" not in ways:
        print("id name Pawn\noption name Hash type spin default 16\noption name Clear Hash type button")
        print("option name Style type combo default plain var plain var bold")
        print(f"{words[0]}ok")
    elif words[0] == "isready":
        print("readyok")
    elif words[0] == "position":
        steps = words[words.index("moves") + 1 :] if "moves" in words else []
        base = 3 if "P7" in line else 2
        if steps and "dies" in ways:
            print("assertion failed: a pawn", file=sys.stderr)
            sys.exit(7)
        if steps and "killed" in ways:
            os.kill(os.getpid(), signal.SIGKILL)
    at = base + len(steps)
    legal = [f"a{at}a{at + 1}"] if at < 5 else []
    counts = words[0] == "go" or ("behind" in ways and words[0] == "perft")
    if counts and "perft" in words and "bare" not in ways:
        total = len(legal) if words[-1] == "1" else max(0, 6 - at - int(words[-1]))
        counted = [f"{move}: 1" for move in legal] + [f"\nNodes searched: {total}\n"]
        if "behind" in ways:
            due = max(due, time.time()) + 0.8
            threading.Timer(due - time.time(), print, ["\n".join(counted)], {"flush": True}).start()
        elif "pauses" in ways:
            # The first answer is complete.
            asked += 1
            for delay, line in [(0.05, "h2h3: 1"), (0.05 if asked == 1 else 0.7, counted[0])]:
                due = max(due, time.time()) + delay
                threading.Timer(due - time.time(), print, [line], {"flush": True}).start()
        elif "late" in ways:
            threading.Timer(4 if steps and "slow" in ways else 0.02, print, ["\n".join(counted)], {"flush": True}).start()
        else:
            print("\n".join(counted))
    elif words[0] == "go" and "bare" in ways:
        told = legal[0] if legal and words[-1] == legal[0] else "(none)"
        print(f"info depth 1\nbestmove {told}")
    elif words[0] == "d" and "bare" not in ways:
        rows = ["4k3"] + ["8"] * 6 + ["4K3"]
        rows[8 - at] = "P7"
        print(f"+---+\n| P |\n+---+\nFen: {'/'.join(rows)} {'wb'[len(steps) % 2]} - - 0 {1 + len(steps) // 2}")
        if hello == "usi":
            print(f"Sfen: {'/'.join(rows)} {'bw'[len(steps) % 2]} - {1 + len(steps)}")
        print("Checkers: " + ("e1" if not legal else ""))
    elif words[0] == "quit":
        break
    sys.stdout.flush()
