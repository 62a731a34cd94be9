"""The table of a module: what a file holds, as canonical bytes.

    table     = note parts programs functions graphs
    note      = text
    parts     = count (number of bytes, BLAKE2b-256 digest)*      by digest
    programs  = count (count of bytes, bytes)*                    by these bytes
    functions = count (name contract parameters variants)*        by name
    parameters = count (name kind has_default [value])*
    variants  = count (count of bytes, variant)*                  by these bytes
    variant   = tree* tree program parts                          of parameters, and of the result
    graphs    = count (count of bytes, graph)*                    by name; see graphs/table.py

The bytes of a program are those of _ir/encoding.py.

    tree      = 0 dtype shape | 1 dtype class | 2 value | 3 result is_given
              | 4 count tree* | 5 count tree* | 6 count (name tree)*
    value     = 0 | 1 | 2 | 3 signed | 4 eight bytes | 5 text | 6 bytes

Values are None, False, True, an int, a float, a str and bytes. Numbers are varints. There is one
table of one module: `read` refuses any other, and what no module can be. What it returns needs no
other check.
"""

from __future__ import annotations

import struct
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import pairwise
from math import prod

from streamrt._ir.encoding import constants, decode, encode
from streamrt._ir.limits import LIMITS, Limits
from streamrt._ir.program import Program
from streamrt._jit.calling.taking_apart import MOST_PARAMETERS
from streamrt._jit.trees import DEEPEST
from streamrt._module.graphs.reading import GraphReader
from streamrt._module.graphs.records import GraphRecord
from streamrt._module.graphs.table import write_graph
from streamrt._module.records import (
    KINDS,
    NUMBERS,
    REQUIRED,
    ArrayLeaf,
    Branch,
    Contents,
    FunctionRecord,
    Literals,
    Node,
    NumberLeaf,
    ParameterRecord,
    PartRecord,
    ResultLeaf,
    ValueLeaf,
    VariantRecord,
    leaves_of,
    signature_of,
)
from streamrt._module.words import TableRead, TableWritten

__all__ = ["MOST_INT", "MOST_TEXT", "MOST_VARIANTS", "read", "write"]

_STARS = {2: "tuple", 4: "dict"}
"""The containers of parameters that take any number of arguments, by kind."""

_OF_PYTHON = {"int": "i64", "float": "f64"}

MOST_PARTS = 65_536
"""The arrays of a file."""
MOST_FUNCTIONS = 4_096
"""The functions of a file."""
MOST_VARIANTS = 4_096
"""The variants of a function."""
MOST_CHILDREN = 65_536
"""The children of a container."""
MOST_TEXT = 65_536
"""The bytes that a name, a text or bytes may have that are part of what was compiled."""
MOST_INT = (1 << 62) - 1
"""The greatest int."""


# -- writing ---------------------------------------------------------------------------------------


def write(contents: Contents, encoded: Mapping[int, bytes] | None = None) -> bytes:
    """Returns the table of what a file holds; `encoded` has the bytes of its programs, by `id`."""
    programs = encoded or {id(each): encode(each) for each in contents.programs}
    numbers = {data: number for number, data in enumerate(sorted(set(programs.values())))}
    number_of = {key: numbers[data] for key, data in programs.items()}
    places = {part.digest: number for number, part in enumerate(contents.parts)}
    writer = TableWritten()
    writer.text(contents.note)
    writer.number(len(contents.parts))
    for part in contents.parts:
        writer.number(part.nbytes)
        writer.data += part.digest
    writer.number(len(numbers))
    for data in numbers:
        writer.bytes(data)
    writer.number(len(contents.functions))
    for function in sorted(contents.functions, key=lambda one: one.name):
        writer.text(function.name)
        writer.number(int(function.contract))
        _write_parameters(writer, function.parameters)
        variants = sorted(_variant(v, number_of[id(v.program)], places) for v in function.variants)
        writer.number(len(variants))
        for data in variants:
            writer.bytes(data)
    writer.number(len(contents.graphs))
    for graph in sorted(contents.graphs, key=lambda one: one.name):
        writer.bytes(write_graph(graph, number_of, places))
    return bytes(writer.data)


def _write_parameters(writer: TableWritten, parameters: Sequence[ParameterRecord]) -> None:
    writer.number(len(parameters))
    for parameter in parameters:
        writer.text(parameter.name)
        writer.number(parameter.kind)
        has_default = parameter.default is not REQUIRED
        writer.number(int(has_default))
        if has_default:
            _write_value(writer, parameter.default)


def _variant(variant: VariantRecord, program: int, places: Mapping[bytes, int]) -> bytes:
    writer = TableWritten()
    for tree in (*variant.trees, variant.output):
        _write_tree(writer, tree)
    writer.number(program)
    writer.numbers([places[digest] for digest in variant.parts])
    return bytes(writer.data)


def _write_tree(writer: TableWritten, node: Node) -> None:
    if isinstance(node, ArrayLeaf):
        writer.number(0)
        writer.named_dtype(node.dtype)
        writer.numbers(node.shape)
    elif isinstance(node, NumberLeaf):
        writer.number(1)
        writer.named_dtype(node.dtype)
        writer.number(NUMBERS.index(node.of) + 1 if node.of else 0)
    elif isinstance(node, ValueLeaf):
        writer.number(2)
        _write_value(writer, node.value)
    elif isinstance(node, ResultLeaf):
        writer.number(3)
        writer.number(node.result)
        writer.number(int(node.is_given))
    else:
        writer.number(KINDS.index(node.kind) + 4)
        writer.number(len(node.children))
        for number, child in enumerate(node.children):
            if node.kind == "dict":
                writer.text(node.keys[number])
            _write_tree(writer, child)


def _write_value(writer: TableWritten, value: object) -> None:
    if value is None or isinstance(value, bool):
        writer.number(0 if value is None else 1 + value)
    elif isinstance(value, int):
        writer.number(3)
        writer.integer(value)
    elif isinstance(value, float):
        writer.number(4)
        writer.data += struct.pack("<d", value)
    elif isinstance(value, str):
        writer.number(5)
        writer.text(value)
    else:
        assert isinstance(value, bytes)
        writer.number(6)
        writer.bytes(value)


# -- reading ---------------------------------------------------------------------------------------


def read(
    data: bytes, part_bytes: Callable[[Sequence[PartRecord], int], Mapping[bytes, memoryview]],
    limits: Limits = LIMITS,
) -> Contents:  # fmt: skip
    """Returns the contents of a file, by its table.

    Args:
        data: the table, which anybody may have written.
        part_bytes: returns the bytes of the parts, by digest, given these and the table's size.
        limits: what each program may have at most.

    Raises:
        ValueError: it is no table; the message says at which byte, of which program, and why.
    """
    reader = _TableReader(data)
    try:
        contents = reader.contents(part_bytes, limits)
    except ValueError as error:
        raise ValueError(f"byte {reader.at} of the table: {reader.what}{error}") from None
    if write(contents, reader.encoded) != data:
        raise ValueError("the table is not the canonical one of what it says")
    return contents


class _AsBytes(Mapping[bytes, bytes]):
    """Parts as bytes, of which a copy is made when they are asked for."""

    def __init__(self, parts: Mapping[bytes, memoryview]) -> None:
        self._parts = parts

    def __getitem__(self, digest: bytes) -> bytes:
        return bytes(self._parts[digest])

    def __iter__(self) -> Iterator[bytes]:
        return iter(self._parts)

    def __len__(self) -> int:
        return len(self._parts)


class _TableReader(TableRead):
    def __init__(self, data: bytes) -> None:
        super().__init__(data)
        self.encoded: dict[int, bytes] = {}
        self.what: str = ""
        """The thing that is read now, for messages: nothing, or words and a colon."""

    def contents(
        self,
        part_bytes: Callable[[Sequence[PartRecord], int], Mapping[bytes, memoryview]],
        limits: Limits,
    ) -> Contents:
        note = self.text(MOST_TEXT)
        count = self.number(MOST_PARTS)
        parts = [PartRecord(self.number(), self.take(32)) for _ in range(count)]
        _check_order("the parts", [part.digest for part in parts])
        known = _AsBytes(part_bytes(parts, len(self.data)))
        programs: list[Program] = []
        used: set[bytes] = set()
        for number in range(self.number(MOST_FUNCTIONS * 16)):
            self.what = f"program {number}: "
            data = self.bytes(len(self.data))
            programs.append(decode(data, known, limits, are_checked=True))
            self.encoded[id(programs[-1])] = data
            used |= constants(programs[-1]).keys()
        self.what = ""
        _check_order("the programs", self.encoded.values())
        functions = [
            self.function(parts, programs, known) for _ in range(self.number(MOST_FUNCTIONS))
        ]  # fmt: skip
        graphs = [self.graph(parts, programs) for _ in range(self.number(MOST_FUNCTIONS))]
        self.what = ""
        _check_order("the graphs", [graph.name.encode() for graph in graphs])
        self.end()
        contents = Contents(functions, parts, note, graphs)
        used.update(contents.arrays)
        if len(used) < len(parts):
            raise ValueError(f"nothing uses {len(parts) - len(used)} of its parts")
        if len(contents.programs) < len(programs):
            raise ValueError("no function uses one of its programs")
        if {function.name for function in functions} & {graph.name for graph in graphs}:
            raise ValueError("a function and a graph have one name")
        return contents

    def graph(self, parts: Sequence[PartRecord], programs: Sequence[Program]) -> GraphRecord:
        reader = GraphReader(self.bytes(len(self.data)), programs, parts)
        try:
            return reader.graph()
        except ValueError as error:
            raise ValueError(f"graph {reader.name[:80]!r}: byte {reader.at}: {error}") from None

    def function(
        self, parts: Sequence[PartRecord], programs: Sequence[Program], known: Mapping[bytes, bytes]
    ) -> FunctionRecord:
        name = self.text(MOST_TEXT)
        self.what = f"function {name[:80]!r}: "
        contract = bool(self.number(1))
        parameters = [self.parameter() for _ in range(self.number(MOST_PARAMETERS))]
        signature_of(parameters)  # refuses what no function has
        encoded: list[bytes] = []
        variants: list[VariantRecord] = []
        for _ in range(self.number(MOST_VARIANTS)):
            encoded.append(self.bytes(len(self.data)))
            inner = _TableReader(encoded[-1])
            variants.append(inner.variant(len(parameters), parts, programs))
            _check_bools(variants[-1], known)
            inner.end()
        _check_order("its variants", encoded)
        if not variants:
            raise ValueError("it has no variants")
        for variant in variants:
            for parameter, tree in zip(parameters, variant.trees, strict=True):
                of = tree.kind if isinstance(tree, Branch) else ""
                if of != _STARS.get(parameter.kind, of):
                    raise ValueError(f"the parameter {parameter.name} takes a {of or 'leaf'}")
        return FunctionRecord(name, tuple(parameters), contract, tuple(variants))

    def parameter(self) -> ParameterRecord:
        name, kind = self.text(MOST_TEXT), self.number(4)
        if not name.isidentifier():
            raise ValueError(f"the parameter {name[:80]!r} is no name")
        return ParameterRecord(name, kind, self.value() if self.number(1) else REQUIRED)

    def variant(
        self, count: int, parts: Sequence[PartRecord], programs: Sequence[Program]
    ) -> VariantRecord:
        trees = tuple([self.tree(1, is_result=False) for _ in range(count)])
        output = self.tree(1, is_result=True)
        number = self.number()
        if number >= len(programs):
            raise ValueError(f"there is no program {number}")
        bound = [self.number(len(parts) - 1) for _ in range(self.number(len(self.data)))]
        digests = tuple([parts[place].digest for place in bound])
        variant = VariantRecord(trees, output, programs[number], digests)
        _check_variant(variant, [parts[place].nbytes for place in bound])
        return variant

    def tree(self, depth: int, *, is_result: bool) -> Node:
        tag = self.number(6)
        if tag == 3 or (tag < 2 and is_result):
            if not is_result or tag != 3:
                raise ValueError(f"a {'result' if is_result else 'argument'} has the kind {tag}")
            return ResultLeaf(self.number(MOST_CHILDREN), bool(self.number(1)))
        if tag == 0:
            return ArrayLeaf(self.dtype_name(), self.numbers())
        if tag == 1:
            dtype, of = self.dtype_name(), self.number(2)
            return NumberLeaf(dtype, NUMBERS[of - 1] if of else "")
        if tag == 2:
            return ValueLeaf(self.value())
        if depth > DEEPEST:
            raise ValueError(f"more than {DEEPEST} containers stand in one another")
        kind = KINDS[tag - 4]
        keys: list[str] = []
        children: list[Node] = []
        for _ in range(self.number(min(MOST_CHILDREN, len(self.data)))):
            if kind == "dict":
                keys.append(self.text(MOST_TEXT))
            children.append(self.tree(depth + 1, is_result=is_result))
        if len(set(keys)) < len(keys):
            raise ValueError("a dict has one key twice")
        return Branch(kind, tuple(keys), tuple(children))

    def value(self) -> Literals:
        tag = self.number(6)
        if tag < 3:
            return (None, False, True)[tag]
        if tag == 3:
            return self.integer()
        if tag == 4:
            (number,) = struct.unpack("<d", self.take(8))
            return float(number)
        return self.text(MOST_TEXT) if tag == 5 else self.bytes(MOST_TEXT)


def _check_order(what: str, keys: Iterable[bytes]) -> None:
    if not all(a < b for a, b in pairwise(keys)):
        raise ValueError(f"{what} are not in order, each once")


def _check_variant(variant: VariantRecord, sizes: Sequence[int]) -> None:
    """Checks that a program fits what is said of its arguments, arrays and results."""
    inputs, parameters = variant.inputs, variant.program.parameters
    if len(inputs) > MOST_PARAMETERS:
        raise ValueError(
            f"it takes {len(inputs)} arrays and numbers; {MOST_PARAMETERS} is the most"
        )
    if len(parameters) != len(inputs) + len(variant.parts):
        raise ValueError(
            f"its program has {len(parameters)} parameters for {len(inputs)} arguments and "
            f"{len(variant.parts)} arrays"
        )
    for value, leaf in zip(parameters, inputs, strict=False):
        is_scalar = isinstance(leaf, NumberLeaf)
        expected = (leaf.dtype, () if isinstance(leaf, NumberLeaf) else leaf.shape, is_scalar)
        if (value.dtype.name, value.shape, bool(value.attributes[1])) != expected:
            raise ValueError(f"its program takes {value} where an argument is {leaf}")
        if isinstance(leaf, NumberLeaf) and leaf.dtype != _OF_PYTHON.get(leaf.of, leaf.dtype):
            raise ValueError(f"a number of Python is {leaf.dtype}")
    for value, nbytes in zip(parameters[len(inputs) :], sizes, strict=True):
        if nbytes != prod(value.shape) * value.dtype.itemsize or value.attributes[1]:
            raise ValueError(f"its program takes {value} where an array of the module is another")
    made = [each for each in leaves_of(variant.output) if isinstance(each, ResultLeaf)]
    if sorted({each.result for each in made}) != list(range(len(variant.program.results))):
        raise ValueError("its result is not made of the results of its program")
    arguments = parameters[: len(inputs)]
    for each in made:
        if each.is_given and variant.program.results[each.result] not in arguments:
            raise ValueError("a result is said to be an argument, and is none")


def _check_bools(variant: VariantRecord, known: Mapping[bytes, bytes]) -> None:
    """Checks the elements of arrays of bools, which kernels take to be 0 or 1."""
    values = variant.program.parameters[len(variant.inputs) :]
    for value, digest in zip(values, variant.parts, strict=True):
        if value.dtype.kind == "b" and known[digest].strip(b"\0\1"):
            raise ValueError("a bool of an array is neither 0 nor 1")
