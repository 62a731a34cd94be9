"""Functions after they were saved and loaded, and their results as bits."""

from __future__ import annotations

import io
from typing import Any

import numpy as np

import streamrt as srt

X = np.arange(8, dtype="f4").reshape(2, 4)
W = np.linspace(-1, 1, 12, dtype="f4").reshape(4, 3)


def saved(given: Any, **options: Any) -> bytes:
    """Returns the file of a module."""
    file = io.BytesIO()
    srt.save(file, given, **options)
    return file.getvalue()


def only(given: Any, **options: Any) -> srt.Function:
    """Returns a function after it was saved and loaded."""
    return srt.load(saved({"f": given}, **options))["f"]


def bits(thing: Any) -> Any:
    """Returns a result with the bytes of its arrays, and the classes of its numbers."""
    if isinstance(thing, srt.Buffer | np.ndarray):
        array = np.asarray(thing)
        return array.dtype.str, array.shape, array.tobytes()
    if isinstance(thing, dict):
        return [(key, bits(each)) for key, each in thing.items()]
    if isinstance(thing, list | tuple):
        return type(thing), [bits(each) for each in thing]
    return type(thing), repr(thing)
