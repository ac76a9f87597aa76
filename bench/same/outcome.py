"""Runs a case in an empty directory. Its outcome consists of the output and the exit codes of its commands, and of
files."""

import os
import pathlib
import shutil
import signal
import subprocess
import sys
from dataclasses import dataclass, field

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
# The maximum time of a command, in seconds.
LIMIT = 60


@dataclass(frozen=True)
class Case:
    """Shell commands that are run in sequence in one directory. In the commands, `repo` is this checkout."""

    name: str
    lines: tuple
    files: dict = field(default_factory=dict)
    stdin: bytes = b""


@dataclass
class Outcome:
    """The parts of the outcome of a case, by names such as `command 1: stdout` or `file out/run.json`."""

    parts: dict
    hangs: bool = False


class Place:
    """The directory in which both programs run every case, one after the other, so that paths are the same."""

    def __init__(self, home):
        self.work = home / "work"
        self.programs = home / "programs"
        self.programs.mkdir()
        self.limit = LIMIT
        python = self.programs / "python3"
        # For a finding, programs are started about a hundred times, and they need no packages.
        python.write_text(f'#!/bin/sh\nexec "{sys.executable}" -S "$@"\n')
        python.chmod(0o755)

    def use(self, bustan):
        """Makes `bustan` in the commands refer to the given program."""
        link = self.programs / "bustan"
        link.unlink(missing_ok=True)
        link.symlink_to(bustan)

    def environment(self):
        kept = {"PATH": f"{self.programs}:{os.environ['PATH']}", "HOME": str(self.work), "LANG": "C.UTF-8"}
        return kept | {"PYTHONHASHSEED": "0", "PYTHONDONTWRITEBYTECODE": "1", "TMPDIR": str(self.work)}

    def run(self, case):
        """Runs a case in an empty directory. Returns its outcome."""
        shutil.rmtree(self.work, ignore_errors=True)
        self.work.mkdir()
        (self.work / "repo").symlink_to(ROOT)
        for name, text in case.files.items():
            (self.work / name).write_text(text)
        outcome = Outcome({})
        for number, line in enumerate(case.lines, 1):
            code, stdout, stderr = self.execute(line, case.stdin)
            if code in (126, 127):
                raise SystemExit(f"{case.name}: {line} cannot be run: {stderr.decode(errors='replace')}")
            outcome.hangs |= code is None
            ended = f"no end within {self.limit} s" if code is None else f"exit code {code}"
            label = f"command {number}"
            outcome.parts |= {f"{label}: end": ended.encode(), f"{label}: stdout": stdout, f"{label}: stderr": stderr}
        outcome.parts |= self.written(case)
        return outcome

    def execute(self, line, stdin):
        """Runs a command line in a separate session. The exit code is None if the session had to be killed."""
        process = subprocess.Popen(
            ["sh", "-c", line],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            cwd=self.work,
            env=self.environment(),
            start_new_session=True,
        )
        try:
            stdout, stderr = process.communicate(stdin, timeout=self.limit)
            return process.returncode, stdout, stderr
        except subprocess.TimeoutExpired:
            os.killpg(process.pid, signal.SIGKILL)
            return None, *process.communicate()

    def written(self, case):
        """Returns the files that a case has written, with their contents."""
        found = {}
        for path in sorted(self.work.rglob("*")):
            name = str(path.relative_to(self.work))
            if path.is_file() and not path.is_symlink() and name not in case.files:
                found[f"file {name}"] = path.read_bytes()
        return found
