"""The checks of a graph's calls: names, shapes, and operands that do not fit each other."""

from __future__ import annotations

import keyword
import operator
from collections.abc import Container, Mapping, Sequence
from typing import Any, SupportsFloat, SupportsIndex, cast

import numpy as np

from streamrt._compile.kernel import Kernel
from streamrt._compile.signatures.arguments import spell_type
from streamrt._compile.signatures.elements import element_dtype
from streamrt._compile.signatures.layout import Layout
from streamrt._compile.signatures.overlap import Placed, share_elements
from streamrt._core.values import check_shape, extents_of, shown
from streamrt._refusals import refusing
from streamrt.errors import ArgumentError, ArgumentTypeError, CaptureError
from streamrt.graph.nodes import Operand

__all__ = [
    "check_copy", "check_launch", "check_name", "check_operand", "layout_of", "plain_scalar",
    "shape_of", "spell_name",
]  # fmt: skip


def spell_name(name: object) -> str:
    """Returns the text of a name for messages, whatever was passed."""
    return name if isinstance(name, str) else shown(name)


@refusing
def check_name(name: object, taken: Container[str], what: str) -> str:
    """Returns the name if a value may have it.

    Raises:
        ArgumentTypeError: the name is no text.
        ArgumentError: it cannot be a keyword argument, is reserved for streamrt, or is taken.
    """
    if not isinstance(name, str):
        raise ArgumentTypeError(f"{what}: the name is of type {spell_type(name)}; names are text")
    if not name.isidentifier() or keyword.iskeyword(name) or name.startswith("_"):
        raise ArgumentError(
            f"{what}: the name is {shown(name)}; names are Python identifiers, "
            "no keywords, and do not begin with an underscore"
        )
    if name in taken:
        raise ArgumentError(f"{what}: the graph has a value {name} already; take another name")
    return name


def shape_of(given: object) -> tuple[int, ...] | None:
    """Returns the extents if given an integer, or a tuple or list of them; else None."""
    extents = extents_of(given)
    return extents if isinstance(given, tuple | list | SupportsIndex) else None


def layout_of(shape: object, dtype: object, what: str) -> Layout:
    """Returns the dense layout, on no device, for a shape and dtype as users write them.

    Raises:
        ArgumentTypeError: the shape is no shape, or the dtype no dtype.
        ArgumentError: a negative extent, too many elements, or a dtype that buffers do not have.
    """
    return Layout(None, element_dtype(dtype, what), check_shape(shape, what))


@refusing
def check_operand(operand: object, owners: Container[object], what: str, role: str) -> Operand:
    """Returns the operand if it is one of this graph.

    Args:
        operand: the object that was passed.
        owners: the objects that stand for the graph it has to belong to, and its open blocks.
        what: begins messages.
        role: the name of the argument.

    Raises:
        ArgumentTypeError: the object is no operand.
        ArgumentError: the operand belongs to another graph.
        CaptureError: it belongs to a block that has ended.
    """
    if not isinstance(operand, Operand):
        raise ArgumentTypeError(
            f"{what}: {role} is of type {spell_type(operand)}; a graph takes operands, "
            "which its input() and empty() give"
        )
    if operand.owner not in owners:
        if operand.owner.graph in owners:
            raise CaptureError(
                f"{what}: {role} was made in the block of a loop or a branch, and belongs to one "
                "turn; make it before the block"
            )
        raise ArgumentError(f"{what}: {role} belongs to another graph; pass operands of this one")
    return operand


@refusing
def check_launch(
    kernel: object,
    args: Sequence[object],
    keywords: Mapping[str, object],
    owners: Container[object],
) -> tuple[Kernel, tuple[Any, ...]]:
    """Returns the kernel, and its arguments in the order of its signature.

    Raises:
        ArgumentTypeError: the kernel is none, or as by `Kernel.check`.
        ArgumentError: an operand belongs to another graph, or as by `Kernel.check`.
    """
    if not isinstance(kernel, Kernel):
        raise ArgumentTypeError(
            f"add to the graph: found {spell_type(kernel)}; launches are of kernels, "
            "and graph.copy and graph.fill are nodes of their own"
        )
    what = f"add {kernel.name}"
    parameters = kernel.signature.parameters
    given = dict(zip((p.name for p in parameters), args, strict=False)) | dict(keywords)
    device: object = None
    for p in parameters:
        if p.is_array and p.name in given:
            device = check_operand(given[p.name], owners, what, p.name).layout.device
    kernel.check(args, keywords, device, what)
    return kernel, tuple(given[p.name] for p in parameters)


@refusing
def check_copy(dst: Placed, src: Placed, what: object = "copy") -> None:
    """Checks a copy between two operands, or between two buffers.

    Args:
        dst: the one that is written.
        src: the one that is read.
        what: begins messages; a text such as `copy on cpu:0/s1`, or something with one.

    Raises:
        ArgumentError: shapes or dtypes differ, or the two share elements and are not the same.
    """
    to, source = dst._layout, src._layout
    if to.shape != source.shape or to.dtype != source.dtype:
        raise ArgumentError(
            f"{what}: dst is {to}, src is {source}; copy needs equal shapes and dtypes"
        )
    if share_elements(dst, src, may_be_same=True):
        raise ArgumentError(
            f"{what}: dst {dst!r} and src {src!r} overlap; copy through another buffer"
        )


def plain_scalar(value: object) -> bool | int | float:
    """Returns a scalar argument as Python's own number, because the given object may change."""
    if type(value) in (bool, int, float):
        return cast("bool | int | float", value)
    if isinstance(value, np.bool_):
        return bool(cast("object", value))
    if isinstance(value, SupportsIndex):
        try:
            return operator.index(value)
        except TypeError:  # arrays of one float have the method, too
            pass
    return float(cast("SupportsFloat", value))
