"""SciPy's Fourier transforms in a trace: SciPy asks a backend of ours, which takes tracers."""

from __future__ import annotations

import contextlib
import sys
from collections.abc import Callable
from contextlib import AbstractContextManager
from typing import Any

import numpy as np

from streamrt._jit.tracing.cells import Cell, Pair
from streamrt._jit.tracing.recording import is_any

__all__ = ["answering"]

_NUMPYS = frozenset((
    "fft", "ifft", "rfft", "irfft", "fft2", "ifft2", "rfft2", "irfft2", "fftn", "ifftn", "rfftn",
    "irfftn", "hfft", "ihfft",
))  # fmt: skip
_IGNORED = ("overwrite_x", "workers", "plan")


class Backend:
    """Calls NumPy's transforms of tracers, and leaves all else to SciPy."""

    __ua_domain__ = "numpy.scipy.fft"

    @staticmethod
    def __ua_function__(method: Callable[..., Any], args: Any, kwargs: Any) -> Any:
        name = method.__name__
        if name not in _NUMPYS or not args or not is_any(args[0], Cell, Pair):
            return NotImplemented
        options = {key: value for key, value in kwargs.items() if key not in _IGNORED}
        function: Callable[..., Any] = getattr(np.fft, name)
        return function(*args[:4], **options)


_NOTHING = contextlib.nullcontext()


def answering() -> AbstractContextManager[Any]:
    """Has SciPy ask the backend in this thread, if anybody has loaded scipy.fft."""
    if "scipy.fft" not in sys.modules:
        return _NOTHING
    scipy_fft: Any = sys.modules["scipy.fft"]
    found: AbstractContextManager[Any] = scipy_fft.set_backend(Backend)
    return found
