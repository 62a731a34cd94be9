"""The loss of a device: whether it has stopped working, why, and who has to know."""

from __future__ import annotations

from collections.abc import Callable

from streamrt.errors import DeviceLostError


class Loss:
    """The state of one device that may be lost, and that then never comes back.

    Attributes:
        name: the name of the device.
        reason: the reason why it was lost; None while it works.
    """

    def __init__(self, name: str, remedy: str = "open another runtime to use it again") -> None:
        """A device that works.

        Args:
            name: the name of the device.
            remedy: what helps once it is lost, for the error's text.
        """
        self.name: str = name
        self._remedy = remedy
        self.reason: str | None = None
        self._told: list[Callable[[], object]] = []

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
        if self.reason is None:
            self.reason = reason
            for told in self._told:
                told()

    def refusal(self, what: str) -> DeviceLostError | None:
        """Returns the error of pending and of all later submissions; None while it works."""
        return None if self.reason is None else self._error(what)

    def _error(self, what: str) -> DeviceLostError:
        return DeviceLostError(
            f"{what}: {self.name} is lost: {self.reason}; its pending work left no results, "
            f"{self._remedy}"
        )

    def check(self, what: str) -> None:
        """Raises DeviceLostError if the device is lost."""
        if self.reason is not None:
            raise self._error(what)
