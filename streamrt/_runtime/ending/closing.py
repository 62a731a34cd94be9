"""The end of a runtime: by close, at the exit of the interpreter, and in the child of a fork.

1. Closing first ends the runs of pipelines that are open, the last one first, because they go on
   submitting. Then it waits for all submissions, at most `drain_timeout`. With `cancel`, it first
   cancels those that are still queued. leaving.py says what Ctrl-C or a cancellation does meanwhile
   to that wait; an interrupt while runs end leaves them stopped.
2. Each queue's last record ends its thread. A queue whose thread does not end keeps its memory,
   because native code may still be running in it. If a loop of a graph still runs then, it is
   asked to end, and what is queued is cancelled.
3. Ending goes in steps, each of which may be done twice. If Ctrl-C breaks a step off, that step is
   done again, and then the others, before the interrupt goes on. So a runtime that is not open any
   more has no threads. Steps that a second interrupt leaves undone are done by the next `close`, or
   at exit.
4. An interpreter that exits with an open runtime warns, waits briefly and never hangs, because the
   threads are daemons and native code stays mapped.
"""

from __future__ import annotations

import atexit
import ctypes
import logging
import os
import time
import warnings
from collections import deque
from collections.abc import Callable
from contextvars import ContextVar
from types import TracebackType
from typing import TYPE_CHECKING, Self

from streamrt._core.handles import Handle
from streamrt._native.core import core
from streamrt._runtime.ending.leaving import (
    Cancellations,
    Leaving,
    cancel_all,
    warn_of_swallowed,
)
from streamrt._runtime.ending.lifecycle import CLOSED, FORKED, OPEN
from streamrt._runtime.engine import Engine
from streamrt._runtime.failures import group
from streamrt._runtime.telling.fields import fields
from streamrt._runtime.waiting.points import Point
from streamrt.errors import WouldDeadlockError

if TYPE_CHECKING:
    from streamrt._runtime.lane import Lane

logger = logging.getLogger("streamrt")
AT_EXIT = 1.0  # seconds for running work when nobody closed the runtime
TURN = 1.0  # seconds for the turn of a loop that closing has asked to end

_open: dict[Engine, None] = {}
_entered: ContextVar[EnteredBlock | None] = ContextVar("streamrt_runtime", default=None)


class EnteredBlock:
    """The link from contexts to a runtime whose block was entered.

    Tasks that were made in the block keep its context for longer, so the link lets go of the
    runtime when the block is left.
    """

    __slots__ = ("outer", "runtime")

    def __init__(self, runtime: Closable) -> None:
        self.runtime: Closable | None = runtime
        self.outer: EnteredBlock | None = _entered.get()


def innermost() -> Closable | None:
    """Returns the innermost open runtime whose block this context is in, if there is one."""
    link = _entered.get()
    while link is not None:
        if link.runtime is not None and link.runtime._engine.state == OPEN:
            return link.runtime
        link = link.outer
    return None


class Closable(Handle):
    """A handle on an engine that a block, or a call, closes for good.

    The base of `Runtime`, whose constructor opens the engine.
    """

    _engine: Engine
    _cancellations = Cancellations(None, 0)
    _link: EnteredBlock | None = None

    def _enter(self) -> None:
        self._link = EnteredBlock(self)
        _entered.set(self._link)

    def _leave(self) -> None:
        link, self._link = self._link, None
        if link is not None:
            link.runtime = None  # contexts that were copied in the block keep the link
            if _entered.get() is link:
                _entered.set(link.outer)

    def close(self) -> None:
        """Waits for all submissions, then ends the runtime. Blocks; a second close does nothing.

        Raises:
            ExceptionGroup: failures that nobody retrieved, also a single one.
        """
        close(self._engine, cancel=False)
        _raise_unretrieved(self._engine)

    async def aclose(self) -> None:
        """Ends the runtime like `close`, without blocking the loop.

        Raises:
            ExceptionGroup: failures that nobody retrieved, also a single one.
        """
        await aclose(self._engine, cancel=False)
        _raise_unretrieved(self._engine)

    def __enter__(self) -> Self:
        self._engine.check_open("enter the runtime")
        self._enter()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self._leave()
        close(self._engine, cancel=error is not None)
        if error is None:
            _raise_unretrieved(self._engine)
        self._engine.failures.report_all()

    async def __aenter__(self) -> Self:
        self._engine.check_open("enter the runtime")
        try:
            self._cancellations = Cancellations.now()
            self._enter()
        except BaseException:  # Ctrl-C: `__aexit__` will not run
            end(self._engine)
            raise
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self._leave()
        await aclose(self._engine, cancel=error is not None)
        try:
            swallowed = error is None and await self._cancellations.swallowed()
        except BaseException:
            self._engine.failures.report_all()
            raise
        try:
            if swallowed:
                warn_of_swallowed("a runtime")
        finally:
            if error is None:
                _raise_unretrieved(self._engine)
            self._engine.failures.report_all()


def opened(engine: Engine) -> None:
    """Remembers an engine until it is closed."""
    _open[engine] = None


def close(engine: Engine, cancel: bool) -> None:
    """Waits for all submissions and ends the runtime, blocking the thread."""
    leaving: Leaving | None = None
    try:
        if engine.state == OPEN:
            for run in reversed(list(engine.runs)):
                engine.failures.of_runs += run.end(cancel)
            leaving = _leaving(engine, cancel)
            leaving.block()
        end(engine, leaving)
        if engine.waiters.callbacks is not None:
            engine.waiters.callbacks.wait(_left(leaving))
    except WouldDeadlockError:
        engine.failures.is_closing = False
        raise
    except BaseException:  # Ctrl-C, or what the handler of another signal raised, anywhere in it
        end(engine, leaving)
        engine.failures.report_all()
        raise


async def aclose(engine: Engine, cancel: bool) -> None:
    """Waits without blocking the loop, shielded from cancellation, then ends the runtime."""
    leaving: Leaving | None = None
    try:
        if engine.state == OPEN:
            for run in reversed(list(engine.runs)):
                engine.failures.of_runs += await run.aend(cancel)
            leaving = _leaving(engine, cancel)
            await leaving.wait()
        end(engine, leaving)
        if engine.waiters.callbacks is not None and not engine.waiters.callbacks.is_over:
            import anyio.to_thread  # slow to import

            await anyio.to_thread.run_sync(engine.waiters.callbacks.wait, _left(leaving))
    except BaseException:
        end(engine, leaving)
        engine.failures.report_all()
        raise


def _leaving(engine: Engine, cancel: bool) -> Leaving:
    engine.failures.is_closing = True
    engine.take_returned()
    submitted = [Point(lane, lane.value) for lane in _lanes(engine)]
    return Leaving(
        lambda: [p for p in submitted if p.lane.queue.completed < p.value],
        lambda: cancel_queued(engine),
        engine.options.drain_timeout,
        cancel=cancel,
        patient=False,
        shielded=False,
    )


def _left(leaving: Leaving | None) -> float:
    """Returns the seconds until the deadline of a wait."""
    return (leaving and leaving.left) or 0.0


def end(engine: Engine, leaving: Leaving | None = None) -> None:
    """Refuses further submissions, ends the queues and frees what can be freed.

    Args:
        engine: the engine of the runtime.
        leaving: the wait that came before, whose deadline counts.
    """
    if engine.state == FORKED or not engine.is_ending.acquire(blocking=False):
        return  # another thread does it
    try:
        if engine.state == OPEN:
            engine.hand_over()
            deadline = (leaving and leaving.deadline) or 0.0
            engine.reclaimer.refuse()
            engine.ending, engine.state = _steps(engine, deadline), CLOSED
        _finish(engine.ending)
    finally:
        engine.is_ending.release()


def _steps(engine: Engine, deadline: float) -> deque[Callable[[], object]]:
    """Returns the steps that end a runtime, in their order."""
    stuck: set[Lane] = set()

    def stop_runs() -> None:
        for run in list(engine.runs):  # an interrupt broke off the wait for them
            run.stop()
        for stop in engine.recoveries:
            stop()

    def end_queues() -> None:
        lanes = _lanes(engine)
        least = 0.05
        for lane in lanes:
            lane.queue.refuse()
            if lane.inflight and _stop_loops(engine):
                least = TURN
        for lane in lanes:
            has_ended = lane.queue.close(max(least, deadline - time.monotonic()))
            if not has_ended and not lane.queue.end_by_force():
                stuck.add(lane)

    def tell() -> None:
        if engine.lost:
            engine.fail_lost()
        engine.tidy()
        engine.waiters.end()
        if engine.stop_watching is not None:
            engine.stop_watching()
        if engine.recorder is not None:
            engine.recorder.close()

    def free() -> None:
        if stuck:
            _leave_to(stuck, engine)
            return
        with engine.lock:
            for lane in engine.lanes:
                lane.end()
        engine.tidy()  # once, and not for each of many devices
        for end_device in engine.at_end:
            end_device()
        engine.reclaimer.close()

    return deque([stop_runs, engine.tidy, end_queues, tell, free, lambda: _open.pop(engine, None)])


def _finish(steps: deque[Callable[[], object]], broken: object = None) -> None:
    """Does the steps that are left. A step that raises twice in a row is left out."""
    step: object = None
    try:
        while steps:
            step = steps[0]
            steps[0]()
            steps.popleft()
    except BaseException:
        if step is broken and steps and steps[0] is step:
            steps.popleft()
        _finish(steps, step)
        raise


def _leave_to(stuck: set[Lane], engine: Engine) -> None:
    """Keeps the engine for good, because kernels still use it and may outlive the interpreter."""
    for lane in stuck:
        logger.error(
            "close: %s has not ended; it goes on with its thread and memory",
            lane.inflight[0]._describe() if lane.inflight else lane.name,
            extra=lane.inflight[0]._fields() if lane.inflight else fields(None, stream=lane.name),
        )
    ctypes.pythonapi.Py_IncRef(ctypes.py_object(engine))


def _raise_unretrieved(engine: Engine) -> None:
    """Raises the failures that nobody was told of as a group."""
    if engine.lineage is not None:
        engine.lineage.settle()
    errors = engine.failures.unretrieved()
    if errors:
        raise group(errors, "a runtime")
    if engine.watch is not None:
        engine.watch.raise_first()


def cancel_queued(engine: Engine) -> int:
    """Cancels all executions that have not started; returns their number."""
    with engine.lock:
        queued = [execution for lane in engine.lanes for execution in lane.inflight]
    return cancel_all(queued)


def _stop_loops(engine: Engine) -> bool:
    """Has the loops that run end, and cancels what is queued; returns whether there was a loop."""
    with engine.lock:
        left = [execution for lane in engine.lanes for execution in lane.inflight]
    has_loops = any(getattr(execution.subject, "has_loops", False) for execution in left)
    return has_loops and cancel_queued(engine) > 0


def _lanes(engine: Engine) -> list[Lane]:
    with engine.lock:
        return list(engine.lanes)


def _at_exit() -> None:
    for engine in list(_open):
        if engine.state != OPEN:  # interrupts left steps of its end undone
            end(engine)
            continue
        warnings.warn(
            "a streamrt Runtime was never closed; use `async with`, `with` or close()",
            ResourceWarning,
            stacklevel=1,
        )
        cancel_queued(engine)
        deadline = time.monotonic() + AT_EXIT
        for lane in _lanes(engine):
            lane.block(lane.value, 0, max(0.0, deadline - time.monotonic()))
        end(engine)
        engine.failures.report_all()


def _forked() -> None:
    for engine in _open:
        engine.forked()
    if _open:
        core().forked()
    _open.clear()


atexit.register(_at_exit)
if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_forked)
