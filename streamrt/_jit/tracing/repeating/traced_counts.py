"""Counted loops in a trace: bounds that are known, and bounds that are traced integers."""

from __future__ import annotations

import operator
from collections.abc import Callable
from typing import Any

from streamrt._compile.signatures.dtypes import DTYPES
from streamrt._jit.tracing.known import are_known, real_of
from streamrt._jit.tracing.recording import Recording
from streamrt._jit.tracing.repeating.leaves import leaf_of
from streamrt._jit.tracing.repeating.traced_loops import repeated, while_true
from streamrt._jit.trees import flatten
from streamrt._jit.wrapped_arrays import Wrapped
from streamrt._runtime.buffer import Buffer

__all__ = ["counted"]


def counted(
    recording: Recording,
    name: str,
    lower: Any,
    upper: Any,
    body: Callable[[Any, Any], Any],
    init: Any,
) -> Any:
    """Traces a loop over the integers from one bound to another; returns the last carry.

    Args:
        recording: the trace.
        name: the function that the user called.
        lower: the first index, also a traced one.
        upper: the index after the last one, likewise.
        body: gets the index and the carry; returns the next carry.
        init: the first carry.
    """
    bounds = (lower, upper)
    if are_known(recording, *bounds) and not any(isinstance(x, Buffer | Wrapped) for x in bounds):
        first, end = (operator.index(real_of(recording, each)) for each in bounds)

        def turn(carry: Any, index: Any) -> tuple[Any, None]:
            return body(index, carry), None

        made, _ = repeated(recording, name, turn, init, None, max(0, end - first), first)
        return made
    first, end = (_integer(recording, each, name) for each in bounds)
    _, tree = flatten(init, "init")
    _, made = while_true(
        recording,
        name,
        lambda carry: carry[0] < end,
        lambda carry: (carry[0] + 1, body(*carry)),
        (first, init),
        ["the index", *tree.named("init")],
    )
    return made


def _integer(recording: Recording, bound: Any, name: str) -> Any:
    """Returns a bound as a traced integer, which yields to dtypes as Python's do.

    Raises:
        TraceTypeError: it is no integer without dimensions.
    """
    leaf = leaf_of(recording, bound)
    if leaf.kind.dtype.kind not in "iu" or leaf.kind.shape or leaf.kind.weak is bool:
        raise recording.type_error(f"a bound of {name} is {leaf.kind}; it is one integer")
    value = recording.cast(leaf.values[0], DTYPES["i64"])
    return recording.kind(recording, value, True, int)
