"""Tracers: the arrays that a traced function sees, which record what is done with them."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, NoReturn

import numpy as np

from streamrt._ir.program import Shape
from streamrt._jit import indexing, products, reductions, shaping
from streamrt._jit.cells import Cell
from streamrt._jit.elementwise import asked_dtype, call_ufunc, elementwise, store
from streamrt._jit.numpy_table import TABLE, refuse
from streamrt._jit.recording import MissingError, is_any, tuple_of
from streamrt._jit.reductions import REDUCTIONS
from streamrt._runtime.buffer import Buffer
from streamrt.errors import TraceError

__all__ = ["Tracer"]

_TAKEN = (Cell, np.ndarray, np.generic, Buffer, bool, int, float, complex, list)
_WEAK_OF_KIND: dict[str, type] = {"f": float, "i": int, "b": bool}


def _is_weak(thing: Any) -> bool:
    """Returns whether it stands for a Python number."""
    return thing._weak is not None if isinstance(thing, Cell) else type(thing) in (bool, int, float)


def _binary(ufunc: np.ufunc, left: Any, right: Any) -> Any:
    """Returns the result of an operator; Python numbers among themselves give Python numbers."""
    if not (is_any(left, *_TAKEN) and is_any(right, *_TAKEN)):
        return NotImplemented
    tracer: Any = left if is_any(left, Tracer) else right
    recording = tracer._recording
    if tracer._weak is None or not (_is_weak(left) and _is_weak(right)):
        return elementwise(recording, ufunc, (left, right))[0]
    if ufunc is np.power and not (type(right) is int and right >= 0):
        raise recording.error("power of two Python numbers: declare them static, or use an array")
    if ufunc not in _OF_BOOLS:  # True + True is 2 in Python
        left, right = (_as_number(each) for each in (left, right))
    (made,) = elementwise(recording, ufunc, (left, right))
    made._weak = _WEAK_OF_KIND[made._value.dtype.kind]
    return made


_OF_BOOLS = frozenset((
    np.bitwise_and, np.bitwise_or, np.bitwise_xor, np.less, np.less_equal, np.greater,
    np.greater_equal, np.equal, np.not_equal,
))  # fmt: skip


def _as_number(thing: Any) -> Any:
    if not isinstance(thing, Cell):
        return int(thing) if type(thing) is bool else thing
    if thing._weak is not bool:
        return thing
    recording = thing._recording
    made = recording.builder.apply("cast", thing.read(), dtype="i64")
    return recording.kind(recording, made, True, int)


def _forward(ufunc: np.ufunc) -> Callable[[Any, Any], Any]:
    def method(self: Any, other: Any) -> Any:
        return _binary(ufunc, self, other)

    return method


def _reflected(ufunc: np.ufunc) -> Callable[[Any, Any], Any]:
    def method(self: Any, other: Any) -> Any:
        return _binary(ufunc, other, self)

    return method


def _in_place(ufunc: np.ufunc, symbol: str) -> Callable[[Any, Any], Any]:
    def method(self: Any, other: Any) -> Any:
        made = _binary(ufunc, self, other)
        if made is NotImplemented or self.is_number:
            return made
        return store(self._recording, self, made, symbol)

    return method


def _unary(ufunc: np.ufunc) -> Callable[[Any], Any]:
    def method(self: Any) -> Any:
        (made,) = elementwise(self._recording, ufunc, (self,))
        if self._weak is not None:
            made._weak = _WEAK_OF_KIND[made._value.dtype.kind]
        return made

    return method


def _instead(what: str, advice: str) -> Callable[..., NoReturn]:
    """Returns a method that needs to know the elements, and so is refused."""

    def method(self: Any, *args: Any, **options: Any) -> NoReturn:
        del args, options
        raise self._refusal(what, advice)

    return method


def _power(self: Any, exponent: Any) -> Any:
    """Returns a power; NumPy's operator takes cheaper functions for some exponents."""
    if type(exponent) in (int, float) and self._weak is None:
        cheap = _CHEAP_POWERS.get(exponent)
        # NumPy's scalars have no such shortcut, which shows in the dtype of a bool's square. An
        # argument without dimensions counts as an array.
        is_scalar = self.is_number and self._value.op.name != "parameter"
        is_square = cheap is np.square and type(exponent) is int and not is_scalar
        if cheap is not None and (self._value.dtype.kind == "f" or is_square):
            return elementwise(self._recording, cheap, (self,))[0]
    return _binary(np.power, self, exponent)


def _power_in_place(self: Any, exponent: Any) -> Any:
    made = _power(self, exponent)
    if made is NotImplemented or self.is_number:
        return made
    return store(self._recording, self, made, "**=")


_CHEAP_POWERS = {2: np.square, 0.5: np.sqrt, -1: np.reciprocal, 1: np.positive}


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

    __add__, __radd__ = _forward(np.add), _reflected(np.add)
    __sub__, __rsub__ = _forward(np.subtract), _reflected(np.subtract)
    __mul__, __rmul__ = _forward(np.multiply), _reflected(np.multiply)
    __truediv__, __rtruediv__ = _forward(np.true_divide), _reflected(np.true_divide)
    __floordiv__, __rfloordiv__ = _forward(np.floor_divide), _reflected(np.floor_divide)
    __mod__, __rmod__ = _forward(np.remainder), _reflected(np.remainder)
    __and__, __rand__ = _forward(np.bitwise_and), _reflected(np.bitwise_and)
    __or__, __ror__ = _forward(np.bitwise_or), _reflected(np.bitwise_or)
    __xor__, __rxor__ = _forward(np.bitwise_xor), _reflected(np.bitwise_xor)
    __lshift__, __rlshift__ = _forward(np.left_shift), _reflected(np.left_shift)
    __rshift__, __rrshift__ = _forward(np.right_shift), _reflected(np.right_shift)
    __pow__, __rpow__ = _power, _reflected(np.power)
    __lt__, __le__ = _forward(np.less), _forward(np.less_equal)
    __gt__, __ge__ = _forward(np.greater), _forward(np.greater_equal)
    __eq__, __ne__ = _forward(np.equal), _forward(np.not_equal)
    __iadd__, __isub__ = _in_place(np.add, "+="), _in_place(np.subtract, "-=")
    __imul__ = _in_place(np.multiply, "*=")
    __itruediv__ = _in_place(np.true_divide, "/=")
    __ifloordiv__ = _in_place(np.floor_divide, "//=")
    __imod__ = _in_place(np.remainder, "%=")
    __iand__, __ior__ = _in_place(np.bitwise_and, "&="), _in_place(np.bitwise_or, "|=")
    __ixor__ = _in_place(np.bitwise_xor, "^=")
    __ilshift__ = _in_place(np.left_shift, "<<=")
    __irshift__ = _in_place(np.right_shift, ">>=")
    __ipow__ = _power_in_place
    __neg__, __pos__ = _unary(np.negative), _unary(np.positive)
    __abs__, __invert__ = _unary(np.absolute), _unary(np.invert)

    def __divmod__(self, other: Any) -> Any:
        return self // other, self % other

    def __rdivmod__(self, other: Any) -> Any:
        return other // self, other % self

    def __matmul__(self, other: Any) -> Any:
        if not is_any(other, *_TAKEN):
            return NotImplemented
        return products.matmul(self._recording, self, other)

    def __rmatmul__(self, other: Any) -> Any:
        if not is_any(other, *_TAKEN):
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
    sort = _instead(".sort()", "programs have no sort; sort outside")
    argsort = _instead(".argsort()", "programs have no sort; sort outside")
    nonzero = _instead(".nonzero()", "the shape would depend on values; use np.where(mask, x, y)")
    cumsum = _instead(".cumsum()", "programs have no cumsum yet")
    cumprod = _instead(".cumprod()", "programs have no cumprod yet")
    take = _instead(".take()", "programs have no take yet")

    # -- protocols of NumPy ---------------------------------------------------------------------

    def __array_ufunc__(self, ufunc: np.ufunc, method: str, *inputs: Any, **options: Any) -> Any:
        recording = self._recording
        if method == "__call__":
            product = products.BY_UFUNC.get(ufunc)
            if product is not None:
                return product(recording, *inputs, **options)
            return call_ufunc(recording, ufunc, inputs, options)
        if method == "reduce" and ufunc in REDUCTIONS:
            options.setdefault("axis", 0)
            options["out"] = tuple_of(options.pop("out", None))[0]
            return reductions.reduce(recording, REDUCTIONS[ufunc], *inputs, **options)
        if method == "outer" and not options:
            return products.outer(recording, ufunc, *inputs)
        raise recording.error(
            f"np.{ufunc.__name__}.{method} of {self._origin()}: programs do not have it; write it "
            "with slices and np.concatenate, or compute it outside"
        )

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
        return made if self.is_number else made.as_array()

    def copy(self, *_: Any, **options: Any) -> Any:
        """Returns a copy, which may be written to."""
        del options
        made = self._recording.kind(self._recording, self.read(), True, self._weak)
        return made if self.is_number else made.as_array()

    __copy__ = copy

    def reshape(self, *shape: Any, order: Any = "C", copy: Any = None) -> Any:
        """Returns the elements in another shape."""
        del copy
        asked = shape[0] if len(shape) == 1 else shape
        return shaping.reshape(self._recording, self, asked, order)

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
        "clip", "round", "dot", "ptp", "repeat", "trace", "diagonal",
    )
    if getattr(np, name) in TABLE
} | {"conj": np.real, "conjugate": np.real}  # fmt: skip
