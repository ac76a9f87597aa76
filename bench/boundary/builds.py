"""Builds in fresh clones of this checkout, each with an empty target directory, and measures the time that they take.
"""

import contextlib
import os
import pathlib
import re
import resource
import shutil
import signal
import subprocess
import tempfile
import time
from dataclasses import dataclass

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
# The first line about a game that is being played or has been played.
PLAYED = re.compile(r"[a-z]+(: \d+ s, |  agree )")
# A code block of a page, and its language.
BLOCK = re.compile(r"^```(\w+).*?\n(.*?)^```$", re.MULTILINE | re.DOTALL)


@dataclass
class Took:
    """Wall time and CPU time, in seconds."""

    wall: float
    processor: float

    def __str__(self):
        return f"{self.wall:.0f} s, {self.processor:.0f} s of processor time"


def environment():
    """Returns the environment variables of this process, except for the target directory."""
    return {name: value for name, value in os.environ.items() if name != "CARGO_TARGET_DIR"}


@contextlib.contextmanager
def clone():
    """Creates a clone of the last commit. Nothing has been built in it, and all packages have already been downloaded.
    """
    with tempfile.TemporaryDirectory() as folder:
        home = pathlib.Path(folder) / "bustan"
        subprocess.run(["git", "clone", "--quiet", "--no-hardlinks", ROOT, home], check=True)
        for manifest in ("Cargo.toml", "fuzz/Cargo.toml"):
            fetch = ["cargo", "fetch", "--quiet", "--manifest-path", home / manifest]
            subprocess.run(fetch, check=True, env=environment())
        yield home


@contextlib.contextmanager
def timed():
    """Yields a value that finally contains the time of all processes that begin and end inside the `with` block."""
    took = Took(0, 0)
    begun, before = time.monotonic(), resource.getrusage(resource.RUSAGE_CHILDREN)
    yield took
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    took.wall = time.monotonic() - begun
    took.processor = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def run(words, folder):
    """Runs a command, which must succeed. Returns the time that it took. Its output is printed only if it fails."""
    with timed() as took:
        output = subprocess.PIPE
        done = subprocess.run(words, cwd=folder, env=environment(), stdout=output, stderr=subprocess.STDOUT, text=True)
    if done.returncode:
        raise SystemExit(f"{' '.join(map(str, words))} fails:\n{done.stdout[-2000:]}")
    return took


def first_line():
    """Measures the time from a clean clone to the first line about a game."""
    with clone() as home:
        with timed() as took:
            process = subprocess.Popen(
                ["cargo", "run", "--release"],
                cwd=home,
                env=environment(),
                stdout=subprocess.PIPE,
                stderr=subprocess.STDOUT,
                text=True,
                start_new_session=True,
            )
            seen = any(PLAYED.match(line) for line in process.stdout)
            with contextlib.suppress(ProcessLookupError):
                os.killpg(process.pid, signal.SIGKILL)
            process.wait()
        if not seen:
            raise SystemExit("cargo run --release ends before a line about a game")
        return took


def crate():
    """Measures the tests of a crate with an engine of Tic-Tac-Toe, as printed in docs/how-to/rust.md."""
    with clone() as home:
        new = home.parent / "noughts"
        blocks = BLOCK.findall((home / "docs/how-to/rust.md").read_text())
        manifest, *_ = (text for language, text in blocks if language == "toml")
        tests, engine, *_ = (text for language, text in blocks if language == "rust")
        for file, text in (("Cargo.toml", manifest), ("src/lib.rs", engine), ("tests/bustan.rs", tests)):
            (new / file).parent.mkdir(parents=True, exist_ok=True)
            (new / file).write_text(text)
        shutil.copy(home / "Cargo.lock", new)
        return run(["cargo", "test"], new)


def fuzz():
    """Measures building a fuzz target with the defaults of cargo-fuzz, and running it once."""
    with clone() as home:
        return run(["cargo", "+nightly", "fuzz", "run", "dominions_lockstep", "--", "-runs=1"], home)


def tests():
    """Measures running all tests, including the time to compile them."""
    with clone() as home:
        return run(["cargo", "test", "--workspace"], home)


def release(home):
    """Builds the program in a clone."""
    return run(["cargo", "build", "--release"], home), home / "target/release/bustan"


@contextlib.contextmanager
def program(bustan, needed):
    """Yields the program to measure: the given program, or one that is built if a row needs a program."""
    if bustan or not needed:
        yield bustan
    else:
        with clone() as home:
            yield release(home)[1]


def game():
    """Measures the cost of registering one more game: building everything that depends on the list of games, with and
    without a game that already has both engines, and the size of the program."""
    with clone() as home:
        registry = home / "crates/games/src/lib.rs"
        text = registry.read_text()
        fewer = text.replace("            abrobad::Abrobad,\n", "", 1)
        if fewer == text:
            raise SystemExit(f"the list of games in {registry} has no line for Abrobad")
        release(home)
        built = []
        for each in (fewer, text):
            registry.write_text(each)
            took, program = release(home)
            built.append((took.processor, program.stat().st_size))
        (before, small), (after, large) = built
        return after - before, after, large - small
