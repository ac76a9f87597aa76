"""The installed release of a library, and the source of an exception: the library or its adapter."""
import re
import sys
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from traceback import extract_tb
from typing import Optional, Tuple

#: The most characters of an exception's message that a line shows.
_LONGEST = 300


def installed(package: str) -> Optional[str]:
    """The version of a package as recorded by pip; `None` for a library that pip did not install."""
    try:
        return version(package)
    except PackageNotFoundError:
        return None


def numbers(text: str) -> Tuple[int, ...]:
    """The numbers of a version, to compare it with another: those of `1.6.12` are 1, 6 and 12. Trailing zeros do not
    count."""
    found = [int(part) for part in re.findall(r"\d+", re.split(r"[^\d.]", text)[0])]
    while found and found[-1] == 0:
        found.pop()
    return tuple(found)


def told(error: BaseException) -> str:
    """Describes an exception in one line: its kind and its message."""
    message = " ".join(str(error).split())
    if len(message) > _LONGEST:
        message = message[:_LONGEST] + " ..."
    kind = type(error).__name__
    return f"{kind}: {message}" if message else kind


def raised(error: BaseException, library: str) -> bool:
    """Whether code of the library raised the exception, as far as Python shows this. The frames of compiled code may
    be missing; then only an exception whose class belongs to the library is recognised."""
    if type(error).__module__.split(".")[0] == library:
        return True
    file = getattr(sys.modules.get(library), "__file__", None) or ""
    home = Path(file).parent if Path(file).name == "__init__.py" else Path(file)
    for frame in extract_tb(error.__traceback__):
        # Cython names its files relative to the folder of the sources.
        if frame.filename.startswith(f"{library}/") or file and home in (Path(frame.filename), *Path(frame.filename).parents):
            return True
    return False
