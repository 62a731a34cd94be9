"""sum_rows and normalize_rows: kernels that read a whole row before they write its result."""

from __future__ import annotations

from collections.abc import Mapping

import streamrt as srt
from streamrt.emit import SIZES, TYPES, Code, Module, vector

from ._gpu import Text, block_per, cuda, opencl

# --- sum -----------------------------------------------------------------------------------------

CHAINS = 4
"""The independent vector sums of a block: one addition need not wait for the one before."""
STEPS = 4
"""The additions in each chain of a block. The rounding error grows with them, so they are few."""


def _lanes(element: str) -> int:
    return 64 // SIZES[element]


def _block(module: Module, element: str, add: str) -> None:
    """Emit the sum of one block, by lanes: chains first, then a tree over the chains."""
    lanes = _lanes(element)
    wide = vector(lanes, element)
    with module.function(wide, "block", "ptr %p") as code:
        chains: list[str] = []
        for k in range(CHAINS * STEPS):
            address = code.at("%p", str(k * lanes), element)
            value = code.load(wide, address, element)
            if k < CHAINS:
                chains.append(value)
            else:
                chains[k % CHAINS] = code.let(f"{add} {wide} {chains[k % CHAINS]}, {value}")
        while len(chains) > 1:
            pairs = zip(chains[::2], chains[1::2], strict=True)
            chains = [code.let(f"{add} {wide} {left}, {right}") for left, right in pairs]
        code.do(f"ret {wide} {chains[0]}")


def _blocks(module: Module, element: str, add: str) -> None:
    """Emit the pairwise sum of `n` blocks: both halves by themselves, then together."""
    lanes = _lanes(element)
    wide = vector(lanes, element)
    with module.function(wide, "blocks", "ptr %p, i64 %n") as code:
        with code.when(code.let("icmp eq i64 %n, 0")):
            code.do(f"ret {wide} zeroinitializer")
        with code.when(code.let("icmp eq i64 %n, 1")):
            code.do(f"ret {wide} {code.call(wide, 'block', ('ptr', '%p'))}")
        half = code.let("lshr i64 %n, 1")
        rest = code.let(f"sub i64 %n, {half}")
        middle = code.at("%p", code.let(f"mul i64 {half}, {lanes * CHAINS * STEPS}"), element)
        left = code.call(wide, "blocks", ("ptr", "%p"), ("i64", half))
        right = code.call(wide, "blocks", ("ptr", middle), ("i64", rest))
        code.do(f"ret {wide} {code.let(f'{add} {wide} {left}, {right}')}")


def _row(module: Module, element: str, add: str, zero: str) -> None:
    """Emit the sum of `n` elements: blocks, then whole vectors, then single elements."""
    lanes = _lanes(element)
    wide, size = vector(lanes, element), lanes * CHAINS * STEPS
    with module.function(element, "row", "ptr %p, i64 %n") as code:
        count = code.let(f"udiv i64 %n, {size}")
        blocks = code.call(wide, "blocks", ("ptr", "%p"), ("i64", count))
        start, stop = code.let(f"mul i64 {count}, {size}"), code.whole("%n", lanes)
        with code.loop(start, stop, lanes, [(wide, "zeroinitializer")]) as vectors:
            value = code.load(wide, code.at("%p", vectors.index, element), element)
            vectors.carry(code.let(f"{add} {wide} {vectors.values[0]}, {value}"))
        with code.loop(stop, "%n", 1, [(element, zero)]) as single:
            value = code.load(element, code.at("%p", single.index, element))
            single.carry(code.let(f"{add} {element} {single.values[0]}, {value}"))
        wide_sum = code.let(f"{add} {wide} {blocks}, {vectors.values[0]}")
        folded = code.fold(lanes, element, wide_sum, add)
        code.do(f"ret {element} {code.let(f'{add} {element} {folded}, {single.values[0]}')}")


def _sum_rows(binding: srt.Binding) -> str:
    dtype = binding.dtypes["T"]
    element = TYPES[dtype]
    add, zero = ("add", "0") if dtype == "i64" else ("fadd", "0.0")
    module = Module()
    _block(module, element, add)
    _blocks(module, element, add)
    _row(module, element, add, zero)
    with module.function("i32", "sum_rows") as code:
        width = code.words(code.slot(0), 2)[1]
        x, y = code.slot(1), code.slot(2)
        with code.loop("%lo", "%hi") as rows:
            row = code.at(x, code.let(f"mul i64 {rows.index}, {width}"), element)
            total = code.call(element, "row", ("ptr", row), ("i64", width))
            code.store(element, total, code.at(y, rows.index, element))
    return module.text()


def _summing(binding: srt.Binding, words: Mapping[str, str]) -> Mapping[str, object]:
    """Define S, the type of sums: integers are added without a sign, because they wrap."""
    dtype = binding.dtypes["T"]
    return {"S": words["u64" if dtype == "i64" else dtype]}


_SUMS = Text("sum_rows", ("rows", "sum_rows"), _summing)

sum_rows: srt.Kernel = srt.Kernel(
    "sum_rows",
    "x: T[n, m], out y: T[n]",
    pure=True,
    cpu=srt.LLVM(_sum_rows, entry="sum_rows"),
    cuda=cuda(_SUMS, grid=block_per("n")),
    opencl=opencl(_SUMS, grid=block_per("n")),
    types={"T": ("f32", "f64", "i64")},
    split="n",
    grain=8,
    bound_ns=lambda extents: 100.0 + extents["n"] * (60.0 + extents["m"]),
)
"""`y[i]` becomes the sum of row `i` of `x`; an empty row sums to 0.

For the sum of a whole array, launch it with `x.reshape(1, -1)`. For a large one over all workers,
launch it with `x.reshape(k, -1)`, and once more on the k sums.

Args:
    x (T[n, m]): contiguous; f32, f64 or i64.
    y (T[n]): written; contiguous.

- NaN: a row with a NaN, or with infinities of both signs, sums to NaN.
- Errors: none.
- Accuracy: blocked pairwise, like NumPy's: the rounding error of a row is below
  `(24 + log2(m)) * eps * sum(abs(row))`, whatever the number of workers. An i64 wraps, as NumPy's.
- NumPy: `streamrt_kernels.reference.sum_rows`.
"""


# --- normalisation -------------------------------------------------------------------------------

LANES = 16


def _squares(code: Code, row: str, width: str, whole: str) -> str:
    """Emit the f64 sum of the squares of a row. The products are exact: none becomes inf or 0."""
    wide, deep = vector(LANES, "float"), vector(LANES, "double")
    with code.loop("0", whole, LANES, [(deep, "zeroinitializer")]) as vectors:
        value = code.load(wide, code.at(row, vectors.index, "float"), "float")
        value = code.let(f"fpext {wide} {value} to {deep}")
        square = code.let(f"fmul {deep} {value}, {value}")
        vectors.carry(code.let(f"fadd {deep} {vectors.values[0]}, {square}"))
    start = code.fold(LANES, "double", vectors.values[0], "fadd")
    with code.loop(whole, width, 1, [("double", start)]) as single:
        value = code.load("float", code.at(row, single.index, "float"))
        value = code.let(f"fpext float {value} to double")
        square = code.let(f"fmul double {value}, {value}")
        single.carry(code.let(f"fadd double {single.values[0]}, {square}"))
    return single.values[0]


def _scale(code: Code, row: str, start: str, stop: str, lanes: int, factor: str) -> None:
    """Emit the product of elements start..stop of a row with an f64 factor, rounded once."""
    wide, deep = vector(lanes, "float"), vector(lanes, "double")
    with code.loop(start, stop, lanes) as loop:
        address = code.at(row, loop.index, "float")
        value = code.let(f"fpext {wide} {code.load(wide, address, 'float')} to {deep}")
        value = code.let(f"fmul {deep} {value}, {factor}")
        code.store(wide, code.let(f"fptrunc {deep} {value} to {wide}"), address, "float")


def _normalize_rows(binding: srt.Binding) -> str:
    module = Module()
    with module.function("i32", "normalize_rows") as code:
        width = code.words(code.slot(0), 2)[1]
        x = code.slot(1)
        whole = code.whole(width, LANES)
        with code.loop("%lo", "%hi") as rows:
            row = code.at(x, code.let(f"mul i64 {rows.index}, {width}"), "float")
            squares = _squares(code, row, width, whole)
            norm = code.call("double", "llvm.sqrt.f64", ("double", squares))
            zero = code.let(f"fcmp oeq double {norm}, 0.0")
            inverse = code.let(f"fdiv double 1.0, {norm}")
            factor = code.let(f"select i1 {zero}, double 1.0, double {inverse}")
            _scale(code, row, "0", whole, LANES, code.splat(LANES, "double", factor))
            _scale(code, row, whole, width, 1, factor)
    return module.text()


_LENGTHS = Text(
    "normalize_rows", ("rows", "normalize_rows"), lambda binding, words: {"S": "double"}
)

normalize_rows: srt.Kernel = srt.Kernel(
    "normalize_rows",
    "inout x: f32[n, m]",
    pure=True,
    cpu=srt.LLVM(_normalize_rows, entry="normalize_rows"),
    cuda=cuda(_LENGTHS, grid=block_per("n")),
    opencl=opencl(_LENGTHS, grid=block_per("n")),
    split="n",
    grain=16,
    bound_ns=lambda extents: 100.0 + extents["n"] * (100.0 + 3.0 * extents["m"]),
)
"""Every row of `x` gets Euclidean length 1; rows of zeros stay as they are.

Args:
    x (f32[n, m]): read and written; contiguous.

- NaN: a row with a NaN becomes NaN. In a row with an infinity the finite elements become 0 and the
  infinite ones NaN, as in NumPy.
- Errors: none.
- Accuracy: the length is computed in f64 from exact squares, so no row is too large or too small,
  and each element is within 1 ulp of the exact quotient.
- NumPy: `streamrt_kernels.reference.normalize_rows`.
"""
