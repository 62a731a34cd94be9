"""The kernels of operations that have one of their own.

A native kernel sees three axes of each array along which the operation runs: those before the axis,
the axis, and those behind it. Its dtypes are a type variable, so there is one kernel for each
operation. A host call is a kernel for some dtypes and dimensions, which the host alone can run.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache, lru_cache
from math import prod
from typing import TYPE_CHECKING, Any

from streamrt._compile.implementations import LLVM, NumPys
from streamrt._compile.kernel import Kernel
from streamrt._compile.later_source import LaterSource
from streamrt._compile.signatures.binding import Binding
from streamrt._ir.called import CALLED, FIRST_CODE, host_name, refer_into
from streamrt._ir.cpu.cumulating import emit_cumulation
from streamrt._ir.cpu.frame import ERRORS
from streamrt._ir.cpu.guarding import emit_guarded
from streamrt._ir.cpu.taking import emit_take, emit_take_along_axis
from streamrt._ir.program import Shape, Value

if TYPE_CHECKING:
    from streamrt._compile.gpu_source import GPUSource

__all__ = ["kernel_for", "native_kernels", "result_form"]

PART_NS = 20_000
"""The least work that is worth a thread of its own, in nanoseconds."""

NUMBERS = ("f32", "f64", "i8", "i16", "i32", "i64", "u8", "u16", "u32", "u64")

Extents = Mapping[str, int]


def native_kernels() -> tuple[Kernel, ...]:
    """Returns the kernels that are no host calls."""
    return tuple([make() for make in _NATIVE.values()])


def kernel_for(value: Value) -> Kernel:
    """Returns the kernel of an operation."""
    name = value.op.name
    if name == "check":
        return _guarded(value.attributes[0])
    if not CALLED[name].host:
        return _NATIVE[name]()
    operands = tuple([(one.dtype.name, len(one.shape)) for one in value.operands])
    return _host(name, value.attributes, operands, (value.dtype.name, len(value.shape)))


def result_form(value: Value) -> Shape:
    """Returns the extents in which the kernel of an operation sees the result."""
    if CALLED[value.op.name].host:
        return value.shape
    if value.op.name == "check":
        return (value.size,)
    axis: int = value.attributes[0]
    behind = prod(value.operands[0].shape[axis + 1 :])
    before = prod(value.operands[0].shape[:axis])
    return before, value.size // max(1, before * behind), behind


# -- taking --------------------------------------------------------------------------------------


@cache
def _take() -> Kernel:
    make = _for_gpus("take", lambda e: _rows(e) * e["i"], fallible=True)
    return Kernel(
        "take",
        "x: T[o, n, i], indices: i64[k], out y: T[o, k, i]",
        split="o*k",
        grain=lambda extents: _part(_rows(extents), 2 + extents["i"] / 8),
        bound_ns=lambda extents: 300 + _rows(extents) * (200 + 4 * extents["i"]),
        errors=ERRORS,
        pure=True,
        cpu=LLVM(
            lambda binding: emit_take(binding.dtypes["T"], "take"), entry="take", strided=True
        ),
        cuda=LaterSource(make, "cuda"), opencl=LaterSource(make, "opencl"),
    )  # fmt: skip


@cache
def _take_along_axis() -> Kernel:
    make = _for_gpus("take_along_axis", lambda e: _rows(e) * e["i"], fallible=True)
    return Kernel(
        "take_along_axis",
        "x: T[o, n, i], indices: i64[o, k, i], out y: T[o, k, i]",
        split="o*k",
        grain=lambda extents: _part(_rows(extents), 2 + extents["i"]),
        bound_ns=lambda extents: 300 + _rows(extents) * (20 + 200 * extents["i"]),
        errors=ERRORS,
        pure=True,
        cpu=LLVM(
            lambda binding: emit_take_along_axis(binding.dtypes["T"], "take_along_axis"),
            entry="take_along_axis", strided=True,
        ),
        cuda=LaterSource(make, "cuda"), opencl=LaterSource(make, "opencl"),
    )  # fmt: skip


def _rows(extents: Extents) -> int:
    return extents["o"] * extents["k"]


# -- guarding ------------------------------------------------------------------------------------


@lru_cache(maxsize=256)
def _guarded(texts: str) -> Kernel:
    """Returns the kernel that fails with codes of these meanings."""
    make = _for_gpus("check", lambda e: e["n"], fallible=True)
    return Kernel(
        "check",
        "x: T[n], code: i64[m], out y: T[n]",
        split="n",
        grain=lambda extents: _part(extents["n"], 0.3),
        bound_ns=lambda extents: 300 + extents["n"],
        errors=ERRORS | {FIRST_CODE + k: text for k, text in enumerate(texts.split("\n"))},
        pure=True,
        aliasing=True,  # what is checked may stay where it is
        cpu=LLVM(
            lambda binding: emit_guarded(binding.dtypes["T"], "check"), entry="check",
            strided=True,
        ),
        cuda=LaterSource(make, "cuda"), opencl=LaterSource(make, "opencl"),
    )  # fmt: skip


# -- adding up -----------------------------------------------------------------------------------


def _cumulation(name: str) -> Kernel:
    make = _for_gpus(name, lambda e: e["o"] * e["i"])

    def llvm(binding: Binding) -> str:
        return emit_cumulation(name, binding.dtypes["T"], name)

    return Kernel(
        name,
        "x: T[o, n, i], out y: T[o, n, i]",
        types={"T": NUMBERS},
        split="o*i",
        grain=lambda extents: max(
            _part(extents["o"] * extents["i"], 1 + extents["n"]), min(extents["i"], SIDE)
        ),
        bound_ns=lambda extents: 300 + 10 * prod(extents.values()),
        errors=ERRORS,
        pure=True,
        cpu=LLVM(llvm, entry=name, strided=True),
        cuda=LaterSource(make, "cuda"),
        opencl=LaterSource(make, "opencl"),
    )


_NATIVE: dict[str, Callable[[], Kernel]] = {
    "take": _take,
    "take_along_axis": _take_along_axis,
    "cumsum": cache(lambda: _cumulation("cumsum")),
    "cumprod": cache(lambda: _cumulation("cumprod")),
    "cummax": cache(lambda: _cumulation("cummax")),
    "cummin": cache(lambda: _cumulation("cummin")),
}


SIDE = 512
"""The lines that lie side by side for a thread of its own: each row of them has a cost, too."""


def _part(turns: int, each: float) -> int:
    """Returns the turns that are worth a thread of their own, if each takes so many nanoseconds."""
    return max(1, min(turns, int(PART_NS / each) + 1))


def _for_gpus(
    name: str, turns: Callable[[Extents], int], *, fallible: bool = False
) -> Callable[[str], GPUSource]:
    """Returns a function that makes the implementation for a kind; its threads divide the turns."""
    entry = "streamrt_guarded" if name == "check" else f"streamrt_{name}"

    def make(kind: str) -> GPUSource:
        from streamrt._ir.gpu.sources import called_source  # only who has a GPU needs it

        return called_source(name, entry, turns, kind, fallible=fallible)

    return make


# -- host calls ----------------------------------------------------------------------------------


@lru_cache(maxsize=256)
def _host(
    name: str,
    attributes: tuple[Any, ...],
    operands: tuple[tuple[str, int], ...],
    result: tuple[str, int],
) -> Kernel:
    """Returns the kernel that calls a function or a ufunc, for some dtypes and dimensions."""
    parts = [_declared(f"x{k}", f"a{k}x", *each) for k, each in enumerate(operands)]
    signature = ", ".join([*parts, f"out {_declared('y', 'b', *result)}"])

    def call(*arrays: Any) -> None:
        *given, out = arrays
        refer_into(out, name, given, attributes)

    return Kernel(host_name(name, attributes), signature, pure=True, cpu=NumPys(call))


def _declared(name: str, extent: str, dtype: str, dimensions: int) -> str:
    return f"{name}: {dtype}[{', '.join(f'{extent}{k}' for k in range(dimensions))}]"
