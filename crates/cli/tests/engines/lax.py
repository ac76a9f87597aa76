"""Relays commands to another program. It accepts moves that the other refuses: a tile that does not match its
neighbours once two tiles are on the board, and P1c3 after P63b2."""

import subprocess
import sys

inner = subprocess.Popen(sys.argv[1:], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1)
played = []
for line in sys.stdin:
    words = line.split()
    inner.stdin.write(line if words else "\n")
    inner.stdin.flush()
    if not words:
        continue
    answer = [inner.stdout.readline()]
    while answer[-1].strip():
        answer.append(inner.stdout.readline())
    command = words[0]
    if command in ("boardsize", "clear_board", "bustan-setup"):
        played = []
    if command == "play":
        lax = len(played) >= 2 or (played == ["P63b2"] and words[2] == "P1c3")
        if answer[0].startswith("=") and words[2] != "pass":
            played.append(words[2])
        elif "mismatch" in answer[0] and lax:
            answer = ["=\n", "\n"]
    sys.stdout.write("".join(answer))
    sys.stdout.flush()
    if command == "quit":
        break
