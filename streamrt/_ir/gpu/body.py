"""Instructions of a form, written for one element.

Instruction k becomes the constant `vk` of the block that is open. The caller says which ones are
written where, and defines the results of `reduce` and `product` itself.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace

from streamrt._ir.gpu.frame import GPUFrame
from streamrt._ir.gpu.helpers import need
from streamrt._ir.gpu.operations import spell_operation
from streamrt._ir.gpu.values import literal
from streamrt._ir.loops import Loops, needed

__all__ = ["GPUScope", "alive", "open_scope"]


@dataclass(frozen=True, slots=True)
class GPUScope:
    """The values that are known at one place of the text.

    Attributes:
        frame: the parameters of the kernel.
        known: the instructions whose values are.
    """

    frame: GPUFrame
    known: set[int] = field(default_factory=set[int])

    def inner(self) -> GPUScope:
        """Returns a scope for a block inside, whose values are not known behind it."""
        return replace(self, known=set(self.known))

    def define(self, number: int, expression: str) -> None:
        """Writes the value of an instruction."""
        dtype = self.frame.form.body[number].dtype
        writer = self.frame.writer
        writer.do(f"const {writer.dialect.register[dtype]} v{number} = {expression};")
        self.known.add(number)

    def run(self, numbers: Iterable[int], indexes: Mapping[int, str]) -> None:
        """Writes instructions, in order, except those whose value is known here.

        Args:
            numbers: the instructions; what they take is known here or among them.
            indexes: the index of each loop.
        """
        form = self.frame.form
        for number in numbers:
            each = form.body[number]
            if each.name == "store":
                element = self.frame.element(each.at, indexes)
                self.frame.writer.do(f"{element} = v{each.inputs[0]};")
            elif number not in self.known:
                self.define(number, self._value(number, indexes))

    def loaded(self, number: int, indexes: Mapping[int, str]) -> str:
        """Returns the element that a load gives."""
        each = self.frame.form.body[number]
        element = self.frame.element(each.at, indexes)
        return f"{element} != 0" if each.dtype == "bool" else element

    def _value(self, number: int, indexes: Mapping[int, str]) -> str:
        form, writer = self.frame.form, self.frame.writer
        each = form.body[number]
        if each.name == "load":
            return self.loaded(number, indexes)
        if each.name == "index":
            return indexes[each.at]
        if each.name == "scalar":
            return f"s{each.at} != 0" if each.dtype == "bool" else f"s{each.at}"
        if each.name == "constant":
            dtype, value = form.constants[each.at]
            found = literal(writer.dialect, dtype, value)
            if "_of_bits" in found:
                need(writer, f"{dtype}_of_bits")
            return found
        given = [form.body[k].dtype for k in each.inputs]
        values = [f"v{k}" for k in each.inputs]
        return spell_operation(writer, each.name, given, each.dtype, values)


def alive(form: Loops) -> list[int]:
    """Returns the instructions that a store or a next turn needs, and these themselves."""
    return needed(form, [k for k, e in enumerate(form.body) if e.name in ("store", "next")])


def open_scope(frame: GPUFrame) -> GPUScope:
    """Returns the scope of a kernel's entry; writes its scalars and constants."""
    scope = GPUScope(frame)
    body = frame.form.body
    scope.run([k for k in alive(frame.form) if body[k].name in ("scalar", "constant")], {})
    return scope
