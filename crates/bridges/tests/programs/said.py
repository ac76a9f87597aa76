"""A program that speaks UCI and prints what its arguments specify.

    said.py 'PATTERN=TEXT' ...

Behind each line but those of the greeting, the first PATTERN that is found in the last `position` line, a `|` and the
line itself is answered with TEXT, in which \\n begins a new line. `option=TEXT` is added to the greeting. A TEXT such as
`!7 words` writes the words to standard error and ends the program with exit code 7, and `!-9 words` by signal 9.
"""
import os
import re
import sys

answers = [argument.split("=", 1) for argument in sys.argv[1:]]
position = ""
for line in sys.stdin:
    line = line.strip()
    if line == "uci":
        print("id name Parrot")
        print("".join(f"option {text}\n" for pattern, text in answers if pattern == "option") + "uciok", flush=True)
        continue
    if line == "isready":
        print("readyok", flush=True)
        continue
    if line == "quit":
        break
    if line.startswith("position"):
        position = line
    for pattern, text in answers:
        if pattern != "option" and re.search(pattern, f"{position}|{line}"):
            if text.startswith("!"):
                code, words = text[1:].split(" ", 1)
                print(words, file=sys.stderr, end="\n" if words else "", flush=True)
                if int(code) < 0:
                    os.kill(os.getpid(), -int(code))
                sys.exit(int(code))
            print(text.replace("\\n", "\n"), flush=True)
            break
