"""Wrapped: what the eager arrays look like from below. A function that gets them returns them."""

from __future__ import annotations

from typing import Any

from streamrt._runtime.buffer import Buffer

__all__ = ["Wrapped", "unwrapped"]


class Wrapped:
    """An object that stands for one Buffer; `streamrt.array_api` has the subclass for users.

    The class of an instance makes another one of a Buffer. A call of a compiled function with
    instances among its arguments returns instances in place of Buffers.
    """

    __slots__ = ("__weakref__", "_buffer")

    def __init__(self, buffer: Buffer) -> None:
        """Wraps a Buffer."""
        self._buffer: Buffer = buffer


def unwrapped(thing: Any) -> Any:
    """Returns the Buffer of a wrapped one, and anything else as it is."""
    return thing._buffer if isinstance(thing, Wrapped) else thing
