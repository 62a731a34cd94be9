"""The code that an implementation of a kernel becomes, and the base class of implementations.

A kind of device that runs other code adds two classes: an implementation, which users give to a
kernel, and its code for one binding, which the backend of that kind loads. Both may be outside of
streamrt: `streamrt.backend` has the names.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from math import prod
from types import MappingProxyType
from typing import TYPE_CHECKING, TypeAlias

from streamrt._compile.signatures.binding import Binding
from streamrt._compile.signatures.layout import Layout
from streamrt._compile.signatures.signature import ELLIPSIS, Signature
from streamrt._core.handles import Unique
from streamrt._core.values import shown
from streamrt._interrupts import from_handler
from streamrt.errors import CompileError

if TYPE_CHECKING:
    from streamrt._compile.plan import Plan

__all__ = [
    "CUDACode", "Code", "GPUText", "GridRule", "Implementation", "OpenCLCode", "PythonFunction",
]  # fmt: skip

GridRule: TypeAlias = "Callable[[Binding, Mapping[str, int], int], int | tuple[int, ...]]"
"""Returns the blocks of a grid from the binding, the extents by symbol, and the number of SMs."""

BLOCKS_PER_SM = 32
"""The most blocks for each multiprocessor that the usual grid has; the threads stride over more."""


@dataclass(frozen=True, slots=True, eq=False)
class PythonFunction:
    """A Python function, which the runtime itself calls.

    Attributes:
        function: takes one positional argument for each parameter.
        is_numpys: whether NumPy does its work, so that it may be called for devices that keep the
            kernels of users out of this process.
    """

    function: Callable[..., object]
    is_numpys: bool = False


@dataclass(frozen=True, slots=True, eq=False)
class GPUText:
    """The text of a GPU's kernel for one binding, with all that compiling and launching it needs.

    The kernel's parameters are the layout words by value, one for each parameter of the signature,
    and `int *error` if it is fallible.

    Attributes:
        source: the whole text, with the definitions that streamrt writes before the user's.
        entry: the name of the kernel's function in it.
        block: the threads of a block, in x, y and z.
        items: the elements that a thread has if the grid is not at its limit.
        grid: the rule for the blocks; None is the usual one.
        fallible: whether the kernel ends with `int *error`, where it writes a code.
        options: the user's options for the compiler.
        where: the file and line where the user wrote it, for messages.
        binding: the facts that it is specialised to.
        symbols: the signature's symbols; their extents come first in the layout words.
        split: the symbol that the threads of the usual grid divide, or several, joined by `*`; None
            is all of `[...]`.
    """

    source: str
    entry: str
    block: tuple[int, int, int]
    items: int
    grid: GridRule | None
    fallible: bool
    options: tuple[str, ...]
    where: str
    binding: Binding
    symbols: tuple[str, ...]
    split: str | None

    def extents(self, words: Sequence[int]) -> dict[str, int]:
        """Returns the extents by symbol, from a plan's words; `...` is the number of elements."""
        found: dict[str, int] = {}
        at = 0
        for symbol in self.symbols:
            count = self.binding.rank if symbol == ELLIPSIS else 1
            found[symbol] = prod(words[at : at + count])
            at += count
        return found

    def grid_for(self, words: Sequence[int], multiprocessors: int) -> tuple[int, int, int]:
        """Returns the blocks of a launch, in x, y and z.

        Args:
            words: the plan's layout words.
            multiprocessors: how many the device has.

        Raises:
            CompileError: if the kernel's own rule fails, or returns no grid.
        """
        extents = self.extents(words)
        if self.grid is not None:
            return _checked_grid(self.grid, self, extents, multiprocessors)
        split = ELLIPSIS if self.split is None else self.split
        count = prod([extents.get(symbol, 1) for symbol in split.split("*")])
        blocks = -(-count // (prod(self.block) * self.items))
        return max(1, min(blocks, BLOCKS_PER_SM * multiprocessors)), 1, 1


class CUDACode(GPUText):
    """The CUDA C++ of a kernel for one binding."""

    __slots__ = ()


class OpenCLCode(GPUText):
    """The OpenCL C of a kernel for one binding."""

    __slots__ = ()


LARGEST_GRID = ((1 << 31) - 1, 65535, 65535)
"""The most blocks in x, y and z ("CUDA C++ Programming Guide", "Compute Capabilities")."""


def _checked_grid(
    rule: GridRule, code: GPUText, extents: dict[str, int], multiprocessors: int
) -> tuple[int, int, int]:
    """Returns the grid that a user's rule says."""
    asked = f"load {code.entry}: its grid rule, asked for {extents}"
    try:
        found: object = rule(code.binding, MappingProxyType(extents), multiprocessors)
    except Exception as error:
        if from_handler(error):
            raise
        raise CompileError(f"{asked}, raised {type(error).__name__}: {error}") from error
    given = found if isinstance(found, tuple) else (found,)
    blocks = [n for n in given if isinstance(n, int) and not isinstance(n, bool)]
    limits = zip(blocks, LARGEST_GRID, strict=False)
    if (
        len(blocks) != len(given)
        or not 1 <= len(blocks) <= 3
        or any(not 0 <= n <= m for n, m in limits)
    ):
        raise CompileError(
            f"{asked}, returned {shown(found)}; it must return the blocks of the grid, an int or a "
            f"tuple of up to three, at most {LARGEST_GRID}"
        )
    x, y, z = (*blocks, 1, 1)[:3]
    return max(1, x), max(1, y), max(1, z)  # a launch of no block is refused by the driver


Code: TypeAlias = object
"""The code of a plan: an `LLVMCode`, a `GPUText`, a `PythonFunction`, or what a kind of device has
of its own. It never changes."""


class Implementation(Unique):
    """A way to run a kernel on one kind of device: `LLVM`, `Native`, `CUDA`, `Python`, or another.

    A kind of device whose code is none of these has a subclass of its own, such as `SpokenC`. Users
    give it to a kernel under the name that the device has in `runs`, as in `Kernel(name, signature,
    spoken=SpokenC(text))`. The kernel asks it for code once for each distinct binding, and hands
    that to `BackendDevice.load` in `plan.code`, as it is.

    An implementation never changes, and any thread may call its methods. `specialise` is what a
    subclass must have. It may raise any error: an error that is no error of streamrt passes to the
    user as it is.
    """

    _instead = "pickle the kernel, which goes by its name"

    __slots__ = ()

    @property
    def follows_strides(self) -> bool:
        """Whether it takes arrays that are not C-contiguous. If not, these are refused.

        The words of a plan have the strides in any case.
        """
        return False

    def meaning(self, code: int) -> str | None:
        """Returns the meaning of a code that comes from the implementation itself, if it is one.

        The kernel's own `errors` come first.

        Args:
            code: the error code of an execution that failed, never 0.
        """
        return None

    def check(self, signature: Signature, split: str | None, elementwise: bool, what: str) -> None:
        """Refuses a kernel that it cannot implement, as early as that can be seen.

        A kernel calls it when it is defined, or when a device gives it the implementation, before
        any other method.

        Args:
            signature: the kernel's parameters.
            split: the kernel's option.
            elementwise: the kernel's option.
            what: begins messages: `kernel` and the kernel's name, as in `kernel axpy`.

        Raises:
            SignatureError: if it cannot.
        """

    def planned(
        self,
        name: str,
        signature: Signature,
        kind: str,
        binding: Binding,
        layouts: Sequence[Layout],
        what: str,
    ) -> Plan | None:
        """Returns the plan of launches with these layouts; None if `specialise` serves.

        It is for an implementation whose layout words, or whose division, are not those of the
        signature.

        Args:
            name: the kernel's name.
            signature: the kernel's parameters.
            kind: the name under which the kernel has the implementation.
            binding: the dtypes, the rank of `[...]`, and which arrays are C-contiguous.
            layouts: the layouts of the arrays, in the order of the signature.
            what: begins messages, such as `launch axpy on cpu:0/s1`.
        """
        return None

    def specialise(
        self, name: str, signature: Signature, split: str | None, binding: Binding
    ) -> Code:
        """Returns the code of a kernel for one binding, which the kernel remembers.

        It is any object that never changes. Nothing is compiled here, because a launch may wait
        for it; the device compiles in `load`, which gets the extents and strides as well.

        Args:
            name: the kernel's name.
            signature: the kernel's parameters.
            split: the symbol that the device may divide, or several, joined by `*`; None: a launch
                is one piece.
            binding: the dtypes, the rank of `[...]`, and which arrays are C-contiguous.

        Raises:
            CompileError: if the code cannot be written.
        """
        raise NotImplementedError
