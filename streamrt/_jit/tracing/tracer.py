"""Tracers: the arrays that a traced function sees, which record what is done with them."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, NoReturn

import numpy as np

from streamrt._ir.program import Shape
from streamrt._jit.tracing import indexing, products, reductions, shaping
from streamrt._jit.tracing.cells import Cell
from streamrt._jit.tracing.elementwise import asked_dtype, call_ufunc, store
from streamrt._jit.tracing.hosted.generalised import call_generalised
from streamrt._jit.tracing.hosted.methods import call_method
from streamrt._jit.tracing.numpy_table import TABLE, refuse
from streamrt._jit.tracing.operators import (
    TAKEN,
    forward,
    in_place,
    power,
    power_in_place,
    reflected,
    unary,
)
from streamrt._jit.tracing.recording import MissingError, is_any, tuple_of
from streamrt._jit.tracing.reductions import REDUCTIONS
from streamrt._namespace import array_namespace
from streamrt.errors import TraceError

__all__ = ["Tracer"]


def _instead(what: str, advice: str) -> Callable[..., NoReturn]:
    """Returns a method that needs to know the elements, and so is refused."""

    def method(self: Any, *args: Any, **options: Any) -> NoReturn:
        del args, options
        raise self._refusal(what, advice)

    return method


def _static(advice: str = "") -> str:
    return "its value is not known while tracing" + (f"; {advice}" if advice else "")


_WHERE = "use np.where"
_NUMBER = "declare the argument static, or compute with arrays"


class Tracer(Cell):
    """A value of a traced function, with the operators and methods of NumPy's arrays."""

    __slots__ = ()
    __array_priority__ = 1000.0
    __hash__ = object.__hash__  # by identity: `==` compares elements

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

    def _refusal(self, what: str, advice: str) -> Exception:
        self.read()
        return self._recording.error(f"{what} of {self._origin()}; {advice}")

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
        return products.matmul(self._recording, self, other)

    def __rmatmul__(self, other: Any) -> Any:
        if not is_any(other, *TAKEN):
            return NotImplemented
        return products.matmul(self._recording, other, self)

    def __imatmul__(self, other: Any) -> Any:
        return store(self._recording, self, self @ other, "@=")

    # -- what would need the elements -----------------------------------------------------------

    __bool__ = _instead("bool()", _WHERE)
    __int__ = _instead("int()", f"use .astype(np.int64); {_static(_NUMBER)}")
    __float__ = _instead("float()", f"use NumPy's functions, as np.exp for math.exp; {_static()}")
    __complex__ = _instead("complex()", "programs have no complex numbers")
    __index__ = _instead("range(), or an index,", _static("declare the argument static"))
    __round__ = _instead("round()", "use np.round")
    __trunc__ = _instead("math.trunc()", "use np.trunc")
    __floor__ = _instead("math.floor()", "use np.floor")
    __ceil__ = _instead("math.ceil()", "use np.ceil")
    __contains__ = _instead("`in`", "use np.any(x == value)")
    __array__ = _instead(
        "use as a NumPy array",
        "leave np.array and np.asarray out, begin with np.zeros(shape, like=x), join with np.stack",
    )
    __deepcopy__ = _instead("deepcopy()", "use .copy()")
    __reduce__ = _instead("pickling", "return it from the function")
    item = _instead(".item()", _static("compute with arrays"))
    tolist = _instead(".tolist()", _static("return the array, and convert it outside"))
    tobytes = _instead(".tobytes()", _static("return the array, and convert it outside"))
    fill = _instead(".fill()", "write x[...] = value")
    nonzero = _instead(".nonzero()", "the shape would depend on values; use np.where(mask, x, y)")

    # -- protocols of NumPy ---------------------------------------------------------------------

    def __array_ufunc__(self, ufunc: np.ufunc, method: str, *inputs: Any, **options: Any) -> Any:
        recording = self._recording
        if method == "__call__":
            product = products.BY_UFUNC.get(ufunc)
            if product is not None:
                return product(recording, *inputs, **options)
            if ufunc.signature is not None:
                return call_generalised(recording, ufunc, inputs, options)
            return call_ufunc(recording, ufunc, inputs, options)
        if method == "reduce" and ufunc in REDUCTIONS:
            options.setdefault("axis", 0)
            options["out"] = tuple_of(options.pop("out", None))[0]
            return reductions.reduce(recording, REDUCTIONS[ufunc], *inputs, **options)
        if method == "outer" and not options:
            return products.outer(recording, ufunc, *inputs)
        return call_method(recording, ufunc, method, inputs, options)

    def __array_function__(
        self, function: Callable[..., Any], types: Any, args: Any, kwargs: Any
    ) -> Any:
        del types
        self.read()
        found = TABLE.get(function)
        if found is None:
            return refuse(self._recording, function)
        try:
            return found(self._recording, *args, **kwargs)
        except TypeError as error:
            if isinstance(error, TraceError) or " argument" not in str(error):
                raise
            raise self._recording.error(
                f"np.{function.__name__}: {error}; leave out what cannot be traced"
            ) from None

    def __array_namespace__(self, *, api_version: str | None = None) -> Any:
        """Returns `streamrt.array_api`, whose functions take tracers, too."""
        del api_version
        return array_namespace()

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
        """The array itself, because no program has complex numbers."""
        return self

    @property
    def flat(self) -> NoReturn:
        """Nothing: it is refused."""
        raise self._refusal(".flat", "use .reshape(-1)")

    def astype(self, dtype: Any, *_: Any, copy: bool = True, **options: Any) -> Any:
        """Returns the elements in another dtype."""
        del options
        recording = self._recording
        recording.begin()
        value = self.read()
        wanted = asked_dtype(recording, dtype)
        if wanted is value.dtype and not copy:
            return self
        made = recording.kind(recording, recording.cast(value, wanted), self._is_dense)
        return made.as_array() if self.is_array else made

    def copy(self, *_: Any, **options: Any) -> Any:
        """Returns a copy, which may be written to."""
        del options
        made = self._recording.kind(self._recording, self.read(), True, self._weak)
        return made.as_array() if self.is_array else made

    __copy__ = copy

    def reshape(self, *shape: Any, order: Any = "C", copy: Any = None) -> Any:
        """Returns the elements in another shape."""
        asked = shape[0] if len(shape) == 1 else shape
        source = self.copy() if copy else self
        return shaping.reshape(self._recording, source, asked, order)

    def view(self, *args: Any, **options: Any) -> Any:
        """Returns a view of all elements; bytes cannot be seen in another dtype."""
        if args or options:
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
            raise MissingError(self._recording.text(f".{name} of {self._value}: it {advice}"))

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
