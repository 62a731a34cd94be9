"""Calls of ufuncs in a trace: promotion, broadcasting, `out=` and `where=`."""

from __future__ import annotations

import operator
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np

from streamrt._compile.signatures.dtypes import DTYPES, DType
from streamrt._ir.ops import Op
from streamrt._ir.program import Shape, Value
from streamrt._jit.sites import site
from streamrt._jit.tracing.cells import Cell
from streamrt._jit.tracing.operands import (
    Operand,
    asked_dtype,
    common_shape,
    operand_of,
    prepared,
    shape_of,
    value_of,
)
from streamrt._jit.tracing.promotion import Key, named, resolve
from streamrt._jit.tracing.recording import Recording, is_any, tuple_of
from streamrt._jit.tracing.special import erf
from streamrt._jit.tracing.ufunc_calls import rule_of
from streamrt._jit.tracing.ufunc_table import RULES, Rule, operation_of, rule_of_scipy, truth
from streamrt._jit.wrapped_arrays import Wrapped, unwrapped
from streamrt._runtime.buffer import Buffer

_COMPARISONS = {
    "less": operator.lt, "less_equal": operator.le, "greater": operator.gt,
    "greater_equal": operator.ge, "equal": operator.eq, "not_equal": operator.ne,
}  # fmt: skip


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
    if out.is_number and (out.is_given or not recording.in_numpy):
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
    recording: Recording, ufunc: np.ufunc, things: Sequence[Any], options: Mapping[str, Any]
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
