"""Unrolling: a few turns of a small body become plain values."""

from __future__ import annotations

from collections.abc import Mapping

from streamrt._ir.program import Builder, Value
from streamrt._ir.traced_loops import TracedLoop
from streamrt._jit.tracing.recording import Recording
from streamrt._jit.tracing.repeating.bodies import dependence_of

__all__ = ["unrolled"]

FEW_TURNS = 4
"""The turns up to which a loop is unrolled, if its body is small."""

SMALL_BODY = 32
"""The operations of a small body."""


def unrolled(recording: Recording, number: int, loop: TracedLoop) -> list[Value] | None:
    """Returns the results of a loop as plain values; None if it is one to run turn by turn.

    Args:
        recording: the trace.
        number: the number of the loop, whose body has run.
        loop: a loop of a known number of turns.
    """
    if loop.turns > FEW_TURNS:
        return None
    body = _body(recording, number, loop)
    if len(body) > SMALL_BODY or any(value.op.name == "inner" for value in body):
        return None
    builder = recording.builder
    carried = [one.initial for one in loop.carried]
    stacked: list[list[Value]] = [[] for _ in loop.stacked]
    for turn in range(loop.turns):
        known = dict(zip([one.inner for one in loop.carried], carried, strict=True))
        known |= {inner: _row(builder, array, turn) for inner, array in loop.rows}
        if loop.index is not None:
            known[loop.index] = builder.full(turn, "i64")
        for value in body:
            known[value] = builder.again(value, [known.get(one, one) for one in value.operands])
        carried = [known.get(one.next, one.next) for one in loop.carried]
        for rows, (value, _) in zip(stacked, loop.stacked, strict=True):
            made = known.get(value, value)
            rows.append(builder.apply("reshape", made, attributes=((1, *made.shape),)))
    return carried + [
        rows[0] if len(rows) == 1 else builder.apply("concatenate", *rows, attributes=(0,))
        for rows in stacked
    ]


def _body(recording: Recording, number: int, loop: TracedLoop) -> Mapping[Value, None]:
    """Returns the values that differ from turn to turn, operands first; not the inner values."""
    dependence, inners = dependence_of(recording), set(loop.inners)
    found: dict[Value, None] = {}
    stack = [value for value in loop.body if number in dependence.of(value)]
    while stack:
        each = stack[-1]
        if each in found or each in inners:
            stack.pop()
            continue
        waiting = [
            one
            for one in each.operands
            if one not in found and one not in inners and number in dependence.of(one)
        ]
        if waiting:
            stack += waiting
            continue
        found[each] = None
        stack.pop()
    return found


def _row(builder: Builder, array: Value, turn: int) -> Value:
    """Returns a row of an array."""
    shape = array.shape
    starts, steps = (turn, *[0] * (len(shape) - 1)), (1,) * len(shape)
    part = builder.apply("slice", array, attributes=(starts, steps, (1, *shape[1:])))
    return builder.apply("reshape", part, attributes=(shape[1:],))
