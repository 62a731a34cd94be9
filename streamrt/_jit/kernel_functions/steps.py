"""The machine code of a kernel function: one entry, which calls the kernels of its steps.

    define i32 @kernel(ptr %args, i64 %lo, i64 %hi)

The entry gets the arguments of the kernel. For each step it lays out the arguments of that step's
own kernel: addresses in the arguments, in scratch memory or of constants, each with an offset, and
scalars. The layout words of the whole are the offsets, the scalars that are constants, and the
layout words of the steps. So the text depends on no extent, and all shapes share it, apart from
those in which other extents are equal (2).

1. One step is divided as its own kernel is.
2. Of steps that may run in any order the largest one is divided, and whoever has the first part of
   it runs the others. Elementwise ones of the same extent, like the left and the right border of an
   array beside its middle, are divided with it, and go on with it block by block. A column of an
   array has a cache line for each element, and there it is in the cache already.
3. Other steps run one after the other, in one thread.
"""

from __future__ import annotations

import re
import struct
from collections.abc import Generator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from math import prod
from typing import Any

import numpy as np

from streamrt._compile.llvm.emit import Code, Module
from streamrt._compile.llvm_code import AnySymbol, LLVMCode
from streamrt._compile.plan import Plan
from streamrt._compile.signatures.dtypes import DTYPES
from streamrt._compile.signatures.layout import Layout
from streamrt._compile.signatures.signature import Signature
from streamrt._ir.lower import Lowered, OperandPlace, Step
from streamrt._jit.kernel_functions.places import TracedKernel
from streamrt.errors import ArgumentError

__all__ = ["ENTRY", "Whole", "join"]

ENTRY = "kernel"
_NO_MEMORY = 2  # see ERRORS in _ir/cpu/frame.py
_MOST_CONSTANT = 4096
"""The bytes that a constant array may have: it is part of the code."""
_ALIGNMENT = 64
_BLOCK = 1 << 20
"""The bytes that the largest step handles before those beside it, each operand for itself."""


@dataclass(frozen=True, slots=True)
class Whole:
    """All that a plan of a kernel function has of its own.

    Attributes:
        code: the text, the same for all layouts for which it is.
        words: the layout words.
        extent: the extent that may be split.
        grain: the least part of it worth a thread of its own.
        bound: the most ns that a launch takes; 0 if nobody knows.
    """

    code: LLVMCode
    words: tuple[int, ...]
    extent: int
    grain: int
    bound: int


def join(traced: TracedKernel, signature: Signature, what: str) -> Whole:
    """Returns the code of the steps of a kernel function on a CPU, and their layout words.

    Args:
        traced: the function.
        signature: the kernel's.
        what: begins messages.

    Raises:
        ArgumentError: a constant array is too large, or a step is a call of Python.
    """
    lowered = traced.lowered
    plans = [_plan_of(step, what) for step in lowered.steps]
    main = max(range(len(plans)), key=lambda k: plans[k].nbytes, default=0)
    is_split = bool(plans) and (len(plans) == 1 or traced.is_parallel)
    joining = _Joining(lowered, signature, _Words(), Module(), main if is_split else -1, what)
    text = joining.text(plans)
    symbols: dict[str, AnySymbol] = {}
    for plan in plans:
        symbols |= _llvm(plan).symbols
    bounds = [plan.bound for plan in plans]
    return Whole(
        code=LLVMCode(text, ENTRY, symbols, max([_llvm(p).opt for p in plans], default=0)),
        words=tuple(joining.words.found),
        extent=plans[main].extent if is_split else 1,
        grain=plans[main].grain if is_split else 1,
        bound=sum(bounds) if all(bounds) else 0,
    )


def _plan_of(step: Step, what: str) -> Plan:
    """Returns the plan of a step's own kernel."""
    layouts = [Layout(None, DTYPES[p.dtype].numpy, p.shape, p.strides) for p in step.places]
    plan = step.kernel.plan(layouts, "cpu", what=what)
    if plan.function is not None:
        raise ArgumentError(
            f"{what}: {step.kernel.name} is a call of Python, and a kernel is machine code; "
            "compute it in a function of streamrt.jit, or by stream.call"
        )
    return plan


def _llvm(plan: Plan) -> LLVMCode:
    code = plan.code
    assert isinstance(code, LLVMCode)  # a plan for a CPU has no other, apart from Python
    return code


@dataclass(slots=True)
class _Words:
    """The layout words so far."""

    found: list[int] = field(default_factory=list[int])

    def add(self, *numbers: int) -> int:
        """Adds words; returns the place of the first."""
        self.found.extend(numbers)
        return len(self.found) - len(numbers)


@dataclass(slots=True)
class _Joining:
    """The text of a whole, while it is written.

    Attributes:
        lowered: the steps.
        signature: the kernel's.
        words: its layout words.
        module: its text.
        main: the number of the step that is divided; -1 if none is.
        what: begins messages.
    """

    lowered: Lowered
    signature: Signature
    words: _Words
    module: Module
    main: int
    what: str

    def text(self, plans: Sequence[Plan]) -> str:
        """Returns the text of the whole, with that of the steps' kernels."""
        names, others = _texts([_llvm(plan) for plan in plans])
        for number, array in enumerate(self.lowered.constants):
            self.module.declare(f"@constant{number} = {self._constant(array)}")
        with self.module.function("i32", ENTRY) as code:
            scratch = self._scratch(code)
            beside = self._beside(plans)
            order = [k for k in range(len(plans)) if k not in beside]
            for number in sorted(order, key=lambda k: k == self.main):  # the main one last
                if number != self.main:
                    self._step(code, number, plans[number], names[number], scratch, None)
                    continue
                with self._blocks(code, plans, beside) as bounds:
                    for each in [number, *beside]:
                        self._step(code, each, plans[each], names[each], scratch, bounds)
            if scratch:
                code.call("void", "free", ("ptr", scratch[0]))
        declared: dict[str, None] = dict.fromkeys(self.module.declarations)
        declared |= dict.fromkeys(line for text in others for line in _declarations(text))
        bodies = [_without_declarations(text) for text in others]
        return "\n".join([*declared, *self.module.functions, *bodies]) + "\n"

    # -- memory -----------------------------------------------------------------------------------

    def _scratch(self, code: Code) -> list[str]:
        """Emits scratch memory; returns the address to free, and that of each temporary."""
        if not self.lowered.fresh:
            return []
        total, places = 0, list[int]()
        for fresh in self.lowered.fresh:
            places.append(total)
            size = prod(fresh.shape) * fresh.dtype.itemsize
            total += -(-size // _ALIGNMENT) * _ALIGNMENT
        self.module.declare("declare ptr @malloc(i64)")
        self.module.declare("declare void @free(ptr)")
        nbytes = self._word(code, self.words.add(total + _ALIGNMENT))
        memory = code.call("ptr", "malloc", ("i64", nbytes))
        with code.when(code.let(f"icmp eq ptr {memory}, null")):
            code.do(f"ret i32 {_NO_MEMORY}")
        address = code.let(f"ptrtoint ptr {memory} to i64")
        address = code.let(f"add i64 {address}, {_ALIGNMENT - 1}")
        address = code.let(f"and i64 {address}, {-_ALIGNMENT}")
        first = code.let(f"inttoptr i64 {address} to ptr")
        return [
            memory, *[code.at(first, self._word(code, self.words.add(at))) for at in places]
        ]  # fmt: skip

    def _constant(self, array: np.ndarray[Any, Any]) -> str:
        if array.nbytes > _MOST_CONSTANT:
            raise ArgumentError(
                f"{self.what}: its function uses an array of {array.nbytes} bytes that it makes "
                f"itself, and a kernel has constants of {_MOST_CONSTANT} bytes at most; pass it as "
                "a parameter"
            )
        data = "".join(f"\\{byte:02x}" for byte in array.tobytes())
        kind = f'[{array.nbytes} x i8] c"{data}"'
        return f"private unnamed_addr constant {kind}, align {_ALIGNMENT}"

    def _word(self, code: Code, place: int) -> str:
        """Emits the load of a layout word."""
        return code.load("i64", code.at(code.slot(0), str(place), "i64"))

    # -- steps ------------------------------------------------------------------------------------

    def _beside(self, plans: Sequence[Plan]) -> list[int]:
        """Returns the steps that are divided with the main one."""
        if self.main < 0:
            return []
        forms = [step.form for step in self.lowered.steps]
        alike = [form is not None and form.kind == "elementwise" for form in forms]
        extent = plans[self.main].extent
        return [
            k
            for k, plan in enumerate(plans)
            if k != self.main and alike[k] and alike[self.main] and plan.extent == extent
        ]

    @contextmanager
    def _blocks(
        self, code: Code, plans: Sequence[Plan], beside: Sequence[int]
    ) -> Generator[tuple[str, str]]:
        """Emits a loop over blocks of the part, if there are steps beside the main one."""
        if not beside:
            yield "%lo", "%hi"
            return
        main = plans[self.main]
        most = max(1, _BLOCK * main.extent // max(1, main.nbytes))
        turns = self._word(code, self.words.add(most))
        up = code.let(f"add i64 {code.let('sub i64 %hi, %lo')}, {turns}")
        count = code.let(f"udiv i64 {code.let(f'sub i64 {up}, 1')}, {turns}")
        self.module.declare("declare i64 @llvm.smin.i64(i64, i64)")
        with code.loop("0", count) as loop:
            start = code.let(f"add i64 %lo, {code.let(f'mul i64 {loop.index}, {turns}')}")
            stop = code.let(f"add i64 {start}, {turns}")
            yield start, code.call("i64", "llvm.smin.i64", ("i64", stop), ("i64", "%hi"))

    def _step(
        self,
        code: Code,
        number: int,
        plan: Plan,
        name: str,
        scratch: Sequence[str],
        bounds: tuple[str, str] | None,
    ) -> None:
        """Emits the call of a step's kernel, with bounds if it is divided."""
        if bounds is not None:
            self._call(code, number, plan, name, scratch, bounds)
        elif self.main >= 0:
            with code.when(code.let("icmp eq i64 %lo, 0")):
                self._call(code, number, plan, name, scratch, None)
        else:
            self._call(code, number, plan, name, scratch, None)

    def _call(
        self,
        code: Code,
        number: int,
        plan: Plan,
        name: str,
        scratch: Sequence[str],
        bounds: tuple[str, str] | None,
    ) -> None:
        step = self.lowered.steps[number]
        if bounds is None:
            bounds = "0", self._word(code, self.words.add(plan.extent))
        arrays = [self._address(code, place, scratch) for place in step.places]
        codes = [c for c in plan.codes if c != "P"]
        scalars = [
            self._scalar(code, kind, value, letter)
            for letter, (kind, value) in zip(codes, step.scalars, strict=True)
        ]
        slots = code.local(8 * (1 + len(arrays) + len(scalars)))
        words = code.at(code.slot(0), str(self.words.add(*plan.words)), "i64")
        code.store("ptr", words, slots)
        for slot, value in enumerate(step.in_order(arrays, scalars), 1):
            kind = "ptr" if value in arrays else "i64"
            code.store(kind, value, code.at(slots, str(slot), "i64"))
        arguments = ("ptr", slots), ("i64", bounds[0]), ("i64", bounds[1])
        failed = code.call("i32", name, *arguments)
        with code.when(code.let(f"icmp ne i32 {failed}, 0")):
            if scratch:
                code.call("void", "free", ("ptr", scratch[0]))
            code.do(f"ret i32 {failed}")

    def _address(self, code: Code, place: OperandPlace, scratch: Sequence[str]) -> str:
        """Emits the address of an operand of a step."""
        if place.source == "argument":
            base = code.slot(1 + place.number)
        elif place.source == "constant":
            base = f"@constant{place.number}"
        else:
            base = scratch[1 + place.number]
        offset = place.offset if prod(place.shape) else 0
        return code.at(base, self._word(code, self.words.add(offset)))

    def _scalar(self, code: Code, kind: str, value: Any, letter: str) -> str:
        """Emits a scalar of a step as the 8 bytes of a slot."""
        if kind == "parameter":
            return code.slot(1 + value, "i64")
        packed = struct.pack(f"<{letter}", value).ljust(8, b"\0")
        return self._word(code, self.words.add(int.from_bytes(packed, "little", signed=True)))


# -- texts ----------------------------------------------------------------------------------------

_DEFINED = re.compile(r"^(?:define [^@]*)?@([\w.]+)(?= =|\()", re.MULTILINE)


def _texts(codes: Sequence[LLVMCode]) -> tuple[list[str], list[str]]:
    """Returns the name of the entry of each code, and the texts, each once, with names apart."""
    names: list[str] = []
    found: dict[str, str] = {}
    for code in codes:
        prefix = f"s{list(found).index(code.source) if code.source in found else len(found)}."
        if code.source not in found:
            defined = "|".join(re.escape(name) for name in _DEFINED.findall(code.source))
            renamed = re.sub(rf"@({defined})(?![\w.])", rf"@{prefix}\1", code.source)
            head = rf"define (?:internal )?(i32 @{re.escape(prefix + code.entry)}\()"
            found[code.source] = re.sub(head, r"define internal \1", renamed)
        names.append(prefix + code.entry)
    return names, list(found.values())


def _declarations(text: str) -> list[str]:
    return [line for line in text.splitlines() if line.startswith("declare ")]


def _without_declarations(text: str) -> str:
    return "\n".join(line for line in text.splitlines() if not line.startswith("declare "))
