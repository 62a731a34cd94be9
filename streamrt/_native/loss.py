"""The loss of a device: whether it has stopped working, why, and who has to know."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal, NamedTuple

from streamrt.errors import DeviceLostError

FOR_EVER = "open another runtime to use it again"
RECOVERING = "it is recovering: submit again when its epoch has risen"


class Told(NamedTuple):
    """The facts of a loss that are told.

    Attributes:
        device: the name of the device.
        reason: the reason.
        failed: how many executions failed.
        next: what is done then, under no lock: the recovery; None without one.
    """

    device: str
    reason: str
    failed: int
    next: Callable[[], object] | None


@dataclass(frozen=True, slots=True)
class Recovered:
    """The remains of a device that came back; see backend.py, 16.

    Attributes:
        memory: whether its memory holds what it held. What failed executions were to write counts
            as never written in both cases.
    """

    memory: Literal["kept", "gone"]


class Loss:
    """The state of one device that may be lost: for ever, unless it can recover.

    Attributes:
        name: the name of the device.
        reason: the reason why it was lost; None while it works.
        remedy: what helps while it is lost, for the error's text.
        epoch: how often it has come back, or another process has taken its work over.
    """

    def __init__(self, name: str, remedy: str = FOR_EVER) -> None:
        """A device that works.

        Args:
            name: the name of the device.
            remedy: what helps once it is lost, for the error's text.
        """
        self.name: str = name
        self.remedy: str = remedy
        self.reason: str | None = None
        self.epoch: int = 0
        self._last: str | None = None  # the reason of the last loss
        self._told: list[Callable[[], object]] = []
        self._first: dict[str, object] = {}

    def tell(self, told: Callable[[], object]) -> None:
        """Has a function called when the device is lost: from any thread, under any lock.

        Those that were named first are called first.
        """
        self._told.append(told)

    def lose(self, reason: str) -> None:
        """Marks the device as lost. From any thread, under any lock; only the first reason counts.

        Args:
            reason: the reason, for the error that every awaiter gets.
        """
        mine = object()
        if self._first.setdefault("lost", mine) is not mine:  # one step, without a lock
            return
        self.reason = self._last = reason
        for told in self._told:
            told()

    def end(self, reason: str) -> None:
        """Marks the device, which is lost, as lost for ever, and gives the reason for that."""
        self.remedy, self.reason = FOR_EVER, reason

    def renew(self) -> None:
        """Marks the device, which was lost, as working, in another epoch."""
        self.epoch += 1
        self.reason = None
        self._first.clear()

    def refusal(self, what: str, has_room: bool = False) -> DeviceLostError | None:
        """Returns the error of pending and of all later submissions; None while it works.

        Args:
            what: what was refused.
            has_room: whether the queue that refused has room by now. Then the device was lost, and
                has come back since.
        """
        if self.reason is None and not (has_room and self._last is not None):
            return None
        return self._error(what)

    def _error(self, what: str) -> DeviceLostError:
        reason = self.reason or self._last or ""
        error = DeviceLostError(
            f"{what}: {self.name} is lost: {reason}; its pending work left no results, "
            f"{self.remedy}"
        )
        error._cause = (self.name, reason, self.epoch)
        return error

    def check(self, what: str) -> None:
        """Raises DeviceLostError if the device is lost."""
        if self.reason is not None:
            raise self._error(what)
