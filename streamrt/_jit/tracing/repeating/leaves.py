"""Leaves of carries: arrays and numbers as values, their kinds, and how these merge."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np

from streamrt._compile.signatures.dtypes import DTYPES, DType
from streamrt._ir.program import Shape, Value
from streamrt._jit.tracing.cells import Cell, Pair
from streamrt._jit.tracing.complexes.pairs import as_pair, dtype_of_parts, paired
from streamrt._jit.tracing.operands import number_of, operand_of
from streamrt._jit.tracing.recording import Recording, is_any
from streamrt._jit.trees import Tree, flatten

__all__ = ["Kind", "Leaf", "as_kind", "cell_of_leaf", "leaf_of", "leaves_of", "merged"]

_WEAK: tuple[type, ...] = (bool, int, float, complex)
"""Python's numbers, each of which takes those before it."""

_OF_WEAK: dict[type, str] = {bool: "bool", int: "i64", float: "f64", complex: "f64"}
_ORDERS = {"b": 0, "i": 1, "u": 1, "f": 2}
_COMPLEX = {"f32": "complex64", "f64": "complex128"}


class Kind(NamedTuple):
    """The part of a leaf that is fixed while a loop runs.

    Attributes:
        dtype: the dtype of its elements; of a complex array that of its parts.
        shape: its extents.
        is_complex: whether it is complex, and so two values.
        weak: the Python type if it is a Python number, which yields to dtypes; else None.
    """

    dtype: DType
    shape: Shape
    is_complex: bool = False
    weak: type | None = None

    @property
    def order(self) -> int:
        """The place of its kind of number among bools, integers, floats, complex numbers."""
        if self.weak is not None:
            return _WEAK.index(self.weak)
        return 3 if self.is_complex else _ORDERS[self.dtype.kind]

    def __str__(self) -> str:
        if self.weak is not None:
            return f"a Python {self.weak.__name__}"
        name = _COMPLEX[self.dtype.name] if self.is_complex else self.dtype.name
        return f"{name}[{', '.join(map(str, self.shape))}]"


class Leaf(NamedTuple):
    """An array or a number.

    Attributes:
        kind: its kind.
        values: its value, or those of the parts of a complex one.
        is_array: whether it is like NumPy's arrays, also without dimensions.
        number: the Python number that it is; else None.
    """

    kind: Kind
    values: tuple[Value, ...]
    is_array: bool
    number: Any = None


def leaves_of(recording: Recording, thing: Any, name: str) -> tuple[list[Leaf], Tree]:
    """Returns the leaves of a tree, and the tree.

    Raises:
        TraceError: a leaf is neither an array nor a number.
    """
    found, tree = flatten(thing, name)
    return [leaf_of(recording, each) for each in found], tree


def leaf_of(recording: Recording, thing: Any) -> Leaf:
    """Returns an array or a number as a leaf.

    Raises:
        TraceError: it is neither.
    """
    if isinstance(thing, Cell):  # it looks like an instance of other classes, too
        value, _, _ = operand_of(recording, thing)
        assert isinstance(value, Value)
        return Leaf(Kind(value.dtype, value.shape, False, thing._weak), (value,), thing.is_array)
    if isinstance(thing, Pair):
        return _of_pair(recording, thing)
    if not is_any(thing, np.generic) and is_any(thing, *_WEAK):
        return _of_number(recording, thing)
    is_array = not is_any(thing, np.generic)
    if is_any(thing, np.ndarray, np.generic) and thing.dtype.kind == "c":
        made = as_pair(recording, thing, dtype_of_parts(recording, thing.dtype))
        return _of_pair(recording, made)._replace(is_array=is_array)
    value, _, _ = operand_of(recording, thing)
    assert isinstance(value, Value)  # numbers were seen before
    return Leaf(Kind(value.dtype, value.shape), (value,), is_array)


def _of_pair(recording: Recording, pair: Pair) -> Leaf:
    parts = [operand_of(recording, part)[0] for part in (pair._re, pair._im)]
    values = tuple([part for part in parts if isinstance(part, Value)])
    weak = complex if pair._re._weak is not None else None
    return Leaf(Kind(values[0].dtype, values[0].shape, True, weak), values, pair._re.is_array)


def _of_number(recording: Recording, number: Any) -> Leaf:
    weak = next(each for each in _WEAK if isinstance(number, each))
    dtype = DTYPES[_OF_WEAK[weak]]
    parts = (number.real, number.imag) if weak is complex else (number,)
    values = tuple([number_of(recording, part, dtype) for part in parts])
    return Leaf(Kind(dtype, (), weak is complex, weak), values, False, number)


def cell_of_leaf(
    recording: Recording, kind: Kind, values: Sequence[Value], *, is_array: bool
) -> Any:
    """Returns new memory with a leaf of some kind, as traced code sees it."""
    weak = float if kind.weak is complex else kind.weak
    cells = [recording.kind(recording, value, True, weak) for value in values]
    if is_array and kind.weak is None:
        cells = [cell.as_array() for cell in cells]
    return paired(recording, *cells) if kind.is_complex else cells[0]


def as_kind(recording: Recording, leaf: Leaf, kind: Kind) -> tuple[Value, ...]:
    """Returns the values of a leaf that is one of another kind, or of a Python number that fits it.

    Raises:
        TraceValueError: the dtype does not hold the number.
    """
    dtype, values = kind.dtype, leaf.values
    if leaf.number is not None and not leaf.kind.is_complex:
        values = (number_of(recording, leaf.number, dtype),)
    made = [recording.cast(value, dtype) for value in values]
    if kind.is_complex and len(made) == 1:
        made.append(recording.builder.full(0, dtype.name, kind.shape))
    return tuple(made)


def merged(kind: Kind, other: Kind) -> Kind | None:
    """Returns the kind of a leaf that is of one kind now and becomes another; None if none is both.

    A Python number takes the kind of the other one, if that holds it.
    """
    if kind.shape != other.shape:
        return None
    if kind.weak is not None:
        if other.weak is None:
            return other if kind.order <= other.order else None
        return max(kind, other, key=lambda one: one.order)
    if other.weak is not None:
        return kind if other.order <= kind.order else None
    return kind if (kind.dtype, kind.is_complex) == (other.dtype, other.is_complex) else None
