"""The meaning of the kernel form, in NumPy: the reference for every emitter.

Each instruction becomes one array with an axis for every loop, of extent 1 where it does not depend
on the loop. Operations are those of interpret.py, with these rules:

1. Of two zeros, `maximum` and `minimum` give the second. Emitters do the same.
2. Floats are added and multiplied with a wider accumulator, and rounded once. So an emitter is
   compared with the correct sum, and its own order of adding shows as an error.
3. A form with blocks is executed block by block, each as a form without. The index of the last loop
   counts along the whole axis there; so do the results of `argmax` and `argmin`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any, TypeAlias

import numpy as np

from streamrt._compile.signatures.dtypes import DTYPES
from streamrt._ir.interpret import evaluate
from streamrt._ir.loops import Instruction, Loops, Operand, turning
from streamrt._ir.ops import BY_NAME
from streamrt._ir.program import Value

__all__ = ["execute"]

Array: TypeAlias = np.ndarray[Any, Any]

_WIDER: dict[str, np.dtype[Any]] = {"f32": np.dtype(np.float64), "f64": np.dtype(np.longdouble)}


def execute(form: Loops, arrays: Sequence[Array], scalars: Sequence[Any] = ()) -> list[Array]:
    """Returns the outputs of a kernel: new arrays.

    Args:
        form: the kernel.
        arrays: an array for each input, of its dtype and shape.
        scalars: a number for each scalar slot.

    Raises:
        ValueError: the arrays are not those of the form.
    """
    for operand, array in zip(form.inputs, arrays, strict=True):
        expected = form.shape_of(operand), DTYPES[operand.dtype].numpy
        if (array.shape, array.dtype) != expected:
            raise ValueError(f"execute: {array.dtype}{list(array.shape)} for {operand}")
    outputs = [np.zeros(form.shape_of(o), DTYPES[o.dtype].numpy) for o in form.outputs]
    memory = [*arrays, *outputs]
    with np.errstate(all="ignore"):
        if form.block:
            _execute_blocks(form, memory, scalars)
        else:
            _Execution(form, memory, scalars, 0).run()
    return outputs


def _execute_blocks(form: Loops, memory: list[Array], scalars: Sequence[Any]) -> None:
    axis, counter = form.reduced, form.reduced - 1
    for block in range(form.extents[counter]):
        start = block * form.block
        stop = min(start + form.block, form.extents[axis])
        extents = list(form.extents)
        extents[counter], extents[axis] = 1, stop - start
        views: list[Array] = []
        for operand, array in zip(form.operands, memory, strict=True):
            cuts = {counter: slice(block, block + 1), axis: slice(start, stop)}
            views.append(array[tuple([cuts.get(loop, slice(None)) for loop in operand.loops])])
        part = replace(form, extents=tuple(extents), block=0)
        _Execution(part, views, scalars, start, block).run()


class _Execution:
    """One run over a form without blocks.

    `start` is the index of the first turn of the reduced loop, and `block` that of the loop over
    blocks, if the run is one block of a form.
    """

    def __init__(
        self,
        form: Loops,
        memory: Sequence[Array],
        scalars: Sequence[Any],
        start: int,
        block: int = 0,
    ) -> None:
        self.form, self.memory, self.scalars = form, memory, scalars
        self.start, self.block = start, block
        self.values: list[Array] = []

    def run(self) -> None:
        if self.form.turns >= 0:
            self._run_turns()
            return
        for each in self.form.body:
            self.values.append(np.asarray(self._value(each)))

    def _run_turns(self) -> None:
        """Runs what stands before all turns, then the turns, and then the stores."""
        body, turns = list(enumerate(self.form.body)), turning(self.form)
        self.values = [np.zeros(())] * len(body)
        for number, each in body:
            if not turns[number] and each.name != "store":
                self.values[number] = np.asarray(self._value(each))
        carried = {
            number: self.values[each.inputs[0]] for number, each in body if each.name == "carry"
        }
        for turn in range(int(self.scalars[self.form.turns])):
            self._run_turn(carried, turn)
        for number, value in carried.items():
            self.values[number] = value
        for _, each in body:
            if each.name == "store":
                self._value(each)

    def _run_turn(self, carried: dict[int, Array], turn: int) -> None:
        """Runs one turn; `carried` has the place of each carried value, and gets its next one."""
        place = {self.form.body[number].at: number for number in carried}
        following: dict[int, Array] = {}
        for number, is_one in enumerate(turning(self.form)):
            each = self.form.body[number]
            if not is_one:
                continue
            if each.name == "carry":
                self.values[number] = carried[number]
            elif each.name == "turn":
                self.values[number] = np.asarray(turn, np.int64)
            elif each.name == "next":
                following[place[each.at]] = self.values[each.inputs[0]]
            else:
                self.values[number] = np.asarray(self._value(each))
        carried |= following

    def _value(self, each: Instruction) -> Any:
        dtype, at = DTYPES[each.dtype].numpy, each.at
        match each.name:
            case "load":
                return self._spread(self.form.operands[at], self.memory[at])
            case "store":
                self._store(self.form.operands[at], self.memory[at], self.values[each.inputs[0]])
                return np.zeros((), dtype)
            case "scalar":
                return np.asarray(self.scalars[at], dtype)
            case "constant":
                return np.asarray(self.form.constants[at][1]).astype(dtype)
            case "index":
                return self._index(at)
            case "reduce":
                return self._reduce(each)
            case "product":
                return self._product(each)
            case _:
                return self._operation(each)

    def _spread(self, operand: Operand, array: Array) -> Array:
        """Returns an operand with an axis for each loop, in their order."""
        order = sorted(range(array.ndim), key=lambda axis: operand.loops[axis])
        shape = [1] * len(self.form.extents)
        for axis, loop in enumerate(operand.loops):
            shape[loop] = array.shape[axis]
        return np.array(array.transpose(order)).reshape(shape)

    def _store(self, operand: Operand, array: Array, value: Array) -> None:
        rank = len(self.form.extents)
        whole = value.reshape((1,) * (rank - value.ndim) + value.shape)
        for loop in reversed(range(rank)):
            if loop not in operand.loops:
                whole = whole.squeeze(loop)
        order = [sorted(operand.loops).index(loop) for loop in operand.loops]
        shape = [self.form.extents[loop] for loop in sorted(operand.loops)]
        array[...] = np.broadcast_to(whole, shape).transpose(order)

    def _index(self, loop: int) -> Array:
        first = self.start if loop == self.form.reduced else 0
        if loop == self.form.reduced - 1:
            first = self.block
        shape = [1] * len(self.form.extents)
        shape[loop] = self.form.extents[loop]
        return np.arange(first, first + shape[loop], dtype=np.int64).reshape(shape)

    def _operation(self, each: Instruction) -> Any:
        operands = [self.values[k] for k in each.inputs]
        if each.name in ("maximum", "minimum", "fmax", "fmin") and each.dtype[0] == "f":
            return _extreme(each.name, *operands)
        wide = np.broadcast_arrays(*operands)
        value = Value(BY_NAME[each.name], (), (), DTYPES[each.dtype], wide[0].shape, 0, "")
        return evaluate(value, wide)

    def _reduce(self, each: Instruction) -> Any:
        rank, axis = len(self.form.extents), self.form.reduced
        shape = [1] * rank
        shape[axis] = self.form.extents[axis]
        given = self.values[each.inputs[0]]
        whole = np.broadcast_to(given, np.broadcast_shapes(given.shape, tuple(shape)))
        value = Value(BY_NAME[each.by], (), ((axis,),), DTYPES[each.dtype], (), 0, "")
        found = np.expand_dims(evaluate(value, [whole]), axis)
        return found + self.start if each.by.startswith("arg") else found

    def _product(self, each: Instruction) -> Array:
        last = self.form.reduced
        wide: np.dtype[Any] = _WIDER.get(each.dtype, DTYPES[each.dtype].numpy)
        factors: list[Any] = []
        for operand, array in zip(self.form.operands[:2], self.memory[:2], strict=True):
            factors += [array.astype(wide), list(operand.loops)]
        # A batch loop may walk neither factor; einsum wants to see every axis of the result.
        every = list(range(last))
        factors += [np.ones([self.form.extents[loop] for loop in every], wide), every]
        found: Array = np.einsum(*factors, every)
        return np.expand_dims(found.astype(DTYPES[each.dtype].numpy), last)


def _extreme(name: str, a: Array, b: Array) -> Any:
    is_more = a > b if name in ("maximum", "fmax") else a < b
    chosen = np.where(is_more, a, b)
    other = a if name in ("maximum", "minimum") else b
    return np.where(np.isnan(other), a, chosen)
