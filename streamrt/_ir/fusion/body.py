"""The body of a kernel, written from the values of a program.

`Body.express` writes the instructions that compute one element of a value at an index, and of what
it is made of, down to tensors: arrays in memory. A value at one index is written once.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from streamrt._compile.signatures.layout import dense_strides, is_dense
from streamrt._ir.fusion.affine import Index, along, identity, inverse, linear, through, unfolded
from streamrt._ir.loops import Instruction
from streamrt._ir.program import Shape, Value

__all__ = ["Access", "Body", "Tensor", "TooLongError"]

MOST_CODE = 512
"""The instructions of a body. It may compute a value at many indexes: where each of many values is
read at two, through views, their number doubles with each."""

MOST_ACCESSES = 128
"""The places in memory that a body reads or writes; a kernel takes at most 255 parameters."""


class TooLongError(Exception):
    """A body gets too many instructions; what is read through views has to be stored."""


@dataclass(eq=False, slots=True)
class Tensor:
    """An array in memory: a parameter, a constant, or one that a kernel writes.

    Attributes:
        value: the value whose elements it holds.
        strides: the byte strides of its axes.
        maker: the number of the kernel that completes it; -1 if it is there from the start.
        owner: the tensor in whose memory it lies; None if it has its own.
        offset: bytes from the owner's first element to its own.
    """

    value: Value
    strides: tuple[int, ...]
    maker: int = -1
    owner: Tensor | None = None
    offset: int = 0

    @classmethod
    def dense(
        cls, value: Value, maker: int = -1, owner: Tensor | None = None, offset: int = 0
    ) -> Tensor:
        """Returns a tensor whose elements lie densely in C order."""
        return cls(value, dense_strides(value.shape, value.dtype.itemsize), maker, owner, offset)

    @property
    def is_dense(self) -> bool:
        """Whether its elements lie densely in C order."""
        return is_dense(self.value.shape, self.strides, self.value.dtype.itemsize)

    @property
    def memory(self) -> Tensor:
        """The tensor that has the memory."""
        return self if self.owner is None else self.owner

    def window(self, value: Value, places: Sequence[tuple[int, int]]) -> Tensor:
        """Returns the tensor of a value in the memory of this one.

        Args:
            value: a value of as many axes.
            places: for each axis the first index, and the step from one to the next.
        """
        pairs = list(zip(places, self.strides, strict=True))
        offset = sum(start * stride for (start, _), stride in pairs)
        strides = tuple([step * stride for (_, step), stride in pairs])
        return Tensor(value, strides, self.maker, self.memory, self.offset + offset)

    def below(self, views: Sequence[Value]) -> Tensor | None:
        """Returns the tensor of what views show, the first view at this one; None if it is none.

        Args:
            views: reshapes and transposes, each of the next one; the last one's operand is shown.
        """
        found = self
        for view in views:
            (operand,) = view.operands
            shape = operand.shape
            if view.op.name == "transpose":
                strides = tuple([found.strides[k] for k in inverse(view.attributes[0])])
                found = Tensor(operand, strides, -1, self.memory, found.offset)
                continue
            index = unfolded(identity(range(len(shape)), shape), shape, view.shape, shape)
            if index is None:
                return None
            offset, steps = linear(index, found.strides)
            known = dict(enumerate(dense_strides(shape, operand.dtype.itemsize))) | dict(steps)
            strides = tuple(known.values())
            found = Tensor(operand, strides, -1, self.memory, found.offset + offset)
        return found


class Access(NamedTuple):
    """An operand of a kernel: a part of a tensor, walked by loops.

    Attributes:
        tensor: the tensor.
        offset: bytes from its first element to the one at which all loops begin.
        steps: for each loop the bytes that a turn moves; 0 if the loop does not walk it.
        writes: whether it is written.
    """

    tensor: Tensor
    offset: int
    steps: tuple[int, ...]
    writes: bool = False


@dataclass(slots=True)
class Body:
    """A body that is being written.

    Attributes:
        extents: the extent of each loop of the kernel.
        row: the loops that are reduced together.
        find: returns the tensor of a value, or None if the value is to be computed here.
        make: returns the tensor of a value, and makes a kernel for it if there is none.
        dense: like `make`, and the tensor lies densely in C order.
        product: the matrix product that the kernel computes.
        code: the instructions.
        accesses: the operands, in the order in which they were met.
        scalars: the scalar parameters.
        constants: dtype and value of each constant.
        known: the place of each value at an index.
        whole: the index of the product's elements.
    """

    extents: list[int]
    row: tuple[int, ...]
    find: Callable[[Value], Tensor | None]
    make: Callable[[Value], Tensor]
    dense: Callable[[Value], Tensor]
    product: Value | None = None
    code: list[Instruction] = field(default_factory=list[Instruction])
    accesses: list[Access] = field(default_factory=list[Access])
    scalars: list[Value] = field(default_factory=list[Value])
    constants: list[tuple[str, Any]] = field(default_factory=list[tuple[str, Any]])
    known: dict[tuple[int, Index], int] = field(default_factory=dict[tuple[int, Index], int])
    whole: Index = ()
    _places: dict[Instruction, int] = field(default_factory=dict[Instruction, int])

    def express(self, value: Value, index: Index) -> int:
        """Writes what computes an element of a value; returns the place of its result."""
        key = (id(value), index)
        place = self.known.get(key)
        if place is None:
            place = self.known[key] = self._express(value, index)
        return place

    def store(self, value: Value, index: Index, tensor: Tensor, place: int) -> None:
        """Writes the store of an element of a tensor."""
        at = self._access(tensor, index, tensor.strides, writes=True)
        self.code.append(Instruction("store", value.dtype.name, (place,), at))

    def apply(self, name: str, dtype: str, inputs: tuple[int, ...], by: str = "") -> int:
        """Writes an operation on results of earlier instructions."""
        return self._add(Instruction(name, dtype, inputs, by=by))

    def copy(self) -> Body:
        """Returns a body with the same instructions, to which others can be added."""
        made = Body(
            self.extents, self.row, self.find, self.make, self.dense, self.product,
            [*self.code], [*self.accesses], [*self.scalars], [*self.constants], {**self.known},
            self.whole,
        )  # fmt: skip
        made._places.update(self._places)
        return made

    def forget(self) -> None:
        """Forgets what was written so far, after the caller took it out."""
        self.known.clear()
        self._places.clear()

    # -- values ---------------------------------------------------------------------------------

    def _express(self, value: Value, index: Index) -> int:
        group, name = value.op.group, value.op.name
        if name == "constant" and value.size == 1:
            return self.number(value.dtype.name, value.array.reshape(()).item())
        if name == "parameter" and value.attributes[1]:
            if value not in self.scalars:
                self.scalars.append(value)
            return self._add(Instruction("scalar", value.dtype.name, (), self.scalars.index(value)))
        tensor = self.find(value)
        if tensor is not None:
            return self.load(tensor, index, tensor.strides)
        if group == "view":
            return self._view(value, index)
        if name == "iota":
            axis: int = value.attributes[1]
            return self._place_of(index[axis])
        if value.op.is_elementwise:
            inputs = tuple([self.express(operand, index) for operand in value.operands])
            return self._add(Instruction(name, value.dtype.name, inputs))
        if group == "reduce" and not value.operands[0].size:
            return self.of_nothing(value)
        if group == "reduce" and (inner := self.row_index(value, index)) is not None:
            (operand,) = value.operands
            place = self.express(operand, inner)
            if not value.attributes[0]:  # over no axes
                return place
            return self._add(Instruction("reduce", value.dtype.name, (place,), by=name))
        if value is self.product and index == self.whole:
            return self._add(Instruction("product", value.dtype.name))
        tensor = self.make(value)
        return self.load(tensor, index, tensor.strides)

    def row_index(self, value: Value, index: Index) -> Index | None:
        """Returns the index of a reduction's operand, if this kernel's row is what it reduces."""
        axes: Shape = value.attributes[0]
        shape = value.operands[0].shape
        if not axes:
            return index
        extents = [shape[axis] for axis in axes]
        if not self.row or extents != [self.extents[loop] for loop in self.row]:
            return None
        if any(loop in self.row for _, steps in index for loop, _ in steps):
            return None
        outer, rows = iter(index), iter(self.row)
        return tuple(
            along(next(rows)) if axis in axes else next(outer) for axis in range(len(shape))
        )

    def _view(self, value: Value, index: Index) -> int:
        (operand,) = value.operands
        inner = through(value, index, self.extents)
        if inner is not None:
            return self.express(operand, inner)
        tensor = self.dense(operand)  # so the reshaped array is dense, too
        strides = dense_strides(value.shape, value.dtype.itemsize)
        return self.load(tensor, index, strides)

    def _place_of(self, one: tuple[int, tuple[tuple[int, int], ...]]) -> int:
        """Writes the value of an index as i64."""
        start, steps = one
        place: int | None = None
        for loop, step in steps:
            term = self._add(Instruction("index", "i64", (), loop))
            if step != 1:
                factor = self.number("i64", step)
                term = self._add(Instruction("multiply", "i64", (term, factor)))
            place = term if place is None else self._add(Instruction("add", "i64", (place, term)))
        if place is None:
            return self.number("i64", start)
        if not start:
            return place
        return self._add(Instruction("add", "i64", (place, self.number("i64", start))))

    # -- instructions ---------------------------------------------------------------------------

    def number(self, dtype: str, value: object) -> int:
        """Writes a constant. NaNs and zeros of different bits are different constants.

        One of f16 is an f32 and a cast, because it may become a scalar of the kernel.
        """
        if dtype == "f16":
            return self._add(Instruction("cast", dtype, (self.number("f32", value),)))
        for at, (known, other) in enumerate(self.constants):
            if known == dtype and _same(value, other):
                return self._add(Instruction("constant", dtype, (), at))
        self.constants.append((dtype, value))
        return self._add(Instruction("constant", dtype, (), len(self.constants) - 1))

    def of_nothing(self, value: Value) -> int:
        """Writes what a reduction of no elements gives."""
        return self.number(value.dtype.name, _OF_NOTHING.get(value.op.name, 0))

    def load(self, tensor: Tensor, index: Index, strides: Sequence[int]) -> int:
        """Writes the load of an element of a tensor."""
        at = self._access(tensor, index, strides, writes=False)
        return self._add(Instruction("load", tensor.value.dtype.name, (), at))

    def _access(self, tensor: Tensor, index: Index, strides: Sequence[int], *, writes: bool) -> int:
        offset, terms = linear(index, strides)
        steps = [0] * len(self.extents)
        for loop, step in terms:
            steps[loop] = step
        access = Access(tensor.memory, tensor.offset + offset, tuple(steps), writes)
        if access in self.accesses:
            return self.accesses.index(access)
        if len(self.accesses) >= MOST_ACCESSES:
            raise TooLongError
        self.accesses.append(access)
        return len(self.accesses) - 1

    def _add(self, instruction: Instruction) -> int:
        place = self._places.get(instruction)
        if place is None:
            if len(self.code) >= MOST_CODE:
                raise TooLongError
            place = self._places[instruction] = len(self.code)
            self.code.append(instruction)
        return place


_OF_NOTHING: dict[str, Any] = {"prod": 1, "any": False, "all": True}
"""Results of reductions of no elements, where these are not 0."""


def _same(one: object, other: object) -> bool:
    """Whether two numbers are the same, of one type and with the same bits."""
    return type(one) is type(other) and repr(one) == repr(other)
