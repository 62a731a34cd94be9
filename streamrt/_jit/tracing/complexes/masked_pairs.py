"""MaskedPair: the elements of a complex array that a mask picks while nobody knows how many."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from streamrt._jit.tracing.cells import Cell, Pair
from streamrt._jit.tracing.complexes.calls import elementwise
from streamrt._jit.tracing.complexes.pairs import as_pair, cast, complex_dtype, promoted
from streamrt._jit.tracing.masked import Masked
from streamrt._jit.tracing.recording import is_any, tuple_of

__all__ = ["MASKED", "MaskedPair"]

_np: Any = np
"""NumPy, of which type checkers do not know that it takes tracers."""

_OF_ELEMENTS = ("real", "imag", "angle", "copy", "round", "around", "nan_to_num", "isclose")


class MaskedPair(Masked):
    """The elements of a complex array that an unknown mask picks; `whole` is a pair."""

    __slots__ = ()
    whole: Any

    @property
    def dtype(self) -> np.dtype[Any]:
        """The dtype of the elements."""
        return complex_dtype(self.whole)

    @property
    def real(self) -> Masked:
        """The real parts."""
        return Masked(self._recording, self.whole._re, self.mask)

    @property
    def imag(self) -> Masked:
        """The imaginary parts."""
        return Masked(self._recording, self.whole._im, self.mask)

    def astype(self, dtype: Any, *_: Any, **__: Any) -> Masked:
        """Returns the elements in another complex dtype."""
        return self._of(cast(self._recording, self.whole, dtype))

    def copy(self, *_: Any) -> Masked:
        """Returns the same elements, which arithmetic in place replaces."""
        return self._of(self.whole)

    def conj(self) -> Any:
        """Returns the conjugates."""
        return _np.conjugate(self)

    conjugate = conj

    def sum(self, axis: Any = None) -> Any:
        """Returns the sum of the elements that are picked."""
        if axis not in (None, 0, -1):
            raise self._refusal()
        mask = self._recording.kind(self._recording, self.mask)
        return _np.where(mask, self.whole, 0).sum()

    def mean(self, axis: Any = None) -> Any:
        """Returns the mean of the elements that are picked."""
        mask = self._recording.kind(self._recording, self.mask)
        return self.sum(axis) / _np.count_nonzero(mask).astype(self.whole.real.dtype)

    def __array_ufunc__(self, ufunc: np.ufunc, method: str, *inputs: Any, **options: Any) -> Any:
        if ufunc is np.add and method == "reduce" and not options:
            return self.sum()
        (out,) = tuple_of(options.pop("out", None))[:1]
        if method != "__call__" or options:
            raise self._refusal()
        recording = self._recording
        made = elementwise(recording, ufunc, [self._part(each) for each in inputs])
        if out is None or out is ...:
            return self._of(made)
        if not isinstance(out, MaskedPair):
            raise self._refusal()
        out.whole = as_pair(recording, made, out.whole._re.read().dtype)
        return out

    def __array_function__(
        self, function: Callable[..., Any], types: Any, args: Any, kwargs: Any
    ) -> Any:
        del types
        name = function.__name__
        if name in ("sum", "mean") and args[0] is self:
            return getattr(self, name)(*args[1:], **kwargs)
        if name in _OF_ELEMENTS or (name == "where" and len(args) == 3):
            return self._of(function(*[self._part(each) for each in args], **kwargs))
        raise self._refusal()

    def _of(self, whole: Any) -> Masked:
        """Returns the elements of another array at the same places."""
        if isinstance(whole, Pair):
            return MaskedPair(self._recording, whole, self.mask)
        return Masked(self._recording, whole, self.mask)

    def _part(self, thing: Any) -> Any:
        if isinstance(thing, Masked):
            if thing.mask is not self.mask:
                raise self._refusal()
            return thing.whole
        if is_any(thing, bool, int, float, complex) and not is_any(thing, Cell, Pair):
            return thing
        (pair,) = promoted(self._recording, [thing])
        if pair.size != 1:
            raise self._refusal()
        return thing.reshape(()) if pair.shape else thing


MASKED: frozenset[type] = frozenset((Masked, MaskedPair))
"""The classes of what a mask picks, real or complex."""
