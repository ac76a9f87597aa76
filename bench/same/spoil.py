"""Tests the comparison itself: a program that differs in one respect must be noticed, and no other."""

from cases import cases

CASE = "flaw-tictactoe-refuses"
# The actions of a spoilt program, and a part of the outcome that must differ. `real` runs the program that is
# spoilt.
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
# The time limit of the program that hangs, in seconds, and of the others: a build that is not optimised is
# slow.
SECONDS = 2
PATIENT = 300


def test(place, bustan, compare):
    """Compares a program with each spoilt one, and prints what is noticed. Returns the exit code."""
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
