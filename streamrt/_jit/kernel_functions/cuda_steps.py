"""The CUDA C++ of a kernel function: one kernel, which calls the kernels of its steps.

The text of each step's own kernel stands in a namespace, as a device function. The kernel copies
the layout words of each step out of its own, adds offsets to the addresses, and calls the step. All
threads take part in every step: a kernel of the compiler strides over its work with any grid. So
steps that may run in any order are one launch; steps that need one another are not, because no
thread can wait for all others.
"""

from __future__ import annotations

import re
import struct
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from math import prod
from typing import Any

import numpy as np

from streamrt._compile.code import BLOCKS_PER_SM, CUDACode
from streamrt._compile.cuda.text import CTYPES, words_type
from streamrt._compile.plan import Plan
from streamrt._compile.signatures.binding import Binding
from streamrt._compile.signatures.dtypes import DTYPES
from streamrt._compile.signatures.layout import Layout
from streamrt._compile.signatures.signature import Signature
from streamrt._ir.lower import Lowered, OperandPlace, Step
from streamrt._jit.kernel_functions.places import TracedKernel
from streamrt.errors import ArgumentError, CompileError

__all__ = ["join_cuda"]

_MOST_CONSTANT = 4096
_MOST_BYTES = 4096
"""The bytes that the parameters of a CUDA kernel may have."""
_MANY = 1 << 20
"""So many multiprocessors that a step's grid has all the blocks for which it has work."""


def join_cuda(
    traced: TracedKernel, signature: Signature, binding: Binding, name: str, what: str
) -> tuple[CUDACode, tuple[int, ...]]:
    """Returns the code of the steps of a kernel function on a GPU, and its layout words.

    Args:
        traced: the function.
        signature: the kernel's.
        binding: the facts that the code is specialised to.
        name: the kernel's.
        what: begins messages.

    Raises:
        ArgumentError: its steps cannot be one launch, or a constant array is too large.
        CompileError: it has too many parameters and layout words.
    """
    lowered = traced.lowered
    if len(lowered.steps) > 1 and not traced.is_parallel:
        kernels = ", ".join([step.kernel.name for step in lowered.steps])
        raise ArgumentError(
            f"{what}: it computes {kernels} one after the other, and a GPU cannot do that in one "
            "launch; write it as a function of streamrt.jit"
        )
    plans = [_plan_of(step, what) for step in lowered.steps]
    writing = _Writing(lowered, signature, binding, what)
    source = writing.text(plans, f"streamrt_{name}")
    nbytes = 8 * (len(writing.words) + len(signature.parameters) + 1)
    if nbytes > _MOST_BYTES:
        raise CompileError(
            f"compile {name}: its parameters and {len(writing.words)} layout words have {nbytes} "
            f"bytes, and a CUDA kernel takes {_MOST_BYTES}; write less in one function"
        )
    codes = [_cuda(plan) for plan in plans]
    code = CUDACode(
        source=source,
        entry=f"streamrt_{name}",
        block=max([code.block for code in codes], default=(1, 1, 1)),
        items=1,
        grid=_grid,
        fallible=any(code.fallible for code in codes),
        options=(),
        where="",
        binding=binding,
        symbols=("blocks",),
        split=None,
    )
    return code, tuple(writing.words)


def _grid(binding: Binding, extents: Mapping[str, int], multiprocessors: int) -> int:
    """Returns the blocks of a launch; the first layout word says for how many there is work."""
    del binding
    return min(extents["blocks"], BLOCKS_PER_SM * multiprocessors)


def _plan_of(step: Step, what: str) -> Plan:
    layouts = [Layout(None, DTYPES[p.dtype].numpy, p.shape, p.strides) for p in step.places]
    return step.kernel.plan(layouts, "cuda", what=what)


def _cuda(plan: Plan) -> CUDACode:
    code = plan.code
    assert isinstance(code, CUDACode)  # a plan for a GPU has no other
    return code


@dataclass(slots=True)
class _Writing:
    """The text of a kernel while it is written.

    Attributes:
        lowered: the steps.
        signature: the kernel's.
        binding: the facts that it is specialised to.
        what: begins messages.
        words: the layout words so far.
    """

    lowered: Lowered
    signature: Signature
    binding: Binding
    what: str
    words: list[int] = field(default_factory=list[int])

    def text(self, plans: Sequence[Plan], entry: str) -> str:
        """Returns the whole text."""
        blocks = [_cuda(plan).grid_for(plan.words, _MANY)[0] for plan in plans]
        self.words.append(max(blocks, default=1))
        names, spaces = _spaces([_cuda(plan) for plan in plans])
        body: list[str] = []
        for number, plan in enumerate(plans):
            body += self._call(number, plan, names[number])
        parts = ["const Words w"]
        for k, p in enumerate(self.signature.parameters):
            kind = CTYPES[self.binding.dtypes[p.name]]
            const = "" if p.writes else "const "
            parts.append(f"{const}{kind} *p{k}" if p.is_array else f"{kind} p{k}")
        if any(_cuda(plan).fallible for plan in plans):
            parts.append("int *error")
        constants = [self._constant(k, array) for k, array in enumerate(self.lowered.constants)]
        return "\n".join([
            *spaces, "#undef WORDS", words_type(len(self.words), 0, 0, ()), _HELPERS, *constants,
            f'extern "C" __global__ void {entry}({", ".join(parts)})', "{", *body, "}", "",
        ])  # fmt: skip

    def _call(self, number: int, plan: Plan, name: str) -> list[str]:
        """Returns the call of a step."""
        step = self.lowered.steps[number]
        first = self._add(*plan.words)
        space = name.partition("::")[0]
        lines = [f"    {space}::Words w{number};"]
        lines += [f"    w{number}.at[{k}] = w.at[{first + k}];" for k in range(len(plan.words))]
        arrays = [self._address(place) for place in step.places]
        codes = [c for c in plan.codes if c != "P"]
        scalars = [
            self._scalar(kind, value, letter)
            for letter, (kind, value) in zip(codes, step.scalars, strict=True)
        ]
        given = [f"w{number}", *step.in_order(arrays, scalars)]
        if _cuda(plan).fallible:
            given.append("error")
        return [*lines, f"    {name}({', '.join(given)});"]

    def _address(self, place: OperandPlace) -> str:
        writes = place.source == "argument" and self.signature.parameters[place.number].writes
        kind = f"{'' if writes else 'const '}{CTYPES[place.dtype]}"
        base = f"p{place.number}" if place.source == "argument" else f"constant{place.number}"
        offset = self._add(place.offset if prod(place.shape) else 0)
        byte = f"{'' if writes else 'const '}char"
        return f"({kind} *)(({byte} *){base} + w.at[{offset}])"

    def _scalar(self, kind: str, value: Any, letter: str) -> str:
        if kind == "parameter":
            return f"p{value}"
        packed = struct.pack(f"<{letter}", value).ljust(8, b"\0")
        word = self._add(int.from_bytes(packed, "little", signed=True))
        ctype = next(CTYPES[d.name] for d in DTYPES.values() if d.code == letter)
        return f"number_of<{ctype}>(w.at[{word}])"

    def _constant(self, number: int, array: np.ndarray[Any, Any]) -> str:
        if array.nbytes > _MOST_CONSTANT:
            raise ArgumentError(
                f"{self.what}: its function uses an array of {array.nbytes} bytes that it makes "
                f"itself, and a kernel has constants of {_MOST_CONSTANT} bytes at most; pass it as "
                "a parameter"
            )
        data = ", ".join(str(byte) for byte in array.tobytes())
        return f"__device__ __align__(16) const unsigned char constant{number}[] = {{{data}}};"

    def _add(self, *numbers: int) -> int:
        self.words.extend(numbers)
        return len(self.words) - len(numbers)


_HELPERS = """\
template <class T> static __device__ __forceinline__ T number_of(long long word) {
    union { long long word; T value; } both;
    both.word = word;
    return both.value;
}"""


def _spaces(codes: Sequence[CUDACode]) -> tuple[list[str], list[str]]:
    """Returns the name of the function of each code, and the texts, each once in a namespace."""
    names: list[str] = []
    found: dict[str, str] = {}
    for code in codes:
        if code.source not in found:
            head = re.compile(rf'extern "C" __global__ void\s+{re.escape(code.entry)}\b')
            text = head.sub(f"static __device__ __forceinline__ void {code.entry}", code.source)
            found[code.source] = f"#undef WORDS\nnamespace s{len(found)} {{\n{text}\n}}"
        names.append(f"s{list(found).index(code.source)}::{code.entry}")
    return names, list(found.values())
