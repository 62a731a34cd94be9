"""Lowering: a program becomes steps, each a kernel with the places of its operands.

1. Kernels are shared by all programs of the process: two forms with equal skeletons are one kernel.
2. A constant is part of the code, except if it looks like an extent, as the n of a mean does: then
   it is a scalar. When a skeleton comes back with other constants, those that differ become scalars
   of one more kernel. So a thousand shapes of a function compile once, or twice.
3. The cache is bounded. A kernel that is dropped from it lives as long as a program that uses it.
"""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field, replace
from math import prod
from typing import Any, Literal, NamedTuple

import numpy as np

from streamrt._compile.kernel import Kernel
from streamrt._compile.signatures.layout import dense_strides
from streamrt._ir.fusion.body import Access, Tensor
from streamrt._ir.fusion.cutting import Call
from streamrt._ir.fusion.fuse import fuse
from streamrt._ir.fusion.nest import Nest, nest
from streamrt._ir.limits import LIMITS, Limits
from streamrt._ir.loops import Instruction, Loops
from streamrt._ir.program import Program, Shape
from streamrt._ir.stored import check_stored

__all__ = [
    "Fresh", "Kernels", "Lowered", "OperandPlace", "Places", "Result", "Scalar", "Source", "Step",
    "kernels", "lower", "step_of",
]  # fmt: skip

SMALL = 4
"""The numbers up to which a constant is what somebody wrote, also if an extent is the same."""

Source = Literal["argument", "constant", "fresh"]
Scalar = tuple[Literal["parameter", "constant"], Any]


class OperandPlace(NamedTuple):
    """The part of an array that an operand of a kernel is.

    Attributes:
        source: an argument, a constant, or an array that the program makes.
        number: which of them.
        offset: bytes from the array's first element.
        shape: the extents of the part.
        strides: its byte strides.
        dtype: the dtype of its elements.
    """

    source: Source
    number: int
    offset: int
    shape: Shape
    strides: tuple[int, ...]
    dtype: str


class Step(NamedTuple):
    """One launch.

    Attributes:
        kernel: the kernel.
        form: its kernel form; None of a kernel that was registered, or of an operation that has one
            of its own.
        places: its arrays, in the order of its signature.
        scalars: its scalars, likewise: a parameter's number, or a constant.
    """

    kernel: Kernel
    form: Loops | None
    places: tuple[OperandPlace, ...]
    scalars: tuple[Scalar, ...]

    def in_order(self, arrays: Iterable[Any], scalars: Iterable[Any]) -> list[Any]:
        """Returns the given arrays and scalars, in the order of the signature."""
        left, right = iter(arrays), iter(scalars)
        return [next(left if p.is_array else right) for p in self.kernel.signature.parameters]


class Fresh(NamedTuple):
    """An array that the program makes: dense in C order.

    Attributes:
        dtype: the NumPy dtype.
        shape: the extents.
        is_result: whether it outlives the call.
    """

    dtype: np.dtype[Any]
    shape: Shape
    is_result: bool


class Result(NamedTuple):
    """A result of a program: an argument, or a fresh array, maybe looked at in another shape."""

    source: Source
    number: int
    shape: Shape


@dataclass(frozen=True, slots=True)
class Lowered:
    """A program as steps.

    Attributes:
        steps: the launches, in order.
        fresh: the arrays that it makes.
        constants: the elements of its constant arrays.
        results: one for each of the program's.
    """

    steps: tuple[Step, ...]
    fresh: tuple[Fresh, ...]
    constants: tuple[np.ndarray[Any, Any], ...]
    results: tuple[Result, ...]


def lower(
    program: Program,
    strides: Sequence[tuple[int, ...] | None] = (),
    *,
    separate: bool = False,
    results: Sequence[tuple[int, ...] | None] = (),
    limits: Limits = LIMITS,
) -> Lowered:
    """Cuts a program into kernels, and says where their operands are.

    Args:
        program: the program, after its passes.
        strides: the byte strides of each parameter; see `fuse`.
        separate: whether each value is stored; see `fuse`.
        results: the byte strides of each result; see `fuse`.
        limits: what it may have at most.

    Raises:
        TooMuchError: it needs more than the limits allow.
        NotStoredError: a kernel reads what no kernel before it stores; a defect of the compiler.
    """
    fused = fuse(program, strides, separate=separate, results=results, limits=limits)
    places = Places(fused.results)
    steps: list[Step] = []
    for cut in fused.cuts:
        if cut.call is not None:
            if cut.call.value.size:
                steps.append(_call(cut.call, places))
            continue
        nested = nest(cut)
        if any(access.writes and access.tensor.value.size for access in nested.accesses):
            steps.append(step_of(nested, places))
    found = tuple(Result(*places.of(tensor.memory), tensor.value.shape) for tensor in fused.results)
    made = Lowered(tuple(steps), tuple(places.fresh), tuple(places.constants), found)
    check_stored(made)
    return made


class Places:
    """Numbers the tensors of a program by where they come from."""

    def __init__(self, results: Sequence[Tensor]) -> None:
        """Takes the results of a program; an array has the shape of the first that it is."""
        self.fresh: list[Fresh] = []
        self.constants: list[np.ndarray[Any, Any]] = []
        self._shapes: dict[int, Shape] = {}
        for tensor in results:
            self._shapes.setdefault(id(tensor.memory), tensor.value.shape)
        self._known: dict[int, tuple[Source, int]] = {}

    def of(self, tensor: Tensor) -> tuple[Source, int]:
        """Returns where a tensor comes from, and its number there."""
        found = self._known.get(id(tensor))
        if found is None:
            found = self._known[id(tensor)] = self._new(tensor)
        return found

    def _new(self, tensor: Tensor) -> tuple[Source, int]:
        value = tensor.value
        if value.op.name == "parameter" and tensor.maker < 0:
            return "argument", value.attributes[0]
        if value.op.name == "constant" and tensor.maker < 0:
            self.constants.append(value.array)
            return "constant", len(self.constants) - 1
        shape = self._shapes.get(id(tensor))
        made = Fresh(value.dtype.numpy, value.shape if shape is None else shape, shape is not None)
        self.fresh.append(made)
        return "fresh", len(self.fresh) - 1


def _call(call: Call, places: Places) -> Step:
    """Returns the launch of a kernel that is no form."""
    from streamrt._ir.called_kernels import kernel_for, result_form  # it loads the emitters

    value = call.value
    kernel = kernel_for(value)
    operands = [
        OperandPlace(*places.of(part.tensor), part.offset, part.shape, part.strides, of.dtype.name)
        for part, of in zip(call.parts, value.operands, strict=True)
    ]
    shape = result_form(value)
    strides = dense_strides(shape, value.dtype.itemsize)
    made = places.of(call.made.memory)
    operands.append(OperandPlace(*made, call.made.offset, shape, strides, value.dtype.name))
    return Step(kernel, None, tuple(operands), ())


def step_of(made: Nest, places: Places, more: Sequence[Scalar] = ()) -> Step:
    """Returns the launch of a kernel form; `more` are the scalars after those of the nest."""
    kernel, constants = kernels.find(made.form)
    scalars: list[Scalar] = []
    for value in made.scalars:
        scalars.append(("parameter", value.attributes[0]))
    scalars += more
    for value in constants:
        scalars.append(("constant", value))
    operands = tuple(
        [_place(access, made.form, k, places) for k, access in enumerate(made.accesses)]
    )
    return Step(kernel, made.form, operands, tuple(scalars))


def _place(access: Access, form: Loops, number: int, places: Places) -> OperandPlace:
    operand = form.operands[number]
    source, which = places.of(access.tensor)
    strides = tuple(access.steps[loop] for loop in operand.loops)
    return OperandPlace(
        source, which, access.offset, form.shape_of(operand), strides, operand.dtype
    )


# -- kernels --------------------------------------------------------------------------------------


@dataclass(slots=True)
class _Family:
    """The kernels of one skeleton.

    Attributes:
        constants: those of the first form.
        first: the kernel with these in its code, except those in `extents`.
        extents: the constants that are scalars of the first kernel, by their places.
        open: those that are scalars of the other kernel.
        other: that kernel; None before a form with other constants came.
    """

    constants: tuple[tuple[str, Any], ...]
    first: Kernel
    extents: tuple[int, ...]
    open: tuple[int, ...] = ()
    other: Kernel | None = None


@dataclass(slots=True)
class Kernels:
    """The kernels of a process, by their skeletons.

    Attributes:
        most: how many skeletons are kept.
        made: how many kernels were made so far.
        make: makes the kernel of a form; kernels.py's `kernel_of` unless a test replaces it.
    """

    most: int = 256
    made: int = 0
    make: Callable[[Loops], Kernel] | None = None
    _families: OrderedDict[Loops, _Family] = field(default_factory=OrderedDict[Loops, _Family])
    _lock: threading.Lock = field(default_factory=threading.Lock)

    def find(self, form: Loops) -> tuple[Kernel, tuple[Any, ...]]:
        """Returns the kernel of a form, and the constants that it takes as further scalars."""
        skeleton = form.skeleton()
        with self._lock:
            family = self._families.pop(skeleton, None)
            if family is None:
                extents = _like_extents(form)
                first = self._make(opened(form, extents))
                family = _Family(form.constants, first, extents)
            self._families[skeleton] = family  # the last one
            if len(self._families) > self.most:
                self._families.popitem(last=False)
            differing = [
                k
                for k, (given, known) in enumerate(
                    zip(form.constants, family.constants, strict=True)
                )
                if k not in family.extents and repr(given) != repr(known)
            ]
            if not differing:
                return family.first, tuple([form.constants[k][1] for k in family.extents])
            if family.other is None or not set(differing) <= set(family.open):
                family.open = tuple(sorted({*family.extents, *family.open, *differing}))
                family.other = self._make(opened(form, family.open))
            return family.other, tuple(form.constants[k][1] for k in family.open)

    def _make(self, form: Loops) -> Kernel:
        if self.make is None:
            from streamrt._ir.kernels import kernel_of  # it loads the emitters

            self.make = kernel_of
        self.made += 1
        return self.make(form)

    def forget(self) -> None:
        """Forgets all kernels that no program uses."""
        with self._lock:
            self._families.clear()


def _like_extents(form: Loops) -> tuple[int, ...]:
    """Returns the constants that may come from a shape, by their places."""
    known = {*form.extents, prod(form.extents)}
    return tuple([
        k
        for k, (dtype, value) in enumerate(form.constants)
        if dtype != "bool" and value > SMALL and value in known
    ])  # fmt: skip


def opened(form: Loops, places: Sequence[int]) -> Loops:
    """Returns a form in which some constants are further scalars."""
    slot = {at: len(form.scalars) + k for k, at in enumerate(places)}
    kept = [at for at in range(len(form.constants)) if at not in slot]
    body: list[Instruction] = []
    for each in form.body:
        if each.name != "constant":
            body.append(each)
        elif each.at in slot:
            body.append(each._replace(name="scalar", at=slot[each.at]))
        else:
            body.append(each._replace(at=kept.index(each.at)))
    return replace(
        form,
        scalars=(*form.scalars, *(form.constants[at][0] for at in places)),
        constants=tuple(form.constants[at] for at in kept),
        body=tuple(body),
    )


kernels = Kernels()
"""The kernels of this process."""
