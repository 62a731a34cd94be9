"""Closing a runtime, and what happens at fork and at exit without a close.

1. Everything submitted is waited for, bounded by `drain_timeout`; with `cancel`, what is still
   queued is cancelled first. `leaving` says what Ctrl-C or a cancellation does meanwhile.
2. Each queue's last record ends its thread. A queue whose thread does not end keeps its memory:
   native code may still be running in it.
3. An interpreter that exits with an open runtime says so, waits briefly and never hangs: the
   threads are daemons, and native code stays mapped.
"""

from __future__ import annotations

import atexit
import ctypes
import logging
import os
import time
import warnings
from collections.abc import Sequence
from typing import TYPE_CHECKING

from streamrt._native.core import core
from streamrt._runtime.engine import CLOSED, OPEN, Engine
from streamrt._runtime.failures import group
from streamrt._runtime.leaving import Leaving, cancel_all
from streamrt._runtime.waiting import Point
from streamrt.errors import WouldDeadlockError

if TYPE_CHECKING:
    from streamrt._runtime.device import Device
    from streamrt._runtime.lane import Lane

logger = logging.getLogger("streamrt")
AT_EXIT = 1.0  # seconds for running work when nobody closed the runtime

_open: dict[Engine, None] = {}


def opened(engine: Engine) -> None:
    """Remembers an engine until it is closed."""
    _open[engine] = None


def close(engine: Engine, devices: Sequence[Device], cancel: bool) -> None:
    """Waits and ends everything, blocking the thread."""
    if engine.state != OPEN:
        return
    leaving = _leaving(engine, cancel)
    try:
        leaving.block()
    except WouldDeadlockError:
        engine.failures.is_closing = False
        raise
    except KeyboardInterrupt:
        end(engine, devices, leaving.deadline)
        raise
    end(engine, devices, leaving.deadline)


async def aclose(engine: Engine, devices: Sequence[Device], cancel: bool) -> None:
    """Waits for everything without blocking the loop, shielded from cancellation, then ends it."""
    if engine.state != OPEN:
        return
    leaving = _leaving(engine, cancel)
    try:
        await leaving.wait()
    finally:
        end(engine, devices, leaving.deadline)


def _leaving(engine: Engine, cancel: bool) -> Leaving:
    engine.failures.is_closing = True
    submitted = [Point(lane, lane.value) for lane in _lanes(engine)]
    return Leaving(
        lambda: [p for p in submitted if p.lane.queue.completed < p.value],
        lambda: cancel_queued(engine),
        engine.options.drain_timeout,
        cancel=cancel,
        patient=False,
        shielded=False,
    )


def end(engine: Engine, devices: Sequence[Device], deadline: float | None) -> None:
    """Refuses further submissions, ends the queues and frees what can be freed."""
    engine.tidy()
    with engine.lock:
        if engine.state != OPEN:
            return
        engine.state = CLOSED
        lanes = list(engine.lanes)
        for lane in lanes:
            lane.queue.refuse()
    _open.pop(engine, None)
    ended = True
    for lane in lanes:
        if not lane.queue.close(max(0.05, (deadline or 0.0) - time.monotonic())):
            ended = False
            running = lane.inflight[0].describe() if lane.inflight else lane.name
            logger.error(
                "close: %s did not end within drain_timeout; its thread and memory are left to it",
                running,
            )
    engine.tidy()
    engine.end_bridges()
    if engine.watchdog is not None:
        engine.watchdog.stop()
    if ended:
        with engine.lock:
            for lane in lanes:
                lane.end()
        for device in devices:
            device._close()
        engine.dead.close()
        engine.retired.close()
    else:  # kernels still run, write to what it keeps, and may outlive the interpreter
        ctypes.pythonapi.Py_IncRef(ctypes.py_object(engine))


def raise_unretrieved(engine: Engine) -> None:
    """Raises the failures nobody was told of, one as it is, several as a group."""
    errors = engine.failures.unretrieved()
    if errors:
        raise group(errors)


def cancel_queued(engine: Engine) -> int:
    """Cancels everything that has not started; how many executions that were."""
    with engine.lock:
        queued = [execution for lane in engine.lanes for execution in lane.inflight]
    return cancel_all(queued)


def _lanes(engine: Engine) -> list[Lane]:
    with engine.lock:
        return list(engine.lanes)


def _at_exit() -> None:
    for engine in list(_open):
        warnings.warn(
            "a streamrt Runtime was never closed; use `async with`, `with` or close()",
            ResourceWarning,
            stacklevel=1,
        )
        cancel_queued(engine)
        deadline = time.monotonic() + AT_EXIT
        for lane in _lanes(engine):
            lane.block(lane.value, 0, max(0.0, deadline - time.monotonic()))
        end(engine, (), deadline)
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
