"""Tests the comparison itself: each change of the outcome must be noticed, and an unchanged outcome must not be
reported."""

from cases import cases

CASE = "flaw-tictactoe-refuses"
# The shell code of each spoilt program, in which `real` runs the original program, and a part of the outcome that must
# differ.
WAYS = {
    "does the same": ('real "$@"; code=$?', None),
    "changes a digit in a finding": ('real "$@"; code=$?; sed -i s/a1/a2/ out/*.original.txt', ".original.txt"),
    "changes a digit in a report": ('real "$@"; code=$?; sed -i s/a1/a2/ out/*.report', ".report"),
    "changes the number of games": ('real "$@" >text; code=$?; sed "s/12 games/13 games/" text; rm text', "stdout"),
    "leaves a line of standard error out": ('real "$@" 2>err; code=$?; sed /^shrunk/d err >&2; rm err', "stderr"),
    "ends with another exit code": ('real "$@"; code=3', "end"),
    "leaves a file out": ('real "$@"; code=$?; rm -f out/junit.xml', "junit.xml"),
    "writes one file more": ('real "$@"; code=$?; touch out/more', "out/more"),
    "hangs": ("sleep 600", "a time limit"),
}
# The time limit for the program that hangs, in seconds. `PATIENT`: the limit for the others, because a build without
# optimisation is slow.
SECONDS = 2
PATIENT = 300


def test(place, bustan, compare):
    """Compares a program with each spoilt one, and prints which changes are noticed. Returns the exit code."""
    case = next(case for case in cases() if case.name == CASE)
    failed = 0
    for number, (way, (script, part)) in enumerate(WAYS.items()):
        spoilt = place.programs / f"spoilt-{number}"
        spoilt.write_text(f"#!/bin/sh\nreal() {{ '{bustan}' \"$@\"; }}\n{script}\nexit $code\n")
        spoilt.chmod(0o755)
        place.limit = SECONDS if part == "a time limit" else PATIENT
        found = [name for name, _ in compare(place, [bustan, spoilt], case)]
        passed = not found if part is None else any(name.endswith(part) for name in found)
        failed += not passed
        noticed = ", ".join(found[:4]) + (f" and {len(found) - 4} more" if len(found) > 4 else "")
        print(f"{'ok' if passed else 'FAILED'}: a program that {way}: {noticed or 'nothing'} differs", flush=True)
    return 1 if failed else 0
