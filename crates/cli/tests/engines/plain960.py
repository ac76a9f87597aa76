"""A program for Chess960 that reads and writes plain FEN, with the moves of `bustan gtp chess`, its first argument.

    plain960.py BUSTAN [always]

It announces no variants, and refuses a position with words after the move number. With `always` it refuses
every position.
"""
import subprocess
import sys

bustan, *ways = sys.argv[1:]
referee = subprocess.Popen([bustan, "gtp", "chess"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)


def asked(command):
    referee.stdin.write(command + "\n")
    referee.stdin.flush()
    lines = []
    while line := referee.stdout.readline().rstrip():
        lines.append(line)
    return "\n".join(lines)


for line in sys.stdin:
    command, _, words = line.strip().partition(" ")
    if command == "name":
        answer = "= Plain"
    elif command == "known_command" and words in ("boardsize", "bustan-variants"):
        answer = "= false"
    elif command == "bustan-setup" and (len(words.split()) > 6 or "always" in ways):
        answer = f"? cannot read {words!r}: expected 6 parts, at {words.split()[0]}"
    elif command == "bustan-setup":
        answer = asked(f"bustan-setup {words} chess960")
    elif command == "clear_board":
        asked("boardsize 8 chess960 518")
        answer = asked("clear_board")
    elif command == "bustan-position":
        answer = asked(command).removesuffix(" chess960")
    else:
        answer = asked(line.strip())
    print(answer + "\n", flush=True)
    if command == "quit":
        break
