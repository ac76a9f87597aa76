"""An engine that accepts only the first argument as the size of its board. The other arguments are the command
line of an engine that accepts any size."""

import subprocess
import sys

size, *command = sys.argv[1:]
engine = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1)
for line in sys.stdin:
    words = line.split()
    if words[:1] == ["boardsize"] and words[1:] != [size]:
        print("? unacceptable size\n", flush=True)
        continue
    engine.stdin.write(line)
    while True:
        answer = engine.stdout.readline()
        print(answer, end="", flush=True)
        if not answer.strip():
            break
