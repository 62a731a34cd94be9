"""The implementation of a kernel that a device runs: the kernel's own, or one that it is given.

1. A kernel that has an implementation under the name of `device.runs` is run by that.
2. Otherwise a device that has `implement` is asked for one. It may name another kind, whose
   implementation it runs, too.
3. Where neither is there, the launch is refused with the kinds that the kernel has.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Protocol

from streamrt._compile.code import Implementation
from streamrt._compile.kernel import Kernel
from streamrt._compile.plan import Plan
from streamrt._compile.signatures.layout import Layout
from streamrt._core.values import shown
from streamrt.errors import ArgumentTypeError

__all__ = ["is_run_by", "plan_for"]


class Running(Protocol):
    """A device, or what stands for one. It may have `implement` as well."""

    @property
    def runs(self) -> str:
        """The name of the implementations that it runs."""
        ...


def _given(kernel: Kernel, device: Running) -> Implementation | str | None:
    """Returns the implementation, or the name of one, that the device gives for a kernel.

    Raises:
        ArgumentTypeError: it is no implementation, and no name.
    """
    implement: Callable[[Kernel], object] | None = getattr(device, "implement", None)
    given = None if implement is None else implement(kernel)
    if isinstance(given, str):
        return given if given in kernel.implementations else None
    if given is not None and not isinstance(given, Implementation):
        raise ArgumentTypeError(
            f"implement {kernel.name}: the device returned {shown(given)}; it must return an "
            "instance of streamrt.backend.Implementation, the name of a kind, or None"
        )
    return given


def plan_for(
    kernel: Kernel, layouts: Sequence[Layout], device: Running, what: str | None = None
) -> Plan:
    """Returns the plan of a kernel's launches on a device; see `Kernel.plan`, also for errors."""
    kind = device.runs
    if kind in kernel.implementations:
        return kernel.plan(layouts, kind, what=what)
    given = _given(kernel, device)
    if isinstance(given, str):
        return kernel.plan(layouts, given, what=what)
    return kernel.plan(layouts, kind, what=what, by=given)


def is_run_by(kernel: Kernel, device: Running) -> bool:
    """Whether a device runs a kernel."""
    return device.runs in kernel.implementations or _given(kernel, device) is not None
