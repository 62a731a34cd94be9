"""The namespace of arrays: a slot, because `streamrt.array_api` stands above who hands it out.

`streamrt/_arrays.py`, which stands above both, fills it as soon as anything of the package is
imported. The namespace itself, and the compiler that it needs, are loaded when it is first asked
for.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

__all__ = ["array_namespace", "provide"]

_load: Callable[[], Any] | None = None


def provide(load: Callable[[], Any]) -> None:
    """Fills the slot with a function that returns the namespace."""
    global _load
    _load = load


def array_namespace() -> Any:
    """Returns `streamrt.array_api`."""
    assert _load is not None, "streamrt/__init__.py fills the slot"
    return _load()
