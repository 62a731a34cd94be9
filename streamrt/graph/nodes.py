"""What a graph is made of: values, operands and nodes. Plain data, without devices or addresses.

A value is memory of the graph: an input, an output or a temporary. An operand is a part of a
value, with a dtype, a shape and strides; commands take operands. A node is one command. Bytes of
a value are counted from the first element of what is bound to it; strides may reach below that.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any, Literal

import numpy as np

from streamrt._compile.kernel import Kernel
from streamrt._compile.layout import Layout, bounds
from streamrt._compile.views import Take, basic_index, reshaped, view_of
from streamrt._core.handles import Unique
from streamrt._core.values import shown
from streamrt.errors import ArgumentError, ArgumentTypeError

__all__ = ["Access", "Node", "Operand", "Role", "Value"]

Role = Literal["input", "output", "temporary"]


@dataclass(frozen=True, slots=True)
class Value(Unique):
    """Memory of a graph.

    Attributes:
        name: an identifier; inputs and outputs are bound by it.
        role: an input has memory before a replay, an output gets it with each, and temporaries
            share an arena.
        layout: of what is bound to it: dtype, shape and strides.
        low: the byte offset of the lowest byte that the graph touches or the layout covers.
        high: the offset past the highest.
        bound: what an input is bound to unless a replay says otherwise; None if it has to say.
    """

    _instead = "capture the graph, or build it, where it is used"

    name: str
    role: Role
    layout: Layout
    low: int
    high: int
    bound: object = None

    @property
    def nbytes(self) -> int:
        """Its size, from the lowest byte to the highest."""
        return self.high - self.low

    @property
    def is_rebindable(self) -> bool:
        """Whether the graph touches nothing beyond what is bound to it."""
        low, high = bounds(self.layout)
        return self.low >= low and self.high <= high


@dataclass(frozen=True, slots=True, eq=False)
class Operand(Unique):
    """A part of a value: what commands take. Slicing and `reshape` give parts of it.

    Attributes:
        owner: stands for the graph it belongs to.
        value: the value's index.
        offset: its first element, in bytes from the value's.
    """

    _instead = "capture the graph, or build it, where it is used"

    owner: object
    value: int
    offset: int
    _layout: Layout  # kernels check their arguments by this name

    @property
    def layout(self) -> Layout:
        """Its dtype, shape and strides."""
        return self._layout

    @property
    def shape(self) -> tuple[int, ...]:
        """Extents, in elements."""
        return self._layout.shape

    @property
    def dtype(self) -> np.dtype[Any]:
        """The type of its elements."""
        return self._layout.dtype

    @property
    def start(self) -> int:
        """The offset of the lowest byte it covers, from the value's first element."""
        return self.offset + bounds(self._layout)[0]

    @property
    def stop(self) -> int:
        """The offset past the highest byte it covers."""
        return self.offset + bounds(self._layout)[1]

    def is_all_of(self, value: Value) -> bool:
        """Whether it is the whole of its value, and under the same shape."""
        if not isinstance(value, Value):  # pyright: ignore[reportUnnecessaryIsInstance]
            raise ArgumentTypeError(f"is_all_of: found {shown(value)}; pass a Value of the graph")
        part, whole = self._layout, value.layout
        return (
            self.offset == 0
            and part.shape == whole.shape
            and part.strides == whole.strides
            and part.dtype == whole.dtype
        )

    def __getitem__(self, key: object) -> Operand:
        """A part of it by integers, slices, `...` and None.

        Raises:
            ArgumentError: an index out of range, or one for which NumPy would copy.
        """
        return self._part(lambda shadow: shadow[basic_index(key)], "index")

    def reshape(self, *shape: int | tuple[int, ...]) -> Operand:
        """The same elements in C order under another shape; -1 stands for the rest.

        Raises:
            ArgumentError: the sizes differ, or the strides do not allow it without a copy.
        """
        extents = reshaped(shape, f"reshape {self!r}")
        return self._part(lambda shadow: np.reshape(shadow, extents, copy=False), "reshape")

    def _distance(self, other: Operand, /) -> int | None:
        """The bytes from its first element to another's; None if that is in another value."""
        return other.offset - self.offset if other.value == self.value else None

    def _part(self, take: Take, what: str) -> Operand:
        try:
            offset, view = view_of(self._layout, take)
        except (IndexError, TypeError, ValueError, OverflowError) as error:
            raise ArgumentError(f"{what} {self!r}: {error}; take integers and slices") from error
        layout = Layout(self._layout.device, view.dtype, view.shape, view.strides)
        if layout.contiguous:  # the stride of one element is any number: parts are equal as buffers
            layout = Layout(self._layout.device, view.dtype, view.shape)
        return replace(self, offset=self.offset + offset, _layout=layout)

    def __repr__(self) -> str:
        return f"<Operand {self._layout} of value {self.value} at byte {self.offset}>"


@dataclass(frozen=True, slots=True)
class Access(Unique):
    """What a node does with one of its operands."""

    _instead = "capture the graph, or build it, where it is used"

    operand: Operand
    reads: bool
    writes: bool


@dataclass(frozen=True, slots=True, eq=False)
class Node(Unique):
    """One command of a graph.

    Attributes:
        index: its place in the graph.
        op: what it is.
        kernel: of a launch.
        arguments: of a launch operands and scalars, in the order of the signature; of a copy
            destination and source; of a fill the destination and an element's bytes, as an integer.
        after: the nodes it follows besides those it conflicts with, by index.
        site: where it was recorded, as text.
    """

    _instead = "capture the graph, or build it, where it is used"

    index: int
    op: Literal["launch", "copy", "fill"]
    kernel: Kernel | None
    arguments: tuple[Any, ...]
    after: tuple[int, ...]
    site: str

    @property
    def name(self) -> str:
        """The kernel's name, `copy` or `fill`."""
        return self.kernel.name if self.kernel is not None else self.op

    @property
    def operands(self) -> tuple[Operand, ...]:
        """Its arguments without the scalars, in order."""
        return tuple(a for a in self.arguments if isinstance(a, Operand))

    @property
    def accesses(self) -> tuple[Access, ...]:
        """What it reads and writes, one for each operand, in their order."""
        if self.kernel is not None:
            parameters = self.kernel.signature.parameters
            return tuple(
                Access(argument, p.reads, p.writes)
                for p, argument in zip(parameters, self.arguments, strict=True)
                if p.is_array
            )
        first, *others = self.operands
        return (Access(first, False, True), *(Access(o, True, False) for o in others))

    def __str__(self) -> str:
        """As errors name it: `node 3 (relu)`."""
        return f"node {self.index} ({self.name})"
