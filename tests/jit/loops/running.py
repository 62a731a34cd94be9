"""Functions with loops, run in three ways: as they are, as parts, and compiled."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

import streamrt
from streamrt._compile.signatures.dtypes import from_numpy
from streamrt._ir.composing.compose import compose
from streamrt._ir.composing.interpret_parts import interpret_parts
from streamrt._ir.composing.parts import Composed
from streamrt._jit.tracing.trace import trace
from streamrt._jit.tracing.traced import Output, Spec
from streamrt._jit.trees import flatten

ROWS = np.linspace(-1, 1, 28, dtype=np.float32).reshape(7, 4)


def composed(function: Callable[..., Any], *args: Any) -> tuple[Composed, Any]:
    """The parts of a function, and what it returned, with outputs in place of arrays."""
    names = {float: "f64", int: "i64", bool: "bool"}
    specs: list[Spec] = []
    for each in args:
        if type(each) in names:
            specs.append(Spec(names[type(each)], (), True, True))
        else:
            dtype = from_numpy(each.dtype)
            assert dtype is not None
            specs.append(Spec(dtype.name, each.shape))
    found = trace(function, specs, lambda leaves: (tuple(leaves), {}), name="f", site="f.py:1 in f")
    return compose(found.program), found.result


def interpreted(function: Callable[..., Any], *args: Any) -> Any:
    """The results of a function by the reference interpreter of parts."""
    parts, result = composed(function, *args)
    arrays = interpret_parts(parts, args)
    leaves, tree = flatten(result)
    return tree.unflatten([arrays[x.index] if isinstance(x, Output) else x for x in leaves])


def same(found: Any, expected: Any) -> None:
    """Fails unless two structures of arrays and numbers are about equal."""
    (leaves, tree), (wanted, other) = flatten(found), flatten(expected)
    assert tree == other
    for leaf, want in zip(leaves, wanted, strict=True):
        got = np.asarray(leaf)
        assert got.shape == np.shape(want)
        if hasattr(want, "dtype"):
            assert got.dtype == want.dtype
        np.testing.assert_allclose(got, want, rtol=1e-4, atol=1e-5)


def check(function: Callable[..., Any], *args: Any) -> None:
    """Runs a function in three ways, compiled twice."""
    expected = function(*args)
    same(interpreted(function, *args), expected)
    compiled = streamrt.jit(function)
    for _ in range(2):
        same(compiled(*args), expected)
