"""Lowered functions as a file holds them: what is an argument, what is an array of the module.

A function is traced once more for its file. What its call passes stays an argument. NumPy arrays
that it found are constants of the program; large ones become arrays of the module, which are used
in place. So do Buffers that it found, and those of a method's object, if the user says so.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, cast

import numpy as np

from streamrt._compile.signatures.dtypes import from_numpy
from streamrt._core.values import shown
from streamrt._ir.program import Program
from streamrt._jit.calling.inputs import Slot
from streamrt._jit.calling.lowering import Lowering
from streamrt._jit.calling.taking_apart import Looked
from streamrt._jit.tracing.traced import Output, Traced
from streamrt._jit.trees import Tree, flatten
from streamrt._jit.wrapped_arrays import unwrapped
from streamrt._module.parting import parts_of, refuse_code, without_arrays
from streamrt._module.records import (
    REQUIRED,
    ArrayLeaf,
    Branch,
    Node,
    NumberLeaf,
    ParameterRecord,
    ResultLeaf,
    ValueLeaf,
    VariantRecord,
)
from streamrt._module.table import MOST_INT, MOST_TEXT
from streamrt._runtime.buffer import Buffer
from streamrt.errors import ArgumentError

__all__ = ["Lowered"]

_TUPLE: type[Any] = tuple


class Lowered:
    """A function that was lowered for calls of one kind.

    Attributes:
        parameters: its parameters, without those that belong to it.
        variant: what a file says of it.
    """

    def __init__(
        self, lowering: Lowering, what: str, is_embedding: bool, parts: dict[bytes, memoryview]
    ) -> None:
        """Traces the function.

        Args:
            lowering: what `lower` returned.
            what: begins messages.
            is_embedding: whether Buffers that belong to the function become arrays of the module.
            parts: the arrays of the module, by their digests; its own are added.
        """
        self._what = what
        self._is_embedding = is_embedding or lowering._calls.owns
        self._parts = parts
        self._calls = lowering._calls
        self._bound = lowering._bound
        self._looked: Looked
        self._traced: Traced
        with lowering._reporting:
            self._looked, self._traced = self._calls.with_numbers(lowering._looked)
        self.parameters: tuple[ParameterRecord, ...] = tuple(self._parameters())
        self.variant: VariantRecord = self._variant()

    def _parameters(self) -> Iterator[ParameterRecord]:
        for each in self._calls.parameters.described[self._bound :]:
            default: Any = REQUIRED if each.default is each.empty else each.default
            is_kept = default is REQUIRED or _is_literal(default)
            yield ParameterRecord(each.name, int(each.kind), default if is_kept else REQUIRED)

    def _variant(self) -> VariantRecord:
        structure, leaves = self._looked.structure, self._looked.leaves
        slots = list(zip(structure.slots, leaves, strict=False))
        own = sum(tree.count for tree in structure.trees[: self._bound])
        trees, at = list[Node](), own
        for tree in structure.trees[self._bound :]:
            trees.append(self._tree(tree, iter(slots[at : at + tree.count])))
            at += tree.count
        arguments = structure.places("array", "scalar")
        buffers: list[tuple[str, Any]] = []
        mine = [number for number, place in enumerate(arguments) if place < own]
        for number in mine:
            slot, leaf = slots[arguments[number]]
            if slot.kind == "scalar":
                raise ArgumentError(
                    f"{self._what}: {slot.path} is a number of the method's object, and may change;"
                    " make it an argument, or a Buffer"
                )
            buffers.append((slot.path, leaf))
        parameters = self._traced.program.parameters
        for value, buffer in zip(parameters[len(arguments) :], self._traced.captures, strict=True):
            buffers.append((f"the Buffer {value} that it finds by itself", buffer))
        kept = [number for number in range(len(arguments)) if number not in mine]
        order = [*kept, *mine, *range(len(arguments), len(parameters))]
        arrays = [self._contents(*each) for each in buffers]
        output, more = self._output()
        program, digests = self._program(order, arrays, more)
        return VariantRecord(tuple(trees), output, program, tuple(digests))

    # -- arguments ---------------------------------------------------------------------------------

    def _tree(self, tree: Tree, slots: Iterator[tuple[Slot, Any]]) -> Node:
        if tree.kind == "none":
            return ValueLeaf(None)
        if tree.kind == "leaf":
            return self._leaf(*next(slots))
        return self._branch(tree, [self._tree(child, slots) for child in tree.children])

    def _branch(self, tree: Tree, children: Sequence[Node]) -> Branch:
        if tree.kind not in ("dict", "object"):
            return Branch("list" if tree.kind == "list" else "tuple", (), tuple(children))
        for key in tree.keys:
            if not isinstance(key, str) or len(key.encode()) > MOST_TEXT:
                raise ArgumentError(
                    f"{self._what}: a dict has the key {shown(key)}; the keys of dicts in files "
                    "are texts"
                )
        return Branch("dict", cast("tuple[str, ...]", tree.keys), tuple(children))

    def _leaf(self, slot: Slot, leaf: Any) -> Node:
        if slot.kind == "array":
            return ArrayLeaf(_dtype(leaf._layout.dtype), leaf._layout.shape)
        if slot.kind == "scalar":
            if slot.of in (int, float):
                return NumberLeaf("i64" if slot.of is int else "f64", slot.of.__name__)
            return NumberLeaf(_dtype(np.dtype(slot.of)))
        return self._literal(leaf, slot.path)

    def _literal(self, value: Any, path: str) -> Node:
        """Returns a value that was compiled in, such as a static argument, or is returned."""
        if isinstance(value, _TUPLE):
            children = [self._literal(each, path) for each in value]
            return Branch("tuple", (), tuple(children))
        if isinstance(value, np.ndarray):
            raise ArgumentError(
                f"{self._what}: {path} is an array of NumPy in an object, which was compiled in; "
                "make it a Buffer, or lower a method of its object"
            )
        if not _is_literal(value):
            raise ArgumentError(
                f"{self._what}: {path} is {shown(value)}, which was compiled in, and is no number "
                "and no text; make it an array, or lower a method of its object"
            )
        return ValueLeaf(value)

    # -- the program -------------------------------------------------------------------------------

    def _contents(self, path: str, buffer: Any) -> np.ndarray[Any, Any]:
        """Returns the elements of a Buffer that becomes an array of the module."""
        if not self._is_embedding:
            raise ArgumentError(
                f"{self._what}: {path} is a Buffer, whose elements are not part of the function; "
                "pass it as an argument, or save with embed=True"
            )
        return np.asarray(buffer)

    def _program(
        self,
        order: Sequence[int],
        arrays: Sequence[np.ndarray[Any, Any]],
        more: Sequence[np.ndarray[Any, Any]],
    ) -> tuple[Program, list[bytes]]:
        """Returns the program with the module's arrays as its last parameters; their digests.

        Args:
            order: the parameters of the trace, in the order of the program's.
            arrays: what the last ones of these are.
            more: arrays that are results, too.
        """
        traced = self._traced.program
        refuse_code(traced, self._what)
        program, lifted = without_arrays(traced, order, more)
        return program, parts_of(program, [*arrays, *lifted], self._parts)

    # -- the result --------------------------------------------------------------------------------

    def _output(self) -> tuple[Node, list[np.ndarray[Any, Any]]]:
        """Returns the containers of the result, and arrays that no argument is part of."""
        leaves, tree = flatten(self._traced.result, "the result")
        results = self._traced.program.results
        found: list[Node] = []
        more: list[np.ndarray[Any, Any]] = []
        for leaf in map(unwrapped, leaves):
            if isinstance(leaf, Output):
                value = results[leaf.index]
                is_argument = value.op.name == "parameter" and value.attributes[0] < len(
                    self._looked.structure.places("array", "scalar")
                )
                found.append(ResultLeaf(leaf.index, leaf.is_given and is_argument))
            elif isinstance(leaf, np.ndarray | Buffer):
                more.append(self._array(leaf))
                found.append(ResultLeaf(len(results) + len(more) - 1, False))
            else:
                found.append(self._literal(leaf, "a result"))
        return self._result(tree, iter(found)), more

    def _array(self, leaf: Any) -> np.ndarray[Any, Any]:
        return self._contents("a result", leaf) if isinstance(leaf, Buffer) else leaf

    def _result(self, tree: Tree, leaves: Iterator[Node]) -> Node:
        if tree.kind == "none":
            return ValueLeaf(None)
        if tree.kind == "leaf":
            return next(leaves)
        return self._branch(tree, [self._result(child, leaves) for child in tree.children])


def _is_literal(value: object) -> bool:
    """Returns whether a value is one that files hold."""
    if isinstance(value, int) and not isinstance(value, bool):
        return type(value) is int and abs(value) <= MOST_INT
    if isinstance(value, str | bytes):
        length = len(value.encode(errors="surrogatepass") if isinstance(value, str) else value)
        return type(value) in (str, bytes) and length <= MOST_TEXT
    return value is None or type(value) in (bool, float)


def _dtype(dtype: np.dtype[Any]) -> str:
    found = from_numpy(dtype)
    assert found is not None  # arguments of traces have dtypes of programs
    return found.name
