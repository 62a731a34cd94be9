"""A queue of a far device: a native queue whose loop hands records to a channel of the place.

mirror.h says how it works. The channel is opened at the place for the first submission, because
that asks the place, and opening a stream may not wait.
"""

from __future__ import annotations

import time
from functools import partial
from typing import Protocol

from streamrt._native.core import Core
from streamrt._native.loss import Loss
from streamrt._native.queue import NativeQueue
from streamrt._native.threads import Worker
from streamrt._native.timeline import Timeline
from streamrt.errors import DeviceLostError

PARTING = 10.0
"""Seconds that the thread of a queue gets to leave a lost device; it may be copying."""

LOOK = 0.01
"""Seconds until the thread is told once more; it may have been about to sleep."""


class Channels(Protocol):
    """The part of a device that opens and closes channels."""

    def take_channel(self) -> int:
        """Returns the number of a channel that is not in use."""
        ...

    def open_channel(self, number: int, timeline: Timeline) -> None:
        """Has the place serve a channel, which was cleared, for a queue with that timeline."""
        ...

    def give_channel_back(self, number: int) -> None:
        """Closes a channel, whose queue has ended."""
        ...

    def ask_to_stop(self, number: int, value: int) -> None:
        """Has the loops of what runs in a channel end, where the place does not see the request."""
        ...

    def meet(self, peer: str) -> None:
        """Has the place know another one, by the name of its device."""
        ...

    def part(self) -> None:
        """Has all leave that carry bytes of a lost device."""
        ...

    def forget(self, queue: FarQueue) -> None:
        """Takes note that a queue has ended. May be called again."""
        ...


class FarQueue(NativeQueue):
    """A queue whose records are handed to a place."""

    def __init__(
        self, core: Core, name: str, timeline: Timeline, device: int, channels: Channels, loss: Loss
    ) -> None:
        """Makes the queue; the place is asked for the first submission.

        Args:
            core: the native core.
            name: the name of the thread.
            timeline: the timeline that the lander raises.
            device: the core's handle of the device.
            channels: where channels come from.
            loss: the loss of the device.
        """
        super().__init__(core, name, timeline, loss=loss)
        self._device = device
        self._channels = channels
        self._number: int | None = None
        self._is_served = False

    def open_for_work(self) -> None:
        """Opens the channel and starts the thread; see `NativeQueue.open_for_work`.

        Raises:
            ResourceError: the system has no room for another thread or process.
            DeviceLostError: the device is lost.
        """
        if self._closed or self._is_open or (self.loss is not None and self.loss.reason):
            return
        if self._number is None:
            self._number = self._channels.take_channel()
        if not self._is_served:
            self._core.open_far(self.handle, self._device, self._number)
            self._channels.open_channel(self._number, self.timeline)
            self._is_served = True
        super().open_for_work()

    def error_of(self, what: str, refused: int) -> DeviceLostError:
        assert self.loss is not None
        return self.timeline.lost_work(what, self.loss.name, refused)

    def meet(self, peer: str) -> None:
        self._channels.meet(peer)

    def stop(self, value: int, cell: int) -> bool:
        asked = bool(self._core.ask_far_to_stop(self.handle, value, cell))
        if asked and self._number is not None:
            self._channels.ask_to_stop(self._number, value)
        return asked

    def fail_what_ran(self, reason: str) -> None:
        """Fails the execution that the place ran when it ended, if it ran one."""
        self._core.fail_far(self.handle, self.timeline.number_of(reason))

    def part(self, timeout: float = PARTING) -> bool:
        """Has the thread leave a lost device; False if it does not within `timeout` seconds."""
        until = time.monotonic() + timeout
        while not (self._worker.prevent() or self._worker.is_over):
            self._core.part_far(self.handle)
            if not self._worker.wait(LOOK) and time.monotonic() > until:
                return False
        return True

    def renew(self) -> None:
        """Serves another epoch of a device that came back, from the next submission on.

        Under the runtime's lock, when its channel was cleared.
        """
        assert self.loss is not None
        self.timeline: Timeline = self.timeline.renewed()
        self.timeline.on_lost = self.loss.lose
        self._worker = Worker(partial(self._core.srt_drain, self.handle), self.name)
        self._is_open = self._is_served = False

    def give_up(self) -> None:
        self.part()
        self._channels.part()

    def close(self, timeout: float) -> bool:
        assert self.loss is not None
        if self.loss.reason:
            self.refuse()
            return self.part(timeout)
        return super().close(timeout)

    def end_by_force(self) -> bool:
        assert self.loss is not None
        self.loss.lose("it was closed while kernels ran")
        return self.close(PARTING)

    def free(self) -> None:
        number, self._number = self._number, None
        if number is not None:
            self._core.close_far(self.handle)
            self._channels.give_channel_back(number)
        self._channels.forget(self)
        super().free()
