"""Graphs read from the table of a module, whose bytes anybody may have written.

What no graph says is refused: parts beyond their values, values before they are made, names that no
value can have, arguments that a program does not take. Kernels check their arguments when the graph
is built.
"""

from __future__ import annotations

import keyword
import struct
from collections.abc import Sequence
from dataclasses import dataclass, replace
from math import prod
from typing import Protocol

from streamrt._compile.signatures.dtypes import DTYPES, DType
from streamrt._compile.signatures.layout import dense_strides
from streamrt._core.program import MOST_TURNS
from streamrt._core.values import MOST_ELEMENTS
from streamrt._ir.program import Program, Value
from streamrt._module.graphs.records import (
    KINDS,
    Argument,
    BaseRecord,
    BlockKind,
    BlockRecord,
    CallRecord,
    CopyRecord,
    FillRecord,
    GraphRecord,
    InnerRecord,
    LaunchRecord,
    LayoutRecord,
    NodeRecord,
    OperandRecord,
    ValueRecord,
)
from streamrt._module.graphs.standard_kernels import KERNELS
from streamrt._module.words import TableRead

__all__ = ["DEEPEST_BLOCK", "MOST_NAME", "MOST_PROGRAM_VALUES", "GraphReader"]

MOST_NAME = 65_536
"""The bytes of a name."""
MOST_PLACE = 1 << 62
"""The greatest offset, in bytes."""
DEEPEST_BLOCK = 32
"""The blocks that stand in one another."""
MOST_PROGRAM_VALUES = 1_000_000
"""The values of the programs of a graph's calls, each counted as often as it is called."""


class PartOfFile(Protocol):
    """An array of the module: how many bytes it has, and their digest."""

    @property
    def nbytes(self) -> int: ...
    @property
    def digest(self) -> bytes: ...


Span = tuple[int, int]
"""The bytes of a value that may be used, from its first element."""


@dataclass(frozen=True, slots=True)
class _Level:
    """The values of a graph or of a block, while it is read.

    Attributes:
        values: those that it declares.
        spans: the bytes of each value that may be used; first of these, then of results.
        names: the names of these; a base has none.
        dtypes: the dtypes of all values.
    """

    values: Sequence[InnerRecord]
    spans: list[Span]
    names: list[str]
    dtypes: list[str]


class GraphReader(TableRead):
    """Reads one graph.

    Attributes:
        name: its name; nothing before it was read.
    """

    def __init__(
        self, data: bytes, programs: Sequence[Program], parts: Sequence[PartOfFile]
    ) -> None:
        super().__init__(data)
        self._programs = programs
        self._parts = parts
        self._nbytes = {part.digest: part.nbytes for part in parts}
        self.name: str = ""
        self._program_values = 0
        self._sizes: dict[int, int] = {}  # the values of each program that was called

    def graph(self) -> GraphRecord:
        """Returns the graph.

        Raises:
            ValueError: there is none; the message says why.
        """
        self.name = self.text(MOST_NAME)
        values = [self.value(self.number(2)) for _ in range(self.number(len(self.data)))]
        names = [value.name for value in values]
        dtypes = [value.layout.dtype for value in values]
        level = _Level(values, [self.span(value) for value in values], names, dtypes)
        nodes = self.nodes(level, 0)
        count = self.number(len(level.spans))
        outputs = [(self.text(MOST_NAME), self.number()) for _ in range(count)]
        self.end()
        inputs = {number for number, value in enumerate(values) if value.is_input}
        _check_names(names, inputs, outputs)
        return GraphRecord(self.name, tuple(values), nodes, tuple(outputs))

    def value(self, kind: int) -> ValueRecord:
        name, layout = self.text(MOST_NAME), self.layout()
        if kind == 2:
            if layout.strides is not None:
                raise ValueError(f"the temporary {name[:80]!r} is not dense")
            return ValueRecord(name, layout, is_input=False)
        if kind == 0:
            return ValueRecord(name, layout, is_input=True)
        part, low = self.part(), self.integer(MOST_PLACE)
        self.check_aligned(layout, low)
        least, most = layout.bounds()
        if low > least or low + part.nbytes < most:
            raise ValueError(f"the array that {name[:80]!r} is bound to is too small")
        return ValueRecord(name, layout, is_input=True, part=part.digest, low=low)

    def span(self, value: ValueRecord) -> Span:
        """Returns the bytes of a value that may be used."""
        if value.part is None:
            return value.layout.bounds()
        return (value.low, value.low + self._nbytes[value.part])

    def part(self) -> PartOfFile:
        number = self.number()
        if number >= len(self._parts):
            raise ValueError(f"there is no array {number}")
        return self._parts[number]

    def layout(self) -> LayoutRecord:
        dtype = self.dtype_name()
        shape = self.numbers()
        if prod([max(1, extent) for extent in shape]) >= MOST_ELEMENTS:
            raise ValueError(f"the shape {list(shape)} has too many elements")
        if not self.number(1):
            return LayoutRecord(dtype, shape)
        strides = tuple([self.integer(MOST_PLACE) for _ in shape])
        if strides == dense_strides(shape, DTYPES[dtype].itemsize):
            raise ValueError("it says the strides of a dense array")
        found = LayoutRecord(dtype, shape, strides)
        self.check_aligned(found, *strides)
        low, high = found.bounds()
        if low < -MOST_PLACE or high > MOST_PLACE:
            raise ValueError(f"the strides {list(strides)} are too large")
        return found

    def check_aligned(self, layout: LayoutRecord, *places: int) -> None:
        """Checks that elements are whole elements apart, because kernels rely on it."""
        size = DTYPES[layout.dtype].itemsize
        if any(place % size for place in places):
            raise ValueError(f"elements of {layout} are not whole elements apart")

    def operand(self, level: _Level) -> OperandRecord:
        number, offset, layout = self.number(), self.integer(MOST_PLACE), self.layout()
        spans = level.spans
        if number >= len(spans):
            raise ValueError(f"there is no value {number} yet")
        if layout.dtype != level.dtypes[number]:
            raise ValueError(f"{layout} is a part of value {number} of {level.dtypes[number]}")
        self.check_aligned(layout, offset)
        if 0 not in layout.shape:
            (low, high), (least, most) = layout.bounds(), spans[number]
            if offset + low < least or offset + high > most:
                raise ValueError(f"{layout} at byte {offset} is not within value {number}")
        return OperandRecord(number, offset, layout)

    def arguments(self, level: _Level) -> tuple[Argument, ...]:
        return tuple([self.argument(level) for _ in range(self.number(len(self.data)))])

    def argument(self, level: _Level) -> Argument:
        tag = self.number(5)
        if tag == 0:
            return self.operand(level)
        if tag == 3:
            found = int.from_bytes(self.take(9), "little", signed=True)
            if not -(1 << 63) <= found < 1 << 64:
                raise ValueError(f"the number {found} has more than 64 bits")
            return found
        if tag == 4:
            (number,) = struct.unpack("<d", self.take(8))
            return float(number)
        return None if tag == 5 else tag == 2

    # -- nodes -------------------------------------------------------------------------------------

    def nodes(self, level: _Level, depth: int) -> tuple[NodeRecord, ...]:
        """Returns nodes; adds the results of their calls to the values that may be used."""
        found: list[NodeRecord] = []
        count = self.number(len(self.data))
        for number in range(count):
            node = self.node(level, depth)
            after = () if depth else self.listed(count - 1, count)
            if number in after or len(set(after)) < len(after):
                raise ValueError(f"node {number} follows itself, or another one twice")
            if after:
                node = replace(node, after=after)
            found.append(node)
        return tuple(found)

    def node(self, level: _Level, depth: int) -> NodeRecord:
        tag = self.number(6)
        if tag == 0:
            return self.copy(level)
        if tag == 1:
            return self.fill(level)
        if tag == 2:
            kernel, arguments = self.text(MOST_NAME), self.arguments(level)
            if kernel not in KERNELS or None in arguments:
                raise ValueError(f"the kernel {kernel[:80]!r} is none of this release's")
            return LaunchRecord(kernel, arguments)
        if tag == 3:
            return self.call(level)
        return self.block(KINDS[tag - 4], level, depth + 1)

    def copy(self, level: _Level) -> CopyRecord:
        dst, src = self.operand(level), self.operand(level)
        if (dst.layout.dtype, dst.layout.shape) != (src.layout.dtype, src.layout.shape):
            raise ValueError(f"it copies {src.layout} to {dst.layout}")
        return CopyRecord(dst, src)

    def fill(self, level: _Level) -> FillRecord:
        dst = self.operand(level)
        bits = int.from_bytes(self.take(8), "little")
        dtype = DTYPES[dst.layout.dtype]
        if bits >> (1 if dtype.kind == "b" else 8 * dtype.itemsize):
            raise ValueError(f"a fill of {dtype.name} has more bits than an element")
        return FillRecord(dst, bits)

    def call(self, level: _Level) -> CallRecord:
        name, contract, number = self.text(MOST_NAME), bool(self.number(1)), self.number()
        if number >= len(self._programs):
            raise ValueError(f"there is no program {number}")
        program = self._programs[number]
        size = self._sizes.get(number)
        if size is None:
            size = self._sizes[number] = sum(1 for _ in program.values())
        self._program_values += size
        if self._program_values > MOST_PROGRAM_VALUES:
            raise ValueError(f"its calls have more than {MOST_PROGRAM_VALUES:,} values")
        arguments = self.arguments(level)
        parts = [self.part() for _ in range(self.number(len(program.parameters)))]
        if len(arguments) + len(parts) != len(program.parameters):
            raise ValueError(f"a call has not the arguments of its program {number}")
        for value, argument in zip(program.parameters, arguments, strict=False):
            _check_argument(value, argument)
        for value, part in zip(program.parameters[len(arguments) :], parts, strict=True):
            if part.nbytes != _nbytes(value) or value.attributes[1]:
                raise ValueError(f"a call takes {value} where an array of the module is another")
        results = tuple([self.text(MOST_NAME) for _ in range(self.number(len(self.data)))])
        if len(results) != len(program.results):
            raise ValueError(f"a call has not the results of its program {number}")
        level.spans.extend([(0, _nbytes(value)) for value in program.results])
        level.names.extend(results)
        level.dtypes.extend([value.dtype.name for value in program.results])
        digests = tuple([part.digest for part in parts])
        return CallRecord(name, program, contract, arguments, digests, results)

    # -- blocks ------------------------------------------------------------------------------------

    def block(self, kind: BlockKind, outer: _Level, depth: int) -> BlockRecord:
        if depth > DEEPEST_BLOCK:
            raise ValueError(f"more than {DEEPEST_BLOCK} blocks stand in one another")
        is_repeat = kind == "repeat"
        number = self.number(MOST_TURNS) if is_repeat else self.integer(MOST_PLACE)
        arena = self.number(len(outer.values)) - 1
        if arena >= 0 and not _is_arena(outer.values[arena]):
            raise ValueError(f"value {arena} cannot be an arena")
        turns = number if is_repeat else 1
        values: list[InnerRecord] = []
        level = _Level(values, [], [], [])
        for _ in range(self.number(len(self.data))):
            tag = self.number(2)
            if tag == 1:
                raise ValueError("an array of the module belongs to a block")
            if tag == 2:
                made = self.value(2)
                values.append(made)
                level.names.append(made.name)
                level.spans.append(made.layout.bounds())
            else:
                base = self.base(kind, outer)
                values.append(base)
                level.spans.append(_window(base, outer.spans[base.outer], turns))
            level.dtypes.append(values[-1].layout.dtype)
        bases = [each for each in values if isinstance(each, BaseRecord)]
        if len({(base.outer, base.origin, base.stride) for base in bases}) < len(bases):
            raise ValueError("a block has one base twice")
        if not is_repeat:
            _check_flag(number, values, level.spans)
        count = self.number(1 + (kind == "if"))
        bodies = tuple([self.nodes(level, depth) for _ in range(count)])
        if not bodies or not all(map(_is_name, level.names)):
            raise ValueError("a block has no nodes, or a value without a name")
        return BlockRecord(
            kind, turns if is_repeat else 0, 0 if is_repeat else number, tuple(values), bodies,
            arena if arena >= 0 else None,
        )  # fmt: skip

    def base(self, kind: BlockKind, outer: _Level) -> BaseRecord:
        number, origin, stride = self.number(), self.integer(MOST_PLACE), self.integer(MOST_PLACE)
        if number >= len(outer.spans):
            raise ValueError(f"there is no value {number} around the block")
        if kind != "repeat" and (origin or stride):
            raise ValueError(f"the block of `{kind}` takes rows")
        layout = self.layout()
        if layout.dtype != outer.dtypes[number]:
            raise ValueError(f"{layout} stands for value {number} of {outer.dtypes[number]}")
        self.check_aligned(layout, origin, stride)
        return BaseRecord(number, origin, stride, layout)


def _window(base: BaseRecord, outer: Span, turns: int) -> Span:
    """Returns the bytes of a base that lie within the value around it in each turn.

    A base that no node uses may lie anywhere.
    """
    if not turns:
        return (-MOST_PLACE * 4, MOST_PLACE * 4)  # nothing runs
    reach = base.stride * (turns - 1)
    return outer[0] - base.origin - min(0, reach), outer[1] - base.origin - max(0, reach)


def _check_flag(flag: int, values: Sequence[InnerRecord], spans: Sequence[Span]) -> None:
    first = values[0] if values else None
    is_flag = isinstance(first, BaseRecord) and first.layout.dtype == "bool"
    if not (is_flag and spans[0][0] <= flag < spans[0][1]):
        raise ValueError(f"the flag of a block at byte {flag} is not within its first value")


def _is_arena(value: InnerRecord) -> bool:
    is_temporary = isinstance(value, ValueRecord) and not value.is_input
    return is_temporary and value.layout.dtype == "u8" and len(value.layout.shape) == 1


def _nbytes(value: Value) -> int:
    return prod(value.shape) * value.dtype.itemsize


def _check_argument(value: Value, argument: Argument) -> None:
    """Checks that an argument is what a parameter takes."""
    if not value.attributes[1]:
        wanted = (value.dtype.name, value.shape)
        if argument is not None and not (
            isinstance(argument, OperandRecord)
            and (argument.layout.dtype, argument.layout.shape) == wanted
        ):
            raise ValueError(f"a call passes {argument} where its program takes {value}")
    elif not _is_number(value.dtype, argument):
        raise ValueError(f"a call passes {argument} where its program takes {value}")


def _is_number(dtype: DType, argument: Argument) -> bool:
    if dtype.kind == "b" or isinstance(argument, bool):
        return dtype.kind == "b" and isinstance(argument, bool)
    if dtype.kind == "f":
        return isinstance(argument, float)
    return isinstance(argument, int) and dtype.bounds[0] <= argument <= dtype.bounds[1]


def _is_name(name: str) -> bool:
    return name.isidentifier() and not keyword.iskeyword(name) and not name.startswith("_")


def _check_names(
    names: Sequence[str], inputs: set[int], outputs: Sequence[tuple[str, int]]
) -> None:
    """Checks that all values and outputs have names of their own, and outputs no other one."""
    numbers = {number for _, number in outputs}
    if len(numbers) < len(outputs) or any(number >= len(names) for number in numbers):
        raise ValueError("an output is no value, or one is two outputs")
    for number, name in enumerate(names):
        is_named_there = number in numbers and number not in inputs
        if bool(name) == is_named_there or (name and not _is_name(name)):
            raise ValueError(f"value {number} has the name {name[:80]!r}")
    own = {names[number]: name for name, number in outputs if number in inputs}
    taken = [name for name in names if name]
    taken += [name for name, _ in outputs if own.get(name) != name]
    if len(set(taken)) < len(taken) or not all(map(_is_name, taken)):
        raise ValueError("two values have one name, or an output has none")
