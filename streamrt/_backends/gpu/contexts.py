"""The context with a driver that a device behind it is given, and its memory.

A call that fails either says that the device is lost, or is refused. Results of calls are numbers,
as driver.h has them.
"""

from __future__ import annotations

import logging
from abc import ABC, abstractmethod
from collections.abc import Callable, Generator
from contextlib import contextmanager
from typing import Protocol

from streamrt._native.loss import Loss

__all__ = ["DriverContext", "DriverError", "DriverMemory"]

logger = logging.getLogger("streamrt")


class DriverError(Exception):
    """A call of a driver that failed.

    Attributes:
        function: the function that was called.
        code: its result.
        spelled: that as people know it, as in `CUDA_ERROR_INVALID_VALUE (1)`.
    """

    def __init__(self, function: str, code: int, spelled: str, text: str = "") -> None:
        super().__init__(f"{function} returned {spelled}" + (f": {text}" if text else ""))
        self.function: str = function
        self.code: int = code
        self.spelled: str = spelled


class DriverContext(ABC):
    """One device as its driver knows it.

    Attributes:
        loss: the loss of the device.
        handle: what native code binds its threads to.
        multiprocessors: how many it has.
        architecture: what code is compiled for.
    """

    handle: int
    multiprocessors: int
    architecture: str

    def __init__(self, loss: Loss, ends: Callable[[int], int]) -> None:
        """Takes what judges results.

        Args:
            loss: the loss of the device.
            ends: says whether a result ends the device; see driver.h.
        """
        self.loss: Loss = loss
        self._ends = ends

    def ends(self, code: int) -> bool:
        """Whether a result ends the device."""
        return bool(self._ends(code))

    def judge(self, error: DriverError) -> None:
        """Counts the device as lost if an error says so."""
        if self.ends(error.code):
            self.loss.lose(str(error))

    @contextmanager
    def taking_back(self) -> Generator[None]:
        """Lets the driver take something back in a block; whatever it returns is no error."""
        try:
            yield
        except DriverError as error:
            self.judge(error)
            if self.loss.reason is None:
                self.note(error)

    def note(self, error: DriverError) -> None:
        """Notes that the driver refused to take something back."""
        logger.warning("%s: %s; it stays until the process ends", self.loss.name, error)

    @abstractmethod
    def spell(self, code: int) -> str:
        """Returns a result as people know it, as in `CUDA_ERROR_INVALID_VALUE (1)`."""

    @abstractmethod
    def no_memory(self) -> DriverError:
        """Returns the error of memory of the host that is not there."""

    @abstractmethod
    def finish(self) -> None:
        """Waits for all that the device was given.

        Raises:
            DriverError: the device is lost.
        """

    @abstractmethod
    def release(self) -> None:
        """Gives it back, once; nothing of this runtime's may be in it any more."""


class DriverMemory(Protocol):
    """The memory of a device, and memory of the host that it copies."""

    def alloc(self, nbytes: int) -> int:
        """Returns the address of a new block; 0 if there is none.

        Raises:
            DriverError: the driver refuses for another reason, or the device is lost.
        """
        ...

    def free(self, address: int) -> None:
        """Gives a block back, which no submitted work uses any more.

        Raises:
            DriverError: the device is lost.
        """
        ...

    def alloc_host(self, nbytes: int) -> int:
        """Returns the address of new memory of the host; 0 if there is none.

        Raises:
            DriverError: the driver refuses for another reason.
        """
        ...

    def free_host(self, address: int) -> None:
        """Gives memory of the host back.

        Raises:
            DriverError: the device is lost.
        """
        ...

    def look(self) -> None:
        """Notices the loss of the device, as far as a call of the driver can tell."""
        ...

    def forget(self) -> None:
        """Leaves it alone from now on, because the device is lost."""
        ...

    def close(self) -> None:
        """Gives all that it keeps back."""
        ...
