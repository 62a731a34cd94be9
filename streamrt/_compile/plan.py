"""Plans: the facts that all launches of one kernel with the same layouts share."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from math import ceil, inf, prod
from types import MappingProxyType
from typing import TypeVar

from streamrt._compile.code import Code, PythonFunction
from streamrt._compile.llvm_code import LLVMCode, digest_of
from streamrt._compile.signatures.binding import Binding, Match, Views
from streamrt._compile.signatures.dtypes import DType
from streamrt._compile.signatures.layout import Layout
from streamrt._compile.signatures.signature import ELLIPSIS, Signature
from streamrt._core.values import check_count, check_number
from streamrt._interrupts import from_handler
from streamrt.errors import SignatureError

__all__ = [
    "STRIDED_NS", "Plan", "binding_of", "bound_of", "division_of", "dtypes_of", "remember",
    "words_of",
]  # fmt: skip

_Key = TypeVar("_Key")
_Found = TypeVar("_Found")

MOST_KNOWN = 256
"""The number of plans that a kernel remembers. It has a limit because kernels live with modules."""

STRIDED_NS = 100
"""The most ns for an element that shares no cache line with those beside it."""


@dataclass(frozen=True, slots=True, eq=False)
class Plan:
    """The facts that all launches of one kernel with the same layouts share.

    Attributes:
        kernel: the kernel's name.
        code: the code that runs, as the implementation of the kernel gave it: an `LLVMCode`, a
            `GPUText`, or what a kind of device has of its own. A `PythonFunction` is loaded by no
            backend.
        binding: the facts that the code is specialised to; None if whoever made the plan does not
            know them, as in a process that got it from another one. Whoever loads LLVM IR needs
            none.
        words: the 64-bit words that slot 0 points to: extents, then strides.
        extent: the extent that may be split; 1 if the kernel has no split.
        grain: the least part of `extent` worth a thread of its own.
        sizes: the bytes of each array argument, in order. An array of 0 bytes may have any address.
        codes: for each slot from slot 1 on, `P` for an address, else the scalar's `struct` code. A
            device whose code runs where memory has other addresses translates these slots.
        slots: the same codes, with each slot padded to 8 bytes.
        bound: the most ns that a launch takes, as the kernel declares; 0 if nobody knows.
    """

    kernel: str
    code: Code
    binding: Binding | None
    words: tuple[int, ...]
    extent: int
    grain: int
    sizes: tuple[int, ...]
    codes: str
    slots: str
    bound: int = 0

    @property
    def nbytes(self) -> int:
        """The bytes of all array arguments together."""
        return sum(self.sizes)

    @property
    def id(self) -> bytes | None:
        """A digest of the code and of all that a launch gives it; None if the code is no LLVM IR.

        Equal plans have the same in every process, unless a symbol is an address. A device that
        lives elsewhere knows its plans by it, and its objects by `code.digest`. Each question
        computes it.
        """
        if not isinstance(self.code, LLVMCode):
            return None
        numbers = ",".join(map(str, (*self.words, self.extent, self.grain)))
        return digest_of(["plan", self.code.digest.hex(), numbers, self.codes])

    @property
    def function(self) -> Callable[..., object] | None:
        """The Python function of a kernel in Python; None for any other code."""
        return self.code.function if isinstance(self.code, PythonFunction) else None


def dtypes_of(signature: Signature, found: Match) -> list[DType]:
    """Returns the dtype of each parameter, in order."""
    return [signature.dtype_of(p, found.types) for p in signature.parameters]


def binding_of(
    signature: Signature,
    found: Match,
    dtypes: Sequence[DType],
    views: Views,
    layouts: Sequence[Layout],
) -> Binding:
    """Returns the facts that the code of a launch is specialised to."""
    named = dict(found.types)
    for p, dtype in zip(signature.parameters, dtypes, strict=True):
        named[p.name] = dtype.name
    arrays = zip(signature.arrays, layouts, strict=True)
    contiguous = frozenset([p.name for p, layout in arrays if layout.contiguous])
    return Binding(MappingProxyType(named), views.rank, contiguous)


def words_of(signature: Signature, found: Match, views: Views) -> tuple[int, ...]:
    """Returns the layout words that a kernel reads: extents, then the strides of each array."""
    words: list[int] = []
    for symbol in signature.symbols:
        words.extend(views.collapsed if symbol == ELLIPSIS else (found.extents[symbol],))
    for strides in views.strides:
        words.extend(strides)
    return tuple(words)


def division_of(
    split: str | None,
    grain: int | Callable[[Mapping[str, int]], int],
    found: Match,
    views: Views,
    what: str,
) -> tuple[int, int]:
    """Returns the extent to split, and the grain in its unit.

    Raises:
        SignatureError: the function that returns the grain fails.
        ArgumentError: it does not return a count.
    """
    least = _grain_of(grain, found, what) if callable(grain) else grain
    if split is None:
        return 1, least
    if split != ELLIPSIS:
        return prod([found.extents[symbol] for symbol in split.split("*")]), least
    outermost, *inner = views.collapsed
    return outermost, max(1, least // prod(inner))


def _grain_of(declared: Callable[[Mapping[str, int]], int], found: Match, what: str) -> int:
    extents = _extents(found)
    try:
        returned = declared(MappingProxyType(extents))
    except Exception as error:
        if from_handler(error):
            raise
        raise SignatureError(
            f"{what}: grain raised {type(error).__name__}: {error}; it was asked for {extents}"
        ) from error
    return check_count(returned, f"{what}: the result of grain for {extents}", 1)


def _extents(found: Match) -> dict[str, int]:
    extents = dict(found.extents)
    if found.shape is not None:
        extents[ELLIPSIS] = prod(found.shape)
    return extents


def bound_of(
    declared: Callable[[Mapping[str, int]], float] | None,
    found: Match,
    layouts: Sequence[Layout],
    what: str,
) -> int:
    """Returns the most ns that a launch takes, as its kernel declares; 0 if nobody knows.

    A kernel declares it for dense arrays, and the elements of others are added here.

    Raises:
        SignatureError: the function fails.
        ArgumentError: it does not return a time.
    """
    if declared is None:
        return 0
    extents = _extents(found)
    try:
        returned = declared(MappingProxyType(extents))
    except Exception as error:
        if from_handler(error):
            raise
        raise SignatureError(
            f"{what}: bound_ns raised {type(error).__name__}: {error}; it was asked for {extents}"
        ) from error
    ns = check_number(returned, f"{what}: the result of bound_ns for {extents}", "nanoseconds")
    strided = sum([layout.size for layout in layouts if not layout.contiguous])
    return 0 if ns == inf else min(1 + ceil(ns) + STRIDED_NS * strided, 1 << 62)


def remember(known: dict[_Key, _Found], key: _Key, found: _Found) -> _Found:
    """Keeps something that was found; forgets all else first if `known` is full."""
    if len(known) >= MOST_KNOWN:
        known.clear()
    known[key] = found
    return found
