"""fill, copy, cast and axpy: one element at a time, over any shape and any strides."""

from __future__ import annotations

from collections.abc import Mapping

import streamrt as srt
from streamrt.emit import TYPES, Code, float_of_half, half_of_double, half_of_float, vector

from ._gpu import Text, cuda, opencl
from ._rows import Elementwise, Operand, Operation

NUMBERS = ("f32", "f64", "i8", "i16", "i32", "i64", "u8", "u16", "u32", "u64", "bool")
COPIED = ("f16", *NUMBERS)
CASTABLE = ("f16", "f32", "f64", "i32", "i64", "u8", "bool")
GRAIN = 32768
"""With fewer elements, a second worker costs more than it saves, if memory is the limit."""


def _bound(extents: Mapping[str, int]) -> float:
    """Return the most ns of a launch, if two arrays of 8-byte elements are in no cache."""
    return 100.0 + 2.0 * extents["..."]


# --- fill ----------------------------------------------------------------------------------------


def _fill(binding: srt.Binding) -> str:
    element = TYPES[binding.dtypes["T"]]

    def value(code: Code, lanes: int, values: list[str], scalars: list[str]) -> str:
        return scalars[0]

    target = Operand("y", element, read=False, write=True)
    return Elementwise("fill", [target], [element], value).emit(binding)


fill: srt.Kernel = srt.Kernel(
    "fill",
    "out y: T[...], value: T",
    pure=True,
    cpu=srt.LLVM(_fill, entry="fill", strided=True),
    cuda=cuda(Text("fill", ("fill",)), strided=True),
    opencl=opencl(Text("fill", ("fill",)), strided=True),
    types={"T": NUMBERS},
    split="...",
    grain=GRAIN,
    elementwise=True,
    bound_ns=_bound,
)
"""Every element of `y` becomes `value`.

Args:
    y (T[...]): written; any shape and strides, and any dtype but f16, which `Stream.fill` takes.
    value (T): a number that the dtype of `y` holds, as a float also NaN or an infinity.

- Errors: none.
- Accuracy: exact; a float is rounded to the dtype.
- NumPy: `streamrt_kernels.reference.fill`.
"""


# --- copy ----------------------------------------------------------------------------------------


def _copy(binding: srt.Binding) -> str:
    element = TYPES[binding.dtypes["T"]]

    def same(code: Code, lanes: int, values: list[str], scalars: list[str]) -> str:
        return values[0]

    source, target = Operand("x", element), Operand("y", element, read=False, write=True)
    return Elementwise("copy", [source, target], [], same).emit(binding)


copy: srt.Kernel = srt.Kernel(
    "copy",
    "x: T[...], out y: T[...]",
    pure=True,
    cpu=srt.LLVM(_copy, entry="copy", strided=True),
    cuda=cuda(Text("copy", ("copy",)), strided=True),
    opencl=opencl(Text("copy", ("copy",)), strided=True),
    types={"T": COPIED},
    split="...",
    grain=GRAIN,
    elementwise=True,
    bound_ns=_bound,
)
"""`y` becomes equal to `x`, bit by bit.

Args:
    x (T[...]): any shape and strides, and any dtype.
    y (T[...]): written; any strides. It may be the very same view as `x`, and else shares no
        element with it.

- NaN: is copied with its bits.
- Errors: none.
- NumPy: `streamrt_kernels.reference.copy`.
"""


# --- axpy ----------------------------------------------------------------------------------------


def _axpy(binding: srt.Binding) -> str:
    element = TYPES[binding.dtypes["T"]]

    def multiply_add(code: Code, lanes: int, values: list[str], scalars: list[str]) -> str:
        wide = vector(lanes, element)
        product = code.let(f"fmul {wide} {values[0]}, {scalars[0]}")
        return code.let(f"fadd {wide} {values[1]}, {product}")

    operands = [Operand("x", element), Operand("y", element, write=True)]
    return Elementwise("axpy", operands, [element], multiply_add).emit(binding)


axpy: srt.Kernel = srt.Kernel(
    "axpy",
    "x: T[...], inout y: T[...], alpha: T",
    pure=True,
    cpu=srt.LLVM(_axpy, entry="axpy", strided=True),
    cuda=cuda(Text("axpy", ("axpy",)), strided=True),
    opencl=opencl(Text("axpy", ("axpy",)), strided=True),
    types={"T": ("f32", "f64")},
    split="...",
    grain=GRAIN,
    elementwise=True,
    bound_ns=_bound,
)
"""`y` becomes `y + alpha * x`.

Args:
    x (T[...]): any shape and strides; f32 or f64.
    y (T[...]): read and written; any strides. It may be the very same view as `x`, and else shares
        no element with it.
    alpha (T): the factor.

- NaN: as IEEE 754 and NumPy have it, and infinities, too.
- Errors: none.
- Accuracy: the product is rounded, then the sum. NumPy's `y += alpha * x` does the same, so results
  are equal bit by bit.
- NumPy: `streamrt_kernels.reference.axpy`.
"""


# --- cast ----------------------------------------------------------------------------------------


def _is_float(dtype: str) -> bool:
    return dtype.startswith("f")


def _truth(code: Code, lanes: int, dtype: str, value: str) -> str:
    """Emit the i1 `value != 0`, true for a NaN."""
    wide = vector(lanes, TYPES[dtype])
    if _is_float(dtype):
        return code.let(f"fcmp une {wide} {value}, {'zeroinitializer' if lanes > 1 else '0.0'}")
    return code.let(f"icmp ne {wide} {value}, {'zeroinitializer' if lanes > 1 else '0'}")


def _instruction(source: str, target: str) -> str:
    """Return the LLVM conversion of numbers that keeps NumPy's values."""
    size = {"f32": 4, "f64": 8, "i32": 4, "i64": 8, "u8": 1}
    grows = size[target] > size[source]
    if _is_float(source) and _is_float(target):
        return "fpext" if grows else "fptrunc"
    if _is_float(target):
        return "uitofp" if source == "u8" else "sitofp"
    if not grows:
        return "trunc"
    return "zext" if source == "u8" else "sext"


def _saturate(code: Code, lanes: int, source: str, target: str, value: str) -> str:
    """Emit a float as an integer: without fraction, NaN as 0, others as the nearest there is.

    `llvm.fptosi.sat` does the same one lane at a time, ten times slower. Values that do not fit
    are 0 in the conversion itself, because its result would be undefined, and replaced afterwards.
    """
    given, wide = vector(lanes, TYPES[source]), vector(lanes, TYPES[target])
    bits, truths = (32 if target == "u8" else int(target[1:])), vector(lanes, "i1")
    lowest, limit = (0, 1 << 8) if target == "u8" else (-1 << bits - 1, 1 << bits - 1)
    small, large = (
        code.let(f"fcmp {how} {given} {value}, {code.splat(lanes, TYPES[source], bound)}")
        for how, bound in (("olt", f"{lowest}.0"), ("oge", f"{limit}.0"))
    )
    nan = code.let(f"fcmp uno {given} {value}, {value}")
    outside = code.let(f"or {truths} {code.let(f'or {truths} {small}, {large}')}, {nan}")
    zero = code.splat(lanes, TYPES[source], "0.0")
    inside = code.let(f"select {truths} {outside}, {given} {zero}, {given} {value}")
    whole = vector(lanes, f"i{bits}")
    result = code.let(f"fptosi {given} {inside} to {whole}")
    for where, bound in ((small, lowest), (large, limit - 1)):
        edge = code.splat(lanes, f"i{bits}", str(bound))
        result = code.let(f"select {truths} {where}, {whole} {edge}, {whole} {result}")
    return result if whole == wide else code.let(f"trunc {whole} {result} to {wide}")


def conversion(source: str, target: str) -> Operation:
    """Return the emitter of elements of dtype `source` as dtype `target`."""
    if source != target and "f16" in (source, target):
        return _conversion_of_halves(source, target)
    result = TYPES[target]

    def convert(code: Code, lanes: int, values: list[str], scalars: list[str]) -> str:
        value, wide = values[0], vector(lanes, result)
        if source == target:
            return value
        if target == "bool":
            truth = _truth(code, lanes, source, value)
            return code.let(f"zext {vector(lanes, 'i1')} {truth} to {wide}")
        if source == "bool":
            truth = _truth(code, lanes, source, value)
            name = "uitofp" if _is_float(target) else "zext"
            return code.let(f"{name} {vector(lanes, 'i1')} {truth} to {wide}")
        given = vector(lanes, TYPES[source])
        if _is_float(source) and not _is_float(target):
            return _saturate(code, lanes, source, target, value)
        return code.let(f"{_instruction(source, target)} {given} {value} to {wide}")

    return convert


def _conversion_of_halves(source: str, target: str) -> Operation:
    """Return the emitter of a cast from or to f16, by way of f32; an f64 is rounded once."""

    def convert(code: Code, lanes: int, values: list[str], scalars: list[str]) -> str:
        if source == "f16":
            single = float_of_half(code, lanes, values[0])
            return conversion("f32", target)(code, lanes, [single], scalars)
        if source == "f64":
            return half_of_double(code, lanes, values[0])
        # An integer that an f32 rounds is one that an f16 does not reach.
        return half_of_float(code, lanes, conversion(source, "f32")(code, lanes, values, scalars))

    return convert


def _cast(binding: srt.Binding) -> str:
    source, target = binding.dtypes["A"], binding.dtypes["B"]
    operands = [
        Operand("x", TYPES[source]),
        Operand("y", TYPES[target], read=False, write=True),
    ]
    return Elementwise("cast", operands, [], conversion(source, target)).emit(binding)


def _casting(binding: srt.Binding, words: Mapping[str, str]) -> Mapping[str, object]:
    """Define how an A is computed, WIDE, and what makes a B of it."""
    source, target = binding.dtypes["A"], binding.dtypes["B"]
    is_widened = source == "f16" and target != "f16"
    wide = "f32" if is_widened else source
    clips = wide in ("f32", "f64") and target in _BOUNDS
    least, most = _BOUNDS.get(target, (0, 0))
    narrowed = "(B)(x)"
    if target == "f16" and source != "f16":
        narrowed = "half_of_double(x)" if wide == "f64" else "half_of_float((float)(x))"
    elif target == "bool":
        narrowed = "((x) != 0)"
    return {
        "WIDE": words[wide],
        "WITH_DOUBLES": int(wide == "f64"),
        "WIDENED(x)": "float_of_half(x)" if is_widened else "(x)",
        "CLIPS": int(clips),
        # C has no constant for the least integer.
        "LEAST": f"({least + 1} - 1)" if least else "0",
        "MOST": most,
        "NARROWED(x)": narrowed,
    }


_BOUNDS = {"u8": (0, 255), "i32": (-(2**31), 2**31 - 1), "i64": (-(2**63), 2**63 - 1)}
_CAST = Text("cast", ("halves", "cast"), _casting)

cast: srt.Kernel = srt.Kernel(
    "cast",
    "x: A[...], out y: B[...]",
    pure=True,
    cpu=srt.LLVM(_cast, entry="cast", strided=True),
    cuda=cuda(_CAST, strided=True),
    opencl=opencl(_CAST, strided=True),
    types={"A": CASTABLE, "B": CASTABLE},
    split="...",
    grain=GRAIN,
    elementwise=True,
    bound_ns=_bound,
)
"""`y` becomes `x` in the dtype of `y`, as `x.astype(y.dtype)` wherever NumPy defines that.

Args:
    x (A[...]): any shape and strides; f16, f32, f64, i32, i64, u8 or bool.
    y (B[...]): written; any strides, and any of these dtypes. It may be the very same view as `x`,
        and else shares no element with it.

- Integers wrap into narrower ones.
- Floats are rounded to the nearest float, once; one that is too great becomes infinite. In an
  integer their fraction is dropped.
- Bools are 0 and 1. All numbers except zero become true.
- NaN: becomes 0 as an integer, and true as a bool.
- Floats beyond the range of an integer dtype become its least or its greatest value. This and the 0
  for a NaN hold on every machine; NumPy leaves both to the machine.
- Errors: none.
- NumPy: `streamrt_kernels.reference.cast`.
"""
