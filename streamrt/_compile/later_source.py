"""`LaterSource`: an implementation in the C of a GPU that is made when a device asks for its code.

The compiler gives each of its kernels one for each language. Most of them never run on a GPU, and
making one imports the emitter, so it is not made before.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from streamrt._compile.code import Code, Implementation
from streamrt._compile.signatures.binding import Binding
from streamrt._compile.signatures.signature import Signature

if TYPE_CHECKING:
    from streamrt._compile.gpu_source import GPUSource

__all__ = ["LaterSource"]


class LaterSource(Implementation):
    """An implementation that another one serves, which is made when it is needed.

    It follows strides, as all kernels of the compiler do, and nothing is wrong with it.
    """

    __slots__ = ("_kind", "_make")

    def __init__(self, make: Callable[[str], GPUSource], kind: str) -> None:
        """Takes what makes the implementation for a kind of device, and the kind."""
        self._make = make
        self._kind = kind

    @property
    def follows_strides(self) -> bool:
        return True

    @property
    def source(self) -> str | Callable[[Binding], str]:
        """The text, or a function that writes it for a binding."""
        return self._make(self._kind).source

    def specialise(
        self, name: str, signature: Signature, split: str | None, binding: Binding
    ) -> Code:
        return self._make(self._kind).specialise(name, signature, split, binding)
