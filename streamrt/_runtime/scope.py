"""Scopes: blocks of a program that end only when everything submitted in them has ended.

1. A submission belongs to the innermost open scope of its runtime in the submitter's context
   variables. Tasks and host calls inherit the scope in which they were started.
2. A scope that is left still takes the submissions of its tasks and host calls, until nothing is
   pending any more. If an exception leaves it, these are cancelled unless they have started. Later
   submissions belong to the next open scope outside, or to none.
3. The context variable is only set, never reset, because a task or a fixture may leave a scope in
   another context than it entered it in. Scopes know their parents; closed ones are passed over.
4. A scope may be open for hours. It forgets executions that succeeded each time its list has
   doubled, and keeps failures until somebody has retrieved them.
"""

from __future__ import annotations

import logging
from contextvars import ContextVar
from functools import partial
from types import TracebackType
from typing import TYPE_CHECKING, Self

from streamrt._core.handles import Handle
from streamrt._native.core import FAILED, RUNNING
from streamrt._runtime.ending.deadlines import Deadline
from streamrt._runtime.ending.leaving import Cancellations, Leaving, cancel_all, warn_of_swallowed
from streamrt._runtime.ending.lifecycle import OPEN
from streamrt._runtime.engine import Engine
from streamrt._runtime.failures import Failure, group, log_all
from streamrt._runtime.waiting.points import Point
from streamrt.errors import StateError, WouldDeadlockError

if TYPE_CHECKING:
    from streamrt._runtime.execution import Execution
    from streamrt._runtime.tracking import Timeline

logger = logging.getLogger("streamrt")

FEW = 256  # executions that are kept before any is forgotten

_innermost: ContextVar[Scope | None] = ContextVar("streamrt_scope", default=None)


class Scope(Handle):
    """A block that ends only when everything submitted in it has ended. Made by `Runtime.scope`.

        async with rt.scope() as scope: ...          # or `with`, from synchronous code

    The submissions of its body belong to it, and those of tasks and host calls started in it.
    Leaving it raises an ExceptionGroup of its body's error and of the failures that nobody
    retrieved, also if there is only one of them. Leaving it by an exception, or a cancellation
    while it waits, cancels queued work and waits for running work, at most `drain_timeout`. A
    cancellation, Ctrl-C or SystemExit goes on alone, and the failures are logged.
    """

    _instead = "rt.scope() makes another"

    __slots__ = (
        "_cancellations",
        "_deadline",
        "_engine",
        "_is_open",
        "_members",
        "_most",
        "_parent",
        "_past",
        "_timeout",
    )

    def __init__(self, engine: Engine, timeout: float, deadline: Deadline) -> None:
        """Not for users: `Runtime.scope` makes scopes."""
        self._engine = engine
        self._timeout = timeout
        self._deadline = deadline
        self._is_open: bool | None = None  # before it is entered
        self._parent: Scope | None = None
        self._members: list[Execution] = []
        self._most = FEW
        self._past: dict[Timeline, Execution] = {}  # the last it forgot, with a watch
        self._cancellations = Cancellations(None, 0)

    @property
    def pending(self) -> int:
        """The number of its submissions that have not ended."""
        look = self._engine.core.look
        with self._engine.lock:
            return sum(look(execution.cell) <= RUNNING for execution in self._members)

    def cancel(self) -> int:
        """Cancels all its executions that have not started; returns their number."""
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
                self._engine.lock.adopt = partial(adopters, self._engine)
                self._is_open = True
                self._engine.scopes += 1
            _innermost.set(self)
            self._deadline.__enter__()
        except BaseException:  # Ctrl-C: the exit of the block will not run
            self._leave()
            raise
        return self

    def _points(self) -> list[Point]:
        """Returns the point of the last execution on each stream that has not ended.

        If there is none, it closes the scope in the same moment.
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
        """Closes the scope: it takes no more submissions. Under the lock."""
        if self._is_open:
            self._is_open = False
            self._engine.scopes -= 1
            if not self._engine.scopes:
                self._engine.lock.adopt = None

    def _leave(self) -> list[Failure]:
        """Closes the scope even if work is left; returns the failures that nobody retrieved."""
        with self._engine.lock:
            has_waited = not self._is_open
            self._close()
            members, self._members = self._members, []
        watch = self._engine.watch
        if watch is not None and has_waited:
            for execution in (*self._past.values(), *members):
                watch.know_end(execution, execution._state())
        self._past.clear()
        self._deadline.__exit__(None, None, None)
        if _innermost.get() is self:
            _innermost.set(self._parent)
        # The task's error has a frame of this scope in its traceback: it must not keep the task.
        self._cancellations = Cancellations(None, 0)
        failures: list[Failure] = []
        running: dict[Timeline, Execution] = {}
        for execution in members:
            state = execution.timeline.look(execution.cell)
            if state == FAILED and (failure := _unretrieved(execution)) is not None:
                failures.append(failure)
            elif state <= RUNNING:
                running.setdefault(execution.timeline, execution)
        for execution in running.values():
            logger.error(
                "leave a scope: %s has not ended; it goes on with its memory",
                execution._describe(),
                extra=execution._fields(),
            )
        return failures

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
            if error is None:
                log_all(self._leave())
                raise
        except BaseException:
            log_all(self._leave())
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
            log_all(self._leave())
            raise
        failures = self._leave()
        try:
            if swallowed:
                warn_of_swallowed("a scope")
        finally:
            _raise(failures, error)

    def __repr__(self) -> str:
        state = {None: "not entered", True: "open", False: "closed"}[self._is_open]
        return f"<Scope {state}: {self.pending} pending>"

    # -- members --------------------------------------------------------------------------------

    def _trimmed(self) -> list[Execution]:
        """Returns its list of executions, without most that ended well. Under the lock."""
        members = self._members
        if len(members) > self._most:
            if self._engine.watch is not None:
                self._past |= {e.timeline: e for e in members if not _matters(e)}
            members[:] = [e for e in members if _matters(e)]
            self._most = max(FEW, 2 * len(members))
        return members


def adopters(engine: Engine) -> list[Execution] | None:
    """Returns the list of the scope that takes what is submitted here, if there is one.

    It is the `adopt` of an engine with open scopes. The submission adds its execution to the list.
    """
    scope = _innermost.get()
    while scope is not None and not (scope._engine is engine and scope._is_open):
        scope = scope._parent
    return None if scope is None else scope._trimmed()


def _nearest(scope: Scope | None) -> Scope | None:
    """Returns the innermost open scope from this one outwards, of any runtime."""
    while scope is not None and not scope._is_open:
        scope = scope._parent
    return scope


def _matters(execution: Execution) -> bool:
    """Whether an execution has not ended, or failed and nobody was told."""
    state = execution.timeline.look(execution.cell)
    if state == FAILED:
        trouble = execution._trouble
        return trouble is None or not trouble[0].is_told
    return state <= RUNNING


def _unretrieved(execution: Execution) -> Failure | None:
    """Retrieves the error of a failed execution; None if somebody has it already."""
    execution.timeline.tidy()
    if execution._trouble is None:  # the cell is final a moment before the timeline moves
        execution.timeline.block(execution.value, 0, None)
        execution.timeline.tidy()
    error = execution.exception() if _matters(execution) else None
    if error is None:
        return None
    return Failure(error, execution._where(), execution._submit_site())


def _raise(failures: list[Failure], error: BaseException | None) -> None:
    """Raises the failures of a scope and the error of its body as a group, the body's first.

    An error of the body that is no `Exception` ends more than the scope, so it goes on by itself.

    Args:
        failures: those that nobody retrieved.
        error: what the body raised, if it did.
    """
    errors = [failure.error for failure in failures]
    if error is None:
        if errors:
            raise group(errors, "a scope")
    elif isinstance(error, Exception):
        raise group([error, *errors], "a scope") from None
    else:
        log_all(failures)
