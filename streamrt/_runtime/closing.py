"""Closing a runtime, and what happens at fork and at exit without a close.

1. Everything submitted is waited for, bounded by `drain_timeout`; with `cancel`, what is still
   queued is cancelled first. Ctrl-C, or a cancellation, while it waits cancels what is queued and
   waits on for what runs; a second one waits no more.
2. Each queue's last record ends its thread. A queue whose thread does not end keeps its memory:
   native code may still be running in it.
3. An interpreter that exits with an open runtime says so, waits briefly and never hangs: the
   threads are daemons, and native code stays mapped.
"""

from __future__ import annotations

import atexit
import logging
import os
import time
import warnings
from collections.abc import Sequence
from typing import TYPE_CHECKING

from streamrt._native.core import core
from streamrt._runtime.engine import CLOSED, OPEN, Engine
from streamrt._runtime.event import Event
from streamrt._runtime.failures import group
from streamrt.errors import WouldDeadlockError

if TYPE_CHECKING:
    from streamrt._runtime.device import Device
    from streamrt._runtime.lane import Lane

logger = logging.getLogger("streamrt")
AT_EXIT = 1.0  # seconds for running work when nobody closed the runtime

_open: dict[Engine, None] = {}
_left: list[Engine] = []  # kernels still run in their queues, and write to their status cells


def opened(engine: Engine) -> None:
    """Remembers an engine until it is closed."""
    _open[engine] = None


def close(engine: Engine, devices: Sequence[Device], cancel: bool) -> None:
    """Waits and ends everything, blocking the thread."""
    if engine.state != OPEN:
        return
    if cancel:
        cancel_queued(engine)
    deadline = time.monotonic() + engine.options.drain_timeout
    engine.failures.is_closing = True
    try:
        _drain(engine, deadline)
    except WouldDeadlockError:
        engine.failures.is_closing = False
        raise
    except KeyboardInterrupt:
        try:
            if cancel:  # it is the second one
                raise
            cancel_queued(engine)
            _drain(engine, deadline)
        except KeyboardInterrupt:
            deadline = 0.0
        end(engine, devices, deadline)
        raise
    end(engine, devices, deadline)


def _drain(engine: Engine, deadline: float) -> None:
    for lane in _lanes(engine):
        event = _all_of(lane)
        try:
            event.sync(max(0.0, deadline - time.monotonic()))
        except TimeoutError:
            break


async def aclose(engine: Engine, devices: Sequence[Device], cancel: bool) -> None:
    """Waits for everything without blocking the loop, shielded from cancellation, then ends it."""
    if engine.state != OPEN:
        return
    if cancel:
        cancel_queued(engine)
    deadline = time.monotonic() + engine.options.drain_timeout
    engine.failures.is_closing = True
    try:
        await _adrain(engine, deadline)
    except BaseException:  # asyncio's own cancellation gets through anyio's shield
        try:
            if cancel:  # it is the second one
                raise
            cancel_queued(engine)
            await _adrain(engine, deadline)
        except BaseException:
            deadline = 0.0
            raise
        finally:
            end(engine, devices, deadline)
        raise
    end(engine, devices, deadline)


async def _adrain(engine: Engine, deadline: float) -> None:
    import anyio  # slow to import

    with anyio.move_on_after(max(0.0, deadline - time.monotonic()), shield=True):
        for lane in _lanes(engine):
            await _all_of(lane)


def end(engine: Engine, devices: Sequence[Device], deadline: float) -> None:
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
        if not lane.queue.close(max(0.05, deadline - time.monotonic())):
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
    if not ended:
        _left.append(engine)
    if ended:
        with engine.lock:
            for lane in lanes:
                lane.end()
        for device in devices:
            device.close()


def raise_unretrieved(engine: Engine) -> None:
    """Raises the failures nobody was told of, one as it is, several as a group."""
    errors = engine.failures.unretrieved()
    if errors:
        raise group(errors)


def cancel_queued(engine: Engine) -> None:
    """Cancels everything that has not started."""
    with engine.lock:
        queued = [execution for lane in engine.lanes for execution in lane.inflight]
    for execution in reversed(queued):
        execution.cancel()


def _lanes(engine: Engine) -> list[Lane]:
    with engine.lock:
        return list(engine.lanes)


def _all_of(lane: Lane) -> Event:
    event = Event()
    event._record(((lane, lane.value),))
    return event


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
