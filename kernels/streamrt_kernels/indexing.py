"""iota and scatter_add: kernels whose elements know, or are told, their places."""

from __future__ import annotations

from collections.abc import Mapping

import streamrt as srt
from streamrt.emit import SIZES, TYPES, Code, Module, vector

from ._gpu import Text, cuda, opencl

NUMBERS = ("f32", "f64", "i8", "i16", "i32", "i64", "u8", "u16", "u32", "u64")
OUT_OF_RANGE = 1
CHECKED = 8
"""The number of indices that are checked at once."""


# --- iota ----------------------------------------------------------------------------------------


def _places(code: Code, dtype: str, lanes: int, first: str) -> str:
    """Emit `first`, `first + 1`, ... as a vector of the dtype; integers wrap."""
    deep, wide = vector(lanes, "i64"), vector(lanes, TYPES[dtype])
    place = code.splat(lanes, "i64", first)
    if lanes > 1:
        steps = ", ".join(f"i64 {k}" for k in range(lanes))
        place = code.let(f"add {deep} {place}, <{steps}>")
    if dtype.startswith("f"):
        return code.let(f"sitofp {deep} {place} to {wide}")
    return place if wide == deep else code.let(f"trunc {deep} {place} to {wide}")


def _iota(binding: srt.Binding) -> str:
    dtype = binding.dtypes["T"]
    element = TYPES[dtype]
    add, multiply = ("fadd", "fmul") if dtype.startswith("f") else ("add", "mul")
    most = max(8, 64 // SIZES[element])
    module = Module()
    with module.function("i32", "iota") as code:
        y, start, step = code.slot(1), code.slot(2, element), code.slot(3, element)
        count = code.let("sub i64 %hi, %lo")
        stop = code.let(f"add i64 %lo, {code.whole(count, most)}")
        for lanes, first, last in ((most, "%lo", stop), (1, stop, "%hi")):
            wide = vector(lanes, element)
            starts, steps = (code.splat(lanes, element, value) for value in (start, step))
            with code.loop(first, last, lanes) as loop:
                place = _places(code, dtype, lanes, loop.index)
                value = code.let(f"{multiply} {wide} {place}, {steps}")
                value = code.let(f"{add} {wide} {starts}, {value}")
                code.store(wide, value, code.at(y, loop.index, element), element)
    return module.text()


_IOTA = Text("iota", ("iota",))

iota: srt.Kernel = srt.Kernel(
    "iota",
    "out y: T[n], start: T, step: T",
    pure=True,
    cpu=srt.LLVM(_iota, entry="iota"),
    cuda=cuda(_IOTA),
    opencl=opencl(_IOTA),
    types={"T": NUMBERS},
    split="n",
    bound_ns=lambda extents: 100.0 + 2.0 * extents["n"],
)
"""`y[i]` becomes `start + i * step`.

Args:
    y (T[n]): written; contiguous, any dtype but bool.
    start (T): the first element.
    step (T): the distance of two elements.

- NaN: a start or step that is none makes every element none.
- Errors: none.
- Accuracy: the place, the product and the sum are rounded to T, one after the other, on every
  device. So no error adds up along `y`. Integers wrap.
- Time: as `fill`.
- NumPy: `streamrt_kernels.reference.iota`.
"""


# --- scatter_add ---------------------------------------------------------------------------------


def _check(module: Module) -> None:
    """Emit whether every index is in -n..n-1.

    Shifted by n, it is below 2n without a sign; a sum that wraps is far above.
    """
    with module.function("i1", "check", "ptr %idx, i64 %k, i64 %n") as code:
        double, whole = code.let("shl i64 %n, 1"), code.whole("%k", CHECKED)
        bad = "false"
        for lanes, start, stop in ((CHECKED, "0", whole), (1, whole, "%k")):
            wide, truths = vector(lanes, "i64"), vector(lanes, "i1")
            limit, shift = (code.splat(lanes, "i64", value) for value in (double, "%n"))
            first = "zeroinitializer" if lanes > 1 else bad
            with code.loop(start, stop, lanes, [(truths, first)]) as loop:
                index = code.load(wide, code.at("%idx", loop.index, "i64"), "i64")
                index = code.let(f"add {wide} {index}, {shift}")
                outside = code.let(f"icmp uge {wide} {index}, {limit}")
                loop.carry(code.let(f"or {truths} {loop.values[0]}, {outside}"))
            bad = loop.values[0]
            if lanes > 1:
                bits = code.let(f"bitcast {truths} {bad} to i{lanes}")
                bad = code.let(f"icmp ne i{lanes} {bits}, 0")
        code.do(f"ret i1 {bad}")


def _row_of(code: Code, j: str) -> str:
    """Emit the row that index `j` names: negative ones count from the end."""
    index = code.load("i64", code.at("%idx", j, "i64"))
    negative = code.let(f"icmp slt i64 {index}, 0")
    turned = code.let(f"add i64 {index}, %n")
    return code.let(f"select i1 {negative}, i64 {turned}, i64 {index}")


def _add(code: Code, add: str, wide: str, element: str, source: str, target: str) -> None:
    """Emit the sum of one vector, or of one element, at both addresses."""
    value = code.load(wide, source, element)
    total = code.let(f"{add} {wide} {code.load(wide, target, element)}, {value}")
    code.store(wide, total, target, element)


def _columns(module: Module, element: str, add: str) -> None:
    """Emit the sums in columns lo..hi: each row of x in its turn."""
    lanes = 64 // SIZES[element]
    parameters = "ptr %idx, ptr %x, ptr %y, i64 %k, i64 %m, i64 %n, i64 %lo, i64 %hi"
    with module.function("void", "columns", parameters) as code:
        stop = code.let(f"add i64 %lo, {code.whole(code.let('sub i64 %hi, %lo'), lanes)}")
        with code.loop("0", "%k") as rows:
            source = code.at("%x", code.let(f"mul i64 {rows.index}, %m"), element)
            target = code.at("%y", code.let(f"mul i64 {_row_of(code, rows.index)}, %m"), element)
            for count, first, last in ((lanes, "%lo", stop), (1, stop, "%hi")):
                wide = vector(count, element)
                with code.loop(first, last, count) as loop:
                    places = (code.at(base, loop.index, element) for base in (source, target))
                    _add(code, add, wide, element, *places)
        code.do("ret void")


def _elements(module: Module, element: str, add: str) -> None:
    """Emit the sums where a row has one element: without a loop over columns."""
    with module.function("void", "elements", "ptr %idx, ptr %x, ptr %y, i64 %k, i64 %n") as code:
        with code.loop("0", "%k") as rows:
            source = code.at("%x", rows.index, element)
            target = code.at("%y", _row_of(code, rows.index), element)
            _add(code, add, element, element, source, target)
        code.do("ret void")


def _scatter_add(binding: srt.Binding) -> str:
    dtype = binding.dtypes["T"]
    element, add = TYPES[dtype], "fadd" if dtype.startswith("f") else "add"
    module = Module()
    _check(module)
    _columns(module, element, add)
    _elements(module, element, add)
    with module.function("i32", "scatter_add") as code:
        k, m, n = code.words(code.slot(0), 3)
        idx, x, y = (("ptr", code.slot(index)) for index in (1, 2, 3))
        bad = code.call("i1", "check", idx, ("i64", k), ("i64", n))
        with code.when(bad):
            code.do(f"ret i32 {OUT_OF_RANGE}")
        narrow = code.let(f"icmp eq i64 {m}, 1")
        with code.when(code.let(f"and i1 {narrow}, {code.let('icmp slt i64 %lo, %hi')}")):
            code.call("void", "elements", idx, x, y, ("i64", k), ("i64", n))
        with code.when(code.let(f"xor i1 {narrow}, true")):
            sizes = [("i64", value) for value in (k, m, n, "%lo", "%hi")]
            code.call("void", "columns", idx, x, y, *sizes)
    return module.text()


def _scatter_grain(extents: Mapping[str, int]) -> int:
    """Return the least columns of a worker: 16,384 additions, and whole vectors."""
    return max(16, 16384 // max(1, extents["k"]))


def _thread_per_column(
    binding: srt.Binding, extents: Mapping[str, int], multiprocessors: int
) -> int:
    del binding
    return min(-(-extents["m"] // 256), 32 * multiprocessors)


_SCATTER_ADD = Text("scatter_add", ("atomics", "scatter_add"))

scatter_add: srt.Kernel = srt.Kernel(
    "scatter_add",
    "idx: i64[k], x: T[k, m], inout y: T[n, m]",
    pure=True,
    cpu=srt.LLVM(_scatter_add, entry="scatter_add"),
    cuda=cuda(_SCATTER_ADD, grid=_thread_per_column, fallible=True),
    opencl=opencl(_SCATTER_ADD, grid=_thread_per_column, fallible=True),
    types={"T": NUMBERS},
    split="m",
    grain=_scatter_grain,
    errors={OUT_OF_RANGE: "idx has an index that y has no row for"},
)
"""Row `idx[j]` of `y` grows by row `j` of `x`, in the order of `j`, as `np.add.at(y, idx, x)`.

Args:
    idx (i64[k]): contiguous; -n to n - 1, where a negative index counts from the end. Indices may
        occur several times, and each occurrence counts.
    x (T[k, m]): contiguous; any dtype but bool.
    y (T[n, m]): read and written; contiguous. It shares no element with `x`.

For elements instead of rows, reshape: `x.reshape(-1, 1)` and `y.reshape(-1, 1)`.

- NaN: as IEEE 754 and NumPy have it, and infinities, too.
- Errors: code 1 if an index is out of range. All indices are looked at before anything is written,
  so `y` is then as it was.
- Accuracy: equal to NumPy's bit by bit, because the order of the sums is the same. The workers
  share the columns, so their number does not matter. Integers wrap.
- Time: one pass over `idx` for each worker, then k * m additions. A GPU has one thread for each
  column, so it needs many columns.
- NumPy: `streamrt_kernels.reference.scatter_add`.
"""
