"""The kernels that the suite runs: small, in integers, and their results show a wrong order."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from streamrt._compile.cuda.text import CTYPES, CUDA
from streamrt._compile.implementations import LLVM
from streamrt._compile.kernel import Kernel
from streamrt._compile.llvm_code import AnySymbol, SharedFunction, Symbol, Words
from streamrt._compile.opencl.text import OpenCL

SPOILT = 0xDEAD  # a failing kernel leaves it behind


def _text(name: str, arrays: str, scalars: str, body: str) -> str:
    """The IR of a kernel over the elements of its arrays, which may have strides.

    Args:
        name: the name of its entry.
        arrays: the names of its arrays.
        scalars: `name:type` of each scalar.
        body: the code that computes and stores one element. `%x` is the element of x, `%x.at`
            its address.
    """
    lines = ["  %layout = load ptr, ptr %args"]
    kinds = [(a, "ptr") for a in arrays.split()]
    kinds += [(n, t) for n, _, t in (s.partition(":") for s in scalars.split())]
    for slot, (one, kind) in enumerate(kinds, 1):
        to = f"{one}.base" if kind == "ptr" else one
        lines.append(f"  %slot.{one} = getelementptr ptr, ptr %args, i64 {slot}")
        lines.append(f"  %{to} = load {kind}, ptr %slot.{one}")
    for word, one in enumerate(arrays.split(), 1):
        lines.append(f"  %where.{one} = getelementptr i64, ptr %layout, i64 {word}")
        lines.append(f"  %step.{one} = load i64, ptr %where.{one}")
    load: list[str] = []
    for one in arrays.split():
        load.append(f"  %off.{one} = mul i64 %i, %step.{one}")
        load.append(f"  %{one}.at = getelementptr i8, ptr %{one}.base, i64 %off.{one}")
        load.append(f"  %{one} = load i32, ptr %{one}.at, align 4")
    code = "%code" if "code:i32" in scalars.split() else "0"
    head, inner = "\n".join(lines), "\n".join(load)
    return f"""
define i32 @{name}(ptr %args, i64 %lo, i64 %hi) {{
start:
{head}
  %pause = alloca i64
  br label %spin
spin:
  %t = phi i64 [0, %start], [%t.next, %spin]
  store volatile i64 %t, ptr %pause, align 8
  %t.next = add i64 %t, 1
  %again = icmp slt i64 %t.next, %turns
  br i1 %again, label %spin, label %ready
ready:
  %any = icmp slt i64 %lo, %hi
  br i1 %any, label %loop, label %end
loop:
  %i = phi i64 [%lo, %ready], [%i.next, %loop]
{inner}
{body}
  %i.next = add i64 %i, 1
  %more = icmp slt i64 %i.next, %hi
  br i1 %more, label %loop, label %end
end:
  ret i32 {code}
}}
"""


def _parameters(pointer: str, scalar_types: Mapping[str, str], arrays: str, scalars: str) -> str:
    kinds = [f"{pointer}{one}" for one in arrays.split()]
    kinds += [f"{scalar_types[t]} {n}" for n, _, t in (s.partition(":") for s in scalars.split())]
    return ", ".join(kinds)


def _places(arrays: str) -> str:
    """The names of the layout words that are the arrays' strides, in C."""
    return ", ".join([f"{one}_step = {at}" for at, one in enumerate(arrays.split(), 1)])


def _cuda_text(name: str, arrays: str, scalars: str, body: str) -> str:
    """The CUDA C++ of a kernel over the elements of its arrays, which may have strides.

    Args:
        name: the name of its entry.
        arrays: the names of its arrays.
        scalars: `name:type` of each scalar.
        body: the statement that computes and stores one element. `AT(x)` is the element of x.
    """
    types = {"i32": CTYPES["u32"], "i64": CTYPES["i64"]}
    taken = _parameters(f"{types['i32']} *", types, arrays, scalars)
    fails = "code:i32" in scalars.split()
    return f"""
#define AT(x) (*(unsigned *)((char *)x + i * w.at[x##_step]))
extern "C" __global__ void {name}(const Words w, {taken}{", int *error" if fails else ""})
{{
    enum {{ {_places(arrays)} }};
    const long long step = (long long)gridDim.x * blockDim.x;
    if (threadIdx.x == 0)
        for (volatile long long t = 0; t < turns;)
            t = t + 1;
    __syncthreads();
    for (long long i = (long long)blockIdx.x * blockDim.x + threadIdx.x; i < w.at[0]; i += step) {{
        {body}
    }}
    {"if (blockIdx.x == 0 && threadIdx.x == 0) *error = code;" if fails else ""}
}}
"""


def _opencl_text(name: str, arrays: str, scalars: str, body: str) -> str:
    """The same in OpenCL C."""
    types = {"i32": "uint", "i64": "long"}
    taken = _parameters("__global uint *", types, arrays, scalars)
    fails = "code:i32" in scalars.split()
    return f"""
#define AT(x) (*(__global uint *)((__global char *)x + i * w.at[x##_step]))
__kernel void {name}(const Words w, {taken}{", __global int *error" if fails else ""})
{{
    enum {{ {_places(arrays)} }};
    if (get_local_id(0) == 0)
        for (volatile long t = 0; t < turns;)
            t = t + 1;
    barrier(CLK_LOCAL_MEM_FENCE);
    for (long i = get_global_id(0); i < w.at[0]; i += get_global_size(0)) {{
        {body}
    }}
    {"if (get_global_id(0) == 0) *error = code;" if fails else ""}
}}
"""


def _kernel(name: str, signature: str, arrays: str, scalars: str, body: str, in_c: str) -> Kernel:
    """Returns a kernel for all; `body` is LLVM IR, `in_c` the same in the C of GPUs."""
    source = _text(name, arrays, scalars, body)
    fails = "code" in scalars
    entry = f"suite_{name}"  # `mix` and `step` are functions of OpenCL C
    return Kernel(
        name,
        signature,
        cpu=LLVM(source, entry=name, strided=True),
        cuda=CUDA(_cuda_text(name, arrays, scalars, in_c), strided=True, fallible=fails),
        opencl=OpenCL(
            _opencl_text(entry, arrays, scalars, in_c), entry, strided=True, fallible=fails
        ),
        split="n",
        errors={7: "the suite asked for it"} if fails else None,
    )


mix = _kernel(
    "mix",
    "x: u32[n], out y: u32[n], k: u32, turns: i64",
    "x y",
    "k:i32 turns:i64",
    """  %v1 = mul i32 %x, 3
  %v2 = add i32 %v1, %k
  store i32 %v2, ptr %y.at, align 4""",
    "AT(y) = 3 * AT(x) + k;",
)
"""y = 3 * x + k"""

blend = _kernel(
    "blend",
    "x: u32[n], inout y: u32[n], k: u32, turns: i64",
    "x y",
    "k:i32 turns:i64",
    """  %v1 = mul i32 %y, 5
  %v2 = add i32 %v1, %x
  %v3 = add i32 %v2, %k
  store i32 %v3, ptr %y.at, align 4""",
    "AT(y) = 5 * AT(y) + AT(x) + k;",
)
"""y = 5 * y + x + k"""

step = _kernel(
    "step",
    "inout y: u32[n], k: u32, turns: i64",
    "y",
    "k:i32 turns:i64",
    """  %v1 = mul i32 %y, 7
  %v2 = add i32 %v1, %k
  store i32 %v2, ptr %y.at, align 4""",
    "AT(y) = 7 * AT(y) + k;",
)
"""y = 7 * y + k"""

spoil = _kernel(
    "spoil",
    "out y: u32[n], code: i32, turns: i64",
    "y",
    "code:i32 turns:i64",
    f"  store i32 {SPOILT}, ptr %y.at, align 4",
    f"AT(y) = {SPOILT};",
)
"""Overwrites y and returns a code."""

spoil_more = _kernel(
    "spoil_more",
    "x: u32[n], inout y: u32[n], code: i32, turns: i64",
    "x y",
    "code:i32 turns:i64",
    f"  store i32 {SPOILT}, ptr %y.at, align 4",
    f"AT(y) = {SPOILT};",
)
"""Does the same as `spoil`, and says that it reads x and y."""

refuse = _kernel(
    "refuse",
    "x: u32[n], code: i32, turns: i64",
    "x",
    "code:i32 turns:i64",
    "",
    "",
)
"""Reads x, writes nothing and returns a code."""

broken = Kernel(
    "broken",
    "y: u32[n]",
    cpu=LLVM("this is no IR"),
    cuda=CUDA("broken(this is no C++"),
    opencl=OpenCL("broken(this is no C"),
)
"""Does not compile."""


def kernels() -> Mapping[str, Kernel]:
    """Returns the kernels that the suite launches, by name.

    A kind that runs none of their implementations gives them its own, by
    `streamrt.backend.ImplementingDevice`. `turns` is a number of empty loop turns before the work,
    which makes a launch long. All but `broken` follow the strides of their arrays.

    | kernel | parameters | does |
    | --- | --- | --- |
    | `mix` | `x: u32[n], out y: u32[n], k: u32, turns: i64` | y = 3 * x + k |
    | `blend` | `x: u32[n], inout y: u32[n], k: u32, turns: i64` | y = 5 * y + x + k |
    | `step` | `inout y: u32[n], k: u32, turns: i64` | y = 7 * y + k |
    | `spoil` | `out y: u32[n], code: i32, turns: i64` | y = 0xDEAD; returns `code` |
    | `spoil_more` | `x: u32[n], inout y: u32[n], code: i32, turns: i64` | the same |
    | `refuse` | `x: u32[n], code: i32, turns: i64` | writes nothing; returns `code` |
    | `broken` | `y: u32[n]` | its source does not compile: `load` raises CompileError |
    """
    found = (mix, blend, step, spoil, spoil_more, refuse, broken)
    return MappingProxyType({kernel.name: kernel for kernel in found})


def naming(name: str, symbols: Mapping[str, AnySymbol]) -> Kernel:
    """Returns a kernel whose elements become twice a number that `streamrt_suite_numbers` counts.

    Args:
        name: its own.
        symbols: what its text names: the words that count, and the function that doubles.
    """
    body = """  %number = atomicrmw add ptr @streamrt_suite_numbers, i32 1 monotonic
  %doubled = call i32 @doubled(i32 %number)
  store i32 %doubled, ptr %y.at, align 4"""
    declared = "@streamrt_suite_numbers = external global i32\ndeclare i32 @doubled(i32)\n"
    text = declared + _text(name, "y", "turns:i64", body)
    cpu = LLVM(text, entry=name, strided=True, symbols=symbols)
    return Kernel(name, "out y: u32[n], turns: i64", cpu=cpu, split="n")


NAMED: dict[str, AnySymbol] = {
    "streamrt_suite_numbers": Words(1),
    "doubled": SharedFunction(
        "define i32 @twice(i32 %n) {\n  %t = add i32 %n, %n\n  ret i32 %t\n}\n",
        "twice",
        opt=1,
        what="the suite's shared code",
    ),
}
"""The symbols of `naming`, by name."""

MISSING = Symbol("streamrt-has-no-such-library.so", "00", "doubled")
"""A function of a library that no machine has."""
