"""The comparison of what compiled functions return with what NumPy returns."""

from __future__ import annotations

from typing import Any

import numpy as np

import streamrt
from streamrt._jit.trees import flatten

X = np.arange(6, dtype=np.float32).reshape(2, 3)


def close(found: Any, expected: Any, *, rtol: float = 1e-6) -> None:
    """Fails unless two structures are equal, with Buffers for the arrays of the second one."""
    (leaves, tree), (wanted, same) = flatten(found), flatten(expected)
    assert tree == same
    for leaf, want in zip(leaves, wanted, strict=True):
        if hasattr(want, "dtype"):
            assert isinstance(leaf, streamrt.Buffer)
            assert leaf.dtype == want.dtype
            np.testing.assert_allclose(np.asarray(leaf), want, rtol=rtol, atol=rtol)
        else:
            assert type(leaf) is type(want)
            assert leaf == want
