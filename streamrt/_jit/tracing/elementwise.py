"""Calls of ufuncs in a trace: operands, promotion, broadcasting, `out=` and `where=`."""

from __future__ import annotations

import operator
from collections.abc import Sequence
from typing import Any, NamedTuple, TypeAlias, cast

import numpy as np

from streamrt._compile.signatures.dtypes import DTYPES, DType
from streamrt._ir.ops import Op
from streamrt._ir.program import Shape, Value
from streamrt._jit.sites import site
from streamrt._jit.tracing.cells import Cell, Pair
from streamrt._jit.tracing.promotion import Key, named, resolve
from streamrt._jit.tracing.recording import ComplexError, Recording, dtype_of, is_any, tuple_of
from streamrt._jit.tracing.special import erf
from streamrt._jit.tracing.ufunc_calls import rule_of
from streamrt._jit.tracing.ufunc_table import RULES, Rule, operation_of, rule_of_scipy, truth
from streamrt._jit.wrapped_arrays import Wrapped, unwrapped
from streamrt._runtime.buffer import Buffer

Operand: TypeAlias = "Value | int | float"
"""A value, or a Python number, which takes the dtype of the others."""

_COMPARISONS = {
    "less": operator.lt, "less_equal": operator.le, "greater": operator.gt,
    "greater_equal": operator.ge, "equal": operator.eq, "not_equal": operator.ne,
}  # fmt: skip


def operand_of(recording: Recording, thing: Any) -> tuple[Operand, Key, bool]:
    """Returns an operand, what promotion knows of it, and whether its elements are dense.

    Raises:
        TraceError: traces cannot hold it.
    """
    if isinstance(thing, Cell):
        if thing._recording is not recording:
            if not thing._recording.is_open:
                thing.read()
            raise recording.error(
                f"use of {thing._recording.origin(thing._value)}: it belongs to the trace of "
                f"{thing._recording.name}; pass it as an argument"
            )
        value = thing._value if thing._link is None and recording.is_open else thing.read()
        return value, thing._weak or value.dtype.name, thing._is_dense
    if isinstance(thing, Pair):
        raise ComplexError(recording.text(f"use of {thing._origin()} as real numbers; write .real"))
    kind: Any = cast("Any", type(thing))
    if kind is float or kind is int or kind is bool:
        return thing, kind, True
    if is_any(thing, np.ndarray, np.generic):
        value = recording.constant(thing)
        flags = thing.flags
        return value, value.dtype.name, bool(flags.c_contiguous)
    if isinstance(thing, Buffer | Wrapped):
        value = recording.capture(unwrapped(thing)).read()
        return value, value.dtype.name, True
    if isinstance(thing, bool | int | float):
        number = thing if isinstance(thing, bool) else operator.pos(thing)
        return number, int if isinstance(thing, int) else float, True
    if is_any(thing, list, tuple):
        return operand_of(recording, array_of(recording, thing))
    if isinstance(thing, complex):
        raise ComplexError(recording.text(f"use of {shown(thing)} as real numbers; write .real"))
    raise recording.type_error(f"use of {kind.__name__} as an array: {shown(thing)} is none")


def shown(thing: Any) -> str:
    """Returns a short form of an object for a message."""
    text = repr(thing)
    return text if len(text) <= 40 else text[:37] + "..."


def array_of(recording: Recording, things: Sequence[Any]) -> np.ndarray[Any, Any] | Cell:
    """Returns nested sequences as an array: one of NumPy's, or a traced one.

    Raises:
        TraceError: the shapes of traced parts differ.
    """
    parts = [array_of(recording, each) if is_any(each, list, tuple) else each for each in things]
    if any(is_any(each, Pair) for each in parts):
        raise ComplexError(recording.text("use of a list with complex values as real numbers"))
    if not any(is_any(each, Cell, Buffer, Wrapped) for each in parts):
        return np.asarray(things)
    builder = recording.builder
    values = [value_of(recording, each) for each in parts]
    shapes = {value.shape for value in values}
    if len(shapes) > 1:
        raise recording.value_error(f"a list of {', '.join(map(str, values))}: shapes differ")
    wanted = values[0].dtype
    for value in values[1:]:
        wanted = resolve(np.add, (wanted.name, value.dtype.name)).outputs[0]
    (shape,) = shapes
    rows = [
        builder.apply("reshape", recording.cast(value, wanted), attributes=((1, *shape),))
        for value in values
    ]
    made = rows[0] if len(rows) == 1 else builder.apply("concatenate", *rows, attributes=(0,))
    recording.check_shape(made.shape)
    return recording.kind(recording, made)


def value_of(recording: Recording, thing: Any) -> Value:
    """Returns a thing as a value; a Python number becomes i64 or f64 or bool."""
    operand, _, _ = operand_of(recording, thing)
    if isinstance(operand, Value):
        return operand
    return number_of(recording, operand, DTYPES[_OF_WEAK[type(operand)]])


_OF_WEAK: dict[type, str] = {bool: "bool", int: "i64", float: "f64"}


def cell_of(recording: Recording, thing: Any) -> Cell:
    """Returns a thing as a cell: a cell as it is, a constant or capture otherwise."""
    if isinstance(thing, Cell):
        operand_of(recording, thing)
        return thing
    recording.begin()
    if isinstance(thing, Buffer | Wrapped):
        return recording.capture(unwrapped(thing))
    return recording.kind.of_owner(recording, value_of(recording, thing), "a NumPy array")


def number_of(recording: Recording, number: float, dtype: DType) -> Value:
    """Returns a Python number of that dtype.

    Raises:
        TraceValueError: the dtype does not hold it.
    """
    try:
        return recording.number(number, dtype)
    except OverflowError as error:
        raise recording.value_error(f"use of {number}: {error}") from None


def shape_of(operand: Operand) -> Shape:
    """Returns the shape of an operand."""
    return operand.shape if isinstance(operand, Value) else ()


def common_shape(recording: Recording, what: str, shapes: Sequence[Shape]) -> Shape:
    """Returns the shape to which all can be broadcast.

    Raises:
        TraceValueError: none exists.
    """
    first = shapes[0]
    if all(shape == first or not shape for shape in shapes):
        return first
    try:
        return np.broadcast_shapes(*shapes)
    except ValueError:
        raise recording.value_error(
            f"{what} of shapes {', '.join(map(str, shapes))}: they cannot be broadcast together"
        ) from None


def prepared(recording: Recording, operand: Operand, dtype: DType, shape: Shape) -> Value:
    """Returns an operand as a value of that dtype and shape."""
    if not isinstance(operand, Value):
        operand = number_of(recording, operand, dtype)
    return recording.broadcast(recording.cast(operand, dtype), shape)


def elementwise(
    recording: Recording, ufunc: np.ufunc, things: Sequence[Any], dtype: DType | None = None
) -> list[Cell]:
    """Returns the results of a ufunc. Most of what a trace costs is spent here."""
    builder = recording.builder
    builder.site = site()
    operands: list[Operand] = []
    keys: list[Any] = [ufunc, dtype]
    shape: Shape = ()
    dense = True
    for thing in things:
        operand, key, is_dense = operand_of(recording, thing)
        operands.append(operand)
        keys.append(key)
        dense = dense and is_dense
        if type(operand) is Value and operand.shape != shape:
            shape = _joined_shape(recording, ufunc, shape, operand.shape)
    call = _CALLS.get(tuple(keys)) or _call_of(recording, ufunc, tuple(keys[2:]), dtype)
    if call.is_integer_power and 0 not in shape:
        _check_power(recording, operands[1])
    values: list[Value] = []
    try:
        for operand, wanted in zip(operands, call.inputs, strict=True):
            if type(operand) is not Value:
                operand = recording.number(operand, wanted, shape)
            elif operand.dtype is not wanted or operand.shape != shape:
                operand = recording.cast(operand, wanted)
                operand = operand if operand.shape == shape else builder.broadcast(operand, shape)
            values.append(operand)
    except OverflowError as error:
        return [_out_of_range(recording, ufunc, operands, error, shape)]
    if call.is_half:
        values = [recording.widened(value) for value in values]
    if call.op is not None:
        value = builder.elementwise(call.op, tuple(values), call.made, shape)
        value = value if call.made is call.outputs[0] else recording.cast(value, call.outputs[0])
        return [recording.kind(recording, value, dense)]
    results: tuple[Value, ...] = tuple_of(call.rule(builder, *values))
    return [
        recording.kind(recording, recording.cast(value, output), dense)
        for value, output in zip(results, call.outputs, strict=True)
    ]


class _Call(NamedTuple):
    """A ufunc of certain dtypes: an operation, or else a rule.

    NumPy computes what is f16 as f32, and rounds each result. So does a program: operands of f16
    are cast to f32, the operation makes an f32, and that is cast to f16 again.
    """

    inputs: tuple[DType, ...]
    outputs: tuple[DType, ...]
    op: Op | None
    rule: Rule
    is_integer_power: bool
    is_half: bool
    made: DType


def _no_rule(*_: Any) -> tuple[Value, ...]:
    """Stands where an operation needs no rule."""
    return ()


_CALLS: dict[tuple[Any, ...], _Call] = {}


def _call_of(
    recording: Recording, ufunc: np.ufunc, keys: tuple[Key, ...], dtype: DType | None
) -> _Call:
    """Returns how a ufunc is called with such operands, and remembers it."""
    resolved = resolve(np.sqrt if ufunc is erf else ufunc, keys, dtype)  # its own loop is Python's
    if resolved.refusal:
        raise recording.type_error(resolved.refusal)
    op = operation_of(ufunc, resolved.inputs)
    rule = RULES.get(ufunc) or rule_of_scipy(ufunc)
    half, single = DTYPES["f16"], DTYPES["f32"]
    is_half = half in resolved.inputs
    if op is None and rule is None:
        rule, is_half = rule_of(ufunc, resolved.inputs, resolved.outputs), False
        if rule is None:
            raise recording.error(
                f"{named(ufunc)}: programs do not have it, and no module has it by this name, "
                "so the host cannot call it; compute it outside, or by other ufuncs"
            )
    is_integer_power = ufunc is np.power and resolved.outputs[0].kind == "i"
    made = single if resolved.outputs[0] is half else resolved.outputs[0]
    found = _Call(
        resolved.inputs, resolved.outputs, op, rule or _no_rule, is_integer_power, is_half, made,
    )  # fmt: skip
    _CALLS[ufunc, dtype, *keys] = found
    return found


_SHAPES: dict[tuple[Shape, Shape], Shape] = {}


def _joined_shape(recording: Recording, ufunc: np.ufunc, one: Shape, other: Shape) -> Shape:
    """Returns the shape to which both can be broadcast; it remembers the last ones."""
    if not one or not other:
        return one or other
    found = _SHAPES.get((one, other))
    if found is None:
        found = common_shape(recording, f"{named(ufunc)}", [one, other])
        if len(_SHAPES) > 1000:
            _SHAPES.clear()
        _SHAPES[one, other] = found
    return found


def _out_of_range(
    recording: Recording,
    ufunc: np.ufunc,
    operands: Sequence[Operand],
    error: OverflowError,
    shape: Shape,
) -> Cell:
    """Returns the result of comparing integers with a number that their dtype cannot hold.

    Raises:
        TraceValueError: the ufunc is no comparison.
    """
    compare = _COMPARISONS.get(ufunc.__name__)
    number = next(each for each in operands if type(each) is int)
    if compare is None:
        raise recording.value_error(f"use of {number}: {error}") from None
    left, right = (each if type(each) is int else 0 for each in operands)
    known = bool(compare(left, right))
    return recording.kind(recording, recording.builder.full(known, "bool", shape))


def _check_power(recording: Recording, exponent: Any) -> None:
    """Refuses integers to the power of a known negative integer, as NumPy does."""
    if isinstance(exponent, Value):
        while exponent.op.name in ("broadcast", "cast"):
            exponent = exponent.operands[0]
        if exponent.op.name != "constant":
            return
        exponent = exponent.array
    if np.any(np.asarray(exponent) < 0):
        raise recording.value_error(
            "power of integers: NumPy refuses negative integer exponents; write a float exponent"
        )


def store(recording: Recording, out: Any, result: Cell, what: str) -> Any:
    """Writes a result into `out=`, cast and broadcast as NumPy does it; returns `out`.

    Raises:
        TraceError: `out` is not the trace's own, or does not fit.
    """
    if isinstance(out, Buffer | Wrapped):
        out = recording.capture(unwrapped(out))
    if not isinstance(out, Cell):
        recording.try_again(2)
        raise recording.error(
            f"{what} into a {type(out).__name__}: it would change while tracing, and never again; "
            "write `y = y + x`, or begin with np.zeros(shape, like=x) of a traced x"
        )
    old, new = out.read(), result.read()
    if out.is_number and (out.is_given or not recording.is_in_numpy):
        raise recording.error(f"{what} into {old}: it is like a NumPy scalar; write y = ...")
    if not np.can_cast(new.dtype.numpy, old.dtype.numpy, "same_kind"):
        raise recording.type_error(
            f"{what}: NumPy does not cast {new.dtype.numpy} to {old.dtype.numpy} in place"
        )
    fits = common_shape(recording, what, [old.shape, new.shape])
    if fits != old.shape:
        raise recording.value_error(
            f"{what}: the result is {new}, which cannot be broadcast to {old}"
        )
    out.write(recording.broadcast(recording.cast(new, old.dtype), old.shape), what)
    return out


def select(recording: Recording, condition: Any, yes: Any, no: Any) -> Cell:
    """Returns `yes` or `no` by a condition: np.where, with its promotion."""
    builder = recording.begin()
    test = value_of(recording, condition)
    chosen, first, is_dense = operand_of(recording, yes)
    other, second, is_dense_too = operand_of(recording, no)
    dtype = resolve(np.add, (first, second)).outputs[0]  # which has the same promotion
    shape = common_shape(recording, "np.where", [test.shape, shape_of(chosen), shape_of(other)])
    test = recording.broadcast(truth(builder, test), shape)
    left = prepared(recording, chosen, dtype, shape)
    right = prepared(recording, other, dtype, shape)
    made = builder.apply("where", test, left, right)
    return recording.kind(recording, made, is_dense and is_dense_too)


def call_ufunc(
    recording: Recording, ufunc: np.ufunc, things: Sequence[Any], options: dict[str, Any]
) -> Any:
    """Returns the result of a ufunc, called with its keyword arguments.

    Raises:
        TraceError: an argument that traces do not have.
    """
    if not options:
        made = elementwise(recording, ufunc, things)
        return made[0] if len(made) == 1 else tuple(made)
    options = dict(options)
    outs: Any = options.pop("out", None)
    where: Any = options.pop("where", True)
    asked: Any = options.pop("dtype", None)
    for ignored in ("casting", "order", "subok"):
        options.pop(ignored, None)
    if options:
        raise recording.error(f"{named(ufunc)}({next(iter(options))}=...): leave it out")
    dtype = asked_dtype(recording, asked) if asked is not None else None
    made = elementwise(recording, ufunc, things, dtype)
    what = f"{named(ufunc)}(out=...)"
    targets: tuple[Any, ...] = outs if is_any(outs, tuple) else (outs,) * len(made)
    results: list[Any] = []
    for result, out in zip(made, targets, strict=True):
        if where is not True:
            if out is None or out is ...:
                raise recording.error(
                    f"{named(ufunc)}(where=...) without out=: the other elements are "
                    "undefined; write np.where(mask, value, other)"
                )
            result = select(recording, where, result, out)
        if out is ...:  # an array, also without dimensions
            results.append(result.as_array())
        else:
            results.append(result if out is None else store(recording, out, result, what))
    return results[0] if len(results) == 1 else tuple(results)


def asked_dtype(recording: Recording, thing: Any) -> DType:
    """Returns the dtype that `dtype=` or `astype` asks for.

    Raises:
        TraceTypeError: programs have no such dtype.
    """
    try:
        asked = np.dtype(thing)
    except TypeError as error:
        raise recording.type_error(f"dtype {shown(thing)}: {error}") from None
    found = dtype_of(asked)
    if found is None:
        raise recording.dtype_error(f"dtype {asked}", asked)
    return found
