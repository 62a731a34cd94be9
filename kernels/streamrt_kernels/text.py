"""ngrams: counts of the hashed byte n-grams of texts."""

from __future__ import annotations

import streamrt as srt
from streamrt.emit import Code, Module, vector

from ._gpu import Text, block_per, cuda, opencl

LANES = 16
BASIS, PRIME = 2166136261, 16777619  # FNV-1a, 32 bits
MIX = (0x85EBCA6B, 0xC2B2AE35)  # the finaliser of MurmurHash3, 32 bits
NO_LENGTH, NO_BUCKETS, BAD_ENDS = 1, 2, 3


def _signed(value: int) -> str:
    """Spell a 32-bit constant for LLVM, which has signed literals only."""
    return str(value - (1 << 32) if value >> 31 else value)


def _constant(code: Code, lanes: int, value: int) -> str:
    return code.splat(lanes, "i32", _signed(value))


def _hash(code: Code, lanes: int, start: str) -> str:
    """Emit FNV-1a over the n-grams that begin at `start` and the following lanes."""
    narrow, wide = vector(lanes, "i8"), vector(lanes, "i32")
    basis, prime = _constant(code, lanes, BASIS), _constant(code, lanes, PRIME)
    with code.loop("0", "%length", 1, [(wide, basis)]) as loop:
        value = code.load(narrow, code.at(start, loop.index), "i8")
        value = code.let(f"zext {narrow} {value} to {wide}")
        value = code.let(f"xor {wide} {loop.values[0]}, {value}")
        loop.carry(code.let(f"mul {wide} {value}, {prime}"))
    return loop.values[0]


def _mix(code: Code, lanes: int, value: str) -> str:
    """Emit MurmurHash3's finaliser, after which the high bits depend on all bits."""
    wide = vector(lanes, "i32")
    for shift, factor in zip((16, 13, 16), (*MIX, None), strict=True):
        amount = _constant(code, lanes, shift)
        high = code.let(f"lshr {wide} {value}, {amount}")
        value = code.let(f"xor {wide} {value}, {high}")
        if factor is not None:
            value = code.let(f"mul {wide} {value}, {_constant(code, lanes, factor)}")
    return value


def _count(module: Module, lanes: int) -> None:
    """Emit the counting of the n-grams that begin in start..stop, `lanes` at a time."""
    parameters = "ptr %data, i64 %start, i64 %stop, i64 %length, ptr %f, i64 %d"
    wide, deep = vector(lanes, "i32"), vector(lanes, "i64")
    with module.function("void", f"count{lanes}", parameters) as code:
        with code.loop("%start", "%stop", lanes) as loop:
            value = _mix(code, lanes, _hash(code, lanes, code.at("%data", loop.index)))
            value = code.let(f"zext {wide} {value} to {deep}")
            value = code.let(f"mul {deep} {value}, {code.splat(lanes, 'i64', '%d')}")
            value = code.let(f"lshr {deep} {value}, {code.splat(lanes, 'i64', '32')}")
            for lane in range(lanes):
                bucket = value
                if lanes > 1:
                    bucket = code.let(f"extractelement {deep} {value}, i64 {lane}")
                address = code.at("%f", bucket, "float")
                more = code.let(f"fadd float {code.load('float', address)}, 1.0")
                code.store("float", more, address)
        code.do("ret void")


def _row(module: Module) -> None:
    """Emit the counting of one text into one row."""
    parameters = "ptr %data, i64 %size, i64 %length, ptr %f, i64 %d"
    with module.function("i32", "row", parameters) as code:
        with code.loop("0", "%d") as buckets:
            code.store("float", "0.0", code.at("%f", buckets.index, "float"))
        with code.when(code.let("icmp sgt i64 %length, %size")):
            code.do("ret i32 0")
        with code.when(code.let("icmp eq i64 %d, 0")):
            code.do(f"ret i32 {NO_BUCKETS}")
        count = code.let(f"add i64 {code.let('sub i64 %size, %length')}, 1")
        whole = code.whole(count, LANES)
        for lanes, start, stop in ((LANES, "0", whole), (1, whole, count)):
            span = (("ptr", "%data"), ("i64", start), ("i64", stop), ("i64", "%length"))
            code.call("void", f"count{lanes}", *span, ("ptr", "%f"), ("i64", "%d"))
        code.do("ret i32 0")


def _ngrams(binding: srt.Binding) -> str:
    module = Module()
    _count(module, LANES)
    _count(module, 1)
    _row(module)
    with module.function("i32", "ngrams") as code:
        n, _, d = code.words(code.slot(0), 3)
        data, ends, f, length = code.slot(1), code.slot(2), code.slot(3), code.slot(4, "i64")
        with code.when(code.let(f"icmp slt i64 {length}, 1")):
            code.do(f"ret i32 {NO_LENGTH}")
        with code.loop("%lo", "%hi") as texts:
            end = code.load("i64", code.at(ends, texts.index, "i64"))
            start = _start(code, ends, texts.index)
            # Compared without a sign, a negative number is too large as well.
            outside = code.let(f"icmp ugt i64 {end}, {n}")
            falling = code.let(f"icmp ugt i64 {start}, {end}")
            with code.when(code.let(f"or i1 {outside}, {falling}")):
                code.do(f"ret i32 {BAD_ENDS}")
            text, size = code.at(data, start), code.let(f"sub i64 {end}, {start}")
            target = code.at(f, code.let(f"mul i64 {texts.index}, {d}"), "float")
            given = (("ptr", text), ("i64", size), ("i64", length), ("ptr", target), ("i64", d))
            error = code.call("i32", "row", *given)
            with code.when(code.let(f"icmp ne i32 {error}, 0")):
                code.do(f"ret i32 {error}")
    return module.text()


def _start(code: Code, ends: str, index: str) -> str:
    """Emit the start of text `index`: the end of the text before, or 0 for the first."""
    before, first = code.current, code.let(f"icmp eq i64 {index}, 0")
    tag = code.module.fresh()
    code.do(f"br i1 {first}, label %known{tag}, label %look{tag}")
    code.label(f"look{tag}")
    last = code.let(f"sub i64 {index}, 1")
    end = code.load("i64", code.at(ends, last, "i64"))
    code.do(f"br label %known{tag}")
    code.label(f"known{tag}")
    return code.let(f"phi i64 [0, %{before}], [{end}, %look{tag}]")


_NGRAMS = Text("ngrams", ("atomics", "ngrams"))

ngrams: srt.Kernel = srt.Kernel(
    "ngrams",
    "data: u8[n], ends: i64[r], out f: f32[r, d], length: i64",
    pure=True,
    cpu=srt.LLVM(_ngrams, entry="ngrams"),
    cuda=cuda(_NGRAMS, grid=block_per("r"), fallible=True),
    opencl=opencl(_NGRAMS, grid=block_per("r"), fallible=True),
    split="r",
    grain=4,
    errors={
        NO_LENGTH: "length must be at least 1",
        NO_BUCKETS: "f needs at least one column",
        BAD_ENDS: "ends must not fall, nor leave data",
    },
)
"""`f[i, b]` counts the n-grams of `length` bytes of text `i` whose hash falls into bucket `b`.

The texts lie one after another in `data`, and bytes after the last text are not read. So one
buffer, and one prepared launch, serves texts of all sizes. The workers share the texts.

Args:
    data (u8[n]): contiguous; the bytes of all texts.
    ends (i64[r]): contiguous; text `i` ends before byte `ends[i]`, and the next one begins there.
    f (f32[r, d]): written; contiguous, at most 2**32 columns. The row of a text shorter than
        `length` becomes all zeros.
    length (i64): the bytes of an n-gram, at least 1.

- NaN: none is read or written.
- Errors: code 1 if `length` is below 1, 2 if there are n-grams and `f` has no column, 3 if `ends`
  fall or leave `data`.
- Hash: FNV-1a of the bytes in 32 bits (h = 2166136261; for each byte: h = (h ^ byte) * 16777619),
  then the finaliser of MurmurHash3 (h ^= h >> 16; h *= 0x85ebca6b; h ^= h >> 13; h *= 0xc2b2ae35;
  h ^= h >> 16). The bucket is h * d >> 32.
- Accuracy: counts are exact up to 2**24, where f32 can no longer count by ones; a larger count
  stays there.
- NumPy: `streamrt_kernels.reference.ngrams`.
"""
