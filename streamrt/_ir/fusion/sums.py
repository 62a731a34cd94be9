"""Sums of matrix products whose factors lie side by side in memory: one product of more terms.

A convolution that is written as a sum of products, one for each place of the window, reads the same
array from several starts. Where the next start is where the terms of a product end, in both
factors, the two products are one, which reads on: its attribute says how many they were.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from streamrt._compile.signatures.layout import dense_strides
from streamrt._ir.fusion.affine import Affine, Index, along, linear, through
from streamrt._ir.ops import BY_NAME
from streamrt._ir.program import Program, Shape, Value

__all__ = ["with_longer_products"]

MOST_TERMS = 128
"""The products of one sum, if more of them are left as they are."""

MOST_VIEWS = 64
"""The views through which a factor is seen."""

_ADD, _RESHAPE = BY_NAME["add"], BY_NAME["reshape"]


def with_longer_products(program: Program, strides: Sequence[tuple[int, ...] | None]) -> Program:
    """Returns a program in which such sums are products of more terms."""
    values = program.values()
    if len([value for value in values if value.op.name == "matmul"]) < 2:
        return program
    readers: dict[Value, list[Value]] = {value: [] for value in values}
    for value in values:
        for operand in value.operands:
            readers[operand].append(value)
    for result in program.results:
        readers[result] += (result, result)  # whoever has the results reads it, too
    lying = {
        value: given
        for value, given in zip(program.parameters, strides, strict=False)
        if given is not None
    }
    new: dict[Value, Value] = {}
    for value in values:
        if value.op is _ADD and not _is_inner(value, readers):
            made = _shorter(value, _leaves(value, readers), lying)
            if made is not None:
                new[value] = made
    return _with(program, new) if new else program


def _is_inner(value: Value, readers: dict[Value, list[Value]]) -> bool:
    """Whether only another addition reads a value."""
    return len(readers[value]) == 1 and readers[value][0].op is _ADD


def _leaves(root: Value, readers: dict[Value, list[Value]]) -> list[Value]:
    """Returns the addends of a tree of additions, in order."""
    found: list[Value] = []
    stack = [root]
    while stack:
        value = stack.pop()
        if value.op is _ADD and (value is root or _is_inner(value, readers)):
            stack += reversed(value.operands)
        else:
            found.append(value)
    return found


@dataclass(slots=True)
class _Term:
    """A product among what is added.

    Attributes:
        leaf: what is added: the product, maybe reshaped.
        product: the product.
        base: the array of each factor, with the strides of its elements along the loops.
        starts: the first element of each factor.
        stops: the elements of the factors where the terms of this one end.
    """

    leaf: Value
    product: Value
    base: tuple[Any, ...]
    starts: tuple[int, int]
    stops: tuple[int, int]


def _shorter(
    root: Value, leaves: Sequence[Value], lying: dict[Value, tuple[int, ...]]
) -> Value | None:
    """Returns the sum with fewer products; None if none of them follows another."""
    terms = [term for leaf in leaves if (term := _term(leaf, lying)) is not None]
    runs: list[list[_Term]] = []
    if len(terms) > MOST_TERMS:
        return None
    for term in sorted(terms, key=lambda one: one.starts[0]):
        for run in runs:
            if term.base == run[0].base and term.starts == run[-1].stops:
                run.append(term)
                break
        else:
            runs.append([term])
    if all(len(run) == 1 for run in runs):
        return None
    joined = {id(term.leaf): len(run) if term is run[0] else 0 for run in runs for term in run}
    found: Value | None = None
    for leaf in leaves:
        count = joined.get(id(leaf), 1)
        if count:
            each = leaf if count == 1 else _longer(leaf, count)
            found = each if found is None else _added(root, found, each)
    return found


def _added(like: Value, one: Value, other: Value) -> Value:
    return Value(_ADD, (one, other), (), like.dtype, like.shape, like.number, like.site)


def _longer(leaf: Value, count: int) -> Value:
    """Returns a product that reads on for several times its terms."""
    operands = leaf.operands
    attributes = leaf.attributes
    if leaf.op is _RESHAPE:
        operands = (_longer(leaf.operands[0], count),)
    else:
        attributes = (count,)
    return Value(leaf.op, operands, attributes, leaf.dtype, leaf.shape, leaf.number, leaf.site)


def _term(leaf: Value, lying: dict[Value, tuple[int, ...]]) -> _Term | None:
    """Returns a product with the places of its factors; None if these are not known."""
    product = leaf.operands[0] if leaf.op is _RESHAPE else leaf
    if product.op.name != "matmul" or product.attributes:
        return None
    left, right = product.operands
    rows: Shape = left.shape[:-1]
    if left.op is _RESHAPE and left.operands[0].shape[-1:] == left.shape[-1:]:
        left = left.operands[0]
        rows = left.shape[:-1]
    k, m = len(rows), len(rows) + 1
    if len(product.shape) > 2:
        return None
    extents = (*rows, *right.shape)
    found = [
        _place(left, tuple(map(along, range(k + 1))), extents, lying),
        _place(right, (along(k), along(m)), extents, lying),
    ]
    places = [each for each in found if each is not None]
    if len(places) < 2:
        return None
    steps = [dict(terms).get(k, 0) for _, (_, terms) in places]
    base = tuple([(array, terms) for array, (_, terms) in places])
    starts, terms = [start for _, (start, _) in places], left.shape[-1]
    stops = [start + step * terms for start, step in zip(starts, steps, strict=True)]
    return _Term(leaf, product, base, (starts[0], starts[1]), (stops[0], stops[1]))


def _place(
    value: Value, index: Index, extents: Shape, lying: dict[Value, tuple[int, ...]]
) -> tuple[Value, Affine] | None:
    """Returns the array that a value shows, and the distance of an element from its first one."""
    for _ in range(MOST_VIEWS):
        if value.op.group != "view":
            break
        inner = through(value, index, extents)
        if inner is None:
            return None
        value, index = value.operands[0], inner
    else:
        return None
    item = value.dtype.itemsize
    return value, linear(index, lying.get(value) or dense_strides(value.shape, item))


def _with(program: Program, new: dict[Value, Value]) -> Program:
    """Returns the program with other values in place of some, made of earlier ones."""
    found: dict[Value, Value] = {}

    def renewed(top: Value) -> Value:
        stack = [top]
        while stack:
            value = stack[-1]
            waiting = [operand for operand in value.operands if operand not in found]
            if waiting:
                stack += waiting
                continue
            if value not in found:
                found[value] = _with_operands(value, found)
            stack.pop()
        return found[top]

    for value in program.values():
        found[value] = renewed(new.get(value, value))
    parameters = tuple([found.get(each, each) for each in program.parameters])
    return Program(parameters, tuple([found[result] for result in program.results]))


def _with_operands(value: Value, found: dict[Value, Value]) -> Value:
    operands = tuple([found[operand] for operand in value.operands])
    if operands == value.operands:
        return value
    return Value(
        value.op, operands, value.attributes, value.dtype, value.shape, value.number, value.site
    )
