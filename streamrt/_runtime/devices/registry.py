"""Ahead-of-time functions registered with a runtime, by name.

A registered function has two uses. `Runtime.kernel(name)` finds it. A kernel of the same name and
signature that would have to be compiled uses it instead if all arrays are dense. The function has
to keep the promise of an elementwise kernel: an output may lie in the memory of an input.
"""

from __future__ import annotations

from streamrt._compile.kernel import Kernel
from streamrt._core.values import shown
from streamrt._refusals import refusing
from streamrt.errors import ArgumentError


class Registry:
    """The kernels registered with one runtime, by name."""

    def __init__(self) -> None:
        self._kernels: dict[str, Kernel] = {}

    def add(self, kernel: Kernel) -> None:
        """Registers a kernel, in place of an earlier one of the same name."""
        self._kernels[kernel.name] = kernel

    @refusing
    def kernel(self, name: str) -> Kernel:
        """Returns the kernel registered under a name.

        Raises:
            ArgumentError: no kernel has that name.
        """
        found = self._kernels.get(name) if isinstance(name, str) else None
        if found is None:
            known = ", ".join(sorted(self._kernels)) or "none"
            raise ArgumentError(
                f"find kernel {shown(name)}: it is not registered, known: {known}; call rt.register"
            )
        return found

    def find(self, name: str) -> Kernel | None:
        """Returns the kernel registered under a name; None without one."""
        return self._kernels.get(name)

    def twin_of(self, kernel: Kernel) -> Kernel | None:
        """Returns another kernel, registered under the same name and signature; else None."""
        found = self._kernels.get(kernel.name)
        if found is None or found is kernel or str(found.signature) != str(kernel.signature):
            return None
        return None if kernel.elementwise and not found.elementwise else found
