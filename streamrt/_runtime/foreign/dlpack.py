"""Memory of a device as DLPack and `__cuda_array_interface__` describe it: read, and written.

A capsule holds a `DLManagedTensor`, or its successor with a version. Whoever takes it renames it,
and calls its deleter once when the memory is not needed any more. Those that streamrt makes are
NumPy's, of an array that nobody reads, with the device put right.
"""

from __future__ import annotations

import ctypes
from collections.abc import Callable
from functools import partial
from typing import Any, NamedTuple

import numpy as np

from streamrt._core.finalizers import AtEnd
from streamrt._core.values import shown
from streamrt.errors import ArgumentError, ArgumentTypeError

CPU, CUDA = 1, 2  # kDLCPU, kDLCUDA
VERSION = (1, 0)
_READ_ONLY = 1  # DLPACK_FLAG_BITMASK_READ_ONLY
_KINDS = {0: "i", 1: "u", 2: "f", 5: "c", 6: "b"}  # kDLInt, kDLUInt, kDLFloat, kDLComplex, kDLBool
_MOST = 1 << 63
_MOST_DIMENSIONS = 64


class _Tensor(ctypes.Structure):
    """DLTensor."""

    _fields_ = (
        ("data", ctypes.c_uint64),
        ("device", ctypes.c_int32 * 2),
        ("ndim", ctypes.c_int32),
        ("code", ctypes.c_uint8),
        ("bits", ctypes.c_uint8),
        ("lanes", ctypes.c_uint16),
        ("shape", ctypes.POINTER(ctypes.c_int64)),
        ("strides", ctypes.POINTER(ctypes.c_int64)),
        ("offset", ctypes.c_uint64),
    )


class _Managed(ctypes.Structure):
    """DLManagedTensor."""

    _fields_ = (("tensor", _Tensor), ("context", ctypes.c_void_p), ("deleter", ctypes.c_void_p))


class _Versioned(ctypes.Structure):
    """DLManagedTensorVersioned."""

    _fields_ = (
        ("version", ctypes.c_uint32 * 2),
        ("context", ctypes.c_void_p),
        ("deleter", ctypes.c_void_p),
        ("flags", ctypes.c_uint64),
        ("tensor", _Tensor),
    )


_FORMS: dict[bytes, Any] = {b"dltensor": _Managed, b"dltensor_versioned": _Versioned}
_DELETER = ctypes.PYFUNCTYPE(None, ctypes.c_uint64)
_api: Any = ctypes.PyDLL(None)
_is_valid: Any = _api.PyCapsule_IsValid
_is_valid.argtypes = (ctypes.py_object, ctypes.c_char_p)
_pointer: Any = _api.PyCapsule_GetPointer
_pointer.restype, _pointer.argtypes = ctypes.c_void_p, (ctypes.py_object, ctypes.c_char_p)
_rename: Any = _api.PyCapsule_SetName
_rename.argtypes = (ctypes.py_object, ctypes.c_char_p)
_USED = {name: ctypes.c_char_p(b"used_" + name) for name in _FORMS}  # a capsule keeps no copy


class Owned(AtEnd):
    """A tensor that was taken. Its deleter is called when this is dropped."""

    _instead = "it is the memory of one array"

    __slots__ = ()

    def __init__(self, delete: Callable[[], object]) -> None:
        self.__del__ = delete


class Described(NamedTuple):
    """An array of another library.

    Attributes:
        address: of its first element.
        dtype: of its elements.
        shape: in elements.
        strides: in bytes; None if it is dense.
        readonly: whether nobody may write to it.
        keep: what keeps its memory.
    """

    address: int
    dtype: np.dtype[Any]
    shape: tuple[int, ...]
    strides: tuple[int, ...] | None
    readonly: bool
    keep: object


def device_of(producer: Any) -> tuple[int, int] | None:
    """Returns the device that an array says it is on, as DLPack numbers it; None without DLPack."""
    if not (hasattr(producer, "__dlpack__") and hasattr(producer, "__dlpack_device__")):
        return None
    kind, index = producer.__dlpack_device__()
    return int(kind), int(index)


def taken(producer: Any, stream: int, device: tuple[int, int], what: str) -> Described:
    """Takes an array by DLPack, after which that stream waits for its contents.

    Raises:
        ArgumentError: it cannot be a buffer; then the producer keeps it.
    """
    try:
        try:
            capsule = producer.__dlpack__(stream=stream, max_version=VERSION)
        except TypeError:  # older than version 1.0
            capsule = producer.__dlpack__(stream=stream)
    except (BufferError, RuntimeError, ValueError, TypeError) as error:
        raise ArgumentError(f"{what}: {type(producer).__name__} refused: {error}") from error
    name = next((name for name in _FORMS if _is_valid(capsule, name)), None)
    if name is None:
        raise ArgumentTypeError(
            f"{what}: __dlpack__ of {type(producer).__name__} returned {shown(capsule)}, which is "
            "no capsule of DLPack that was not used yet"
        )
    address = _pointer(capsule, name)
    managed = _FORMS[name].from_address(address)
    if name == b"dltensor_versioned" and managed.version[0] != VERSION[0]:
        raise ArgumentError(f"{what}: version {managed.version[0]} of DLPack; 1 is known")
    tensor = managed.tensor
    if tuple(tensor.device) != device:
        raise ArgumentError(f"{what}: it is on device {tuple(tensor.device)}, and said {device}")
    found = _read(tensor, what)
    readonly = name == b"dltensor_versioned" and bool(managed.flags & _READ_ONLY)
    # From here on it is ours. Nothing below can fail.
    _rename(capsule, _USED[name])
    delete: Callable[[], object] = int
    if managed.deleter:
        delete = partial(_DELETER(managed.deleter), address)
    return found._replace(readonly=readonly, keep=Owned(delete))


def _read(tensor: Any, what: str) -> Described:
    kind, lanes = _KINDS.get(tensor.code), tensor.lanes
    is_whole = tensor.bits % 8 == 0 and (kind != "b" or tensor.bits == 8)
    try:
        if kind is None or lanes != 1 or not is_whole:
            raise TypeError
        dtype = np.dtype(f"{kind}{tensor.bits // 8}")
    except TypeError:
        raise ArgumentError(
            f"{what}: its elements are of DLPack's type code {tensor.code} with {tensor.bits} bits "
            f"and {lanes} lanes, which buffers cannot have; convert it first"
        ) from None
    if not 0 <= tensor.ndim <= _MOST_DIMENSIONS:
        raise ArgumentError(f"{what}: it has {tensor.ndim} dimensions")
    shape = tuple(tensor.shape[: tensor.ndim]) if tensor.ndim else ()
    strides = None
    if tensor.ndim and tensor.strides:
        strides = tuple(step * dtype.itemsize for step in tensor.strides[: tensor.ndim])
    address = tensor.data + tensor.offset
    return checked(Described(address, dtype, shape, strides, False, None), what)


def described(producer: Any, what: str) -> tuple[Described, int | None]:
    """Reads `__cuda_array_interface__`; returns the array, and the stream to wait for, if any.

    Raises:
        ArgumentError: it cannot be a buffer.
    """
    given: Any = producer.__cuda_array_interface__
    try:
        address, readonly = given["data"]
        dtype = np.dtype(given["typestr"])
        shape, strides = tuple(given["shape"]), given.get("strides")
        stream = given.get("stream")
        mask = given.get("mask")
        found = Described(
            int(address),
            dtype,
            tuple(int(extent) for extent in shape),
            None if strides is None else tuple(int(step) for step in strides),
            bool(readonly),
            producer,
        )
    except (KeyError, TypeError, ValueError, AttributeError) as error:
        raise ArgumentError(
            f"{what}: __cuda_array_interface__ of {type(producer).__name__} is {shown(given)}: "
            f"{type(error).__name__}: {error}"
        ) from error
    if mask is not None:
        raise ArgumentError(f"{what}: the array has a mask, which buffers cannot have")
    if stream is not None and (not isinstance(stream, int) or stream <= 0):
        raise ArgumentError(
            f"{what}: the stream of its __cuda_array_interface__ is {shown(stream)}; the protocol "
            "has None, 1, 2 or a handle"
        )
    return checked(found, what), stream


def checked(found: Described, what: str) -> Described:
    """Returns an array, if its elements can be those of a buffer.

    Raises:
        ArgumentError: they cannot.
    """
    shape, strides, item = found.shape, found.strides, found.dtype.itemsize
    if strides is not None and len(strides) != len(shape):
        raise ArgumentError(f"{what}: its shape is {shape}, its strides are {strides}")
    if any(extent < 0 for extent in shape):
        raise ArgumentError(f"{what}: its shape is {shape}")
    size = item
    for extent in shape:
        size *= extent
    steps = zip(strides, shape, strict=True) if strides is not None else ()
    reach = sum(abs(step) * max(0, extent - 1) for step, extent in steps)
    if size >= _MOST or reach >= _MOST or not 0 <= found.address < _MOST * 2 - max(size, reach):
        raise ArgumentError(f"{what}: it has {size} bytes at {found.address:#x}, which cannot be")
    if not found.dtype.isnative:
        raise ArgumentError(f"{what}: the dtype is {found.dtype}, not in this machine's byte order")
    align = found.dtype.alignment
    if size and (found.address % align or any(step % align for step in strides or ())):
        raise ArgumentError(f"{what}: it is not aligned to its elements, of {found.dtype}; copy it")
    return found


def on_device(capsule: object, device: tuple[int, int]) -> object:
    """Returns a new capsule of NumPy, which says from now on that it is on a device."""
    for name, form in _FORMS.items():
        if _is_valid(capsule, name):
            tensor = form.from_address(_pointer(capsule, name)).tensor
            tensor.device[:] = list(device)
            return capsule
    raise AssertionError(f"NumPy made {capsule!r}")


def interface(found: Described, stream: int) -> dict[str, object]:
    """Returns version 3 of `__cuda_array_interface__`."""
    return {
        "version": 3,
        "shape": found.shape,
        "typestr": found.dtype.str,
        "data": (found.address, found.readonly),
        "strides": found.strides,
        "stream": stream,
    }


def stream_for(stream: object, what: str) -> int | None:
    """Returns the stream of a consumer, as the array API numbers them for CUDA; None is none.

    Raises:
        ArgumentError: it is no such number.
    """
    if stream is None:
        return 1  # CUDA's legacy default stream
    if not isinstance(stream, int) or isinstance(stream, bool) or stream < -1 or stream == 0:
        raise ArgumentError(
            f"{what}: stream is {shown(stream)}; it is None, -1 for no order, 1 or 2 for CUDA's "
            "default streams, or the handle of a stream"
        )
    return None if stream == -1 else stream
