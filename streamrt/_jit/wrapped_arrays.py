"""Wrapped: what the eager arrays look like from below. A function that gets them returns them."""

from __future__ import annotations

from typing import Any, Final

from streamrt._runtime.buffer import Buffer

__all__ = ["Wrapped", "unwrapped"]


class Wrapped:
    """An object that stands for one Buffer; `streamrt.array_api` has the subclass for users.

    The class of an instance makes another one of a Buffer. A call of a compiled function with
    instances among its arguments returns instances in place of Buffers.

    Attributes:
        buffer: the Buffer that it wraps, with the same memory.
    """

    __slots__ = ("__weakref__", "buffer")

    def __init__(self, buffer: Buffer) -> None:
        """Wraps a Buffer."""
        self.buffer: Final[Buffer] = buffer


def unwrapped(thing: Any) -> Any:
    """Returns the Buffer of a wrapped one, and anything else as it is."""
    return thing.buffer if isinstance(thing, Wrapped) else thing
