"""`CUDA`: an implementation in CUDA C++, and the definitions that streamrt writes before its text.

A text serves all bindings of its kernel, because what differs has a name in it:

- `T`: each type variable of the signature is a `typedef`;
- `struct Words`, the type of the kernel's first parameter: `w.at[i]` are the layout words, and
  `WORDS` is their number, 1 at least;
- with `[...]` in the signature: `RANK`, the number of its dimensions; `w.size()`, the number of its
  elements; and `w.offset(k, i)`, the byte offset of element `i`, in C order, of array number `k`.
"""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from types import FrameType
from typing import cast

from streamrt._compile.code import CUDACode, GridRule, Implementation
from streamrt._compile.implementations import written
from streamrt._compile.signatures.arguments import spell_type
from streamrt._compile.signatures.binding import Binding
from streamrt._compile.signatures.signature import ELLIPSIS, Signature
from streamrt._core.values import check_count, check_flag, shown
from streamrt._refusals import refusing
from streamrt.errors import ArgumentError, ArgumentTypeError, CompileError, SignatureError

__all__ = ["CTYPES", "CUDA", "check_text", "prelude", "words_type", "written_where"]

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

MOST_THREADS = 1024
"""The most threads of a block, and MOST_BYTES the most bytes of all parameters of a kernel, on
every architecture ("CUDA C++ Programming Guide", "Compute Capabilities" and "Function
Parameters")."""

MOST_BYTES = 4096

_PACKAGE = str(Path(__file__).parents[2]) + os.sep
_IDENTIFIER = re.compile(r"[A-Za-z_][A-Za-z0-9_]*")
_REFUSED = re.compile(
    r"--?(gpu-arch|gpu-code|arch|code|dlto|lto|rdc|relocatable-device-code|ptx)\b"
)
_NOT_CODE = re.compile(r"//[^\n]*|/\*.*?\*/", re.DOTALL)


@dataclass(frozen=True, slots=True)
class CUDA(Implementation):
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

    source: str | Callable[[Binding], str]
    entry: str | None = None
    strided: bool = field(default=False, kw_only=True)
    block: int | tuple[int, ...] = field(default=256, kw_only=True)
    items: int = field(default=1, kw_only=True)
    grid: GridRule | None = field(default=None, kw_only=True)
    fallible: bool = field(default=False, kw_only=True)
    options: tuple[str, ...] = field(default=(), kw_only=True)
    _where: str = field(init=False, repr=False, compare=False, default="")

    def __post_init__(self) -> None:
        if not isinstance(self.source, str) and not callable(self.source):
            raise ArgumentTypeError(
                f"CUDA: source is of type {spell_type(self.source)}; "
                "pass CUDA C++ text or a function that returns it"
            )
        if not isinstance(self.entry, str | None):
            raise ArgumentTypeError(f"CUDA: entry is {shown(self.entry)}; pass a name, or None")
        if self.entry is not None and not _IDENTIFIER.fullmatch(self.entry):
            raise ArgumentError(f"CUDA: entry is {shown(self.entry)}; pass the name of a function")
        object.__setattr__(self, "strided", check_flag(self.strided, "CUDA: strided"))
        object.__setattr__(self, "fallible", check_flag(self.fallible, "CUDA: fallible"))
        check_count(self.items, "CUDA: items", 1)
        _block_of(self.block)
        grid: object = self.grid
        if not (grid is None or callable(grid)):
            raise ArgumentTypeError(
                f"CUDA: grid is {shown(grid)}; pass a function of the binding, the extents and the "
                "number of multiprocessors"
            )
        object.__setattr__(self, "options", _checked_options(self.options))
        object.__setattr__(self, "_where", written_where())

    @property
    def follows_strides(self) -> bool:
        return self.strided

    def check(self, signature: Signature, split: str | None, elementwise: bool, what: str) -> None:
        name = what.removeprefix("kernel ")
        if self.entry is None and not _IDENTIFIER.fullmatch(name):
            raise SignatureError(
                f"{what}: its name is no name of a C++ function; pass CUDA(text, entry=...)"
            )
        if isinstance(self.source, str):
            check_text(self.source, self.entry or name, what)
        reserved = {"Words", "WORDS", "RANK"} & set(signature.types)
        if reserved:  # no type variable is spelled so today
            raise SignatureError(f"{what}: {', '.join(reserved)} has a meaning of its own in texts")

    def specialise(
        self, name: str, signature: Signature, split: str | None, binding: Binding
    ) -> CUDACode:
        entry = self.entry or name
        source = self.source
        if isinstance(source, str):
            text = source
        else:
            text = written(source, name, binding, "CUDA C++")
            wrong = _defect(text, entry)
            if wrong is not None:
                raise CompileError(f"compile {name}: {wrong}")
        before, words = prelude(signature, binding)
        nbytes = 8 * (words + len(signature.parameters) + 1)
        if nbytes > MOST_BYTES:
            raise CompileError(
                f"compile {name}: its parameters and {words} layout words have up to {nbytes} "
                f"bytes, and a CUDA kernel takes {MOST_BYTES}; pass fewer arrays, or arrays of "
                "fewer dimensions"
            )
        return CUDACode(
            source=f'{before}#line 1 "{entry}.cu"\n{text}',
            entry=entry,
            block=_block_of(self.block),
            items=self.items,
            grid=self.grid,
            fallible=self.fallible,
            options=self.options,
            where=self._where,
            binding=binding,
            symbols=signature.symbols,
            split=split,
        )


def prelude(signature: Signature, binding: Binding) -> tuple[str, int]:
    """Returns the definitions before the text of a kernel, and the number of layout words."""
    before: list[str] = []
    for variable in signature.types:
        before.append(f"typedef {CTYPES[binding.dtypes[variable]]} {variable};")
    starts: list[int] = []
    words = first = 0
    for symbol in signature.symbols:
        if symbol == ELLIPSIS:
            first = words
        words += binding.rank if symbol == ELLIPSIS else 1
    for p in signature.arrays:
        starts.append(words)
        words += binding.rank if p.ellipsis else len(p.dims or ())
    rank = binding.rank if ELLIPSIS in signature.symbols else 0
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


def written_where() -> str:
    """Returns the file and line of the nearest frame outside of streamrt."""
    frame: FrameType | None = sys._getframe()  # pyright: ignore[reportPrivateUsage]
    while frame is not None:
        name = frame.f_code.co_filename
        if not name.startswith((_PACKAGE, "<")):
            return f"{name}:{frame.f_lineno}"
        frame = frame.f_back
    return "streamrt"


def check_text(text: str, entry: str, what: str) -> None:
    """Raises if a text cannot be the kernel's, as far as it can be seen without a compiler.

    Raises:
        SignatureError: it cannot.
    """
    wrong = _defect(text, entry)
    if wrong is not None:
        raise SignatureError(f"{what}: {wrong}")


def _defect(text: str, entry: str) -> str | None:
    """Returns the defect of a text, if it can be seen without a compiler."""
    bare = _NOT_CODE.sub(" ", text)
    if "\0" in text:
        return "the CUDA text holds a NUL character; correct the source"
    if not re.search(rf"\b{re.escape(entry)}\s*\(", bare):
        return (
            f'the CUDA text defines no {entry}; it must define `extern "C" __global__ void {entry}`'
        )
    if re.search(r"\bextern\s+__shared__", bare):
        return (
            "the CUDA text has shared memory without a size, `extern __shared__`, and streamrt "
            "gives none at a launch; write the size into the text"
        )
    return None


@refusing
def _block_of(given: object) -> tuple[int, int, int]:
    """Returns the threads of a block in x, y and z."""
    text = shown(given)
    numbers = cast("tuple[object, ...]", given) if isinstance(given, tuple) else (given,)
    if not 1 <= len(numbers) <= 3:
        raise ArgumentError(f"CUDA: block is {text}; pass up to three numbers")
    limits = (MOST_THREADS, MOST_THREADS, 64)
    sizes = [
        check_count(n, "CUDA: block", 1, most) for n, most in zip(numbers, limits, strict=False)
    ]
    x, y, z = (*sizes, 1, 1)[:3]
    if x * y * z > MOST_THREADS:
        raise ArgumentError(
            f"CUDA: block is {text}, {x * y * z} threads; a block has at most {MOST_THREADS}"
        )
    return x, y, z


@refusing
def _checked_options(given: object) -> tuple[str, ...]:
    if not isinstance(given, tuple | list):
        raise ArgumentTypeError(f"CUDA: options is {shown(given)}; pass a tuple of texts")
    options: list[str] = []
    for option in cast("Sequence[object]", given):
        if not isinstance(option, str):
            raise ArgumentTypeError(f"CUDA: an option is {shown(option)}; options are texts")
        if _REFUSED.match(option):
            raise ArgumentError(
                f"CUDA: an option is {shown(option)}; streamrt itself chooses what is compiled for "
                "which architecture"
            )
        options.append(option)
    return tuple(options)
