"""Branches in a trace: both ways run, and the program has both."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from streamrt._ir.program import Value
from streamrt._ir.traced_loops import Choice, TracedLoop
from streamrt._jit.tracing.cells import Cell, Pair
from streamrt._jit.tracing.recording import Recording
from streamrt._jit.tracing.repeating.bodies import added, running
from streamrt._jit.tracing.repeating.leaves import (
    Kind,
    Leaf,
    as_kind,
    cell_of_leaf,
    leaf_of,
    leaves_of,
    merged,
)
from streamrt._jit.trees import Tree, flatten

__all__ = ["branched"]


def branched(
    recording: Recording,
    name: str,
    flag: Value,
    ways: tuple[Callable[..., Any], Callable[..., Any]],
    operands: tuple[Any, ...],
) -> Any:
    """Traces a branch; returns its results.

    Args:
        recording: the trace.
        name: the function that the user called.
        flag: a bool without dimensions, which nobody knows while tracing.
        ways: the function for True, and the one for False.
        operands: what the one that runs gets.

    Raises:
        TraceError: the results of the two are of different kinds.
    """
    recording.begin()
    site = recording.builder.site
    made = [_run(recording, name, way, operands) for way in ways]
    (true, tree), (false, other) = made
    if tree != other:
        raise recording.error(
            f"{name}: the function for True returns {tree}, the one for False {other}; return the "
            "same containers"
        )
    choices: list[Choice] = []
    results: list[Any] = []
    recording.builder.site = site
    for one, two, path in zip(true, false, tree.named("result"), strict=True):
        kind = _common(recording, name, one, two, path)
        pairs = zip(as_kind(recording, one, kind), as_kind(recording, two, kind), strict=True)
        mine: list[Value] = []
        for values in pairs:
            inner = recording.builder.inner(kind.dtype, kind.shape, f"the result of {name}")
            choices.append(Choice(*values, inner))
            mine.append(inner)
        is_array = one.is_array or two.is_array
        results.append(cell_of_leaf(recording, kind, mine, is_array=is_array))
    if choices:
        number, recording.loops = recording.loops, recording.loops + 1
        added(
            recording, number, TracedLoop("branch", name, site, flag=flag, choices=tuple(choices))
        )
    return tree.unflatten(results)


def _run(
    recording: Recording, name: str, way: Callable[..., Any], operands: tuple[Any, ...]
) -> tuple[list[Leaf], Tree]:
    leaves, tree = flatten(operands, "the operands")
    with running(recording):
        given = tree.unflatten([_copied(recording, each) for each in leaves])
        return leaves_of(recording, way(*given), f"the result of {name}")


def _copied(recording: Recording, thing: Any) -> Any:
    """Returns new memory with a traced array, which may be written to; anything else as it is."""
    if not isinstance(thing, Cell | Pair):
        return thing
    leaf = leaf_of(recording, thing)
    return cell_of_leaf(recording, leaf.kind, leaf.values, is_array=leaf.is_array)


def _common(recording: Recording, name: str, one: Leaf, two: Leaf, path: str) -> Kind:
    """Returns the kind that a result has in both ways."""
    found = merged(one.kind, two.kind)
    if found is None and one.kind.shape == two.kind.shape:
        raise recording.error(
            f"{name}: {path} is {one.kind} if it is True, {two.kind} if it is False; convert one "
            "of them with .astype"
        )
    if found is None:
        raise recording.error(
            f"{name}: {path} is {one.kind} if it is True, {two.kind} if it is False; return arrays "
            "of one shape"
        )
    return found
