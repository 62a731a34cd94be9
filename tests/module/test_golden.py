"""Modules that earlier releases wrote are read by this one, and compute what they did.

Reading compares the bytes with those that this release writes for the same contents.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest
from module.make_golden import FOLDER, LOOPED, MIXED, X, looped, mixed

import streamrt as srt


def close(found: Any, expected: Any) -> None:
    """Compares containers of arrays."""
    if isinstance(expected, dict):
        assert list(found) == list(expected)
        for key, value in expected.items():
            close(found[key], value)
    elif isinstance(expected, tuple):
        for one, other in zip(found, expected, strict=True):
            close(one, other)
    elif hasattr(expected, "dtype"):
        np.testing.assert_allclose(np.asarray(found), expected, rtol=1e-5)
    else:
        assert found == expected


@pytest.mark.parametrize("path", sorted(FOLDER.glob("*.srtm")), ids=lambda path: path.stem)
def test_a_module_of_an_earlier_release_is_read(rt: srt.Runtime, path: Path) -> None:
    module = srt.load(path)
    args, kwargs = MIXED
    close(module["mixed"](*args, **kwargs), mixed(*args, n=5, kind="b"))
    close(module["looped"](*LOOPED[0]), looped(X))
    replays = module.graph("step", rt.device()).plan(rt.device()).instantiate()
    np.testing.assert_allclose(np.asarray(replays.replay(x=rt.put(X)).sync()), X**4, rtol=1e-6)
