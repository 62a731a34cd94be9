"""Cells: the values that traced functions hold, and what in-place writes do to them.

NumPy code writes to arrays, and values never change. So a traced function holds cells. A cell has
its value of the moment, and a write replaces it:

1. Every name of one array is one cell, so all of them see a write.
2. A view is a cell that knows its parent, and the steps from the parent's value to its own. It
   takes the steps again once the parent has another value. A write to it goes to the parent.
3. A write to an argument, a captured Buffer or a view of one is refused, because it would change
   the caller's array.
4. NumPy's `reshape` is a view of some arrays and a copy of others, which depends on the order of
   their elements in memory. Arguments count as being in C order. If the order is not known, the
   result is a cell of its own, and a write while both are alive is refused.
5. A complex array is a pair of cells, because programs have no complex dtypes.
6. A value without dimensions is like NumPy's scalars, so `+=` makes another one, except where
   NumPy has an array without dimensions: in a view, a copy, and what `np.zeros_like` makes.

This is what PyTorch calls functionalization; there, too, views are steps that are taken again.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import prod
from typing import TYPE_CHECKING, Any, ClassVar, TypeAlias, TypeVar
from weakref import ref

from streamrt._ir.limits import TooMuchError
from streamrt._ir.program import Builder, Shape, Value
from streamrt.errors import TraceError

if TYPE_CHECKING:
    from streamrt._jit.tracing.recording import Recording

__all__ = ["Cell", "Pair", "Step", "reshaped_step", "take"]

Step: TypeAlias = tuple[str, tuple[Any, ...]]
"""A view operation of ops.py with its attributes; or `row`, with an axis and a traced i64: the
elements at that index along the axis."""

C = TypeVar("C", bound="Cell")


class _Link:
    """The relation of a cell to others: its parent, or who owns its memory."""

    __slots__ = ("is_read_only", "owner", "parent", "relatives", "source", "steps")

    def __init__(self) -> None:
        self.owner: str = ""
        self.is_read_only: bool = False
        self.parent: Cell | None = None
        self.steps: tuple[Step, ...] = ()
        self.source: Value | None = None
        self.relatives: list[ref[Cell]] = []

    def living(self) -> list[Cell]:
        """Returns the cells that may share the memory, or may not, and are alive."""
        return [cell for each in self.relatives if (cell := each()) is not None]


class Pair:
    """A complex array that a traced function holds.

    Attributes:
        _recording: the trace.
        _re: the real part.
        _im: the imaginary part, of the same shape and dtype, which is f32 or f64.
    """

    __slots__ = ("__weakref__", "_im", "_re", "_recording")

    def __init__(self, recording: Recording, re: Cell, im: Cell) -> None:
        self._recording: Recording = recording
        self._re: Cell = re
        self._im: Cell = im

    def _origin(self) -> str:
        """Returns how messages name it: `complex64[3], made at model.py:11`."""
        value = self._re.read()
        name = {"f32": "complex64", "f64": "complex128"}[value.dtype.name]
        made = self._recording.origin(value).removeprefix(str(value))
        if " at " in made:  # which names the last operation of the real part alone
            made = f", made at {made.rpartition(' at ')[2]}"
        return f"{name}{list(value.shape)}{made}"


class Cell:
    """A value that a traced function holds.

    Attributes:
        pair: the class that traced code sees pairs as.
        _recording: the trace.
        _value: the value; of a view, the value when it was last read.
        _weak: the Python type if it stands for a Python number, else None.
        _is_dense: whether its elements lie in C order without gaps, as far as is known.
        _depth: how many bodies of loops and branches ran, one in the other, when it was made.
        _link: its relations; None if it has none.

    The parent of a view is no view itself.
    """

    __slots__ = ("__weakref__", "_depth", "_is_dense", "_link", "_recording", "_value", "_weak")
    pair: ClassVar[type[Pair]] = Pair

    def __init__(
        self,
        recording: Recording,
        value: Value,
        is_dense: bool = True,
        weak: type | None = None,
    ) -> None:
        """Makes a cell with memory of its own."""
        self._recording: Recording = recording
        self._value: Value = value
        self._is_dense: bool = is_dense
        self._depth: int = recording.depth
        self._weak: type | None = weak
        self._link: _Link | None = None

    @classmethod
    def of_owner(
        cls: type[C], recording: Recording, value: Value, owner: str, weak: type | None = None
    ) -> C:
        """Returns a cell whose memory belongs to an argument or a captured Buffer."""
        cell = cls(recording, value, True, weak)
        cell._link = _Link()
        cell._link.owner = owner
        return cell

    def read(self) -> Value:
        """Returns the value of the moment.

        Raises:
            TraceError: the trace has ended.
        """
        if not self._recording.is_open:
            raise self._ended()
        link = self._link
        if link is not None and link.parent is not None:
            source = link.parent._value
            if source is not link.source:
                link.source = source
                self._value = take(self._recording.builder, source, link.steps)
        return self._value

    @property
    def is_number(self) -> bool:
        """Whether it is like NumPy's scalars, which nothing can be written to.

        So is an argument without dimensions: `+=` gives its name another value.
        """
        return not self._value.shape and (self._link is None or bool(self._link.owner))

    @property
    def is_array(self) -> bool:
        """Whether it is like NumPy's arrays; a 0-d argument is, though none can write to it."""
        value = self._value
        is_argument = value.op.name == "parameter" and not value.attributes[1]
        return not self.is_number or (is_argument and self._is_dense)

    @property
    def is_given(self) -> bool:
        """Whether it is an argument or a captured Buffer, or a view of one."""
        root = self._root()._link
        return root is not None and bool(root.owner)

    def as_array(self: C) -> C:
        """Returns this new cell, which can be written to even if it has no dimensions."""
        if self._link is None and not self._value.shape:
            self._link = _Link()
        return self

    def viewed(self, *steps: Step, is_dense: bool = False, is_item: bool = False) -> Cell:
        """Returns a view of this cell.

        Args:
            steps: the way from this cell's value to the view's.
            is_dense: whether the elements lie in C order without gaps.
            is_item: whether NumPy gives a scalar if no dimensions are left.
        """
        source = self.read()
        try:
            value = take(self._recording.builder, source, steps)
        except TooMuchError as error:
            self._recording.check_shape((1,) * error.axes)  # too many of them in NumPy's words
            raise
        is_scalar = is_item and not source.shape  # x[()], which is_array tells by its density
        cell = self._recording.kind(self._recording, value, is_dense and not is_scalar)
        if not self.is_number and (value.shape or not is_item):
            link, mine = _Link(), self._link
            if mine is None or mine.parent is None:
                link.parent, link.steps, link.source = self, steps, source
            else:  # a view of a view is one of the first array, so that no chains grow
                link.parent, link.steps, link.source = mine.parent, mine.steps + steps, mine.source
            link.is_read_only = mine is not None and mine.is_read_only
            cell._link = link
        return cell

    def as_read_only(self) -> Cell:
        """Returns this new view, which cannot be written to, nor can its views."""
        self._link = self._link or _Link()  # a view of a number is not one of an array
        self._link.is_read_only = True
        return self

    def reshape_to(self, shape: Shape, *, is_ravel: bool = False) -> Cell:
        """Returns the elements in another shape, as a view if NumPy would surely make one.

        Args:
            shape: the shape.
            is_ravel: whether NumPy copies whatever is not side by side.
        """
        value = self.read()
        is_same = [n for n in shape if n != 1] == [n for n in value.shape if n != 1]
        if self._is_dense or (is_same and not is_ravel):
            return self.viewed(*reshaped_step(value.shape, shape), is_dense=self._is_dense)
        self._recording.check_shape(shape)
        made = take(self._recording.builder, value, reshaped_step(value.shape, shape))
        cell = self._recording.kind(self._recording, made, False)  # it may be a view
        self._relate(cell)
        return cell

    def _relate(self, cell: Cell) -> None:
        """Takes note that a new cell may share the memory of this one and of its relatives."""
        root = self._root()
        others = [root, *([] if root._link is None else root._link.living())]
        link = cell._link = _Link()
        for other in others:
            if other._link is None:
                other._link = _Link()
            other._link.relatives.append(ref(cell))
            link.relatives.append(ref(other))

    def write(self, value: Value, what: str) -> None:
        """Gives the cell another value, of the same dtype and shape.

        Args:
            value: the value.
            what: the write, as messages name it, such as `+=`.

        Raises:
            TraceError: the memory may be somebody else's.
        """
        link = self._link
        if self._root()._depth < self._recording.depth:
            raise self._recording.error(
                f"{what} on {self._recording.origin(self.read())}: it was made outside of the body "
                "of the loop or branch that runs, which writes to its own arrays alone; carry it, "
                "and return the new one"
            )
        if link is None:
            self._value = value
            return
        root = self._root()._link
        if root is not None and root.owner:
            raise self._recording.error(
                f"{what} on {root.owner}: it is not the function's own; "
                f"{self._recording.instead_of_writing}"
            )
        if link.is_read_only:
            raise self._recording.value_error(
                f"{what} on a view made by np.diagonal or np.broadcast_to: as NumPy's, it cannot "
                "be written to; use `.copy()`"
            )
        if root is not None and root.living():
            raise self._recording.error(
                f"{what} on {self._recording.origin(self.read())}: a reshape of the same array is "
                "in use, and whether NumPy's reshape copies depends on the order in memory; use "
                "`.copy()` before one of them"
            )
        self._put(value)

    def _put(self, value: Value) -> None:
        link = self._link
        if link is not None and link.parent is not None:
            link.source = put(self._recording, link.parent._value, link.steps, value)
            link.parent._value = link.source
        self._value = value

    def _root(self) -> Cell:
        if self._link is None or self._link.parent is None:
            return self
        return self._link.parent

    def _ended(self) -> TraceError:
        of = self._recording.origin(self._value)
        return self._recording.error(
            f"use of {of}: the trace that made it has ended; return it from the function instead "
            "of keeping it elsewhere"
        )


def reshaped_step(old: Shape, new: Shape) -> tuple[Step, ...]:
    """Returns the steps from one shape to another with the same elements in C order."""
    return () if old == new else (("reshape", (new,)),)


def take(builder: Builder, value: Value, steps: Sequence[Step]) -> Value:
    """Returns the part of a value that is seen after some steps."""
    for name, attributes in steps:
        if name == "row":
            axis, index = attributes
            value = builder.apply("take", value, index, attributes=(axis,))
        else:
            value = builder.apply(name, value, attributes=attributes)
    return value


def put(recording: Recording, old: Value, steps: Sequence[Step], new: Value) -> Value:
    """Returns a value with the elements that the steps lead to replaced."""
    builder = recording.builder
    seen: list[Value] = [old]
    for step in steps[:-1]:
        seen.append(take(builder, seen[-1], [step]))
    for step, whole in zip(reversed(steps), reversed(seen), strict=False):
        new = _put_back(recording, whole, step, new)
    return new


def _put_back(recording: Recording, old: Value, step: Step, new: Value) -> Value:
    """Returns a value with the elements that one step leads to replaced."""
    builder = recording.builder
    name, attributes = step
    if name == "reshape":
        return take(builder, new, reshaped_step(new.shape, old.shape))
    if name == "transpose":
        back = tuple(sorted(range(len(attributes[0])), key=attributes[0].__getitem__))
        return builder.apply("transpose", new, attributes=(back,))
    if name == "slice":
        starts, strides, _ = attributes
        if new.shape == old.shape and all(stride == 1 for stride in strides):
            return new
        if not prod(new.shape):
            return old
        return builder.apply("update", old, new, attributes=(starts, strides))
    if name == "row":
        return _put_row(recording, old, attributes, new)
    raise recording.error(
        "a write to a view made by np.broadcast_arrays: many of its elements are one; use `.copy()`"
    )


def _put_row(recording: Recording, old: Value, attributes: tuple[Any, ...], new: Value) -> Value:
    """Returns a value with the elements at a traced index along an axis replaced."""
    builder = recording.builder
    axis: int = attributes[0]
    index: Value = attributes[1]
    extent = old.shape[axis]
    zeros = builder.full(0, "i64", (extent,))
    checked = builder.apply("take", zeros, index, attributes=(0,))  # fails if it is out of range
    size = builder.full(extent, "i64", ())
    place = builder.apply("remainder", builder.apply("add", index, checked), size)
    along = builder.iota(old.shape, axis)
    test = builder.apply("equal", along, recording.broadcast(place, old.shape))
    wide = (*old.shape[:axis], 1, *old.shape[axis + 1 :])
    row = recording.broadcast(builder.apply("reshape", new, attributes=(wide,)), old.shape)
    return builder.apply("where", test, row, old)
