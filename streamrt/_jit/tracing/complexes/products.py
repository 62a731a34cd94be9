"""Products of complex arrays: four products of parts, or two if one operand is real."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any, TypeAlias

import numpy as np

from streamrt._jit.tracing.complexes.pairs import is_complex, pair_of, paired, promoted, refuse
from streamrt._jit.tracing.recording import Recording

__all__ = [
    "correlate_",
    "einsum_",
    "outer_",
    "product_",
    "vdot_",
]

Function: TypeAlias = Callable[..., Any]

_np: Any = np
"""NumPy, of which type checkers do not know that it takes tracers."""


def product_(function: Any, *, is_conjugated: bool = False) -> Function:
    """Returns the rule of a function that is linear in each of two arrays."""

    def rule(recording: Recording, left: Any, right: Any, *args: Any, **options: Any) -> Any:
        if options.get("out") is not None:
            refuse(recording, f"np.{function.__name__}", [left, right], "it takes no out= here")
        pairs = promoted(recording, [left, right])
        (a, b), (c, d) = ((pair._re, pair._im) for pair in pairs)
        is_real = [not is_complex(recording, each) for each in (left, right)]
        if is_conjugated and not is_real[0]:
            b = -b

        def of(x: Any, y: Any) -> Any:
            return function(x, y, *args, **options)

        if is_real[1]:
            return paired(recording, of(a, c), of(b, c))
        if is_real[0]:
            return paired(recording, of(a, c), of(a, d))
        return paired(recording, of(a, c) - of(b, d), of(a, d) + of(b, c))

    return rule


def outer_(recording: Recording, a: Any, b: Any, out: Any = None) -> Any:
    """Returns np.outer."""
    if out is not None:
        refuse(recording, "np.outer", [a, b], "it takes no out= here")
    one, two = promoted(recording, [a, b])
    return _np.reshape(one, (-1, 1)) * _np.reshape(two, -1)


def correlate_(recording: Recording, a: Any, v: Any, mode: Any = "valid") -> Any:
    """Returns np.correlate, which conjugates its second array."""
    return product_(np.correlate)(recording, a, _np.conjugate(v), mode)


def vdot_(recording: Recording, a: Any, b: Any) -> Any:
    """Returns np.vdot."""
    one, two = promoted(recording, [a, b])
    return _np.dot(_np.conjugate(_np.reshape(one, -1)), _np.reshape(two, -1))


def einsum_(recording: Recording, subscripts: Any, *operands: Any, **options: Any) -> Any:
    """Returns np.einsum of one or two arrays."""
    options.pop("optimize", None)
    if not isinstance(subscripts, str) or len(operands) not in (1, 2) or options:
        advice = "write it with a text, and with one or two arrays at once"
        refuse(recording, "np.einsum", operands, advice)
    if len(operands) == 1:
        pair = pair_of(recording, operands[0])
        return paired(recording, *[_np.einsum(subscripts, x) for x in (pair._re, pair._im)])
    return product_(partial(_einsum_of, subscripts))(recording, *operands)


def _einsum_of(subscripts: str, left: Any, right: Any) -> Any:
    return _np.einsum(subscripts, left, right)
