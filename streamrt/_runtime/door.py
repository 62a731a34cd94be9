"""The door: every operation of a user passes it as data.

An operation is one request of a user: a launch, a copy, a wait. `take` hands it to the interpreter
that is entered in this context; without one, it runs the operation:

    Stream.copy, Runtime.empty ... ─> take ─┬─> operation.run()          no interpreter
                                            └─> interpreter._take(..)    a capture records it

A run ends in a submission: a lane, the accesses, a subject, and `issue`, which makes the records
visible to the queue. `submit` has the tracker note it. `Lane.launch` does the same for one launch,
written out because it is the hot path; a test checks that the two behave alike.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextvars import ContextVar
from dataclasses import dataclass
from types import FrameType
from typing import TYPE_CHECKING, Any, ClassVar, Generic, TypeVar

from streamrt._core.tracking.hazards import Edges, Reads, Writes
from streamrt._refusals import shorten
from streamrt._runtime.execution import Execution, submitted
from streamrt._runtime.tracking import Timeline, await_points, track
from streamrt.errors import StreamRTError

if TYPE_CHECKING:
    from streamrt._runtime.device_state import DeviceState
    from streamrt._runtime.engine import Engine
    from streamrt._runtime.lane import Lane
    from streamrt._runtime.subject import Subject

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


def submit(
    lane: Lane,
    value: int,
    reads: Reads,
    writes: Writes,
    subject: Subject,
    frame: FrameType,
    issue: Callable[[Execution], object],
    *,
    outcome: object = None,
    after: Sequence[tuple[Timeline, int]] = (),
) -> Execution[Any]:
    """Submits one execution. Under the lock; the caller has checked that the queue has room.

    Args:
        lane: the lane whose timeline it raises.
        value: the point that it signals; its records signal all values before that, too.
        reads: regions that it only reads.
        writes: regions that it writes, each with whether it reads that, too.
        subject: the kernel, replay or name that it runs.
        frame: the user's frame, for the submit site.
        issue: makes all its records visible to the queue; it may use the execution's edges, checks
            and cell.
        outcome: the result of awaiting it.
        after: points that it comes after, whatever it accesses.

    Raises:
        StateError: a buffer was deleted or frozen; nothing was submitted.
    """
    engine = lane.engine
    cell, block = lane.next_cell()
    execution = submitted(lane, value, cell, block, subject, frame, outcome)
    try:
        edges, checks = track(execution, reads, writes, engine.options.manual)
        if after:
            edges = _ordered_after(execution, edges, after)
        execution.edges, execution.checks = edges, checks
        issue(execution)
        publish(execution)
    except BaseException:
        lane.mend(execution)
        raise
    return execution


def publish(execution: Execution) -> None:
    """Takes note of an execution whose records the queue has. Under the lock."""
    lane = execution.timeline
    if lane.engine.has_virtual_time:
        lane.demand(execution.edges)
    lane.push(execution)
    lane.engine.adopt(execution)


def _ordered_after(
    execution: Execution, edges: Edges, points: Sequence[tuple[Timeline, int]]
) -> Edges:
    """Returns the edges with edges to more points, which replace those to the same timelines."""
    lane = execution.timeline
    more = await_points(lane, points)
    if not more:
        return edges
    lane.join(points, execution.value)
    newer = [edge.timeline for edge in more]
    return (*(edge for edge in edges if edge.timeline not in newer), *more)
