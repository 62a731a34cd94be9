"""The runtime of calls with plain arrays: the innermost that is entered here, or a default one.

The default runtime opens when it is first needed, and closes when the interpreter exits. The child
of a fork opens one of its own.
"""

from __future__ import annotations

import atexit
import logging
import os
import sys
import threading
from types import FrameType
from typing import Any

import numpy as np

from streamrt._refusals import shorten
from streamrt._runtime.buffer import Buffer
from streamrt._runtime.device import Device
from streamrt._runtime.ending import closing
from streamrt._runtime.ending.lifecycle import OPEN
from streamrt._runtime.foreign import arrays as foreign
from streamrt._runtime.making import buffer_like
from streamrt._runtime.runtime import Runtime
from streamrt._runtime.transfers import write_array
from streamrt._runtime.world import exploring
from streamrt.errors import StateError, StreamRTError

__all__ = ["current_runtime", "put_beside", "put_on"]

logger = logging.getLogger("streamrt")
_lock = threading.Lock()
_default: Runtime | None = None


def current_runtime() -> Runtime:
    """Returns the innermost open runtime that this context has entered, else the default one."""
    entered = closing.innermost()
    if isinstance(entered, Runtime):
        return entered
    if exploring.get() is not None:
        raise StateError(
            "call a compiled function: no runtime is entered in this explored program, which has "
            "no default runtime; use `async with streamrt.Runtime()`"
        )
    found = _default
    return found if found is not None and found._engine.state == OPEN else _open_default()


def _open_default() -> Runtime:
    global _default
    with _lock:
        if _default is None or _default._engine.state != OPEN:  # closed, or of the parent process
            if _default is None:
                atexit.register(_close)
            _default = Runtime()
        return _default


def _close() -> None:
    """Closes the default runtime before the exit of the interpreter would complain of it."""
    if _default is None or _default._engine.state != OPEN:
        return
    try:
        _default.close()
    except ExceptionGroup as failures:  # nobody is left to catch it
        logger.error("close the default runtime: %s", failures, exc_info=failures)


def put_on(device: Device, array: np.ndarray[Any, Any], frame: FrameType) -> Buffer:
    """Returns a buffer on a device with a copy of an array, as `Runtime.put` does."""
    checked = foreign.as_array(array, "put")
    buffer = buffer_like(device, checked, device.host_sees)
    write_array(buffer, checked, frame)
    return buffer


def _forked() -> None:
    global _lock
    _lock = threading.Lock()  # another thread of the parent may have held it


def put_beside(array: np.ndarray[Any, Any], buffer: Buffer | None) -> Buffer:
    """Returns a buffer with a copy of an array, on the device of another, or the current one."""
    try:
        device = current_runtime().device() if buffer is None else buffer.device
        return put_on(device, array, sys._getframe(2))
    except StreamRTError as error:
        shorten(error)
        raise


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_forked)
