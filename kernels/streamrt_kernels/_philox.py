"""Philox 4x32-10 for sixteen counters at once, and the skeleton of kernels that draw from it.

Philox is a bijection of a counter of four words of 32 bits, chosen by a key of two (J. Salmon,
M. Moraes, R. Dror, D. Shaw, "Parallel random numbers: as easy as 1, 2, 3", SC 2011). A block is
what comes of one counter: four words. Element i is made of words of block `i / (elements of a
block)`, so it depends on nothing but the seed and i.

1. A word lies in the low half of a lane of 64 bits, where x86 multiplies 32 bits by 32 bits. What
   is in the high half does not matter, and is cut off before it could.
2. The words of one block lie in one lane of four vectors. `interleave` puts them side by side.
3. A part that begins or ends within sixteen blocks takes its elements from all sixteen, computed
   beside the array. So every element is computed by the same instructions.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

import streamrt as srt
from streamrt.emit import SIZES, TYPES, Code, Module, vector

BLOCKS = 16
"""The counters that are worked on at once."""
DEEP = vector(BLOCKS, "i64")
LOW = (1 << 32) - 1
ROUNDS = 10
FACTORS = (0xD2511F53, 0xCD9E8D57)
STEPS = (0x9E3779B9, 0xBB67AE85)
"""Weyl's sequences: what the key's words grow by from round to round."""

Finish = Callable[[Code, Sequence[str], str], None]
"""Emits the elements made of sixteen blocks: (code, their four words, the address to store at)."""


def interleave(code: Code, left: str, right: str) -> str:
    """Emit `left[0], right[0], left[1], right[1], ...` of two vectors of sixteen i64."""
    order = ", ".join(f"i32 {k // 2 + (k % 2) * BLOCKS}" for k in range(2 * BLOCKS))
    return code.let(f"shufflevector {DEEP} {left}, {DEEP} {right}, <{2 * BLOCKS} x i32> <{order}>")


def pairs(code: Code, words: Sequence[str]) -> tuple[str, str]:
    """Emit words 0 and 1, and words 2 and 3, of each block as one number of 64 bits."""
    mask, half = code.splat(BLOCKS, "i64", str(LOW)), code.splat(BLOCKS, "i64", "32")
    results: list[str] = []
    for low, high in ((words[0], words[1]), (words[2], words[3])):
        low = code.let(f"and {DEEP} {low}, {mask}")
        high = code.let(f"shl {DEEP} {high}, {half}")
        results.append(code.let(f"or {DEEP} {low}, {high}"))
    return results[0], results[1]


def _keys(code: Code) -> list[tuple[str, ...]]:
    """Emit the two words of the key of each round."""
    halves = "%seed", code.let("lshr i64 %seed, 32")
    columns = [
        [
            code.splat(BLOCKS, "i64", code.let(f"add i64 {half}, {number * step}"))
            for number in range(ROUNDS)
        ]
        for half, step in zip(halves, STEPS, strict=True)
    ]
    return list(zip(*columns, strict=True))


def _round(code: Code, c: Sequence[str], key: Sequence[str]) -> list[str]:
    """Emit one round; each word is the low half of its lane."""
    mask, half = code.splat(BLOCKS, "i64", str(LOW)), code.splat(BLOCKS, "i64", "32")
    lows: list[str] = []
    highs: list[str] = []
    for word, factor in zip((c[0], c[2]), FACTORS, strict=True):
        word = code.let(f"and {DEEP} {word}, {mask}")
        product = code.let(f"mul {DEEP} {word}, {code.splat(BLOCKS, 'i64', str(factor))}")
        lows.append(product)
        highs.append(code.let(f"lshr {DEEP} {product}, {half}"))
    mixed: list[str] = []
    for high, word, part in ((highs[1], c[1], key[0]), (highs[0], c[3], key[1])):
        turned = code.let(f"xor {DEEP} {high}, {word}")
        mixed.append(code.let(f"xor {DEEP} {turned}, {part}"))
    return [mixed[0], lows[1], mixed[1], lows[0]]


def _chunks(module: Module, purpose: int, finish: Finish) -> None:
    """Emit the elements of `count` times sixteen blocks from block `first` on."""
    with module.function("void", "chunks", "ptr %y, i64 %first, i64 %count, i64 %seed") as code:
        keys = _keys(code)
        lanes = ", ".join(f"i64 {k}" for k in range(BLOCKS))
        with code.loop("0", "%count") as loop:
            number = code.let(f"mul i64 {loop.index}, {BLOCKS}")
            number = code.splat(BLOCKS, "i64", code.let(f"add i64 {number}, %first"))
            number = code.let(f"add {DEEP} {number}, <{lanes}>")
            high = code.let(f"lshr {DEEP} {number}, {code.splat(BLOCKS, 'i64', '32')}")
            fixed = (code.splat(BLOCKS, "i64", str(value)) for value in (0, purpose))
            words = [number, high, *fixed]
            for key in keys:
                words = _round(code, words, key)
            address = code.at("%y", code.let(f"mul i64 {loop.index}, {16 * BLOCKS}"))
            finish(code, words, address)
        code.do("ret void")


def _part(module: Module, element: str) -> None:
    """Emit elements of one chunk: `count` of them, from element `first` of the sequence on."""
    per = 16 // SIZES[element]
    with module.function("void", "part", "ptr %y, i64 %first, i64 %count, i64 %seed") as code:
        space = code.local(16 * BLOCKS)
        block = code.let(f"udiv i64 %first, {per}")
        code.call("void", "chunks", ("ptr", space), ("i64", block), ("i64", "1"), ("i64", "%seed"))
        start = code.at(space, code.let(f"and i64 %first, {per - 1}"), element)
        with code.loop("0", "%count") as loop:
            value = code.load(element, code.at(start, loop.index, element))
            code.store(element, value, code.at("%y", loop.index, element))
        code.do("ret void")


def emit(binding: srt.Binding, name: str, purpose: int, finish: Finish) -> str:
    """Return the IR of a kernel `out y: T[...], seed: u64, offset: u64`.

    Args:
        binding: the binding of the kernel.
        name: its entry.
        purpose: the last word of its counters, so that kernels of one seed draw different words.
        finish: emits its elements.
    """
    element = TYPES[binding.dtypes["T"]]
    per, chunk = 16 // SIZES[element], 16 * BLOCKS // SIZES[element]
    module = Module()
    _chunks(module, purpose, finish)
    _part(module, element)
    with module.function("i32", name) as code:
        y, seed, offset = code.slot(1), code.slot(2, "i64"), code.slot(3, "i64")
        first, count = code.let(f"add i64 {offset}, %lo"), code.let("sub i64 %hi, %lo")
        before = code.let(f"and i64 {code.let(f'sub i64 0, {first}')}, {per - 1}")
        head = code.call("i64", "llvm.smin.i64", ("i64", before), ("i64", count))
        rest = code.let(f"sub i64 {count}, {head}")
        whole = code.whole(rest, chunk)
        middle = code.let(f"add i64 %lo, {head}")
        end = code.let(f"add i64 {middle}, {whole}")
        for start, size in (("%lo", head), (end, code.let(f"sub i64 {rest}, {whole}"))):
            with code.when(code.let(f"icmp sgt i64 {size}, 0")):
                place = code.let(f"add i64 {offset}, {start}")
                given = (("i64", place), ("i64", size), ("i64", seed))
                code.call("void", "part", ("ptr", code.at(y, start, element)), *given)
        block = code.let(f"udiv i64 {code.let(f'add i64 {offset}, {middle}')}, {per}")
        given = (("i64", block), ("i64", code.let(f"udiv i64 {whole}, {chunk}")), ("i64", seed))
        code.call("void", "chunks", ("ptr", code.at(y, middle, element)), *given)
    return module.text()
