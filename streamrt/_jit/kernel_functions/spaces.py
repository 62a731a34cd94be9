"""Texts of several kernels of a GPU in one, as device functions: in CUDA C++ and in OpenCL C.

Kernels may define the same names, and each defines `Words`. In CUDA C++ each text has a namespace.
OpenCL C has none, so there macros give what a text defines names of its own.
"""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import ClassVar

from streamrt._compile.code import CUDACode, GPUText, OpenCLCode
from streamrt._compile.cuda import text as cuda_text
from streamrt._compile.opencl import text as opencl_text

__all__ = ["SPELLINGS", "Space", "Spelling"]


@dataclass(frozen=True, slots=True)
class Space:
    """A text among others.

    Attributes:
        text: the text, whose kernel is a device function.
        entry: the name of that function.
        words: the name of its type of layout words.
        shared: what it needs of a block's shared memory: declarations, which stand at the top of
            the kernel that calls it, and their names, which are its last arguments.
    """

    text: str
    entry: str
    words: str
    shared: Sequence[tuple[str, str]] = field(default=())


class Spelling(ABC):
    """The parts of a whole text that languages spell differently."""

    name: ClassVar[str]
    code: ClassVar[type[GPUText]]
    ctypes: ClassVar[dict[str, str]]
    head: ClassVar[str]
    error: ClassVar[str]
    helpers: ClassVar[str]
    options: ClassVar[tuple[str, ...]] = ()

    @abstractmethod
    def space(self, number: int, code: GPUText) -> Space:
        """Returns the text of a kernel as one of several."""

    @abstractmethod
    def words_type(self, words: int) -> str:
        """Returns the definition of the layout words of the whole."""

    @abstractmethod
    def pointer(self, kind: str, *, const: bool, constant: bool = False) -> str:
        """Returns the type of a pointer to an array, or to a constant outside of functions."""

    @abstractmethod
    def number(self, dtype: str, word: str) -> str:
        """Returns a scalar from the word in whose low bytes it lies."""

    @abstractmethod
    def constant(self, name: str, data: str) -> str:
        """Returns the definition of an array of bytes outside of functions."""


class CUDASpelling(Spelling):
    """Namespaces."""

    name = "CUDA"
    code = CUDACode
    ctypes = cuda_text.CTYPES
    head = 'extern "C" __global__ void'
    error = "int *error"
    helpers = """\
template <class T> static __device__ __forceinline__ T number_of(long long word) {
    union { long long word; T value; } both;
    both.word = word;
    return both.value;
}"""

    def space(self, number: int, code: GPUText) -> Space:
        """Returns the text in a namespace."""
        head = re.compile(rf'extern "C" __global__ void\s+{re.escape(code.entry)}\b')
        text = head.sub(f"static __device__ __forceinline__ void {code.entry}", code.source)
        text = f"#undef WORDS\nnamespace s{number} {{\n{text}\n}}"
        return Space(text, f"s{number}::{code.entry}", f"s{number}::Words")

    def words_type(self, words: int) -> str:
        return cuda_text.words_type(words, 0, 0, ())

    def pointer(self, kind: str, *, const: bool, constant: bool = False) -> str:
        return f"{'const ' if const else ''}{kind} *"

    def number(self, dtype: str, word: str) -> str:
        return f"number_of<{self.ctypes[dtype]}>({word})"

    def constant(self, name: str, data: str) -> str:
        return f"__device__ __align__(16) const unsigned char {name}[] = {{{data}}};"


_DEFINED = re.compile(
    r"^typedef \w+ (\w+);|^\} (\w+);|^(?:static )?(?:inline )?\w+ (\w+)\(|^__constant \w+ (\w+)\[",
    re.MULTILINE,
)
_SHARED = re.compile(r"^    __local (\w+) (.+);\n", re.MULTILINE)


class OpenCLSpelling(Spelling):
    """Macros that rename what each text defines."""

    name = "OpenCL"
    code = OpenCLCode
    ctypes = opencl_text.CTYPES
    head = "__kernel void"
    error = "__global int *error"
    helpers = ""
    options = ("-w",)

    def space(self, number: int, code: GPUText) -> Space:
        """Returns the text with names of its own; its shared memory becomes parameters.

        OpenCL declares shared memory in kernels alone.
        """
        prefix = f"s{number}_"
        before, _, kernel = code.source.rpartition(f"__kernel void {code.entry}(")
        shared: list[tuple[str, str]] = []
        taken: list[str] = []
        for kind, names in _SHARED.findall(kernel):
            for name in names.split(", "):
                shared.append((f"__local {kind} {prefix}{name};", prefix + name.partition("[")[0]))
                taken.append(f", __local {kind} {name}")
        parameters, _, body = _SHARED.sub("", kernel).partition(")")
        text = f"{before}static void {code.entry}({parameters}{''.join(taken)}){body}"
        found = [name for names in _DEFINED.findall(text) for name in names if name]
        own = dict.fromkeys(found)
        macros = [f"#define {name} {prefix}{name}" for name in own]
        ends = [f"#undef {name}" for name in own]
        text = "\n".join(["#undef WORDS", *macros, text, *ends])
        return Space(text, prefix + code.entry, f"{prefix}Words", shared)

    def words_type(self, words: int) -> str:
        return opencl_text.words_type(words, 0, 0, ())

    def pointer(self, kind: str, *, const: bool, constant: bool = False) -> str:
        return f"{'__constant' if constant else '__global'} {'const ' if const else ''}{kind} *"

    def number(self, dtype: str, word: str) -> str:
        if dtype == "f64":
            return f"as_double({word})"
        return f"as_float((int){word})" if dtype == "f32" else f"({self.ctypes[dtype]}){word}"

    def constant(self, name: str, data: str) -> str:
        return f"__constant uchar {name}[] __attribute__((aligned(16))) = {{{data}}};"


SPELLINGS: dict[str, Spelling] = {"cuda": CUDASpelling(), "opencl": OpenCLSpelling()}
"""The spelling of each kind of GPU."""
