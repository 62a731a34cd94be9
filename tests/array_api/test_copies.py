"""What is new memory, and what is a view: writes to arrays, and to what functions made of them.

A function is called, and then its argument is written to, with nothing waited for in between. What
is new memory stays as it was, and so does the argument when the results are written to. A view, or
the argument itself, shows what was written.
"""

from __future__ import annotations

import copy
import inspect
import operator
import warnings
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
import pytest

import streamrt as srt
from streamrt import array_api as xp

strict: Any = pytest.importorskip("array_api_strict")
pytest.importorskip("hypothesis")

from array_api.drawn import BINARY, LAYOUTS, UNARY, arrays, given_to_both  # noqa: E402
from hypothesis import given, settings  # noqa: E402
from hypothesis import strategies as st  # noqa: E402

Make = Callable[[Any, Any], Any]


def plain(*names: str) -> dict[str, Make]:
    """Calls with one array, by the names of the functions."""
    return {name: lambda m, x, f=operator.attrgetter(name): f(m)(x) for name in names}


SAME: dict[str, Make] = {
    **plain("ceil", "clip", "conj", "floor", "positive", "round", "trunc"),
    "+x": lambda m, x: +x,
    "x * 1": lambda m, x: x * 1,
    "asarray": lambda m, x: m.asarray(x, copy=True),
    "asarray, dtype": lambda m, x: m.asarray(x, dtype=x.dtype, copy=True),
    "astype": lambda m, x: m.astype(x, x.dtype),
    "concat": lambda m, x: m.reshape(m.concat([x], axis=None), x.shape),
    "copy": lambda m, x: copy.copy(x) if m is xp else m.asarray(x, copy=True),
    "deepcopy": lambda m, x: copy.deepcopy(x) if m is xp else m.asarray(x, copy=True),
    "from_dlpack": lambda m, x: m.from_dlpack(x, copy=True) if m is xp else m.asarray(x, copy=True),
    "max, no axes": lambda m, x: m.max(x, axis=()),
    "maximum": lambda m, x: m.maximum(x, x),
    "repeat": lambda m, x: m.repeat(x, 1, axis=0) if x.ndim else +x,
    "reshape": lambda m, x: m.reshape(x, x.shape, copy=True),
    "roll": lambda m, x: m.roll(x, 0),
    "roll, no axes": lambda m, x: m.roll(x, (), axis=()) if m is xp else +x,
    "stack": lambda m, x: m.stack([x])[0, ...],
    "sum, no axes": lambda m, x: m.sum(x, axis=(), dtype=x.dtype),
    "prod, no axes": lambda m, x: m.prod(x, axis=(), dtype=x.dtype),
    "take": lambda m, x: m.take(x, m.arange(x.shape[0]), axis=0) if x.ndim else +x,
    "tile": lambda m, x: m.tile(x, (1,)),
    "tril": lambda m, x: m.tril(x, k=9) if x.ndim > 1 else +x,
    "where": lambda m, x: m.where(x == x, x, x),
    "fft.fftshift": lambda m, x: m.fft.fftshift(x, axes=()) if m is xp else +x,
}
"""Calls that give arrays equal to the argument, by the names of the functions."""

NEW: dict[str, Make] = {
    **SAME,
    **plain(*[name for name in UNARY if name not in ("real", "imag")]),
    **{name: lambda m, x, n=name: getattr(m, n)(x, x) for name in BINARY},
    **plain("all", "any", "argmax", "argmin", "argsort", "count_nonzero", "cumulative_prod"),
    **plain("cumulative_sum", "diff", "full_like", "max", "mean", "meshgrid", "min", "nonzero"),
    **plain("ones_like", "prod", "sort", "std", "sum", "triu", "unique_all", "unique_counts"),
    **plain("unique_inverse", "unique_values", "var", "zeros_like", "linalg.cholesky"),
    **plain("linalg.det", "linalg.eigh", "linalg.eigvalsh", "linalg.inv", "linalg.matrix_norm"),
    **plain("linalg.matrix_rank", "linalg.pinv", "linalg.qr", "linalg.slogdet", "linalg.svd"),
    **plain("linalg.svdvals", "linalg.trace", "linalg.vector_norm", "fft.fft", "fft.fftn"),
    **plain("fft.hfft", "fft.ifft", "fft.ifftn", "fft.ifftshift", "fft.ihfft", "fft.irfft"),
    **plain("fft.irfftn", "fft.rfft", "fft.rfftn"),
    "full_like": lambda m, x: m.full_like(x, 1),
    "linalg.cross": lambda m, x: m.linalg.cross(x, x),
    "linalg.matrix_power": lambda m, x: m.linalg.matrix_power(x, 1),
    "linalg.outer": lambda m, x: m.linalg.outer(x, x),
    "linalg.solve": lambda m, x: m.linalg.solve(x, x),
    "matmul": lambda m, x: x @ x,
    "meshgrid, two": lambda m, x: m.meshgrid(x, x),
    "searchsorted": lambda m, x: m.searchsorted(m.sort(x), x),
    "take_along_axis": lambda m, x: m.take_along_axis(x, m.argsort(x)),
    "tensordot": lambda m, x: m.tensordot(x, x, axes=1),
    "vecdot": lambda m, x: m.vecdot(x, x),
    "x[mask]": lambda m, x: x[x == x],
}
"""Calls that give new arrays."""

VIEWS: dict[str, Make] = {
    **plain("asarray", "broadcast_arrays", "expand_dims", "flip", "from_dlpack", "linalg.diagonal"),
    **plain("matrix_transpose", "real", "unstack"),
    "astype": lambda m, x: m.astype(x, x.dtype, copy=False),
    "broadcast_to": lambda m, x: m.broadcast_to(x, x.shape),
    "imag": lambda m, x: m.imag(x) if x.dtype.kind == "c" else x,
    "moveaxis": lambda m, x: m.moveaxis(x, 0, -1),
    "permute_dims": lambda m, x: m.permute_dims(x, tuple(range(x.ndim))[::-1]),
    "reshape": lambda m, x: m.reshape(x, (1, *x.shape)),
    "squeeze": lambda m, x: m.squeeze(m.expand_dims(x, axis=0), axis=0),
    "x[...]": lambda m, x: x[...],
    "x[()]": lambda m, x: x[()],
    "x[0]": lambda m, x: x[0],
}
"""Calls that give views of the argument, or itself."""

OF_NO_ARRAY = {
    *("arange", "can_cast", "empty", "empty_like", "eye", "finfo", "full", "iinfo", "isdtype"),
    *("linspace", "ones", "result_type", "zeros", "fft.fftfreq", "fft.rfftfreq"),
}
"""Functions that read no elements, and those that are in two namespaces."""


@pytest.fixture(scope="module", autouse=True)
def runtime() -> Iterator[srt.Runtime]:
    with srt.Runtime() as opened, warnings.catch_warnings(), np.errstate(all="ignore"):
        warnings.simplefilter("ignore")
        yield opened


def parts(found: Any) -> list[Any]:
    return list(found) if isinstance(found, tuple | list) else [found]


def number(array: Any, value: int) -> Any:
    return array.dtype.type(value).item()


def check_new(make: Make, x: Any, array: Any, what: str) -> None:
    """The results of a call are new memory."""
    wanted = [np.array(np.asarray(each)) for each in parts(make(xp, x))]  # in the same order
    found = parts(make(xp, x))
    x[...] = number(array, 1)
    for k, result in enumerate(found):
        for other, value in zip(found[k:], wanted[k:], strict=True):
            np.testing.assert_array_equal(np.asarray(other), value, what)
        result[...] = number(wanted[k], 0)
    np.testing.assert_array_equal(np.asarray(x), np.ones_like(array), what)


@pytest.mark.parametrize("what", SAME)
def test_a_result_that_equals_the_argument_is_a_copy(what: str) -> None:
    """Also without dimensions, where NumPy often has scalars, and in compiled functions."""
    make = SAME[what]
    compiled = srt.jit(lambda x: make(xp, x))
    ways = [make, lambda m, x: compiled(x)]
    if what in ("deepcopy", "from_dlpack"):
        del ways[1]  # which are refused there
    for shape in ((), (1,), (3,), (2, 1, 2)):
        for dtype in (np.int64, np.float32):
            array = np.full(shape, 3, dtype)
            for way in ways:
                np.testing.assert_array_equal(np.asarray(way(xp, xp.asarray(array))), array)
                check_new(way, xp.asarray(array), array, what)


@given(st.sampled_from(sorted(NEW)), arrays(), LAYOUTS)
@settings(max_examples=80)
def test_functions_give_new_memory(what: str, array: Any, layout: str) -> None:
    x, _ = given_to_both(array, layout)
    try:
        [np.asarray(each) for each in parts(NEW[what](xp, x))]
    except (TypeError, ValueError, IndexError, srt.errors.StreamRTError):
        return  # of other shapes, dtypes or numbers
    check_new(NEW[what], x, array, what)


@given(st.sampled_from(sorted(VIEWS)), arrays(), LAYOUTS)
@settings(max_examples=60)
def test_views_show_what_is_written(what: str, array: Any, layout: str) -> None:
    x, _ = given_to_both(array, layout)
    try:
        found = parts(VIEWS[what](xp, x))
    except (TypeError, ValueError, IndexError):
        return
    x[...] = number(array, 1)
    value = 0 if what == "imag" and array.dtype.kind == "c" else 1
    for result in found:
        np.testing.assert_array_equal(np.asarray(result), np.full(result.shape, value))


def test_it_is_decided_for_every_function_what_it_shares() -> None:
    known = {name.partition(",")[0] for name in (*NEW, *VIEWS)} | OF_NO_ARRAY
    spaces = (("", strict, xp), ("linalg.", strict.linalg, xp.linalg), ("fft.", strict.fft, xp.fft))
    for prefix, space, ours in spaces:
        for name in space.__all__:
            is_function = inspect.isfunction(getattr(space, name)) and name[0] != "_"
            if is_function and hasattr(ours, name):
                assert {name, prefix + name} & known, prefix + name
