"""Injections: where a cancel strikes a program, and the counting that finds the place."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine, Generator
from typing import Any, NamedTuple

from sweep.desk import Op
from sweep.stamped import Phases

TASK_KINDS = ("at once", "suspended", "main", "resumed", "twice")
"""Cancel a task that suspends: before it is suspended, while it is, the program's whole task
while any of its tasks is, when it is about to go on, and again while it cleans up."""

COMMAND_KINDS = ("submitted", "before waiting", "a turn later", "all so far")
"""Cancel an execution: as soon as it is submitted, when a task suspends next, when the loop has
gone round, and with everything submitted before it, the newest first."""

FAILURES = ("fail",)
"""Have a kernel or a call fail."""


class Injection(NamedTuple):
    """The cancellation that strikes a run; none if `number` is 0."""

    kind: str
    number: int

    def __str__(self) -> str:
        return f"{self.kind} {self.number}"


class Injector:
    """Counts the suspensions and submissions of one run, and strikes at the one it is told.

    Attributes:
        suspensions: how often a task of the program suspended.
        commands: how much it submitted.
        kind: of the injection.
        phases: what was submitted runs when the task that did it is suspended.
        is_racing: whether it runs at once then, not only after the strike.
        struck: whether it came so far.
        tasks: those of the program, its own first.
        cancels: how often the program's own task was cancelled.
    """

    def __init__(
        self, loop: asyncio.AbstractEventLoop, injection: Injection, phases: Phases
    ) -> None:
        self.phases = phases
        self.suspensions = self.commands = self.cancels = 0
        self.struck = False
        self.is_racing = False
        self.cancelled_tasks = False
        self.main: asyncio.Task[None] | None = None
        self._loop = loop
        self.kind, self._number = injection
        self._is_task_kind = self.kind in TASK_KINDS
        self._ops: list[Op] = []
        self.tasks: list[asyncio.Task[Any]] = []
        self._later: list[Callable[[], object]] = []
        self._again: asyncio.Task[Any] | None = None

    # -- awaits ---------------------------------------------------------------------------------

    def resuming(self) -> None:
        """The running task is about to go on."""
        if self.kind == "resumed" and self.suspensions == self._number and not self.struck:
            self._cancel(_current())

    def suspending(self) -> None:
        """The running task has just given a future that it waits for."""
        self.suspensions += 1
        self._strike(_current())
        if self.is_racing:
            self.phases.next()
        else:  # after what was struck
            self._loop.call_soon(self.phases.next)

    def _strike(self, task: asyncio.Task[Any]) -> None:
        later, self._later = self._later, []
        for callback in later:
            callback()
        if self._again is task:
            self._again = None
            self._loop.call_soon(self._cancel, task)
        if not self._is_task_kind or self.suspensions != self._number:
            return
        if self.kind == "at once":
            self._cancel(task)
        elif self.kind != "resumed":
            if self.kind == "twice":
                self._again = task
            assert self.main is not None
            self._loop.call_soon(self._cancel, self.main if self.kind == "main" else task)

    def forget(self) -> None:
        """Lets go of the tasks and executions of a run that is over."""
        self.main = self._again = None
        self.tasks.clear()
        self._ops.clear()
        self._later.clear()

    def _cancel(self, task: asyncio.Task[Any]) -> None:
        self.struck = True
        if task.cancel():
            self.cancelled_tasks = True
            self.cancels += task is self.main

    # -- commands -------------------------------------------------------------------------------

    def submitting(self) -> bool:
        """Whether what is submitted next is to fail."""
        self.commands += 1
        if self.kind == "fail" and self.commands == self._number:
            self.struck = True
        return self.kind == "fail" and self.commands == self._number

    def submitted(self, op: Op) -> None:
        """Something was submitted."""
        self._ops.append(op)
        if self._is_task_kind or self.commands != self._number or self.kind == "fail":
            return
        self.struck = True
        if self.kind == "submitted":
            op.cancel()
        elif self.kind == "before waiting":
            self._later.append(op.cancel)
        elif self.kind == "a turn later":
            self._loop.call_soon(op.cancel)
        elif self.kind == "all so far":
            for earlier in reversed(self._ops):
                earlier.cancel()


def _current() -> asyncio.Task[Any]:
    task = asyncio.current_task()
    assert task is not None
    return task


class Counted(Coroutine[Any, Any, Any]):
    """A coroutine that tells the injector of each of its steps."""

    def __init__(self, coroutine: Coroutine[Any, Any, Any], injector: Injector) -> None:
        self._coroutine = coroutine
        self._injector = injector

    def send(self, value: Any) -> Any:
        self._injector.resuming()
        try:
            waited_for = self._coroutine.send(value)
        except BaseException:
            self._injector.phases.next()
            raise
        self._injector.suspending()
        return waited_for

    def throw(self, *error: Any) -> Any:
        self._injector.resuming()
        try:
            waited_for = self._coroutine.throw(*error)
        except BaseException:
            self._injector.phases.next()
            raise
        finally:
            del error  # which comes back with this frame in its traceback
        self._injector.suspending()
        return waited_for

    def close(self) -> None:
        self._coroutine.close()

    def __await__(self) -> Generator[Any, Any, Any]:
        return self._coroutine.__await__()


def counting(injector: Injector) -> Callable[..., asyncio.Task[Any]]:
    """A factory that counts the steps of every task made while it is the loop's."""

    def factory(
        loop: asyncio.AbstractEventLoop, coroutine: Any, **options: Any
    ) -> asyncio.Task[Any]:
        task: asyncio.Task[Any] = asyncio.Task(Counted(coroutine, injector), loop=loop, **options)
        injector.tasks.append(task)
        return task

    return factory
