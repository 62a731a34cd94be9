"""The kernel of the OpenCL rows, their sizes, and the check of what peers computed.

A launch changes 256 words, and each launch changes them again. So the words tell how many launches
have run, and that they ran one after the other.
"""

from __future__ import annotations

import ctypes
from collections.abc import Callable
from statistics import median
from typing import Any

import numpy as np

WORDS = 256
"""The words of the kernel's array, and its work-items: one work-group."""

LAYOUT = (WORDS, 4)
"""The layout words of a contiguous array, which streamrt hands to each kernel."""

TEXT = """\
__kernel void bump(const Words w, __global uint *y)
{
    long i = get_global_id(0);
    if (i < w.at[0]) y[i] = 7 * y[i] + 1;
}
"""
BUMP = f"typedef struct {{\n    long at[{len(LAYOUT)}];\n}} Words;\n{TEXT}"
"""The text for peers; streamrt writes the type of the words itself."""

BATCH = 500
STREAMS = 8
COPIED = 64 << 20
LOADER = "libOpenCL.so.1"


def has_driver() -> bool:
    """Whether the machine has a loader of OpenCL that finds a platform."""
    try:
        library = ctypes.CDLL(LOADER)
    except OSError:
        return False
    count = ctypes.c_uint32()
    return not library.clGetPlatformIDs(0, None, ctypes.byref(count)) and count.value > 0


def rate_of_many(
    one: Callable[[], tuple[float, float]], many: Callable[[], tuple[float, float]], turns: int
) -> float:
    """Returns the rate of a batch on many streams over that of one on one, taken in turn."""
    return median([one()[0] / many()[0] for _ in range(turns)])


def checked(words: np.ndarray[Any, Any], launches: int) -> None:
    """Raises unless these are the words after so many launches on zeros.

    Raises:
        RuntimeError: a launch was lost, or ran twice.
    """
    expected = 0
    for _ in range(launches):
        expected = (7 * expected + 1) % 2**32
    if words.tolist() != [expected] * WORDS:
        raise RuntimeError(f"{launches} launches left something else than one after the other")
