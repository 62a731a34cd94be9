"""The backends by kind: built in, or named by the entry-point group `streamrt.backends`.

    cpu/      the CPU: LLVM kernels on native queues
    gpu/      devices behind a driver: what the next two have in common
    cuda/     NVIDIA's GPUs, through the driver and CuPy
    opencl/   the devices of OpenCL's drivers
    far/      far devices: what the next two have in common
    process/  CPUs in child processes
    dask/     CPUs behind Dask workers
    sim/      simulated devices with virtual time, in Python

A backend is imported when a device of its kind is asked for, not before.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, cast

from streamrt._core.values import shown
from streamrt.errors import BackendNotFoundError

if TYPE_CHECKING:
    from importlib.metadata import EntryPoints

    from streamrt.backend import Backend

GROUP = "streamrt.backends"
_BUILT_IN = {
    "cpu": "streamrt._backends.cpu",
    "cuda": "streamrt._backends.cuda",
    "dask+cpu": "streamrt._backends.dask.backend",
    "opencl": "streamrt._backends.opencl",
    "process+cpu": "streamrt._backends.process.backend",
    "sim": "streamrt._backends.sim",
}
ONLY_BY_NAME = ("dask+cpu", "opencl", "process+cpu", "sim")
"""The kinds that show no device to a runtime that names none; they are not imported then."""

_opened: dict[str, Backend] = {}


def kinds() -> tuple[str, ...]:
    """Returns the kinds of device that could be opened here."""
    return (*_BUILT_IN, *sorted({e.name for e in _entry_points()} - set(_BUILT_IN)))


def backend(kind: str) -> Backend:
    """Returns the backend of a kind, imported at the first call.

    Raises:
        BackendNotFoundError: if there is no backend of that kind.
    """
    found = _opened.get(kind)
    if found is None:
        found = _opened[kind] = _find(kind)
    return found


def _entry_points() -> EntryPoints:
    from importlib.metadata import entry_points  # slow to import

    return entry_points(group=GROUP)


def _find(kind: str) -> Backend:
    if kind in _BUILT_IN:
        return cast("Backend", import_module(_BUILT_IN[kind]).backend)
    for entry_point in _entry_points():
        if entry_point.name == kind:
            return cast("Backend", entry_point.load())
    raise BackendNotFoundError(
        f"open a device of kind {shown(kind)}: there is no such backend; known are "
        f"{', '.join(kinds())}"
    )
