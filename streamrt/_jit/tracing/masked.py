"""Masked: what `x[mask]` is while nobody knows how many elements the mask picks.

It holds all elements of the array, and the mask. Arithmetic is done with all of them. So `y[mask] =
np.sqrt(x[mask])` becomes a choice by the mask, and `x[mask].sum()` a sum of the elements that it
picks. Whatever depends on their number or their places is refused.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

import numpy as np
from numpy.lib.mixins import NDArrayOperatorsMixin

from streamrt._ir.program import Value
from streamrt._jit.tracing.cells import Cell
from streamrt._jit.tracing.elementwise import call_ufunc, elementwise, select
from streamrt._jit.tracing.operands import asked_dtype, cell_of
from streamrt._jit.tracing.recording import MissingError, Recording, is_any
from streamrt._jit.tracing.rules.reductions import reduce
from streamrt.errors import TraceError

__all__ = ["Masked"]

_ADVICE = "the number of elements would depend on values; write np.where(mask, x, other)"
_NEUTRAL: dict[str, Any] = {"sum": 0, "prod": 1, "any": False, "all": True, "count_nonzero": 0}


class Masked(NDArrayOperatorsMixin):
    """The elements of a traced array that an unknown mask picks."""

    __slots__ = ("_recording", "_site", "mask", "whole")
    __array_priority__ = 2000.0

    def __init__(self, recording: Recording, whole: Any, mask: Value) -> None:
        """Picks elements of an array by a mask of its shape."""
        self._recording = recording
        self._site = recording.builder.site
        self.whole: Cell = whole
        self.mask: Value = mask

    @property
    def dtype(self) -> np.dtype[Any]:
        """The dtype of the elements."""
        return self.whole.read().dtype.numpy

    @property
    def ndim(self) -> int:
        """One: the elements stand in a row."""
        return 1

    def _refusal(self) -> TraceError:
        recording = self._recording
        text = f"index by {recording.origin(self.mask)}: {_ADVICE}"
        if not recording.has_returned:
            return recording.error(text)
        recording.builder.site = self._site
        return TraceError(recording.text_at_step(text))

    def __getattr__(self, name: str) -> Any:
        if name in _METHODS:
            return partial(_reduced, self, name)
        if name.startswith("__") or not hasattr(np.ndarray, name):
            raise MissingError(str(self._refusal()))
        raise self._refusal()

    def _refuse(self, *_: Any) -> Any:
        raise self._refusal()

    __len__ = __iter__ = __getitem__ = __setitem__ = __array__ = __bool__ = _refuse
    __float__ = __int__ = __index__ = __contains__ = _refuse

    def astype(self, dtype: Any, *_: Any, **__: Any) -> Masked:
        """Returns the elements in another dtype."""
        recording = self._recording
        made = recording.cast(self.whole.read(), asked_dtype(recording, dtype))
        return Masked(recording, recording.kind(recording, made), self.mask)

    def copy(self, *_: Any) -> Masked:
        """Returns the same elements, which arithmetic in place replaces."""
        return Masked(self._recording, self.whole, self.mask)

    def __array_ufunc__(self, ufunc: np.ufunc, method: str, *inputs: Any, **options: Any) -> Any:
        if method == "reduce" and not options and ufunc in _REDUCING:
            return _reduced(self, _REDUCING[ufunc])
        outs = options.pop("out", (None,))
        if method != "__call__" or ufunc.signature or options:
            raise self._refusal()
        made = call_ufunc(self._recording, ufunc, [self._part(each) for each in inputs], {})
        if is_any(made, tuple):
            return tuple([Masked(self._recording, each, self.mask) for each in made])
        (out,) = outs
        if out is None or out is ...:
            return Masked(self._recording, made, self.mask)
        if not is_any(out, Masked):
            raise self._refusal()
        kept = self._recording.cast(made.read(), out.whole.read().dtype)
        out.whole = self._recording.kind(self._recording, kept)
        return out

    def _part(self, thing: Any) -> Any:
        """Returns an operand for all elements: one number, or as many as the mask picks."""
        if is_any(thing, Masked):
            if thing.mask is not self.mask:
                raise self._refusal()
            return thing.whole
        if cell_of(self._recording, thing).read().size != 1:
            raise self._refusal()
        if is_any(thing, Cell, np.ndarray) and thing.shape:
            return thing.reshape(())
        return thing

    def __array_function__(
        self, function: Callable[..., Any], types: Any, args: Any, kwargs: Any
    ) -> Any:
        del types
        name = function.__name__.removeprefix("a") if function in (np.amax, np.amin) else ""
        name = name or function.__name__
        if name == "where" and len(args) == 3:
            made = select(self._recording, *[self._part(each) for each in args])
            return Masked(self._recording, made, self.mask)
        if name in _METHODS and len(args) == 1 and args[0] is self:
            return _reduced(self, name, **kwargs)
        if name in ("clip", "round", "around", "nan_to_num", "copy", "isclose", "real"):
            made = function(*[self._part(each) for each in args], **kwargs)
            return Masked(self._recording, made, self.mask)
        raise self._refusal()


_REDUCING: dict[np.ufunc, str] = {
    np.add: "sum", np.multiply: "prod", np.maximum: "max", np.minimum: "min",
    np.logical_and: "all", np.logical_or: "any",
}  # fmt: skip
_METHODS = frozenset((*_REDUCING.values(), "mean", "count_nonzero"))


def _reduced(masked: Masked, name: str, axis: Any = None, **options: Any) -> Any:
    """Returns a reduction of the elements that are picked."""
    recording = masked._recording
    mask = recording.kind(recording, masked.mask)
    if axis not in (None, 0, -1) or options:
        raise masked._refusal()
    if name == "mean":
        dtype = masked.dtype if masked.dtype.kind == "f" else np.dtype(np.float64)
        total = _reduced(masked.astype(dtype), "sum")
        count = reduce(recording, "sum", mask)
        return elementwise(recording, np.divide, (total, count), asked_dtype(recording, dtype))[0]
    whole: Any = masked.whole
    if name == "count_nonzero":
        (whole,) = elementwise(recording, np.not_equal, (whole, 0))
        name = "sum"
    if name in ("max", "min"):
        return _extreme(masked, name)
    return reduce(recording, name, select(recording, mask, whole, _NEUTRAL[name]))


def _extreme(masked: Masked, name: str) -> Any:
    """Returns a maximum or minimum, which is an error if no element is picked."""
    recording = masked._recording
    mask = recording.kind(recording, masked.mask)
    if not reduce(recording, "any", mask):
        raise ValueError("zero-size array to reduction operation which has no identity")
    dtype = masked.whole.read().dtype
    if dtype.kind == "f":
        edge: Any = -np.inf if name == "max" else np.inf
    elif dtype.kind == "b":
        edge = name == "min"
    else:
        edge = dtype.bounds[0 if name == "max" else 1]
    return reduce(recording, name, select(recording, mask, masked.whole, edge))
