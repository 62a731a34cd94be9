"""One submission: its place in the order, its outcome, and the errors that its users get.

`Execution` adds the methods of users.
"""

from __future__ import annotations

from types import CodeType
from typing import TYPE_CHECKING, Any, NamedTuple

from streamrt._core.program import STOPPED
from streamrt._core.tracking.hazards import Edges, Steps
from streamrt._core.tracking.story import trace
from streamrt._core.tracking.timeline import Step
from streamrt._native.core import CANCELLED, DONE, EXPIRED, FAILED, RUNNING, SKIPPED, STATES
from streamrt._native.fields import fields as native_fields
from streamrt._native.queue import CellStatus
from streamrt._native.timeline import STOP_ASKED
from streamrt._native.tracking import edges_of
from streamrt._runtime.failures import Failure, Guard, Site, Skip, note, spell
from streamrt._runtime.telling.fields import Where, fields
from streamrt._runtime.tracking import IN_PYTHON
from streamrt.errors import DeadlineError, DependencyError, ExecutionCancelledError, StreamRTError

if TYPE_CHECKING:
    from streamrt._runtime.lane import Lane
    from streamrt._runtime.subject import Subject


class Raised(NamedTuple):
    """The error that a host call raised, kept as its outcome."""

    error: BaseException


class Follower:
    """The subject of an execution that only looks at the outcome of the one before it: a check.

    Attributes:
        before: the execution before it.
        run: the first of that row, the launch that users know.
    """

    __slots__ = ("before", "run")

    before: Submission
    run: Submission


if TYPE_CHECKING:

    class _StepFields(Step):
        timeline: Any
        _instruction: int
else:
    _StepFields = native_fields(
        "streamrt._native.StepFields", value="u64", cell="u64", _instruction="i32", clean="bool"
    )


class Submission(_StepFields):
    """A point of a lane, its status cell, and its failure. Native code makes it, too.

    Attributes:
        timeline: its lane.
        checks: the producers whose cells it checks; after a skip, the culprit.
        edges: the waits before it.
        outcome: its result; before that its HostCall, and Raised if that raised.
        subject: the kernel, replay or name that it runs.
    """

    __slots__ = (
        "_block",
        "_code",
        "_edges",
        "_trouble",
        "checks",
        "outcome",
        "subject",
        "timeline",
    )

    timeline: Lane  # pyright: ignore[reportIncompatibleVariableOverride]

    checks: Steps
    outcome: Any
    subject: Subject
    _block: object
    _edges: tuple[Any, ...]
    _code: CodeType
    _instruction: int
    _trouble: tuple[Failure, Guard | None] | None  # its own, or the one that caused its skip

    @property
    def edges(self) -> Edges:
        """The waits before it, as the tracker inserted them."""
        return edges_of(self._edges)

    @edges.setter
    def edges(self, edges: Edges) -> None:
        self._edges = edges

    def __repr__(self) -> str:
        return f"<Step {self.timeline.name}@{self.value}>"

    def _submit_site(self) -> Site:
        return Site(self._code, self._instruction)

    def _describe(self) -> str:
        """Returns its name in messages: `axpy on cpu:0/s1@17`."""
        return str(self._where())

    def _where(self) -> Where:
        """Returns its name in parts, for the fields of log lines."""
        return Where(self.subject.name, self.timeline.name, self.value)

    def _fields(self) -> dict[str, object]:
        """Returns the fields of log lines about it."""
        return fields(self._where(), self._submit_site())

    def _waits(self) -> Edges:
        """Returns the waits before it, also those that the user asked for."""
        return (*self.timeline.waits_before(self.value), *self.edges)

    def _note_failure(self) -> None:
        """Takes note that it failed or was cancelled. Under the runtime's lock; twice is once."""
        self._show_to_collector()
        state = self.timeline.look(self.cell)
        if state != SKIPPED and self._trouble is not None:  # its device was lost before its turn
            return
        if state == FAILED:
            error = self._own_error()
        elif state in (CANCELLED, EXPIRED):
            error = self._cancelled_error()
            self._drop_outcome()
        else:
            self._note_skip()
            return
        root = CellStatus.from_address(self.cell).root
        failures = self.timeline.engine.failures
        self.checks = ()
        subject = self.subject
        named = subject.run if isinstance(subject, Follower) else self  # a check: its launch
        self._trouble = failures.add(root, error, named._where(), self._submit_site())

    def _show_to_collector(self) -> None:
        """Has the collector look at it, before it may be a part of a cycle; see submission.h."""
        if not IN_PYTHON:
            self.timeline.engine.core.collect(self)

    def _note_skip(self) -> None:
        """Keeps the failure that caused its skip; until that is noted, the producer."""
        self._drop_outcome()
        failures, culprit = self.timeline.engine.failures, self._culprit()
        via = (culprit.timeline, culprit.value) if culprit is not None else None
        skip = Skip(self._describe(), self._submit_site(), via)
        failures.add_skip((self.timeline, self.value), skip)
        root = failures.find(CellStatus.from_address(self.cell).root)
        if root is not None:
            self._trouble = (root, None)
        self.checks = (culprit,) if root is None and culprit is not None else ()

    def _drop_outcome(self) -> None:
        """Lets go of the result that it would have given, or of its call."""
        self.outcome = None

    def _root_failure(self) -> Failure | None:
        """Returns the failure that caused its skip, if that is still known."""
        if self._trouble is None:
            engine = self.timeline.engine
            engine.tidy()
            root = engine.failures.find(CellStatus.from_address(self.cell).root)
            if root is not None:
                self._trouble, self.checks = (root, None), ()
        return self._trouble[0] if self._trouble is not None else None

    def _earlier(self) -> Submission | None:
        """Returns the launch or check before a check; None for other executions."""
        return self.subject.before if isinstance(self.subject, Follower) else None

    def _culprit(self) -> Step | None:
        """Returns the producer that did not succeed, which caused its skip."""
        look = self.timeline.look
        found = next((step for step in self.checks if look(step.cell) > DONE), None)
        while isinstance(found, Submission):
            earlier = found._earlier()
            if earlier is None or look(earlier.cell) <= DONE:
                break
            found = earlier
        return found

    def _state(self) -> int:
        return self.timeline.look(self.cell)

    def _error(self, state: int) -> BaseException:
        if state <= RUNNING:
            from asyncio import InvalidStateError  # slow to import, and rarely needed

            return InvalidStateError(f"{self._describe()} is {STATES[self._state()]}; await it")
        earlier = self._earlier()
        if earlier is not None:
            become = self.timeline.look(earlier.cell)
            if become > DONE:
                return earlier._error(become)
        if state in (CANCELLED, EXPIRED):
            return self._cancelled_error()
        self.timeline.tidy()
        if self._trouble is None:  # it is noted when the timeline moves, a moment after the cell
            self.timeline.block(self.value, 0, None)
            self.timeline.tidy()
        if state == FAILED and self._trouble is not None:
            return self._trouble[0].retrieve()
        return self._own_error() if state == FAILED else self._dependency_error()

    def _own_error(self) -> BaseException:
        if isinstance(self.outcome, Raised):
            return note(self.outcome.error, f"submitted at {self._submit_site()}")
        status = CellStatus.from_address(self.cell)
        error: StreamRTError
        if status.refused:
            error = self.timeline.queue.error_of(self._describe(), status.refused)
        else:
            node = (
                0 if status.node == STOP_ASKED else status.node
            )  # it failed, and was asked to end
            error = self.subject._failure(self._describe(), status.error, node)
        return note(error, f"submitted at {self._submit_site()}")

    def _cancelled_error(self) -> ExecutionCancelledError:
        earlier = self._earlier()
        if earlier is not None:
            return earlier._cancelled_error()
        error: ExecutionCancelledError
        if self._state() == EXPIRED:
            error = DeadlineError(
                f"{self._describe()}: its deadline passed {self._when()}; give it more time, or "
                "queue less before it"
            )
        else:
            error = ExecutionCancelledError(
                f"{self._describe()}: cancelled {self._when()}; submit it again if it is needed"
            )
        error.add_note(f"submitted at {self._submit_site()}")
        return error

    def _when(self) -> str:
        """Returns when it was cancelled, or expired."""
        if CellStatus.from_address(self.cell).error != STOPPED:
            return "before it started"
        is_late = self._state() == EXPIRED
        return "between two of its nodes" if is_late else "between two turns of a loop"

    def _dependency_error(self) -> DependencyError:
        failure = self._root_failure()
        root = failure.retrieve() if failure is not None else None
        reason = f"{type(root).__name__}: {root}" if root is not None else "an earlier failure"
        error = DependencyError(
            f"{self._describe()}: skipped, because its inputs were never written; caused by "
            f"{reason}"
        )
        error.add_note(f"submitted at {self._submit_site()}")
        if failure is not None and failure.site is not None:
            error.add_note(f"{failure.where}, which caused it, submitted at {failure.site}")
        error.__cause__ = root
        return error

    def _ending(self, state: int) -> list[str]:
        if state == SKIPPED:
            failures = self.timeline.engine.failures
            return trace(failures.trace((self.timeline, self.value), self._root_failure()))
        error = self._trouble[0].error if self._trouble is not None else self._own_error()
        return [f"failed: {spell(error)}"]
