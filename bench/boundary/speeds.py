"""Measures built programs: the speed of a check, and the time that shrinking takes."""

import argparse
import json
import os
import pathlib
import subprocess
import tempfile

from builds import ROOT, timed

# The number of games that take about five seconds when they are played in sequence.
GAMES = {"dominions": 400, "margo": 350, "tribolo": 2500, "tictactoe": 25000, "abrobad": 5000, "chess": 2000}
SEED = 1
ENGINES = ROOT / "crates/cli/tests/engines"
PYTHON = ROOT / "tests/examples/python"
# Programs with a flaw whose games are shrunk within half a minute: a game, the arguments of the check, and the program.
FLAWS = {
    "Dominions, oscillation": ("dominions", "--size 2", [], f"{PYTHON}/dominions.py --flaw oscillation"),
    "Tic-Tac-Toe, a cleared board": ("tictactoe", "", [], f"{ENGINES}/sloppy.py wipes"),
    "Abrobad, a number of plies": ("abrobad", "--plies 10", [], f"{ENGINES}/strays.py BUSTAN abrobad"),
    "Chess, a promotion": ("chess", "--plies 24", [], f"{ROOT}/bench/shrinking/chess.py BUSTAN rook --pace 100000"),
    "unknown, a score": ("any", "", ["--with", f"python3 {ENGINES}/race.py"], f"{ENGINES}/race.py score"),
}


def check(bustan, *words):
    """Runs a check on one core. Returns its report and the time that it took."""
    with tempfile.TemporaryDirectory() as folder:
        command = [bustan, "check", *words, "--jobs", "1", "--json", "--out", folder]
        with timed() as took:
            done = subprocess.run(command, capture_output=True, env=os.environ | {"PYTHONHASHSEED": "0"})
    if done.returncode > 1:
        raise SystemExit(f"{' '.join(map(str, command))}: {done.stderr.decode()}")
    return json.loads(done.stdout), took


def plies_per_second(bustan, game, share=1.0):
    """Returns the plies of a check per second of CPU time."""
    games = max(1, round(GAMES[game] * share))
    report, took = check(bustan, game, "--games", str(games), "--seed", str(SEED))
    return report["plies"] / took.processor


def shrinking(bustan, flaw):
    """Returns the seconds that shrinking the findings of a flawed program takes, and the number of moves of each
    finding."""
    game, words, others, program = FLAWS[flaw]
    against = f"python3 {program}".replace("BUSTAN", str(bustan))
    limits = ["--games", "60", "--max-findings", "1", "--shrink-time", "10m", "--seed", str(SEED)]
    report, _ = check(bustan, game, *words.split(), *limits, "--against", against, *others)
    moves = [str(finding["moves"]) for finding in report["findings"]]
    return sum(checked["shrinking_seconds"] for checked in report["checked"]), ", ".join(moves) or "no finding"


def best(programs, measure, times=3):
    """Returns the largest measurement of each program. Programs are measured in turn, so that other load of the machine
    affects all of them."""
    figures = [[measure(bustan) for bustan in programs] for _ in range(times)]
    return [max(each) for each in zip(*figures)]


def program(text):
    """Returns the path of an executable program."""
    path = pathlib.Path(text).resolve()
    if not os.access(path, os.X_OK):
        raise argparse.ArgumentTypeError(f"{text} is not a program")
    return path
