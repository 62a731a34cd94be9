"""Says which arguments of a launch may share elements, and which arrays do, exactly by strides.

1. `y[::2]` and `y[1::2]` share no element, although their bytes lie between each other.
2. A kernel runs over its arrays in an order, and in parts, that only the kernel knows. So an
   element that it writes must not belong to another argument: the result would be undefined.
3. An elementwise kernel reads the elements at an index before it writes the output's element
   there. Therefore its output may be the very view that an input is.
4. A kernel may allow anything (`aliasing=True`).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import lru_cache
from typing import Any, NamedTuple, Protocol, TypeAlias, cast

import numpy as np

from streamrt._compile.signatures.layout import Layout, bounds
from streamrt._compile.signatures.signature import Signature
from streamrt.errors import ArgumentError

__all__ = ["Form", "Pair", "Placed", "clash", "meet", "pairs_of", "refuse", "share_elements"]

# NumPy's search is exponential at worst. After this many steps, nobody knows, and two arguments
# count as sharing.
MAX_WORK = 20_000
_SOMEWHERE = 1 << 60  # an address that nobody reads


class Placed(Protocol):
    """An argument that lies at a known place: a buffer, or an operand of a graph."""

    @property
    def _layout(self) -> Layout: ...

    def _distance(self, other: Any, /) -> int | None:
        """Returns the bytes from its first element to another's; None in other memory."""


class Pair(NamedTuple):
    """Two arguments of a launch that must not share elements.

    Attributes:
        written: the name of an argument that the kernel writes.
        other: the name of the other argument.
        may_be_same: whether the two may be the very same view.
    """

    written: str
    other: str
    may_be_same: bool


def pairs_of(signature: Signature, elementwise: bool) -> tuple[Pair, ...]:
    """Returns the pairs of arrays of which at least one is written, each pair once."""
    arrays = signature.arrays
    return tuple(
        Pair(p.name, q.name, elementwise and not q.writes)
        for i, p in enumerate(arrays)
        for j, q in enumerate(arrays)
        if p.writes and i != j and not (q.writes and j < i)
    )


def share_elements(one: Placed, other: Placed, *, may_be_same: bool = False) -> bool:
    """Returns whether the elements of two arrays have a byte in common.

    Args:
        one: an array.
        other: another array.
        may_be_same: whether to say no if both have the same elements at the same indices.
    """
    distance = one._distance(other)
    if distance is None:
        return False
    a, b = one._layout, other._layout
    if may_be_same and not distance and _are_same(a, b):
        return False
    (low, high), (start, stop) = bounds(a), bounds(b)
    if not (a.size and b.size) or distance + start >= high or distance + stop <= low:
        return False
    if not (a.has_gaps or b.has_gaps):
        return True
    forms = (a.shape, a.strides, a.itemsize), (b.shape, b.strides, b.itemsize)
    return meet(*forms, distance) is not False


def _are_same(a: Layout, b: Layout) -> bool:
    """Returns whether elements at equal indices lie at equal distances from the first."""
    if a.itemsize != b.itemsize or a.shape != b.shape:
        return False
    return a.strides == b.strides or (a.contiguous and b.contiguous)


Form: TypeAlias = "tuple[tuple[int, ...], tuple[int, ...], int]"
"""A shape, strides in bytes, and the bytes of one element."""


@lru_cache(maxsize=1024)
def meet(one: Form, other: Form, distance: int) -> bool | None:
    """Returns whether elements of two forms have a byte in common; None if that is too hard.

    Forms keep no devices alive, as layouts would.

    Args:
        one: the form of an array.
        other: that of another array.
        distance: the bytes from the first element of `one` to that of `other`.
    """
    try:
        shares_memory = cast("Callable[..., bool]", np.shares_memory)  # its stub lacks numbers
        return shares_memory(_ghost(one, 0), _ghost(other, distance), max_work=MAX_WORK)
    except np.exceptions.TooHardError:
        return None


class _Described:
    """A description from which NumPy makes an array without reading its memory."""

    def __init__(self, interface: dict[str, object]) -> None:
        self.__array_interface__ = interface


def _ghost(form: Form, offset: int) -> np.ndarray[Any, Any]:
    shape, strides, itemsize = form
    data = (_SOMEWHERE + offset, True)
    interface = {"version": 3, "typestr": f"|V{itemsize}", "data": data}
    return np.asarray(_Described({**interface, "shape": shape, "strides": strides}))


def refuse(pairs: tuple[Pair, ...], given: Mapping[str, object], what: str, name: str) -> None:
    """Raises if arguments share elements that they must not share.

    Args:
        pairs: the kernel's pairs.
        given: its arguments by name; the arrays are buffers or operands.
        what: begins the message, such as `launch axpy on cpu:0/s1`.
        name: the kernel's name.

    Raises:
        ArgumentError: if the arguments of a pair share elements.
    """
    for pair in pairs:
        written, other = cast("Placed", given[pair.written]), cast("Placed", given[pair.other])
        if share_elements(written, other, may_be_same=pair.may_be_same):
            but = ", or the very same view as both" if pair.may_be_same else ""
            raise ArgumentError(
                f"{what}: {pair.other} and {pair.written} share elements, and {name} writes "
                f"{pair.written}; pass a copy of one of them{but}, unless the kernel is made with "
                "aliasing=True"
            )


def clash(written: Placed, other: Placed, may_be_same: bool) -> None:
    """Raises TypeError if two arguments share elements that they must not share.

    `Kernel.bind` calls it. Its callers then call `Kernel.check`, which says what is wrong.
    """
    if share_elements(written, other, may_be_same=may_be_same):
        raise TypeError("two arguments share elements that the kernel writes")
