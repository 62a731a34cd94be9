"""The skeleton of elementwise kernels: any rank, any strides, the outermost extent split.

streamrt merges all dimensions that can be merged, so a contiguous call has rank 1. The skeleton is
a nest of loops over the outer dimensions, and a call of one of two functions for the innermost:
`@dense`, with vectors, if every operand's elements lie side by side, else `@strided`, one element
after the other.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import ExitStack
from dataclasses import dataclass

import streamrt as srt
from streamrt.emit import SIZES, Code, Module, vector

VECTOR_BYTES = 64
"""The bytes of one load or store. Machines with narrower registers use two or four for each."""


@dataclass(frozen=True, slots=True)
class Operand:
    """One array of an elementwise kernel.

    Attributes:
        name: the parameter's name in the signature.
        element: its LLVM type.
        read: whether its elements are loaded.
        write: whether the result is stored there. A kernel writes exactly one operand.
    """

    name: str
    element: str
    read: bool = True
    write: bool = False

    @property
    def size(self) -> int:
        """The bytes of one element."""
        return SIZES[self.element]


Operation = Callable[[Code, int, list[str], list[str]], str]
"""Emits a computation: (code, lanes, values read, scalars as vectors) -> the value to store."""


@dataclass(frozen=True, slots=True)
class Elementwise:
    """An elementwise kernel: arrays first, scalars after them in the signature.

    Attributes:
        entry: the name of the entry to emit.
        operands: the arrays, in signature order.
        scalars: the LLVM types of the scalars, in signature order.
        operation: emits the computation, for a vector or (one lane) for one element.
    """

    entry: str
    operands: Sequence[Operand]
    scalars: Sequence[str]
    operation: Operation

    @property
    def lanes(self) -> int:
        """The number of elements that are computed at once."""
        return max(16, VECTOR_BYTES // max(operand.size for operand in self.operands))

    def emit(self, binding: srt.Binding) -> str:
        """Return the kernel's IR for one binding."""
        module = Module()
        self._dense(module)
        if self._may_be_strided(binding):
            self._strided(module)
        self._entry(module, binding)
        return module.text()

    def _may_be_strided(self, binding: srt.Binding) -> bool:
        return not all(operand.name in binding.contiguous for operand in self.operands)

    def _step(self, code: Code, lanes: int, addresses: list[str]) -> None:
        """Emit the computation of `lanes` elements at `addresses`."""
        values: list[str] = []
        for operand, address in zip(self.operands, addresses, strict=True):
            if operand.read:
                wide = vector(lanes, operand.element)
                values.append(code.load(wide, address, operand.element))
        scalars = [code.splat(lanes, type_, f"%scalar{k}") for k, type_ in enumerate(self.scalars)]
        result = self.operation(code, lanes, values, scalars)
        for operand, address in zip(self.operands, addresses, strict=True):
            if operand.write:
                code.store(vector(lanes, operand.element), result, address, operand.element)

    def _parameters(self, *, strides: bool) -> str:
        count = range(len(self.operands))
        names = [f"ptr %p{k}" for k in count]
        names += [f"i64 %s{k}" for k in count if strides]
        names += ["i64 %n"]
        names += [f"{type_} %scalar{k}" for k, type_ in enumerate(self.scalars)]
        return ", ".join(names)

    def _dense(self, module: Module) -> None:
        with module.function("void", "dense", self._parameters(strides=False)) as code:
            whole = code.whole("%n", self.lanes)
            for lanes, start, stop in ((self.lanes, "0", whole), (1, whole, "%n")):
                with code.loop(start, stop, lanes) as loop:
                    addresses = [
                        code.at(f"%p{k}", loop.index, operand.element)
                        for k, operand in enumerate(self.operands)
                    ]
                    self._step(code, lanes, addresses)
            code.do("ret void")

    def _strided(self, module: Module) -> None:
        count = range(len(self.operands))
        bases, strides = [f"%p{k}" for k in count], [f"%s{k}" for k in count]
        with module.function("void", "strided", self._parameters(strides=True)) as code:
            with code.loop("0", "%n") as loop:
                self._step(code, 1, _moved(code, bases, strides, loop.index))
            code.do("ret void")

    def _entry(self, module: Module, binding: srt.Binding) -> None:
        count, rank = len(self.operands), binding.rank
        with module.function("i32", self.entry) as code:
            layout = code.slot(0)
            words = code.words(layout, rank * (1 + count))
            extents = words[:rank]
            strides = [words[rank * (1 + k) : rank * (2 + k)] for k in range(count)]
            bases = [code.slot(1 + k) for k in range(count)]
            scalars = [
                (type_, code.slot(1 + count + k, type_)) for k, type_ in enumerate(self.scalars)
            ]
            with ExitStack() as nest:
                for dimension in range(rank - 1):
                    bounds = ("%lo", "%hi") if dimension == 0 else ("0", extents[dimension])
                    loop = nest.enter_context(code.loop(*bounds))
                    bases = _moved(code, bases, [s[dimension] for s in strides], loop.index)
                inner = [s[rank - 1] for s in strides]
                length = extents[rank - 1]
                if rank == 1:
                    bases = _moved(code, bases, inner, "%lo")
                    length = code.let("sub i64 %hi, %lo")
                known = not self._may_be_strided(binding)
                self._row(code, bases, None if known else inner, length, scalars)

    def _row(
        self,
        code: Code,
        bases: list[str],
        strides: list[str] | None,
        length: str,
        scalars: list[tuple[str, str]],
    ) -> None:
        """Emit the call for one innermost row; no strides means that it is known to be dense."""
        pointers = [("ptr", base) for base in bases]
        if strides is None:
            code.call("void", "dense", *pointers, ("i64", length), *scalars)
            return
        dense = "true"
        for operand, stride in zip(self.operands, strides, strict=True):
            unit = code.let(f"icmp eq i64 {stride}, {operand.size}")
            dense = code.let(f"and i1 {dense}, {unit}")
        steps = [("i64", stride) for stride in strides]
        with code.when(dense):
            code.call("void", "dense", *pointers, ("i64", length), *scalars)
        with code.when(code.let(f"xor i1 {dense}, true")):
            code.call("void", "strided", *pointers, *steps, ("i64", length), *scalars)


def _moved(code: Code, bases: list[str], strides: list[str], index: str) -> list[str]:
    """Return `bases`, each moved by `index` strides."""
    return [
        code.at(base, code.let(f"mul i64 {index}, {stride}"))
        for base, stride in zip(bases, strides, strict=True)
    ]
