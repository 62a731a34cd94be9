"""Kernel functions, traced: a function that writes to its outputs becomes steps on its arguments.

1. The function gets a tracer for each parameter of the signature. It may write to outputs, and
   returns nothing.
2. What it writes are the results of a program (kernel_writes.py), which is made better and cut into
   kernels as any other. The place of a result is its part of the output (kernel_places.py).
"""

from __future__ import annotations

import dis
import types
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from streamrt._compile.signatures.layout import Layout
from streamrt._compile.signatures.signature import Signature
from streamrt._ir.passes import optimise
from streamrt._ir.program import Program, Value
from streamrt._jit.calling.free_variables import hidden_inputs
from streamrt._jit.kernel_functions.places import TracedKernel, place
from streamrt._jit.kernel_functions.writes import Part, Write, check_outputs, writes_of
from streamrt._jit.sites import short, site_of
from streamrt._jit.tracing.recording import Recording, is_any
from streamrt._jit.tracing.trace import record
from streamrt._jit.tracing.traced import Spec
from streamrt._jit.tracing.tracer import Tracer
from streamrt._jit.trees import flatten
from streamrt._jit.wrapped_arrays import Wrapped
from streamrt._runtime.buffer import Buffer
from streamrt.errors import ArgumentError, TraceError

__all__ = ["trace_kernel"]


def trace_kernel(
    function: Callable[..., object],
    signature: Signature,
    dtypes: Sequence[str],
    layouts: Sequence[Layout],
    *,
    name: str,
    contract: bool,
    elementwise: bool,
) -> TracedKernel:
    """Returns the trace of a kernel function, called with arguments of some layouts.

    Args:
        function: the function; it takes the parameters of the signature in order.
        signature: the kernel's.
        dtypes: the dtype of each parameter.
        layouts: the layout of each array parameter, in order.
        name: the name of the kernel.
        contract: whether products and sums may be rounded once, as one operation.
        elementwise: whether the kernel says that it is; if so, that is checked.

    Raises:
        TraceError: the function does what no kernel can.
    """
    recording = Recording(name, site_of(function), Tracer)
    recording.instead_of_writing = "declare it inout, or write to a copy, as in `y = x.copy()`"
    _refuse_arrays(function, recording)
    remaining = iter(layouts)
    by_number = [next(remaining) if p.is_array else None for p in signature.parameters]
    parameters, outputs = _record(function, signature, dtypes, by_number, recording)
    writes = [w for k, before, after in outputs for w in writes_of(before, after, k)]
    program = Program(parameters, tuple([write.value for write in writes]))
    optimised = optimise(program, contract=contract)
    if elementwise and not _is_elementwise(optimised, writes, by_number):
        raise recording.error(
            "it says that it is elementwise, and an element of an output depends on elements at "
            "other indexes, or an output is not written as a whole; leave elementwise out"
        )
    return place(optimised, writes, by_number, may_alias=elementwise)


# -- the trace ------------------------------------------------------------------------------------


def _record(
    function: Callable[..., object],
    signature: Signature,
    dtypes: Sequence[str],
    layouts: Sequence[Layout | None],
    recording: Recording,
) -> tuple[tuple[Value, ...], list[tuple[int, Value, Value]]]:
    """Returns the parameters, and of each output its number, its value before, and that after."""
    numbers = [k for k, p in enumerate(signature.parameters) if p.writes]

    def run(*given: Any) -> list[Any]:
        before = [given[k]._value for k in numbers]
        returned = function(*given)
        if returned is not None:
            raise TraceError(
                f"trace {recording.name} ({_line_of_return(function)}): return of "
                f"{_kind(returned)}: a kernel function returns nothing; write to its output, as in "
                f"`{signature.parameters[numbers[0]].name}[...] = x`"
            )
        parameters.extend(before)
        return [given[k] for k in numbers]

    parameters: list[Value] = []
    specs = [
        Spec(dtype, () if layout is None else layout.shape, layout is None, False, p.name, p.writes)
        for p, dtype, layout in zip(signature.parameters, dtypes, layouts, strict=True)
    ]
    found = record(recording, run, specs, lambda leaves: (tuple(leaves), {}))
    if found.program.loops:
        raise recording.error(
            f"use of {found.program.loops[0].name}: a kernel is one launch, and has no loops or "
            "branches of arrays; write a function of streamrt.jit"
        )
    if found.captures:
        raise recording.error(
            f"use of {recording.names[len(specs)]}: a kernel reads its arguments only; pass it as "
            "a parameter"
        )
    outputs = list(zip(numbers, parameters, found.program.results, strict=True))
    names = [signature.parameters[k].name for k in numbers]
    unknown = [signature.parameters[k].name for k in numbers if not signature.parameters[k].reads]
    ends = zip(names, parameters, found.program.results, strict=True)
    check_outputs(recording, found.program, list(ends), unknown)
    return found.program.parameters, outputs


def _refuse_arrays(function: Callable[..., object], recording: Recording) -> None:
    """Raises TraceError if a function names an array in its module or its closure."""
    for source in hidden_inputs(function).sources:
        try:
            leaves, _ = flatten(source.read(), most=64)
        except ArgumentError:  # it holds itself, or too much
            continue
        for leaf in leaves:
            if is_any(leaf, np.ndarray, Buffer, Wrapped):
                kind = "NumPy array" if is_any(leaf, np.ndarray) else "Buffer"
                raise TraceError(
                    f"trace {recording.name} ({_line_of_name(function, source.path)}): use of the "
                    f"{kind} {source.path}: a kernel reads its arguments only; pass it as a "
                    "parameter"
                )


def _line(function: Callable[..., object], wanted: Callable[[dis.Instruction], bool]) -> str:
    """Returns the first line of a function with such an instruction, as messages show it."""
    code = getattr(function, "__code__", None)
    line = 0
    if isinstance(code, types.CodeType):
        for step in dis.get_instructions(code):
            line = getattr(step.positions, "lineno", None) or line
            if wanted(step):
                return short(f"{code.co_filename}:{line} in {code.co_name}")
    return short(site_of(function))


def _kind(value: object) -> str:
    """Returns a name, for messages, of the kind of value that a function returned."""
    return "an array" if isinstance(value, Tracer) else f"a {type(value).__name__}"


def _line_of_name(function: Callable[..., object], name: str) -> str:
    return _line(function, lambda step: step.argval == name)


_LOADS_NONE = ("LOAD_CONST", "LOAD_COMMON_CONSTANT")  # the second one from CPython 3.15 on


def _line_of_return(function: Callable[..., object]) -> str:
    """Returns the line of the first `return` with a value."""
    before: list[dis.Instruction] = []

    def returns(step: dis.Instruction) -> bool:
        is_value = step.opname == "RETURN_VALUE" and not (
            before and before[-1].opname in _LOADS_NONE and before[-1].argval is None
        )
        before.append(step)
        return is_value

    return _line(function, returns)


# -- what it claims -------------------------------------------------------------------------------


def _is_elementwise(
    program: Program, writes: Sequence[Write], layouts: Sequence[Layout | None]
) -> bool:
    """Whether outputs are written as a whole, with elements made from those at the same index."""
    wholes = {
        number: Part.whole(one.shape) for number, one in enumerate(layouts) if one is not None
    }
    if any(write.part != wholes[write.output] for write in writes):
        return False
    of_arrays: set[Value] = set()
    for value in program.values():
        op, shape = value.op, value.shape
        operands = [operand for operand in value.operands if operand in of_arrays]
        if op.name == "parameter":
            if not value.attributes[1]:
                of_arrays.add(value)
        elif operands:
            is_here = op.is_elementwise or op.name in ("broadcast", "reshape")
            if not is_here or any(operand.shape != shape for operand in operands):
                return False
            of_arrays.add(value)
    return True
