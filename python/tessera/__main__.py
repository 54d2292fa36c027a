"""``python -m tessera`` is the program."""

from __future__ import annotations

import os
import sys
from pathlib import Path


def program() -> str:
    """Where the program lies: in the package, beside the library that TESSERA_LIBRARY names, or on the PATH."""
    places = [Path(__file__).resolve().parent / "bin" / "tessera"]
    if os.environ.get("TESSERA_LIBRARY"):
        places.append(Path(os.environ["TESSERA_LIBRARY"]).resolve().parent / "tessera")
    return next((str(place) for place in places if place.is_file()), "tessera")


def main() -> None:
    """Becomes the program, with the arguments of this one."""
    path = program()
    try:
        os.execvp(path, ["tessera", *sys.argv[1:]])
    except OSError as error:
        sys.exit(f"tessera: the program cannot be started: {path}: {error.strerror}")


if __name__ == "__main__":
    main()
