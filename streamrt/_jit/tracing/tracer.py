"""Tracers: the arrays that a traced function sees, which record what is done with them."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any, NoReturn

import numpy as np

from streamrt._compile.signatures.layout import dense_strides
from streamrt._ir.program import Shape
from streamrt._jit.tracing import indexing
from streamrt._jit.tracing.complex_tracer import ComplexTracer
from streamrt._jit.tracing.complexes import calls as of_pairs
from streamrt._jit.tracing.complexes.masked_pairs import MASKED
from streamrt._jit.tracing.complexes.pairs import cast, stored
from streamrt._jit.tracing.elements import Elements
from streamrt._jit.tracing.elementwise import call_ufunc
from streamrt._jit.tracing.hosted.generalised import call_generalised
from streamrt._jit.tracing.hosted.methods import call_method
from streamrt._jit.tracing.numpy_table import TABLE
from streamrt._jit.tracing.numpys.functions import call_function
from streamrt._jit.tracing.operands import asked_dtype
from streamrt._jit.tracing.operators import (
    TAKEN,
    forward,
    in_place,
    power,
    power_in_place,
    reflected,
    unary,
)
from streamrt._jit.tracing.recording import ComplexError, MissingError, is_any, tuple_of
from streamrt._jit.tracing.rules import products, reductions, shaping
from streamrt._jit.tracing.rules.reductions import REDUCTIONS
from streamrt._namespace import array_namespace

__all__ = ["Tracer"]


class NoMemory:
    """Stands for the memory of a tracer: whoever asks how it lies learns to look elsewhere."""

    contiguous = c_contiguous = f_contiguous = False


class Flags:
    """Flags of an array, by attributes and by names, as NumPy has them."""

    def __init__(self, tracer: Tracer) -> None:
        is_flat = sum(extent != 1 for extent in tracer.shape) < 2
        self.c_contiguous: bool = tracer._is_dense
        self.fortran: bool = tracer._is_dense and is_flat
        self.contiguous: bool = tracer._is_dense
        self.f_contiguous: bool = tracer._is_dense and is_flat
        self.forc: bool = self.c_contiguous or self.f_contiguous
        self.fnc: bool = self.f_contiguous and not self.c_contiguous
        self.owndata: bool = not tracer.is_given
        self.writeable: bool = not tracer.is_given
        self.aligned: bool = True
        self.behaved: bool = self.writeable

    def __getitem__(self, name: str) -> bool:
        short = {"C": "c_contiguous", "F": "f_contiguous", "W": "writeable", "A": "aligned"}
        found: bool = getattr(self, short.get(name, name.lower()))
        return found


class Tracer(Elements):
    """A value of a traced function, with the operators and methods of NumPy's arrays."""

    __slots__ = ()
    __array_priority__ = 1000.0
    __hash__ = object.__hash__  # by identity: `==` compares elements
    pair = ComplexTracer

    # -- describing -----------------------------------------------------------------------------

    @property
    def shape(self) -> Shape:
        """The extents, as plain integers."""
        return self.read().shape

    @shape.setter
    def shape(self, shape: Any) -> NoReturn:
        raise self._refusal("assignment to .shape", "write x = x.reshape(shape)")

    @property
    def dtype(self) -> np.dtype[Any]:
        """The type of the elements."""
        return self.read().dtype.numpy

    @dtype.setter
    def dtype(self, dtype: Any) -> NoReturn:
        raise self._refusal("assignment to .dtype", "write x = x.astype(dtype)")

    @property
    def ndim(self) -> int:
        """The number of dimensions."""
        return len(self.read().shape)

    @property
    def size(self) -> int:
        """The number of elements."""
        return self.read().size

    @property
    def itemsize(self) -> int:
        """The bytes of one element."""
        return self.read().dtype.itemsize

    @property
    def nbytes(self) -> int:
        """The bytes of all elements."""
        return self.read().size * self.read().dtype.itemsize

    def __len__(self) -> int:
        shape = self.read().shape
        if not shape:
            raise self._recording.type_error(f"len() of {self._origin()}: it has no dimensions")
        return shape[0]

    def __iter__(self) -> Iterator[Any]:
        if not self.read().shape:
            raise self._recording.type_error(
                f"iteration over {self._origin()}: it has no dimensions"
            )
        return iter([self[k] for k in range(self.read().shape[0])])

    def __repr__(self) -> str:
        if not self._recording.is_open:
            return f"<tracer of {self._value}; its trace has ended>"
        self.read()
        return f"<tracer of {self._origin()}>"

    def __format__(self, spec: str) -> str:
        return repr(self)

    def _origin(self) -> str:
        return self._recording.origin(self.read())

    # -- operators ------------------------------------------------------------------------------

    __add__, __radd__ = forward(np.add), reflected(np.add)
    __sub__, __rsub__ = forward(np.subtract), reflected(np.subtract)
    __mul__, __rmul__ = forward(np.multiply), reflected(np.multiply)
    __truediv__, __rtruediv__ = forward(np.true_divide), reflected(np.true_divide)
    __floordiv__, __rfloordiv__ = forward(np.floor_divide), reflected(np.floor_divide)
    __mod__, __rmod__ = forward(np.remainder), reflected(np.remainder)
    __and__, __rand__ = forward(np.bitwise_and), reflected(np.bitwise_and)
    __or__, __ror__ = forward(np.bitwise_or), reflected(np.bitwise_or)
    __xor__, __rxor__ = forward(np.bitwise_xor), reflected(np.bitwise_xor)
    __lshift__, __rlshift__ = forward(np.left_shift), reflected(np.left_shift)
    __rshift__, __rrshift__ = forward(np.right_shift), reflected(np.right_shift)
    __pow__, __rpow__ = power, reflected(np.power)
    __lt__, __le__ = forward(np.less), forward(np.less_equal)
    __gt__, __ge__ = forward(np.greater), forward(np.greater_equal)
    __eq__, __ne__ = forward(np.equal), forward(np.not_equal)
    __iadd__, __isub__ = in_place(np.add, "+="), in_place(np.subtract, "-=")
    __imul__ = in_place(np.multiply, "*=")
    __itruediv__ = in_place(np.true_divide, "/=")
    __ifloordiv__ = in_place(np.floor_divide, "//=")
    __imod__ = in_place(np.remainder, "%=")
    __iand__, __ior__ = in_place(np.bitwise_and, "&="), in_place(np.bitwise_or, "|=")
    __ixor__ = in_place(np.bitwise_xor, "^=")
    __ilshift__ = in_place(np.left_shift, "<<=")
    __irshift__ = in_place(np.right_shift, ">>=")
    __ipow__ = power_in_place
    __neg__, __pos__ = unary(np.negative), unary(np.positive)
    __abs__, __invert__ = unary(np.absolute), unary(np.invert)

    def __divmod__(self, other: Any) -> Any:
        return self // other, self % other

    def __rdivmod__(self, other: Any) -> Any:
        return other // self, other % self

    def __matmul__(self, other: Any) -> Any:
        if not is_any(other, *TAKEN):
            return NotImplemented
        return self.__array_ufunc__(np.matmul, "__call__", self, other)

    def __rmatmul__(self, other: Any) -> Any:
        if not is_any(other, *TAKEN):
            return NotImplemented
        return self.__array_ufunc__(np.matmul, "__call__", other, self)

    def __imatmul__(self, other: Any) -> Any:
        return stored(self._recording, self, self @ other, "@=")

    # -- protocols of NumPy ---------------------------------------------------------------------

    def __array_ufunc__(self, ufunc: np.ufunc, method: str, *inputs: Any, **options: Any) -> Any:
        try:
            if len(inputs) == 1 and method == "__call__" and ufunc.signature is None:
                return call_ufunc(self._recording, ufunc, inputs, options)
            return self._call_ufunc(ufunc, method, inputs, options)
        except ComplexError:
            pass  # an error of what follows is not caused by this one
        return of_pairs.call_ufunc(self._recording, ufunc, method, inputs, options)

    def _call_ufunc(
        self, ufunc: np.ufunc, method: str, inputs: tuple[Any, ...], options: Mapping[str, Any]
    ) -> Any:
        recording = self._recording
        if not MASKED.isdisjoint(map(type, inputs)):
            return NotImplemented
        if method == "__call__":
            if ufunc.signature is None:
                return call_ufunc(recording, ufunc, inputs, options)
            if (product := products.BY_UFUNC.get(ufunc)) is not None:
                return product(recording, *inputs, **options)
            return call_generalised(recording, ufunc, inputs, dict(options))
        if method == "reduce" and ufunc in REDUCTIONS:
            options = {"axis": 0, **options, "out": tuple_of(options.get("out"))[0]}
            return reductions.reduce(recording, REDUCTIONS[ufunc], *inputs, **options)
        if method == "outer" and not options:
            return products.outer(recording, ufunc, *inputs)
        return call_method(recording, ufunc, method, inputs, dict(options))

    def __array_function__(
        self, function: Callable[..., Any], types: Any, args: Any, kwargs: Any
    ) -> Any:
        self.read()
        if not MASKED.isdisjoint(types):
            return NotImplemented
        return call_function(self._recording, function, args, kwargs)

    def __array_wrap__(self, array: Any, context: Any = None, return_scalar: Any = False) -> Any:
        """Returns a result as it is: NumPy's own code asks for it."""
        del context, return_scalar
        return array

    def __array_namespace__(self, *, api_version: str | None = None) -> Any:
        """Returns NumPy; of a call with eager arrays `streamrt.array_api`, which takes tracers."""
        del api_version
        return array_namespace() if self._recording.caller.is_eager else np

    # -- indexing -------------------------------------------------------------------------------

    def __getitem__(self, key: Any) -> Any:
        return indexing.get(self._recording, self, key)

    def __setitem__(self, key: Any, value: Any) -> None:
        indexing.assign(self._recording, self, key, value)

    # -- methods --------------------------------------------------------------------------------

    @property
    def T(self) -> Any:  # noqa: N802
        """A view with the axes reversed."""
        return shaping.transpose(self._recording, self)

    @property
    def mT(self) -> Any:  # noqa: N802
        """A view with the last two axes swapped."""
        return shaping.swapaxes(self._recording, self, -1, -2)

    @property
    def real(self) -> Any:
        """The array itself."""
        return self

    @real.setter
    def real(self, value: Any) -> None:
        self[...] = value

    @property
    def imag(self) -> Any:
        """Zeros, which cannot be written to."""
        return self.__array_function__(np.imag, (), (self,), {})

    @property
    def flat(self) -> Any:
        """The elements in one dimension."""
        return self.reshape_to((self.read().size,))

    @flat.setter
    def flat(self, values: Any) -> None:
        self.reshape_to((self.read().size,))[...] = values  # type: ignore[index]

    @property
    def flags(self) -> Flags:
        """Facts about its memory, as far as they are known."""
        return Flags(self)

    @property
    def strides(self) -> Shape:
        """The bytes from element to element along each axis, of an array that is dense."""
        if not self._is_dense:
            raise self._refusal(".strides", "programs know no order in memory")
        return dense_strides(self.read().shape, self.read().dtype.itemsize)

    @property
    def device(self) -> str:
        """The device that NumPy's arrays name."""
        return "cpu"

    @property
    def data(self) -> NoMemory:
        """Something that says that it is not contiguous, because there is no memory yet."""
        return NoMemory()

    @property
    def base(self) -> None:
        """Nothing, as of an array that owns its memory."""
        return None

    def astype(self, dtype: Any, *_: Any, copy: bool = True, **options: Any) -> Any:
        """Returns the elements in another dtype."""
        del options
        recording = self._recording
        recording.begin()
        value = self.read()
        try:
            wanted = asked_dtype(recording, dtype)
        except ComplexError:
            return cast(recording, self, dtype)
        if wanted is value.dtype and not copy:
            return self
        made = recording.kind(recording, recording.cast(value, wanted), self._is_dense)
        return made.as_array() if self.is_array else made

    def copy(self, *_: Any, **options: Any) -> Any:
        """Returns a copy, which may be written to."""
        del options
        made = self._recording.kind(self._recording, self.read(), True, self._weak)
        return made.as_array() if self.is_array else made

    __copy__ = __deepcopy__ = copy

    def reshape(self, *shape: Any, order: Any = "C", copy: Any = None) -> Any:
        """Returns the elements in another shape."""
        asked = shape[0] if len(shape) == 1 else shape
        source = self.copy() if copy else self
        return shaping.reshape(self._recording, source, asked, order)

    def view(self, *args: Any, **options: Any) -> Any:
        """Returns a view of all elements; bytes cannot be seen in another dtype."""
        if args not in ((), (np.ndarray,), (self.dtype,)) or options:
            raise self._refusal(".view() with a dtype", "convert with .astype, or view it outside")
        return self.viewed(is_dense=self._is_dense)

    def ravel(self, order: Any = "C") -> Any:
        """Returns the elements in one dimension."""
        return shaping.ravel(self._recording, self, order)

    def flatten(self, order: Any = "C") -> Any:
        """Returns a copy of the elements in one dimension."""
        return self.ravel(order).copy()

    def transpose(self, *axes: Any) -> Any:
        """Returns a view with the axes in another order."""
        asked = None if not axes else axes[0] if len(axes) == 1 else axes
        return shaping.transpose(self._recording, self, asked)

    def swapaxes(self, axis1: Any, axis2: Any) -> Any:
        """Returns a view with two axes swapped."""
        return shaping.swapaxes(self._recording, self, axis1, axis2)

    def squeeze(self, axis: Any = None) -> Any:
        """Returns a view without axes of extent 1."""
        return shaping.squeeze(self._recording, self, axis)

    def sort(self, *args: Any, **options: Any) -> None:
        """Sorts the array in place."""
        made = self.__array_function__(np.sort, (), (self, *args), options)
        self.write(made.read(), ".sort()")

    def partition(self, *args: Any, **options: Any) -> None:
        """Partitions the array in place."""
        made = self.__array_function__(np.partition, (), (self, *args), options)
        self.write(made.read(), ".partition()")

    def __getattr__(self, name: str) -> Any:
        """Finds the methods that are functions of NumPy as well."""
        function = _METHODS.get(name)
        if function is None:
            is_known = hasattr(np.ndarray, name) and not name.startswith("__")
            advice = "cannot be traced; write it with others" if is_known else "does not exist"
            error = MissingError(self._recording.text(f".{name} of {self._value}: it {advice}"))
            if hasattr(np.ndarray, name):
                self._recording.missed = error
            raise error

        def method(*args: Any, **options: Any) -> Any:
            return self.__array_function__(function, (), (self, *args), options)

        return method


_METHODS: dict[str, Any] = {
    name: getattr(np, name)
    for name in (
        "sum", "prod", "mean", "var", "std", "max", "min", "any", "all", "argmax", "argmin",
        "clip", "round", "dot", "ptp", "repeat", "trace", "diagonal", "cumsum", "cumprod", "take",
        "argsort", "argpartition", "searchsorted",
    )
    if getattr(np, name) in TABLE
} | {"conj": np.real, "conjugate": np.real}  # fmt: skip
