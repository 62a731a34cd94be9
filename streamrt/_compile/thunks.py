"""Adapts C functions to the ABI of kernels, `i32 entry(ptr args, i64 lo, i64 hi)`.

The prototype that a C function must have follows from the kernel's signature: the parameters in
order, an array as a pointer to its first element, a scalar by value; then every distinct symbolic
extent as an `int64_t`, in order of first appearance (all of `[...]` is one extent, the number of
elements). It returns nothing, or an `int32_t` which is the kernel's error code.

    axpy(x: f32[n], inout y: f32[n], alpha: f32)  →  void f(float *, float *, float, int64_t n)

Where the kernel is split, a call handles a part: pointers to arrays whose first dimension is
split point to the part's first row, and that extent is the part's.
"""

from __future__ import annotations

from collections.abc import Sequence

from streamrt._compile.dtypes import DTYPES, DType
from streamrt._compile.pointers import Foreign, fits
from streamrt._compile.signature import ELLIPSIS, Parameter, Signature
from streamrt.errors import SignatureError

__all__ = ["ENTRY", "TARGET", "check_native", "prototype", "thunk"]

ENTRY = "streamrt_thunk"
TARGET = "streamrt_target"


def prototype(signature: Signature) -> list[tuple[str, str]]:
    """The arguments of the C function as (name, type), in the words of pointers.py."""
    arguments: list[tuple[str, str]] = []
    for p in signature.parameters:
        dtype = _dtype(signature, p)
        arguments.append((p.name, f"{dtype.name}*" if p.is_array else dtype.name))
    return arguments + [(_extent_name(symbol), "i64") for symbol in signature.symbols]


def check_native(
    signature: Signature, split: str | None, foreign: Foreign, returns: str | None, what: str
) -> None:
    """Refuses a native function that does not fit a kernel's signature.

    Raises:
        SignatureError: if the signature has no C prototype, or the function declares another.
    """
    for variable, allowed in signature.types.items():
        if len(allowed) != 1:
            raise SignatureError(
                f"{what}: {variable} may be {' or '.join(allowed)}; "
                "a native function takes one dtype, name it in the signature or in types"
            )
    for p in signature.arrays:
        if split is not None and split in (p.dims or ())[1:]:
            raise SignatureError(
                f"{what}: {split} is not the first dimension of {p}; "
                "a native function can be split along first dimensions only"
            )
    _check_prototype(prototype(signature), foreign, returns, what)


def _check_prototype(
    wanted: Sequence[tuple[str, str]], foreign: Foreign, returns: str | None, what: str
) -> None:
    result = "i32" if returns == "i32" else "void"
    spelled = f"{result} ({', '.join(f'{kind} {name}' for name, kind in wanted)})"
    if foreign.arguments is not None:
        if len(foreign.arguments) != len(wanted):
            raise SignatureError(
                f"{what}: the native function takes {len(foreign.arguments)} arguments, "
                f"the signature gives {len(wanted)}; it must be {spelled}"
            )
        for number, (found, (name, kind)) in enumerate(
            zip(foreign.arguments, wanted, strict=True), 1
        ):
            if not fits(found, kind):
                raise SignatureError(
                    f"{what}: argument {number} of the native function is {found}, "
                    f"the signature gives {kind} {name}; it must be {spelled}"
                )
    if foreign.result is not None and foreign.result != result:
        raise SignatureError(
            f"{what}: the native function returns {foreign.result}; it must be {spelled}"
            + (', or pass returns="i32"' if foreign.result == "i32" else "")
        )


def thunk(signature: Signature, split: str | None, returns: str | None) -> str:
    """The IR text of a kernel that calls the external function `streamrt_target`."""
    lines: list[str] = []
    _load_extents(lines, signature, split)
    arguments = _load_arguments(lines, signature, split)
    arguments += [f"i64 %extent.{number}" for number in range(len(signature.symbols))]
    result = "i32" if returns == "i32" else "void"
    call = f"call {result} @{TARGET}({', '.join(arguments)})"
    lines += [f"%code = {call}", "ret i32 %code"] if result == "i32" else [call, "ret i32 0"]
    kinds = [_declared(_dtype(signature, p), p) for p in signature.parameters]
    kinds += ["i64"] * len(signature.symbols)
    body = "\n".join(f"  {line}" for line in lines)
    return (
        f"declare {result} @{TARGET}({', '.join(kinds)})\n\n"
        f"define i32 @{ENTRY}(ptr %args, i64 %lo, i64 %hi) {{\n{body}\n}}\n"
    )


def _load_extents(lines: list[str], signature: Signature, split: str | None) -> None:
    """Emits `%extent.k` for symbol k; the split one is that of the part."""
    lines.append("%layout = load ptr, ptr %args, align 8")
    for number, symbol in enumerate(signature.symbols):
        if symbol == split:
            lines.append(f"%extent.{number} = sub i64 %hi, %lo")
        else:
            lines.append(f"%at.extent.{number} = getelementptr i64, ptr %layout, i64 {number}")
            lines.append(f"%extent.{number} = load i64, ptr %at.extent.{number}, align 8")


def _load_arguments(lines: list[str], signature: Signature, split: str | None) -> list[str]:
    """Emits the loads of slots 1 and up; returns the call's arguments."""
    arguments: list[str] = []
    stride = len(signature.symbols)  # the layout word of the next array's first stride
    for slot, p in enumerate(signature.parameters, 1):
        dtype = _dtype(signature, p)
        kind = "ptr" if p.is_array else dtype.llvm
        value = f"%value.{slot}"
        lines.append(f"%slot.{slot} = getelementptr i64, ptr %args, i64 {slot}")
        lines.append(f"{value} = load {kind}, ptr %slot.{slot}, align 8")
        dims = (ELLIPSIS,) if p.ellipsis else p.dims
        if split is not None and dims and dims[0] == split:
            value = f"%part.{slot}"
            lines.append(f"%at.stride.{slot} = getelementptr i64, ptr %layout, i64 {stride}")
            lines.append(f"%stride.{slot} = load i64, ptr %at.stride.{slot}, align 8")
            lines.append(f"%offset.{slot} = mul i64 %lo, %stride.{slot}")
            lines.append(f"{value} = getelementptr i8, ptr %value.{slot}, i64 %offset.{slot}")
        stride += len(dims or ())
        arguments.append(f"{_declared(dtype, p)} {value}")
    return arguments


def _declared(dtype: DType, p: Parameter) -> str:
    """An argument's IR type. The caller widens integers shorter than an int, as C ABIs ask."""
    if p.is_array:
        return "ptr"
    if dtype.kind == "f" or dtype.itemsize >= 4:
        return dtype.llvm
    return f"{dtype.llvm} {'signext' if dtype.kind == 'i' else 'zeroext'}"


def _dtype(signature: Signature, p: Parameter) -> DType:
    return DTYPES[signature.types.get(p.dtype, (p.dtype,))[0]]


def _extent_name(symbol: str) -> str:
    return "size" if symbol == ELLIPSIS else symbol
