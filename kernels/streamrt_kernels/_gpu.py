"""The texts of the kernels for GPUs, in the folder gpu: C, with words for what languages spell.

`<name>.c` is the text of a kernel, and what several use is in `<name>.h`. Where the languages
differ by more than words, there are `cuda/<name>.h` and `opencl/<name>.h`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path

import streamrt as srt

SIDE = 64
"""The rows, and the columns, of a tile in product.c."""

Grid = Callable[[srt.Binding, Mapping[str, int], int], int]
Defined = Callable[[srt.Binding, Mapping[str, str]], Mapping[str, object]]

_FOLDER = Path(__file__).parent / "gpu"

_CUDA = {
    "KERNEL": 'extern "C" __global__ void', "BOUNDED ": "__launch_bounds__(256) ",
    "FUNCTION": "static __device__", "INLINE_FUNCTION": "static __device__ __forceinline__",
    "GLOBAL ": "", "SHARED ": "", "OF_BLOCK": "__shared__", "ALIGNED ": "__align__(16) ",
    "BARRIER": "__syncthreads();", "THREAD": "threadIdx.x", "THREADS": "blockDim.x",
    "BLOCK": "blockIdx.x", "BLOCKS": "gridDim.x", "SIZE": "w.size()", "OFFSET(": "w.offset(",
    "LONG": "long long", "ULONG": "unsigned long long",
    "BITS_OF(": "__float_as_int(", "FLOAT_OF(": "__int_as_float(",
    "BITS_OF_DOUBLE(": "__double_as_longlong(", "DOUBLE_OF(": "__longlong_as_double(",
    "f16": "unsigned short", "f32": "float", "f64": "double", "i32": "int", "i64": "long long",
    "u8": "unsigned char", "u32": "unsigned", "u64": "unsigned long long", "bool": "bool",
}  # fmt: skip
_OPENCL = {
    "KERNEL": "__kernel void", "BOUNDED ": "", "FUNCTION": "static inline",
    "INLINE_FUNCTION": "static inline", "GLOBAL ": "__global ", "SHARED ": "__local ",
    "OF_BLOCK": "__local", "ALIGNED ": "",
    "BARRIER": "barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);",
    "THREAD": "(int)get_local_id(0)", "THREADS": "(int)get_local_size(0)",
    "BLOCK": "get_group_id(0)", "BLOCKS": "get_num_groups(0)",
    "SIZE": "words_size(&w)", "OFFSET(": "words_offset(&w, ", "LONG": "long", "ULONG": "ulong",
    "BITS_OF(": "as_int(", "FLOAT_OF(": "as_float(", "BITS_OF_DOUBLE(": "as_long(",
    "DOUBLE_OF(": "as_double(",
    "f16": "ushort", "f32": "float", "f64": "double", "i32": "int", "i64": "long", "u8": "uchar",
    "u32": "uint", "u64": "ulong", "bool": "uchar",
}  # fmt: skip
LANGUAGES: Mapping[str, Mapping[str, str]] = {"cuda": _CUDA, "opencl": _OPENCL}
"""The spelling of each word of the texts, and of the types in memory, by language."""

_WORD = re.compile(
    r"\b(?:(?:BOUNDED|GLOBAL|SHARED|ALIGNED) |(?:OFFSET|BITS_OF(?:_DOUBLE)?|(?:FLOAT|DOUBLE)_OF)\("
    r"|(?:KERNEL|(?:INLINE_)?FUNCTION|OF_BLOCK|BARRIER|THREADS?|BLOCKS?|SIZE|U?LONG)\b)"
)


@dataclass(frozen=True)
class Text:
    """The text of a kernel.

    Attributes:
        entry: the kernel's name. Its function in OpenCL is `streamrt_<entry>`, because OpenCL has
            functions of its own under many names.
        parts: the names of its files, in order, without their ends.
        defined: returns what is defined before them, by name, from the binding and the words of the
            language; None: nothing.
    """

    entry: str
    parts: tuple[str, ...]
    defined: Defined | None = None

    def cuda(self, binding: srt.Binding) -> str:
        """Return the text in CUDA C++."""
        return self._written("cuda", self.entry, binding)

    def opencl(self, binding: srt.Binding) -> str:
        """Return the text in OpenCL C."""
        return self._written("opencl", f"streamrt_{self.entry}", binding)

    def _written(self, language: str, entry: str, binding: srt.Binding) -> str:
        """Return the text, whose files are read when it is first needed."""
        words = LANGUAGES[language]
        defined: Mapping[str, object] = {}
        if self.defined is not None:
            defined = self.defined(binding, words)
        lines = [f"#define {name} {value}\n" for name, value in defined.items()]
        for part in self.parts:
            path = _found(part, language)
            text = _WORD.sub(lambda found: words[found[0]], path.read_text("utf-8"))
            text = text.replace("ENTRY(", f"{entry}(")
            lines.append(f'#line 1 "{path.name}"\n{text}')
        return "".join(lines)


def _found(part: str, language: str) -> Path:
    """Return the file of a part."""
    names = f"{part}.c", f"{part}.h", f"{language}/{part}.h"
    return next(path for name in names if (path := _FOLDER / name).exists())


def cuda(
    text: Text, *, strided: bool = False, grid: Grid | None = None, fallible: bool = False
) -> srt.CUDA:
    """Return the CUDA implementation of a kernel; the options are those of `streamrt.CUDA`."""
    return srt.CUDA(text.cuda, text.entry, strided=strided, grid=grid, fallible=fallible)


def opencl(
    text: Text, *, strided: bool = False, grid: Grid | None = None, fallible: bool = False
) -> srt.OpenCL:
    """Return the OpenCL implementation of a kernel; the options are those of `streamrt.OpenCL`."""
    return srt.OpenCL(
        text.opencl, f"streamrt_{text.entry}", strided=strided, grid=grid, fallible=fallible
    )


def is_wide(binding: srt.Binding, words: Mapping[str, str]) -> Mapping[str, object]:
    """Define whether T has 64 bits, and W, the unsigned integer of its width."""
    wide = binding.dtypes["T"].endswith("64")
    return {"IS_WIDE": int(wide), "W": words["u64" if wide else "u32"]}


def block_per(symbol: str) -> Grid:
    """Return the rule for a grid with a block for each of an extent, as far as they run at once."""

    def grid(binding: srt.Binding, extents: Mapping[str, int], multiprocessors: int) -> int:
        del binding
        return min(extents[symbol], 32 * multiprocessors)

    return grid


def block_per_tile(binding: srt.Binding, extents: Mapping[str, int], multiprocessors: int) -> int:
    """Return a grid with a block for each tile of a product, as far as they run at once."""
    del binding
    tiles = -(-extents["n"] // SIDE) * -(-extents["m"] // SIDE)
    return min(tiles, 32 * multiprocessors)
