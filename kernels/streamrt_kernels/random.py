"""random_bits, uniform and normal: random numbers that a seed and a place decide."""

from __future__ import annotations

from collections.abc import Sequence

import streamrt as srt
from streamrt.emit import Code, vector

from ._gpu import Text, cuda, is_wide, opencl
from ._philox import BLOCKS, DEEP, emit, interleave, pairs
from ._polar import Floats, normals

GRAIN = 16384
DRAWN, POLAR = 0, 1
"""The last words of the counters of `random_bits` and `uniform`, and of those of `normal`."""


def _side_by_side(code: Code, words: Sequence[str]) -> str:
    """Emit all words of sixteen blocks in their order, as 32 numbers of 64 bits."""
    return interleave(code, *pairs(code, words))


# --- bits ----------------------------------------------------------------------------------------


def _random_bits(binding: srt.Binding) -> str:
    element = {"u32": "i32", "u64": "i64"}[binding.dtypes["T"]]

    def finish(code: Code, words: Sequence[str], address: str) -> None:
        code.store(vector(2 * BLOCKS, "i64"), _side_by_side(code, words), address, element)

    return emit(binding, "random_bits", DRAWN, finish)


_RANDOM_BITS = Text("random_bits", ("philox", "random_bits", "draw"), is_wide)

random_bits: srt.Kernel = srt.Kernel(
    "random_bits",
    "out y: T[...], seed: u64, offset: u64",
    pure=True,
    cpu=srt.LLVM(_random_bits, entry="random_bits"),
    cuda=cuda(_RANDOM_BITS),
    opencl=opencl(_RANDOM_BITS),
    types={"T": ("u32", "u64")},
    split="...",
    grain=GRAIN,
    bound_ns=lambda extents: 200.0 + 4.0 * extents["..."],
)
"""Every element of `y` becomes random bits.

They are the output of Philox 4x32-10 (J. Salmon and others, "Parallel random numbers: as easy as
1, 2, 3", SC 2011), whose key is the seed and whose counter counts blocks of four words.

Args:
    y (T[...]): written; contiguous, u32 or u64. Its first element is element `offset` of the
        seed's sequence, in C order.
    seed (u64): the low half is the first word of the key.
    offset (u64): for parts of one sequence in several launches; 0 for a whole one. `offset` and the
        size of `y` together stay below 2**63.

- Element i of a sequence of u32 is word `i % 4` of block `i // 4`; one of u64 is words
  `2 * (i % 2)`, the low one, and `2 * (i % 2) + 1` of block `i // 2`.
- The bits do not depend on the number of workers, on how a sequence is cut, or on the device.
- Errors: none.
- NumPy: `streamrt_kernels.reference.random_bits`.
"""


# --- uniform -------------------------------------------------------------------------------------


def _uniform(binding: srt.Binding) -> str:
    short = binding.dtypes["T"] == "f32"

    def finish(code: Code, words: Sequence[str], address: str) -> None:
        drawn = _side_by_side(code, words)
        lanes = 4 * BLOCKS if short else 2 * BLOCKS
        on = Floats(code, lanes, "float" if short else "double")
        given = on.cast("bitcast", vector(2 * BLOCKS, "i64"), drawn, on.ints) if short else drawn
        unused = 8 if short else 11
        value = on.cast("uitofp", on.ints, on.of("lshr", given, unused), on.wide)
        value = on.do("fmul", value, on.real(2.0 ** (unused - on.bits)))
        code.store(on.wide, value, address, on.element)

    return emit(binding, "uniform", DRAWN, finish)


_UNIFORM = Text("uniform", ("philox", "uniform", "draw"), is_wide)

uniform: srt.Kernel = srt.Kernel(
    "uniform",
    "out y: T[...], seed: u64, offset: u64",
    pure=True,
    cpu=srt.LLVM(_uniform, entry="uniform"),
    cuda=cuda(_UNIFORM),
    opencl=opencl(_UNIFORM),
    types={"T": ("f32", "f64")},
    split="...",
    grain=GRAIN,
    bound_ns=lambda extents: 200.0 + 4.0 * extents["..."],
)
"""Every element of `y` becomes a random number from [0, 1).

Args:
    y (T[...]): written; contiguous, f32 or f64. Its first element is element `offset` of the
        seed's sequence, in C order.
    seed (u64): names the sequence. Draw arrays that must be independent with different seeds, or
        from different parts of one sequence.
    offset (u64): for parts of one sequence in several launches; 0 for a whole one. `offset` and the
        size of `y` together stay below 2**63.

- An f32 is the 24 highest bits of the element of `random_bits`, as u32, an f64 the 53 highest of
  the one as u64. So 1 never comes, and all multiples of 2**-24, or 2**-53, below it are as likely.
- The bits do not depend on the number of workers, on how a sequence is cut, or on the device.
- NaN: never comes.
- Errors: none.
- NumPy: `streamrt_kernels.reference.uniform`.
"""


# --- normal --------------------------------------------------------------------------------------


def _normal(binding: srt.Binding) -> str:
    short = binding.dtypes["T"] == "f32"

    def halves(code: Code, left: str, right: str, element: str) -> str:
        """Two vectors of floats, side by side in pairs, as i64."""
        wide = vector(BLOCKS, element)
        order = ", ".join(f"i32 {k // 2 + (k % 2) * BLOCKS}" for k in range(2 * BLOCKS))
        both = code.let(
            f"shufflevector {wide} {left}, {wide} {right}, <{2 * BLOCKS} x i32> <{order}>"
        )
        return code.let(f"bitcast {vector(2 * BLOCKS, element)} {both} to {DEEP}")

    def finish(code: Code, words: Sequence[str], address: str) -> None:
        on = Floats(code, BLOCKS, "float" if short else "double")
        if short:
            w = [code.let(f"trunc {DEEP} {word} to {on.ints}") for word in words]
            drawn = [halves(code, *normals(on, *pair), "float") for pair in (w[:2], w[2:])]
        else:
            both = normals(on, *pairs(code, words))
            drawn = [code.let(f"bitcast {on.wide} {value} to {DEEP}") for value in both]
        together = interleave(code, *drawn)
        code.store(vector(2 * BLOCKS, "i64"), together, address, on.element)

    return emit(binding, "normal", POLAR, finish)


_NORMAL = Text("normal", ("philox", "polar", "normal", "draw"), is_wide)

normal: srt.Kernel = srt.Kernel(
    "normal",
    "out y: T[...], seed: u64, offset: u64",
    pure=True,
    cpu=srt.LLVM(_normal, entry="normal"),
    cuda=cuda(_NORMAL),
    opencl=opencl(_NORMAL),
    types={"T": ("f32", "f64")},
    split="...",
    grain=GRAIN,
    bound_ns=lambda extents: 400.0 + 16.0 * extents["..."],
)
"""Every element of `y` becomes a random number of the normal distribution, mean 0, deviation 1.

Args:
    y (T[...]): written; contiguous, f32 or f64. Its first element is element `offset` of the
        seed's sequence, in C order.
    seed (u64): names the sequence. The numbers are independent of those that `uniform` and
        `random_bits` draw with the same seed.
    offset (u64): for parts of one sequence in several launches; 0 for a whole one. `offset` and the
        size of `y` together stay below 2**63.

- Two elements come of two words, by the method of Box and Muller. The first is the cosine's.
- The bits do not depend on the number of workers, on how a sequence is cut, or on the device.
- NaN: never comes, nor an infinity: no f32 is beyond 6.8, and no f64 beyond 8.7.
- Errors: none.
- Accuracy: within 5 ulp of the exact function of the random bits.
- NumPy: `streamrt_kernels.reference.normal`.
"""
