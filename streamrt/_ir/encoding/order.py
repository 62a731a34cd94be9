"""The order of a program's bytes: its values, depth-first from its results, and its loops."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple, TypeAlias

from streamrt._ir.composing.liveness import living
from streamrt._ir.program import Program, Value
from streamrt._ir.traced_loops import TracedLoop

__all__ = ["Begin", "End", "Item", "in_order", "mark_of"]


class Begin(NamedTuple):
    """The place where a loop begins: what it begins with comes before, its body behind."""

    loop: TracedLoop


class End(NamedTuple):
    """The place where a loop ends: its body comes before, what needs its results behind."""

    loop: TracedLoop


Item: TypeAlias = "Value | Begin | End"


def in_order(program: Program) -> Sequence[Item]:
    """Returns the values of a program that are no parameters, and where loops begin and end.

    Of loops it has what the results need, and no inner values: the begin and the end of a loop
    stand for these.
    """
    if not program.loops:
        return [value for value in program.values() if value.op.name != "parameter"]
    loop_of = {result: loop for loop in living(program) for result in loop.results}
    done = set(program.parameters)
    items: list[Item] = []
    stack: list[Item | None] = [*reversed(program.results)]
    while stack:
        item = stack.pop()
        if item is None:  # the operands of the one below are done
            item = stack.pop()
            assert isinstance(item, Value)
            if item not in done:
                done.add(item)
                items.append(item)
        elif not isinstance(item, Value):
            items.append(item)
            done.update(item.loop.inners if isinstance(item, Begin) else item.loop.results)
        elif item in done:
            continue
        elif item in loop_of:
            loop = loop_of[item]
            stack += (End(loop), *loop.body[::-1], Begin(loop), *loop.outer[::-1])
        else:
            stack += (item, None, *item.operands[::-1])
    return items


def mark_of(item: Begin | End) -> tuple[Value | str, ...]:
    """Returns the values that a loop has at its begin or its end; equal for an equal item alone."""
    loop = item.loop
    if isinstance(item, Begin):
        return "begin", *loop.outer, *loop.inners
    return "end", *loop.body, *loop.results
