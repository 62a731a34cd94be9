"""Site: what an operation's meaning is made from."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from streamrt._ir.program import Value
from streamrt._ir.stablehlo.making import Maker
from streamrt._ir.stablehlo.problems import RefusedError
from streamrt._ir.stablehlo.syntax import Operation, Region
from streamrt._ir.stablehlo.tensors import TensorType

__all__ = ["RegionProgram", "Site", "check_axes"]


class RegionProgram(NamedTuple):
    """A region, carried out in a program of its own.

    Attributes:
        make: makes values of that program. It returns the same object for equal values, so whoever
            makes what a known body computes, compares it with `is`.
        arguments: a parameter for each argument.
        results: what it returns.
    """

    make: Maker
    arguments: list[Value]
    results: list[Value]


@dataclass(slots=True)
class Site:
    """An operation in the place where it is carried out.

    Attributes:
        make: makes values of the program.
        operation: the operation.
        operands: its operands.
        types: the types that its results have in the text.
        body: carries out a region; raises RefusedError if that has unknown operations.
    """

    make: Maker
    operation: Operation
    operands: list[Value]
    types: list[TensorType]
    body: Callable[[Region], RegionProgram]


def check_axes(axes: Sequence[int], rank: int, what: str) -> None:
    """Refuses axes that an array lacks, or that stand there twice."""
    if len(set(axes)) != len(axes) or not all(0 <= axis < rank for axis in axes):
        raise RefusedError(f"its {what} {list(axes)} do not fit {rank} dimensions")
