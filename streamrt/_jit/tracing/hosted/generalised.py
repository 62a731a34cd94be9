"""Generalised ufuncs, such as those of numpy.linalg, whose operands are vectors and matrices.

NumPy itself says which shapes the results have, in a call over no matrices at all. Core axes are
moved to the end before the call of the host, and back to their places behind it.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any, TypeAlias

import numpy as np

from streamrt._compile.signatures.dtypes import DType
from streamrt._ir.program import Shape, Value
from streamrt._jit.tracing.hosted.results import finished, named_place
from streamrt._jit.tracing.operands import (
    Operand,
    asked_dtype,
    common_shape,
    number_of,
    operand_of,
    shown,
)
from streamrt._jit.tracing.promotion import named, resolve
from streamrt._jit.tracing.recording import Recording, is_any, tuple_of
from streamrt._jit.tracing.rules.shaping import moveaxis
from streamrt._jit.tracing.ufunc_calls import apply

__all__ = ["call_generalised"]

Axes: TypeAlias = tuple[int, ...]


def call_generalised(
    recording: Recording, ufunc: np.ufunc, things: Sequence[Any], options: dict[str, Any]
) -> Any:
    """Returns the results of a generalised ufunc, such as those of numpy.linalg.

    Raises:
        TraceError: NumPy refuses the call, or no program has it.
    """
    what = f"{named(ufunc)}"
    place, builder = named_place(recording, ufunc, what), recording.begin()
    options = dict(options)
    out = options.pop("out", None)
    axes = _axes_asked(recording, ufunc, options)
    signature = _signature_asked(recording, ufunc, options)
    casting = options.pop("casting", "same_kind")
    for ignored in ("order", "subok"):
        options.pop(ignored, None)
    if options:
        raise recording.error(f"{what}({next(iter(options))}=...): leave it out")
    found = [operand_of(recording, thing)[:2] for thing in things]
    resolved = resolve(ufunc, tuple([key for _, key in found]), signature)
    if resolved.refusal:
        raise recording.type_error(resolved.refusal)
    given = list[Value]()
    for (operand, _), wanted in zip(found, resolved.inputs, strict=True):
        given.append(_cast(recording, what, operand, wanted, casting))
    if axes is not None:
        given = [
            _moved(recording, value, each, behind=True)
            for value, each in zip(given, axes, strict=False)
        ]
    shapes = _shapes(recording, ufunc, given)
    made = apply(builder, place, (resolved.inputs, resolved.outputs), given, shapes)
    if axes is not None:
        made = [
            _moved(recording, value, each, behind=False)
            for value, each in zip(made, axes[ufunc.nin :], strict=True)
        ]
    return finished(recording, made, out, what)


def _cores(ufunc: np.ufunc) -> list[list[str]]:
    """Returns the core dimensions of each operand and each result."""
    text = str(ufunc.signature).replace(" ", "")
    return [[name for name in part.split(",") if name] for part in re.findall(r"\((.*?)\)", text)]


def _cast(recording: Recording, what: str, operand: Operand, wanted: DType, casting: Any) -> Value:
    if not isinstance(operand, Value):
        return number_of(recording, operand, wanted)
    if not np.can_cast(operand.dtype.numpy, wanted.numpy, casting):
        raise recording.type_error(
            f"{what} of {recording.origin(operand)}: NumPy does not cast it to {wanted.numpy} with "
            f"casting={casting!r}"
        )
    return recording.cast(operand, wanted)


def _signature_asked(
    recording: Recording, ufunc: np.ufunc, options: dict[str, Any]
) -> DType | tuple[Any, ...] | None:
    """Returns the dtypes that `dtype=` or `signature=` asks for."""
    dtype, asked = options.pop("dtype", None), options.pop("signature", None)
    if dtype is not None:
        return asked_dtype(recording, dtype)
    if asked is None:
        return None
    parts = asked.replace("->", "") if isinstance(asked, str) else asked
    if not is_any(parts, str, tuple) or len(parts) != ufunc.nin + ufunc.nout:
        raise recording.type_error(
            f"{named(ufunc)}(signature={shown(asked)}): give one dtype for each operand and "
            "each result"
        )
    return tuple([None if each is None else np.dtype(each) for each in parts])


def _axes_asked(
    recording: Recording, ufunc: np.ufunc, options: dict[str, Any]
) -> list[Axes] | None:
    """Returns the core axes of each operand and result, as `axes=` or `axis=` gives them."""
    axes, axis = options.pop("axes", None), options.pop("axis", None)
    keeps = bool(options.pop("keepdims", False))
    if axes is None and axis is None and not keeps:
        return None
    cores, what = _cores(ufunc), f"{named(ufunc)}"
    if keeps or "?" in str(ufunc.signature):
        raise recording.error(
            f"{what} with axes or keepdims: this ufunc can be traced on its last axes only; move "
            "axes with np.moveaxis, and add some with np.expand_dims"
        )
    if axes is None:
        axes = [(axis if axis is not None else -1,) * len(core) for core in cores]
    if is_any(axes, list) and len(axes) == ufunc.nin and not any(cores[ufunc.nin :]):
        axes = [*axes, *[()] * ufunc.nout]
    found = [tuple_of(each) for each in axes] if is_any(axes, list) else []
    if [len(each) for each in found] != [len(core) for core in cores]:
        raise recording.value_error(f"{what}(axes={shown(axes)}): it has core axes {cores}")
    return found


def _moved(recording: Recording, value: Value, axes: Axes, *, behind: bool) -> Value:
    """Returns a value whose core axes are the last ones, or go from there to their places."""
    last = tuple(range(-len(axes), 0))
    if not axes or axes == last:
        return value
    ways = (axes, last) if behind else (last, axes)
    return moveaxis(recording, recording.kind(recording, value), *ways).read()


def _shapes(recording: Recording, ufunc: np.ufunc, given: Sequence[Value]) -> list[Shape]:
    """Returns the shapes of the results: those of a call over no elements, and what is around.

    Raises:
        TraceValueError: the operands do not fit.
    """
    loops = list[Shape]()
    arrays = list[np.ndarray[Any, Any]]()
    what = f"{named(ufunc)}"
    for value, core in zip(given, _cores(ufunc), strict=False):
        at = len(value.shape) - len(core)
        if at >= 0:
            loops.append(value.shape[:at])
            arrays.append(np.empty((0, *value.shape[at:]), value.dtype.numpy))
        else:  # NumPy refuses it, or such axes may be absent
            arrays.append(np.ones(value.shape, value.dtype.numpy))
    try:
        with np.errstate(all="ignore"):
            results = tuple_of(ufunc(*arrays))
    except ValueError as error:
        raise recording.value_error(f"{what} of {', '.join(map(str, given))}: {error}") from None
    around = common_shape(recording, what, loops or [()])
    shapes = [(*around, *one.shape[1 if loops else 0 :]) for one in results]
    for shape in shapes:
        recording.check_shape(shape)
    return shapes
