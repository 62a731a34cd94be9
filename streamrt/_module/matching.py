"""Matching: the variant of a module's function that serves a call.

Containers have to be of the same kind, and the keys of dicts the same, in any order. A dataclass or
any other object that is no more than its attributes serves as a dict of these, a named tuple as a
tuple.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple, Protocol

import numpy as np

from streamrt._compile.signatures.dtypes import from_numpy
from streamrt._core.values import shown
from streamrt._jit.calling.arguments import Structure
from streamrt._jit.calling.inputs import Slot
from streamrt._jit.calling.keys import value_key
from streamrt._jit.trees import Tree
from streamrt._module.records import (
    ArrayLeaf,
    Branch,
    Node,
    NumberLeaf,
    ResultLeaf,
    ValueLeaf,
    VariantRecord,
)

__all__ = ["GivenCall", "NoMatchError", "Shaped", "literal_paths", "match", "spelled"]

_KINDS = {"tuple": ("tuple", "named"), "list": ("list",), "dict": ("dict", "object")}


class Shaped(Protocol):
    """An array, as far as matching knows it."""

    @property
    def dtype(self) -> np.dtype[Any]:
        """The dtype of its elements."""
        ...

    @property
    def shape(self) -> tuple[int, ...]:
        """Its extents."""
        ...


class NoMatchError(Exception):
    """A variant does not serve a call, because of what its text says."""


class GivenCall(NamedTuple):
    """The arguments of a call.

    Attributes:
        structure: their containers.
        leaves: the leaves of these.
        layouts: the layout of each array, None for every other leaf.
        is_traced: whether the call is part of a trace; then a number may be an array, too.
    """

    structure: Structure
    leaves: Sequence[Any]
    layouts: Sequence[Shaped | None]
    is_traced: bool = False


def match(variant: VariantRecord, names: Sequence[str], given: GivenCall) -> list[int]:
    """Returns the leaves of a call that a variant's arguments are, by their numbers.

    Args:
        variant: the variant.
        names: those of the function's parameters.
        given: the arguments of the call.

    Raises:
        NoMatchError: the variant is for others.
    """
    found: list[int] = []
    start = 0
    for name, node, tree in zip(names, variant.trees, given.structure.trees, strict=True):
        found += _match(node, tree, start, given, name)
        start += tree.count
    return found


def _match(node: Node, tree: Tree, start: int, given: GivenCall, path: str) -> Iterator[int]:
    if isinstance(node, Branch):
        if tree.kind not in _KINDS[node.kind]:
            raise NoMatchError(f"{path} is {_found(tree, start, given)}, not a {node.kind}")
        parts = list(zip(tree.children, _starts(tree, start), strict=True))
        if node.kind == "dict":
            known = dict(zip(tree.keys, parts, strict=True))
            missing = [key for key in node.keys if key not in known]
            more = [key for key in known if key not in node.keys]
            if missing or more:
                what = "lacks" if missing else "has also"
                raise NoMatchError(f"{path} {what} {shown((missing or more)[0])}")
            parts = [known[key] for key in node.keys]
        elif len(parts) != len(node.children):
            raise NoMatchError(f"{path} has {len(parts)} parts, not {len(node.children)}")
        steps = [f"[{key!r}]" for key in node.keys or range(len(parts))]
        for (child, begin), inner, step in zip(parts, node.children, steps, strict=True):
            yield from _match(inner, child, begin, given, path + step)
    elif isinstance(node, ValueLeaf) and node.value is None:
        if tree.kind != "none":
            raise NoMatchError(f"{path} is {_found(tree, start, given)}, not None")
    elif tree.kind != "leaf" or not _fits(node, given, start):
        raise NoMatchError(f"{path} is {_found(tree, start, given)}, not {node}")
    elif not isinstance(node, ValueLeaf):
        yield start


def _starts(tree: Tree, start: int) -> Iterator[int]:
    for child in tree.children:
        yield start
        start += child.count


def _fits(node: Node, given: GivenCall, at: int) -> bool:
    slot, leaf, layout = given.structure.slots[at], given.leaves[at], given.layouts[at]
    if isinstance(node, ArrayLeaf):
        dtype = None if layout is None else from_numpy(layout.dtype)
        return (
            slot.kind == "array"
            and layout is not None
            and dtype is not None
            and (dtype.name, layout.shape) == (node.dtype, node.shape)
        )
    if isinstance(node, NumberLeaf):
        if given.is_traced and slot.kind in ("array", "scalar"):
            return layout is not None and layout.shape == ()
        of = _class_of(slot)
        if slot.kind == "value" and of == node.of == "int":
            return True  # it was found to be too large; whoever takes the arguments says so
        return slot.kind == "scalar" and (
            of == (node.of or node.dtype) or (of, node.of) == ("int", "float")
        )
    assert isinstance(node, ValueLeaf)
    return slot.kind in ("value", "default") and value_key(leaf) == value_key(node.value)


def _class_of(slot: Slot) -> str:
    """Returns the class of a number, as files name it."""
    if slot.of in (int, float):
        return slot.of.__name__
    dtype = from_numpy(np.dtype(slot.of))
    return slot.of.__name__ if dtype is None else dtype.name


def _found(tree: Tree, start: int, given: GivenCall) -> str:
    """Returns an argument of a call as text."""
    if tree.kind != "leaf":
        return "None" if tree.kind == "none" else f"a {tree.of.__name__}"
    slot, layout = given.structure.slots[start], given.layouts[start]
    if slot.kind == "array" and layout is not None:
        dtype = from_numpy(layout.dtype)
        return f"{layout.dtype if dtype is None else dtype.name}{list(layout.shape)}"
    if slot.kind == "scalar":
        return f"a number of {slot.of.__name__}"
    return shown(given.leaves[start])


def literal_paths(names: Sequence[str], variants: Sequence[VariantRecord]) -> set[str]:
    """Returns the paths of numbers that are part of what was compiled, in any variant."""
    return {
        path
        for variant in variants
        for name, tree in zip(names, variant.trees, strict=True)
        for path in _literals(tree, name)
    }


def _literals(node: Node, path: str) -> Iterator[str]:
    if isinstance(node, ValueLeaf) and node.value is not None:
        yield path
    if isinstance(node, Branch):
        for step, child in zip(node.keys or range(len(node.children)), node.children, strict=True):
            yield from _literals(child, f"{path}[{step!r}]")


def spelled(node: Node, results: Sequence[object] = ()) -> str:
    """Returns a tree as Python writes it, with the type of each leaf.

    Args:
        node: the tree.
        results: what the results of the program are, as text.
    """
    if isinstance(node, ResultLeaf):
        return str(results[node.result])
    if not isinstance(node, Branch):
        return str(node)
    parts = [spelled(child, results) for child in node.children]
    if node.kind == "dict":
        pairs = zip(node.keys, parts, strict=True)
        return "{" + ", ".join(f"{shown(key)}: {part}" for key, part in pairs) + "}"
    if node.kind == "list":
        return f"[{', '.join(parts)}]"
    return f"({', '.join(parts)}{',' if len(parts) == 1 else ''})"
