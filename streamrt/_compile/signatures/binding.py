"""Binds the layouts of actual arrays to a kernel's signature.

This runs once for a kernel and layouts. The results go into a plan, which later launches of the
same layouts share.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np

from streamrt._compile.signatures.dtypes import from_numpy, of_code
from streamrt._compile.signatures.layout import Layout, dense_strides
from streamrt._compile.signatures.signature import ELLIPSIS, Parameter, Signature
from streamrt._core.handles import Unique
from streamrt.errors import ArgumentError, SignatureError

__all__ = ["Binding", "Match", "Views", "coalesce", "lay_out", "match", "outputs_of"]


@dataclass(frozen=True, slots=True)
class Binding(Unique):
    """The facts that a kernel is specialised to. The function that writes its source gets them.

    Attributes:
        dtypes: dtype names by type variable, and by the name of every parameter.
        rank: the number of dimensions that `[...]` has after coalescing; 0 without `[...]`.
        contiguous: the names of the array parameters that lie densely in C order.
    """

    _instead = "kernels are compiled where they run"

    dtypes: Mapping[str, str]
    rank: int
    contiguous: frozenset[str]


@dataclass(slots=True)
class Match:
    """The values of a signature's unknowns.

    Attributes:
        types: dtype names by type variable.
        extents: extents by symbol.
        shape: the shape of the `[...]` arrays; None until one is known.
    """

    types: dict[str, str] = field(default_factory=dict[str, str])
    extents: dict[str, int] = field(default_factory=dict[str, int])
    shape: tuple[int, ...] | None = None


@dataclass(frozen=True, slots=True)
class Views:
    """The extents and strides of the arrays of one launch, after coalescing.

    Attributes:
        rank: the number of dimensions of `[...]`; 0 without `[...]`.
        collapsed: the extents of these dimensions.
        strides: byte strides of each array parameter, in signature order.
    """

    rank: int
    collapsed: tuple[int, ...]
    strides: tuple[tuple[int, ...], ...]


def match(signature: Signature, layouts: Mapping[str, Layout], what: str, name: str) -> Match:
    """Finds every type variable and symbol that the layouts determine.

    Args:
        signature: the kernel's.
        layouts: the layouts by the array parameters' names; some may be missing.
        what: begins error messages, such as `launch axpy on cpu:0/s1`.
        name: the kernel's.

    Raises:
        ArgumentError: where a dtype, rank or extent contradicts the signature or another array.
    """
    result = Match()
    binders: dict[str, Parameter] = {}
    for p in signature.arrays:
        layout = layouts.get(p.name)
        if layout is not None:
            _match_dtype(p, signature, layouts, result, binders, what)
            _match_shape(p, layouts, result, binders, what, name)
    return result


def _match_dtype(
    p: Parameter,
    signature: Signature,
    layouts: Mapping[str, Layout],
    result: Match,
    binders: dict[str, Parameter],
    what: str,
) -> None:
    layout = layouts[p.name]
    found = from_numpy(layout.dtype)
    if p.declared is not None:
        if found is not p.declared:
            declared = str(p)
            if found is not None and found is of_code(p.dtype):
                declared += f", and {p.dtype} is {p.declared.numpy} in a signature"
            raise ArgumentError(f"{what}: {p.name} is {layout}; it is declared {declared}")
        return
    if found is None or found.name not in signature.types[p.dtype]:
        allowed = " or ".join(signature.types[p.dtype])
        raise ArgumentError(f"{what}: {p.name} is {layout}; {p.dtype} is {allowed}")
    if result.types.setdefault(p.dtype, found.name) != found.name:
        other = binders[p.dtype]
        raise ArgumentError(
            f"{what}: {p.name} is {layout}, {other.name} is {layouts[other.name]}; "
            f"both are declared {p.dtype}"
        )
    binders.setdefault(p.dtype, p)


def _match_shape(
    p: Parameter,
    layouts: Mapping[str, Layout],
    result: Match,
    binders: dict[str, Parameter],
    what: str,
    name: str,
) -> None:
    layout = layouts[p.name]
    if p.ellipsis:
        if result.shape is None:
            result.shape = layout.shape
            binders[ELLIPSIS] = p
        elif layout.shape != result.shape:
            other = binders[ELLIPSIS].name
            raise ArgumentError(
                f"{what}: {p.name} is {layout}, {other} is {layouts[other]}; "
                f"{name} needs equal shapes"
            )
        return
    dims = p.dims or ()
    if len(layout.shape) != len(dims):
        raise ArgumentError(f"{what}: {p.name} is {layout}; it is declared {p}")
    for dim, extent in zip(dims, layout.shape, strict=True):
        if isinstance(dim, int):
            if extent != dim:
                raise ArgumentError(f"{what}: {p.name} is {layout}; it is declared {p}")
        elif result.extents.setdefault(dim, extent) != extent:
            _raise_extents(p, dim, extent, layouts, result, binders, what)
        else:
            binders.setdefault(f"extent {dim}", p)


def _raise_extents(
    p: Parameter,
    dim: str,
    extent: int,
    layouts: Mapping[str, Layout],
    result: Match,
    binders: dict[str, Parameter],
    what: str,
) -> None:
    other = binders.get(f"extent {dim}", p)
    beside = "" if other is p else f", {other.name} is {layouts[other.name]}"
    declared = f"{p}" if other is p else f"{other} and {p}"
    raise ArgumentError(
        f"{what}: {p.name} is {layouts[p.name]}{beside}; they are declared {declared}, "
        f"so {dim} is both {result.extents[dim]} and {extent}"
    )


def outputs_of(
    signature: Signature, found: Match, what: str
) -> dict[str, tuple[tuple[int, ...], np.dtype[np.generic]]]:
    """Returns the shape and dtype of every `out` parameter, which other arrays determine.

    Raises:
        SignatureError: if they do not determine one.
    """
    outputs: dict[str, tuple[tuple[int, ...], np.dtype[np.generic]]] = {}
    for p in signature.arrays:
        if p.mode != "out":
            continue
        free = [d for d in p.dims or () if isinstance(d, str) and d not in found.extents]
        if p.ellipsis and found.shape is None:
            free.append(ELLIPSIS)
        if p.dtype in signature.types and p.dtype not in found.types:
            free.append(p.dtype)
        if free:
            raise SignatureError(
                f"{what}: no input determines {' and '.join(free)} of {p}; "
                "allocate it yourself and launch the kernel on a stream"
            )
        dims = (found.shape or ()) if p.ellipsis else (p.dims or ())
        shape = tuple(d if isinstance(d, int) else found.extents[d] for d in dims)
        outputs[p.name] = shape, signature.dtype_of(p, found.types).numpy
    return outputs


def lay_out(
    signature: Signature,
    layouts: Sequence[Layout],
    shape: tuple[int, ...] | None,
    *,
    strided: bool,
    what: str,
    name: str,
) -> Views:
    """Coalesces the `[...]` arrays and decides the strides of all arrays.

    C-contiguous arrays get the strides of a dense array, so that a kernel may trust them. NumPy
    may keep other strides for dimensions of extent 1.

    Args:
        signature: the kernel's.
        layouts: the layouts of the array parameters, in order; they match the signature.
        shape: the shape of the `[...]` arrays, or None.
        strided: whether the kernel takes arrays that are not C-contiguous.
        what: begins error messages.
        name: the kernel's.

    Raises:
        ArgumentError: for strides that the kernel cannot take.
    """
    parameters = signature.arrays
    for p, layout in zip(parameters, layouts, strict=True):
        if not layout.contiguous:
            _check_strides(p, layout, strided, what, name)
    strides = [
        dense_strides(layout.shape, layout.itemsize) if layout.contiguous else layout.strides
        for layout in layouts
    ]
    if shape is None:
        return Views(0, (), tuple(strides))
    joint = [i for i, p in enumerate(parameters) if p.ellipsis]
    collapsed, coalesced = coalesce(
        shape, [strides[i] for i in joint], [layouts[i].itemsize for i in joint]
    )
    for i, view in zip(joint, coalesced, strict=True):
        strides[i] = view
    return Views(len(collapsed), collapsed, tuple(strides))


def _check_strides(p: Parameter, layout: Layout, strided: bool, what: str, name: str) -> None:
    if not strided:
        raise ArgumentError(
            f"{what}: {p.name} is {layout} with strides {layout.strides}; "
            f"{name} takes C-contiguous arrays only, copy it first"
        )
    for extent, stride in zip(layout.shape, layout.strides, strict=True):
        if extent == 1:
            continue
        if stride % layout.itemsize:
            raise ArgumentError(
                f"{what}: {p.name} is {layout} with strides {layout.strides}; "
                f"strides are multiples of the element size, {layout.itemsize}"
            )
        if stride == 0 and p.writes:
            raise ArgumentError(
                f"{what}: {p.name} is {layout} with strides {layout.strides}; "
                "a kernel cannot write an array whose elements share memory"
            )


def coalesce(
    shape: tuple[int, ...], strides: Sequence[tuple[int, ...]], itemsizes: Sequence[int]
) -> tuple[tuple[int, ...], list[tuple[int, ...]]]:
    """Merges dimensions as far as all the arrays can still be walked in C order.

    It drops extents of 1, and merges neighbours where every array allows that, as NumPy's nditer
    does with order C. The order of the elements stays, and a kernel may rely on it.

    Args:
        shape: the shape of all the arrays.
        strides: the byte strides of each array.
        itemsizes: the element size of each array.

    Returns:
        The collapsed extents, one at least, and the byte strides of each array over them.
    """
    if 0 in shape:
        return (0,), [(itemsize,) for itemsize in itemsizes]
    extents: list[int] = []
    steps: list[list[int]] = [[] for _ in strides]
    for axis, extent in enumerate(shape):
        if extent == 1:
            continue
        inner = [view[axis] for view in strides]
        if extents and all(s[-1] == extent * i for s, i in zip(steps, inner, strict=True)):
            extents[-1] *= extent
            for s, i in zip(steps, inner, strict=True):
                s[-1] = i
        else:
            extents.append(extent)
            for s, i in zip(steps, inner, strict=True):
                s.append(i)
    if not extents:
        return (1,), [(itemsize,) for itemsize in itemsizes]
    return tuple(extents), [tuple(s) for s in steps]
