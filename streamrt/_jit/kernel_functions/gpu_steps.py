"""The text of a kernel function for a GPU: one kernel, which calls the kernels of its steps.

The text of each step's own kernel is a device function in it (spaces.py). The kernel copies
the layout words of each step out of its own, adds offsets to the addresses, and calls the step. All
threads take part in every step: a kernel of the compiler strides over its work with any grid. So
steps that may run in any order are one launch; steps that need one another are not, because no
thread can wait for all others.
"""

from __future__ import annotations

import struct
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from math import prod
from typing import Any

import numpy as np

from streamrt._compile.code import BLOCKS_PER_SM, GPUText, OpenCLCode
from streamrt._compile.plan import Plan
from streamrt._compile.signatures.binding import Binding
from streamrt._compile.signatures.dtypes import DTYPES
from streamrt._compile.signatures.layout import Layout
from streamrt._compile.signatures.signature import Signature
from streamrt._ir.gpu.called import called_text
from streamrt._ir.gpu.dialects import OPENCL
from streamrt._ir.gpu.emit import emit
from streamrt._ir.lower import Lowered, OperandPlace, Step
from streamrt._jit.kernel_functions.places import TracedKernel
from streamrt._jit.kernel_functions.spaces import SPELLINGS, Space, Spelling
from streamrt.errors import ArgumentError, CompileError

__all__ = ["join_gpu"]

_MOST_CONSTANT = 4096
_MOST_BYTES = 4096
"""The bytes that the parameters of a kernel may have; see MOST_BYTES in gpu_source.py."""
_MANY = 1 << 20
"""So many multiprocessors that a step's grid has all the blocks for which it has work."""


def join_gpu(
    kind: str, traced: TracedKernel, signature: Signature, binding: Binding, name: str, what: str
) -> tuple[GPUText, tuple[int, ...]]:
    """Returns the code of the steps of a kernel function on a GPU, and its layout words.

    Args:
        kind: the kind of device.
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
    spelling = SPELLINGS[kind]
    plans = [_plan_of(step, kind, what) for step in lowered.steps]
    writing = _Writing(lowered, spelling, signature, binding, what)
    source = writing.text(plans, f"streamrt_{name}")
    nbytes = 8 * (len(writing.words) + len(signature.parameters) + 1)
    if nbytes > _MOST_BYTES:
        raise CompileError(
            f"compile {name}: its parameters and {len(writing.words)} layout words have {nbytes} "
            f"bytes, and {spelling.name} takes {_MOST_BYTES}; write less in one function"
        )
    codes = [_text(plan) for plan in plans]
    code = spelling.code(
        source=source,
        entry=f"streamrt_{name}",
        block=max([code.block for code in codes], default=(1, 1, 1)),
        items=1,
        grid=_grid,
        fallible=any(code.fallible for code in codes),
        options=spelling.options,
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


def _plan_of(step: Step, kind: str, what: str) -> Plan:
    layouts = [Layout(None, DTYPES[p.dtype].numpy, p.shape, p.strides) for p in step.places]
    return step.kernel.plan(layouts, kind, what=what)


def _text(plan: Plan) -> GPUText:
    code = plan.code
    assert isinstance(code, GPUText)  # a plan for a GPU has no other
    return code


@dataclass(slots=True)
class _Writing:
    """The text of a kernel while it is written.

    Attributes:
        lowered: the steps.
        spelling: the language.
        signature: the kernel's.
        binding: the facts that it is specialised to.
        what: begins messages.
        words: the layout words so far.
    """

    lowered: Lowered
    spelling: Spelling
    signature: Signature
    binding: Binding
    what: str
    words: list[int] = field(default_factory=list[int])

    def text(self, plans: Sequence[Plan], entry: str) -> str:
        """Returns the whole text."""
        blocks = [_text(plan).grid_for(plan.words, _MANY)[0] for plan in plans]
        self.words.append(max(blocks, default=1))
        spaces: dict[str, Space] = {}
        body: list[str] = []
        for number, plan in enumerate(plans):
            code = self._code(number, plan)
            if code.source not in spaces:
                spaces[code.source] = self.spelling.space(len(spaces), code)
            body += self._call(number, plan, spaces[code.source])
        parts = ["const Words w"]
        for k, p in enumerate(self.signature.parameters):
            kind = self.spelling.ctypes[self.binding.dtypes[p.name]]
            pointer = self.spelling.pointer(kind, const=not p.writes)
            parts.append(f"{pointer}p{k}" if p.is_array else f"{kind} p{k}")
        if any(_text(plan).fallible for plan in plans):
            parts.append(self.spelling.error)
        shared = [f"    {declared}" for space in spaces.values() for declared, _ in space.shared]
        constants = [self._constant(k, array) for k, array in enumerate(self.lowered.constants)]
        return "\n".join([
            *[space.text for space in spaces.values()], "#undef WORDS",
            self.spelling.words_type(len(self.words)), self.spelling.helpers, *constants,
            f"{self.spelling.head} {entry}({', '.join(parts)})", "{", *shared, *body, "}", "",
        ])  # fmt: skip

    def _code(self, number: int, plan: Plan) -> GPUText:
        """Returns the code of a step; in OpenCL, pointers to constants have a type of their own."""
        step, code = self.lowered.steps[number], _text(plan)
        constants = frozenset(k for k, p in enumerate(step.places) if p.source == "constant")
        if self.spelling.code is not OpenCLCode or not constants:
            return code
        if step.form is not None:
            common = emit(step.form, code.entry, OPENCL)
            own = emit(step.form, code.entry, OPENCL, constants)
        else:
            what = step.kernel.name, code.entry, code.binding.dtypes["T"], OPENCL
            common, own = called_text(*what), called_text(*what, constants)
        return replace(code, source=code.source.replace(common, own))

    def _call(self, number: int, plan: Plan, space: Space) -> list[str]:
        """Returns the call of a step."""
        step = self.lowered.steps[number]
        first = self._add(*plan.words)
        lines = [f"    {space.words} w{number};"]
        lines += [f"    w{number}.at[{k}] = w.at[{first + k}];" for k in range(len(plan.words))]
        arrays = [self._address(place) for place in step.places]
        codes = [c for c in plan.codes if c != "P"]
        scalars = [
            self._scalar(kind, value, letter)
            for letter, (kind, value) in zip(codes, step.scalars, strict=True)
        ]
        given = [f"w{number}", *step.in_order(arrays, scalars)]
        if _text(plan).fallible:
            given.append("error")
        given += [name for _, name in space.shared]
        return [*lines, f"    {space.entry}({', '.join(given)});"]

    def _address(self, place: OperandPlace) -> str:
        is_argument = place.source == "argument"
        const = not (is_argument and self.signature.parameters[place.number].writes)
        base = f"p{place.number}" if is_argument else f"constant{place.number}"
        kind, byte = (
            self.spelling.pointer(type_, const=const, constant=not is_argument)
            for type_ in (self.spelling.ctypes[place.dtype], "char")
        )
        offset = self._add(place.offset if prod(place.shape) else 0)
        return f"({kind})(({byte}){base} + w.at[{offset}])"

    def _scalar(self, kind: str, value: Any, letter: str) -> str:
        if kind == "parameter":
            return f"p{value}"
        packed = struct.pack(f"<{letter}", value).ljust(8, b"\0")
        word = self._add(int.from_bytes(packed, "little", signed=True))
        dtype = next(d.name for d in DTYPES.values() if d.code == letter)
        return self.spelling.number(dtype, f"w.at[{word}]")

    def _constant(self, number: int, array: np.ndarray[Any, Any]) -> str:
        if array.nbytes > _MOST_CONSTANT:
            raise ArgumentError(
                f"{self.what}: its function uses an array of {array.nbytes} bytes that it makes "
                f"itself, and a kernel has constants of {_MOST_CONSTANT} bytes at most; pass it as "
                "a parameter"
            )
        data = ", ".join(str(byte) for byte in array.tobytes())
        return self.spelling.constant(f"constant{number}", data)

    def _add(self, *numbers: int) -> int:
        self.words.extend(numbers)
        return len(self.words) - len(numbers)
