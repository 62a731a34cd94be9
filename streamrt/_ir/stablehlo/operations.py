"""The table of operations: what each takes, and what makes its results."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import TypeAlias

from streamrt._ir.program import Value
from streamrt._ir.stablehlo import elementwise as each
from streamrt._ir.stablehlo import indexing, products, reducing, shaping
from streamrt._ir.stablehlo.complements import erfc
from streamrt._ir.stablehlo.problems import RefusedError
from streamrt._ir.stablehlo.site import Site

__all__ = ["OPERATIONS", "Row"]

Build: TypeAlias = Callable[[Site], "Value | Sequence[Value]"]


@dataclass(frozen=True, slots=True)
class Row:
    """An operation that is supported.

    Attributes:
        build: returns the results.
        operands: the least and the greatest number of its operands.
        attributes: the names of its attributes in the generic form. Whatever changes the meaning is
            among them: another name is refused, unless a dialect stands before it.
    """

    build: Build
    operands: tuple[int, int]
    attributes: tuple[str, ...] = ()


_MANY = 1 << 20


def _unary(build: each.Unary) -> Row:
    def made(site: Site) -> Value:
        return build(site.make, site.operands[0])

    return Row(made, (1, 1), ("result_accuracy",))


def _binary(build: each.Binary) -> Row:
    def made(site: Site) -> Value:
        x, y = site.operands
        if x.dtype is not y.dtype or x.shape != y.shape:
            raise RefusedError(f"its operands are {x} and {y}; they need one type")
        return build(site.make, x, y)

    return Row(made, (2, 2))


def _compare(site: Site) -> Value:
    (x, y), operation = site.operands, site.operation
    direction = operation.word("comparison_direction")
    kind = operation.attributes.get("compare_type", "NOTYPE")
    if x.dtype is not y.dtype or x.shape != y.shape or not isinstance(kind, str):
        raise RefusedError(f"its operands are {x} and {y}; they need one type")
    return each.compare(site.make, direction, kind, x, y)


def _select(site: Site) -> Value:
    flag, x, y = site.operands
    fits = flag.dtype.kind == "b" and x.dtype is y.dtype and x.shape == y.shape
    if not fits or flag.shape not in ((), x.shape):
        raise RefusedError(f"it does not choose between {x} and {y} by {flag}")
    return each.select(site.make, flag, x, y)


def _clamp(site: Site) -> Value:
    least, x, most = site.operands
    for bound in (least, most):
        if bound.dtype is not x.dtype or bound.shape not in ((), x.shape):
            raise RefusedError(f"{bound} is no bound of {x}")
    return each.clamp(site.make, least, x, most)


def _same(site: Site) -> Sequence[Value]:
    return site.operands


_WINDOWS = (
    "base_dilations", "padding", "window_dilations", "window_dimensions", "window_strides",
)  # fmt: skip

OPERATIONS: Mapping[str, Row] = MappingProxyType({
    **{name: _unary(build) for name, build in each.UNARY.items()},
    **{name: _binary(build) for name, build in each.BINARY.items()},
    "chlo.erfc": _unary(erfc),
    "stablehlo.compare": Row(_compare, (2, 2), ("comparison_direction", "compare_type")),
    "stablehlo.select": Row(_select, (3, 3)),
    "stablehlo.clamp": Row(_clamp, (3, 3)),
    "stablehlo.optimization_barrier": Row(_same, (1, _MANY)),
    "stablehlo.constant": Row(shaping.constant, (0, 0), ("value",)),
    "stablehlo.iota": Row(shaping.iota, (0, 0), ("iota_dimension",)),
    "stablehlo.convert": Row(shaping.convert, (1, 1)),
    "stablehlo.bitcast_convert": Row(shaping.bitcast_convert, (1, 1)),
    "stablehlo.broadcast_in_dim": Row(
        shaping.broadcast_in_dim, (1, 1), ("broadcast_dimensions",)
    ),
    "stablehlo.broadcast": Row(shaping.broadcast, (1, 1), ("broadcast_sizes",)),
    "stablehlo.reshape": Row(shaping.reshape, (1, 1)),
    "stablehlo.transpose": Row(shaping.transpose, (1, 1), ("permutation",)),
    "stablehlo.reverse": Row(shaping.reverse, (1, 1), ("dimensions",)),
    "stablehlo.slice": Row(
        shaping.slice_, (1, 1), ("start_indices", "limit_indices", "strides")
    ),
    "stablehlo.concatenate": Row(shaping.concatenate, (1, _MANY), ("dimension",)),
    "stablehlo.pad": Row(
        shaping.pad, (2, 2), ("edge_padding_low", "edge_padding_high", "interior_padding")
    ),
    "stablehlo.dot": Row(products.dot, (2, 2), ("precision_config",)),
    "stablehlo.dot_general": Row(
        products.dot_general, (2, 2), ("dot_dimension_numbers", "precision_config")
    ),
    "stablehlo.dynamic_slice": Row(indexing.dynamic_slice, (1, _MANY), ("slice_sizes",)),
    "stablehlo.dynamic_update_slice": Row(indexing.dynamic_update_slice, (2, _MANY)),
    "stablehlo.gather": Row(
        indexing.gather, (2, 2), ("dimension_numbers", "slice_sizes", "indices_are_sorted")
    ),
    "stablehlo.reduce": Row(reducing.reduce, (2, _MANY), ("dimensions",)),
    "stablehlo.reduce_window": Row(reducing.reduce_window, (2, _MANY), _WINDOWS),
    "stablehlo.sort": Row(reducing.sort, (1, _MANY), ("dimension", "is_stable")),
    "chlo.top_k": Row(reducing.top_k, (1, 1), ("k",)),
})  # fmt: skip
"""Every operation that is supported, by its name. Calls, composites and returns are apart."""
