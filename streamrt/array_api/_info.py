"""Inspection of the namespace: its capabilities, devices and dtypes, as the standard has it."""

from __future__ import annotations

from typing import Any

from streamrt._core.values import shown
from streamrt._jit.calling.default_runtime import current_runtime
from streamrt._jit.tracing.recording import is_any
from streamrt._runtime.device import Device
from streamrt.array_api._dtypes import DTYPES, Dtype, isdtype
from streamrt.errors import ArgumentTypeError

__all__ = ["Info", "namespace_info"]

MOST_DIMENSIONS = 64


class Info:
    """Capabilities, devices and dtypes of the namespace."""

    def capabilities(self) -> dict[str, Any]:
        """Returns the capabilities that a library may depend on."""
        return {
            "boolean indexing": True,
            "data-dependent shapes": True,
            "max dimensions": MOST_DIMENSIONS,
        }

    def default_device(self) -> Device:
        """Returns the first device of the current runtime."""
        return current_runtime().device()

    def default_dtypes(self, *, device: Device | str | None = None) -> dict[str, Dtype]:
        """Returns the dtypes that functions take if they are told none."""
        del device
        return {
            "real floating": DTYPES["float64"],
            "complex floating": DTYPES["complex128"],
            "integral": DTYPES["int64"],
            "indexing": DTYPES["int64"],
        }

    def devices(self) -> list[Device]:
        """Returns the devices of the current runtime."""
        return list(current_runtime().devices)

    def dtypes(
        self, *, device: Device | str | None = None, kind: str | tuple[str, ...] | None = None
    ) -> dict[str, Dtype]:
        """Returns the dtypes by their names.

        Args:
            device: of no effect, because all devices have all dtypes.
            kind: a kind as `isdtype` has it, or several; None means all.
        """
        del device
        if kind is not None and not is_any(kind, str, tuple):
            raise ArgumentTypeError(f"dtypes: kind is {shown(kind)}; pass a name")
        return {
            name: dtype for name, dtype in DTYPES.items() if kind is None or isdtype(dtype, kind)
        }


def namespace_info() -> Info:
    """Returns the capabilities, devices and dtypes of the namespace."""
    return Info()
