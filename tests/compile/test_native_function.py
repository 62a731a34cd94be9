"""Native functions: their addresses, their prototypes, and calls of them for real."""

from __future__ import annotations

import ctypes
import re
from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from streamrt._compile import llvm
from streamrt._compile.dtypes import DTYPES
from streamrt._compile.kernel import Kernel
from streamrt._compile.native_function import Native
from streamrt.errors import ArgumentError, ArgumentTypeError, SignatureError

Run = Callable[..., list[int]]

C_TYPES: dict[str, type[Any]] = {
    "f32": ctypes.c_float,
    "f64": ctypes.c_double,
    "bool": ctypes.c_bool,
} | {f"{k}{bits}": getattr(ctypes, f"c_{n}{bits}") for k, n in (("i", "int"), ("u", "uint"))
     for bits in (8, 16, 32, 64)}  # fmt: skip
VALUES = {
    "f32": st.floats(width=32, allow_nan=False),
    "f64": st.floats(allow_nan=False),
    "bool": st.booleans(),
} | {name: st.integers(*d.bounds) for name, d in DTYPES.items() if d.kind in "iu"}


class Call(NamedTuple):
    """A signature, arguments for it, what to split and whether the function takes bounds."""

    signature: str
    values: list[object]
    split: str | None
    bounds: bool


@st.composite
def calls(draw: st.DrawFn) -> Call:
    """Any call; where a part is passed for the whole, all arrays have one form."""
    split = draw(st.sampled_from([None, "n", "m", "..."]))
    bounds = split is not None and (split == "m" or draw(st.booleans()))
    common = draw(st.lists(st.integers(1, 3), max_size=2))
    sizes = {"n": 4, "m": 2}
    forms = ["", "", "[n]", "[n, m, 3]", "[...]", "[m]"]
    if split and not bounds:
        forms = ["", draw(st.sampled_from([f for f in forms if f.startswith(f"[{split}")]))]
    parts: list[str] = []
    values: list[object] = []
    for number in range(draw(st.integers(1, 9))):
        dtype, form = draw(st.sampled_from(list(DTYPES))), draw(st.sampled_from(forms))
        parts.append(f"p{number}: {dtype}{form}")
        if not form:
            values.append(draw(VALUES[dtype]))
            continue
        dims = form.strip("[]").split(", ")
        shape = common if form == "[...]" else [sizes.get(d) or int(d) for d in dims]
        values.append(np.zeros(shape, DTYPES[dtype].numpy))
    text = ", ".join(parts)
    is_there = split is not None and split in re.findall(r"\b[nm]\b(?!:)|[.]{3}", text)
    return Call(text, values, split if is_there else None, bounds and is_there)


@settings(max_examples=60)
@given(call=calls(), parts=st.integers(1, 3))
def test_a_c_function_receives_what_its_prototype_says(run: Run, call: Call, parts: int):
    signature, values, split, bounds = call
    received: list[tuple[object, ...]] = []
    kinds: list[type[Any]] = []
    for part in signature.split(", p"):
        dtype, bracket, _ = part.partition(": ")[2].partition("[")
        kinds.append(ctypes.c_void_p if bracket else C_TYPES[dtype])
    symbols = Kernel("k", signature, cpu=Native(1)).signature.symbols
    kinds += [ctypes.c_int64] * (len(symbols) + 2 * bounds)
    prototype = ctypes.CFUNCTYPE(ctypes.c_int32, *kinds)

    def record(*arguments: object) -> int:
        received.append(arguments)
        return -len(received)

    native = Native(prototype(record), returns="i32", bounds=bounds)
    elementwise = split is not None and not bounds
    kernel = Kernel("k", signature, cpu=native, split=split, elementwise=elementwise)
    codes = run(kernel, *values, parts=parts if split else 1)
    assert codes == [-1 - part for part in range(len(codes))]

    size = next((v.size for v, p in zip(values, kernel.signature.parameters, strict=True)
                 if isinstance(v, np.ndarray) and p.ellipsis), 0)  # fmt: skip
    extents = {"n": 4, "m": 2, "...": size}
    whole = extents[split] if split else 1
    for part, arguments in enumerate(received):
        lo, hi = whole * part // len(codes), whole * (part + 1) // len(codes)
        wanted = [
            v.ctypes.data + (lo * (v.nbytes // whole) if elementwise else 0)
            if isinstance(v, np.ndarray)
            else v
            for v in values
        ]
        is_part = [elementwise and symbol == split for symbol in symbols]
        for symbol, here in zip(symbols, is_part, strict=True):
            wanted.append(hi - lo if here else extents[symbol])
        assert list(arguments) == wanted + ([lo, hi] if bounds else [])


_SMOOTH = """
define void @smooth(ptr %x, ptr %y, i64 %n, i64 %lo, i64 %hi) {
start:
  %last = sub i64 %n, 1
  %any = icmp slt i64 %lo, %hi
  br i1 %any, label %loop, label %end
loop:
  %i = phi i64 [%lo, %start], [%next, %loop]
  %next = add i64 %i, 1
  %before = sub i64 %i, 1
  %left = call i64 @llvm.smax.i64(i64 %before, i64 0)
  %right = call i64 @llvm.smin.i64(i64 %next, i64 %last)
  %px = getelementptr float, ptr %x, i64 %left
  %pz = getelementptr float, ptr %x, i64 %right
  %vx = load float, ptr %px
  %vz = load float, ptr %pz
  %sum = fadd float %vx, %vz
  %py = getelementptr float, ptr %y, i64 %i
  store float %sum, ptr %py
  %more = icmp slt i64 %next, %hi
  br i1 %more, label %loop, label %end
end:
  ret void
}
declare i64 @llvm.smax.i64(i64, i64)
declare i64 @llvm.smin.i64(i64, i64)
"""


@pytest.fixture(scope="module")
def smooth() -> int:
    """The address of a stencil: each element becomes the sum of its neighbours, itself at ends."""
    library = llvm.load_object(llvm.compile_ir(_SMOOTH, name="smooth"), name="smooth")
    return library.address("smooth")


@given(
    x=st.lists(st.integers(-9, 9), max_size=20).map(lambda v: np.array(v, "f4")),
    parts=st.integers(1, 21),
)
def test_a_stencil_gives_the_same_in_any_parts(run: Run, smooth: int, x: Any, parts: int):
    native = Native(smooth, bounds=True)
    kernel = Kernel("smooth", "x: f32[n], out y: f32[n]", cpu=native, split="n")
    y = np.zeros_like(x)
    run(kernel, x, y, parts=parts)
    padded = np.pad(x, 1, mode="edge") if x.size else np.zeros(2)
    assert y.tolist() == (padded[:-2] + padded[2:]).tolist()


def test_a_native_function_that_cannot_tell_a_part_from_the_whole_is_not_split():
    """Nor one that says it goes from element to element, where there are no such elements."""
    for signature in ("x: f32[n], out y: f32[n]", "x: f32[n, m], out y: f32[n]", "x: f32[n]"):
        with pytest.raises(SignatureError, match=r"^kernel k: n is split, .*; pass bounds=True"):
            Kernel("k", signature, cpu=Native(1), split="n")
    with pytest.raises(SignatureError, match=r"^kernel k: it is elementwise, and its arrays have"):
        Kernel("k", "x: f32[n, m], out y: f32[n]", cpu=Native(1), split="n", elementwise=True)
    with pytest.raises(SignatureError, match=r"takes bounds, and nothing is split; pass split="):
        Kernel("k", "x: f32[n]", cpu=Native(1, bounds=True))
    function = ctypes.CFUNCTYPE(None, ctypes.c_void_p, ctypes.c_int64)(1)
    with pytest.raises(SignatureError, match=r"it must be void \(f32\* x, i64 n, i64 lo, i64 hi\)"):
        Kernel("k", "x: f32[n]", cpu=Native(function, bounds=True), split="n")


def test_memset_of_the_c_library_is_a_kernel(run: Run):
    """It happens to have the prototype that this signature gives."""
    memset = ctypes.CDLL(None).memset
    for pointer in (memset, ctypes.cast(memset, ctypes.c_void_p).value):
        signature, native = "out x: u8[n], value: i32", Native(pointer)
        kernel = Kernel("fill", signature, cpu=native, split="n", elementwise=True)
        x = np.zeros(1000, "u1")
        assert run(kernel, x, 7, parts=3) == [0, 0, 0]
        assert (x == 7).all()


@pytest.mark.parametrize(
    ("dtype", "widen", "value"), [("i8", "sext", -3), ("i16", "sext", -3), ("u8", "zext", 200)]
)
def test_short_integers_are_widened_as_c_compilers_expect(
    run: Run, dtype: str, widen: str, value: int
):
    kind, attribute = f"i{dtype[1:]}", {"sext": "signext", "zext": "zeroext"}[widen]
    library = llvm.load_object(
        llvm.compile_ir(
            f"define i32 @f({kind} {attribute} %a) {{\n"
            f"  %wide = {widen} {kind} %a to i32\n  ret i32 %wide\n}}\n",
            name="f",
        ),
        name="f",
    )
    kernel = Kernel("k", f"a: {dtype}", cpu=Native(library.address("f"), returns="i32"))
    assert run(kernel, value) == [value]


def test_native_arrays_must_be_dense(run: Run):
    kernel = Kernel("k", "x: f32[n]", cpu=Native(1))
    with pytest.raises(ArgumentError, match=r"k takes C-contiguous arrays only, copy it first$"):
        run(kernel, np.zeros(4, "f4")[::2])


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
        (
            declared(None, FLOATS),
            None,
            "the native function takes 1 arguments, the signature gives 3; "
            "it must be void (f32* x, i8 a, i64 n)",
        ),
        (
            declared(None, FLOATS, ctypes.c_uint8, ctypes.c_int64),
            None,
            "argument 2 of the native function is u8, the signature gives i8 a; "
            "it must be void (f32* x, i8 a, i64 n)",
        ),
        (
            declared(None, FLOATS, ctypes.c_int8, ctypes.c_int32),
            None,
            "argument 3 of the native function is i32, the signature gives i64 n; "
            "it must be void (f32* x, i8 a, i64 n)",
        ),
        (
            declared(None, ctypes.c_float, ctypes.c_int8, ctypes.c_int64),
            None,
            "argument 1 of the native function is f32, the signature gives f32* x; "
            "it must be void (f32* x, i8 a, i64 n)",
        ),
        (
            declared(ctypes.c_int32, FLOATS, ctypes.c_int8, ctypes.c_int64),
            None,
            "the native function returns i32; it must be void (f32* x, i8 a, i64 n), "
            'or pass returns="i32"',
        ),
        (
            declared(None, ctypes.c_void_p, ctypes.c_int8, ctypes.c_int64),
            "i32",
            "the native function returns void; it must be i32 (f32* x, i8 a, i64 n)",
        ),
    ],
)
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


@pytest.mark.parametrize(
    ("signature", "split", "message"),
    [
        (
            "x: T[n]",
            None,
            "T may be f32 or f64; a native function takes one dtype, "
            "name it in the signature or in types",
        ),
        (
            "x: f32[m, n]",
            "n",
            "n is not the first dimension of x: f32[m, n]; "
            "a native function without bounds=True can be split along first dimensions only",
        ),
    ],
)
def test_a_signature_without_a_prototype_is_refused(
    signature: str, split: str | None, message: str
):
    types = {"T": ("f32", "f64")} if "T" in signature else None
    with pytest.raises(SignatureError) as caught:
        Kernel("k", signature, cpu=Native(1), types=types, split=split, elementwise=True)
    assert str(caught.value) == f"kernel k: {message}"


def test_two_pointers_of_one_prototype_share_the_cached_object(run: Run):
    prototype = ctypes.CFUNCTYPE(None, ctypes.c_void_p, ctypes.c_int64)
    compiled = llvm.STATS.compiled
    called: list[str] = []
    for name in "ab":
        native = Native(prototype(lambda x, n, name=name: called.append(name)))
        run(Kernel(name, "x: f32[shared]", cpu=native), np.zeros(3, "f4"))
    assert called == ["a", "b"]
    assert llvm.STATS.compiled - compiled == 1
