"""The installed release of a library, and the origin of an exception: the library or its adapter."""
import re
import sys
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from traceback import extract_tb
from typing import Optional, Tuple

#: The maximum number of characters of an exception's message that are printed.
_LONGEST = 300


def installed(package: str) -> Optional[str]:
    """The version of a package as recorded by pip; `None` if pip did not install the package."""
    try:
        return version(package)
    except PackageNotFoundError:
        return None


def numbers(text: str) -> Tuple[int, ...]:
    """The numbers in a version, for comparing it with another version. For example, the numbers of `1.6.12` are 1, 6
    and 12. Trailing zeros are omitted."""
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
    """Whether code of the library raised the exception, as far as Python reports this. The frames of compiled code may
    be missing; then only an exception whose class belongs to the library is recognised."""
    if type(error).__module__.split(".")[0] == library:
        return True
    file = getattr(sys.modules.get(library), "__file__", None) or ""
    home = Path(file).parent if Path(file).name == "__init__.py" else Path(file)
    for frame in extract_tb(error.__traceback__):
        # In tracebacks, Cython names its files relative to the source folder.
        if frame.filename.startswith(f"{library}/") or file and home in (Path(frame.filename), *Path(frame.filename).parents):
            return True
    return False
