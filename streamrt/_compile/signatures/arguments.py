"""The slow path of a launch: says precisely what is wrong with its arguments.

The fast path is the kernel's generated `bind`, which checks nothing. A wrong argument shows there
as a TypeError or AttributeError, as a layout without a plan, or as a value that does not pack.
Then the runtime calls the functions of this file.
"""

from __future__ import annotations

import operator
from collections.abc import Mapping, Sequence
from typing import SupportsFloat, SupportsIndex, cast

import numpy as np

from streamrt._compile.signatures.dtypes import DType
from streamrt._compile.signatures.layout import DELETED, Layout
from streamrt._compile.signatures.signature import Parameter, Signature
from streamrt._core.values import shown
from streamrt.errors import ArgumentError, ArgumentTypeError, DeletedBufferError

__all__ = ["by_name", "check_layouts", "check_scalars", "layouts_of", "spell_type"]

_F32_MAX = 3.4028235677973366e38
"""The least double that rounds to an infinite float32: half a step above the greatest one."""

_ENDS = {"f32": "3.4028235e38", "f64": "1.7976931e308"}


def spell_type(value: object) -> str:
    """Returns the name of a value's type, with its module unless that is `builtins`."""
    kind = type(value)
    if kind.__module__ == "builtins":
        return kind.__qualname__
    return f"{kind.__module__}.{kind.__qualname__}"


def by_name(
    signature: Signature,
    args: Sequence[object],
    keywords: Mapping[str, object],
    what: str,
    name: str,
) -> dict[str, object]:
    """Returns the arguments of a launch by the names of their parameters.

    Args:
        signature: the kernel's.
        args: positional arguments of the launch.
        keywords: keyword arguments of the launch.
        what: begins error messages, such as `launch axpy on cpu:0/s1`.
        name: the kernel's.

    Raises:
        ArgumentTypeError: for an argument missing, given twice or unknown.
    """
    takes = f"{name} takes {', '.join(signature.names)}"
    parameters = signature.names
    if len(args) > len(parameters):
        raise ArgumentTypeError(f"{what}: {len(args)} positional arguments; {takes}")
    given = dict(zip(parameters, args, strict=False))
    for keyword, value in keywords.items():
        if keyword not in parameters:
            raise ArgumentTypeError(f"{what}: unexpected keyword {keyword}; {takes}")
        if keyword in given:
            raise ArgumentTypeError(
                f"{what}: {keyword} is given by position and by keyword; {takes}"
            )
        given[keyword] = value
    if len(given) < len(parameters):
        missing = [parameter for parameter in parameters if parameter not in given]
        raise ArgumentTypeError(f"{what}: {', '.join(missing)} missing; {takes}")
    return given


def layouts_of(
    signature: Signature, given: Mapping[str, object], device: object, what: str
) -> list[Layout]:
    """Returns the layouts of the arrays among the arguments, in the order of the signature.

    Raises:
        ArgumentTypeError: for an argument that is no buffer.
        ArgumentError: for one on another device than the stream's.
        DeletedBufferError: for one that was deleted or donated.
    """
    return [_layout(p, given[p.name], device, what) for p in signature.arrays]


def _layout(p: Parameter, value: object, device: object, what: str) -> Layout:
    layout = getattr(value, "_layout", None)
    if not isinstance(layout, Layout):
        remedy = "which Runtime.put makes from an array by copying, Runtime.wrap by sharing"
        if hasattr(getattr(value, "buffer", None), "_layout"):
            remedy = "which is its attribute `buffer`"
        elif hasattr(value, "__await__"):
            remedy = "so await it first, and pass its result"
        raise ArgumentTypeError(
            f"{what}: {p.name} is of type {spell_type(value)}; {p} takes a Buffer, {remedy}"
        )
    if layout is DELETED:
        raise DeletedBufferError(
            f"{what}: {p.name} was deleted or donated; pass a buffer that is alive"
        )
    if layout.device is not device:
        is_near = getattr(layout.device, "engine", None) is getattr(device, "engine", None)
        remedy = f"; copy it with {p.name}.to({str(device)!r})"
        if not is_near:
            remedy = " of another runtime; fetch it there and put it here"
        raise ArgumentError(f"{what}: {p.name} is on {layout.device}{remedy}")
    return layout


def check_scalars(
    signature: Signature, given: Mapping[str, object], types: Mapping[str, str], what: str
) -> None:
    """Raises the first thing wrong with the scalars among the arguments.

    Raises:
        ArgumentTypeError: for a wrong type.
        ArgumentError: for a scalar out of range.
    """
    for p in signature.scalars:
        _check_scalar(p, signature.dtype_of(p, types), given[p.name], what)


def _check_scalar(p: Parameter, dtype: DType, value: object, what: str) -> None:
    if dtype.kind == "f":
        _check_float(p, dtype, value, what)
        return
    number = _index(p, dtype, value, what)
    least, greatest = dtype.bounds
    if not least <= number <= greatest:
        raise ArgumentError(
            f"{what}: {p.name} is {number}; {dtype.name} holds {least} to {greatest}"
        )


def _index(p: Parameter, dtype: DType, value: object, what: str) -> int:
    if isinstance(value, np.bool_):  # has no `__index__`
        return 1 if value else 0
    try:
        return operator.index(cast("SupportsIndex", value))
    except TypeError as error:
        wanted = "a bool" if dtype.kind == "b" else "an integer"
        raise ArgumentTypeError(
            f"{what}: {p.name} is of type {spell_type(value)}; "
            f"a scalar of {dtype.name} takes {wanted}"
        ) from error


def _check_float(p: Parameter, dtype: DType, value: object, what: str) -> None:
    if not isinstance(value, (SupportsFloat, SupportsIndex)):
        raise ArgumentTypeError(
            f"{what}: {p.name} is of type {spell_type(value)}; "
            f"a scalar of {dtype.name} takes a float"
        )
    try:
        number = float(value)
    except (TypeError, ValueError) as error:
        raise ArgumentTypeError(
            f"{what}: {p.name}, of type {spell_type(value)}, is no float: {error}; "
            f"a scalar of {dtype.name} takes a float"
        ) from error
    except OverflowError as error:  # an integer
        raise ArgumentError(
            f"{what}: {p.name} is an integer too great; {dtype.name} ends at {_ENDS[dtype.name]}"
        ) from error
    if dtype.name == "f32" and _F32_MAX <= abs(number) < float("inf"):
        raise ArgumentError(f"{what}: {p.name} is {number}; f32 ends at {_ENDS['f32']}")


def check_layouts(layouts: object, names: Sequence[object], what: str) -> None:
    """Refuses anything except one layout for each name."""
    if not isinstance(layouts, Sequence) or isinstance(layouts, str):
        raise ArgumentTypeError(f"{what}: layouts is {shown(layouts)}; pass a sequence of them")
    given = cast("Sequence[object]", layouts)
    for layout in given:
        if not isinstance(layout, Layout):
            raise ArgumentTypeError(f"{what}: found {shown(layout)}; pass layouts of arrays")
    if len(given) != len(names):
        raise ArgumentTypeError(
            f"{what}: {len(given)} layouts; pass one for each of {', '.join(map(str, names))}"
        )
