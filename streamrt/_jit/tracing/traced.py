"""Arguments of traces, and their outcomes: a program, and what the function returned."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, NamedTuple

from streamrt._ir.program import Program
from streamrt._runtime.buffer import Buffer

__all__ = ["Output", "Spec", "Traced"]


class Spec(NamedTuple):
    """One argument of a traced function, or one leaf of an argument.

    Attributes:
        dtype: the name of its dtype, such as `f32`.
        shape: its extents.
        is_scalar: whether it is passed by value.
        is_weak: whether it is a Python number, which yields to the dtypes of arrays.
        path: what messages call it: `x`, `params['w']`.
        is_output: whether the function may write to it, and changes the caller's array so.
    """

    dtype: str
    shape: tuple[int, ...]
    is_scalar: bool = False
    is_weak: bool = False
    path: str = "an argument"
    is_output: bool = False


class Output:
    """The place of a tracer in what a traced function returned; a leaf, so no dataclass.

    Attributes:
        index: the number of the result of the program.
        is_given: whether it is an argument or a captured Buffer, or a view of one, as far as NumPy
            is concerned. So `return x` is, and `return x.copy()` is not.
    """

    __slots__ = ("index", "is_given")

    def __init__(self, index: int, is_given: bool = False) -> None:
        self.index: int = index
        self.is_given: bool = is_given

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Output) and other.index == self.index

    def __hash__(self) -> int:
        return hash((Output, self.index))

    def __repr__(self) -> str:
        return f"Output({self.index})"


@dataclass(frozen=True, slots=True, eq=False)
class Traced:
    """The outcome of a trace.

    Attributes:
        program: the program. The parameters of captures follow those of the specs.
        result: what the function returned, with an `Output` in place of each tracer.
        captures: the Buffers that the function found by itself, in the order of their parameters.
        notes: what the user should know.
    """

    program: Program
    result: Any
    captures: tuple[Buffer, ...]
    notes: tuple[str, ...]
