"""Views: arrays that share the memory of another one, and what indexes read and write."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from streamrt._compile.signatures.layout import Layout
from streamrt._compile.signatures.views import basic_index, view_of
from streamrt._core.values import shown, told
from streamrt._jit.calling.default_runtime import put_on
from streamrt._jit.calling.inputs import class_of
from streamrt._jit.calling.results import frame_of_user
from streamrt._jit.tracing.recording import is_any
from streamrt._jit.tracing.tracer import Tracer
from streamrt._jit.wrapped_arrays import Wrapped
from streamrt._runtime.buffer import Buffer
from streamrt._runtime.inner import alive, has_memory_of, layout_of, run_on, view_at
from streamrt._runtime.transfers import Copy, Fill
from streamrt.array_api import _host
from streamrt.array_api._native import native
from streamrt.array_api._public import public
from streamrt.errors import ArgumentError, ArgumentIndexError, ArgumentTypeError

__all__ = ["copied", "get", "overwrite", "put", "view"]

NUMBERS = (bool, int, float, complex, np.generic)


@public
def view(x: Any, take: Callable[[np.ndarray[Any, Any]], Any], what: str) -> Any:
    """Returns a view of an array.

    Args:
        x: the array.
        take: makes the view of a NumPy array of the same shape and strides.
        what: begins messages.

    Raises:
        ArgumentIndexError: an index, or an axis, is out of range.
        ArgumentTypeError: as NumPy's TypeError.
        ArgumentError: as NumPy's ValueError; also if the memory cannot be shared.
    """
    buffer: Buffer = x.buffer
    layout = alive(buffer, what)
    try:
        return type(x)(view_at(buffer, *view_of(layout, take)))
    except IndexError as error:
        raise ArgumentIndexError(f"{what}: {error}") from None
    except TypeError as error:
        raise ArgumentTypeError(f"{what}: {error}") from None
    except (ValueError, OverflowError) as error:
        raise ArgumentError(f"{what}: {error}") from None


def view_or_trace(x: Any, take: Callable[[Any], Any], what: str) -> Any:
    """Returns a view of an array; of a tracer, what NumPy makes of it."""
    return take(x) if isinstance(x, Tracer) else view(x, take, what)


@native()
def copied(x: Any, /) -> Any:
    """Returns a copy, which lies in C order without gaps."""
    return np.copy(x)


@native(static=("shape", "dtype"))
def fitted(x: Any, shape: Any, dtype: Any) -> Any:
    """Returns the elements in another dtype, broadcast to a shape."""
    return np.broadcast_to(x.astype(dtype), shape).copy()


# -- reading --------------------------------------------------------------------------------------


@public
def get(x: Any, key: Any) -> Any:
    """Returns `x[key]`: a view for integers and slices, else a copy."""
    if _is_basic(key):
        return view(x, lambda shadow: shadow[basic_index(key)], f"index {told(x)}")
    parts = _parts(key)
    what = f"index {told(x)}"
    for part in parts:
        _check_part(part, what)
    if any(_is_mask(part) for part in parts):
        return _host.compute_now(_pick, what, [x, *parts], class_of(x))
    shape = _shape_of(x, parts, what)
    results = [(shape, x.buffer.dtype)]
    (found,) = _host.call(_pick, "getitem", [x, *parts], results, class_of(x))
    return found


def _pick(x: np.ndarray[Any, Any], *key: Any) -> Any:
    return x[key]


def _parts(key: Any) -> tuple[Any, ...]:
    return tuple(key) if is_any(key, tuple) else (key,)


def _is_basic(key: Any) -> bool:
    arrays = Wrapped, np.ndarray, list, bool, np.bool_
    return not any(is_any(part, *arrays) for part in _parts(key))


def _is_mask(part: Any) -> bool:
    if is_any(part, bool, np.bool_):
        return True
    if isinstance(part, Wrapped):
        return part.buffer.dtype.kind == "b"
    return is_any(part, np.ndarray) and part.dtype.kind == "b"


def _check_part(part: Any, what: str) -> None:
    """Raises ArgumentIndexError if one part of a key is nothing that indexes."""
    is_array = is_any(part, Wrapped, np.ndarray)
    dtype = part.buffer.dtype if isinstance(part, Wrapped) else getattr(part, "dtype", None)
    if is_any(part, list) or (is_array and dtype is not None and dtype.kind not in "biu"):
        raise ArgumentIndexError(
            f"{what}: found {shown(part)}; pass integers, slices, None, `...`, and arrays of "
            "integers or bools"
        )


def _shape_of(x: Any, parts: tuple[Any, ...], what: str) -> tuple[int, ...]:
    """Returns the shape of what arrays of integers pick."""
    shadow = np.broadcast_to(np.zeros((), "i1"), x.buffer.shape)
    stand_ins = [
        np.zeros(part.buffer.shape, np.int64) if isinstance(part, Wrapped) else part
        for part in parts
    ]
    try:
        found: tuple[int, ...] = shadow[tuple(stand_ins)].shape
        return found
    except (IndexError, ValueError, TypeError) as error:
        raise ArgumentIndexError(f"{what}: {error}") from None


# -- writing --------------------------------------------------------------------------------------


@public
def put(x: Any, key: Any, value: Any) -> None:
    """Does `x[key] = value`, in the order of the device's stream."""
    what = f"assign to {told(x)}"
    if not is_any(value, *NUMBERS, Wrapped, np.ndarray):
        raise ArgumentTypeError(f"{what}: found {shown(value)}; pass an array or a number")
    _check_cast(x, value, what)
    if _is_basic(key):
        overwrite(view(x, lambda shadow: shadow[basic_index(key)], what), value, what)
        return
    parts = _parts(key)
    for part in parts:
        _check_part(part, what)

    def assign(target: np.ndarray[Any, Any], given: Any, *parts: Any) -> None:
        target[parts] = given

    _check_writable(layout_of(x.buffer), what)
    _host.call_into(assign, "setitem", x.buffer, _apart(value, x), *[_apart(p, x) for p in parts])


def _apart(thing: Any, x: Any) -> Any:
    """Returns an array; a copy of one that lies in the memory which is written."""
    if isinstance(thing, Wrapped) and has_memory_of(thing.buffer, x.buffer):
        return copied(thing)
    return thing


def overwrite(x: Any, value: Any, what: str) -> None:
    """Sets all elements of an array to a number, or to those of another array, broadcast."""
    buffer: Buffer = x.buffer
    layout = alive(buffer, what)
    if not layout.size:
        return
    _check_writable(layout, what)
    device, frame = buffer.device, frame_of_user()
    is_number = is_any(value, *NUMBERS)
    if is_number and layout.itemsize <= 8:
        number = value.item() if is_any(value, np.generic) else value
        run_on(device, frame, Fill, buffer, number)
        return
    if is_number or is_any(value, np.ndarray):
        array = np.broadcast_to(np.asarray(value, layout.dtype), layout.shape)
        value = type(x)(put_on(device, array, frame))
    given: Buffer = value.buffer
    same = layout_of(given)
    is_same = same.dtype == layout.dtype and same.shape == layout.shape
    if not is_same or has_memory_of(given, buffer):
        if not _fits(same.shape, layout.shape):
            raise ArgumentError(
                f"{what}: shape {list(same.shape)} does not fit into {list(layout.shape)}"
            )
        given = fitted(value, layout.shape, layout.dtype).buffer
    run_on(device, frame, Copy, buffer, given)


def _fits(shape: tuple[int, ...], into: tuple[int, ...]) -> bool:
    pairs = zip(reversed(shape), reversed(into), strict=False)
    return len(shape) <= len(into) and all(n in (1, m) for n, m in pairs)


def _check_writable(layout: Layout, what: str) -> None:
    pairs = zip(layout.strides, layout.shape, strict=True)
    if 0 in layout.strides and any(s == 0 and n > 1 for s, n in pairs):
        raise ArgumentError(f"{what}: many of its elements are one; write to a copy")


def _check_cast(x: Any, value: Any, what: str) -> None:
    """Raises ArgumentTypeError if a value is of a kind that elements do not hold."""
    dtype = x.buffer.dtype
    given: Any = value.buffer.dtype if isinstance(value, Wrapped) else value
    if is_any(given, np.ndarray, np.generic):
        given = given.dtype
    try:
        found = np.result_type(dtype, given)
    except TypeError as error:
        raise ArgumentTypeError(f"{what}: {error}") from None
    if _ORDER.index(found.kind.replace("u", "i")) > _ORDER.index(dtype.kind.replace("u", "i")):
        raise ArgumentTypeError(f"{what}: a value of {given} does not fit into {dtype}")


_ORDER = "bifc"
