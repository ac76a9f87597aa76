"""A library that is missing, too old, broken or a different one must end an adapter before a game, with a message of
one line. A library that raises during a game must be named in the message."""
import os
import subprocess
import sys
from pathlib import Path

import pytest
from fakes import library, run
from ready import needs

from bustan_adapters import Differ, assert_agrees
from bustan_adapters.library import numbers
from bustan_adapters.ready import READY

#: The parts of creversi that the adapter uses. Its only game consists of two passes.
CREVERSI = """
BLACK_TURN, PASS = True, -1

def move_to_str(move):
    return f"a{move + 1}"

def move_from_str(word):
    return int(word[1:]) - 1

class Board:
    turn = BLACK_TURN

    def __init__(self):
        self.moves = []

    @property
    def legal_moves(self):
        return [move for move in range(8) if move not in self.moves]

    def is_legal(self, move):
        return move in self.legal_moves

    def copy(self):
        other = Board()
        other.moves = list(self.moves)
        return other

    def move(self, move):
        self.moves.append(move)
        if len(self.moves) == 3:
            raise IndexError("no room")

    def is_game_over(self):
        return not self.legal_moves

    def to_line(self):
        return "-" * 64
"""


@pytest.mark.parametrize("name", READY)
def test_a_release_that_is_too_old_is_refused(tmp_path, name):
    ready = READY[name]
    library(tmp_path, ready.package, "0.0.1", {f"{ready.library}.py": "raise SystemError('never imported')"})
    assert run(tmp_path, name) == (
        2, "", f"bustan_adapters: {name} needs {ready.package} {ready.oldest} or later; 0.0.1 is installed\n")
    code, out, _ = run(tmp_path, "--list")
    assert code == 0 and f"{ready.package} 0.0.1, too old: {ready.oldest} or later is needed" in out


def test_the_oldest_release_is_the_same_wherever_it_is_told():
    root = Path(__file__).parent.parent
    project, readme = ((root / name).read_text(encoding="utf-8") for name in ("pyproject.toml", "README.md"))
    page = root.parent.parent / "docs" / "how-to" / "python-adapters.md"
    for name, ready in READY.items():
        assert f'\n{name} = ["{ready.package}>={ready.oldest}"]\n' in project
        assert project.count(f'"{ready.package}>={ready.oldest}"') == 2
        rows = [line.split(" | ") for line in readme.splitlines() if line.startswith(f"| `{name}")]
        row = next(row for row in rows if row[1].split()[0] == ready.package)
        assert row[2] == ready.oldest
        if page.exists():
            row = next(line for line in page.read_text(encoding="utf-8").splitlines() if line.startswith(f"| {ready.package} "))
            assert numbers(row.split(" | ")[1].split()[0].rstrip(",")) == numbers(ready.oldest)


def test_versions():
    assert numbers("1.6.12") == (1, 6, 12) and numbers("2.0") == numbers("2") == numbers("2.0.0") < numbers("2.0.2")
    assert numbers("1.10") > numbers("1.9.4") and numbers("0.0.90") < numbers("0.1") and numbers("1.3rc1") == (1, 3)


@pytest.mark.parametrize("text, told", [
    ("raise ValueError('numpy.dtype size changed,\\nmay indicate binary incompatibility')",
     "cannot be imported: ValueError: numpy.dtype size changed, may indicate binary incompatibility"),
    ("import no_such_module", "cannot be imported: ModuleNotFoundError: No module named 'no_such_module'"),
    ("x = = 1", "cannot be imported: SyntaxError: invalid syntax"),
])
def test_a_library_that_cannot_be_imported_is_named_with_its_file(tmp_path, text, told):
    library(tmp_path, "creversi-python", "0.1.0", {"creversi.py": text})
    for words in (["creversi"], ["creversi", "--help"]):
        code, out, err = run(tmp_path, *words)
        assert (code, out, err.count("\n")) == (2, "", 1)
        assert err.startswith(f"bustan_adapters: creversi needs creversi-python: {tmp_path}{os.sep}creversi.py {told}")


def test_a_file_with_the_name_of_the_library_is_named(tmp_path):
    library(tmp_path, "chess", "1.11.2", {"chess.py": "class Board:\n    pass\n"})
    code, out, err = run(tmp_path, "chess")
    assert (code, out, err.count("\n")) == (2, "", 1)
    assert err == ("bustan_adapters: chess does not work with chess 1.11.2: ModuleNotFoundError: No module named "
                   "'chess.variant'; 'chess' is not a package (chess is "
                   f"{tmp_path}{os.sep}chess.py)\n")


@pytest.mark.parametrize("text, told", [
    ("", "AttributeError: module 'creversi' has no attribute 'Board'"),
    (CREVERSI.replace("def is_game_over", "def is_over"), "AttributeError: 'Board' object has no attribute 'is_game_over'"),
    (CREVERSI.replace("def to_line", "def line"), "AttributeError: 'Board' object has no attribute 'to_line'"),
    (CREVERSI.replace("self.moves = []", "raise KeyError('board')"), "KeyError: 'board'"),
])
def test_what_a_release_lacks_shows_before_a_game(tmp_path, text, told):
    library(tmp_path, "creversi-python", "0.1.0", {"creversi.py": text})
    code, out, err = run(tmp_path, "creversi", lines="name\n")
    assert (code, out, err.count("\n")) == (2, "", 1)
    assert err.startswith(f"bustan_adapters: creversi does not work with creversi-python 0.1.0: {told}")


@pytest.mark.parametrize("files, told", [
    # The frames of a package or of a single file identify the library.
    ({"creversi.py": CREVERSI}, "creversi-python 0.1.0 raised IndexError: no room"),
    ({"creversi/__init__.py": "from .board import *", "creversi/board.py": CREVERSI},
     "creversi-python 0.1.0 raised IndexError: no room"),
    # Compiled code has no frames, like a built-in function of Python.
    ({"creversi.py": CREVERSI.replace("raise IndexError(\"no room\")", "Board.is_legal = len")},
     "TypeError: object of type 'int' has no len(), raised in the adapter or in compiled code of creversi-python 0.1.0"),
])
def test_a_library_that_raises_in_a_game_is_named(tmp_path, files, told):
    library(tmp_path, "creversi-python", "0.1.0", files)
    lines = "".join(f"play {player} a{number}\n" for player, number in zip(["black"] * 4, range(1, 5)))
    code, out, err = run(tmp_path, "creversi", lines=lines)
    assert code == 1 and out.startswith("= \n\n= \n\n") and out.count("=") < 4
    assert err.splitlines()[-1] == f"bustan_adapters: {told}" and "Traceback (" in err


def test_a_library_that_raises_in_a_test_is_named():
    needs("chess")
    import chess

    class Breaks(chess.Board):
        def push(self, move):
            super().push(move)
            if len(self.move_stack) == 2:
                chess.square_name(99)

    def breaks():
        from bustan_adapters.__main__ import make
        made = make(["chess"])
        made.variant = Breaks
        return made

    release = READY["chess"].release()
    with pytest.raises(Differ, match=f"raises in play: {release} raised IndexError: list index out of range"):
        assert_agrees(breaks, "chess", games=1, shrink_seconds=0)


def test_games_of_newer_releases_name_the_release():
    needs("openspiel")
    # Behaves like an older release.
    script = ("import pyspiel, sys\nfrom bustan_adapters.ready import READY, Ready\n"
              "Ready.version = lambda self: '1.3'\n"
              "games, names = pyspiel.registered_games(), pyspiel.registered_names()\n"
              "new = {'crazyhouse', 'antichess', 'hive'}\n"
              "pyspiel.registered_games = lambda: [game for game in games if game.short_name not in new]\n"
              "pyspiel.registered_names = lambda: [name for name in names if name not in new]\n"
              "del pyspiel.crazyhouse\n"
              "from bustan_adapters.__main__ import main\nsys.exit(main(sys.argv[1:]))\n")
    for words, told in ((["crazyhouse"], "crazyhouse needs open_spiel 1.6.12 or later"),
                        (["antichess"], "antichess needs open_spiel 1.6.10 or later"),
                        (["hive", "nonsense=3"], "hive needs open_spiel 1.6 or later")):
        done = subprocess.run([sys.executable, "-c", script, "openspiel", *words], capture_output=True, text=True)
        assert (done.returncode, done.stderr) == (2, f"bustan_adapters: openspiel {told}; 1.3 is installed\n")
    done = subprocess.run([sys.executable, "-c", script, "openspiel", "tic_tac_toe"], capture_output=True, text=True, input="name\n")
    assert (done.returncode, done.stdout) == (0, "= OpenSpiel tic_tac_toe\n\n")
