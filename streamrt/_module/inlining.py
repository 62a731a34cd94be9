"""Inlining: a function of a module as part of a trace."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from streamrt._ir.program import Value
from streamrt._ir.rebuilding import copied
from streamrt._jit.calling.default_runtime import current_runtime
from streamrt._jit.calling.results import frame_of_user
from streamrt._jit.calling.taking_apart import Looked, look
from streamrt._jit.tracing.operands import value_of
from streamrt._jit.tracing.recording import CURRENT, Recording
from streamrt._module.matching import GivenCall, literal_paths
from streamrt._module.records import ResultLeaf, with_results
from streamrt._runtime.device import Device

if TYPE_CHECKING:
    from streamrt._module.functions import Function

__all__ = ["device_of", "inlined"]


class _Traced(NamedTuple):
    """The dtype and the shape of a traced array."""

    dtype: np.dtype[Any]
    shape: tuple[int, ...]


def device_of(recording: Recording) -> Device:
    """Returns the device of the call that a trace is made for, else the current one."""
    asker = recording.caller.asker
    return asker.device if isinstance(asker, Looked) else current_runtime().device()


def inlined(function: Function, values: Sequence[Any]) -> Any:
    """Adds a function's operations to the trace that runs.

    Args:
        function: the function.
        values: the values of its parameters, with tracers in them.

    Returns:
        Its result, with tracers for arrays.

    Raises:
        ArgumentError: the function takes no such arguments.
        TraceError: it has loops or branches.
    """
    recording = CURRENT.recording
    assert recording is not None  # else the call would not have come here
    parameters = function._calls.parameters
    structure, leaves = look(parameters, (), values)
    literals = literal_paths(parameters.names, function._record.variants)
    structure = structure.with_values(literals)
    given: list[Value | None] = [
        value_of(recording, leaf) if slot.kind in ("array", "scalar") else None
        for slot, leaf in zip(structure.slots, leaves, strict=True)
    ]
    layouts = [None if one is None else _Traced(one.dtype.numpy, one.shape) for one in given]
    variant, chosen = function._find(GivenCall(structure, leaves, layouts, is_traced=True))
    if variant.program.loops:
        raise recording.error(
            f"call of {parameters.name}: it has loops or branches, and no other function may be "
            "part of a module's; call it outside"
        )
    made: dict[Value, Value] = {}
    for parameter, number in zip(variant.program.parameters, chosen, strict=False):
        value = given[number]
        assert value is not None
        made[parameter] = value if value.dtype is parameter.dtype else recording.builder.apply(
            "cast", value, dtype=parameter.dtype.name
        )  # fmt: skip
    device = device_of(recording)
    rest = variant.program.parameters[len(chosen) :]
    for parameter, digest in zip(rest, variant.parts, strict=True):
        array = function._weights.on(
            device, digest, parameter.dtype.name, parameter.shape, frame_of_user()
        )
        made[parameter] = recording.capture(array).read()
    copied(variant.program, recording.builder, made)
    passed = {
        parameter: leaves[number]
        for parameter, number in zip(variant.program.parameters, chosen, strict=False)
    }

    def result(leaf: ResultLeaf) -> Any:
        value = variant.program.results[leaf.result]
        return passed[value] if leaf.is_given else recording.kind(recording, made[value])

    return with_results(variant.output, result)
