"""The kind `cuda`: finds the machine's GPUs, and opens one without a look at the others."""

from __future__ import annotations

import os
import threading
from typing import TYPE_CHECKING, ClassVar

from streamrt._backends.cuda.driver import NO_GPU, NOT_INITIALISED, Driver
from streamrt._backends.cuda.presence import check_present, count_gpus
from streamrt._backends.gpu.contexts import DriverError
from streamrt.errors import BackendNotFoundError

if TYPE_CHECKING:
    from streamrt._backends.cuda.device import CudaDevice
    from streamrt._backends.gpu.modules import Compiler


class CudaBackend:
    """The GPUs of one driver."""

    kind = "cuda"
    _used_by: ClassVar[int] = 0  # the process that initialised the machine's driver

    def __init__(self, driver: Driver | None = None, compiler: Compiler | None = None) -> None:
        """Calls nothing yet.

        Args:
            driver: the driver; None for the machine's, which is loaded when a GPU is asked for.
            compiler: compiles kernels; None for NVRTC, which CuPy brings along.
        """
        self._driver = driver
        self._compiler = compiler
        self._lock = threading.Lock()

    def count(self) -> int:
        """Returns the number of GPUs; the machine's driver is neither loaded nor initialised."""
        if self._driver is None:
            return count_gpus()
        return self._initialised(self._driver, "count GPUs").number("cuDeviceGetCount")

    def has(self, index: int) -> bool:
        """Whether there is a GPU of that index, as far as this is known without initialising CUDA.

        Raises:
            BackendNotFoundError: the driver or CuPy is missing; the message says what to install.
        """
        if self._driver is not None:
            return index < self.count()
        check_present(f"open {self.kind}:{index}", self._compiler is None)
        return index < (count_gpus() or index + 1)  # some systems list no GPUs in /proc

    def open(self, index: int) -> CudaDevice:
        """Opens one GPU; this initialises CUDA.

        Raises:
            BackendNotFoundError: there is no such GPU, or what it needs is missing.
        """
        what = f"open {self.kind}:{index}"
        driver = self._driver or check_present(what, self._compiler is None)
        found = self._initialised(driver, what).number("cuDeviceGetCount")
        if index >= found:
            raise BackendNotFoundError(
                f"{what}: the driver shows {found} GPUs, counted from 0; CUDA_VISIBLE_DEVICES may "
                "hide others"
            )
        from streamrt._backends.cuda.device import CudaDevice
        from streamrt._compile.cuda.compiler import NVRTC
        from streamrt._native.core import core

        self._compiler = self._compiler or NVRTC()
        try:
            return CudaDevice(core(), driver, self._compiler, index)
        except DriverError as error:
            raise BackendNotFoundError(f"{what}: {error}") from error

    def _initialised(self, driver: Driver, what: str) -> Driver:
        with self._lock:
            cls, process = type(self), os.getpid()
            is_real = self._driver is None
            if is_real and cls._used_by not in (0, process):
                raise _forked(what)
            code = driver.result("cuInit", 0)
            if not code:
                if is_real:
                    cls._used_by = process
                return driver
            if code == NOT_INITIALISED:
                raise _forked(what)
            error = driver.error("cuInit", code)
            remedy = "no GPU is visible to it" if code == NO_GPU else "see `nvidia-smi`"
            raise BackendNotFoundError(f"{what}: {error}; {remedy}") from error


def _forked(what: str) -> BackendNotFoundError:
    return BackendNotFoundError(
        f"{what}: this process was forked from one that uses CUDA, and CUDA works in no child of "
        "such a fork; start processes with multiprocessing's 'spawn'"
    )
