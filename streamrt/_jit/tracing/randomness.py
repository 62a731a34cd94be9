"""Randomness: a trace that draws from NumPy's global generator freezes the numbers."""

from __future__ import annotations

import ctypes
import sys
from typing import Any

import numpy as np

__all__ = ["NOTE", "has_moved", "state"]

NOTE = (
    "trace {}: it drew from np.random; the numbers are frozen, so each call gets the same ones; "
    "draw them outside, and pass them as an argument"
)

_WORDS = 624
"""The words of the generator's state; behind them stands the place among them (mt19937.h)."""


def state() -> bytes | None:
    """Returns the state of NumPy's global generator; None if nothing has loaded it.

    `get_state()` takes 30 us, because it makes a list of 624 numbers; this takes less than 1.
    """
    if "numpy.random" not in sys.modules:
        return None
    random: Any = np.random
    generator: Any = random.get_bit_generator()
    if type(generator) is not np.random.MT19937:
        return repr(generator.state).encode()
    return ctypes.string_at(generator.ctypes.state_address, 4 * _WORDS + 4)


def has_moved(before: bytes | None) -> bool:
    """Returns whether numbers were drawn since a state, or since nothing was loaded."""
    after = state()
    if before is None and after is not None:  # a generator that is fresh is at its end
        return after[-4:] != _WORDS.to_bytes(4, sys.byteorder)
    return after != before
