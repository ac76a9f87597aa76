"""python -m bustan_adapters NAME [GAME] [OPTION=VALUE ...]: serves a library, so that Bustan can compare it."""
import importlib
import os
import sys
import traceback
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Iterator, List, Optional

from .library import told
from .options import Usage, parse
from .protocol import divert, serve
from .ready import READY, Ready

_HELP = """Serves an engine in Python to Bustan, over standard input and output.

  python -m bustan_adapters NAME [GAME] [OPTION=VALUE ...]   a library, such as: openspiel hive
  python -m bustan_adapters --serve MODULE:FUNCTION          your engine; the function makes one
  python -m bustan_adapters --template > my_engine.py        a file to put an engine of your own into
  python -m bustan_adapters --list                           the libraries, and which are installed
  python -m bustan_adapters NAME --help                      games and options of a library
  python -m bustan_adapters --version
"""


def _list() -> str:
    lines = []
    for name, ready in READY.items():
        there = ready.release() if ready.installed() else f"missing: pip install {ready.package}"
        if ready.installed() and ready.is_older(ready.oldest):
            there += f", too old: {ready.oldest} or later is needed"
        lines.append(f"{name:<11} {ready.about} ({there})")
    return "\n".join(lines)


def _module(name: str) -> Any:
    """Imports the module of a ready adapter, which imports the library."""
    if name not in READY:
        raise Usage(f"unknown adapter {name}; there are: {', '.join(READY)}")
    ready = READY[name]
    if not ready.installed():
        raise Usage(f"{name} needs {ready.package}: pip install {ready.package}")
    if ready.is_older(ready.oldest):
        raise Usage(f"{name} {ready.needs(ready.oldest)}")
    try:
        importlib.import_module(ready.library)
    except Exception as error:
        raise Usage(f"{name} needs {ready.package}: {ready.file()} cannot be imported: {told(error)}") from error
    with _serves(name, ready):
        return importlib.import_module(f"bustan_adapters.ready.{ready.module}")


@contextmanager
def _serves(what: str, ready: Ready) -> Iterator[None]:
    """Turns any exception that the library or its adapter raises before a game into a message of one line."""
    try:
        yield
    except Usage:
        raise
    except Exception as error:
        # The imported file may be a file of the user that has the name of the library.
        where = f" ({ready.library} is {ready.file()})" if isinstance(error, ImportError) else ""
        raise Usage(f"{what} does not work with {ready.release()}: {told(error)}{where}") from error


def _about(module: Any) -> str:
    lines = [module.__doc__.strip(), "", "Options, defaults first:"]
    for name, option in module.OPTIONS.items():
        values = [str(option.default), *(value for value in option.values if value != str(option.default))]
        lines.append(f"  {name}={'|'.join(values):<28} {option.about}")
    lines += ["", "Games: " + ", ".join(module.games())]
    return "\n".join(lines)


def make(words: List[str]) -> Any:
    """Makes the engine of a ready adapter from the words that follow `python -m bustan_adapters` on the command line.
    """
    module = _module(words[0])
    with _serves(" ".join(words), READY[words[0]]):
        options = getattr(module, "options_for", lambda _: module.OPTIONS)(words[1:])
        rest, values = parse(words[1:], options)
        engine = module.make(rest, values)
        engine.ready = READY[words[0]]
        # A feature that the release lacks is detected here, not in the middle of a game.
        engine.start()
        for question in ("legal", "state", "position"):
            if callable(getattr(engine, question, None)):
                getattr(engine, question)()
        return engine


def load(path: str) -> Any:
    """Makes the engine by calling the function or class that `MODULE:FUNCTION` names."""
    module_name, colon, function = path.partition(":")
    if not colon or not module_name or not function:
        raise Usage(f"{path} is not MODULE:FUNCTION")
    sys.path.insert(0, os.getcwd())
    try:
        target: Any = importlib.import_module(module_name)
    except ModuleNotFoundError as error:
        if error.name is None or not (module_name + ".").startswith(error.name + "."):
            raise
        raise Usage(f"there is no module {module_name} in {os.getcwd()} or on the path") from None
    for part in function.split("."):
        if not hasattr(target, part):
            raise Usage(f"{module_name} has no {function}")
        target = getattr(target, part)
    if not callable(target):
        raise Usage(f"{path} is not a function: it is {target!r}")
    return target()


def main(words: Optional[List[str]] = None) -> int:
    """Runs the command line. Returns the exit code: 2 if the arguments ask for something that does not exist."""
    words = sys.argv[1:] if words is None else words
    try:
        if not words or words[0] in ("-h", "--help"):
            print(_HELP + "\n" + _list())
            return 0 if words else 2
        if words == ["--list"]:
            print(_list())
        elif words == ["--template"]:
            print(Path(__file__).with_name("template.py").read_text(encoding="utf-8"), end="")
        elif words == ["--version"]:
            from . import __version__

            print(__version__)
        elif words[0] == "--serve":
            if len(words) != 2:
                raise Usage("--serve takes MODULE:FUNCTION")
            # Output that modules print while they are loaded is not part of the protocol either.
            with divert() as out:
                try:
                    engine = load(words[1])
                except Usage:
                    raise
                except Exception as error:
                    traceback.print_exc()
                    raise Usage(f"{words[1]} raised {told(error)}") from error
                serve(engine, out=out)
        elif words[0].startswith("-"):
            raise Usage(f"unknown option {words[0]}")
        elif words[1:] and words[1] in ("-h", "--help"):
            module = _module(words[0])
            with _serves(words[0], READY[words[0]]):
                print(_about(module))
        else:
            with divert() as out:
                engine = make(words)
                try:
                    serve(engine, out=out)
                except Exception as error:
                    traceback.print_exc()
                    print(f"bustan_adapters: {READY[words[0]].blame(error)}", file=sys.stderr)
                    return 1
    except Usage as usage:
        print(f"bustan_adapters: {usage}", file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main())
