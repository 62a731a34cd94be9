"""What messages advise to write gives what NumPy's own function gives."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import streamrt
from streamrt.errors import TraceError

X = np.random.default_rng(1).random((20, 5))
WHOLE = (X * 7).astype("i8")
EDGES = np.linspace(0, 1, 6)


@pytest.mark.parametrize(
    ("refused", "advised", "x"),
    [
        (
            lambda x: np.histogram(x, EDGES)[0],
            lambda x: np.diff(np.searchsorted(np.sort(x.ravel()), EDGES)),
            X,
        ),
        (
            lambda x: np.bincount(x, minlength=7),
            lambda x: np.sum(np.arange(7)[:, None] == x, axis=1),
            WHOLE[:, 0],
        ),
        (
            lambda x: np.digitize(x, EDGES),
            lambda x: np.searchsorted(EDGES, x, side="right"),
            X,
        ),
    ],
    ids=["histogram", "bincount", "digitize"],
)
def test_what_is_advised_is_what_numpy_gives(refused: Any, advised: Any, x: Any) -> None:
    with pytest.raises(TraceError, match=r"cannot be traced; write np\."):
        streamrt.jit(refused)(x)
    np.testing.assert_array_equal(np.asarray(streamrt.jit(advised)(x)), refused(x))
