"""`OpenCL`: an implementation in OpenCL C, and the definitions that come before its text.

A text serves all bindings of its kernel, because what differs has a name in it:

- `T`: each type variable of the signature is a `typedef`;
- `Words`, the type of the kernel's first parameter: `w.at[i]` are the layout words, and `WORDS` is
  their number, 1 at least;
- with `[...]` in the signature: `RANK`, the number of its dimensions; `words_size(&w)`, the number
  of its elements; and `words_offset(&w, k, i)`, the byte offset of element `i`, in C order, of
  array number `k`.

Products and sums are not contracted to fused multiply-adds, because NumPy rounds both.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

from streamrt._compile.code import OpenCLCode
from streamrt._compile.gpu_source import GPUSource, Language, places_of
from streamrt._compile.signatures.binding import Binding
from streamrt._compile.signatures.signature import Signature

__all__ = ["CTYPES", "OpenCL", "prelude", "words_type"]

CTYPES = {
    "f16": "ushort",
    "f32": "float",
    "f64": "double",
    "i8": "char",
    "i16": "short",
    "i32": "int",
    "i64": "long",
    "u8": "uchar",
    "u16": "ushort",
    "u32": "uint",
    "u64": "ulong",
    "bool": "uchar",
}
"""The type of OpenCL C for each dtype in memory; an f16 is its bits, a bool is 0 or 1."""

_START = """\
#ifdef cl_khr_fp64
#pragma OPENCL EXTENSION cl_khr_fp64 : enable
#endif
#pragma OPENCL FP_CONTRACT OFF
"""


def prelude(signature: Signature, binding: Binding) -> tuple[str, int]:
    """Returns the definitions before the text of a kernel, and the number of layout words."""
    before = [f"typedef {CTYPES[binding.dtypes[name]]} {name};" for name in signature.types]
    words, rank, first, starts = places_of(signature, binding)
    return _START + "\n".join([*before, words_type(words, rank, first, starts)]), words


def words_type(words: int, rank: int, first: int, starts: Sequence[int]) -> str:
    """Returns the definition of `Words`, and of its functions.

    Args:
        words: the number of layout words.
        rank: the number of dimensions of `[...]`; 0 without.
        first: the place of the first extent of `[...]`.
        starts: the place of the first stride of each array.
    """
    ranked = f"#define RANK {rank}\n" if rank else ""
    functions = _functions(first, starts) if rank and starts else ""
    return (
        f"#define WORDS {max(1, words)}\n{ranked}"
        f"typedef struct {{\n    long at[WORDS];\n}} Words;\n{functions}"
    )


def _functions(first: int, starts: Sequence[int]) -> str:
    """Returns the functions of `Words` for `[...]`; divides in 32 bits where the numbers allow."""
    listed = ", ".join(map(str, starts))
    return f"""\
long words_size(const Words *w)
{{
    long count = 1;
    for (int d = 0; d < RANK; d++)
        count *= w->at[{first} + d];
    return count;
}}
long words_offset(const Words *w, int array, long i)
{{
    const int starts[] = {{{listed}}};
    const long *strides = w->at + starts[array];
    long to = 0;
    for (int d = RANK - 1; d > 0; d--) {{
        long n = w->at[{first} + d];
        long rest = (i | n) >> 32 ? i / n : (long)((uint)i / (uint)n);
        to += (i - rest * n) * strides[d];
        i = rest;
    }}
    return to + i * strides[0];
}}
"""


@dataclass(frozen=True, slots=True)
class OpenCL(GPUSource):
    """An implementation in OpenCL C, compiled by the driver of the device when first needed.

    The text defines a function `__kernel void entry(const Words w, ...)`. After `w` it has one
    parameter for each of the signature: a `__global` pointer to the first element of an array, or a
    scalar by value. `w.at[i]` are 64-bit words: the extents in the order in which the signature
    names them, then the strides of each array in bytes. `streamrt` defines `Words`, and the type
    variables of the signature as types, before the text. With `[...]`, `words_size(&w)` is the
    number of elements, and `words_offset(&w, k, i)` the byte offset of element `i` of array number
    `k`. The page "Calling conventions" of the reference says the rest.

    Attributes:
        source: OpenCL C text, or a function that writes it for a binding.
        entry: the name of the function in it; None is the kernel's name. OpenCL C has functions of
            its own under many names, such as `mix` and `dot`, which an entry may not have.
        strided: whether it follows the strides of its arguments. If not, arguments that are not
            C-contiguous are refused.
        block: the work-items of a work-group; up to three numbers in a tuple.
        items: the elements for each work-item, where there are enough. The usual range has
            `extent / (block * items)` work-groups, rounded up, at most 32 for each compute unit of
            the device; so work-items stride over the rest. The extent is that of the kernel's
            `split`; without one, all elements of `[...]`.
        grid: the work-groups, for kernels that the usual range does not suit: a function
            `grid(binding, extents, units)` that returns an int or a tuple of up to three.
            `extents` are by symbol, and `...` is the number of elements; `units` is the number of
            compute units.
        fallible: whether the function ends with a parameter `__global int *error`. It points to 0,
            and a work-item that writes another value there fails the launch with that code.
        options: options for the driver's compiler, such as `-cl-fast-relaxed-math`. `-cl-std=CL1.2`
            is given unless they say otherwise.
    """

    language: ClassVar[Language] = Language(
        name="OpenCL",
        full="OpenCL C",
        head="__kernel void",
        suffix=".cl",
        refused=re.compile(r"-create-library|-enable-link-options|-x\b"),
        sizeless=None,
        reserved=frozenset({"Words", "WORDS", "RANK"}),
        code=OpenCLCode,
        prelude=prelude,
    )
