"""Records: what the file of a module holds, as Python values.

A function has variants, each for arguments of certain containers, dtypes and shapes. Containers are
tuples, lists and dicts with names as keys, and no classes: a dataclass is a dict of its attributes.

A parameter of a variant's program is a leaf of a call, or an array of the module. The leaves of all
arguments of a call, in order, are the first parameters; arrays of the module follow.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from inspect import Parameter, Signature
from typing import Any, Final, Literal, TypeAlias

from streamrt._ir.program import Program
from streamrt._module.graphs.records import GraphRecord, calls_of

__all__ = [
    "KINDS",
    "NUMBERS",
    "REQUIRED",
    "ArrayLeaf",
    "Branch",
    "Contents",
    "FunctionRecord",
    "Literals",
    "Node",
    "NumberLeaf",
    "ParameterRecord",
    "PartRecord",
    "ResultLeaf",
    "ValueLeaf",
    "VariantRecord",
    "leaves_of",
    "signature_of", "with_results",
]  # fmt: skip

Literals: TypeAlias = "bool | int | float | str | bytes | None"
"""The values that are part of what was compiled, and of results."""

KINDS: Final[tuple[Literal["tuple"], Literal["list"], Literal["dict"]]] = ("tuple", "list", "dict")
"""The kinds of containers."""

NUMBERS: Final = ("int", "float")
"""The classes of Python's numbers that are passed by value, as `i64` and `f64`."""


@dataclass(frozen=True, slots=True)
class ArrayLeaf:
    """A leaf that is an array: its dtype, as in `f32`, and its shape."""

    dtype: str
    shape: tuple[int, ...]

    def __str__(self) -> str:
        return f"{self.dtype}{list(self.shape)}"


@dataclass(frozen=True, slots=True)
class NumberLeaf:
    """A leaf that is a number, passed by value.

    Attributes:
        dtype: that in which it is passed.
        of: `int` or `float`, or nothing: then it is a number of NumPy's, of that dtype.
    """

    dtype: str
    of: str = ""

    def __str__(self) -> str:
        return self.of or self.dtype


@dataclass(frozen=True, slots=True)
class ValueLeaf:
    """A leaf of a call or a result that is part of what was compiled. None is one, too."""

    value: Literals

    def __str__(self) -> str:
        return repr(self.value)


@dataclass(frozen=True, slots=True)
class ResultLeaf:
    """A leaf of a result that the program makes.

    Attributes:
        result: the number of the program's result.
        is_given: whether it is an argument, which is returned as it is.
    """

    result: int
    is_given: bool


@dataclass(frozen=True, slots=True)
class Branch:
    """A container of leaves or of others.

    Attributes:
        kind: one of `KINDS`.
        keys: the keys of a dict, in its order.
        children: what it holds.
    """

    kind: Literal["tuple", "list", "dict"]
    keys: tuple[str, ...]
    children: tuple[Node, ...]


Node: TypeAlias = "ArrayLeaf | NumberLeaf | ValueLeaf | ResultLeaf | Branch"


def leaves_of(node: Node) -> Iterator[ArrayLeaf | NumberLeaf | ValueLeaf | ResultLeaf]:
    """Yields the leaves of a tree, in order."""
    if isinstance(node, Branch):
        for child in node.children:
            yield from leaves_of(child)
    else:
        yield node


def with_results(node: Node, result: Callable[[ResultLeaf], Any]) -> Any:
    """Returns the containers that a tree describes.

    Args:
        node: the tree of a result.
        result: returns what stands at a leaf that the program makes.
    """
    if isinstance(node, ResultLeaf):
        return result(node)
    if isinstance(node, ValueLeaf):
        return node.value
    assert isinstance(node, Branch)
    parts = [with_results(child, result) for child in node.children]
    if node.kind == "dict":
        return dict(zip(node.keys, parts, strict=True))
    return parts if node.kind == "list" else tuple(parts)


class _Required:
    """Stands for the default of a parameter without one."""


REQUIRED: Final = _Required()


@dataclass(frozen=True, slots=True)
class ParameterRecord:
    """A parameter of a function.

    Attributes:
        name: its name.
        kind: its kind, by the number that `inspect.Parameter.kind` has.
        default: its default; `REQUIRED` if there is none.
    """

    name: str
    kind: int
    default: Literals | _Required = REQUIRED


_KINDS = (
    Parameter.POSITIONAL_ONLY,
    Parameter.POSITIONAL_OR_KEYWORD,
    Parameter.VAR_POSITIONAL,
    Parameter.KEYWORD_ONLY,
    Parameter.VAR_KEYWORD,
)


def signature_of(parameters: Sequence[ParameterRecord]) -> Signature:
    """Returns parameters as `inspect` has them.

    Raises:
        ValueError: no function has such ones.
    """
    return Signature(
        [
            Parameter(
                each.name,
                _KINDS[each.kind],
                default=Parameter.empty if each.default is REQUIRED else each.default,
            )
            for each in parameters
        ]
    )


@dataclass(frozen=True, slots=True)
class VariantRecord:
    """A function for arguments of certain containers, dtypes and shapes.

    Attributes:
        trees: the containers of each parameter's value.
        output: those of the result.
        program: what it computes.
        parts: the digests of the arrays of the module that the last parameters are.
    """

    trees: tuple[Node, ...]
    output: Node
    program: Program
    parts: tuple[bytes, ...] = ()

    @property
    def inputs(self) -> list[ArrayLeaf | NumberLeaf]:
        """The leaves that calls pass, in order."""
        found = [leaf for tree in self.trees for leaf in leaves_of(tree)]
        return [leaf for leaf in found if isinstance(leaf, ArrayLeaf | NumberLeaf)]


@dataclass(frozen=True, slots=True)
class FunctionRecord:
    """A function: its parameters, and the variants that it was lowered to.

    Attributes:
        name: its name in the module.
        parameters: its parameters.
        contract: whether products and sums may be rounded once, as one operation.
        variants: its variants.
    """

    name: str
    parameters: tuple[ParameterRecord, ...]
    contract: bool
    variants: tuple[VariantRecord, ...]


@dataclass(frozen=True, slots=True)
class PartRecord:
    """An array of the module, or a large constant of a program: bytes that others refer to.

    Attributes:
        nbytes: how many there are.
        digest: their BLAKE2b-256 digest.
    """

    nbytes: int
    digest: bytes


@dataclass(frozen=True, slots=True)
class Contents:
    """All that a file holds.

    Attributes:
        functions: by name, in the order of the names.
        parts: in the order of their digests.
        note: who made it; text for people.
        graphs: by name, in the order of the names.
    """

    functions: Sequence[FunctionRecord]
    parts: Sequence[PartRecord] = field(default_factory=list["PartRecord"])
    note: str = ""
    graphs: Sequence[GraphRecord] = field(default_factory=list["GraphRecord"])

    @property
    def programs(self) -> list[Program]:
        """The programs of its functions and graphs, each once."""
        found = [variant.program for function in self.functions for variant in function.variants]
        found += [call.program for graph in self.graphs for call in calls_of(graph.nodes)]
        return list({id(program): program for program in found}.values())

    @property
    def arrays(self) -> list[bytes]:
        """The digests of the arrays that functions and graphs use, some of them twice."""
        variants = [variant for function in self.functions for variant in function.variants]
        found = [digest for variant in variants for digest in variant.parts]
        return found + [digest for graph in self.graphs for digest in graph.parts]
