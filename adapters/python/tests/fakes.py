"""Fake libraries that differ from what an adapter expects. Their folder precedes the real libraries in `PYTHONPATH`."""
import os
import subprocess
import sys
from pathlib import Path
from typing import Tuple


def library(folder: Path, package: str, version: str, files: dict) -> Path:
    """Creates a library that consists of the given files, with a record of pip that this version of a package is
    installed."""
    for name, text in files.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text)
    record = folder / f"{package.replace('-', '_')}-{version}.dist-info"
    record.mkdir()
    (record / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {package}\nVersion: {version}\n")
    return folder


def run(folder: Path, *words: str, lines: str = "") -> Tuple[int, str, str]:
    """Runs the command line with the libraries in a folder. Returns the exit code, the responses and the messages."""
    path = os.pathsep.join(filter(None, [str(folder), os.environ.get("PYTHONPATH", "")]))
    done = subprocess.run([sys.executable, "-m", "bustan_adapters", *words], input=lines, capture_output=True, text=True,
                          encoding="utf-8", env={**os.environ, "PYTHONPATH": path})
    return done.returncode, done.stdout, done.stderr
