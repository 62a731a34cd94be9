"""`CUDA`: an implementation in CUDA C++, and the definitions that streamrt writes before its text.

A text serves all bindings of its kernel, because what differs has a name in it:

- `T`: each type variable of the signature is a `typedef`;
- `struct Words`, the type of the kernel's first parameter: `w.at[i]` are the layout words, and
  `WORDS` is their number, 1 at least;
- with `[...]` in the signature: `RANK`, the number of its dimensions; `w.size()`, the number of its
  elements; and `w.offset(k, i)`, the byte offset of element `i`, in C order, of array number `k`.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

from streamrt._compile.code import CUDACode
from streamrt._compile.gpu_source import GPUSource, Language, places_of
from streamrt._compile.signatures.binding import Binding
from streamrt._compile.signatures.signature import Signature

__all__ = ["CTYPES", "CUDA", "prelude", "words_type"]

CTYPES = {
    "f16": "unsigned short",
    "f32": "float",
    "f64": "double",
    "i8": "signed char",
    "i16": "short",
    "i32": "int",
    "i64": "long long",
    "u8": "unsigned char",
    "u16": "unsigned short",
    "u32": "unsigned int",
    "u64": "unsigned long long",
    "bool": "bool",
}
"""The type of CUDA C++ for each dtype; an f16 is its bits, because `__half` needs a header."""


def prelude(signature: Signature, binding: Binding) -> tuple[str, int]:
    """Returns the definitions before the text of a kernel, and the number of layout words."""
    before = [f"typedef {CTYPES[binding.dtypes[name]]} {name};" for name in signature.types]
    words, rank, first, starts = places_of(signature, binding)
    return "\n".join([*before, words_type(words, rank, first, starts)]), words


def words_type(words: int, rank: int, first: int, starts: Sequence[int]) -> str:
    """Returns the definition of `Words`.

    Args:
        words: the number of layout words.
        rank: the number of dimensions of `[...]`; 0 without.
        first: the place of the first extent of `[...]`.
        starts: the place of the first stride of each array.
    """
    ranked = f"#define RANK {rank}\n" if rank else ""
    methods = _methods(first, starts) if rank and starts else ""
    return (
        f"#define WORDS {max(1, words)}\n{ranked}"
        f"struct Words {{\n    long long at[WORDS];\n{methods}}};\n"
    )


def _methods(first: int, starts: Sequence[int]) -> str:
    """Returns the methods of `Words` for `[...]`; divides in 32 bits where the numbers allow."""
    listed = ", ".join(map(str, starts))
    return f"""\
    __device__ __forceinline__ long long size() const
    {{
        long long count = 1;
        for (int d = 0; d < RANK; d++)
            count *= at[{first} + d];
        return count;
    }}
    __device__ __forceinline__ long long offset(int array, long long i) const
    {{
        const int starts[] = {{{listed}}};
        const long long *strides = at + starts[array];
        long long to = 0;
        for (int d = RANK - 1; d > 0; d--) {{
            long long n = at[{first} + d];
            long long rest = (i | n) >> 32 ? i / n : (long long)((unsigned)i / (unsigned)n);
            to += (i - rest * n) * strides[d];
            i = rest;
        }}
        return to + i * strides[0];
    }}
"""


_REFUSED = re.compile(
    r"--?(gpu-arch|gpu-code|arch|code|dlto|lto|rdc|relocatable-device-code|ptx)\b"
)


@dataclass(frozen=True, slots=True)
class CUDA(GPUSource):
    """An implementation in CUDA C++, compiled for the device's architecture when first needed.

    The text defines a function `extern "C" __global__ void entry(const Words w, ...)`. After `w`
    it has one parameter for each of the signature: a pointer to the first element of an array, or
    a scalar by value. `w.at[i]` are 64-bit words: the extents in the order in which the signature
    names them, then the strides of each array in bytes. `streamrt` defines `Words`, and the type
    variables of the signature as types, before the text. With `[...]`, `w.size()` is the number of
    elements, and `w.offset(k, i)` the byte offset of element `i` of array number `k`. The page
    "Calling conventions" of the reference says the rest.

    Attributes:
        source: CUDA C++ text, or a function that writes it for a binding.
        entry: the name of the function in it; None is the kernel's name.
        strided: whether it follows the strides of its arguments. If not, arguments that are not
            C-contiguous are refused.
        block: the threads of a block; up to three numbers in a tuple.
        items: the elements for each thread, where there are enough. The usual grid has
            `extent / (block * items)` blocks, rounded up, at most 32 for each multiprocessor of the
            device; so threads stride over the rest. The extent is that of the kernel's `split`;
            without one, all elements of `[...]`.
        grid: the blocks of the grid, for kernels that the usual grid does not suit: a function
            `grid(binding, extents, multiprocessors)` that returns an int or a tuple of up to three.
            `extents` are by symbol, and `...` is the number of elements.
        fallible: whether the function ends with a parameter `int *error`. It points to 0, and a
            thread that writes another value there fails the launch with that code.
        options: options for NVRTC, such as `--use_fast_math`. `--fmad=false` is given unless they
            say otherwise, so that results agree with NumPy's.
    """

    language: ClassVar[Language] = Language(
        name="CUDA",
        full="CUDA C++",
        head='extern "C" __global__ void',
        suffix=".cu",
        refused=_REFUSED,
        sizeless=("extern __shared__", re.compile(r"\bextern\s+__shared__")),
        reserved=frozenset({"Words", "WORDS", "RANK"}),
        code=CUDACode,
        prelude=prelude,
    )
