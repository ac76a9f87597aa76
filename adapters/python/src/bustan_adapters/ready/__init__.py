"""The ready adapters. Each module provides `OPTIONS`, `games()` and `make(words, options)`."""
from importlib.util import find_spec
from typing import Dict, NamedTuple

from .. import library as libraries


class Ready(NamedTuple):
    """A ready adapter: its module, and the library that it needs."""

    module: str
    #: The name under which Python imports the library.
    library: str
    #: The name under which pip installs the library.
    package: str
    #: The oldest release that the adapter supports.
    oldest: str
    about: str

    def installed(self) -> bool:
        """Whether the library is installed."""
        return find_spec(self.library) is not None

    def file(self) -> str:
        """The file that Python imports as the library."""
        spec = find_spec(self.library)
        return spec.origin if spec is not None and spec.origin else self.library

    def version(self) -> str:
        """The version of the library; empty if pip has no record of the library."""
        return libraries.installed(self.package) or ""

    def release(self) -> str:
        """The name of the package and its version, for messages."""
        return f"{self.package} {self.version()}".strip()

    def is_older(self, oldest: str) -> bool:
        """Whether the installed release is known to be older than `oldest`."""
        found = self.version()
        return bool(found) and libraries.numbers(found) < libraries.numbers(oldest)

    def needs(self, oldest: str) -> str:
        """The message about a feature that requires the release `oldest`."""
        return f"needs {self.package} {oldest} or later; {self.version() or 'an unknown version'} is installed"

    def blame(self, error: BaseException) -> str:
        """A sentence about an exception, which includes whether the library raised it."""
        if libraries.raised(error, self.library):
            return f"{self.release()} raised {libraries.told(error)}"
        return f"{libraries.told(error)}, raised in the adapter or in compiled code of {self.release()}"


READY: Dict[str, Ready] = {
    "openspiel": Ready("openspiel", "pyspiel", "open_spiel", "1.1", "all games without chance and secrets in OpenSpiel"),
    "chess": Ready("chess", "chess", "chess", "1.8", "chess and its variants in python-chess"),
    "pyffish": Ready("fairy", "pyffish", "pyffish", "0.0.72", "all variants of Fairy-Stockfish: chess, shogi, xiangqi, ..."),
    "pydraughts": Ready("draughts", "draughts", "pydraughts", "0.3", "draughts, English by default"),
    "sgfmill": Ready("go", "sgfmill", "sgfmill", "1.0", "Go: captures, simple ko, area score"),
    "shogi": Ready("shogi", "shogi", "python-shogi", "1.0.14", "shogi in python-shogi"),
    "cshogi": Ready("fast_shogi", "cshogi", "cshogi", "0.3.9", "shogi in cshogi"),
    "creversi": Ready("othello", "creversi", "creversi-python", "0.1", "Othello in creversi"),
}
