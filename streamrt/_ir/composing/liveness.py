"""Liveness: the loops of a program, without the arrays that its results do not need.

A carried array is needed if its result is, or if something that is needed reads it in the body. So
a counter that nothing reads is not counted.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from streamrt._ir.program import Program, Value
from streamrt._ir.traced_loops import TracedLoop

__all__ = ["living"]


def living(program: Program) -> list[TracedLoop]:
    """Returns the loops that the results of a program need, with what they need of each."""
    parts: dict[Value, list[Value]] = {}
    for loop in program.loops:
        for inner, needs in _needs(loop):
            parts.setdefault(inner, []).extend(needs)
    live: set[Value] = set()
    stack: list[Value] = [*program.results]
    while stack:
        each = stack.pop()
        if each not in live:
            live.add(each)
            stack += each.operands
            stack += parts.get(each, ())
    found = [_trimmed(loop, live) for loop in program.loops]
    return [loop for loop in found if loop.results]


def _needs(loop: TracedLoop) -> Iterator[tuple[Value, Sequence[Value]]]:
    """Yields the inner values of a loop, each with the values that it needs."""
    flag = [] if loop.flag is None else [loop.flag]
    for one in loop.carried:
        yield one.result, (one.initial, one.next, one.inner, *flag)
        yield one.inner, (one.result,)
    for inner, array in loop.rows:
        yield inner, (array,)
    for value, result in loop.stacked:
        yield result, (value,)
    for choice in loop.choices:
        yield choice.result, (choice.true, choice.false, *flag)


def _trimmed(loop: TracedLoop, live: set[Value]) -> TracedLoop:
    """Returns a loop with those of its arrays that are live."""
    return replace(
        loop,
        carried=tuple([one for one in loop.carried if one.result in live]),
        rows=tuple([pair for pair in loop.rows if pair[0] in live]),
        stacked=tuple([pair for pair in loop.stacked if pair[1] in live]),
        index=loop.index if loop.index in live else None,
        choices=tuple([one for one in loop.choices if one.result in live]),
    )
