"""Plans that run in this process, for backends whose devices compute on the host's CPU."""

from __future__ import annotations

import ctypes
from collections.abc import Sequence
from math import prod

from streamrt._compile.llvm.loading import acquire
from streamrt._compile.plan import STRIDED_NS, Plan
from streamrt._core.handles import Unique
from streamrt._native.core import Core, core

__all__ = ["STANDARD_CODES", "HostPlan", "standard_bound", "standard_entry"]

_Entry = ctypes.CFUNCTYPE(ctypes.c_int32, ctypes.c_void_p, ctypes.c_int64, ctypes.c_int64)
_BYTES_NS = 8  # the bytes that are copied or filled in a ns, at least, if they lie side by side
STANDARD_CODES = {"copy": "PP", "fill": "PQ", "finite": "PP", "guard": "PQP"}


class HostPlan(Unique):
    """A plan that is loaded into this process, and that any thread of it can run.

    Several threads may run it at once, without the interpreter's lock. It stays loaded until the
    process ends; dropping this object frees only its layout words.

    Attributes:
        address: the address of its native function, `i32 entry(ptr args, i64 lo, i64 hi)`.
        codes: for each argument `P` for an address, else the scalar's `struct` code.
        extent: the extent that may be split; 1 if nothing can be split.
    """

    _instead = "load the plan again where it is used"

    __slots__ = ("_entry", "_slots", "_words", "_words_at", "address", "codes", "extent")

    def __init__(self, address: int, codes: str, words: tuple[int, ...], extent: int) -> None:
        """Describes a native function that is loaded; `load` and `load_standard` load one.

        Args:
            address: the attribute.
            codes: the attribute.
            words: the 64-bit words that slot 0 points to.
            extent: the attribute.
        """
        self.address: int = address
        self.codes: str = codes
        self.extent: int = extent
        self._entry = _Entry(address)
        self._words = (ctypes.c_int64 * len(words))(*words)
        self._words_at = ctypes.addressof(self._words)
        self._slots = ctypes.c_uint64 * (1 + len(codes))

    @classmethod
    def load(cls, plan: Plan) -> HostPlan:
        """Compiles and loads a plan: what `BackendDevice.load` needs. May take long.

        Raises:
            CompileError: if the code cannot be compiled or loaded, or is no `LLVMCode`.
        """
        return cls(acquire(plan).address, plan.codes, plan.words, plan.extent)

    @classmethod
    def load_standard(cls, name: str, words: tuple[int, ...], extent: int) -> HostPlan:
        """Loads a standard operation: what `BackendDevice.load_standard` needs.

        Args:
            name: `copy`, `fill`, `finite` or `guard`; they use the host's memory alone.
            words: the same as those of `BackendDevice.load_standard`.
            extent: the extent of the outermost dimension.

        Raises:
            NotImplementedError: if there is no operation of that name.
        """
        entry, codes = standard_entry(core(), name)
        return cls(entry, codes, words, extent)

    def run(self, arguments: Sequence[int], lo: int = 0, hi: int | None = None) -> int:
        """Runs it on the calling thread, or a part of it, and returns its error code.

        Args:
            arguments: the argument slots, as `Launch.arguments` has them.
            lo: where the part begins, in units of `extent`.
            hi: where the part ends; None is the end of `extent`.
        """
        slots = self._slots(self._words_at, *arguments)
        code: int = self._entry(slots, lo, self.extent if hi is None else hi)
        return code


def standard_entry(native: Core, name: str) -> tuple[int, str]:
    """Returns the address of the core's function for an operation, and its arguments' codes.

    Raises:
        NotImplementedError: if there is no operation of that name.
    """
    codes = STANDARD_CODES.get(name)
    if codes is None:
        raise NotImplementedError(f"there is no operation {name}")
    return native.entries[f"srt_{name}"], codes


def standard_bound(name: str, words: tuple[int, ...]) -> int:
    """Returns the most ns that a copy or a fill takes; 0 for operations that nobody waits for.

    Args:
        name: the operation.
        words: the layout words: rank, item size, extents, and the strides of each array.
    """
    if name not in ("copy", "fill"):
        return 0
    rank, item, *rest = words
    *outer, inner = rest[:rank]
    ns = 1
    for last in range(2 * rank - 1, len(rest), rank):  # of each array: its innermost stride
        row = STRIDED_NS + inner * item // _BYTES_NS if rest[last] == item else STRIDED_NS * inner
        ns += prod(outer) * row
    return min(ns, 1 << 62)
