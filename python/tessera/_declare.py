"""From the C headers to cffi's declarations.

The headers are the only place where the C API is written down. A build writes what cffi makes of them into a
module (``python _declare.py INCLUDE CC OUT.py``), a checkout reads them when the package is imported.
"""

from __future__ import annotations

import subprocess
import sys
import tempfile
from pathlib import Path

from cffi import FFI


def declarations(include: Path, compiler: str) -> str:
    """All declarations of the public headers, as cffi's parser takes them."""
    with tempfile.TemporaryDirectory() as folder:
        # cffi knows the types of the standard headers; their own text is full of the compiler's extensions.
        for name in ("stddef.h", "stdint.h"):
            (Path(folder) / name).touch()
        every = Path(folder) / "every.c"
        headers = sorted(path.name for path in (include / "tessera").glob("*.h"))
        every.write_text("".join(f'#include "tessera/{name}"\n' for name in headers))
        text = subprocess.run(
            [compiler, "-E", "-P", "-nostdinc", f"-I{folder}", f"-I{include}", str(every)],
            check=True, capture_output=True, text=True,
        ).stdout
    return text.replace('__attribute__((visibility("default")))', "") + "\nvoid free(void *memory);\n"


def declare(include: Path, compiler: str) -> FFI:
    """An FFI with the declarations."""
    ffi = FFI()
    ffi.cdef(declarations(include, compiler))
    return ffi


def write_module(include: Path, compiler: str, path: Path) -> None:
    """Writes a module whose ``ffi`` has the declarations, and which needs neither headers nor a parser."""
    ffi = declare(include, compiler)
    ffi.set_source("tessera._declarations", None)
    ffi.emit_python_code(str(path))


if __name__ == "__main__":
    write_module(Path(sys.argv[1]), sys.argv[2], Path(sys.argv[3]))
