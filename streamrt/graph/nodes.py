"""Values, operands and nodes: the parts of a graph, as plain data without devices or addresses.

A value is memory of the graph: an input, an output or a temporary. An operand is a part of a
value, with a dtype, a shape and strides; commands take operands. A node is one command. Bytes of
a value are counted from the first element of the buffer that is bound to it; strides may reach
below that.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Literal, NamedTuple, NoReturn

import numpy as np

from streamrt._compile.kernel import Kernel
from streamrt._compile.signatures.layout import Layout, bounds
from streamrt._compile.signatures.views import index_view, reshape_view
from streamrt._core.handles import Unique
from streamrt._core.values import shown
from streamrt._refusals import refusing
from streamrt.errors import ArgumentTypeError

if TYPE_CHECKING:
    from streamrt._core.planning.plan import Schedule
    from streamrt.graph.calls import RecordedCall

__all__ = [
    "Access", "Base", "Body", "Loop", "LoopKind", "Modes", "Node", "Op", "Operand", "Owner", "Role",
    "Value", "count_inner", "modes_of", "numbered",
]  # fmt: skip

Role = Literal["input", "output", "temporary"]
Op = Literal["launch", "copy", "fill", "loop"]
LoopKind = Literal["repeat", "while", "if"]
Modes = tuple[tuple[bool, bool], ...]

_MODES: dict[Op, Modes] = {"copy": ((False, True), (True, False)), "fill": ((False, True),)}

_set = object.__setattr__  # operands and nodes work out once what recording asks for


@dataclass(frozen=True, slots=True)
class Value(Unique):
    """Memory of a graph.

    Attributes:
        name: an identifier; inputs and outputs are bound by it.
        role: an input has memory before a replay, an output gets it with each, and temporaries
            share an arena.
        layout: the dtype, shape and strides of the buffer that is bound to it.
        low: the byte offset of the lowest byte that the graph touches or the layout covers.
        high: the offset past the highest.
        bound: the buffer that an input stands for unless a replay binds another one; None if
            each replay has to bind one.
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
        """Its size in bytes, from the lowest byte to the highest."""
        return self.high - self.low

    @property
    def is_rebindable(self) -> bool:
        """Whether the graph touches no byte beyond the buffer that is bound to it."""
        low, high = bounds(self.layout)
        return self.low >= low and self.high <= high


class Owner:
    """An object that stands for a graph, or for the block of a loop in one.

    Attributes:
        graph: for a block, the owner that stands for its graph; else None.
    """

    __slots__ = ("graph",)

    def __init__(self, graph: Owner | None = None) -> None:
        self.graph: Owner | None = graph


@dataclass(frozen=True, slots=True, eq=False, init=False)
class Operand(Unique):
    """A part of a value, which commands take. Slicing and `reshape` give parts of it.

    Attributes:
        owner: what stands for the graph it belongs to, or for the block of a loop.
        value: the value's index.
        offset: the place of its first element, in bytes from the value's.
        layout: its dtype, shape and strides.
        start: the offset of the lowest byte it covers, from the value's first element.
        stop: the offset past the highest byte it covers.
    """

    _instead = "capture the graph, or build it, where it is used"

    owner: Owner
    value: int
    offset: int
    _layout: Layout  # kernels check their arguments by this name
    layout: Layout = field(init=False)
    start: int = field(init=False)
    stop: int = field(init=False)

    def __init__(self, owner: Owner, value: int, offset: int, _layout: Layout) -> None:
        """Not for users: graphs make operands.

        Raises:
            ArgumentTypeError: the layout is none.
        """
        if not isinstance(_layout, Layout):  # pyright: ignore[reportUnnecessaryIsInstance]
            raise ArgumentTypeError(
                f"make an Operand: its layout is {shown(_layout)}; graphs make operands, as from "
                "graph.input(name, shape)"
            )
        low, high = (0, _layout.nbytes) if _layout.contiguous else bounds(_layout)
        _set(self, "owner", owner)
        _set(self, "value", value)
        _set(self, "offset", offset)
        _set(self, "_layout", _layout)
        _set(self, "layout", _layout)
        _set(self, "start", offset + low)
        _set(self, "stop", offset + high)

    @property
    def shape(self) -> tuple[int, ...]:
        """Its extents, in elements."""
        return self._layout.shape

    @property
    def dtype(self) -> np.dtype[Any]:
        """The type of its elements."""
        return self._layout.dtype

    def __bool__(self) -> NoReturn:
        """Raises, because it has no contents before a replay."""
        raise ArgumentTypeError(
            f"bool of {self!r}: an operand is neither true nor false, and has no contents before a "
            "replay; ask `operand.shape`, or `operand is None`"
        )

    def is_all_of(self, value: Value) -> bool:
        """Returns whether it is the whole of its value, in the same shape."""
        if not isinstance(value, Value):  # pyright: ignore[reportUnnecessaryIsInstance]
            raise ArgumentTypeError(f"is_all_of: found {shown(value)}; pass a Value of the graph")
        part, whole = self._layout, value.layout
        return (
            self.offset == 0
            and part.shape == whole.shape
            and part.strides == whole.strides
            and part.dtype == whole.dtype
        )

    @refusing
    def __getitem__(self, key: object) -> Operand:
        """Returns a part of it, by integers, slices, `...` and None.

        Raises:
            ArgumentError: an index is out of range, or NumPy would copy for it.
        """
        return self._part(*index_view(self.layout, key, self))

    @refusing
    def reshape(self, *shape: int | tuple[int, ...]) -> Operand:
        """Returns the same elements in C order in another shape; -1 stands for the rest.

        Raises:
            ArgumentError: the sizes differ, or the strides do not allow it without a copy.
        """
        return self._part(*reshape_view(self.layout, shape, self))

    def _distance(self, other: Operand, /) -> int | None:
        """Returns the bytes from its first element to another's; None if values differ."""
        is_same = other.value == self.value and other.owner is self.owner
        return other.offset - self.offset if is_same else None

    def _part(self, offset: int, view: np.ndarray[Any, Any]) -> Operand:
        layout = Layout(self.layout.device, view.dtype, view.shape, view.strides)
        if layout.contiguous:  # the stride of one element is any number: parts are equal as buffers
            layout = Layout(self.layout.device, view.dtype, view.shape)
        return Operand(self.owner, self.value, self.offset + offset, layout)

    def __repr__(self) -> str:
        return f"<Operand {self._layout} of value {self.value} at byte {self.offset}>"


@dataclass(frozen=True, slots=True)
class Access(Unique):
    """The use that a node makes of one of its operands: whether it reads and writes it."""

    _instead = "capture the graph, or build it, where it is used"

    operand: Operand
    reads: bool
    writes: bool


class Base(NamedTuple):
    """The memory around a loop that one of its values stands for.

    Attributes:
        value: the value of the loop, by its index.
        origin: the place of its first element, in bytes from that of the value around it.
        stride: the bytes by which it moves after each turn.
    """

    value: int
    origin: int
    stride: int


@dataclass(frozen=True, slots=True, eq=False)
class Body(Unique):
    """The nodes of one turn of a loop, or of one side of a branch.

    Attributes:
        nodes: the nodes, in order; their indices count from 0 here.
        schedule: where the temporaries of one turn lie in the loop's arena.
        calls: those of its nodes that calls of compiled functions recorded.
    """

    _instead = "capture the graph, or build it, where it is used"

    nodes: tuple[Node, ...]
    schedule: Schedule
    calls: tuple[RecordedCall, ...] = ()


@dataclass(frozen=True, slots=True, eq=False)
class Loop(Unique):
    """A loop or a branch: what its node runs.

    Attributes:
        kind: `repeat`, `while` or `if`.
        turns: how many turns a `repeat` has; else 0.
        values: its own values: inputs stand for memory around it, temporaries are of one turn.
        bases: the memory that each of its inputs stands for, one for each operand of its node.
        flag: the base and the byte offset of the flag that is looked at before each turn.
        body: the nodes of a turn.
        other: the nodes of the other side of an `if`.
    """

    _instead = "capture the graph, or build it, where it is used"

    kind: LoopKind
    turns: int
    values: tuple[Value, ...]
    bases: tuple[Base, ...]
    flag: tuple[int, int] | None
    body: Body
    other: Body | None = None

    @property
    def name(self) -> str:
        """Its name in errors and pictures."""
        return f"repeat {self.turns}" if self.kind == "repeat" else self.kind

    @property
    def bodies(self) -> tuple[Body, ...]:
        """The body, and the other one, if there is one."""
        return (self.body,) if self.other is None else (self.body, self.other)

    @property
    def arena_nbytes(self) -> int:
        """The memory of the temporaries of one turn, in bytes."""
        return max(body.schedule.arena_nbytes for body in self.bodies)


@dataclass(frozen=True, slots=True, eq=False, init=False)
class Node(Unique):
    """One command of a graph.

    Attributes:
        index: its place in the graph.
        op: the kind of command.
        kernel: the kernel of a launch.
        arguments: for a launch, operands and scalars in the order of the signature; for a copy,
            destination and source; for a fill, the destination and an element's bytes as an
            integer.
        after: the nodes that it follows besides those it conflicts with, by index.
        site: the place in the source at which it was recorded, as text.
        modes: for each operand, whether it is read and whether it is written.
        operands: its arguments without the scalars, in order.
        loop: what a loop or a branch runs; None for other commands. Its operands are the bytes of
            the memory around it that all turns touch, one for each base, then its arena, if it has
            one.
    """

    _instead = "capture the graph, or build it, where it is used"

    index: int
    op: Op
    kernel: Kernel | None
    arguments: tuple[Any, ...]
    after: tuple[int, ...]
    site: str
    modes: Modes
    loop: Loop | None
    operands: tuple[Operand, ...] = field(init=False)

    def __init__(
        self,
        index: int,
        op: Op,
        kernel: Kernel | None,
        arguments: tuple[Any, ...],
        after: tuple[int, ...],
        site: str,
        modes: Modes | None = None,
        loop: Loop | None = None,
    ) -> None:
        """Not for users: graphs make nodes. Without `modes`, those of the command are found.

        Raises:
            ArgumentTypeError: the command or its arguments are none.
        """
        known = isinstance(kernel, Kernel) if kernel is not None else op in ("copy", "fill", "loop")
        if not (known and isinstance(arguments, tuple)):
            raise ArgumentTypeError(
                f"make a Node: op is {shown(op)}, kernel is {shown(kernel)}, arguments is "
                f"{shown(arguments)}; graphs make nodes, as by graph.fill(operand, value)"
            )
        operands: tuple[Operand, ...] = ()
        for argument in arguments:
            if isinstance(argument, Operand):
                operands += (argument,)
        _set(self, "index", index)
        _set(self, "op", op)
        _set(self, "kernel", kernel)
        _set(self, "arguments", arguments)
        _set(self, "after", after)
        _set(self, "site", site)
        _set(self, "modes", modes_of(op, kernel) if modes is None else modes)
        _set(self, "loop", loop)
        _set(self, "operands", operands)

    @property
    def name(self) -> str:
        """The kernel's name, `copy`, `fill`, or a loop's: `repeat 3`, `while`, `if`."""
        if self.loop is not None:
            return self.loop.name
        return self.kernel.name if self.kernel is not None else self.op

    @property
    def accesses(self) -> tuple[Access, ...]:
        """Its uses of its operands, one for each, in their order."""
        parts = zip(self.operands, self.modes, strict=True)
        return tuple(Access(operand, reads, writes) for operand, (reads, writes) in parts)

    def __str__(self) -> str:
        """Its name in errors: `node 3 (relu)`."""
        return f"node {self.index} ({self.name})"


def modes_of(op: Op, kernel: Kernel | None) -> Modes:
    """Returns whether a command reads and whether it writes each of its operands."""
    if kernel is None:
        return _MODES[op]
    return tuple([(p.reads, p.writes) for p in kernel.signature.arrays])


def count_inner(node: Node) -> int:
    """Returns how many nodes its loop runs, also within loops of that one."""
    bodies = () if node.loop is None else node.loop.bodies
    return sum(len(body.nodes) + sum(map(count_inner, body.nodes)) for body in bodies)


def numbered(nodes: Sequence[Node]) -> list[tuple[Node, str]]:
    """Returns all nodes in the order of their numbers in a program, with their names in errors.

    First come the nodes themselves; then for each loop among them its own nodes, likewise.
    """
    found = [(node, str(node)) for node in nodes]
    for node in nodes:
        for body in () if node.loop is None else node.loop.bodies:
            found += [(each, f"{name} of {node}") for each, name in numbered(body.nodes)]
    return found
