"""Native functions: the prototypes that signatures give them, and calls of them for real."""

from __future__ import annotations

import ctypes
import re
from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from streamrt._compile.kernel import Kernel
from streamrt._compile.llvm import compiler as llvm
from streamrt._compile.llvm.loading import load_object
from streamrt._compile.native_function import Native
from streamrt._compile.signatures.dtypes import COMPUTED, DTYPES
from streamrt.errors import ArgumentError, SignatureError

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
        dtype = dtype if form or dtype in COMPUTED else "f32"
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
    library = load_object(llvm.compile_ir(_SMOOTH, name="smooth"), name="smooth")
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
    library = load_object(
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


@pytest.mark.parametrize(
    ("signature", "split", "message"),
    [
        ("x: T[n]", None, "T may be f32 or f64; a native function takes one dtype, "
            "name it in the signature or in types"),
        ("x: f32[m, n]", "n", "n is not the first dimension of x: f32[m, n]; "
            "a native function without bounds=True can be split along first dimensions only"),
    ],
)  # fmt: skip
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
