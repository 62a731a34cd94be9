"""Modules: images of kernels that the driver has loaded, each once."""

from __future__ import annotations

import ctypes
import hashlib
import threading
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Protocol

from streamrt._compile.code import GPUText

__all__ = ["Compiler", "Module", "Modules"]


class Compiler(Protocol):
    """Makes of a kernel's text what the driver loads."""

    def compile(self, code: GPUText, architecture: str) -> bytes:
        """Returns the image of a kernel for an architecture.

        Raises:
            CompileError: if it does not compile.
        """
        ...


@dataclass(slots=True)
class Module:
    """A module, and how many plans use it.

    Attributes:
        image: the digest of its image.
        handle: where the driver writes its handle; 0 while it is not loaded.
        users: how many plans use it.
    """

    image: bytes = field(repr=False)
    handle: ctypes.c_uint64 = field(default_factory=ctypes.c_uint64)
    users: int = 0


class Modules:
    """The modules of a device, by the digests of their images."""

    def __init__(
        self, load: Callable[[Module, bytes], None], unload: Callable[[int], None]
    ) -> None:
        """Takes what the driver does.

        Args:
            load: loads an image, and notes the handle.
            unload: takes the handle of a module that nobody uses any more.
        """
        self._load = load
        self._unload = unload
        self._by_image: dict[bytes, Module] = {}
        self._lock = threading.Lock()

    def use(self, image: bytes) -> Module:
        """Returns the module of an image, with one user more.

        Raises:
            DriverError: the driver refuses it.
        """
        digest = hashlib.sha256(image).digest()
        with self._lock:
            found = self._by_image.get(digest)
            if found is None or not found.handle.value:
                # It is known before it is loaded, so that an interrupt cannot lose it.
                found = self._by_image[digest] = Module(digest)
                self._load(found, image)
            found.users += 1
            return found

    def drop(self, module: Module, is_gone: bool) -> None:
        """Counts one user less; the last one unloads it, unless the device is gone.

        Raises:
            DriverError: the device is lost.
        """
        with self._lock:
            module.users -= 1
            if not module.users and not is_gone:
                self._end(module)

    def end(self) -> None:
        """Unloads those that are left, because an interrupt may have lost their plans.

        Raises:
            DriverError: the device is lost.
        """
        for module in list(self._by_image.values()):
            self._end(module)

    def _end(self, module: Module) -> None:
        if module.handle.value:
            handle, module.handle.value = module.handle.value, 0
            self._unload(handle)
        self._by_image.pop(module.image, None)
