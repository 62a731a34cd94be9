"""Ranges for NVIDIA's tools: Nsight Systems shows spans, compiling and host calls by their names.

1. Ranges are started and ended, not pushed and popped: spans around an `await` do not end in the
   order of a stack, and may end in another thread.
2. Launches have no ranges, because they are submitted by native code; Nsight shows kernels itself.
3. Since CUDA 12.9 no toolkit has the library, because NVTX became headers. The package nvtx has
   them compiled, so it comes first.
"""

from __future__ import annotations

import ctypes
from collections.abc import Callable
from functools import partial
from importlib import import_module
from typing import Any, Self, TypeAlias

from streamrt import _notes
from streamrt._core.handles import Handle
from streamrt._refusals import refusing
from streamrt.errors import StateError

__all__ = ["Nvtx", "nvtx"]

LIBRARY = "libnvToolsExt.so.1"
DOMAIN = "streamrt"

Start: TypeAlias = Callable[[str], Callable[[], object]]


class Nvtx(Handle):
    """Ranges for NVIDIA's tools, made by `nvtx`, until it is closed; leaving its block closes it.

    Attributes:
        source: who makes the ranges: `nvtx`, the package, or the name of the library.
    """

    _instead = "nvtx() makes another"

    def __init__(self, source: str, start: Start) -> None:
        """Not for users: `nvtx` makes it."""
        self.source: str = source
        self._start = start
        self._opener = self._open  # the same object at each look
        _notes.openers.append(self._opener)

    def _open(self, kind: str, name: str) -> Callable[[], object]:
        return self._start(name if kind == "span" else f"{kind} {name}")

    def close(self) -> None:
        """Begins no more ranges; those that have begun end as they would. Twice does no harm."""
        if self._opener in _notes.openers:
            _notes.openers.remove(self._opener)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *error: object) -> None:
        self.close()

    def __repr__(self) -> str:
        state = "open" if self._opener in _notes.openers else "closed"
        return f"<Nvtx by {self.source}: {state}>"


@refusing
def nvtx() -> Nvtx:
    """Begins a range of NVTX for each span, each compiled kernel and each host call of the process.

    Outside of NVIDIA's tools a range does nothing, and costs about a microsecond.

    Returns:
        a handle; close it, or leave its block, to end this.

    Raises:
        StateError: neither the package nvtx nor the library libnvToolsExt.so.1 is there.
    """
    start = _by_package() or _by_library()
    if start is None:
        raise StateError(
            f"make ranges of NVTX: found neither the package nvtx nor {LIBRARY}; "
            "pip install 'streamrt[nvtx]'"
        )
    return Nvtx(*start)


def _by_package() -> tuple[str, Start] | None:
    try:
        module: Any = import_module("nvtx")
    except ImportError:
        return None

    def start(name: str) -> Callable[[], object]:
        return partial(module.end_range, module.start_range(name, domain=DOMAIN))

    return "nvtx", start


def _by_library() -> tuple[str, Start] | None:
    try:
        library = ctypes.CDLL(LIBRARY)
        begin, end = library.nvtxRangeStartA, library.nvtxRangeEnd
    except (OSError, AttributeError):
        return None
    begin.argtypes, begin.restype = [ctypes.c_char_p], ctypes.c_uint64
    end.argtypes, end.restype = [ctypes.c_uint64], None

    def start(name: str) -> Callable[[], object]:
        return partial(end, begin(name.encode("utf-8", "replace")))

    return LIBRARY, start
