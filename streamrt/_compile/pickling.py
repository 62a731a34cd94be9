"""Pickling of kernels: as functions, by the module that has them and their name in it."""

from __future__ import annotations

import importlib
import sys
from types import ModuleType
from typing import Any

from streamrt.errors import ArgumentError

__all__ = ["kernel_named", "name_of"]


def name_of(kernel: object) -> tuple[str, str] | None:
    """Returns the module and the name by which a kernel is imported; the shortest of several."""
    found = [
        (module_name, name)
        for module_name, module in sys.modules.copy().items()
        if isinstance(module, ModuleType)
        for name, value in list(vars(module).items())
        if value is kernel
    ]
    # `__main__` comes last, because another process has its own.
    return min(
        found, key=lambda where: (where[0] == "__main__", len(where[0]), where), default=None
    )


def kernel_named(module: str, name: str) -> Any:
    """Returns the kernel that another process pickled.

    Raises:
        ArgumentError: if the module has no kernel of that name in this process.
    """
    found = getattr(importlib.import_module(module), name, None)
    if not hasattr(found, "implementations"):
        raise ArgumentError(
            f"unpickle a kernel: {module} has no kernel {name} here; kernels pickle by name, so "
            "both processes need the same module"
        )
    return found
