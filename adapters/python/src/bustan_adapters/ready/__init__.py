"""The ready adapters. Each module has `ABOUT`, `OPTIONS`, `games()` and `make(words, options)`."""
from importlib.util import find_spec
from typing import Dict, NamedTuple


class Ready(NamedTuple):
    """A ready adapter: the module with it, and the library that it needs."""

    module: str
    #: What Python imports.
    library: str
    #: What pip installs.
    package: str
    about: str

    def installed(self) -> bool:
        """Whether the library is there."""
        return find_spec(self.library) is not None


READY: Dict[str, Ready] = {
    "openspiel": Ready("openspiel", "pyspiel", "open_spiel", "all games without chance and secrets in OpenSpiel"),
    "chess": Ready("chess", "chess", "chess", "chess and its variants in python-chess"),
    "pyffish": Ready("fairy", "pyffish", "pyffish", "all variants of Fairy-Stockfish: chess, shogi, xiangqi, ..."),
    "pydraughts": Ready("draughts", "draughts", "pydraughts", "draughts, English by default"),
    "sgfmill": Ready("go", "sgfmill", "sgfmill", "Go: captures, simple ko, area score"),
    "shogi": Ready("shogi", "shogi", "python-shogi", "shogi in python-shogi"),
    "cshogi": Ready("fast_shogi", "cshogi", "cshogi", "shogi in cshogi"),
    "creversi": Ready("othello", "creversi", "creversi-python", "Othello in creversi"),
}
