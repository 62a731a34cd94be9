"""Host calls: functions of NumPy on views of the memory, in the turn of the device's stream.

The shapes and dtypes of the results are known before: a function is traced for numbers that are
real where the arguments are complex. A function whose results have a shape that depends on values
waits for its arguments, and computes at once.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from streamrt._jit.calling.default_runtime import current_runtime, put_on
from streamrt._jit.calling.results import frame_of_user
from streamrt._jit.tracing.recording import is_any
from streamrt._jit.trees import flatten
from streamrt._jit.wrapped_arrays import Wrapped
from streamrt._runtime.buffer import Buffer
from streamrt._runtime.device import Device
from streamrt._runtime.inner import alive, is_beside, layout_of, new_array, run_on
from streamrt._runtime.operations import Call
from streamrt.errors import ArgumentError, ArgumentTypeError

__all__ = [
    "Array", "call", "call_into", "compute_now", "device_of", "is_complex", "real_twin", "sample",
]  # fmt: skip

Array = np.ndarray[Any, Any]


def device_of(arrays: Sequence[Wrapped], what: str) -> Device:
    """Returns the device of arrays.

    Raises:
        ArgumentError: they are on several.
    """
    if not arrays:
        return current_runtime().device()
    for each in arrays:
        alive(each.buffer, what)
    first = arrays[0].buffer.device
    for each in arrays:
        if each.buffer.device is not first:
            other = each.buffer.device
            is_near = is_beside(first, other)
            raise ArgumentError(
                f"{what}: one array is on {first}, and another on {other}"
                + ("; use x.to_device" if is_near else " of another runtime; use np.asarray")
            )
    return first


def call(
    function: Callable[..., Any],
    name: str,
    given: Sequence[object],
    results: Sequence[tuple[tuple[int, ...], np.dtype[Any]]],
    wrapper: type[Wrapped],
) -> list[Any]:
    """Submits a host call; returns its results at once.

    Args:
        function: takes what is given, with NumPy arrays in place of arrays; returns an array, or a
            sequence of them.
        name: the name in messages.
        given: the arguments; containers may hold arrays.
        results: the shape and dtype of each result.
        wrapper: the class of the results.
    """
    arrays, _ = flatten(list(given))
    device = device_of([each for each in arrays if isinstance(each, Wrapped)], f"call {name}")
    outputs = [new_array(device, dtype, shape) for shape, dtype in results]

    def store(found: Any, targets: Sequence[Array]) -> None:
        values = (found,) if len(targets) == 1 else found
        for target, value in zip(targets, values, strict=True):
            np.copyto(target, value, casting="unsafe")

    _submit(device, function, name, given, outputs, store)
    return [wrapper(output) for output in outputs]


def call_into(function: Callable[..., Any], name: str, target: Buffer, *given: object) -> None:
    """Submits a host call that writes to an array: `function(target, *given)`."""

    def store(found: Any, targets: Sequence[Array]) -> None:
        del found, targets

    def change(target: Array, *rest: Any) -> None:
        function(target, *rest)

    arrays, _ = flatten([target, *given])
    device = target.device
    device_of([each for each in arrays if isinstance(each, Wrapped)], f"call {name}")
    _submit(device, change, name, given, [target], store, is_update=True)


def _submit(
    device: Device,
    function: Callable[..., Any],
    name: str,
    given: Sequence[object],
    outputs: Sequence[Buffer],
    store: Callable[[Any, Sequence[Array]], None],
    *,
    is_update: bool = False,
) -> None:
    leaves, tree = flatten(list(given))
    buffers = [each.buffer if isinstance(each, Wrapped) else each for each in leaves]
    count = len(outputs)

    def run(*arguments: Any) -> None:
        targets, rest = arguments[:count], tree.unflatten(arguments[count:])
        with np.errstate(all="ignore"):
            store(function(*targets, *rest) if is_update else function(*rest), targets)

    run.__name__ = run.__qualname__ = name
    # A Buffer that is read and written arrives as one view, so a copy of it is read.
    reads = [
        each
        for each in buffers
        if isinstance(each, Buffer) and not any(each is output for output in outputs)
    ]
    run_on(device, frame_of_user(), Call, run, (*outputs, *buffers), {}, reads, list(outputs))


def compute_now(
    function: Callable[..., Any], name: str, given: Sequence[object], wrapper: type[Wrapped]
) -> Any:
    """Waits for the arguments, computes in this thread, and returns new arrays.

    Args:
        function: takes what is given, with NumPy arrays in place of arrays; returns arrays, in
            containers or not.
        name: the name in messages.
        given: the arguments; containers may hold arrays.
        wrapper: the class of the results.
    """
    leaves, tree = flatten(list(given))
    arrays = [each for each in leaves if isinstance(each, Wrapped)]
    if not arrays:
        found = ", ".join(type(leaf).__name__ for leaf in leaves)
        raise ArgumentTypeError(f"{name}: found {found}; pass arrays of streamrt.array_api")
    device = device_of(arrays, name)
    values = [np.asarray(each.buffer) if isinstance(each, Wrapped) else each for each in leaves]
    with np.errstate(all="ignore"):
        found = function(*tree.unflatten(values))
    results, outer = flatten(found)
    frame = frame_of_user()
    made = [
        wrapper(put_on(device, np.asarray(each), frame))
        if is_any(each, np.ndarray, np.generic)
        else each
        for each in results
    ]
    return outer.unflatten(made)


# -- complex numbers ------------------------------------------------------------------------------


def is_complex(thing: Any) -> bool:
    """Returns whether an argument has to do with complex numbers."""
    if isinstance(thing, Wrapped):
        return layout_of(thing.buffer).dtype.kind == "c"
    if is_any(thing, complex, np.complexfloating):
        return True
    if is_any(thing, np.dtype, np.ndarray):
        dtype: np.dtype[Any] = thing.dtype if is_any(thing, np.ndarray) else thing
        return dtype.kind == "c"
    if is_any(thing, list, tuple):
        return any(map(is_complex, thing))
    return False


_REAL: dict[np.dtype[Any], np.dtype[Any]] = {
    np.dtype("complex64"): np.dtype("float32"),
    np.dtype("complex128"): np.dtype("float64"),
}
COMPLEX: dict[np.dtype[Any], np.dtype[Any]] = {real: complex_ for complex_, real in _REAL.items()}


def sample(value: object) -> object:
    """Returns a NumPy array of one element in place of an array; other values as they are."""
    if not isinstance(value, Wrapped):
        return value
    layout = layout_of(value.buffer)
    return np.ones((1,) * len(layout.shape), layout.dtype)


def real_twin(thing: Any) -> Any:
    """Returns an argument of the same shape that is real, for a trace which finds shapes."""
    if isinstance(thing, Wrapped):
        dtype: np.dtype[Any] = thing.buffer.dtype
        one: Array = np.zeros((), _REAL.get(dtype, dtype))
        return np.broadcast_to(one, thing.buffer.shape)
    if is_any(thing, np.dtype):
        return _REAL.get(thing, thing)
    if is_any(thing, np.ndarray, np.complexfloating):
        return thing.real.copy()
    if isinstance(thing, complex):
        return thing.real
    if is_any(thing, list, tuple):
        return type(thing)(map(real_twin, thing))
    return thing
