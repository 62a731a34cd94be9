"""Cuts: kernels in the making, with the tensors that are there and the bodies so far."""

from __future__ import annotations

import itertools
from bisect import bisect_left, insort
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from math import prod
from typing import NamedTuple

from streamrt._ir.fusion.affine import Index, identity, unfolded
from streamrt._ir.fusion.body import Access, Body, Tensor, TooLongError
from streamrt._ir.limits import LIMITS, Limits, TooMuchError
from streamrt._ir.loops import stages_of
from streamrt._ir.program import Program, Shape, Value

__all__ = [
    "APART", "MOST_OPERANDS", "MOST_OPS", "Call", "Cut", "Cutter", "Fused", "OwnResultError",
    "Part", "are_last", "below_views", "inlined", "is_legal", "natural", "reduces", "walked_as_one",
]  # fmt: skip

APART = ("join", "product", "reduce", "call")
"""The groups of operations that have kernels of their own."""

MOST_TRIED = 64
"""The kernels, the first ones first, that are asked to store what they compute."""

MOST_OPS = 64
MOST_OPERANDS = 28
DEAR = 0.2
"""The cost of an operation above which a value is not computed again in another kernel."""


class Part(NamedTuple):
    """An operand of an operation that has a kernel of its own.

    Attributes:
        tensor: the tensor that has the memory.
        offset: bytes from its first element to that of the operand.
        shape: the extents that the kernel sees.
        strides: the byte strides of these.
    """

    tensor: Tensor
    offset: int
    shape: Shape
    strides: tuple[int, ...]


class Call(NamedTuple):
    """An operation that has a kernel of its own.

    Attributes:
        value: its result.
        parts: its operands.
        made: the tensor of its result.
    """

    value: Value
    parts: tuple[Part, ...]
    made: Tensor


@dataclass(slots=True)
class Cut:
    """One kernel: a body over loops, before the loops are merged.

    Attributes:
        kind: as in loops.py: `elementwise`, `rows` or `product`; or `call`.
        body: its body; that of a `call` has no instructions.
        block: the elements of a block; 0 without blocks.
        call: the operation of a `call`.
    """

    kind: str
    body: Body
    block: int = 0
    call: Call | None = None


@dataclass(slots=True)
class Fused:
    """A program cut into kernels.

    Attributes:
        cuts: the kernels, in an order in which they may run.
        results: the tensor of each result.
    """

    cuts: list[Cut] = field(default_factory=list[Cut])
    results: list[Tensor] = field(default_factory=list[Tensor])


class OwnResultError(Exception):
    """A kernel that is extended on trial would have to load what it stores itself."""


class Cutter:
    """The cuts of a program so far, and the ways to make another.

    Attributes:
        program: the program.
        limits: what it may have at most.
        separate: whether every value is stored.
        fused: the cuts.
        tensors: the tensors that are there, by the ids of their values.
        kept: values that are no part of the program, kept because their ids are keys.
        cut: the ids of the values that are stored because too much would be fused.
        strides_of: the byte strides of results that do not lie densely, by the ids of the values.
        windows: where in the memory of others values are written, by the ids of the values.
        trial: the number of the kernel that is extended on trial; -1 if none is. Nothing may have
            it store a value, because a trial that fails takes back what was written to the kernel.
    """

    def __init__(
        self,
        program: Program,
        strides: Sequence[tuple[int, ...] | None],
        *,
        separate: bool,
        results: Sequence[tuple[int, ...] | None] = (),
        limits: Limits = LIMITS,
    ) -> None:
        self.program: Program = program
        self.limits: Limits = limits
        self.separate: bool = separate
        self.fused: Fused = Fused()
        self.tensors: dict[int, Tensor] = {}
        self.kept: list[Value] = []
        self.cut: set[int] = set()
        self._computing: dict[int, list[int]] = {}
        self.trial: int = -1
        self.windows: dict[int, Tensor] = {}
        self._reads: Counter[int] = Counter()
        self.strides_of: dict[int, tuple[int, ...]] = {
            id(value): given
            for value, given in zip(program.results, results, strict=False)
            if given is not None
        }
        for number, value in enumerate(program.parameters):
            given = strides[number] if number < len(strides) else None
            if not value.attributes[1]:
                dense = Tensor.dense(value)
                self.tensors[id(value)] = dense if given is None else Tensor(value, given)

    def make(self, value: Value) -> Tensor:
        """Returns the tensor of a value, and makes the kernel that writes it."""
        raise NotImplementedError

    def is_read_once(self, value: Value) -> bool:
        """Returns whether one operation reads a value, and nobody else; never if all is stored."""
        if not self._reads:
            counts = Counter(id(each) for each in self.program.results)
            for one in self.program.values():
                counts.update(map(id, one.operands))
            self._reads = counts
        return self._reads[id(value)] == 1 and not self.separate

    # -- tensors --------------------------------------------------------------------------------

    def find(self, value: Value) -> Tensor | None:
        """Returns the tensor of a value; None if whoever asks is to compute it."""
        tensor = self.tensors.get(id(value))
        if tensor is not None:
            return tensor
        if value.op.name == "constant":
            tensor = self.tensors[id(value)] = Tensor.dense(value)
            return tensor
        if value.op.is_elementwise and value.op.cost >= DEAR:
            tensor = self.tapped(value)
        if tensor is None and (
            id(value) in self.cut or (self.separate and value.op.group not in ("source", "view"))
        ):
            tensor = self.make(value)
        return tensor

    def new_tensor(self, value: Value, maker: int) -> Tensor:
        given, window = self.strides_of.get(id(value)), self.windows.pop(id(value), None)
        if window is not None:
            tensor = window
            tensor.maker = maker
        else:
            tensor = Tensor.dense(value, maker) if given is None else Tensor(value, given, maker)
        self.tensors[id(value)] = tensor
        return tensor

    def tapped(self, value: Value) -> Tensor | None:
        """Has an earlier kernel store a value that it computes; None if none does.

        Raises:
            OwnResultError: that kernel is the one that is extended, and would load the value.
        """
        for number in self._computing.get(id(value), ())[:MOST_TRIED]:
            cut = self.fused.cuts[number]
            index = None if cut.block else natural(value.shape, cut.body)
            if index is None or not _lies_well(value, cut.body):
                continue
            place = cut.body.known.get((id(value), index))
            if place is not None and len(cut.body.accesses) < MOST_OPERANDS:
                if number == self.trial:
                    raise OwnResultError
                tensor = self.new_tensor(value, number)
                cut.body.store(value, index, tensor, place)
                return tensor
        return None

    def tried(self, number: int, value: Value, index: Index) -> int | None:
        """Extends a kernel by a value; None if its body must be set back to what it was."""
        cut = self.fused.cuts[number]
        self.trial = number
        try:
            place = cut.body.express(value, index)
        except (OwnResultError, TooLongError):
            return None
        finally:
            self.trial = -1
        reads = [access.tensor.maker for access in cut.body.accesses if not access.writes]
        return place if is_legal(cut) and max(reads, default=-1) < number else None

    # -- kernels --------------------------------------------------------------------------------

    def add(self, cut: Cut) -> None:
        """Adds a kernel.

        Raises:
            TooMuchError: the program has too many of them.
        """
        number = len(self.fused.cuts)
        if number >= self.limits.steps:
            raise TooMuchError(f"it needs more than {self.limits.steps:,} kernels, one by one")
        self.fused.cuts.append(cut)
        self.note(number)

    def note(self, number: int) -> None:
        """Notes which values a kernel computes."""
        for known, _ in self.fused.cuts[number].body.known:
            numbers = self._computing.setdefault(known, [])
            if not numbers or numbers[-1] < number:
                numbers.append(number)
            elif numbers[bisect_left(numbers, number)] != number:
                insort(numbers, number)

    def reshaped(self, value: Value, operand: Tensor) -> Tensor:
        """Returns the tensor of a reshaped value, which is its operand's in another shape."""
        tensor = Tensor.dense(value, operand.maker, operand.memory, operand.offset)
        self.tensors[id(value)] = tensor
        return tensor

    def dense(self, value: Value) -> Tensor:
        """Returns a tensor of a value that lies densely in C order; maybe a copy."""
        tensor = self.make(value)
        if not tensor.is_dense:
            body = self.body(value.shape)
            index = identity(range(len(value.shape)), value.shape)
            place = body.load(tensor, index, tensor.strides)
            tensor = self.finish(Cut("elementwise", body), value, index, place)
        return tensor

    def body(self, extents: Sequence[int], row: tuple[int, ...] = ()) -> Body:
        return Body(list(extents), row, self.find, self.make, self.dense)

    def finish(self, cut: Cut, value: Value, index: Index, place: int) -> Tensor:
        self.add(cut)
        tensor = self.new_tensor(value, len(self.fused.cuts) - 1)
        cut.body.store(value, index, tensor, place)
        return tensor

    def make_elementwise(self, value: Value) -> Tensor:
        body = self.body(value.shape)
        index = identity(range(len(value.shape)), value.shape)
        place = self.top(body, value, index)
        return self.finish(Cut("elementwise", body), value, index, place)

    def top(self, body: Body, value: Value, index: Index) -> int:
        """Writes the value that a kernel is made for, even if it would be stored elsewhere."""
        self.cut.discard(id(value))
        group = value.op.group
        if not self.separate or group in ("source", "view"):
            return body.express(value, index)
        if group == "product":
            return body.apply("product", value.dtype.name, ())
        if group == "reduce" and not value.operands[0].size:
            return body.of_nothing(value)
        inner = body.row_index(value, index) if group == "reduce" else index
        assert inner is not None
        inputs = tuple([body.express(operand, inner) for operand in value.operands])
        if reduces(value):
            return body.apply("reduce", value.dtype.name, inputs, by=value.op.name)
        if group == "reduce":
            return inputs[0]
        return body.apply(value.op.name, value.dtype.name, inputs)


# -- facts about values and bodies ---------------------------------------------------------------


def _lies_well(value: Value, body: Body) -> bool:
    """Whether a kernel would store a value without jumping from row to row."""
    shape = tuple(body.extents)
    return value.shape != shape or are_last(body.row, shape)


def inlined(
    value: Value, tensors: dict[int, Tensor], *, through_reductions: bool
) -> Iterator[Value]:
    """Gives what a value is made of in one kernel, and the tensors and others at its borders."""
    seen, stack = set[Value](), [value]
    while stack:
        one = stack.pop()
        if one in seen:
            continue
        seen.add(one)
        yield one
        group = one.op.group
        if group in ("join", "product", "call", "source") or id(one) in tensors:
            continue
        if group != "reduce" or through_reductions or not reduces(one):
            stack += reversed(one.operands)


def reduces(value: Value) -> bool:
    """Whether it is a reduction of some elements, over one axis at least."""
    is_one = value.op.group == "reduce" and bool(value.attributes[0])
    return is_one and value.operands[0].size > 0


def below_views(value: Value, tensors: Mapping[int, Tensor]) -> Value:
    """Returns the value below some views, or the first of them that is a tensor."""
    while value.op.group == "view" and id(value) not in tensors:
        value = value.operands[0]
    return value


def natural(shape: Shape, body: Body) -> Index | None:
    """Returns the index at which a kernel computes a value of that shape; None if nowhere.

    It is an element of all loops, or in a kernel that reduces rows one element for each row.
    """
    extents = tuple(body.extents[:-1] if body.product is not None else body.extents)
    if shape == extents:
        return identity(range(len(shape)), shape)
    if not body.row:
        return None
    kept = [loop for loop in range(len(extents)) if loop not in body.row]
    outer = tuple(extents[loop] for loop in kept)
    if prod(outer) != prod(shape):
        return None
    return unfolded(identity(kept, outer), outer, shape, extents)


def are_last(axes: Shape, shape: Shape) -> bool:
    return axes == tuple(range(len(shape) - len(axes), len(shape)))


def walked_as_one(
    accesses: Sequence[Access], outer: int, inner: int, extents: Sequence[int]
) -> bool:
    """Whether one loop can walk what two walk, the inner one inside of the outer one."""
    return all(a.steps[outer] == a.steps[inner] * extents[inner] for a in accesses)


def is_legal(cut: Cut) -> bool:
    """Whether a kernel that reduces rows can walk each of its operands' rows by one loop."""
    body = cut.body
    if not prod(body.extents):
        return True
    # A loop has its extent from an operand that it walks; one of the row is always left.
    long = [loop for loop in body.row if body.extents[loop] > 1] or list(body.row[-1:])
    for loop in long:
        if not any(access.steps[loop] for access in body.accesses):
            return False
    if len(body.row) > 1 and any(
        each.name == "index" and each.at in body.row for each in body.code
    ):
        return False
    for outer, inner in itertools.pairwise(long):
        if not walked_as_one(body.accesses, outer, inner, body.extents):
            return False
    if not body.row or are_last(body.row, tuple(body.extents)):
        return True
    return max(stages_of(body.code), default=0) < 2
