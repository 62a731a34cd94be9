"""Turns in CUDA C: one thread makes all turns of an element, with its values in registers.

1. The next values are constants of a block, and are assigned at its end. So each of them is made of
   the values of this turn.
2. As on the CPU, a thread whose carried values have the bits that they had CHUNK turns before has
   only the rest of the turns left. A body that knows the number of its turn makes all of them.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from streamrt._ir.gpu.body import GPUScope, alive
from streamrt._ir.gpu.helpers import need
from streamrt._ir.loops import turning

__all__ = ["run_turns"]

CHUNK = 16
"""The turns between two comparisons; on the CPU there are as many."""


def run_turns(scope: GPUScope, indexes: Mapping[int, str]) -> None:
    """Writes what an element does before its turns, the turns, and its stores.

    Args:
        scope: knows what all elements share.
        indexes: the index of each loop.
    """
    frame = scope.frame
    form, do, block = frame.form, frame.writer.do, frame.writer.block
    body, turns, living = form.body, turning(form), alive(form)
    register, long = frame.writer.dialect.register, frame.writer.dialect.long
    scope.run([k for k in living if not turns[k] and body[k].name != "store"], indexes)
    carries = {each.at: k for k, each in enumerate(body) if each.name == "carry"}
    for k in carries.values():
        do(f"{register[body[k].dtype]} v{k} = v{body[k].inputs[0]};")
        scope.known.add(k)
    count = f"s{form.turns}"
    if any(body[k].name == "turn" for k in living):
        with block(f"for ({long} number = 0; number < {count}; number++)"):
            _write_turn(scope.inner(), living, carries)
    else:
        with block(f"for ({long} number = 0; number < {count};)"):
            for k in carries.values():
                do(f"const {register[body[k].dtype]} b{k} = v{k};")
            do(f"const {long} left = {count} - number, over = left % {CHUNK};")
            do(f"const {long} steps = left < {CHUNK} ? left : {CHUNK};")
            with block(f"for ({long} step = 0; step < steps; step++)"):
                _write_turn(scope.inner(), living, carries)
            same = " && ".join([_same(scope, k) for k in carries.values()])
            do(f"number = left > {CHUNK} && {same} ? {count} - over : number + steps;")
    scope.run([k for k in living if body[k].name == "store"], indexes)


def _write_turn(scope: GPUScope, living: Sequence[int], carries: Mapping[int, int]) -> None:
    """Writes one turn; `carries` has the instruction of each carried value."""
    form, do = scope.frame.form, scope.frame.writer.do
    turns, following = turning(form), dict[int, int]()
    register = scope.frame.writer.dialect.register
    for k in living:
        each = form.body[k]
        if each.name == "turn":
            scope.define(k, "number")
        elif each.name == "next":
            following[carries[each.at]] = each.inputs[0]
        elif turns[k]:
            scope.run([k], {})
    for k, source in following.items():
        do(f"const {register[form.body[k].dtype]} n{k} = v{source};")
    for k in following:
        do(f"v{k} = n{k};")


def _same(scope: GPUScope, number: int) -> str:
    """Returns whether a carried value has the bits that it had at the beginning of the chunk."""
    dtype = scope.frame.form.body[number].dtype
    if dtype not in ("f32", "f64"):
        return f"b{number} == v{number}"
    bits = need(scope.frame.writer, f"{dtype}_bits")
    return f"{bits}(b{number}) == {bits}(v{number})"
