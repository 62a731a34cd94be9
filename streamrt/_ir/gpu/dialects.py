"""The languages of GPUs: CUDA C++ and OpenCL C, as a table of spellings.

Everything that is written for a GPU asks its `Dialect` for what the languages spell differently;
what they share, which is C, is written once. HIP would be a third row: it reads what CUDA reads,
except how threads of a warp give each other values.

1. A bool is a `bool` in registers, and a byte in memory, because `bool` would promise that the byte
   is 0 or 1, and OpenCL passes none to a kernel.
2. 64-bit integers are `long long` on every platform that CUDA has; `long` is not. OpenCL has `long`
   with 64 bits everywhere, and no `long long`.
3. A pointer of OpenCL says in which memory it points; version 1.2 knows no pointer to any memory.
4. OpenCL declares the memory that a block shares at the top of a kernel alone.
5. OpenCL has no templates: a function has one text for each type that a kernel needs it for.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field

from streamrt._compile.signatures.dtypes import DTYPES
from streamrt._ir.gpu.halves import BY_INTEGERS, BY_PTX

__all__ = ["CUDA", "OPENCL", "Dialect"]


@dataclass(frozen=True, slots=True)
class Dialect:
    """The spellings of a language.

    Attributes:
        name: of the language.
        register: the type of each dtype in a register.
        memory: the type of each dtype in memory, and of a parameter.
        long: a signed integer of 64 bits.
        ulong: an unsigned one.
        suffixes: of constants: for `LL`, `ULL` and `ull`, as CUDA writes them.
        thread: the number of a thread in its block, along the first axis.
        threads: how many a block has.
        block: the number of a block in the grid.
        blocks: how many there are.
        barrier: the statement at which the threads of a block wait for one another.
        kernel: what stands before the name of a kernel.
        function: what stands before the type of a function that is a few instructions.
        long_function: what stands before that of a function with a body worth a call.
        called_function: what stands before that of a function which is never inlined.
        table: what stands before the type of constants outside of functions.
        space: what stands before the type to which a pointer of the kernel's arrays points.
        constant_space: the same for a pointer to constants outside of functions.
        restrict: says that nothing else points where a pointer does.
        shared: what stands before the type of memory that a block shares.
        hoists: whether shared memory is declared at the top of a kernel alone.
        is_generic: whether it has templates.
        overloads: whether one function of mathematics serves all floats, as `floor`; if not, that
            of an f32 is `floorf`.
        has_shuffles: whether threads of a warp give each other values without shared memory.
        packs_states: whether states of as many reductions become one together as there is memory
            for. OpenCL's drivers for CPUs cut a kernel at its barriers, and PoCL takes minutes to
            cut dozens of loops.
        own_math: whether all mathematical functions are ours, because those of the language may
            err more than `docs/tables/ulp.md` says.
        halves: the functions that convert f16, by name.
        half_calls: those of them that one of them calls.
    """

    name: str
    register: Mapping[str, str]
    memory: Mapping[str, str]
    long: str
    ulong: str
    suffixes: Mapping[str, str]
    thread: str
    threads: str
    block: str
    blocks: str
    barrier: str
    kernel: str
    function: str
    long_function: str
    called_function: str
    table: str
    space: str
    constant_space: str
    restrict: str
    shared: str
    hoists: bool
    is_generic: bool
    overloads: bool
    has_shuffles: bool
    packs_states: bool
    own_math: bool
    halves: Mapping[str, str]
    half_calls: Mapping[str, tuple[str, ...]]
    _words: Mapping[str, str] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        words = {
            "KERNEL": self.kernel, "FUNCTION": self.function, "LONG_FUNCTION": self.long_function,
            "CALLED_FUNCTION": self.called_function, "TABLE": self.table, "LONG": self.long,
            "ULONG": self.ulong, "THREAD": self.thread, "THREADS": self.threads,
            "BLOCK": self.block, "BLOCKS": self.blocks, "BARRIER": self.barrier,
            "GLOBAL ": self.space, "RESTRICT": self.restrict,
            **{f"_{suffix}": spelled for suffix, spelled in self.suffixes.items()},
        }  # fmt: skip
        object.__setattr__(self, "_words", words)

    def fill(self, text: str) -> str:
        """Returns a text with the words of this language: `LONG`, `THREAD`, `GLOBAL `, `1_ULL`."""
        return _WORDS.sub(lambda found: self._words[found[0]], text)

    def unsigned(self, dtype: str) -> str:
        """Returns the type in which integers of a dtype are added and multiplied.

        C leaves the overflow of signed ones undefined, and makes an `int` of what is smaller.
        """
        return self.ulong if DTYPES[dtype].itemsize == 8 else "unsigned"

    def function_of(self, name: str, dtype: str) -> str:
        """Returns a function of mathematics for a float."""
        return f"{name}f" if dtype == "f32" and not self.overloads else name

    def pointer(self, kind: str, *, const: bool = False, constant: bool = False) -> str:
        """Returns the type of a pointer to an element of an array; a name may follow.

        Args:
            kind: the type of the element.
            const: whether it is only read.
            constant: whether it lies in memory of constants.
        """
        space = self.constant_space if constant else self.space
        return f"{space}{'const ' if const else ''}{kind} *"


_WORDS = re.compile(
    r"\b(?:KERNEL|(?:LONG_|CALLED_)?FUNCTION|TABLE|U?LONG|THREADS?|BLOCKS?|BARRIER|RESTRICT)\b"
    r"|\bGLOBAL |(?<=[0-9a-f])_(?:LL|ULL|ull)\b"
)

_CUDA_REGISTER = {
    "f16": "unsigned short", "f32": "float", "f64": "double", "bool": "bool",
    "i8": "signed char", "i16": "short", "i32": "int", "i64": "long long",
    "u8": "unsigned char", "u16": "unsigned short", "u32": "unsigned", "u64": "unsigned long long",
}  # fmt: skip

CUDA = Dialect(
    name="CUDA C++",
    register=_CUDA_REGISTER,
    memory={**_CUDA_REGISTER, "bool": "unsigned char"},
    long="long long",
    ulong="unsigned long long",
    suffixes={"LL": "LL", "ULL": "ULL", "ull": "ull"},
    thread="threadIdx.x",
    threads="blockDim.x",
    block="blockIdx.x",
    blocks="gridDim.x",
    barrier="__syncthreads();",
    kernel='extern "C" __global__ void',
    function="static __device__ __forceinline__",
    long_function="static __device__",
    called_function="static __device__ __noinline__",
    table="static __device__ const",
    space="",
    constant_space="",
    restrict="__restrict__",
    shared="__shared__",
    hoists=False,
    is_generic=True,
    overloads=False,
    has_shuffles=True,
    packs_states=False,
    own_math=False,
    halves=BY_PTX,
    half_calls={},
)

_OPENCL_REGISTER = {
    "f16": "ushort", "f32": "float", "f64": "double", "bool": "bool",
    "i8": "char", "i16": "short", "i32": "int", "i64": "long",
    "u8": "uchar", "u16": "ushort", "u32": "uint", "u64": "ulong",
}  # fmt: skip

OPENCL = Dialect(
    name="OpenCL C",
    register=_OPENCL_REGISTER,
    memory={**_OPENCL_REGISTER, "bool": "uchar"},
    long="long",
    ulong="ulong",
    suffixes={"LL": "L", "ULL": "UL", "ull": "UL"},
    # As 64 bits, `get_local_id(0) / 16` is wrong in kernels that Intel's compiler makes vectors of.
    thread="(int)get_local_id(0)",
    threads="(int)get_local_size(0)",
    block="get_group_id(0)",
    blocks="get_num_groups(0)",
    barrier="barrier(CLK_LOCAL_MEM_FENCE);",
    kernel="__kernel void",
    function="static inline",
    long_function="static",
    called_function="static",
    table="__constant",
    space="__global ",
    constant_space="__constant ",
    restrict="restrict",
    shared="__local",
    hoists=True,
    is_generic=False,
    overloads=True,
    has_shuffles=False,
    packs_states=True,
    own_math=True,
    halves=BY_INTEGERS,
    half_calls={"half_of_double": ("half_of_float",)},
)
