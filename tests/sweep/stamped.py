"""Kernels that know what they must find in memory, and count how often they ran.

Each is told the weighted sum of the elements that it is to read, and returns an error code when
it finds another one: memory that was reused, read or written too early gives itself away at
once, on every device that runs native code. It looks twice, before and after it lingers.

The counts stand in host memory that no command names, so that counting orders nothing.
"""

from __future__ import annotations

import ctypes
import platform
from typing import Any

import numpy as np
from shared.trial_kernels import slots

import streamrt as srt

WORDS = np.dtype("u8")

Words = np.ndarray[Any, np.dtype[np.uint64]]

FUTEX = 98 if platform.machine() == "aarch64" else 202
_COMMON = """
define internal i64 @weigh(ptr %x, i64 %n) {
start:
  br label %loop
loop:
  %i = phi i64 [0, %start], [%next, %loop]
  %sum = phi i64 [0, %start], [%more, %loop]
  %where = getelementptr i64, ptr %x, i64 %i
  %word = load volatile i64, ptr %where, align 8
  %next = add i64 %i, 1
  %weighed = mul i64 %word, %next
  %more = add i64 %sum, %weighed
  %again = icmp slt i64 %next, %n
  br i1 %again, label %loop, label %end
end:
  ret i64 %more
}

declare i64 @syscall(i64, ptr, i64, i64, ptr, ptr, i64)

define internal void @hold(ptr %phase, i32 %mine) {
start:
  br label %look
look:
  %now = load atomic i32, ptr %phase acquire, align 4
  %over = icmp ugt i32 %now, %mine
  br i1 %over, label %end, label %sleep
sleep:
  %word = zext i32 %now to i64
  %woken = call i64 @syscall(i64 FUTEX, ptr %phase, i64 128, i64 %word, ptr null, ptr null, i64 0)
  br label %look
end:
  ret void
}

define internal void @linger(i64 %turns) {
start:
  %here = alloca i64
  br label %loop
loop:
  %i = phi i64 [0, %start], [%next, %loop]
  store volatile i64 %i, ptr %here, align 8
  %next = add i64 %i, 1
  %again = icmp slt i64 %next, %turns
  br i1 %again, label %loop, label %end
end:
  ret void
}
""".replace("FUTEX", str(FUTEX))


def _begin(**kinds: str) -> str:
    """IR that every kernel begins with.

    It loads the arguments from slot 1 on, and `n` from the layout; it holds the kernel until the
    phase that it was submitted in is over, and counts it.
    """
    kinds |= {"turns": "i64", "code": "i32", "tally": "i64", "phase": "i64", "mine": "i32"}
    return (
        slots(**kinds)
        + "  %layout = load ptr, ptr %args\n  %n = load i64, ptr %layout\n"
        + "  %where.phase = inttoptr i64 %phase to ptr\n"
        + "  call void @hold(ptr %where.phase, i32 %mine)\n"
        + "  %counter = inttoptr i64 %tally to ptr\n"
        + "  %ran = atomicrmw add ptr %counter, i64 1 seq_cst\n"
    )


def _expect(label: str, array: str, want: str, error: int) -> str:
    """IR that returns an error unless an array weighs what it should."""
    return f"""
  %{label}.sum = call i64 @weigh(ptr %{array}, i64 %n)
  %{label}.right = icmp eq i64 %{label}.sum, %{want}
  br i1 %{label}.right, label %{label}, label %{label}.wrong
{label}.wrong:
  ret i32 {error}
{label}:
"""


_MAKE = f"""{_COMMON}
define i32 @make(ptr %args, i64 %lo, i64 %hi) {{
start:
{_begin(y="ptr", salt="i64")}
  call void @linger(i64 %turns)
  br label %loop
loop:
  %i = phi i64 [0, %start], [%next, %loop]
  %where = getelementptr i64, ptr %y, i64 %i
  %next = add i64 %i, 1
  %word = mul i64 %salt, %next
  store i64 %word, ptr %where, align 8
  %again = icmp slt i64 %next, %n
  br i1 %again, label %loop, label %end
end:
  ret i32 %code
}}
"""

_MIX = f"""{_COMMON}
define i32 @mix(ptr %args, i64 %lo, i64 %hi) {{
start:
{_begin(x="ptr", y="ptr", wx="i64", wy="i64", salt="i64")}
{_expect("before.x", "x", "wx", 91)}
{_expect("before.y", "y", "wy", 92)}
  call void @linger(i64 %turns)
{_expect("after.x", "x", "wx", 93)}
{_expect("after.y", "y", "wy", 94)}
  br label %loop
loop:
  %i = phi i64 [0, %after.y], [%next, %loop]
  %at.x = getelementptr i64, ptr %x, i64 %i
  %at.y = getelementptr i64, ptr %y, i64 %i
  %word.x = load i64, ptr %at.x, align 8
  %word.y = load i64, ptr %at.y, align 8
  %thrice = mul i64 %word.y, 3
  %sum = add i64 %thrice, %word.x
  %new = add i64 %sum, %salt
  store i64 %new, ptr %at.y, align 8
  %next = add i64 %i, 1
  %again = icmp slt i64 %next, %n
  br i1 %again, label %loop, label %end
end:
  ret i32 %code
}}
"""

_LOOK = f"""{_COMMON}
define i32 @look(ptr %args, i64 %lo, i64 %hi) {{
start:
{_begin(x="ptr", wx="i64")}
{_expect("before", "x", "wx", 91)}
  call void @linger(i64 %turns)
{_expect("after", "x", "wx", 93)}
  ret i32 %code
}}
"""

# The same for the GPU of a fake driver, which can reach the host's counters. One thread does all.
_CUDA = """
typedef unsigned long long Word;
#define BEGIN \\
    if (blockIdx.x || threadIdx.x) return; \\
    atomicAdd((Word *)tally, 1ull); \\
    const long long n = w.at[0];
#define LINGER for (volatile Word t = 0; t < turns;) t = t + 1;
#define EXPECT(x, want, wrong) if (weigh(x, n) != want) { *error = wrong; return; }
#define REST Word turns, int code, Word tally, Word phase, unsigned mine, int *error
static __device__ Word weigh(const volatile Word *x, long long n)
{
    Word sum = 0;
    for (long long i = 0; i < n; i++)
        sum += x[i] * (Word)(i + 1);
    return sum;
}
"""


def _cuda(entry: str, parameters: str, body: str) -> srt.CUDA:
    """The implementation of a kernel for GPUs."""
    head = f'extern "C" __global__ void {entry}(const Words w, {parameters}, REST)'
    text = f"{_CUDA}{head}\n{{\n    BEGIN\n{body}    if (code) *error = code;\n}}\n"
    return srt.CUDA(text, entry, fallible=True)


_CUDA_MAKE = """
    LINGER
    for (long long i = 0; i < n; i++)
        y[i] = salt * (Word)(i + 1);
"""
_CUDA_MIX = """
    EXPECT(x, wx, 91)
    EXPECT(y, wy, 92)
    LINGER
    EXPECT(x, wx, 93)
    EXPECT(y, wy, 94)
    for (long long i = 0; i < n; i++)
        y[i] = 3 * y[i] + x[i] + salt;
"""
_CUDA_LOOK = """
    EXPECT(x, wx, 91)
    LINGER
    EXPECT(x, wx, 93)
"""

_libc = ctypes.PyDLL(None)  # calls without letting go of the interpreter: they take 1 µs
SYMBOLS = {"syscall": ctypes.cast(_libc.syscall, ctypes.c_void_p).value or 0}

ERRORS = {
    7: "seven is not allowed",
    91: "x is not what was written to it",
    92: "y is not what was written to it",
    93: "x changed while it was read",
    94: "y changed while it was read",
}


def _kernel(name: str, arrays: str, text: str, cuda: srt.CUDA) -> srt.Kernel:
    return srt.Kernel(
        name,
        f"{arrays}, turns: u64, code: i32, tally: u64, phase: u64, mine: u32",
        cpu=srt.LLVM(text, entry=name, symbols=SYMBOLS),
        cuda=cuda,
        errors=ERRORS,
    )


make = _kernel(
    "make", "out y: u64[n], salt: u64", _MAKE, _cuda("make", "Word *y, Word salt", _CUDA_MAKE)
)
"""y[i] = salt * (i + 1)."""

mix = _kernel(
    "mix",
    "x: u64[n], inout y: u64[n], wx: u64, wy: u64, salt: u64",
    _MIX,
    _cuda("mix", "const Word *x, Word *y, Word wx, Word wy, Word salt", _CUDA_MIX),
)
"""y = 3 * y + x + salt, if x and y weigh what they should."""

look = _kernel(
    "look", "x: u64[n], wx: u64", _LOOK, _cuda("look", "const Word *x, Word wx", _CUDA_LOOK)
)
"""Looks whether x weighs what it should."""

_FACTORS: Words = np.arange(1, 4097, dtype=WORDS)


def factors(n: int) -> Words:
    """1 to n."""
    return _FACTORS[:n]


def weigh(words: Words) -> int:
    """The sum that kernels compare: of i times the i-th element, modulo 2 ** 64."""
    return int(np.dot(words, _FACTORS[: len(words)]))


class Phases:
    """Time as kernels see it: what is submitted in one phase runs when that phase is over.

    With it, an await of what was just submitted always suspends.
    """

    def __init__(self, is_held: bool) -> None:
        """Begins.

        Args:
            is_held: False lets everything run at any time. A simulator's kernels run in whoever
                waits for them, and that may be who would end the phase.
        """
        self._is_held = is_held
        self._word = np.ones(1, "u4")
        self.address: int = self._word.ctypes.data
        self.now: int = int(is_held)

    def next(self) -> None:
        """Lets everything run that was submitted so far."""
        if self._is_held:
            self.now += 1
            self._word[0] = self.now
            _libc.syscall(FUTEX, ctypes.c_void_p(self.address), 129, 1 << 30, None, None, 0)
