"""The kind `opencl`: the devices of all drivers that OpenCL's loader finds, by number."""

from __future__ import annotations

import os
import threading
from typing import TYPE_CHECKING, ClassVar

from streamrt._backends.gpu.contexts import DriverError
from streamrt._backends.opencl.library import INSTALL, Library
from streamrt.errors import BackendNotFoundError

if TYPE_CHECKING:
    from streamrt._backends.opencl.device import OpenCLDevice


class OpenCLBackend:
    """The devices of OpenCL."""

    kind = "opencl"
    _used_by: ClassVar[int] = 0  # the process that has asked the drivers

    def __init__(self, library: Library | None = None) -> None:
        """Calls nothing yet.

        Args:
            library: OpenCL's functions; None for those of this machine's loader.
        """
        self._library = library
        self._lock = threading.Lock()

    def count(self) -> int:
        """Returns 0: a runtime that names no device asks no driver of OpenCL."""
        return 0

    def has(self, index: int) -> bool:
        """Whether there is a device of that index.

        Raises:
            BackendNotFoundError: there is no loader or no driver; it says what to install.
        """
        return index < self._found(f"open opencl:{index}")

    def describe(self) -> list[str]:
        """Returns the name and the driver of each device.

        Raises:
            BackendNotFoundError: there is no loader or no driver; it says what to install.
        """
        self._found("open opencl:0")
        return self._loaded().described()

    def open(self, index: int) -> OpenCLDevice:
        """Opens one device.

        Raises:
            BackendNotFoundError: there is no such device, or it lacks what streamrt needs.
        """
        from streamrt._backends.opencl.device import OpenCLDevice
        from streamrt._native.core import core

        what = f"open opencl:{index}"
        found = self._found(what)
        if index >= found:
            raise BackendNotFoundError(f"{what}: the drivers show {found} devices, counted from 0")
        try:
            return OpenCLDevice(core(), self._loaded(), index)
        except DriverError as error:
            raise BackendNotFoundError(f"{what}: {error}") from error

    def _loaded(self) -> Library:
        self._library = self._library or Library.load()
        return self._library

    def _found(self, what: str) -> int:
        """Returns how many devices there are."""
        with self._lock:
            cls, process = type(self), os.getpid()
            if cls._used_by not in (0, process):
                raise BackendNotFoundError(
                    f"{what}: this process was forked from one that uses OpenCL, whose drivers "
                    "work in no child of such a fork; start processes with multiprocessing's "
                    "'spawn'"
                )
            try:
                found = len(self._loaded().devices())
            except BackendNotFoundError as error:
                raise BackendNotFoundError(f"{what}: {error}") from error
            cls._used_by = process
        if not found:
            raise BackendNotFoundError(
                f"{what}: OpenCL's loader finds no driver with a device; {INSTALL}"
            )
        return found
