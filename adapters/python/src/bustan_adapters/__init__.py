"""Compares board-game engines in Python with Bustan.

`serve` lets Bustan communicate with your engine, `python -m bustan_adapters` serves engines of well-known libraries,
and
`assert_agrees` compares two engines in a test.
"""
from .agree import Agreement, Differ, assert_agrees, assert_agrees_on
from .engine import Adapter, Illegal, NotAMove, Refused
from .protocol import Session, serve

__all__ = ["Adapter", "Agreement", "Differ", "Illegal", "NotAMove", "Refused", "Session", "assert_agrees",
           "assert_agrees_on", "serve"]
__version__ = "0.1.0"
