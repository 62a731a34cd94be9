"""A text as data: operations, regions and functions, in the words of the generic form."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, TypeAlias

import numpy as np

from streamrt._ir.stablehlo.problems import RefusedError
from streamrt._ir.stablehlo.tensors import Type

__all__ = [
    "Argument", "FunctionText", "ModuleText", "Operation", "Region", "as_array", "as_dictionary",
    "as_list", "integers", "named_integers",
]  # fmt: skip

Array: TypeAlias = np.ndarray[Any, Any]

_MOST = 4096
"""The most integers that an attribute has, which may be one number repeated."""


@dataclass(slots=True)
class Argument:
    """An argument of a function or a block.

    Attributes:
        name: its name, as in `%arg0`.
        type: its type.
        start: the number of its first token.
        label: the name that its location gives; empty if there is none.
    """

    name: str
    type: Type
    start: int
    label: str = ""


@dataclass(slots=True)
class Region:
    """A region of one block: its arguments and operations."""

    arguments: list[Argument]
    operations: list[Operation]


@dataclass(slots=True)
class Operation:
    """An operation.

    Attributes:
        name: with its dialect, as in `stablehlo.add`.
        start: the number of its first token.
        results: the names of its results, as in `%0` or `%1#0`.
        operands: the names of its operands.
        attributes: by the names of the generic form. A value is a number, a bool, a string, a list,
            a dictionary, a NumPy array, a type, or None for what nobody here reads.
        regions: its regions.
        operand_types: the types of its operands; None if the text leaves them out.
        types: the types of its results.
    """

    name: str
    start: int
    results: list[str]
    operands: list[str] = field(default_factory=list[str])
    attributes: dict[str, Any] = field(default_factory=dict[str, Any])
    regions: list[Region] = field(default_factory=list[Region])
    operand_types: list[Type] | None = None
    types: list[Type] = field(default_factory=list[Type])

    def integers(self, name: str, count: int | None = None) -> tuple[int, ...]:
        """Returns an attribute that is a list of integers.

        Args:
            name: of the attribute.
            count: how many it has; None if any number will do.

        Raises:
            RefusedError: it is absent, or something else.
        """
        found = integers(self.attributes.get(name))
        if found is None or (count is not None and len(found) != count):
            many = "" if count is None else f"{count} "
            raise RefusedError(f"its attribute {name} is not a list of {many}integers")
        return found

    def integer(self, name: str) -> int:
        """Returns an attribute that is an integer.

        Raises:
            RefusedError: it is absent, or something else.
        """
        value = self.attributes.get(name)
        if type(value) is not int:
            raise RefusedError(f"its attribute {name} is not an integer")
        return value

    def word(self, name: str) -> str:
        """Returns an attribute that is a word, such as `LT`.

        Raises:
            RefusedError: it is absent, or something else.
        """
        value = self.attributes.get(name)
        if not isinstance(value, str):
            raise RefusedError(f"its attribute {name} is not a word")
        return value


def as_array(value: Any) -> Array | None:
    """Returns a value that is an array; None for others."""
    found: Any = value  # not narrowed, as `value` would be
    return found if isinstance(value, np.ndarray) else None


def as_list(value: Any) -> list[Any] | None:
    """Returns a value that is a list; None for others."""
    found: Any = value  # not narrowed, as `value` would be
    return found if isinstance(value, list) else None


def as_dictionary(value: Any) -> dict[str, Any] | None:
    """Returns a value that is a dictionary; None for others."""
    found: Any = value  # not narrowed, as `value` would be
    return found if isinstance(value, dict) else None


def integers(value: Any) -> tuple[int, ...] | None:
    """Returns a value that is a list of integers as a tuple; None for others."""
    array, items = as_array(value), as_list(value)
    if array is not None and array.dtype.kind in "iu" and array.size <= _MOST:
        return tuple(array.ravel().tolist())
    if items is None or not all(type(each) is int for each in items):
        return None
    return tuple(items)


def named_integers(value: Any, names: tuple[str, ...]) -> list[tuple[int, ...]]:
    """Returns the lists of integers of a dictionary, empty where it has none.

    Raises:
        RefusedError: it is no dictionary, or has other names or values.
    """
    given = as_dictionary(value)
    if given is None:
        raise RefusedError("its dimension numbers are missing")
    strange = [name for name in given if name not in names]
    found = [integers(given.get(name, [])) for name in names]
    if strange or None in found:
        raise RefusedError(f"its dimension numbers are not lists of {', '.join(names)}")
    return [each for each in found if each is not None]


@dataclass(slots=True)
class FunctionText:
    """A function.

    Attributes:
        name: its name, without the `@`.
        start: the number of its first token.
        body: its arguments and operations; the last one returns. None if it is only declared.
        labels: the names of its results, as the exporter gives them; some may be empty.
        types: the types of its results; None if they stand in its attributes alone.
    """

    name: str
    start: int
    body: Region | None
    labels: list[str]
    types: list[Type] | None = None


@dataclass(slots=True)
class ModuleText:
    """A text: its name, and its functions by name."""

    name: str
    functions: dict[str, FunctionText]
