"""A loop as one kernel: the elements make all turns, and stay in registers meanwhile.

1. The body must be elementwise over its carried values: an element of a next value depends on the
   elements there, on invariants, and on the number of the turn. Invariants may be seen through
   views, carried values only if the view leaves each element where it is.
2. All carried arrays have one shape. A carried scalar may stand beside them if it depends on
   scalars alone; then each vector of elements carries it, too, and all store the same number.
3. What depends on no carried value is computed before the first turn.
4. The number of turns is a scalar of the kernel, so another one compiles nothing.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import NoReturn

from streamrt._compile.signatures.layout import is_dense
from streamrt._ir.fusion.affine import identity
from streamrt._ir.fusion.body import Body, Tensor, TooLongError
from streamrt._ir.fusion.cutting import MOST_OPERANDS, MOST_OPS, Cut
from streamrt._ir.fusion.fuse import DEEP, deepest
from streamrt._ir.fusion.nest import nest
from streamrt._ir.loops import Instruction
from streamrt._ir.lower import Lowered, Places, Result, Step, step_of
from streamrt._ir.program import Program, Shape, Value
from streamrt._ir.stored import check_stored

__all__ = ["looped"]


def looped(
    program: Program,
    carried: int,
    turns: int,
    index: int | None,
    strides: Sequence[tuple[int, ...] | None] = (),
) -> Lowered | None:
    """Returns a loop as one step; None if its body is not elementwise, or too much for a kernel.

    Args:
        program: the body, after its passes. Its first parameters are the carried values at the
            beginning of a turn, the others are invariants; its results are the next values of the
            carried ones, of the same dtypes and shapes.
        carried: how many carried values there are.
        turns: how many turns the loop makes; after none, the results are the first values.
        index: the place of the parameter that is the number of the turn, an i64 of shape ().
        strides: the byte strides of each parameter; see `lower`.
    """
    shape = _shape_of(program, carried)
    if shape is None or deepest(program) > DEEP:
        return None
    try:
        return _Kernel(program, carried, index, strides, shape).lowered(turns)
    except (_NotElementwiseError, TooLongError):
        return None


class _NotElementwiseError(Exception):
    """A body needs elements that its turn does not have."""


def _shape_of(program: Program, carried: int) -> Shape | None:
    """Returns the shape of the carried arrays; None if they have several, or no kernel is right."""
    values = program.parameters[:carried]
    if not values or [(v.dtype, v.shape) for v in values] != [
        (v.dtype, v.shape) for v in program.results
    ]:
        return None
    shapes = {value.shape for value in values}
    arrays = shapes - {()}
    if len(arrays) > 1:
        return None
    shape = next(iter(arrays), ())
    if any(not extent for extent in shape) and len(shapes) > 1:
        return None  # a kernel of no elements would not store the scalars
    return shape


class _Kernel:
    """The kernel of a loop that is being written."""

    def __init__(
        self,
        program: Program,
        carried: int,
        index: int | None,
        strides: Sequence[tuple[int, ...] | None],
        shape: Shape,
    ) -> None:
        self._carried = program.parameters[:carried]
        self._results = program.results
        turn = [] if index is None else [program.parameters[index]]
        self._tensors: dict[Value, Tensor] = {}
        for number, value in enumerate(program.parameters):
            if not value.attributes[1] and value not in turn:
                given = strides[number] if number < len(strides) else None
                dense = Tensor.dense(value)
                self._tensors[value] = dense if given is None else Tensor(value, given)
        self._body = Body([*shape], (), self._find, self._refuse, self._dense)
        self._carries = [self._carry(number) for number in range(carried)]
        for value in turn:
            self._body.known[id(value), ()] = self._add("turn", value)

    def lowered(self, turns: int) -> Lowered:
        """Writes the body; returns the step that makes so many turns."""
        body = self._body
        following = [body.express(value, _index(value)) for value in self._results]
        if len(body.code) > 2 * MOST_OPS or len(body.accesses) > MOST_OPERANDS:
            raise TooLongError
        for number, (value, place) in enumerate(zip(self._carried, following, strict=True)):
            self._add("next", value, (place,), number)
        made: list[Tensor] = []
        for value, place in zip(self._carried, self._carries, strict=True):
            made.append(Tensor.dense(value, maker=0))
            body.store(value, _index(value), made[-1], place)
        nested = nest(Cut("elementwise", body))
        form = nested.form
        form = replace(form, scalars=(*form.scalars, "i64"), turns=len(form.scalars))
        places = Places(made)
        results = tuple([Result(*places.of(tensor), tensor.value.shape) for tensor in made])
        steps: tuple[Step, ...] = ()
        if all(body.extents):
            steps = (step_of(replace(nested, form=form), places, [("constant", turns)]),)
        lowered = Lowered(steps, tuple(places.fresh), tuple(places.constants), results)
        check_stored(lowered)
        return lowered

    def _carry(self, number: int) -> int:
        """Writes a carried value, which is its parameter before the first turn."""
        value, body = self._carried[number], self._body
        first = body.express(value, _index(value))
        place = self._add("carry", value, (first,), number)
        body.known[id(value), _index(value)] = place
        self._tensors.pop(value, None)
        return place

    def _add(self, name: str, value: Value, inputs: tuple[int, ...] = (), at: int = 0) -> int:
        self._body.code.append(Instruction(name, value.dtype.name, inputs, at))
        return len(self._body.code) - 1

    def _find(self, value: Value) -> Tensor | None:
        """Returns the tensor of an invariant; None of what is computed."""
        if value.op.name == "constant":
            return self._tensors.setdefault(value, Tensor.dense(value))
        tensor = self._tensors.get(value)
        if tensor is None and value.op.name == "parameter":
            self._refuse(value)
        return tensor

    def _refuse(self, value: Value) -> NoReturn:
        raise _NotElementwiseError(value.op.name)

    def _dense(self, value: Value) -> Tensor:
        """Returns the tensor of an invariant that lies densely, for a view that needs it."""
        tensor = self._find(value)
        if tensor is None or not is_dense(value.shape, tensor.strides, value.dtype.itemsize):
            self._refuse(value)
        return tensor


def _index(value: Value) -> tuple[tuple[int, tuple[tuple[int, int], ...]], ...]:
    """Returns the index of a carried value where the loops stand."""
    return identity(range(len(value.shape)), value.shape)
