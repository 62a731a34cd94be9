"""The kernels that the suite runs: small, in integers, and their results show a wrong order."""

from __future__ import annotations

from streamrt._compile.implementations import LLVM
from streamrt._compile.kernel import Kernel

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


def _kernel(name: str, signature: str, arrays: str, scalars: str, body: str) -> Kernel:
    source = _text(name, arrays, scalars, body)
    implementation = LLVM(source, entry=name, strided=True)
    errors = {7: "the suite asked for it"} if "code" in scalars else None
    return Kernel(name, signature, cpu=implementation, split="n", errors=errors)


mix = _kernel(
    "mix",
    "x: u32[n], out y: u32[n], k: u32, turns: i64",
    "x y",
    "k:i32 turns:i64",
    """  %v1 = mul i32 %x, 3
  %v2 = add i32 %v1, %k
  store i32 %v2, ptr %y.at, align 4""",
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
)
"""y = 7 * y + k"""

spoil = _kernel(
    "spoil",
    "out y: u32[n], code: i32, turns: i64",
    "y",
    "code:i32 turns:i64",
    f"  store i32 {SPOILT}, ptr %y.at, align 4",
)
"""Overwrites y and returns a code."""

spoil_more = _kernel(
    "spoil_more",
    "x: u32[n], inout y: u32[n], code: i32, turns: i64",
    "x y",
    "code:i32 turns:i64",
    f"  store i32 {SPOILT}, ptr %y.at, align 4",
)
"""Does the same as `spoil`, and says that it reads x and y."""

refuse = _kernel(
    "refuse",
    "x: u32[n], code: i32, turns: i64",
    "x",
    "code:i32 turns:i64",
    "",
)
"""Reads x, writes nothing and returns a code."""

broken = Kernel("broken", "y: u32[n]", cpu=LLVM("this is no IR"))
"""Does not compile."""
