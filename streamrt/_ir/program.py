"""Programs: what a traced function computes, as values that are made of other values.

A program is a graph without cycles. Equal values are one object: the builder looks each one up
before it makes it (hash consing), so common subexpressions are found while a program is built. The
shape of each value is known and made of plain integers. A value never changes.

    builder = Builder()
    x = builder.parameter("f32", (4, 8))
    y = builder.apply("multiply", x, builder.full(2.0, "f32", x.shape))
    program = builder.finish([y])

A constant that is one number repeated is a scalar constant under a `broadcast`. An array constant
with more elements is an operand of its own, never text in a kernel.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from math import prod
from typing import TYPE_CHECKING, Any

import numpy as np

from streamrt._compile.signatures.dtypes import DTYPES, DType, from_numpy
from streamrt._core.values import MOST_ELEMENTS
from streamrt._ir.called import result_of
from streamrt._ir.limits import LIMITS, Limits, TooMuchError
from streamrt._ir.ops import BY_NAME, Op, computes
from streamrt._ir.values import Attributes, Shape, Value

if TYPE_CHECKING:
    from streamrt._ir.traced_loops import TracedLoop

__all__ = ["Attributes", "Builder", "Program", "Shape", "TooLargeError", "Value"]

_asarray = np.asarray  # not what stands for it while a thread traces


@dataclass(frozen=True, slots=True, eq=False)
class Program:
    """The computation of a function's results from its parameters.

    Attributes:
        parameters: the parameters, in order; also those that nothing uses.
        results: the values that it returns. One may stand there twice, or be a parameter.
        loops: its loops and branches; each comes after those that it needs, or that are part of it.
            Passes, fusion and the interpreter take programs without any.
    """

    parameters: tuple[Value, ...]
    results: tuple[Value, ...]
    loops: tuple[TracedLoop, ...] = ()
    _order: list[Value] = field(default_factory=list["Value"], init=False, repr=False)

    def values(self) -> Sequence[Value]:
        """Returns every value that the results need, operands first, each once.

        The result of a loop needs all that the loop begins with, and what its turns make.
        """
        if not self._order:
            needs: dict[Value, tuple[Value, ...]] = {}
            for loop in self.loops:
                needs |= dict.fromkeys(loop.results, (*loop.outer, *loop.inners, *loop.body))
            self._order.extend(_in_order(self.results, needs))
        return self._order


def _in_order(
    results: Sequence[Value], needs: Mapping[Value, tuple[Value, ...]]
) -> Iterable[Value]:
    """Returns the values that others are made of, and then these."""
    done: dict[Value, None] = {}
    stack: list[Value | None] = [*reversed(results)]
    while stack:
        value = stack.pop()
        if value is None:  # the operands of the one below are done
            value = stack.pop()
            assert value is not None
            done[value] = None
        elif value not in done:
            operands = value.operands or needs.get(value, ())
            if operands:
                stack += (value, None)
                stack += operands[::-1]
            else:
                done[value] = None
    return done


_BROADCAST, _CONSTANT = BY_NAME["broadcast"], BY_NAME["constant"]


class TooLargeError(ValueError):
    """A value has more elements than the memory of any machine."""


class Builder:
    """Makes the values of one program."""

    def __init__(self, before: Program | None = None, limits: Limits = LIMITS) -> None:
        """Begins a program.

        Args:
            before: a program whose parameters it has, and of which it takes values over.
            limits: what the program may have at most.
        """
        self._limits: Limits = limits
        self._known: dict[tuple[Any, ...], Value] = {}
        self._parameters: list[Value] = [] if before is None else [*before.parameters]
        self._loops: list[TracedLoop] = []
        self._inners: int = 0
        self._made: int = 0
        self._constants: int = 0
        if before is not None:
            last = [value.number for value in (*before.parameters, *before.results)]
            self._made = max(last, default=-1) + 1  # operands have smaller numbers
        self._most: int = self._made + limits.values
        self.site: str = ""
        """The place in the user's source that values made from now on come from."""

    def parameter(self, dtype: str, shape: Sequence[int], *, is_scalar: bool = False) -> Value:
        """Makes the next parameter: an array, or a scalar that is passed by value.

        Raises:
            ValueError: kernels have no such scalar.
        """
        if is_scalar and dtype == "f16":
            raise ValueError("a parameter is a scalar of f16; pass an f32, and cast it")
        attributes = (len(self._parameters), is_scalar)
        value = self._value(BY_NAME["parameter"], (), attributes, DTYPES[dtype], tuple(shape))
        self._parameters.append(value)
        return value

    def inner(self, dtype: DType, shape: Sequence[int], name: str) -> Value:
        """Returns a new value that a loop gives its elements; no other one equals it.

        Args:
            dtype: of its elements.
            shape: its extents.
            name: what messages call it, as in `the carry of streamrt.scan`.
        """
        self._inners += 1
        return self._value(BY_NAME["inner"], (), (self._inners, name), dtype, tuple(shape))

    def add_loop(self, loop: TracedLoop) -> None:
        """Adds a loop, after those that are part of it."""
        self._loops.append(loop)

    def constant(self, array: np.ndarray[Any, Any] | np.generic) -> Value:
        """Returns a constant. NaNs and zeros are told apart by their bits.

        Raises:
            TypeError: programs have no such dtype.
        """
        given = _asarray(array)
        dtype = from_numpy(given.dtype)
        if dtype is None:
            raise TypeError(f"programs have no {given.dtype}")
        return self._value(_CONSTANT, (), (given.tobytes(),), dtype, given.shape)

    def constant_of(self, data: bytes, dtype: DType, shape: Shape) -> Value:
        """Returns a constant with these bytes, which are not copied."""
        return self._value(_CONSTANT, (), (data,), dtype, shape)

    def full(self, number: object, dtype: str, shape: Sequence[int] = ()) -> Value:
        """Returns an array of one number: a scalar constant, broadcast if it has a shape."""
        scalar = self.constant(_asarray(number, DTYPES[dtype].numpy))
        return self.broadcast(scalar, tuple(shape)) if shape else scalar

    def apply(
        self,
        op: str | Op,
        *operands: Value,
        attributes: Attributes = (),
        dtype: str | None = None,
    ) -> Value:
        """Returns the value of an operation.

        Args:
            op: the operation, or its name.
            operands: elementwise ones have one shape.
            attributes: as ops.py lists them: plain integers, and tuples of these.
            dtype: of the result, for a cast.

        Raises:
            ValueError: the operands do not fit the operation. Whoever builds a program checks what
                users pass, so this is a defect there.
        """
        known = BY_NAME[op] if isinstance(op, str) else op
        if known.group == "call":
            name, shape = result_of(known.name, operands, attributes)
            return self._value(known, operands, attributes, DTYPES[name], shape)
        found = _dtype_of(known, operands, dtype)
        return self._value(
            known, operands, attributes, found, _shape_of(known, operands, attributes)
        )

    def elementwise(self, op: Op, operands: tuple[Value, ...], dtype: DType, shape: Shape) -> Value:
        """Returns the value of an elementwise operation of operands that are known to fit."""
        return self._value(op, operands, (), dtype, shape)

    def broadcast(self, value: Value, shape: Shape) -> Value:
        """Returns a value in a shape to which it is known to fit."""
        return self._value(_BROADCAST, (value,), (shape,), value.dtype, shape)

    def iota(self, shape: Sequence[int], axis: int) -> Value:
        """Returns an i64 array that holds the index along one axis."""
        attributes = (tuple(shape), axis)
        return self._value(BY_NAME["iota"], (), attributes, DTYPES["i64"], tuple(shape))

    def again(self, value: Value, operands: Sequence[Value]) -> Value:
        """Returns a value of another program, which is no parameter, with operands of this one."""
        return self._value(value.op, tuple(operands), value.attributes, value.dtype, value.shape)

    def take_over(self, value: Value) -> Value:
        """Returns a value of the program before, whose operands are taken over, too.

        It is another one if an equal value was made in the meantime.
        """
        key = (value.op.number, value.operands, value.attributes, value.dtype.name, value.shape)
        return self._known.setdefault(key, value)

    def finish(self, results: Sequence[Value]) -> Program:
        """Returns the program with these results."""
        return Program(tuple(self._parameters), tuple(results), tuple(self._loops))

    def _value(
        self,
        op: Op,
        operands: tuple[Value, ...],
        attributes: Attributes,
        dtype: DType,
        shape: Shape,
    ) -> Value:
        key = (op.number, operands, attributes, dtype.name, shape)  # values equal themselves alone
        found = self._known.get(key)
        if found is None:
            elements = prod(shape) or prod(e or 1 for e in shape)
            if elements >= MOST_ELEMENTS:
                raise TooLargeError(f"an array of shape {list(shape)}; no machine has that memory")
            limits = self._limits
            if (
                self._made >= self._most
                or len(operands) > limits.operands
                or len(shape) > limits.axes
                or (op is _CONSTANT and self._constants >= limits.constants)
            ):
                raise self._beyond(op, operands, shape)
            self._constants += op is _CONSTANT
            found = Value(op, operands, attributes, dtype, shape, self._made, self.site)
            self._known[key] = found
            self._made += 1
        return found

    def _beyond(self, op: Op, operands: tuple[Value, ...], shape: Shape) -> TooMuchError:
        """Returns the error of a value that is beyond a limit."""
        limits = self._limits
        if self._made >= self._most:
            text = f"it has more than {limits.values:,} operations"
        elif len(operands) > limits.operands:
            text = f"{op} of {len(operands):,} arrays; {limits.operands:,} is the most"
        elif len(shape) > limits.axes:
            text = f"{op} of {len(shape)} dimensions; {limits.axes} is the most"
            return TooMuchError(text, self.site, len(shape))
        else:
            text = f"it has more than {limits.constants:,} constants"
        return TooMuchError(text, self.site)


def _dtype_of(op: Op, operands: tuple[Value, ...], dtype: str | None) -> DType:
    """Returns the dtype of a result; refuses operands of several where one is needed."""
    values = operands[1:] if op.name == "where" else operands
    if op.name == "where" and operands[0].dtype.name != "bool":
        raise ValueError(f"where: its condition is {operands[0]}")
    if len(operands) > 1 and len({value.dtype.name for value in values}) > 1:
        raise ValueError(f"{op}: its operands are {', '.join(map(str, operands))}")
    if computes(op) and values[-1].dtype.name == "f16":
        raise ValueError(f"{op}: its operands are {', '.join(map(str, operands))}; cast to f32")
    if op.result == "given":
        if dtype is None:
            raise ValueError(f"{op}: no dtype was given")
        return DTYPES[dtype]
    return values[-1].dtype if op.result == "same" else DTYPES[op.result]


def _shape_of(op: Op, operands: tuple[Value, ...], attributes: Attributes) -> Shape:
    if op.is_elementwise:
        if len({value.shape for value in operands}) != 1:
            raise ValueError(f"{op}: its operands are {', '.join(map(str, operands))}")
        return operands[0].shape
    return _SHAPES[op.name if op.group != "reduce" else "reduce"](operands, attributes)


def _reshaped(operands: tuple[Value, ...], attributes: Attributes) -> Shape:
    shape: Shape = attributes[0]
    if prod(shape) != operands[0].size:
        raise ValueError(f"reshape: {operands[0]} to {shape}")
    return tuple(shape)


def _transposed(operands: tuple[Value, ...], attributes: Attributes) -> Shape:
    axes: Shape = attributes[0]
    if sorted(axes) != list(range(len(operands[0].shape))):
        raise ValueError(f"transpose: {operands[0]} by {axes}")
    return tuple(operands[0].shape[axis] for axis in axes)


def _broadcast(operands: tuple[Value, ...], attributes: Attributes) -> Shape:
    shape: Shape = attributes[0]
    given = operands[0].shape
    fits = all(n in (1, m) for n, m in zip(reversed(given), reversed(shape), strict=False))
    if len(given) > len(shape) or not fits:
        raise ValueError(f"broadcast: {operands[0]} to {shape}")
    return tuple(shape)


def _sliced(operands: tuple[Value, ...], attributes: Attributes) -> Shape:
    starts, steps, shape = attributes
    _check_slice("slice", operands[0], starts, steps, shape)
    return tuple(shape)


def _check_slice(what: str, of: Value, starts: Shape, steps: Shape, shape: Shape) -> None:
    if not len(of.shape) == len(starts) == len(steps) == len(shape):
        raise ValueError(f"{what}: {of} from {starts} by {steps} to {shape}")
    for extent, start, step, count in zip(of.shape, starts, steps, shape, strict=True):
        last = start + (count - 1) * step
        if count and not (0 <= start < extent and 0 <= last < extent and step):
            raise ValueError(f"{what}: {of} from {starts} by {steps} to {shape}")


def _concatenated(operands: tuple[Value, ...], attributes: Attributes) -> Shape:
    axis: int = attributes[0]
    first = operands[0].shape
    for value in operands:
        rest = value.shape[:axis] + value.shape[axis + 1 :]
        if len(value.shape) != len(first) or rest != first[:axis] + first[axis + 1 :]:
            raise ValueError(f"concatenate: {', '.join(map(str, operands))} along {axis}")
    return (*first[:axis], sum(value.shape[axis] for value in operands), *first[axis + 1 :])


def _updated(operands: tuple[Value, ...], attributes: Attributes) -> Shape:
    starts, steps = attributes
    _check_slice("update", operands[0], starts, steps, operands[1].shape)
    return operands[0].shape


def _product(operands: tuple[Value, ...], attributes: Attributes) -> Shape:
    del attributes
    left, right = operands[0].shape, operands[1].shape
    if len(left) < 2 or left[:-2] != right[:-2] or left[-1] != right[-2]:
        raise ValueError(f"matmul: {operands[0]} by {operands[1]}")
    return (*left[:-1], right[-1])


def _reduced(operands: tuple[Value, ...], attributes: Attributes) -> Shape:
    axes: Shape = attributes[0]
    shape = operands[0].shape
    if list(axes) != sorted(set(axes)) or not all(0 <= axis < len(shape) for axis in axes):
        raise ValueError(f"reduction of {operands[0]} over {axes}")
    return tuple(extent for axis, extent in enumerate(shape) if axis not in axes)


_SHAPES: dict[str, Callable[[tuple[Value, ...], Attributes], Shape]] = {
    "reshape": _reshaped,
    "transpose": _transposed,
    "broadcast": _broadcast,
    "slice": _sliced,
    "concatenate": _concatenated,
    "update": _updated,
    "matmul": _product,
    "reduce": _reduced,
}
