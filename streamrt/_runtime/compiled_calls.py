"""Calls of compiled functions: a launch of one plan with fresh outputs, whose results are buffers.

A call gives its user no execution. Whoever awaits a result waits for the execution that wrote it,
which the memory knows. So a call costs little more than a launch:

    callee = Callee(state, handles, kernel)
    compiled = Compiled(stream, callee, recipe)
    result = compiled.submit(x, y)  # one native step; None if it does not serve this call
    if result is None:
        result = compiled.in_python((x, y), sys._getframe(1))

The way through Python serves every kind of device and words the errors. compiled_call.h has the
other.
"""

from __future__ import annotations

import struct
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from types import FrameType
from typing import Any, NamedTuple, TypeAlias

from streamrt._compile.kernel import Kernel
from streamrt._compile.signatures.layout import Layout
from streamrt._runtime.buffer import Buffer, new_buffer
from streamrt._runtime.devices.device_state import DeviceState
from streamrt._runtime.door import OnLane
from streamrt._runtime.ending.reclaim import Loaded
from streamrt._runtime.memory.allocations import whole_region
from streamrt._runtime.memory.typed_memory import TypedMemory, check_buffer
from streamrt._runtime.stream import Stream
from streamrt._runtime.subject import Subject
from streamrt._runtime.tracking import Region
from streamrt.errors import ArgumentError, ArgumentTypeError, StateError, StreamRTError

MOST_OPERANDS = 255
"""A call with more of them, or with more slots, takes the way through Python."""

_BITS = 1 << 64


class Scalar(NamedTuple):
    """A scalar argument.

    Attributes:
        type: its exact type: that of another number might mean another function.
        code: the code of its slot, as in Python's `struct`.
    """

    type: type[Any]
    code: str


class Number(NamedTuple):
    """A number that is the same in each call.

    Attributes:
        value: the number.
        code: the code of its slot, as in Python's `struct`.
    """

    value: int | float
    code: str


Argument: TypeAlias = "Layout | Scalar"


@dataclass(frozen=True, slots=True, eq=False)
class Recipe:
    """The facts by which a call becomes a launch.

    Operands are numbered: first arguments, then constants, then fresh memory.

    Attributes:
        arguments: what each argument has to be. Layouts are interned by the device.
        constants: buffers that each call reads, and numbers that it passes.
        fresh: the layouts of new buffers; a number stands for that many bytes of scratch memory,
            which the call gives up at once.
        slots: for each slot behind slot 0 of the plan an operand, and the offset in bytes from the
            operand's first element. Arguments and constants are read as a whole if a slot takes
            them; fresh memory is written.
        results: the operands that a call returns: one alone, or a tuple of them.
    """

    arguments: tuple[Argument, ...]
    constants: tuple[Buffer | Number, ...]
    fresh: tuple[Layout | int, ...]
    slots: tuple[tuple[int, int], ...]
    results: tuple[int, ...]


class Callee:
    """The plan of a compiled function: the subject of its calls.

    An execution knows its subject until it has ended. So when this object is gone, no call is under
    way, and the plan is unloaded. It must not know a buffer, because a buffer knows the execution
    that wrote it.

    Attributes:
        name: the name of the function.
        site: its place, for recordings; empty if that is not known.
        handle: the plan.
        is_program: whether it runs plans of several kernels. Its slots are plain words, which it
            puts into theirs.
    """

    __slots__ = ("_keeper", "_subject", "handle", "is_program", "name", "site")

    def __init__(
        self, state: DeviceState, handles: Sequence[int], subject: Subject, name: str = ""
    ) -> None:
        """Takes plans over.

        Args:
            state: the device that has loaded them.
            handles: the plan that calls launch, then those that it uses.
            subject: explains failures: a kernel, or a program.
            name: the name of the function in messages; that of the subject if it is empty.
        """
        state.engine.before_loading()
        self.name: str = name or subject.name
        self.site: str = ""
        self.handle: int = handles[0]
        self.is_program: bool = len(handles) > 1
        self._subject = subject
        self._keeper = state.engine.reclaimer.keep(Loaded(state.backend, list(handles)))

    @classmethod
    def of_kernel(
        cls, state: DeviceState, kernel: Kernel, layouts: Sequence[Layout], name: str = ""
    ) -> Callee:
        """Loads a kernel for certain layouts of its arrays, which may compile it."""
        plan = state.plan(kernel, layouts, f"call {name or kernel.name} on {state.name}")
        return cls(state, [state.backend.load(plan)], kernel, name)

    @property
    def node_names(self) -> tuple[str, ...]:
        """The names of the steps of a program, by number."""
        return getattr(self._subject, "node_names", ())

    def _failure(self, what: str, code: int, node: int) -> StreamRTError:
        """See `Subject`."""
        return self._subject._failure(what, code, node)


class Compiled:
    """A compiled function, as calls with certain arguments run it on one stream.

    Attributes:
        stream: the stream.
        callee: its plan.
        recipe: how a call becomes a launch.
        submit: makes a call in one native step: `submit(*arguments)` returns the result, or None
            if anything is unusual, and then nothing was submitted. None if no call is served.
    """

    __slots__ = ("_native", "callee", "recipe", "stream", "submit")

    def __init__(self, stream: Stream, callee: Callee, recipe: Recipe, depth: int = 1) -> None:
        """Prepares calls.

        Args:
            stream: the stream that runs them.
            callee: the plan.
            recipe: how a call becomes a launch.
            depth: how many frames the user's is above the one that calls `submit`.
        """
        self.stream: Stream = stream
        self.callee: Callee = callee
        self.recipe: Recipe = recipe
        self._native = _native_call(stream, callee, recipe, depth)
        self.submit: Callable[..., Any] | None = None
        if self._native is not None:
            self.submit = self._native.submit

    @property
    def is_current(self) -> bool:
        """Whether `submit` may still serve a call. Once it is False, make another object."""
        return self._native is None or bool(self._native.serves())

    def in_python(self, arguments: Sequence[Any], frame: FrameType) -> Any:
        """Makes a call, on any kind of device.

        Args:
            arguments: those of the call.
            frame: the user's frame, for the submit site.

        Returns:
            The result, or a tuple of the results.

        Raises:
            ArgumentError: an argument does not fit.
            StateError: a buffer was deleted, or the stream is full or closed.
            CaptureError: a capture is open, which takes launches of kernels.
        """
        stream = self.stream
        return stream._take(CompiledCall(stream._lane, stream, self, tuple(arguments), frame))


@dataclass(slots=True, eq=False, repr=False)
class CompiledCall(OnLane[Any]):
    """A call of a compiled function, on its way through Python."""

    stream: Stream
    compiled: Compiled
    arguments: tuple[Any, ...]
    frame: FrameType

    @property
    def what(self) -> str:
        """See `Operation`."""
        return f"call {self.compiled.callee.name} on {self.lane.name}"

    def run(self) -> Any:
        """Makes the fresh memory and submits the launch."""
        recipe, callee = self.compiled.recipe, self.compiled.callee
        engine = self.stream._engine
        if engine.options.check_finite or engine.options.guard:
            raise StateError(
                f"{self.what}: the runtime was opened with check_finite or guard, which look at "
                "one launch at a time; launch its kernels one by one"
            )
        given: list[Any] = [*self._checked()]
        given += [c.value if isinstance(c, Number) else c for c in recipe.constants]
        made = [self._fresh(wanted) for wanted in recipe.fresh]
        operands: list[Any] = [*given, *made]
        slots = [(operands[operand], offset) for operand, offset in recipe.slots]
        used = {id(one) for one, _ in slots}
        buffers = [one for one in given if isinstance(one, TypedMemory) and id(one) in used]
        if engine.watch is not None:
            outputs = [one for one in made if isinstance(one, TypedMemory)]
            engine.watch.declare([("", buffer) for buffer in [*buffers, *outputs]])
        reads = tuple([buffer._region for buffer in buffers])
        writes = tuple([(one._region, False) for one in made])
        values = tuple([_slot(one, offset) for one, offset in slots])
        try:
            if callee.is_program:
                values = tuple(map(_word, values, self._codes()))
            launch = self.lane.launch(callee.handle, reads, writes, values, callee, self.frame)
        except (TypeError, OverflowError, struct.error) as error:
            raise ArgumentError(f"{self.what}: a scalar does not fit its slot: {error}") from error
        if engine.options.eager:
            launch.sync()
        results = [operands[operand] for operand in recipe.results]
        return results[0] if len(results) == 1 else tuple(results)

    def _checked(self) -> tuple[Any, ...]:
        """Returns the arguments, if they are what the recipe asks for."""
        wanted, given = self.compiled.recipe.arguments, self.arguments
        if len(given) != len(wanted):
            raise ArgumentTypeError(f"{self.what}: {len(given)} arguments; it takes {len(wanted)}")
        for number, (argument, expected) in enumerate(zip(given, wanted, strict=True)):
            if isinstance(expected, Scalar):
                if type(argument) is not expected.type:
                    raise ArgumentTypeError(
                        f"{self.what}: argument {number} is of type {type(argument).__name__}; "
                        f"it was compiled for {expected.type.__name__}"
                    )
                continue
            name = f"argument {number}"
            buffer = check_buffer(argument, self.what, self.stream._engine, name)
            if buffer._layout is not expected:
                raise ArgumentError(
                    f"{self.what}: {name} is {buffer._layout!r}; it was compiled for {expected!r}"
                )
        return given

    def _codes(self) -> list[str]:
        """Returns the code of the scalar that each slot takes; an empty one for an address."""
        recipe = self.compiled.recipe
        known = [*recipe.arguments, *recipe.constants]
        found = [known[operand] if operand < len(known) else None for operand, _ in recipe.slots]
        return [each.code if isinstance(each, Scalar | Number) else "" for each in found]

    def _fresh(self, wanted: Layout | int) -> Buffer | Scratch:
        if isinstance(wanted, Layout):
            return new_buffer(self.stream.device, wanted)
        return Scratch(self.stream._state, wanted)


class Scratch:
    """Memory that only one call uses."""

    __slots__ = ("_address", "_allocation", "_region")

    def __init__(self, state: DeviceState, nbytes: int) -> None:
        """Allocates the memory."""
        self._allocation = state.memory.allocate(nbytes, False)
        self._address: int = self._allocation.address
        self._region: Region = whole_region(self._allocation, nbytes)


def _slot(operand: Any, offset: int) -> object:
    """Returns the value of a slot: an address, or a scalar."""
    if isinstance(operand, TypedMemory | Scratch):
        return (operand._address + offset) % _BITS  # a way back is an offset of nearly 64 bits
    return operand


def _word(value: Any, code: str) -> int:
    """Returns the word that holds an address, or a scalar with this code in its first bytes."""
    if not code:
        return int(value)
    return int.from_bytes(struct.pack("<" + code, value).ljust(8, b"\0"), "little")


def _native_call(stream: Stream, callee: Callee, recipe: Recipe, depth: int) -> Any:
    """Returns the native object that serves calls; None if none can."""
    fresh = stream.device._fresh
    if fresh is None or stream._track is None:  # then launches take the way through Python, too
        return None
    operands = len(recipe.arguments) + len(recipe.constants) + len(recipe.fresh)
    if max(operands, len(recipe.slots), len(recipe.results)) > MOST_OPERANDS:
        return None
    return stream._engine.core.new_call(
        stream,
        callee,
        fresh,
        callee.handle,
        tuple([part for one in recipe.arguments for part in _argument(one)]),
        tuple([part for one in recipe.constants for part in _constant(one)]),
        tuple([part for one in recipe.fresh for part in _wanted(one)]),
        tuple([number for slot in recipe.slots for number in slot]),
        recipe.results,
        depth,
    )


def _argument(argument: Argument) -> tuple[object, int]:
    return (argument.type, ord(argument.code)) if isinstance(argument, Scalar) else (argument, 0)


def _constant(constant: Buffer | Number) -> tuple[object, int]:
    return (constant.value, ord(constant.code)) if isinstance(constant, Number) else (constant, 0)


def _wanted(fresh: Layout | int) -> tuple[object, int]:
    return (fresh, 0) if isinstance(fresh, Layout) else (None, fresh)
