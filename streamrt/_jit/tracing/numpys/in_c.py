"""Functions in C that NumPy's own Python code calls, and what stands for them there."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
from numpy._core import multiarray

from streamrt._jit.tracing.cells import Cell, Pair
from streamrt._jit.tracing.complexes import creations
from streamrt._jit.tracing.complexes import functions as of_pairs
from streamrt._jit.tracing.recording import CURRENT, Recording, is_any
from streamrt._jit.tracing.rules.compositions import result_type_
from streamrt._jit.tracing.rules.constructions import asarray_
from streamrt._jit.tracing.rules.tables import correlated, interpolated

__all__ = ["STANDING_FOR"]


def _recording() -> Recording:
    found = CURRENT.recording
    assert found is not None  # NumPy's code for tracers runs in traces only
    return found


def _array_of(thing: Any) -> Any:
    if isinstance(thing, Pair):
        return creations.asarray_(_recording(), thing)
    return asarray_(_recording(), thing) if isinstance(thing, Cell) else np.asarray(thing)


class Converter:
    """Stands for `_array_converter`, which converts arguments, and results as they were given."""

    def __init__(self, *things: Any) -> None:
        self._given = things
        self._arrays = [_array_of(each) for each in things]
        self.scalar_input: tuple[bool, ...] = tuple([not each.shape for each in self._arrays])

    def as_arrays(self, subok: bool = True, pyscalars: str = "convert") -> tuple[Any, ...]:
        """Returns the arguments as arrays."""
        del subok, pyscalars
        return tuple(self._arrays)

    def __getitem__(self, number: int) -> Any:
        return self._arrays[number]

    def __len__(self) -> int:
        return len(self._arrays)

    def result_type(
        self, *, extra_dtype: Any = None, ensure_inexact: bool = False
    ) -> np.dtype[Any]:
        """Returns the dtype to which they promote."""
        extra = [] if extra_dtype is None else [extra_dtype]
        things = (*self._given, *extra)
        has_pairs = any(isinstance(each, Pair) for each in things)
        rule = of_pairs.result_type_ if has_pairs else result_type_
        found: np.dtype[Any] = rule(_recording(), *things)
        return found if found.kind in "fc" or not ensure_inexact else np.dtype(np.float64)

    def wrap(self, array: Any, *, to_scalar: Any = None) -> Any:
        """Returns a result as it is."""
        del to_scalar
        return array


def _broadcast(*things: Any) -> np.broadcast:
    """Stands for np.broadcast, which has no more of its arguments here than their shapes."""
    shapes = [each.shape if is_any(each, Cell, Pair) else np.shape(each) for each in things]
    return np.broadcast(*[np.broadcast_to(0, shape) for shape in shapes])


def _interp(x: Any, xp: Any, fp: Any, left: Any = None, right: Any = None) -> Any:
    return interpolated(_recording(), x, xp, fp, left, right)


def _interp_complex(x: Any, xp: Any, fp: Any, left: Any = None, right: Any = None) -> Any:
    recording = _recording()
    pair = creations.asarray_(recording, fp)

    def part(values: Any, name: str) -> Any:
        ends = [None if each is None else getattr(each, name) for each in (left, right)]
        return interpolated(recording, x, xp, values, *ends)

    return recording.kind.pair(recording, part(pair._re, "real"), part(pair._im, "imag"))


def _correlate(a: Any, v: Any, mode: Any = 0) -> Any:
    return correlated(_recording(), a, v, mode)


_CONVERTER: Any = vars(np.lib._function_base_impl)["_array_converter"]

STANDING_FOR: dict[int, Callable[..., Any]] = {
    id(_CONVERTER): Converter,
    id(np.broadcast): _broadcast,
    id(multiarray.interp): _interp,
    id(multiarray.interp_complex): _interp_complex,
    id(multiarray.correlate): _correlate,
    id(multiarray.correlate2): _correlate,
}
"""By the identity of each function."""
