"""check: the elements of an array, if a code is 0; else the kernel fails with that code."""

from __future__ import annotations

from streamrt._compile.llvm.emit import Module
from streamrt._compile.signatures.dtypes import DTYPES

__all__ = ["emit_guarded"]


def emit_guarded(dtype: str, entry: str) -> str:
    """Returns the LLVM IR of `x: T[n], code: i64[m], out y: T[n]`."""
    size, module = DTYPES[dtype].itemsize, Module()
    kind = f"i{8 * size}"
    module.declare("declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)")
    with module.function("i32", entry) as code:
        _, _, step, _ = code.words(code.slot(0), 4)
        x, given, y = (code.slot(number) for number in (1, 2, 3))
        number = code.load("i64", given)
        with code.when(code.let(f"icmp ne i64 {number}, 0")):
            code.do(f"ret i32 {code.let(f'trunc i64 {number} to i32')}")
        with code.when(code.let(f"icmp eq ptr {x}, {y}")):  # it is checked where it lies
            code.do("ret i32 0")
        with code.when(code.let(f"icmp eq i64 {step}, {size}")):
            nbytes = code.let(f"mul i64 {code.let('sub i64 %hi, %lo')}, {size}")
            target, source = (code.at(array, "%lo", kind) for array in (y, x))
            code.do(
                f"call void @llvm.memcpy.p0.p0.i64(ptr {target}, ptr {source}, i64 {nbytes}, "
                "i1 false)"
            )
            code.do("ret i32 0")
        with code.loop("%lo", "%hi") as each:
            value = code.at(x, code.let(f"mul i64 {each.index}, {step}"))
            code.store(kind, code.load(kind, value), code.at(y, each.index, kind))
        code.do("ret i32 0")
    return module.text()
