"""The door: every operation of a user passes it as data.

An operation is one request of a user: a launch, a copy, a wait. `take` hands it to the interpreter
that is entered in this context; without one, it runs the operation:

    Stream.copy, Runtime.empty ... ─> take ─┬─> operation.run()          no interpreter
                                            └─> interpreter._take(..)    a capture records it

A run ends in submissions: a lane, the accesses, a subject. Each is one native step; see lane.py.
"""

from __future__ import annotations

from contextvars import ContextVar
from dataclasses import dataclass
from types import FrameType
from typing import TYPE_CHECKING, Any, ClassVar, Generic, TypeVar

from streamrt._refusals import shorten
from streamrt._runtime.execution import Execution
from streamrt.errors import StreamRTError

if TYPE_CHECKING:
    from streamrt._runtime.devices.device_state import DeviceState
    from streamrt._runtime.engine import Engine
    from streamrt._runtime.lane import Lane

T = TypeVar("T")


class Operation(Generic[T]):
    """A request of a user to a runtime, as data."""

    __slots__ = ()

    @property
    def what(self) -> str:
        """The name of the operation in messages, as in `copy on cpu:0/s1`."""
        raise NotImplementedError

    def __str__(self) -> str:
        return self.what  # texts take time to make, and few are needed

    def run(self) -> T:
        """Does the operation now."""
        raise NotImplementedError


class HostSide(Operation[None]):
    """A step on the host that no interpreter can do later: a wait, or the sharing of memory."""

    __slots__ = ("_what",)

    def __init__(self, what: str) -> None:
        self._what = what

    @property
    def what(self) -> str:
        """See `Operation`."""
        return self._what

    def run(self) -> None:
        """Allows the step, which the caller then does."""


@dataclass(slots=True, eq=False, repr=False)
class OnLane(Operation[T]):
    """An operation that a user gives to a stream.

    Attributes:
        verb: the operation in messages.
        lane: the lane of the stream.
    """

    verb: ClassVar[str] = ""
    lane: Lane

    @property
    def what(self) -> str:
        """See `Operation`."""
        return f"{self.verb} on {self.lane.name}"


@dataclass(slots=True, eq=False, repr=False)
class OnStream(OnLane[Execution[Any]]):
    """An operation that a stream runs, in its order.

    Attributes:
        state: the device of the stream.
        frame: the user's frame, for the submit site.
    """

    state: DeviceState
    frame: FrameType


class Interpreter:
    """A reader of operations, which then run only if it runs them; it is entered for a context.

    Attributes:
        engine: the engine of the runtime whose operations it reads.
        is_open: whether it still reads operations; contexts may keep it for longer.
    """

    def __init__(self, engine: Engine) -> None:
        self.engine: Engine = engine
        self.is_open: bool = False
        self._entered: Entered | None = None

    def _take(self, operation: Operation[T]) -> T:
        """Reads an operation, and returns a result in place of the run's."""
        raise NotImplementedError

    def _enter(self) -> None:
        """Begins to read the operations of this context, and of the tasks started in it."""
        self._entered = Entered(self)
        try:
            with self.engine.lock:
                self.engine.interpreters += 1
                self.engine.send_round()
                self.engine.send_round()
                self.is_open = True
            _innermost.set(self._entered)
        except BaseException:  # Ctrl-C: the caller will not leave it
            self._leave()
            raise

    def _leave(self) -> None:
        """Reads no more, also for a task that still has it in its context."""
        entered = self._entered
        with self.engine.lock:
            self.engine.interpreters -= self.is_open
            self.engine.send_round()
            self.engine.send_round()
            self.is_open = False
            if entered is not None:
                entered.interpreter = None  # the variable keeps `entered` after a Ctrl-C here
        if entered is not None:
            if _innermost.get() is entered:
                _innermost.set(entered.outer)
            self._entered = None


class Entered:
    """The link from contexts to an interpreter.

    Tasks and callbacks that were made in the block keep its context, some as long as their loop.
    So the link lets go of the interpreter when the block is left.
    """

    __slots__ = ("interpreter", "outer")

    def __init__(self, interpreter: Interpreter) -> None:
        self.interpreter: Interpreter | None = interpreter
        self.outer: Entered | None = _innermost.get()


_innermost: ContextVar[Entered | None] = ContextVar("streamrt_interpreter", default=None)


def interpreter_of(engine: Engine) -> Interpreter | None:
    """Returns the open interpreter of a runtime in this context, if there is one."""
    entered = _innermost.get()
    while entered is not None:
        found = entered.interpreter
        if found is not None and found.engine is engine and found.is_open:
            return found
        entered = entered.outer
    return None


def take(engine: Engine, operation: Operation[T]) -> T:
    """Hands an operation to the interpreter, or runs it if there is none."""
    try:
        if engine.interpreters and (interpreter := interpreter_of(engine)) is not None:
            return interpreter._take(operation)
        return operation.run()
    except StreamRTError as error:
        shorten(error)
        raise
