"""Shared by the tests of the ready adapters."""
from functools import lru_cache
from typing import Any

import pytest

from bustan_adapters.__main__ import make
from bustan_adapters.options import Usage
from bustan_adapters.ready import READY


@lru_cache(maxsize=None)
def lacks(spec: str) -> str:
    """The usage error about a feature that the installed release lacks and a newer one has; empty if there is none."""
    try:
        make(spec.split())
    except Usage as usage:
        return str(usage) if " or later; " in str(usage) else ""
    return ""


def needs(*specs: str) -> None:
    """Skips the test if the library of one of the adapters is not installed, or is too old for the given options."""
    for spec in specs:
        ready = READY[spec.split()[0]]
        if not ready.installed():
            pytest.skip(f"{ready.package} is not installed: pip install {ready.package}")
        why = lacks(spec)
        if why:
            pytest.skip(why)


def engine(spec: str, *moves: str, position: str = "") -> Any:
    """Makes the engine of a ready adapter, at a position and after the given moves."""
    needs(spec)
    made = make(spec.split())
    made.start()
    if position:
        made.setup(position)
    for move in moves:
        made.play(made.turn(), move)
    return made
