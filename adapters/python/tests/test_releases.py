"""Tests the oldest release of each library that can be installed here. Other tests use the newest release.

Each release is installed into a separate subfolder of BUSTAN_RELEASES, where it stays, or by default into a temporary
folder of pytest.
"""
import json
import os
import subprocess
import sys
from pathlib import Path
from typing import NamedTuple, Tuple

import pytest

from bustan_adapters.library import numbers
from bustan_adapters.ready import READY


class Old(NamedTuple):
    """An old release, command lines with perft counts, and command lines that it does not support."""

    name: str
    version: str
    #: Other packages that are installed with the release, and options of pip.
    more: Tuple[str, ...]
    counts: dict
    refused: dict


#: For compiled libraries: the oldest release with a wheel for Python 3.11.
WHEEL = ("--only-binary", ":all:")
OLD = [
    Old("openspiel", "1.3", WHEEL, {
        "openspiel chess": [20, 400], "openspiel go board_size=3": [10, 91], "openspiel checkers": [7, 49],
        "openspiel othello": [4, 12], "openspiel tic_tac_toe": [9, 72], "openspiel hex board_size=3": [9, 72],
    }, {
        "openspiel crazyhouse": "openspiel crazyhouse needs open_spiel 1.6.12 or later; 1.3 is installed",
        "openspiel hive": "openspiel hive needs open_spiel 1.6 or later; 1.3 is installed",
        "openspiel chess chess960=true": "unknown option chess960; options here: players, undo, ep, draws, promote",
    }),
    Old("chess", "1.8.0", (), {"chess draws=claim": [20, 400], "chess crazyhouse": [20, 400], "chess 3check": [20, 400]}, {}),
    Old("pyffish", "0.0.75", WHEEL, {
        "pyffish draws=auto": [20, 400], "pyffish flipello": [4, 12], "pyffish shogi": [30], "pyffish xiangqi": [44],
    }, {}),
    Old("pydraughts", "0.3.0", (), {"pydraughts": [7, 49, 302], "pydraughts standard draws=none": [9, 81]}, {
        "pydraughts turkish": "pydraughts turkish needs pydraughts 0.4 or later; 0.3.0 is installed",
        "pydraughts antidraughts": "pydraughts antidraughts needs pydraughts 0.5 or later; 0.3.0 is installed",
        "pydraughts standard": "pydraughts standard draws=auto needs pydraughts 0.5 or later; 0.3.0 is installed; "
                               "draws=none and draws=N are supported",
    }),
    Old("sgfmill", "1.0.0", (), {"sgfmill size=3": [10, 91]}, {}),
    Old("shogi", "1.0.14", (), {"shogi draws=auto": [30, 900]}, {}),
    Old("cshogi", "0.4.5", (*WHEEL, "numpy<2"), {"cshogi": [30, 900]}, {}),
]
#: A program that runs without the package's command line: the counts, and a game on two engines in one process.
PLAY = """
import json, sys
from bustan_adapters import assert_agrees
from bustan_adapters.__main__ import make

for spec, counts in json.loads(sys.argv[1]).items():
    playing = make(spec.split())
    playing.start()
    assert [playing.perft(depth + 1) for depth in range(len(counts))] == counts, spec
    agreement = assert_agrees(spec, spec, games=1, plies=24, require=["legal", "to_move", "over", "winner", "undo"])
    assert agreement.plies > 4, spec
    print(spec, playing.version)
"""


@pytest.fixture(scope="module")
def releases(tmp_path_factory):
    """The folder of the old releases."""
    kept = os.environ.get("BUSTAN_RELEASES")
    return Path(kept) if kept else tmp_path_factory.mktemp("releases")


def installed(releases: Path, old: Old) -> Path:
    """Returns the folder of a release. Skips the test if the release cannot be installed."""
    package = READY[old.name].package
    folder = releases / f"{package}-{old.version}"
    if not folder.exists():
        half = folder.with_name(folder.name + "-half")
        pip = [sys.executable, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--retries", "1",
               "--timeout", "10", "--no-deps", "--no-build-isolation", "--no-compile", "--upgrade", "--target", str(half)]
        done = subprocess.run([*pip, f"{package}=={old.version}", *old.more], capture_output=True, text=True)
        if done.returncode != 0:
            pytest.skip(f"{package} {old.version} cannot be installed: {done.stderr.strip().splitlines()[-1:]}")
        half.rename(folder)
    return folder


@pytest.mark.parametrize("old", OLD, ids=[old.name for old in OLD])
def test_the_oldest_release(releases, old):
    folder = installed(releases, old)
    path = os.pathsep.join(filter(None, [str(folder), os.environ.get("PYTHONPATH", "")]))
    there = {"env": {**os.environ, "PYTHONPATH": path}, "capture_output": True, "text": True}
    done = subprocess.run([sys.executable, "-c", PLAY, json.dumps(old.counts)], **there)
    assert done.returncode == 0, done.stderr
    assert [line.split()[-1] for line in done.stdout.splitlines()] == [old.version] * len(old.counts)
    for spec, told in old.refused.items():
        done = subprocess.run([sys.executable, "-m", "bustan_adapters", *spec.split()], input="name\n", **there)
        assert (done.returncode, done.stdout, done.stderr) == (2, "", f"bustan_adapters: {told}\n")
    done = subprocess.run([sys.executable, "-m", "bustan_adapters", *next(iter(old.counts)).split()], input="version\nquit\n", **there)
    assert (done.returncode, done.stdout) == (0, f"= {old.version}\n\n= \n\n")


def test_every_library_is_tried():
    # creversi-python has only one release.
    assert {old.name for old in OLD} == set(READY) - {"creversi"}
    for old in OLD:
        assert numbers(old.version) >= numbers(READY[old.name].oldest)
