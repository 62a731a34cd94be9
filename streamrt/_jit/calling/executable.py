"""Executables: a program made ready for arguments of certain layouts on one device.

There are two ways to run one, and they compute the same bits:

    in steps   one launch for each kernel, with views of the arguments as operands. It works on
               every device and in every mode: captures record the launches as nodes, the simulator
               explores them, `check_finite` names the kernel that made a NaN.
    whole      one native step for all of it; see whole.py.

Work is submitted to the stream that the caller names, or to the device's own stream for this.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from math import prod
from types import FrameType
from typing import Any, TypeAlias

import numpy as np

from streamrt._compile.implementations import Python
from streamrt._compile.signatures.dtypes import DTYPES
from streamrt._compile.signatures.layout import Layout
from streamrt._ir.extents.kept import kept
from streamrt._ir.lower import Lowered, OperandPlace, Step
from streamrt._ir.passes import optimise
from streamrt._ir.program import Program
from streamrt._jit.calling.registered import registered
from streamrt._jit.calling.whole_program import Given, whole
from streamrt._runtime.buffer import Buffer, new_buffer
from streamrt._runtime.compiled_calls import Argument, Compiled
from streamrt._runtime.device import Device
from streamrt._runtime.door import interpreter_of
from streamrt._runtime.making import buffer_like
from streamrt._runtime.stream import Stream
from streamrt._runtime.transfers import Copy, write_array
from streamrt.errors import CompileError

__all__ = ["Executable", "Passed", "is_host_call", "prepare", "refuse_host_calls"]

Passed: TypeAlias = "Buffer | int | float | bool"


def prepare(
    program: Program,
    device: Device,
    layouts: Sequence[Layout | None],
    *,
    name: str,
    contract: bool = True,
) -> Executable:
    """Makes a program ready for a device; compiles nothing yet.

    A kernel that is registered under the name of the function serves in place of the program.

    Args:
        program: the program, as traced.
        device: the device to run on.
        layouts: the layout of each parameter; None for a scalar.
        name: the name of the function, in messages.
        contract: whether products and sums may be rounded once, as one operation.
    """
    made = _prepared(program, device, layouts, name, contract)
    made.source, made.contract = program, contract
    return made


def _prepared(
    program: Program, device: Device, layouts: Sequence[Layout | None], name: str, contract: bool
) -> Executable:
    compiled = registered(program, device._state, layouts, name)
    if compiled is not None:
        return Executable(compiled, lambda: program, device, name)
    if program.loops:
        from streamrt._jit.calling.loop_executable import prepare_loops  # few have loops

        return prepare_loops(program, device, layouts, name=name, contract=contract)
    strides = [None if layout is None else layout.strides for layout in layouts]
    again = partial(optimise, program, contract=contract)
    lowered = kept.lower(program, strides, contract=contract)
    if not device.host_sees:
        refuse_host_calls(lowered.steps, device, name)
    return Executable(lowered, again, device, name)


def refuse_host_calls(steps: Sequence[Step], device: Device, name: str) -> None:
    """Refuses functions of the host for a device whose memory the host cannot use.

    Raises:
        CompileError: a kernel is a function of the host.
    """
    for step in steps:
        if is_host_call(step):
            raise CompileError(
                f"compile {name} for {device.name}: {step.kernel.name} is a host call, and the "
                "host cannot use the device's memory; call it outside of the function, or call "
                "the function with arrays on a device of kind cpu"
            )


def is_host_call(step: Step) -> bool:
    """Returns whether a step is a function of the host, which Python runs."""
    return isinstance(step.kernel.implementations.get("cpu"), Python)


class Executable:
    """A program on a device, for arguments of certain layouts.

    Attributes:
        lowered: the program as steps.
        device: the device.
        name: the name of the function, in messages.
        site: its place, for recordings.
        source: the program as it was traced; None only before `prepare` has ended.
        contract: whether products and sums may be rounded once, as one operation.
    """

    def __init__(
        self, lowered: Lowered, again: Callable[[], Program], device: Device, name: str
    ) -> None:
        """See `prepare`; `again` makes the program after its passes."""
        self.lowered: Lowered = lowered
        self._again = again
        self.device: Device = device
        self.name: str = name
        self.site: str = ""
        self.source: Program | None = None
        self.contract: bool = True
        state = device._state
        self._state = state
        self._fresh = [state.intern(fresh.dtype, fresh.shape) for fresh in lowered.fresh]
        self._constants: list[Buffer] | None = None
        intern = state.intern
        self._steps = [
            (step, [(p, intern(DTYPES[p.dtype].numpy, p.shape, p.strides)) for p in step.places])
            for step in lowered.steps
        ]

    @property
    def program(self) -> Program:
        """The program after its passes. It is made again, because only people ask for it.

        Its values would be half of the objects of a variant, which Python's collector walks.
        """
        return self._again()

    def load(self) -> None:
        """Compiles and loads the kernels, if that was not done yet. Blocks."""
        for step, operands in self._steps:
            layouts = tuple([layout for _, layout in operands])
            self._state.load(step.kernel, layouts)

    def call(
        self, stream: Stream | None, arguments: Sequence[Passed], frame: FrameType
    ) -> list[Buffer]:
        """Submits the program; returns its results at once.

        Args:
            stream: where to; None is the device's stream for this.
            arguments: a buffer or a number for each parameter, of the layouts that it was made for.
            frame: the user's frame, for the submit site.
        """
        interpreter = interpreter_of(self._state.engine)
        if interpreter is None or self.source is None:
            return self._submit(stream, arguments, frame)
        from streamrt._runtime.graphs.noting import noted  # few calls are in captures

        submit = partial(self._submit, stream, arguments, frame)
        return noted(interpreter, self.name, self.source, self.contract, arguments, submit)

    def _submit(
        self, stream: Stream | None, arguments: Sequence[Passed], frame: FrameType
    ) -> list[Buffer]:
        """Submits the steps; see `call`."""
        if stream is None:
            stream = self.device._stream_to_call_on()
        fresh = [new_buffer(self.device, layout) for layout in self._fresh]
        memory: dict[str, Sequence[Any]] = {
            "argument": arguments,
            "constant": self._constant_buffers(frame),
            "fresh": fresh,
        }
        for step, operands in self._steps:
            arrays = [
                _view(memory[place.source][place.number], place, layout)
                for place, layout in operands
            ]
            scalars: list[Any] = [
                arguments[which] if kind == "parameter" else which for kind, which in step.scalars
            ]
            given = tuple(step.in_order(arrays, scalars))
            stream._launch_from(step.kernel, given, {}, frame)
        results: list[Buffer] = []
        returned: set[int] = set()
        for result in self.lowered.results:
            buffer: Buffer = memory[result.source][result.number]
            if result.source != "fresh" or result.number in returned:  # each has its own memory
                own = new_buffer(self.device, self._state.intern(buffer.dtype, buffer.shape))
                stream._take(Copy(stream._lane, stream._state, frame, own, buffer))
                buffer = own
            else:
                returned.add(result.number)
            results.append(buffer if buffer.shape == result.shape else buffer.reshape(result.shape))
        return results

    def whole(
        self, stream: Stream | None, arguments: Sequence[Argument], given: Given, frame: FrameType
    ) -> Compiled | None:
        """Returns the calls of the program in one native step; None if there are none here.

        Args:
            stream: the stream that runs them; None is the device's stream for this.
            arguments: what each argument of a call is.
            given: which of them a parameter of the program is.
            frame: the user's frame, for the submit site of constants.
        """
        if stream is None:
            stream = self.device._stream_to_call_on()
        layouts = [[layout for _, layout in operands] for _, operands in self._steps]
        constants = self._constant_buffers(frame)
        calls = whole(
            self.lowered, layouts, self._fresh, constants, stream, arguments, given, self.name
        )
        if calls is not None:
            calls.callee.site = self.site
        return calls

    def _constant_buffers(self, frame: FrameType) -> list[Buffer]:
        """Returns the constants on the device, put there by the first call."""
        if self._constants is None:
            self._constants = [_put(self.device, array, frame) for array in self.lowered.constants]
        return self._constants


def _put(device: Device, array: np.ndarray[Any, Any], frame: FrameType) -> Buffer:
    buffer = buffer_like(device, array, device.host_sees)
    write_array(buffer, array, frame)
    return buffer.freeze()


def _view(buffer: Buffer, place: OperandPlace, layout: Layout) -> Buffer:
    """Returns the part of a buffer that an operand is."""
    if buffer._layout is layout and not place.offset:
        return buffer
    allocation = buffer._allocation
    assert allocation is not None
    address = buffer._address + (place.offset if prod(place.shape) else 0)
    return Buffer(buffer._device, allocation, layout, address)
