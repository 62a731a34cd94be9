"""Dynamic extents: a graph captured with some shapes, for inputs of smaller ones.

1. Every dimension of every value is a variable. A launch makes the variables equal that its
   signature declares with one symbol, a copy those of its two operands. Equal ones form a class.
2. The bound buffers (of inputs, and of outputs that were given memory) say a class's new extent;
   temporaries and the other outputs of the class follow.
3. A class stays as captured if a signature has a number for it, or if a node uses a part of a
   value, because nobody said which bytes that part would have in a smaller value.

Scalars stay as captured, too. Extents only shrink. So temporaries still fit into the arena, and
nodes that did not conflict still do not.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, TypeAlias

import numpy as np

from streamrt._compile.signatures.layout import Layout, bounds
from streamrt._compile.signatures.signature import ELLIPSIS, Parameter
from streamrt.errors import ArgumentError
from streamrt.graph.nodes import Node, Operand, Value

__all__ = ["resized"]

_MENTIONED = 4  # the nodes of a long chain that an error names


def resized(
    nodes: Sequence[Node], values: Sequence[Value], layouts: Mapping[int, Layout]
) -> tuple[tuple[Node, ...], tuple[Value, ...]]:
    """Returns the same graph for other layouts of the buffers bound to it.

    Nodes and values that do not change are returned as they are. Whether the kernels take the new
    strides is found out when their launches are planned.

    Args:
        nodes: the graph's.
        values: the graph's.
        layouts: the layouts of bound buffers, by the value's index, of the same dtypes as
            captured. An input without one keeps its own, and so do all values whose extents do
            not follow from these.

    Raises:
        ArgumentError: a layout has another rank or is larger than captured, or the extents
            contradict each other or the graph.
    """
    changed = {i: new for i, new in layouts.items() if not _is_same(new, values[i].layout)}
    if not changed:
        return tuple(nodes), tuple(values)
    for index, new in changed.items():
        _check_smaller(values[index], new)
    classes = _Classes(nodes, values)
    for index, new in changed.items():
        classes.check_use(index, new)
    bound = {i: value.layout for i, value in enumerate(values) if value.role == "input"}
    extents = classes.solve({**bound, **layouts})
    interned: dict[Any, Layout] = {}
    after = tuple(
        _resize(value, changed.get(index), extents[index], interned)
        for index, value in enumerate(values)
    )
    return tuple(_rewrite(node, values, after) for node in nodes), after


# -- variables and what makes them equal ----------------------------------------------------------


@dataclass(frozen=True, slots=True)
class _Fix:
    """A variable that stays as captured.

    Attributes:
        variable: the variable.
        node: the node that fixes it.
        parameter: the parameter that has a number; None if a part of a value is used.
        value: the value of which the node uses a part.
    """

    variable: int
    node: Node
    parameter: Parameter | None = None
    value: int = -1


# One dimension of an operand: its variable, or -1 if the operand is a part, and its value.
_Dim: TypeAlias = tuple[int, int]


class _Classes:
    """The classes of equal dimensions of a graph's values, by union and find."""

    def __init__(self, nodes: Sequence[Node], values: Sequence[Value]) -> None:
        self._values = values
        self._first: list[int] = []  # the variable of each value's dimension 0
        self._owner: list[int] = []  # the value of each variable
        for index, value in enumerate(values):
            self._first.append(len(self._owner))
            self._owner += [index] * len(value.layout.shape)
        self._parent = list(range(len(self._owner)))
        self._links: list[tuple[int, int, Node]] = []
        self._fixes: list[_Fix] = []
        self._parts: dict[int, Node] = {}  # the first node that uses a part of a value
        for node in nodes:
            self._add(node)

    def _add(self, node: Node) -> None:
        for operand in node.operands:
            index = operand.value
            if index not in self._parts and not _is_whole(operand, self._values[index]):
                self._parts[index] = node
                shape = self._values[index].layout.shape
                variables = range(self._first[index], self._first[index] + len(shape))
                self._fixes += [_Fix(variable, node, value=index) for variable in variables]
        for equal in self._equalities(node):
            whole = [variable for variable, _ in equal if variable >= 0]
            for variable in whole[1:]:
                self._unite(whole[0], variable, node)
            for variable, value in equal:
                if variable < 0 and whole:
                    self._fixes.append(_Fix(whole[0], node, value=value))

    def _equalities(self, node: Node) -> Iterator[list[_Dim]]:
        """Yields the dimensions that a node makes equal; notes the numbers in its signature."""
        if node.loop is not None:
            return  # all that it uses stays as captured
        if node.kernel is None:
            yield from map(list, zip(*map(self._dims, node.operands), strict=True))
            return
        by_symbol: dict[str | tuple[str, int], list[_Dim]] = {}
        arrays = node.kernel.signature.arrays
        for p, operand in zip(arrays, node.operands, strict=True):
            for axis, dim in enumerate(self._dims(operand)):
                declared = None if p.ellipsis else (p.dims or ())[axis]
                if isinstance(declared, int):
                    if dim[0] >= 0:
                        self._fixes.append(_Fix(dim[0], node, p))
                else:
                    by_symbol.setdefault(declared or (ELLIPSIS, axis), []).append(dim)
        yield from by_symbol.values()

    def _dims(self, operand: Operand) -> list[_Dim]:
        index = operand.value
        is_whole = _is_whole(operand, self._values[index])
        first = self._first[index]
        return [(first + n if is_whole else -1, index) for n in range(len(operand.shape))]

    def _unite(self, one: int, other: int, node: Node) -> None:
        if one != other:
            self._links.append((one, other, node))
            self._parent[self._find(other)] = self._find(one)

    def _find(self, variable: int) -> int:
        parent = self._parent
        while parent[variable] != variable:
            parent[variable] = parent[parent[variable]]
            variable = parent[variable]
        return variable

    # -- what the classes become ------------------------------------------------------------------

    def check_use(self, index: int, new: Layout) -> None:
        """Refuses another layout if nodes use a part of the value, or memory beyond it."""
        value = self._values[index]
        if index in self._parts:
            why = f"{self._parts[index]} uses a part of it, so its shape and strides are fixed"
            raise _refusal(value, new, why)
        if not value.is_rebindable:
            raise _refusal(value, new, "the graph uses memory beyond it, so its layout is fixed")

    def solve(self, bound: Mapping[int, Layout]) -> list[tuple[int, ...]]:
        """Finds the new shape of each value.

        Raises:
            ArgumentError: no extent satisfies all bound buffers and all fixed variables.
        """
        said: dict[int, tuple[int, int]] = {}  # by class: a variable and its new extent
        for index in sorted(bound, key=lambda i: (_is_same(bound[i], self._values[i].layout), i)):
            for axis, extent in enumerate(bound[index].shape):
                variable = self._first[index] + axis
                first, wanted = said.setdefault(self._find(variable), (variable, extent))
                if wanted != extent:
                    raise self._contradiction(first, variable, bound)
        for fix in self._fixes:
            found = said.get(self._find(fix.variable))
            if found is not None and found[1] != self._captured(fix.variable):
                raise self._fixed(fix, found[0], bound)
        return [
            tuple(
                said.get(self._find(first + axis), (0, extent))[1]
                for axis, extent in enumerate(value.layout.shape)
            )
            for first, value in zip(self._first, self._values, strict=True)
        ]

    def _captured(self, variable: int) -> int:
        index = self._owner[variable]
        return self._values[index].layout.shape[variable - self._first[index]]

    # -- why it is refused ------------------------------------------------------------------------

    def _contradiction(self, one: int, other: int, bound: Mapping[int, Layout]) -> ArgumentError:
        index, second = self._owner[one], self._owner[other]
        value, beside = self._values[index], self._values[second]
        why = (
            f"{self._dimension(one)} and {self._dimension(other)} are equal{self._way(one, other)}"
        )
        if index == second:
            return _refusal(value, bound[index], why)
        if not _is_same(bound[second], beside.layout):
            why = f"{beside.name} is {bound[second]}, and {why}"
        elif beside.bound is not None:
            why = f"{beside.name} is bound to its own {beside.layout} and cannot follow, {why}"
        else:
            why = f"{beside.name} is still {beside.layout}, and {why}"
        return _refusal(value, bound[index], why)

    def _fixed(self, fix: _Fix, variable: int, bound: Mapping[int, Layout]) -> ArgumentError:
        index = self._owner[variable]
        if fix.parameter is not None:
            cause = f"{fix.node} declares {fix.parameter}"
        else:
            cause = f"{fix.node} uses a part of {self._values[fix.value].name}"
        dimension = self._dimension(fix.variable)
        if fix.variable == variable:
            why = f"{cause}, which fixes {dimension}"
        else:
            way = self._way(variable, fix.variable)
            why = f"{cause}, and {dimension} equals {self._dimension(variable)}{way}"
        return _refusal(self._values[index], bound[index], why)

    def _dimension(self, variable: int) -> str:
        index = self._owner[variable]
        return f"dimension {variable - self._first[index]} of {self._values[index].name}"

    def _way(self, one: int, other: int) -> str:
        """Returns the nodes that make two variables equal, as the end of a sentence."""
        beside: dict[int, list[tuple[int, Node]]] = {}
        for left, right, node in self._links:
            beside.setdefault(left, []).append((right, node))
            beside.setdefault(right, []).append((left, node))
        came: dict[int, tuple[int, Node] | None] = {one: None}
        queue = [one]
        for variable in queue:
            for neighbour, node in beside.get(variable, ()):
                if neighbour not in came:
                    came[neighbour] = (variable, node)
                    queue.append(neighbour)
        names: dict[str, None] = {}
        step = came.get(other)
        while step is not None:
            names[str(step[1])] = None
            step = came[step[0]]
        chain = list(reversed(names))
        if len(chain) > _MENTIONED:
            chain[2:-1] = ["..."]
        return f" in {', '.join(chain)}"


# -- layouts --------------------------------------------------------------------------------------


def _is_same(one: Layout, other: Layout) -> bool:
    """Returns whether two layouts of one dtype have their elements at the same places."""
    if one is other:
        return True
    if one.shape != other.shape:
        return False
    return one.strides == other.strides or (one.contiguous and other.contiguous)


def _is_whole(operand: Operand, value: Value) -> bool:
    layout = operand.layout
    if layout is value.layout:
        return operand.offset == 0
    is_same = layout.dtype == value.layout.dtype and _is_same(layout, value.layout)
    return is_same and operand.offset == 0


def _resize(
    value: Value, given: Layout | None, shape: tuple[int, ...], interned: dict[Any, Layout]
) -> Value:
    old = value.layout
    if given is None and shape == old.shape:
        return value
    strides = given.strides if given is not None else old.strides
    # In memory of its own, a dense value is dense again; any other keeps its strides.
    is_dense = given.contiguous if given is not None else old.contiguous
    layout = _intern(old.device, old.dtype, shape, None if is_dense else strides, interned)
    low, high = bounds(layout)
    return replace(value, layout=layout, low=low, high=high)


def _intern(
    device: object,
    dtype: np.dtype[Any],
    shape: tuple[int, ...],
    strides: tuple[int, ...] | None,
    interned: dict[Any, Layout],
) -> Layout:
    key = (id(device), dtype, shape, strides)
    found = interned.get(key)
    if found is None:
        found = interned[key] = Layout(device, dtype, shape, strides)
    return found


def _rewrite(node: Node, before: Sequence[Value], after: Sequence[Value]) -> Node:
    """Returns the node with operands of the new layouts; changed values are used as a whole."""
    if all(after[o.value] is before[o.value] for o in node.operands):
        return node
    arguments = tuple(
        replace(a, _layout=after[a.value].layout)
        if isinstance(a, Operand) and after[a.value] is not before[a.value]
        else a
        for a in node.arguments
    )
    return replace(node, arguments=arguments)


# -- refusals -------------------------------------------------------------------------------------


def _check_smaller(value: Value, new: Layout) -> None:
    old = value.layout
    if len(new.shape) != len(old.shape):
        raise _refusal(value, new, "the number of dimensions is fixed")
    if any(n > o for n, o in zip(new.shape, old.shape, strict=True)):
        raise _refusal(value, new, "extents may only shrink, capture with the largest")


def _refusal(value: Value, new: Layout, why: str) -> ArgumentError:
    old = value.layout
    found, captured = str(new), str(old)
    if new.shape == old.shape:
        found, captured = f"{new} with strides {new.strides}", f"strides {old.strides}"
    return ArgumentError(
        f"replay: {value.name} is {found}, the graph was captured with {captured}; {why}"
    )
