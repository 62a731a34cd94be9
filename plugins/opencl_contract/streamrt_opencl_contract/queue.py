"""The queue: it hands over as far as the rules allow, and a native callback ends each launch.

1. `submit` appends, and hands over what may go. A launch begins when it is handed over (rule 5), so
   many may be in flight. The driver's queue is in order, as ours is.
2. The driver calls `Ends.told`, which is native code, for each event: no end needs the interpreter.
3. A check of a launch that is still in flight here waits until that has ended (rule 4), and so does
   a launch for which there is no room. Then `wants` has the next end call `_go_on`, in Python.
"""

from __future__ import annotations

import ctypes
import threading
import time
from collections import deque
from collections.abc import Sequence
from typing import TYPE_CHECKING

from streamrt.backend import Check, Command, Ends, Launch, Signal, Timeline
from streamrt_opencl_contract.library import CLError

if TYPE_CHECKING:
    from streamrt_opencl_contract.device import OpenCLDevice

ROOM = 256
COMPLETE = 0  # CL_COMPLETE
_TOLD = ctypes.CFUNCTYPE(None, ctypes.c_void_p, ctypes.c_int32, ctypes.c_void_p)


class OpenCLQueue:
    """A queue of the contract over an in-order queue of the driver."""

    def __init__(self, device: OpenCLDevice, name: str, timeline: Timeline) -> None:
        """Makes the driver's queue; see `BackendDevice.open_queue`."""
        self._device = device
        self._library = device.library
        self._timeline = timeline
        self._handle = device.new_queue()
        self._errors = device.alloc_host(4 * ROOM)  # a word for each launch in flight
        self._ends = Ends(
            timeline.native(),
            ROOM,
            reason=timeline.number_of(f"the driver reports an error of a launch on {name}"),
            release=self._library.address("clReleaseEvent"),
            resume=self._go_on,
        )
        self._told = _TOLD(self._ends.told)
        self._todo: deque[Command] = deque()
        self._begun: deque[int] = deque()  # the cells in flight, the oldest first
        self._lock = threading.RLock()
        self._idle = threading.Condition(self._lock)
        self._is_going = False

    def submit(self, commands: Sequence[Command]) -> None:
        """See `streamrt.backend.Queue`, also for the methods that follow."""
        with self._lock:
            self._todo.extend(commands)
        self._go_on()

    def _go_on(self) -> None:
        """Hands over what may go."""
        with self._lock:
            if self._is_going:  # the driver calls back from inside of what we call
                return
            self._is_going = True
            try:
                while self._todo and self._may_go(self._todo[0]):
                    self._do(self._todo.popleft())
                self._library.call("clFlush", self._handle)
            except CLError as error:
                self._timeline.lose(f"the driver refuses work: {error}")
            finally:
                self._is_going = False
                self._idle.notify_all()

    def _may_go(self, command: Command) -> bool:
        """Whether a command may be handed over; if not, the next end calls `_go_on`."""
        while self._is_held(command):
            if self._ends.wants():
                return False
        return True

    def _is_held(self, command: Command) -> bool:
        while len(self._begun) > self._ends.begun - self._ends.ended:
            self._begun.popleft()
        if isinstance(command, Check):
            return command.cell in self._begun
        return isinstance(command, Launch) and len(self._begun) == ROOM

    def _do(self, command: Command) -> None:
        if isinstance(command, Check):
            self._timeline.check(command.cell)
        elif isinstance(command, Signal):
            self._timeline.signal()
        elif isinstance(command, Launch) and self._timeline.start(command.cell):
            self._launch(command)

    def _launch(self, command: Launch) -> None:
        error = self._errors + 4 * (self._ends.begun % ROOM)
        ctypes.c_int32.from_address(error).value = 0
        token = self._ends.begin(command.cell, error)
        self._begun.append(command.cell)
        step = self._device.plans[command.plan]
        try:
            event = step.enqueue(self._handle, command.arguments, error)
        except CLError as refused:
            self._told(None, refused.code, token)  # in its turn
            return
        if event is None:
            self._told(None, COMPLETE, token)
        else:
            told = self._ends.told
            self._library.call("clSetEventCallback", event, COMPLETE, told, token)

    def close(self, timeout: float) -> bool:
        """Ends the queue; what it has of the driver stays if something is still in flight."""
        until = time.monotonic() + timeout
        with self._lock:
            while self._todo or self._ends.wants():
                if not self._idle.wait(max(0.0, until - time.monotonic())):
                    return False
        if self._handle:
            self._library.call("clReleaseCommandQueue", self._handle)
            self._device.free_host(self._errors)
            self._handle = 0
            self._ends.close()
        return True
