"""Instructions of a form, written for one vector of turns of the last loop.

1. A scope knows values: those of one turn of the outer loops, in scalar registers, and those of one
   vector of turns of the last loop. `inner` gives a scope for a block inside, such as the body of a
   loop; what is computed there is not known outside, because it need not have run.
2. `run` emits instructions. One that differs from turn to turn of the last loop (`levels`) becomes
   a vector; any other one a scalar. A vector that needs a scalar takes it in every lane. `spread`
   emits that ahead of a loop, for all that a list of instructions will need.
3. Results of `reduce` and `product` are never computed here: the caller calls `define`.
4. Constants are written into the instructions, so they need no registers.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace

from streamrt._compile.llvm.emit import Code
from streamrt._compile.signatures.dtypes import DTYPES
from streamrt._ir.cpu.frame import Frame
from streamrt._ir.cpu.memory import Mask, Place, load, store
from streamrt._ir.cpu.operations import emit_operation
from streamrt._ir.cpu.values import constant, iota, splat
from streamrt._ir.loops import Instruction, Loops, levels

__all__ = ["Scope", "is_strided", "lanes_of", "open_scope"]

VECTOR_BYTES = 64
"""The bytes of a vector of the widest dtype. Narrower machines use several registers for it."""


@dataclass(frozen=True, slots=True)
class Scope:
    """The values that are known at one place of the code.

    Attributes:
        code: the function that is written.
        form: the kernel.
        lanes: the elements of a vector.
        levels: for each instruction, whether it becomes a vector.
        scalars: the values of one turn of the outer loops, by instruction.
        vectors: the vectors, by instruction.
    """

    code: Code
    form: Loops
    lanes: int
    levels: tuple[bool, ...]
    scalars: dict[int, str] = field(default_factory=dict[int, str])
    vectors: dict[int, str] = field(default_factory=dict[int, str])

    def inner(self) -> Scope:
        """Returns a scope for a block that runs after this place, and may not run at all."""
        return replace(self, scalars=dict(self.scalars), vectors=dict(self.vectors))

    def define(self, number: int, value: str) -> None:
        """Makes a register the value of an instruction: a vector, or a scalar, by its level."""
        (self.vectors if self.levels[number] else self.scalars)[number] = value

    def knows(self, number: int) -> bool:
        """Returns whether the value of an instruction is known here."""
        return number in self.scalars or number in self.vectors

    def scalar(self, number: int) -> str:
        """Returns the value of an instruction that does not depend on the last loop."""
        return self.scalars[number]

    def vector(self, number: int) -> str:
        """Returns the value of an instruction as a vector; emits it if it is known as a scalar."""
        known = self.vectors.get(number)
        if known is None:
            each = self.form.body[number]
            if each.name == "constant":
                known = constant(self.lanes, *self.form.constants[each.at])
            else:
                known = splat(self.code, self.lanes, each.dtype, self.scalars[number])
            self.vectors[number] = known
        return known

    def spread(self, numbers: Iterable[int]) -> None:
        """Emits now, as vectors, the scalars that the vectors among these instructions take."""
        for number in numbers:
            if self.levels[number]:
                for k in self.form.body[number].inputs:
                    if not self.levels[k] and k in self.scalars:
                        self.vector(k)

    def run(
        self,
        numbers: Iterable[int],
        places: Mapping[int, Place],
        indexes: Mapping[int, str],
        mask: Mask | None = None,
    ) -> None:
        """Emits instructions, in order, except those whose value is known here.

        Args:
            numbers: the instructions; what they take is known here or among them.
            places: the place of each operand that they load or store.
            indexes: the index of each loop, at this turn; of the last loop, at the first lane.
            mask: the lanes that vectors load and store; None means all.
        """
        for number in numbers:
            if not self.knows(number):
                each = self.form.body[number]
                if each.name == "store":
                    self._store(number, each, places[each.at], mask)
                else:
                    self.define(number, self._value(number, each, places, indexes, mask))

    def _store(self, number: int, each: Instruction, place: Place, mask: Mask | None) -> None:
        (source,) = each.inputs
        if self.levels[number]:
            store(self.code, each.dtype, self.lanes, self.vector(source), place, mask)
        else:
            store(self.code, each.dtype, 1, self.scalar(source), place)

    def _value(
        self,
        number: int,
        each: Instruction,
        places: Mapping[int, Place],
        indexes: Mapping[int, str],
        mask: Mask | None,
    ) -> str:
        wide = self.levels[number]
        lanes = self.lanes if wide else 1
        if each.name == "load":
            return load(self.code, each.dtype, lanes, places[each.at], mask if wide else None)
        if each.name == "index":
            return iota(self.code, lanes, indexes[each.at])
        values = [self.vector(k) if wide else self.scalar(k) for k in each.inputs]
        given = [self.form.body[k].dtype for k in each.inputs]
        return emit_operation(self.code, each.name, lanes, given, each.dtype, values)


def open_scope(code: Code, frame: Frame, lanes: int) -> Scope:
    """Returns the scope of a kernel's entry, which knows its scalars and constants."""
    form = frame.form
    scope = Scope(code, form, lanes, tuple(levels(form)))
    for number, each in enumerate(form.body):
        if each.name == "scalar":
            scope.scalars[number] = frame.scalars[each.at]
        elif each.name == "constant":
            scope.scalars[number] = constant(1, *form.constants[each.at])
    return scope


def lanes_of(form: Loops, numbers: Iterable[int] | None = None) -> int:
    """Returns the lanes of a form: 64 bytes of its widest dtype, and at least 8.

    Operands that are walked by strides are loaded one lane after the other, so more than 16 lanes
    would only make such code longer.
    """
    chosen = [form.body[k] for k in (range(len(form.body)) if numbers is None else numbers)]
    widest = max((DTYPES[each.dtype].itemsize for each in chosen), default=8)
    lanes = max(8, VECTOR_BYTES // widest)
    return min(lanes, 16) if is_strided(form) else lanes


def is_strided(form: Loops) -> bool:
    """Returns whether the last loop walks an operand whose elements do not lie side by side."""
    last = len(form.extents) - 1
    return any(last in operand.loops and not operand.dense for operand in form.operands)
