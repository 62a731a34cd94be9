"""Complex tracers: the complex arrays that a traced function sees, as pairs of tracers."""

from __future__ import annotations

import operator
import sys
from collections.abc import Callable, Iterator
from math import prod
from typing import Any, NoReturn

import numpy as np

from streamrt._ir.program import Shape
from streamrt._jit.tracing import indexing
from streamrt._jit.tracing.cells import Pair
from streamrt._jit.tracing.complexes.calls import call_ufunc, elementwise
from streamrt._jit.tracing.complexes.masked_pairs import MASKED, MaskedPair
from streamrt._jit.tracing.complexes.pairs import (
    as_pair,
    both,
    cast,
    complex_dtype,
    paired,
    refuse,
    seen,
    stored,
)
from streamrt._jit.tracing.elements import method_of, through
from streamrt._jit.tracing.known import are_known, real_of
from streamrt._jit.tracing.masked import Masked
from streamrt._jit.tracing.needed import ask
from streamrt._jit.tracing.numpys.functions import call_function_of_pairs
from streamrt._jit.tracing.numpys.replacing import spread
from streamrt._jit.tracing.operands import cell_of
from streamrt._jit.tracing.recording import MissingError
from streamrt.errors import TraceError

__all__ = ["ComplexTracer"]


def _binary(ufunc: np.ufunc, *, is_reflected: bool = False) -> Callable[[Any, Any], Any]:
    """Returns the method of an operator."""

    def method(self: Any, other: Any) -> Any:
        if isinstance(other, Masked) or getattr(other, "__array_ufunc__", _HAS) is None:
            return NotImplemented
        things = (other, self) if is_reflected else (self, other)
        return call_ufunc(self._recording, ufunc, "__call__", things, {})

    return method


def _in_place(ufunc: np.ufunc, symbol: str) -> Callable[[Any, Any], Any]:
    """Returns the method of an operator that writes to its left operand, unless it is a number."""

    def method(self: Any, other: Any) -> Any:
        made = call_ufunc(self._recording, ufunc, "__call__", (self, other), {})
        if self._re.is_number:
            return made
        return stored(self._recording, self, made, symbol)

    return method


def _unary(ufunc: np.ufunc) -> Callable[[Any], Any]:
    def method(self: Any) -> Any:
        return elementwise(self._recording, ufunc, (self,))

    return method


def _instead(what: str, advice: str) -> Callable[..., NoReturn]:
    """Returns a method that traces do not have."""

    def method(self: Any, *args: Any, **options: Any) -> NoReturn:
        del args, options
        raise self._refusal(what, advice)

    return method


_HAS = object()
_WHERE = "use np.where"
_OUTSIDE = "return .real and .imag, and convert them outside"
_STATIC = "its value is not known while tracing; compute with arrays"
_ORDER = "complex numbers have no order; compare np.abs(z), or .real"


class ComplexTracer(Pair):
    """A complex value of a traced function, with the operators and methods of NumPy's arrays."""

    __slots__ = ()
    __array_priority__ = 1001.0
    __hash__ = object.__hash__  # by identity: `==` compares elements

    # -- describing -----------------------------------------------------------------------------

    @property
    def shape(self) -> Shape:
        """The extents, as plain integers."""
        return self._re.read().shape

    @property
    def dtype(self) -> np.dtype[Any]:
        """The type of the elements: complex64 or complex128."""
        self._re.read()
        return complex_dtype(self)

    @property
    def ndim(self) -> int:
        """The number of dimensions."""
        return len(self.shape)

    @property
    def size(self) -> int:
        """The number of elements."""
        return prod(self.shape)

    @property
    def itemsize(self) -> int:
        """The bytes of one element, as NumPy has it."""
        return self.dtype.itemsize

    @property
    def nbytes(self) -> int:
        """The bytes of all elements."""
        return self.size * self.itemsize

    def __len__(self) -> int:
        if not self.shape:
            raise self._recording.type_error(f"len() of {self._origin()}: it has no dimensions")
        return self.shape[0]

    def __iter__(self) -> Iterator[Any]:
        if not self.shape:
            raise self._recording.type_error(
                f"iteration over {self._origin()}: it has no dimensions"
            )
        return iter([self[k] for k in range(self.shape[0])])

    def __repr__(self) -> str:
        if not self._recording.is_open:
            return "<complex tracer; its trace has ended>"
        return f"<tracer of {self._origin()}>"

    def __format__(self, spec: str) -> str:
        return repr(self)

    def _refusal(self, what: str, advice: str) -> TraceError:
        return self._recording.error(f"{what} of {self._origin()}; {advice}")

    # -- operators ------------------------------------------------------------------------------

    __add__, __radd__ = _binary(np.add), _binary(np.add, is_reflected=True)
    __sub__, __rsub__ = _binary(np.subtract), _binary(np.subtract, is_reflected=True)
    __mul__, __rmul__ = _binary(np.multiply), _binary(np.multiply, is_reflected=True)
    __truediv__, __rtruediv__ = _binary(np.divide), _binary(np.divide, is_reflected=True)
    __pow__, __rpow__ = _binary(np.power), _binary(np.power, is_reflected=True)
    __floordiv__ = _binary(np.floor_divide)
    __rfloordiv__ = _binary(np.floor_divide, is_reflected=True)
    __mod__, __rmod__ = _binary(np.remainder), _binary(np.remainder, is_reflected=True)
    __matmul__, __rmatmul__ = _binary(np.matmul), _binary(np.matmul, is_reflected=True)
    __eq__, __ne__ = _binary(np.equal), _binary(np.not_equal)
    __iadd__, __isub__ = _in_place(np.add, "+="), _in_place(np.subtract, "-=")
    __imul__, __itruediv__ = _in_place(np.multiply, "*="), _in_place(np.divide, "/=")
    __ipow__, __imatmul__ = _in_place(np.power, "**="), _in_place(np.matmul, "@=")
    __neg__, __pos__, __abs__ = _unary(np.negative), _unary(np.positive), _unary(np.absolute)
    __lt__ = __le__ = __gt__ = __ge__ = _instead("comparison", _ORDER)

    # -- what would need the elements -----------------------------------------------------------

    def _elements(self, what: str, advice: str) -> Any:
        """Returns the array or the scalar that NumPy has in place of this tracer.

        Raises:
            TraceError: an argument decides what the elements are.
        """
        if are_known(self._recording, self):
            return real_of(self._recording, self)
        ask(what, self._re, self._im)
        self._recording.try_again(1, is_new=spread(sys._getframe(2)))
        raise self._refusal(what, advice)

    def __array__(self, dtype: Any = None, copy: Any = None) -> Any:
        """Returns the elements, which nobody may write to unless it is a copy."""
        recording = self._recording
        if are_known(recording, self):
            found = np.array(real_of(recording, self), dtype)
            found.flags.writeable = bool(copy)
            return found
        ask("a NumPy array", self._re, self._im)
        is_new = spread(sys._getframe(1))
        recording.try_again(recording.level if is_new else 2, is_new=is_new)
        raise self._refusal(
            "use as a NumPy array",
            "join a list of traced values by np.stack, or compute it outside of the function",
        )

    def __bool__(self) -> bool:
        """Returns the truth of one element, which a branch may have to be traced for."""
        if self.size != 1 or are_known(self._recording, self):
            return bool(self._elements("bool()", _WHERE))
        ask("bool()", self._re, self._im)
        test: Any = self != 0
        return self._recording.truth(test.read(), self._refusal("bool()", _WHERE))

    def __complex__(self) -> complex:
        """Returns one number; NumPy asks for it when one is assigned to elements."""
        self._recording.try_again(2)
        return complex(self._elements("complex()", _STATIC))

    __int__ = through(int, "int()", _STATIC)
    __float__ = through(float, "float()", "write .real; " + _STATIC)
    __contains__ = through(operator.contains, "`in`", "use np.any(z == value)")
    __reduce__ = method_of("__reduce__", "pickling", "return .real and .imag from the function")
    item = method_of("item", ".item()", _STATIC)
    tolist = method_of("tolist", ".tolist()", _OUTSIDE)
    tobytes = method_of("tobytes", ".tobytes()", _OUTSIDE)

    @property  # type: ignore[misc]
    def __class__(self) -> Any:  # pyright: ignore[reportIncompatibleMethodOverride]
        if self._re._weak is not None:
            return complex
        return self.dtype.type if self._re.is_number and not self._re.is_array else np.ndarray

    def fill(self, value: Any) -> None:
        """Writes one number to all elements."""
        self[...] = value

    # -- protocols of NumPy ---------------------------------------------------------------------

    def __array_ufunc__(self, ufunc: np.ufunc, method: str, *inputs: Any, **options: Any) -> Any:
        if not MASKED.isdisjoint(map(type, inputs)):
            return NotImplemented
        return call_ufunc(self._recording, ufunc, method, inputs, options)

    def __array_function__(
        self, function: Callable[..., Any], types: Any, args: Any, kwargs: Any
    ) -> Any:
        if not MASKED.isdisjoint(types):
            return NotImplemented
        return call_function_of_pairs(self._recording, function, args, kwargs)

    # -- parts and indexing ---------------------------------------------------------------------

    @property
    def real(self) -> Any:
        """The real part, a view."""
        return seen(self._re)

    @real.setter
    def real(self, value: Any) -> None:
        indexing.assign(self._recording, self._re, ..., value)

    @property
    def imag(self) -> Any:
        """The imaginary part, a view."""
        return seen(self._im)

    @imag.setter
    def imag(self, value: Any) -> None:
        indexing.assign(self._recording, self._im, ..., value)

    def __getitem__(self, key: Any) -> Any:
        recording = self._recording
        parts = [indexing.get(recording, part, key) for part in (self._re, self._im)]
        if isinstance(parts[0], Masked):
            whole = paired(recording, *[part.whole for part in parts])
            return MaskedPair(recording, whole, parts[0].mask)
        return paired(recording, *[cell_of(recording, part) for part in parts])

    def __setitem__(self, key: Any, value: Any) -> None:
        recording = self._recording
        recording.begin()
        if isinstance(value, Masked):
            whole = as_pair(recording, value.whole, self._re.read().dtype)
            for part, one in ((self._re, whole._re), (self._im, whole._im)):
                indexing.assign(recording, part, key, Masked(recording, one, value.mask))
            return
        given = as_pair(recording, value, self._re.read().dtype)
        new = [recording.kind(recording, part.read()) for part in (given._re, given._im)]
        for part, one in zip((self._re, self._im), new, strict=True):
            indexing.assign(recording, part, key, one)

    # -- methods --------------------------------------------------------------------------------

    @property
    def T(self) -> Any:  # noqa: N802
        """A view with the axes reversed."""
        return paired(self._recording, *[part.T for part in self._both()])

    @property
    def mT(self) -> Any:  # noqa: N802
        """A view with the last two axes swapped."""
        return paired(self._recording, *[part.mT for part in self._both()])

    def _both(self) -> tuple[Any, Any]:
        return self._re, self._im

    @property
    def flat(self) -> Any:
        """The elements in one dimension."""
        return paired(self._recording, *[part.flat for part in self._both()])

    @flat.setter
    def flat(self, values: Any) -> None:
        self.flat[...] = values

    def astype(self, dtype: Any, *_: Any, **options: Any) -> Any:
        """Returns the elements in another complex dtype, or as bools."""
        del options
        asked = np.dtype(dtype)
        if asked.kind == "b":
            return elementwise(self._recording, np.not_equal, (self, 0))
        if asked.kind != "c":
            refuse(self._recording, f".astype({asked})", [self], "write .real.astype(dtype)")
        return cast(self._recording, self, asked)

    def __getattr__(self, name: str) -> Any:
        """Finds the methods that do the same with both parts, or are functions of NumPy."""
        if name in _OF_BOTH:

            def apply(*args: Any, **options: Any) -> Any:
                parts = [getattr(x, name)(*args, **options) for x in (self._re, self._im)]
                return both(self._recording, *parts)

            return apply
        if name in _OF_REAL:
            return getattr(self._re, name)
        function = _FUNCTIONS.get(name)
        if function is None:
            is_known = hasattr(np.ndarray, name) and not name.startswith("__")
            advice = "cannot be traced; write it with others" if is_known else "does not exist"
            raise MissingError(self._recording.text(f".{name} of a complex array: it {advice}"))

        def method(*args: Any, **options: Any) -> Any:
            if isinstance(function, np.ufunc):
                return call_ufunc(self._recording, function, "__call__", (self, *args), options)
            return call_function_of_pairs(self._recording, function, (self, *args), options)

        return method


_OF_BOTH = frozenset((
    "copy", "__copy__", "__deepcopy__", "flatten", "ravel", "reshape", "squeeze", "swapaxes",
    "transpose", "view",
))  # fmt: skip
_OF_REAL = frozenset(("base", "data", "device", "flags"))
_FUNCTIONS: dict[str, Any] = {
    name: getattr(np, name)
    for name in (
        "all", "any", "conj", "conjugate", "cumsum", "diagonal", "dot", "mean", "repeat", "round",
        "std", "sum", "take", "trace", "var",
    )
}  # fmt: skip
