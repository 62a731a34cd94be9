"""Scopes: blocks of a program that end only when everything submitted in them is over.

1. What is submitted belongs to the innermost open scope of its runtime, as the submitter's
   context variables have it: tasks and host calls inherit the scope they were started in.
2. A scope that is left still takes what its tasks and host calls submit, until nothing is
   pending any more; in one left by an exception that is cancelled unless it has started. From
   then on it belongs to the next scope outside that is open, or to none.
3. The variable is only ever set, never reset: a task or a fixture may leave a scope in another
   context than it entered it in. Scopes know their parents, and closed ones are passed over.
4. A scope may be open for hours. It forgets what went well each time its list has doubled, and
   keeps failures until somebody has retrieved them.
"""

from __future__ import annotations

import logging
from contextvars import ContextVar
from types import TracebackType
from typing import TYPE_CHECKING, Self

from streamrt._core.handles import Handle
from streamrt._native.core import FAILED, RUNNING
from streamrt._runtime.engine import Engine
from streamrt._runtime.failures import group, log
from streamrt._runtime.lifecycle import OPEN
from streamrt._runtime.waiting.leaving import Cancellations, Leaving, cancel_all, warn_of_swallowed
from streamrt._runtime.waiting.points import Point
from streamrt.errors import StateError, WouldDeadlockError

if TYPE_CHECKING:
    from streamrt._core.tracking.timeline import Timeline
    from streamrt._runtime.execution import Execution

logger = logging.getLogger("streamrt")

FEW = 256  # executions that are kept before anything is forgotten

_innermost: ContextVar[Scope | None] = ContextVar("streamrt_scope", default=None)


class Scope(Handle):
    """A block that ends only when everything submitted in it is over. Made by `Runtime.scope`.

        async with rt.scope() as scope: ...          # or `with`, from synchronous code

    Submitted in it is what its body submits, and what tasks and host calls started in it do.
    Leaving it raises the failures that nobody retrieved: one as it is, several as an
    ExceptionGroup. Leaving it by an exception, or a cancellation while it waits, cancels what is
    still queued and waits for what runs, at most `drain_timeout`; the exception goes on, in a
    group with the failures that nobody retrieved, unless it is a cancellation or Ctrl-C: then
    these are logged.
    """

    _instead = "rt.scope() makes another"

    __slots__ = (
        "_cancellations",
        "_engine",
        "_is_open",
        "_members",
        "_most",
        "_parent",
        "_timeout",
    )

    def __init__(self, engine: Engine, timeout: float) -> None:
        """Not for users: `Runtime.scope` makes scopes."""
        self._engine = engine
        self._timeout = timeout
        self._is_open: bool | None = None  # before it is entered
        self._parent: Scope | None = None
        self._members: list[Execution] = []
        self._most = FEW
        self._cancellations = Cancellations(None, 0)

    @property
    def pending(self) -> int:
        """How many of its submissions are not over yet."""
        look = self._engine.core.look
        with self._engine.lock:
            return sum(look(execution.cell) <= RUNNING for execution in self._members)

    def cancel(self) -> int:
        """Cancels everything in it that has not started; how many executions that were."""
        with self._engine.lock:
            members = list(self._members)
        return cancel_all(members)

    # -- entering and leaving -------------------------------------------------------------------

    def _enter(self) -> Self:
        if self._is_open is not None:
            raise StateError("enter a scope: it was entered before; make another with rt.scope()")
        self._engine.check_open("enter a scope")
        self._parent = _nearest(_innermost.get())
        try:
            with self._engine.lock:
                self._engine.adopt = adopt
                self._is_open = True
                self._engine.scopes += 1
            _innermost.set(self)
        except BaseException:  # Ctrl-C: nobody would leave it
            self._leave()
            raise
        return self

    def _points(self) -> list[Point]:
        """The last execution on each stream that is not over.

        Once there is none the scope is closed, in the same moment.
        """
        look = self._engine.core.look
        with self._engine.lock:
            if self._engine.state != OPEN:
                self._close()
                return []
            last: dict[Timeline, Execution] = {}
            for execution in self._members:
                if look(execution.cell) <= RUNNING:
                    last[execution.timeline] = execution
            if not last:
                self._close()
            return [Point(e.timeline, e.value, e.cell) for e in last.values()]

    def _close(self) -> None:
        """Takes nothing more. Under the lock."""
        if self._is_open:
            self._is_open = False
            self._engine.scopes -= 1
            if not self._engine.scopes:
                self._engine.adopt = None

    def _leave(self) -> list[BaseException]:
        """Closes it whatever is left, and gives the errors that nobody retrieved."""
        with self._engine.lock:
            self._close()
            members, self._members = self._members, []
        if _innermost.get() is self:
            _innermost.set(self._parent)
        # The task's error has a frame of this scope in its traceback: it must not keep the task.
        self._cancellations = Cancellations(None, 0)
        errors: list[BaseException] = []
        running: dict[Timeline, Execution] = {}
        for execution in members:
            state = execution.timeline.look(execution.cell)
            if state == FAILED and (error := _unretrieved(execution)) is not None:
                errors.append(error)
            elif state <= RUNNING:
                running.setdefault(execution.timeline, execution)
        for execution in running.values():
            logger.error(
                "leave a scope: %s did not end within drain_timeout; it goes on, and its memory "
                "is left to it",
                execution._describe(),
            )
        return errors

    def _leaving(self, error: BaseException | None) -> Leaving:
        return Leaving(
            self._points,
            self.cancel,
            self._timeout,
            cancel=error is not None,
            patient=True,
            shielded=True,
        )

    def __enter__(self) -> Self:
        return self._enter()

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self._engine.check_alive()
        try:
            self._leaving(error).block()
        except WouldDeadlockError:  # nobody can wait here
            _log_all(self._leave())
            if error is None:
                raise
        except BaseException:
            _log_all(self._leave())
            raise
        _raise(self._leave(), error)

    async def __aenter__(self) -> Self:
        self._cancellations = Cancellations.now()
        return self._enter()

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self._engine.check_alive()
        try:
            await self._leaving(error).wait()
            swallowed = error is None and await self._cancellations.swallowed()
        except BaseException:
            _log_all(self._leave())
            raise
        errors = self._leave()
        try:
            if swallowed:
                warn_of_swallowed("a scope")
        finally:
            _raise(errors, error)

    def __repr__(self) -> str:
        state = {None: "not entered", True: "open", False: "closed"}[self._is_open]
        return f"<Scope {state}: {self.pending} pending>"

    # -- members --------------------------------------------------------------------------------

    def _add(self, execution: Execution) -> None:
        """Takes an execution. Under the lock."""
        members = self._members
        if members and members[-1] is execution:
            return
        members.append(execution)
        if len(members) > self._most:
            self._members = [e for e in members if _matters(e)]
            self._most = max(FEW, 2 * len(self._members))


def adopt(execution: Execution) -> None:
    """Gives a submission to the scope it was made in, if there is one. Under the lock.

    Engines with open scopes have it as their `adopt`.
    """
    engine = execution.timeline.engine
    scope = _innermost.get()
    while scope is not None and not (scope._engine is engine and scope._is_open):
        scope = scope._parent
    if scope is not None:
        scope._add(execution)


def _nearest(scope: Scope | None) -> Scope | None:
    """The innermost open scope from here outwards, of whatever runtime."""
    while scope is not None and not scope._is_open:
        scope = scope._parent
    return scope


def _matters(execution: Execution) -> bool:
    """Whether it is not over, or a failure that is still to be raised."""
    state = execution.timeline.look(execution.cell)
    if state == FAILED:
        trouble = execution._trouble
        return trouble is None or not trouble[0].is_told
    return state <= RUNNING


def _unretrieved(execution: Execution) -> BaseException | None:
    """The error of a failed execution, from now on retrieved; None if somebody has it already."""
    if execution._trouble is None:  # the cell is final a moment before the timeline moves
        execution.timeline.block(execution.value, 0, None)
        execution.timeline.tidy()
    return execution.exception() if _matters(execution) else None


def _log_all(errors: list[BaseException]) -> None:
    """Logs errors: what is on its way out already cannot take them along."""
    for error in errors:
        log(error)


def _raise(errors: list[BaseException], error: BaseException | None) -> None:
    """Raises what a scope is left with; what its body raised goes on by itself if it can.

    Args:
        errors: failures that nobody retrieved.
        error: what the body raised, if it did.
    """
    if error is None:
        if errors:
            raise group(errors)
    elif not isinstance(error, Exception):
        _log_all(errors)
    elif errors:
        raise group([error, *errors], "the body of a scope and what was submitted in it") from None
