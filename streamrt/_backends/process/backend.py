"""The kind `process+cpu`: CPUs in child processes."""

from __future__ import annotations

import os
import platform
import sys

from streamrt._backends.process.child import Confinement
from streamrt._backends.process.confine import can_seal
from streamrt._backends.process.device import ProcessDevice
from streamrt._backends.process.shared import LEAST_BYTES, MOST_BYTES
from streamrt._core.values import check_count, check_flag
from streamrt._native.core import core
from streamrt.errors import ArgumentError, BackendNotFoundError


class ProcessBackend:
    """The kind of devices that live in child processes, with options.

    A runtime that names `process+cpu:0` gets one with the defaults. For others:

        Runtime(devices=["process+cpu:0"], backends=[ProcessBackend(memory=1 << 30)])
    """

    kind = "process+cpu"
    ends_kernels = True

    def __init__(
        self,
        *,
        spare: bool = True,
        shared: int = MOST_BYTES,
        memory: int | None = None,
        cpus: tuple[int, ...] | None = None,
        sealed: bool = False,
    ) -> None:
        """Takes the options; starts nothing.

        Args:
            spare: whether a second process is kept ready, which takes over after a crash.
            shared: the most bytes of buffers on one device.
            memory: the most bytes of address space that a child may have for itself; None for any.
            cpus: the CPU cores that a child may use; None for all of this process's.
            sealed: whether a child may open no file or socket and start no program, once it has
                started. Kernels that need another library are refused then.

        Raises:
            ArgumentError: an option has a value that it cannot have.
        """
        what = "ProcessBackend"
        self._spares = int(check_flag(spare, f"{what}: spare"))
        self._shared = check_count(shared, f"{what}: shared", LEAST_BYTES, MOST_BYTES)
        if memory is not None:
            check_count(memory, f"{what}: memory", 1)
        self._confinement = Confinement(
            memory,
            None if cpus is None else tuple(check_count(c, f"{what}: cpus", 0) for c in cpus),
            check_flag(sealed, f"{what}: sealed"),
        )
        if sealed and not can_seal():
            raise ArgumentError(f"{what}: sealed is not known on this kind of CPU; leave it out")
        if cpus is not None and not cpus:
            raise ArgumentError(f"{what}: cpus is empty; name a core, or pass None for all")

    def count(self) -> int:
        """Returns 0: a runtime has such a device only if it names one."""
        return 0

    def has(self, index: int) -> bool:
        """Returns True.

        Raises:
            BackendNotFoundError: the system lacks what it needs.
        """
        del index  # each is made when it is opened
        if sys.platform != "linux" or not hasattr(os, "pidfd_open"):
            raise BackendNotFoundError(
                f"open {self.kind}:0: it needs Linux from 5.3 on, for memfd and pidfd; this is "
                f"{platform.system()} {platform.release()}"
            )
        return True

    def open(self, index: int) -> ProcessDevice:
        """Makes a device and starts its child; waits for nothing.

        Raises:
            ResourceError: there is no room for its memory, or for another thread.
        """
        name = f"{self.kind}:{index}"
        return ProcessDevice(core(), name, self._confinement, self._spares, self._shared)


backend = ProcessBackend()
