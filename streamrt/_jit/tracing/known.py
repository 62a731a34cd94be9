"""Known values: what depends on no argument has its elements while a trace runs.

A traced array of zeros, or what was computed from numbers alone, is as good as an array of NumPy's.
Whoever has to see elements, such as `if`, `range` or a function in C, gets them from here.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, cast

import numpy as np

from streamrt._interrupts import from_handler
from streamrt._ir.interpret import evaluate
from streamrt._ir.program import Value
from streamrt._jit.tracing.cells import Cell, Pair
from streamrt._jit.tracing.recording import Recording, is_any
from streamrt.errors import TraceError

__all__ = ["are_known", "elements_of", "or_known", "real_of"]


def elements_of(recording: Recording, value: Value) -> np.ndarray[Any, Any] | None:
    """Returns the elements of a value, read-only; None if it depends on an argument."""
    known = recording.known
    stack = [value]
    while stack:
        each = stack[-1]
        if each in known:
            stack.pop()
            continue
        if each.op.name in ("parameter", "inner"):
            known[each] = None
            continue
        waiting = [operand for operand in each.operands if operand not in known]
        if waiting:
            stack += waiting
            continue
        known[each] = _evaluated(each, [known[operand] for operand in each.operands])
    return known[value]


def _evaluated(value: Value, operands: list[Any]) -> np.ndarray[Any, Any] | None:
    if any(operand is None for operand in operands):
        return None
    with np.errstate(all="ignore"):
        found = np.broadcast_to(evaluate(value, operands), value.shape).view()
    found.flags.writeable = False
    return found


def are_known(recording: Recording, *things: Any) -> bool:
    """Returns whether every tracer in some arguments, and in their containers, is known."""
    for thing in things:
        if isinstance(thing, Cell):
            if thing._recording is not recording or elements_of(recording, thing.read()) is None:
                return False
        elif isinstance(thing, Pair):
            if not are_known(recording, thing._re, thing._im):
                return False
        elif is_any(thing, tuple, list):
            if not are_known(recording, *thing):
                return False
        elif is_any(thing, dict) and not are_known(recording, *thing.values()):
            return False
    return True


def real_of(recording: Recording, thing: Any) -> Any:
    """Returns an argument with what NumPy would have in place of its tracers, which are known."""
    if isinstance(thing, Cell):
        found = elements_of(recording, thing.read())
        assert found is not None  # are_known was asked before
        if thing._weak is not None:
            return found.item()
        return found[()] if thing.is_number else found
    if isinstance(thing, Pair):
        re, im = (real_of(recording, part) for part in (thing._re, thing._im))
        found = np.empty(np.shape(re), np.result_type(re, 1j))
        found.real, found.imag = re, im
        if thing._re._weak is not None:
            return found.item()
        return found[()] if thing._re.is_number else found
    if is_any(thing, list):
        return [real_of(recording, each) for each in thing]
    kind: Any = cast("Any", type(thing))
    if kind is tuple:
        return tuple([real_of(recording, each) for each in thing])
    if kind is dict:
        return {key: real_of(recording, each) for key, each in thing.items()}
    return thing


def or_known(
    recording: Recording,
    error: TraceError,
    function: Callable[..., Any],
    args: Sequence[Any],
    kwargs: Mapping[str, Any],
) -> Any:
    """Returns the result for arguments whose elements are known; else raises the error."""
    if not are_known(recording, args, kwargs):
        raise error
    try:
        return function(*real_of(recording, tuple(args)), **real_of(recording, dict(kwargs)))
    except Exception as other:
        if from_handler(other):
            raise
        raise error from None  # whatever NumPy says of it
