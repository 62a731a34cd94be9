"""matmul and matmul_nt: matrix products through NumPy's BLAS, or in our own IR without it."""

from __future__ import annotations

from collections.abc import Callable

import streamrt as srt
from streamrt.emit import TYPES, Blas, Module, emit_guard, find_blas

from . import _products
from ._gpu import Text, block_per_tile, cuda, opencl

ROW_MAJOR, PLAIN, TRANSPOSED = "101", "111", "112"  # cblas.h: CBLAS_LAYOUT, CBLAS_TRANSPOSE
GRAIN = 128
"""The least number of rows for a worker. Each call packs all of `b` again, which takes a fifth of
the time for 64 rows, a tenth for 128."""


def _through_blas(entry: str, dtype: str, *, nt: bool) -> str:
    """Return IR that hands rows lo..hi to cblas_?gemm."""
    module, element = Module(), TYPES[dtype]
    types = ["i32"] * 3 + ["i64"] * 3 + [element, "ptr", "i64", "ptr", "i64", element, "ptr", "i64"]
    module.declare(f"declare void @gemm_{dtype}({', '.join(types)})")
    emit_guard(module)
    with module.function("i32", entry) as code:
        k, m = code.words(code.slot(0), 3)[1:]
        a, b, c = (code.slot(index) for index in (1, 2, 3))
        rows = code.let("sub i64 %hi, %lo")
        area = code.let(f"mul i64 {rows}, {m}")
        with code.when(code.let(f"icmp eq i64 {area}, 0")):
            code.do("ret i32 0")
        # BLAS refuses a leading dimension of 0, even where there is nothing to read.
        pitch = code.call("i64", "llvm.smax.i64", ("i64", k), ("i64", "1"))
        left = code.at(a, code.let(f"mul i64 %lo, {k}"), element)
        target = code.at(c, code.let(f"mul i64 %lo, {m}"), element)
        values = [ROW_MAJOR, PLAIN, TRANSPOSED if nt else PLAIN, rows, m, k]
        values += ["1.0", left, pitch, b, pitch if nt else m, "0.0", target, m]
        code.call("void", "enter")
        code.call("void", f"gemm_{dtype}", *zip(types, values, strict=True))
        code.call("void", "leave")
    return module.text()


def _source(entry: str, blas: Blas | None, *, nt: bool) -> Callable[[srt.Binding], str]:
    def source(binding: srt.Binding) -> str:
        dtype = binding.dtypes["T"]
        if blas is None:
            return _products.emit(entry, TYPES[dtype], nt=nt)
        return _through_blas(entry, dtype, nt=nt)

    return source


def product(entry: str, blas: Blas | None, *, nt: bool) -> srt.Kernel:
    """Return the kernel of a @ b, or with `nt` of a @ b.T, through `blas` or in our own IR."""
    text = Text(entry, ("product",), lambda binding, words: {"TRANSPOSED": int(nt)})
    return srt.Kernel(
        entry,
        f"a: T[n, k], b: T[{'m, k' if nt else 'k, m'}], out c: T[n, m]",
        pure=True,
        cpu=srt.LLVM(
            _source(entry, blas, nt=nt),
            entry=entry,
            symbols={} if blas is None else blas.symbols(),
        ),
        cuda=cuda(text, grid=block_per_tile),
        opencl=opencl(text, grid=block_per_tile),
        types={"T": ("f32", "f64")},
        split="n",
        grain=GRAIN,
    )


_found = find_blas()

matmul: srt.Kernel = product("matmul", _found, nt=False)
"""`c` becomes the matrix product `a @ b`.

Args:
    a (T[n, k]): contiguous; f32 or f64.
    b (T[k, m]): contiguous.
    c (T[n, m]): written; contiguous. It shares no element with `a` or `b`. With k = 0 it becomes
        all zeros.

- NaN: as IEEE 754 has it. The old contents of `c` are not read.
- Errors: none.
- Accuracy: each element is a sum of k products, in an order that the BLAS chooses, within
  `k * eps * (abs(a) @ abs(b))`.
- Threads: rows are divided over the workers, with one BLAS thread in each. While such a kernel
  runs, NumPy's own products use one thread, too. If NumPy has no OpenBLAS, slower code of our own
  computes the product.
- On GPUs a kernel of our own computes it by tiles. There each element is a chain of fused
  multiply-adds in the order of the columns of `a`.
- NumPy: `streamrt_kernels.reference.matmul`.
"""

matmul_nt: srt.Kernel = product("matmul_nt", _found, nt=True)
"""`c` becomes `a @ b.T`: the inner products of the rows of `a` with the rows of `b`.

Args:
    a (T[n, k]): contiguous; f32 or f64.
    b (T[m, k]): contiguous. It may be the same buffer as `a`, which gives the inner products of all
        pairs of rows.
    c (T[n, m]): written; contiguous. It shares no element with `a` or `b`. With k = 0 it becomes
        all zeros.

- NaN, accuracy and threads: as `matmul`.
- Errors: none.
- NumPy: `streamrt_kernels.reference.matmul_nt`.
"""
