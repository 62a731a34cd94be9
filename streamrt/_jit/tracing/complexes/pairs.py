"""Pairs: complex arrays as real and imaginary parts, their promotion, and writes to them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NoReturn

import numpy as np

from streamrt._compile.signatures.dtypes import DTYPES, DType
from streamrt._jit.tracing.cells import Cell, Pair
from streamrt._jit.tracing.elementwise import store
from streamrt._jit.tracing.operands import array_of, cell_of, operand_of, shown
from streamrt._jit.tracing.recording import ComplexError, Recording, is_any
from streamrt.errors import TraceError

__all__ = [
    "as_pair",
    "both",
    "cast",
    "complex_dtype",
    "dtype_of_parts",
    "is_complex",
    "key_of",
    "listed",
    "pair_of",
    "paired",
    "part_of",
    "promoted",
    "refuse",
    "seen",
    "stored",
]

_OF_PARTS: dict[str, np.dtype[Any]] = {"f32": np.dtype("c8"), "f64": np.dtype("c16")}
_PARTS = {dtype: DTYPES[name] for name, dtype in _OF_PARTS.items()}


def paired(recording: Recording, re: Any, im: Any) -> Any:
    """Returns the pair of two cells."""
    return recording.kind.pair(recording, re, im)


def both(recording: Recording, re: Any, im: Any) -> Any:
    """Returns the pairs of two cells, or of two lists of cells."""
    if is_any(re, tuple, list):
        return type(re)([paired(recording, *each) for each in zip(re, im, strict=True)])
    return paired(recording, re, im)


def seen(part: Cell) -> Cell:
    """Returns a part as code sees it: a view, whose elements are not side by side in NumPy."""
    view = part.viewed()
    view._weak = part._weak
    return view


def complex_dtype(pair: Pair) -> np.dtype[Any]:
    """Returns the dtype of a complex array."""
    return _OF_PARTS[pair._re.read().dtype.name]


def dtype_of_parts(recording: Recording, thing: Any) -> DType:
    """Returns the dtype of the parts of a complex dtype.

    Raises:
        TraceTypeError: it is none that pairs have.
    """
    if is_any(thing, type) and np.dtype in thing.__mro__:  # as np.dtypes.Complex64DType
        thing = thing()
    try:
        asked = np.dtype(thing).newbyteorder("=")
    except TypeError as error:
        raise recording.type_error(f"dtype {shown(thing)}: {error}") from None
    found = _PARTS.get(asked)
    if found is None:
        raise recording.type_error(
            f"dtype {asked} for complex numbers: it is complex64 or complex128; for others, write "
            ".real"
        )
    return found


def refuse(
    recording: Recording,
    what: str,
    things: Sequence[Any],
    advice: str,
    kind: type[TraceError] = TraceError,
) -> NoReturn:
    """Raises the error for what traces do not do with complex arrays."""
    found = next((f" of {each._origin()}" for each in things if isinstance(each, Pair)), "")
    raise kind(recording.text(f"{what}{found}: {advice}"))


# -- making pairs --------------------------------------------------------------------------------


def key_of(recording: Recording, thing: Any) -> Any:
    """Returns the key of a thing in promotion: its dtype, or a Python number, which yields."""
    if isinstance(thing, Pair):
        return 1j if thing._re._weak is not None else complex_dtype(thing)
    if isinstance(thing, Cell):
        return thing._weak(1) if thing._weak is not None else thing.read().dtype.numpy
    if is_any(thing, np.ndarray, np.generic):
        return thing.dtype
    if is_any(thing, complex, bool, int, float):
        return thing
    if is_any(thing, list, tuple):
        return key_of(recording, listed(recording, thing))
    return cell_of(recording, thing).read().dtype.numpy


def promoted(
    recording: Recording, things: Sequence[Any], dtype: Any = None, *, yields: bool = True
) -> list[Any]:
    """Returns things as pairs of one dtype, which NumPy's promotion gives.

    Python numbers among them yield to the dtypes of the others, if so asked.
    """
    keys = [key_of(recording, thing) for thing in things]
    keys = keys if yields else [np.result_type(key) for key in keys]
    wanted = np.result_type(*keys, 1j) if dtype is None else dtype
    parts = dtype_of_parts(recording, wanted)
    return [as_pair(recording, thing, parts) for thing in things]


def as_pair(recording: Recording, thing: Any, parts: DType) -> Any:
    """Returns a thing as a pair with parts of that dtype; a pair that fits is returned as it is."""
    if isinstance(thing, Pair):
        for part in (thing._re, thing._im):
            operand_of(recording, part)  # which refuses one of another trace
        if thing._re._weak is None and thing._re.read().dtype is parts:
            return thing
        return paired(recording, *[_cast(recording, x, parts) for x in (thing._re, thing._im)])
    if is_any(thing, list, tuple):
        return as_pair(recording, listed(recording, thing), parts)
    if is_any(thing, complex) or (
        is_any(thing, np.ndarray, np.generic) and thing.dtype.kind == "c"
    ):
        array: Any = np.asarray(thing)
        re, im = (recording.constant(part) for part in (array.real, array.imag))
        made = [recording.cast(part, parts) for part in (re, im)]
        return paired(recording, *[recording.kind(recording, part) for part in made])
    cell = _cast(recording, cell_of(recording, thing), parts)
    zero = recording.builder.full(0, parts.name, cell.read().shape)
    return paired(recording, cell, recording.kind(recording, zero, cell._is_dense))


def listed(recording: Recording, things: Sequence[Any]) -> Any:
    """Returns nested sequences as an array: a pair, a cell or an array of NumPy's."""
    try:
        return array_of(recording, things)
    except ComplexError:
        re, im = (_of_parts(things, name) for name in ("real", "imag"))
        dtype = np.result_type(*[key_of(recording, listed(recording, x)) for x in (re, im)], 1j)
        parts = dtype_of_parts(recording, dtype)
        cells = [cell_of(recording, array_of(recording, x)) for x in (re, im)]
        return paired(recording, *[_cast(recording, cell, parts) for cell in cells])


def _of_parts(thing: Any, name: str) -> Any:
    """Returns nested sequences of parts."""
    if is_any(thing, list, tuple):
        return [_of_parts(each, name) for each in thing]
    return getattr(thing, name)


def _cast(recording: Recording, cell: Cell, parts: DType) -> Cell:
    return recording.kind(recording, recording.cast(cell.read(), parts), cell._is_dense)


def cast(recording: Recording, thing: Any, dtype: Any, *, is_array: bool = False) -> Any:
    """Returns a copy of an array in a complex dtype."""
    recording.begin()
    pair = as_pair(recording, thing, dtype_of_parts(recording, dtype))
    new = [recording.kind(recording, x.read(), x._is_dense) for x in (pair._re, pair._im)]
    first = thing._re if isinstance(thing, Pair) else thing
    if is_array or (isinstance(first, Cell) and first.is_array):
        new = [x.as_array() for x in new]
    return paired(recording, *new)


def pair_of(recording: Recording, thing: Any) -> Any:
    """Returns a thing as a complex array, also if it was a number."""
    return promoted(recording, [thing])[0]


def part_of(thing: Any, name: str) -> Any:
    """Returns an argument with a part in place of each complex array."""
    if isinstance(thing, Pair):
        return getattr(thing, name)
    return thing


def is_complex(recording: Recording, thing: Any) -> bool:
    """Returns whether a thing is complex in promotion."""
    return np.result_type(key_of(recording, thing)).kind == "c"


# -- writing -------------------------------------------------------------------------------------


def stored(recording: Recording, out: Any, made: Any, what: str) -> Any:
    """Writes a result into a real or complex array, as `out=` and `+=` do; returns that array.

    Raises:
        TraceError: the array is not the trace's own, or does not fit.
    """
    if isinstance(made, Pair) and isinstance(out, Cell):
        raise recording.type_error(
            f"{what}: NumPy does not cast {complex_dtype(made)} to {out.read().dtype.numpy} in "
            "place"
        )
    if not isinstance(out, Pair):
        result: Any = made
        return store(recording, out, result, what)
    source = as_pair(recording, made, out._re.read().dtype)
    new = [recording.kind(recording, part.read()) for part in (source._re, source._im)]
    store(recording, out._re, new[0], what)
    store(recording, out._im, new[1], what)
    return out
