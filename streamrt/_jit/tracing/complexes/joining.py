"""Functions of NumPy that join complex arrays, or choose from them."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, TypeAlias

import numpy as np

from streamrt._jit.tracing.cells import Pair
from streamrt._jit.tracing.complexes.pairs import (
    is_complex,
    pair_of,
    paired,
    part_of,
    promoted,
    refuse,
)
from streamrt._jit.tracing.operands import cell_of
from streamrt._jit.tracing.recording import Recording, is_any

__all__ = [
    "apart_",
    "append_",
    "block_",
    "joining_",
    "linspace_",
    "pad_",
    "where_",
]

Function: TypeAlias = Callable[..., Any]

_np: Any = np
"""NumPy, of which type checkers do not know that it takes tracers."""


def joining_(function: Any) -> Function:
    """Returns the rule of a function that joins a list of arrays."""

    def rule(recording: Recording, things: Any, *args: Any, **options: Any) -> Any:
        dtype = options.pop("dtype", None)
        pairs = promoted(recording, list(things), dtype, yields=False)
        re, im = ([part_of(pair, name) for pair in pairs] for name in ("_re", "_im"))
        return paired(recording, function(re, *args, **options), function(im, *args, **options))

    return rule


def append_(recording: Recording, thing: Any, values: Any, axis: Any = None) -> Any:
    """Returns np.append."""
    pairs = promoted(recording, [thing, values], yields=False)
    re, im = (
        _np.append(*[part_of(pair, name) for pair in pairs], axis=axis) for name in ("_re", "_im")
    )
    return paired(recording, re, im)


def pad_(
    recording: Recording, array: Any, pad_width: Any, mode: Any = "constant", **options: Any
) -> Any:
    """Returns np.pad."""
    pair = pair_of(recording, array)
    fill: Any = np.asarray(options.pop("constant_values", 0))
    found: list[Any] = []
    for part, values in ((pair._re, fill.real), (pair._im, fill.imag)):
        more: dict[str, Any] = {"constant_values": values.tolist()} if mode == "constant" else {}
        found.append(_np.pad(part, pad_width, mode, **more, **options))
    return paired(recording, *found)


def block_(recording: Recording, arrays: Any) -> Any:
    """Returns np.block: nested lists of arrays, joined along the last axes."""
    leaves: list[Any] = []
    _collect(arrays, leaves)
    pairs = promoted(recording, leaves, yields=False)
    re, im = (
        _np.block(_rebuilt(arrays, iter([part_of(pair, name) for pair in pairs])))
        for name in ("_re", "_im")
    )
    return paired(recording, re, im)


def _collect(arrays: Any, leaves: list[Any]) -> None:
    if not is_any(arrays, list):
        leaves.append(arrays)
        return
    for each in arrays:
        _collect(each, leaves)


def _rebuilt(arrays: Any, leaves: Iterator[Any]) -> Any:
    if not is_any(arrays, list):
        return next(leaves)
    return [_rebuilt(each, leaves) for each in arrays]


def apart_(function: Any) -> Function:
    """Returns the rule of a function of arrays that gives one for each, of the same dtype."""

    def rule(recording: Recording, *things: Any, **options: Any) -> Any:
        are = [is_complex(recording, thing) for thing in things]
        given = [
            pair_of(recording, thing) if each else thing
            for each, thing in zip(are, things, strict=True)
        ]
        cells = [function(*[part_of(x, name) for x in given], **options) for name in ("_re", "_im")]
        found = [
            paired(recording, re, im) if each else re
            for each, re, im in zip(are, *cells, strict=True)
        ]
        return type(cells[0])(found)

    return rule


def where_(recording: Recording, condition: Any, x: Any = None, y: Any = None) -> Any:
    """Returns np.where with two arrays."""
    if isinstance(condition, Pair):
        condition = _np.not_equal(condition, 0)
    if x is None or y is None:
        refuse(recording, "np.where", [condition], "give it two arrays beside the condition")
    one, two = promoted(recording, [x, y])
    test = cell_of(recording, condition)
    re, im = (_np.where(test, part_of(one, name), part_of(two, name)) for name in ("_re", "_im"))
    return paired(recording, re, im)


def linspace_(
    recording: Recording, start: Any, stop: Any, *args: Any, dtype: Any = None, **options: Any
) -> Any:
    """Returns np.linspace."""
    if options.get("retstep"):
        refuse(recording, "np.linspace", [start, stop], "it returns no step here")
    pairs = promoted(recording, [start, stop], dtype)
    re, im = (
        _np.linspace(*[part_of(pair, name) for pair in pairs], *args, **options)
        for name in ("_re", "_im")
    )
    return paired(recording, re, im)
