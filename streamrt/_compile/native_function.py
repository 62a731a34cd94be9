"""Adapts C functions to the ABI of kernels, `i32 entry(ptr args, i64 lo, i64 hi)`.

The prototype that a C function must have follows from the kernel's signature: the parameters in
order, an array as a pointer to its first element, a scalar by value; then every distinct symbolic
extent as an `int64_t`, in order of first appearance (all of `[...]` is one extent, the number of
elements). It returns nothing, or an `int32_t` which is the kernel's error code.

    axpy(x: f32[n], inout y: f32[n], alpha: f32)  →  void f(float *, float *, float, int64_t n)

A kernel with `split` calls the function once for each part of that extent, [lo, hi), from several
threads at a time. A function can be called with a part in two ways:

- `Native(..., bounds=True)`: the function is given the whole arrays and the whole extents, and two
  more arguments behind them, `int64_t lo, int64_t hi`. It writes the part lo, ..., hi - 1, and may
  read anything. If `split` is `...`, lo and hi count elements.

      blur(x: f32[n], out y: f32[n])  →  void f(float *, float *, int64_t n, int64_t lo, int64_t hi)

- `Kernel(..., elementwise=True)`: the function is given the part as if it were the whole. Pointers
  to arrays whose first dimension is split point to the part's first row, and that extent is the
  part's. The function cannot see the rest of the arrays, or where their borders are. So this is
  right only if each element depends on those at the same index and on nothing else.

A native function that is split in neither way is refused.
"""

from __future__ import annotations

from collections.abc import Sequence

from streamrt._compile.code import Implementation
from streamrt._compile.llvm_code import LLVMCode
from streamrt._compile.pointers import Foreign, fits, resolve
from streamrt._compile.signatures.binding import Binding
from streamrt._compile.signatures.dtypes import DTYPES, DType
from streamrt._compile.signatures.signature import ELLIPSIS, Parameter, Signature
from streamrt._core.values import check_flag, shown
from streamrt._refusals import refusing
from streamrt.errors import ArgumentError, SignatureError

__all__ = ["Native"]

ENTRY = "streamrt_thunk"
TARGET = "streamrt_target"
OPT = 1


class Native(Implementation):
    """An implementation by a native function from any source.

    The C prototype follows from the kernel's signature: the parameters in order, arrays as
    pointers to their first elements, scalars by value; then each distinct extent as an `int64_t`
    (all of `[...]` is one, the number of elements); then, with `bounds`, `int64_t lo, int64_t hi`.
    The arrays must be C-contiguous. The page "Calling conventions" of the reference says the rest.

        axpy(x: f32[n], inout y: f32[n], alpha: f32)  →  void f(float *, float *, float, int64_t)

    A kernel with `split` calls it from several threads, with a part of that extent each. With
    `bounds` it is given the whole arrays, and writes the part lo, ..., hi - 1. Without, it is given
    the part as if it were the whole, which only a kernel that is `elementwise` allows.

    An exception does not leave a function written in Python. A numba cfunc that raises, or a
    callback of ctypes or cffi, prints the error, and the execution succeeds all the same. Return an
    error code instead, and declare `returns="i32"`. A callback takes the GIL, and waits for it.

    Attributes:
        pointer: the object that was given, kept alive.
        foreign: its address and, if the object knows it, its prototype.
        returns: `i32` if the function returns an error code, None if nothing.
        bounds: whether it takes the bounds of its part.
    """

    __slots__ = ("bounds", "foreign", "pointer", "returns")

    @refusing
    def __init__(
        self, pointer: object, *, returns: str | None = None, bounds: bool = False
    ) -> None:
        """Takes an address, a ctypes or cffi function, a numba cfunc or a PyCapsule.

        Raises:
            ArgumentTypeError: for anything else.
            ArgumentError: for a null pointer or an unknown `returns`.
        """
        if not (returns is None or (isinstance(returns, str) and returns in ("i32", "int32"))):
            raise ArgumentError(f'Native: returns is {shown(returns)}; it must be None or "i32"')
        self.pointer: object = pointer
        self.foreign: Foreign = resolve(pointer, "Native")
        self.returns: str | None = returns and "i32"
        self.bounds: bool = check_flag(bounds, "Native: bounds")

    def __repr__(self) -> str:
        options = f"returns={self.returns!r}, bounds={self.bounds}"
        return f"Native({self.foreign.address:#x}, {options})"

    @property
    def follows_strides(self) -> bool:
        """Whether it takes arrays that are not C-contiguous."""
        return False

    def check(self, signature: Signature, split: str | None, elementwise: bool, what: str) -> None:
        """Refuses a kernel that it cannot implement; see `streamrt.backend.Implementation`."""
        for variable, allowed in signature.types.items():
            if len(allowed) != 1:
                raise SignatureError(
                    f"{what}: {variable} may be {' or '.join(allowed)}; "
                    "a native function takes one dtype, name it in the signature or in types"
                )
        _check_split(signature, split, elementwise, self.bounds, what)
        _check_prototype(_prototype(signature, self.bounds), self.foreign, self.returns, what)

    def specialise(
        self, name: str, signature: Signature, split: str | None, binding: Binding
    ) -> LLVMCode:
        """Returns the code for one binding; see `streamrt.backend.Implementation`."""
        text = _thunk(signature, split, self.returns, self.bounds)
        return LLVMCode(text, ENTRY, {TARGET: self.foreign.address}, OPT)


def _prototype(signature: Signature, bounds: bool) -> list[tuple[str, str]]:
    """Returns the arguments of the C function as (name, type), in the words of pointers.py."""
    arguments: list[tuple[str, str]] = []
    for p in signature.parameters:
        dtype = _dtype(signature, p)
        arguments.append((p.name, f"{dtype.name}*" if p.is_array else dtype.name))
    arguments += [(_extent_name(symbol), "i64") for symbol in signature.symbols]
    return arguments + ([("lo", "i64"), ("hi", "i64")] if bounds else [])


def _check_split(
    signature: Signature, split: str | None, elementwise: bool, bounds: bool, what: str
) -> None:
    if split is None and bounds:
        raise SignatureError(
            f"{what}: its native function takes bounds, and nothing is split; pass split="
        )
    if split is None or bounds:
        return
    if not elementwise:
        raise SignatureError(
            f"{what}: {split} is split, and its native function would take a part for the whole; "
            "pass bounds=True and have it take `int64_t lo, int64_t hi` behind the extents, or "
            "elementwise=True if each element depends on those at the same index alone"
        )
    if "*" in split:
        raise SignatureError(
            f"{what}: {split} is split, and its native function would be given parts of one "
            "dimension; pass bounds=True, or split the first dimension"
        )
    for p in signature.arrays:
        if split in (p.dims or ())[1:]:
            raise SignatureError(
                f"{what}: {split} is not the first dimension of {p}; a native function without "
                "bounds=True can be split along first dimensions only"
            )


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


def _thunk(signature: Signature, split: str | None, returns: str | None, bounds: bool) -> str:
    """Returns the IR text of a kernel that calls the external function `streamrt_target`."""
    part = None if bounds else split
    lines: list[str] = []
    _load_extents(lines, signature, part)
    arguments = _load_arguments(lines, signature, part)
    arguments += [f"i64 %extent.{number}" for number in range(len(signature.symbols))]
    arguments += ["i64 %lo", "i64 %hi"] if bounds else []
    result = "i32" if returns == "i32" else "void"
    call = f"call {result} @{TARGET}({', '.join(arguments)})"
    lines += [f"%code = {call}", "ret i32 %code"] if result == "i32" else [call, "ret i32 0"]
    kinds = [_declared(_dtype(signature, p), p) for p in signature.parameters]
    kinds += ["i64"] * (len(signature.symbols) + 2 * bounds)
    body = "\n".join(f"  {line}" for line in lines)
    return (
        f"declare {result} @{TARGET}({', '.join(kinds)})\n\n"
        f"define i32 @{ENTRY}(ptr %args, i64 %lo, i64 %hi) {{\n{body}\n}}\n"
    )


def _load_extents(lines: list[str], signature: Signature, part: str | None) -> None:
    """Emits `%extent.k` for symbol k. The extent of the symbol `part` is that of the part."""
    lines.append("%layout = load ptr, ptr %args, align 8")
    for number, symbol in enumerate(signature.symbols):
        if symbol == part:
            lines.append(f"%extent.{number} = sub i64 %hi, %lo")
        else:
            lines.append(f"%at.extent.{number} = getelementptr i64, ptr %layout, i64 {number}")
            lines.append(f"%extent.{number} = load i64, ptr %at.extent.{number}, align 8")


def _load_arguments(lines: list[str], signature: Signature, part: str | None) -> list[str]:
    """Emits the loads of slots 1 and up; returns the call's arguments.

    Pointers to arrays whose first dimension is `part` point to the part.
    """
    arguments: list[str] = []
    stride = len(signature.symbols)  # the layout word of the next array's first stride
    for slot, p in enumerate(signature.parameters, 1):
        dtype = _dtype(signature, p)
        kind = "ptr" if p.is_array else dtype.llvm
        value = f"%value.{slot}"
        lines.append(f"%slot.{slot} = getelementptr i64, ptr %args, i64 {slot}")
        lines.append(f"{value} = load {kind}, ptr %slot.{slot}, align 8")
        dims = (ELLIPSIS,) if p.ellipsis else p.dims
        if part is not None and dims and dims[0] == part:
            value = f"%part.{slot}"
            lines.append(f"%at.stride.{slot} = getelementptr i64, ptr %layout, i64 {stride}")
            lines.append(f"%stride.{slot} = load i64, ptr %at.stride.{slot}, align 8")
            lines.append(f"%offset.{slot} = mul i64 %lo, %stride.{slot}")
            lines.append(f"{value} = getelementptr i8, ptr %value.{slot}, i64 %offset.{slot}")
        stride += len(dims or ())
        arguments.append(f"{_declared(dtype, p)} {value}")
    return arguments


def _declared(dtype: DType, p: Parameter) -> str:
    """Returns an argument's IR type; C ABIs let the caller widen integers shorter than an int."""
    if p.is_array:
        return "ptr"
    if dtype.kind == "f" or dtype.itemsize >= 4:
        return dtype.llvm
    return f"{dtype.llvm} {'signext' if dtype.kind == 'i' else 'zeroext'}"


def _dtype(signature: Signature, p: Parameter) -> DType:
    return p.declared or DTYPES[signature.types[p.dtype][0]]


def _extent_name(symbol: str) -> str:
    return "size" if symbol == ELLIPSIS else symbol
