"""The example test must pass, and fail with the shrunk game if a fault is planted."""
import os
import subprocess
import sys
from pathlib import Path

from ready import needs

EXAMPLES = Path(__file__).parent.parent / "examples"


def run(**variables):
    return subprocess.run([sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider"], cwd=EXAMPLES, text=True,
                          capture_output=True, env={**os.environ, **variables})


def test_the_example_passes_and_fails():
    needs("openspiel")
    assert run().returncode == 0
    failed = run(MISTAKE="1")
    assert failed.returncode == 1
    assert "The game (5 moves" in failed.stdout and "As a test: assert_agrees_on(mine, theirs, " in failed.stdout
    # pytest prints the line of the test, not the inside of the package.
    assert "assert_agrees(Mine, " in failed.stdout and "raise _report" not in failed.stdout
