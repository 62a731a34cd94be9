"""Builds the layer beside this file, and runs programs over it.

A loader looks for layers when it is loaded, so a program over the layer is a process of its own:
`over_layer` starts it. Inside of it, a `Faulty` says which call is to go wrong:

    faulty = Faulty()
    faulty.arm(HOLD, 3, function="clEnqueueNDRangeKernel")
    ...
    faulty.go_on()
"""

from __future__ import annotations

import ctypes
import functools
import hashlib
import os
import shutil
import subprocess
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
BUILD = HERE.parents[2] / "build" / "opencl"
FLAGS = ("-std=gnu11", "-O2", "-g", "-fPIC", "-shared", "-Wall", "-Wextra", "-Werror")
LAYERS = "OPENCL_LAYERS"

OFF, FAIL, DELAY, HOLD, NEGATIVE = range(5)
"""What happens to a call.

FAIL: it does nothing, and its code is the value. DELAY: it begins after as many µs as the value
says. HOLD: what it enqueues does not begin before `go_on`, and a callback that it sets never comes.
NEGATIVE: what it enqueues ends with the value as status, and so does all that comes behind it on
the queue; or the callback that it sets is told of that.
"""


class Faulty:
    """The layer of this process."""

    def __init__(self) -> None:
        self._layer = ctypes.CDLL(os.environ[LAYERS])
        self._layer.faulty_calls.restype = ctypes.c_int64
        self._layer.faulty_count.restype = ctypes.c_int64
        for name in ("faulty_hit", "faulty_name"):
            getattr(self._layer, name).restype = ctypes.c_char_p

    def arm(self, mode: int, nth: int, value: int = 0, *, function: str | None = None) -> None:
        """Lets the `nth` call from now go wrong, of one function or of all; counts from 0 again."""
        name = function.encode() if function else None
        if self._layer.faulty_arm(name, ctypes.c_int64(nth), mode, value):
            raise LookupError(f"arm the layer: it has no function {function}")

    def go_on(self) -> None:
        """Ends what was held."""
        self._layer.faulty_go_on()

    @property
    def calls(self) -> int:
        """How many calls were counted."""
        return int(self._layer.faulty_calls())

    @property
    def hit(self) -> str:
        """The function whose call went wrong; "" if none did yet."""
        return (self._layer.faulty_hit() or b"").decode()

    def counts(self) -> dict[str, int]:
        """How often each function was called."""
        found: dict[str, int] = {}
        while name := self._layer.faulty_name(len(found)):
            found[name.decode()] = int(self._layer.faulty_count(len(found)))
        return found


@functools.cache
def build() -> Path:
    """Compiles the layer, unless that was done before.

    Raises:
        FileNotFoundError: there is no C compiler.
    """
    source = HERE / "faulty.c"
    library = BUILD / f"faulty-{hashlib.sha256(source.read_bytes()).hexdigest()[:16]}.so"
    if not library.exists():
        compiler = shutil.which("cc")
        if compiler is None:
            raise FileNotFoundError("cc")
        BUILD.mkdir(parents=True, exist_ok=True)
        made = library.with_suffix(f".{os.getpid()}")
        subprocess.run([compiler, *FLAGS, str(source), "-o", str(made)], check=True)
        made.replace(library)
    return library


def over_layer(program: Path, *arguments: str, timeout: float) -> subprocess.CompletedProcess[str]:
    """Runs a program of Python over the layer; what hangs is killed, and its stacks are shown."""
    path = os.pathsep.join(p for p in sys.path if p)
    environment = {**os.environ, "PYTHONPATH": path, LAYERS: str(build())}
    command = [sys.executable, "-X", "faulthandler", str(program), *arguments]
    return subprocess.run(
        command, env=environment, capture_output=True, text=True, timeout=timeout, check=False
    )
