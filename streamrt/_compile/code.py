"""The code that an implementation of a kernel becomes, and the base class of implementations.

A kind of device that runs other code adds two classes: an implementation, which users give to a
kernel, and its code for one binding, which the backend of that kind loads.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TypeAlias

from streamrt._compile.binding import Binding
from streamrt._compile.signature import Signature
from streamrt._core.handles import Unique

__all__ = ["Code", "Implementation", "LLVMCode", "PythonFunction"]


@dataclass(frozen=True, slots=True, eq=False)
class LLVMCode:
    """The LLVM IR of a kernel for one binding, with all that compiling and loading it needs.

    Attributes:
        source: IR text.
        entry: the name of the function `i32 entry(ptr args, i64 lo, i64 hi)` in it.
        symbols: absolute addresses of symbols that the text refers to, by name.
        opt: how hard to optimise, 0 to 3.
    """

    source: str
    entry: str
    symbols: Mapping[str, int]
    opt: int


@dataclass(frozen=True, slots=True, eq=False)
class PythonFunction:
    """A Python function, which the runtime itself calls.

    Attributes:
        function: takes one positional argument for each parameter.
    """

    function: Callable[..., object]


Code: TypeAlias = "LLVMCode | PythonFunction"


class Implementation(Unique):
    """A way to run a kernel on one kind of device: `LLVM`, `Native` or `Python`."""

    _instead = "pickle the kernel, which goes by its name"

    __slots__ = ()

    @property
    def _follows_strides(self) -> bool:
        """Whether it takes arrays that are not C-contiguous."""
        raise NotImplementedError

    def _check(self, signature: Signature, split: str | None, elementwise: bool, what: str) -> None:
        """Refuses a kernel that it cannot implement; `what` begins messages.

        Raises:
            SignatureError: if it cannot.
        """
        raise NotImplementedError

    def _specialise(
        self, name: str, signature: Signature, split: str | None, binding: Binding
    ) -> Code:
        """Returns the code of a kernel for one binding, which the kernel remembers.

        Raises:
            CompileError: if the code cannot be written.
        """
        raise NotImplementedError
