"""Pointers to native functions: the kinds that are taken, and those that are refused."""

from __future__ import annotations

import ctypes
import sys
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from streamrt._compile.kernel import Kernel
from streamrt._compile.native_function import Native
from streamrt.errors import ArgumentError, ArgumentTypeError, SignatureError

Run = Callable[..., list[int]]


def test_a_numba_cfunc_is_a_kernel(run: Run, numba: Any):
    types = numba.types

    @numba.cfunc(types.int32(types.CPointer(types.float32), types.float64, types.int64))
    def scale(x: Any, factor: float, n: int) -> int:
        for i in range(n):
            x[i] *= factor
        return 3

    native = Native(scale, returns="i32")
    signature = "inout x: f32[...], factor: f64"
    kernel = Kernel("scale", signature, cpu=native, split="...", elementwise=True)
    x = np.arange(12, dtype="f4").reshape(3, 4)
    assert run(kernel, x, 0.5, parts=2) == [3, 3]
    assert np.array_equal(x.ravel(), np.arange(12) / 2)
    with pytest.raises(SignatureError) as caught:
        Kernel("scale", "inout x: f64[...], factor: f64", cpu=Native(scale, returns="i32"))
    assert str(caught.value) == (
        "kernel scale: argument 1 of the native function is f32*, the signature gives f64* x; "
        "it must be i32 (f64* x, f64 factor, i64 size)"
    )


def test_a_cffi_function_is_a_kernel(run: Run, cffi: Any):
    ffi = cffi.FFI()
    ffi.cdef("void *memset(void *, int, size_t);")
    library = ffi.dlopen(None)
    void = ffi.cast("void (*)(unsigned char *, int32_t, int64_t)", library.memset)
    x = np.zeros(10, "u1")
    for pointer in (void, ffi.cast("void *", library.memset)):
        kernel = Kernel("fill", "out x: u8[...], value: i32", cpu=Native(pointer))
        assert run(kernel, x, 9) == [0]
        assert (x == 9).all()
        x[:] = 0
    with pytest.raises(SignatureError, match=r"argument 3 .* is u64, the signature gives i64 n;"):
        Kernel("fill", "out x: u8[n], value: i32", cpu=Native(library.memset))
    with pytest.raises(ArgumentTypeError):
        Native(ffi.new("int *"))
    with pytest.raises(ArgumentError, match="the pointer is null"):
        Native(ffi.cast("void (*)(void)", 0))


def test_an_exception_in_a_cfunc_is_printed_and_ends_as_success(
    run: Run, numba: Any, cffi: Any, monkeypatch: pytest.MonkeyPatch
):
    """docs/api/calling.md says so, and says to return an error code instead."""
    printed: list[str] = []
    monkeypatch.setattr(sys, "unraisablehook", lambda what: printed.append(str(what.exc_value)))
    types = numba.types

    @numba.cfunc(types.int32(types.CPointer(types.float32), types.int64))
    def compiled(x: Any, n: int) -> int:
        for i in range(n):
            if x[i] < 0:
                raise ValueError("negative, compiled")
            x[i] **= 0.5
        return 5

    @cffi.FFI().callback("int32_t(float *, int64_t)")
    def callback(x: Any, n: int) -> int:
        raise ValueError("negative, called back")

    for function, written in ((compiled, [2, -1, 9]), (callback, [4, -1, 9])):
        x = np.array([4, -1, 9], "f4")
        kernel = Kernel("root", "inout x: f32[n]", cpu=Native(function, returns="i32"))
        assert run(kernel, x) == [0]
        assert x.tolist() == written
    assert printed == ["negative, compiled", "negative, called back"]


def test_a_capsule_is_a_kernel(run: Run):
    new = ctypes.PYFUNCTYPE(ctypes.py_object, ctypes.c_void_p, ctypes.c_char_p, ctypes.c_void_p)(
        ("PyCapsule_New", ctypes.pythonapi)
    )
    address = ctypes.cast(ctypes.CDLL(None).memset, ctypes.c_void_p)
    for name in (b"void (unsigned char *, int, long)", None):
        kernel = Kernel("fill", "out x: u8[n], value: i32", cpu=Native(new(address, name, None)))
        x = np.zeros(10, "u1")
        assert run(kernel, x, 9) == [0]
        assert (x == 9).all()


@pytest.fixture
def numba() -> Any:
    return pytest.importorskip("numba", exc_type=ModuleNotFoundError)


@pytest.fixture
def cffi() -> Any:
    return pytest.importorskip("cffi", exc_type=ModuleNotFoundError)


class HasAddress:
    def __init__(self, address: object) -> None:
        self.address = address


KINDS = "pass an address, a ctypes or cffi function, a numba cfunc or a PyCapsule"


@pytest.mark.parametrize(
    ("pointer", "error", "message"),
    [
        (0, ArgumentError, "the pointer is null; it must point to a function"),
        (HasAddress(0), ArgumentError, "the pointer is null; it must point to a function"),
        (
            ctypes.CFUNCTYPE(None)(0),
            ArgumentError,
            "the pointer is null; it must point to a function",
        ),
        (-1, ArgumentError, "the pointer is -1; no address is that number"),
        (1 << 64, ArgumentError, f"the pointer is {1 << 64}; no address is that number"),
        (True, ArgumentTypeError, f"the pointer is of type bool; {KINDS}"),
        (None, ArgumentTypeError, f"the pointer is of type NoneType; {KINDS}"),
        ("memset", ArgumentTypeError, f"the pointer is of type str; {KINDS}"),
        (len, ArgumentTypeError, f"the pointer is of type builtin_function_or_method; {KINDS}"),
        (
            ctypes.c_int(3),
            ArgumentTypeError,
            f"the pointer is of type ctypes.c_int; {KINDS}",
        ),
        (HasAddress("1"), ArgumentTypeError, None),
    ],
)
def test_what_is_no_function_pointer_is_refused_at_once(
    pointer: object, error: type[Exception], message: str | None
):
    with pytest.raises(error) as caught:
        Native(pointer)
    assert type(caught.value) is error
    assert message is None or str(caught.value) == f"Native: {message}"


def declared(restype: type[Any] | None, *argtypes: type[Any]) -> Any:
    return ctypes.CFUNCTYPE(restype, *argtypes)(1)


FLOATS = ctypes.POINTER(ctypes.c_float)


@pytest.mark.parametrize(
    ("pointer", "returns", "message"),
    [
        (declared(None, FLOATS), None,
            "the native function takes 1 arguments, the signature gives 3; "
            "it must be void (f32* x, i8 a, i64 n)"),
        (declared(None, FLOATS, ctypes.c_uint8, ctypes.c_int64), None,
            "argument 2 of the native function is u8, the signature gives i8 a; "
            "it must be void (f32* x, i8 a, i64 n)"),
        (declared(None, FLOATS, ctypes.c_int8, ctypes.c_int32), None,
            "argument 3 of the native function is i32, the signature gives i64 n; "
            "it must be void (f32* x, i8 a, i64 n)"),
        (declared(None, ctypes.c_float, ctypes.c_int8, ctypes.c_int64), None,
            "argument 1 of the native function is f32, the signature gives f32* x; "
            "it must be void (f32* x, i8 a, i64 n)"),
        (declared(ctypes.c_int32, FLOATS, ctypes.c_int8, ctypes.c_int64), None,
            "the native function returns i32; it must be void (f32* x, i8 a, i64 n), "
            'or pass returns="i32"'),
        (declared(None, ctypes.c_void_p, ctypes.c_int8, ctypes.c_int64), "i32",
            "the native function returns void; it must be i32 (f32* x, i8 a, i64 n)"),
    ],
)  # fmt: skip
def test_a_function_that_declares_another_prototype_is_refused_at_registration(
    pointer: object, returns: str | None, message: str
):
    with pytest.raises(SignatureError) as caught:
        Kernel("k", "x: f32[n], a: i8", cpu=Native(pointer, returns=returns))
    assert str(caught.value) == f"kernel k: {message}"


def test_the_declarations_that_fit_are_taken():
    plain = ctypes.CDLL(None).memset
    plain.argtypes = [ctypes.c_char_p, ctypes.c_int32, ctypes.c_int64]
    fitting = [plain, declared(None, ctypes.POINTER(ctypes.c_uint8), ctypes.c_int, ctypes.c_long)]
    fitting.append(declared(None, ctypes.c_void_p, ctypes.c_int32, ctypes.c_longlong))
    for pointer in fitting:
        Kernel("fill", "out x: u8[n], value: i32", cpu=Native(pointer))
    byte = declared(None, ctypes.POINTER(ctypes.c_uint8), ctypes.c_uint8, ctypes.c_int64)
    Kernel("fill", "out x: bool[n], value: bool", cpu=Native(byte))
