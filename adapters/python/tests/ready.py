"""What the tests of the ready adapters share."""
from typing import Any

import pytest

from bustan_adapters.__main__ import make
from bustan_adapters.options import Usage
from bustan_adapters.ready import READY


def needs(*specs: str) -> None:
    """Skips the test if the library of one of these adapters is not installed, or is too old for what is asked of it."""
    for spec in specs:
        ready = READY[spec.split()[0]]
        if not ready.installed():
            pytest.skip(f"{ready.package} is not installed: pip install {ready.package}")
        try:
            make(spec.split())
        except Usage as usage:
            if " or later; " in str(usage):
                pytest.skip(str(usage))


def engine(spec: str, *moves: str, position: str = "") -> Any:
    """An engine of a ready adapter, at a position and after some moves."""
    needs(spec)
    made = make(spec.split())
    made.start()
    if position:
        made.setup(position)
    for move in moves:
        made.play(made.turn(), move)
    return made
