"""top_k: the largest elements of each row, and their columns."""

from __future__ import annotations

import streamrt as srt
from streamrt.emit import Code, Module, vector

from ._gpu import Text, block_per, cuda, opencl

LANES = 16
TOO_MANY = 1
NAN_KEY = -(1 << 31)
"""The key of a NaN: below that of -inf, which is -(1 << 31) + (1 << 23) - 1."""


def _keys(code: Code, lanes: int, values: str) -> str:
    """Emit integers that order as top_k orders floats.

    A float's bits, read as a signed integer, already order the positive ones; for the negative
    ones all bits but the sign are turned around. Adding 0 first makes -0 and 0 one value.
    """
    floats, ints = vector(lanes, "float"), vector(lanes, "i32")
    zero = "zeroinitializer" if lanes > 1 else "0.0"
    values = code.let(f"fadd {floats} {values}, {zero}")
    bits = code.let(f"bitcast {floats} {values} to {ints}")
    sign = code.let(f"ashr {ints} {bits}, {code.splat(lanes, 'i32', '31')}")
    turn = code.let(f"and {ints} {sign}, {code.splat(lanes, 'i32', str((1 << 31) - 1))}")
    keys = code.let(f"xor {ints} {bits}, {turn}")
    nan = code.let(f"fcmp uno {floats} {values}, {values}")
    lowest = code.splat(lanes, "i32", str(NAN_KEY))
    return code.let(f"select {vector(lanes, 'i1')} {nan}, {ints} {lowest}, {ints} {keys}")


def _insert(module: Module) -> None:
    """Emit the insertion of (key, index) into `count` sorted ones, after all equal keys.

    The list has room for one more, or loses its last. The keys lie where the values will lie.
    """
    parameters = "ptr %keys, ptr %indices, i64 %count, i32 %key, i64 %index"
    with module.function("void", "insert", parameters) as code:
        code.do("br label %look")
        code.label("look")
        code.do("%place = phi i64 [%count, %entry], [%before, %shift]")
        code.do("%before = sub i64 %place, 1")
        code.do("%first = icmp eq i64 %place, 0")
        code.do("br i1 %first, label %put, label %compare")
        code.label("compare")
        earlier = code.load("i32", code.at("%keys", "%before", "i32"))
        less = code.let(f"icmp slt i32 {earlier}, %key")
        code.do(f"br i1 {less}, label %shift, label %put")
        code.label("shift")
        code.store("i32", earlier, code.at("%keys", "%place", "i32"))
        moved = code.load("i64", code.at("%indices", "%before", "i64"))
        code.store("i64", moved, code.at("%indices", "%place", "i64"))
        code.do("br label %look")
        code.label("put")
        code.store("i32", "%key", code.at("%keys", "%place", "i32"))
        code.store("i64", "%index", code.at("%indices", "%place", "i64"))
        code.do("ret void")


def _consider(module: Module) -> None:
    """Emit the insertion of elements start..stop that beat the last of the k so far."""
    parameters = "ptr %row, i64 %start, i64 %stop, ptr %keys, ptr %indices, i64 %last"
    with module.function("void", "consider", parameters) as code:
        end = code.at("%keys", "%last", "i32")
        with code.loop("%start", "%stop") as loop:
            value = code.load("float", code.at("%row", loop.index, "float"))
            key = _keys(code, 1, value)
            least = code.load("i32", end)
            with code.when(code.let(f"icmp sgt i32 {key}, {least}")):
                lists = (("ptr", "%keys"), ("ptr", "%indices"), ("i64", "%last"))
                code.call("void", "insert", *lists, ("i32", key), ("i64", loop.index))
        code.do("ret void")


def _select(module: Module) -> None:
    """Emit the top k of one row: the first k sorted, then all that beat the k-th so far."""
    with module.function("void", "select", "ptr %row, i64 %m, ptr %v, ptr %i, i64 %k") as code:
        with code.loop("0", "%k") as first:
            key = _keys(code, 1, code.load("float", code.at("%row", first.index, "float")))
            lists = (("ptr", "%v"), ("ptr", "%i"), ("i64", first.index))
            code.call("void", "insert", *lists, ("i32", key), ("i64", first.index))
        last = code.let("sub i64 %k, 1")
        rest = code.let("sub i64 %m, %k")
        stop = code.let(f"add i64 %k, {code.whole(rest, LANES)}")
        lists = (("ptr", "%v"), ("ptr", "%i"), ("i64", last))
        with code.loop("%k", stop, LANES) as loop:
            wide = vector(LANES, "float")
            keys = _keys(
                code, LANES, code.load(wide, code.at("%row", loop.index, "float"), "float")
            )
            least = code.splat(LANES, "i32", code.load("i32", code.at("%v", last, "i32")))
            beats = code.let(f"icmp sgt {vector(LANES, 'i32')} {keys}, {least}")
            mask = code.let(f"bitcast {vector(LANES, 'i1')} {beats} to i{LANES}")
            with code.when(code.let(f"icmp ne i{LANES} {mask}, 0")):
                end = code.let(f"add i64 {loop.index}, {LANES}")
                span = (("ptr", "%row"), ("i64", loop.index), ("i64", end))
                code.call("void", "consider", *span, *lists)
        span = (("ptr", "%row"), ("i64", stop), ("i64", "%m"))
        code.call("void", "consider", *span, *lists)
        with code.loop("0", "%k") as found:
            index = code.load("i64", code.at("%i", found.index, "i64"))
            value = code.load("float", code.at("%row", index, "float"))
            code.store("float", value, code.at("%v", found.index, "float"))
        code.do("ret void")


def _top_k(binding: srt.Binding) -> str:
    module = Module()
    _insert(module)
    _consider(module)
    _select(module)
    with module.function("i32", "top_k") as code:
        _, m, k = code.words(code.slot(0), 3)
        x, values, indices = (code.slot(index) for index in (1, 2, 3))
        with code.when(code.let(f"icmp sgt i64 {k}, {m}")):
            code.do(f"ret i32 {TOO_MANY}")
        with code.when(code.let(f"icmp eq i64 {k}, 0")):
            code.do("ret i32 0")
        with code.loop("%lo", "%hi") as rows:
            row = code.at(x, code.let(f"mul i64 {rows.index}, {m}"), "float")
            offset = code.let(f"mul i64 {rows.index}, {k}")
            lists = (
                ("ptr", code.at(values, offset, "float")),
                ("ptr", code.at(indices, offset, "i64")),
            )
            code.call("void", "select", ("ptr", row), ("i64", m), *lists, ("i64", k))
    return module.text()


_TOP_K = Text("top_k", ("best", "first", "top_k"))

top_k: srt.Kernel = srt.Kernel(
    "top_k",
    "x: f32[n, m], out values: f32[n, k], out indices: i64[n, k]",
    pure=True,
    cpu=srt.LLVM(_top_k, entry="top_k"),
    cuda=cuda(_TOP_K, grid=block_per("n"), fallible=True),
    opencl=opencl(_TOP_K, grid=block_per("n"), fallible=True),
    split="n",
    grain=16,
    errors={TOO_MANY: "k is larger than a row of x"},
)
"""`values[i]` becomes the k largest elements of row `i` of `x`, and `indices[i]` their columns.

Args:
    x (f32[n, m]): contiguous.
    values (f32[n, k]): written; contiguous, k at most m. Each row descends.
    indices (i64[n, k]): written; contiguous. `indices[i, j]` is the column of `values[i, j]`.

- Ties: of equal values the one of lower column comes first; -0 equals 0.
- NaN: comes after every number, also after -inf. So it is found only where a row has fewer than k
  numbers.
- Errors: code 1 if k is above m.
- Accuracy: exact, and the same for every number of workers.
- Time: one pass over a row and, for random rows, about k * ln(m / k) insertions into a list of k.
  It is made for k much smaller than m. A GPU makes k passes over a row.
- NumPy: `streamrt_kernels.reference.top_k`.
"""
