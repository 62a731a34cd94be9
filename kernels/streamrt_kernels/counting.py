"""bincount and histogram: how often each number occurs, and how many lie in each bin."""

from __future__ import annotations

import streamrt as srt
from streamrt.emit import TYPES, Code, Module, vector

COUNTABLE = ("i64", "i32", "i16", "i8", "u64", "u32", "u16", "u8")
OUT_OF_RANGE = 1
WRONG_EDGES, FALLING_EDGES = 1, 2
CHECKED = 8
"""The numbers that are checked at once."""


def _clear(code: Code, counts: str, m: str) -> None:
    """Emit zeros for all counts."""
    whole = code.whole(m, CHECKED)
    for lanes, start, stop in ((CHECKED, "0", whole), (1, whole, m)):
        wide = vector(lanes, "i64")
        with code.loop(start, stop, lanes) as loop:
            zero = "zeroinitializer" if lanes > 1 else "0"
            code.store(wide, zero, code.at(counts, loop.index, "i64"), "i64")


def _count(code: Code, counts: str, place: str) -> None:
    """Emit one more of what is counted at a place."""
    address = code.at(counts, place, "i64")
    code.store("i64", code.let(f"add i64 {code.load('i64', address)}, 1"), address)


# --- bincount ------------------------------------------------------------------------------------


def _place(code: Code, dtype: str, lanes: int, address: str) -> str:
    """Emit the numbers at an address as i64; without a sign, a negative one is too large."""
    element, wide = TYPES[dtype], vector(lanes, "i64")
    given = vector(lanes, element)
    value = code.load(given, address, element)
    if given == wide:
        return value
    return code.let(f"{'zext' if dtype[0] == 'u' else 'sext'} {given} {value} to {wide}")


def _outside(code: Code, dtype: str, x: str, n: str, m: str) -> str:
    """Emit whether a number is none of 0..m-1."""
    whole, element = code.whole(n, CHECKED), TYPES[dtype]
    bad = "false"
    for lanes, start, stop in ((CHECKED, "0", whole), (1, whole, n)):
        wide, truths = vector(lanes, "i64"), vector(lanes, "i1")
        limit = code.splat(lanes, "i64", m)
        first = "zeroinitializer" if lanes > 1 else bad
        with code.loop(start, stop, lanes, [(truths, first)]) as loop:
            value = _place(code, dtype, lanes, code.at(x, loop.index, element))
            outside = code.let(f"icmp uge {wide} {value}, {limit}")
            loop.carry(code.let(f"or {truths} {loop.values[0]}, {outside}"))
        bad = loop.values[0]
        if lanes > 1:
            bits = code.let(f"bitcast {truths} {bad} to i{lanes}")
            bad = code.let(f"icmp ne i{lanes} {bits}, 0")
    return bad


def _bincount(binding: srt.Binding) -> str:
    dtype = binding.dtypes["T"]
    module = Module()
    with module.function("i32", "bincount") as code:
        n, m = code.words(code.slot(0), 2)
        x, counts = code.slot(1), code.slot(2)
        with code.when(_outside(code, dtype, x, n, m)):
            code.do(f"ret i32 {OUT_OF_RANGE}")
        _clear(code, counts, m)
        with code.loop("0", n) as loop:
            _count(code, counts, _place(code, dtype, 1, code.at(x, loop.index, TYPES[dtype])))
    return module.text()


bincount: srt.Kernel = srt.Kernel(
    "bincount",
    "x: T[n], out counts: i64[m]",
    pure=True,
    cpu=srt.LLVM(_bincount, entry="bincount"),
    types={"T": COUNTABLE},
    errors={OUT_OF_RANGE: "x has a number below 0, or one that counts has no place for"},
)
"""`counts[b]` becomes the number of elements of `x` that are b.

It runs on CPUs, on one worker.

Args:
    x (T[n]): contiguous; any integer dtype.
    counts (i64[m]): written; contiguous.

- Errors: code 1 if a number is below 0, or m or above. All numbers are looked at before anything is
  written, so `counts` is then as it was.
- Accuracy: exact.
- Time: two passes over `x`, of which the first is fast.
- NumPy: `streamrt_kernels.reference.bincount`.
"""


# --- histogram -----------------------------------------------------------------------------------


def _find(module: Module, element: str) -> None:
    """Emit the bin of a value among the edges, by halving: it is that of the last edge not above.

    The last edge belongs to the last bin, wherever equal edges are.
    """
    with module.function("i64", "find", f"ptr %edges, i64 %m, {element} %value") as code:
        code.do("br label %look")
        code.label("look")
        code.do("%low = phi i64 [0, %entry], [%next_low, %half]")
        code.do("%high = phi i64 [%m, %entry], [%next_high, %half]")
        apart = code.let("icmp slt i64 %low, %high")
        code.do(f"br i1 {apart}, label %half, label %found")
        code.label("half")
        middle = code.let(f"lshr i64 {code.let('add i64 %low, %high')}, 1")
        after = code.let(f"add i64 {middle}, 1")
        edge = code.load(element, code.at("%edges", after, element))
        below = code.let(f"fcmp ole {element} {edge}, %value")
        code.do(f"%next_low = select i1 {below}, i64 {after}, i64 %low")
        code.do(f"%next_high = select i1 {below}, i64 %high, i64 {middle}")
        code.do("br label %look")
        code.label("found")
        last = code.let("sub i64 %m, 1")
        code.do(f"ret i64 {code.call('i64', 'llvm.smin.i64', ('i64', '%low'), ('i64', last))}")


def _guess(code: Code, element: str, value: str, first: str, scale: str, m: str) -> str:
    """Emit the bin that a value has if bins are equal and nothing is rounded; one of 0..m-1."""
    distance = code.let(f"fsub {element} {value}, {first}")
    place = code.let(f"fmul {element} {distance}, {scale}")
    bins = code.let(f"sitofp i64 {m} to {element}")
    inside = code.let(f"fcmp olt {element} {place}, {bins}")  # false for a NaN
    place = code.let(f"select i1 {inside}, {element} {place}, {element} 0.0")
    last = code.let(f"sub i64 {m}, 1")
    number = code.let(f"fptosi {element} {place} to i64")
    return code.call("i64", "llvm.smin.i64", ("i64", number), ("i64", last))


def _check_edges(code: Code, element: str, edges: str, e: str, m: str) -> None:
    """Emit the return of an error code if edges are wrong."""
    with code.when(code.let(f"icmp ne i64 {e}, {code.let(f'add i64 {m}, 1')}")):
        code.do(f"ret i32 {WRONG_EDGES}")
    with code.loop("0", m) as loop:
        left, right = (
            code.load(element, code.at(edges, place, element))
            for place in (loop.index, code.let(f"add i64 {loop.index}, 1"))
        )
        with code.when(code.let(f"fcmp ugt {element} {left}, {right}")):
            code.do(f"ret i32 {FALLING_EDGES}")


def _histogram(binding: srt.Binding) -> str:
    element = TYPES[binding.dtypes["T"]]
    module = Module()
    _find(module, element)
    with module.function("i32", "histogram") as code:
        n, e, m = code.words(code.slot(0), 3)
        x, edges, counts = (code.slot(index) for index in (1, 2, 3))
        _check_edges(code, element, edges, e, m)
        _clear(code, counts, m)
        with code.when(code.let(f"icmp eq i64 {m}, 0")):
            code.do("ret i32 0")
        first = code.load(element, edges)
        last = code.load(element, code.at(edges, m, element))
        width = code.let(f"fsub {element} {last}, {first}")
        bins = code.let(f"sitofp i64 {m} to {element}")
        scale = code.let(f"fdiv {element} {bins}, {width}")
        with code.loop("0", n) as loop:
            value = code.load(element, code.at(x, loop.index, element))
            above = code.let(f"fcmp oge {element} {value}, {first}")
            below = code.let(f"fcmp ole {element} {value}, {last}")
            with code.when(code.let(f"and i1 {above}, {below}")):
                place = _guess(code, element, value, first, scale, m)
                low = code.load(element, code.at(edges, place, element))
                after = code.at(edges, code.let(f"add i64 {place}, 1"), element)
                reached = code.let(f"fcmp oge {element} {value}, {low}")
                left = code.let(f"fcmp olt {element} {value}, {code.load(element, after)}")
                right = code.let(f"and i1 {reached}, {left}")
                with code.when(right):
                    _count(code, counts, place)
                with code.when(code.let(f"xor i1 {right}, true")):
                    given = (("ptr", edges), ("i64", m), (element, value))
                    _count(code, counts, code.call("i64", "find", *given))
    return module.text()


histogram: srt.Kernel = srt.Kernel(
    "histogram",
    "x: T[n], edges: T[e], out counts: i64[m]",
    pure=True,
    cpu=srt.LLVM(_histogram, entry="histogram"),
    types={"T": ("f32", "f64")},
    errors={
        WRONG_EDGES: "edges must be one more than counts",
        FALLING_EDGES: "edges must not fall, nor be NaN",
    },
)
"""`counts[b]` becomes the number of elements of `x` from `edges[b]` up to, without, `edges[b + 1]`.

A value on the last edge belongs to the last bin. It runs on CPUs, on one worker. For m equal bins,
`edges` is `np.linspace(low, high, m + 1, dtype=x.dtype)`.

Args:
    x (T[n]): contiguous; f32 or f64.
    edges (T[e]): contiguous; they do not fall, and e is m + 1. They may be infinite.
    counts (i64[m]): written; contiguous.

- NaN: is not counted, as what lies outside the edges.
- Errors: code 1 if e is not m + 1, code 2 if edges fall or are NaN; `counts` is then as it was.
- Accuracy: exact: each value is compared with the edges, as by NumPy.
- Time: one pass over `x`. A value is found at once where the bins are equal, and otherwise by
  halving, log2(m) steps.
- NumPy: `streamrt_kernels.reference.histogram`.
"""
