"""Random programs over every operation; `random_arrays.py` has data for them.

    program = random_program(Random(7))
    arrays = arrays_for(program, np.random.default_rng(7))
    found = interpret(program, arrays)

`Choices` says what programs are made of. `programs()` is the same as a strategy of hypothesis,
which shrinks; it imports hypothesis only when it is called. The module runs without pytest, too.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from math import prod
from random import Random
from typing import Any

import numpy as np
from ir.random_arrays import random_array
from ir.random_calls import Calls

from streamrt._compile.signatures.dtypes import COMPUTED, DTYPES
from streamrt._ir.ops import OPS, Op, accepts, computes
from streamrt._ir.program import Builder, Program, Shape, Value

Array = np.ndarray[Any, Any]

INTEGERS = ("i8", "i16", "i32", "i64", "u8", "u16", "u32", "u64")
EVERY_DTYPE = ("f16", "f32", "f64", *INTEGERS, "bool")
GROUPS = ("unary", "binary", "ternary", "cast", "view", "reduce", "product", "join", "call")


@dataclass(frozen=True)
class Choices:
    """The materials of random programs.

    `weights` are those of the groups of operations: a group without one is left out. `takes` can
    leave out single operations. No value has more elements than `most_elements`.
    """

    dtypes: tuple[str, ...] = EVERY_DTYPE
    weights: tuple[tuple[str, int], ...] = tuple(
        zip(GROUPS, (4, 6, 2, 1, 4, 2, 1, 1, 2), strict=True)
    )
    takes: Callable[[Op], bool] = lambda op: True
    extents: tuple[int, ...] = (0, 1, 1, 2, 3, 4, 5, 8, 17)
    most_axes: int = 4
    most_elements: int = 600
    steps: int = 12


FLOATS = Choices(dtypes=("f32", "f64"))


def takes(op: Op, dtype: str) -> bool:
    """Whether an operation takes operands of a dtype."""
    return accepts(op, DTYPES[dtype].kind) and (dtype in COMPUTED or not computes(op))


def random_program(random: Random, choices: Choices = Choices()) -> Program:
    """A program with up to `choices.steps` operations, one to four parameters and results."""
    maker = _Maker(random, choices)
    for _ in range(random.randint(1, 3)):
        maker.parameter(maker.dtype(), maker.shape())
    for _ in range(random.randint(1, choices.steps)):
        maker.step()
    results = [maker.pool[-1]]
    results += [random.choice(maker.pool) for _ in range(random.choice((0, 0, 1, 2)))]
    return maker.builder.finish(results)


def programs(choices: Choices = Choices()) -> Any:
    """A strategy of hypothesis that gives random programs."""
    from hypothesis import strategies as st

    return st.randoms(use_true_random=False).map(lambda random: random_program(random, choices))


class _Maker:
    def __init__(self, random: Random, choices: Choices) -> None:
        self.random, self.choices, self.builder = random, choices, Builder()
        self.pool: list[Value] = []
        taken = [op for op in OPS if choices.takes(op)]
        self.groups = {group: [op for op in taken if op.group == group] for group in GROUPS}
        self.groups = {group: ops for group, ops in self.groups.items() if ops}

    # -- pieces ------------------------------------------------------------------------------------

    def dtype(self, kinds: str = "fiub") -> str:
        fitting = [name for name in self.choices.dtypes if DTYPES[name].kind in kinds]
        return self.random.choice(fitting) if fitting else ""

    def shape(self) -> Shape:
        random = self.random
        axes = random.randint(0, self.choices.most_axes)
        shape = [random.choice(self.choices.extents) for _ in range(axes)]
        while prod(shape) > self.choices.most_elements:
            shape.pop()
        return tuple(shape)

    def value(self, fits: Callable[[Value], bool] = lambda value: True) -> Value | None:
        """One of the values so far that fits, a late one more often."""
        fitting = [value for value in self.pool if fits(value)]
        if not fitting:
            return None
        return self.random.choice(fitting[-3:] if self.random.random() < 0.6 else fitting)

    def parameter(self, dtype: str, shape: Shape) -> Value:
        is_scalar = shape == () and dtype in COMPUTED and self.random.random() < 0.5
        made = self.builder.parameter(dtype, shape, is_scalar=is_scalar)
        self.pool.append(made)
        return made

    def source(self, dtype: str, shape: Shape) -> Value:
        """A value out of nothing: a constant, one number, an index, or another parameter."""
        chance = self.random.random()
        if chance < 0.25 and len(self.builder.finish(()).parameters) < 4:
            self.parameter(dtype, shape)
            return self.pool.pop()
        rng = np.random.default_rng(self.random.getrandbits(32))
        if chance < 0.5:
            return self.builder.constant(random_array(rng, dtype, shape))
        if chance < 0.6 and shape:
            index = self.builder.iota(shape, self.random.randrange(len(shape)))
            return self.cast(index, dtype)
        number = self.random.choice((0, 1, 2, 3, 0.5, -1, -0.0))
        if DTYPES[dtype].kind in "ub":
            number = abs(int(number))
        elif DTYPES[dtype].kind == "i":
            number = int(number)
        return self.builder.full(number, dtype, shape)

    def cast(self, value: Value, dtype: str) -> Value:
        if value.dtype.name == dtype:
            return value
        return self.builder.apply("cast", value, dtype=dtype)

    def like(self, dtype: str, shape: Shape) -> Value:
        """A value of that dtype and shape: one of those so far, made to fit, or a new one."""
        exact = self.value(lambda v: v.shape == shape and v.dtype.name == dtype)
        if exact is not None and self.random.random() < 0.7:
            return exact
        near = self.value(lambda v: _broadcasts(v.shape, shape))
        if near is None or self.random.random() < 0.4:
            return self.source(dtype, shape)
        found = self.cast(near, dtype)
        if found.shape != shape:
            found = self.builder.apply("broadcast", found, attributes=(shape,))
        return found

    def of_kind(self, op: Op) -> Value | None:
        """A value that an operation takes, cast if there is none."""
        found = self.value(lambda v: takes(op, v.dtype.name))
        if found is None or self.random.random() < 0.1:
            fitting = [name for name in self.choices.dtypes if takes(op, name)]
            some = self.value()
            if not fitting or some is None:
                return None
            return self.cast(some, self.random.choice(fitting))
        return found

    # -- steps -------------------------------------------------------------------------------------

    def step(self) -> None:
        """Adds one operation, if its operands can be had; or a value out of nothing."""
        if self.random.random() < 0.1:
            self.pool.append(self.source(self.dtype(), self.shape()))
            return
        known = [(group, weight) for group, weight in self.choices.weights if group in self.groups]
        (group,) = self.random.choices([g for g, _ in known], [w for _, w in known])
        op = self.random.choice(self.groups[group])
        made: Value | None = getattr(self, f"_{group}")(op)
        if made is not None and made.size <= self.choices.most_elements:
            self.pool.append(made)

    def _unary(self, op: Op) -> Value | None:
        value = self.of_kind(op)
        return value and self.builder.apply(op, value)

    def _binary(self, op: Op) -> Value | None:
        value = self.of_kind(op)
        if value is None:
            return None
        pair = [value, self.like(value.dtype.name, value.shape)]
        self.random.shuffle(pair)
        return self.builder.apply(op, *pair)

    def _ternary(self, op: Op) -> Value | None:
        value = self.of_kind(op)
        if value is None:
            return None
        first = "bool" if op.name == "where" else value.dtype.name
        if first not in self.choices.dtypes:
            return None
        operands = [self.like(first, value.shape), self.like(value.dtype.name, value.shape), value]
        return self.builder.apply(op, *operands)

    def _cast(self, op: Op) -> Value | None:
        value = self.value()
        return value and self.builder.apply(op, value, dtype=self.dtype())

    def _view(self, op: Op) -> Value | None:
        random, value = self.random, self.value()
        if value is None:
            return None
        shape = value.shape
        if op.name == "reshape":
            attributes: tuple[Any, ...] = (self._refactored(value.size),)
        elif op.name == "transpose":
            attributes = (tuple(random.sample(range(len(shape)), len(shape))),)
        elif op.name == "broadcast":
            wider = [random.choice(self.choices.extents) if n == 1 else n for n in shape]
            room = self.choices.most_axes - len(shape)
            front = [random.choice(self.choices.extents) for _ in range(random.randint(0, room))]
            attributes = ((*front, *wider),)
            if prod(attributes[0]) > self.choices.most_elements:
                return None
        else:
            attributes = self._piece(shape)
        return self.builder.apply(op, value, attributes=attributes)

    def _refactored(self, size: int) -> Shape:
        """Extents with a product."""
        random, shape = self.random, list[int]()
        if size == 0:
            shape = [random.choice((0, 1, 3)) for _ in range(random.randint(0, 2))]
            shape.insert(random.randint(0, len(shape)), 0)
            return tuple(shape)
        while len(shape) < self.choices.most_axes - 1 and random.random() < 0.7:
            factor = random.choice([n for n in range(1, size + 1) if size % n == 0])
            shape.append(factor)
            size //= factor
        return (*shape, size) if size > 1 or random.random() < 0.5 else tuple(shape)

    def _piece(self, shape: Shape) -> tuple[Shape, Shape, Shape]:
        """The starts, steps and extents of a slice."""
        walks = list[tuple[int, int, int]]()
        for extent in shape:
            if extent == 0 or self.random.random() < 0.05:
                walks.append((0, 1, 0))
                continue
            start, step = self.random.randrange(extent), self.random.choice((1, 1, 1, 2, 3, -1, -2))
            if self.random.random() < 0.5:
                start = 0 if step > 0 else extent - 1
            most = (extent - 1 - start) // step + 1 if step > 0 else start // -step + 1
            walks.append((start, step, self.random.choice((most, self.random.randint(1, most)))))
        starts, steps, counts = zip(*walks, strict=True) if walks else ((), (), ())
        return starts, steps, counts

    def _join(self, op: Op) -> Value | None:
        value = self.value(lambda v: bool(v.shape) or op.name == "update")
        if value is None:
            return None
        shape, dtype = value.shape, value.dtype.name
        if op.name == "update":
            starts, steps, counts = self._piece(shape)
            piece = self.like(dtype, counts)
            return self.builder.apply(op, value, piece, attributes=(starts, steps))
        axis = self.random.randrange(len(shape))
        parts = [value]
        for _ in range(self.random.randint(0, 2)):
            extent = self.random.choice((*self.choices.extents, shape[axis]))
            part = (*shape[:axis], extent, *shape[axis + 1 :])
            if prod(part) <= self.choices.most_elements:
                parts.append(self.like(dtype, part))
        self.random.shuffle(parts)
        return self.builder.apply(op, *parts, attributes=(axis,))

    def _product(self, op: Op) -> Value | None:
        value = self.value(lambda v: len(v.shape) > 1 and takes(op, v.dtype.name))
        if value is None:
            return None
        *lead, _, inner = value.shape
        right = (*lead, inner, self.random.choice(self.choices.extents))
        if prod(right) > self.choices.most_elements:
            return None
        return self.builder.apply(op, value, self.like(value.dtype.name, right))

    def _reduce(self, op: Op) -> Value | None:
        value = self.of_kind(op)
        if value is None:
            return None
        random, shape = self.random, value.shape
        needs_some = op.name in ("max", "min", "argmax", "argmin")
        able = [axis for axis, extent in enumerate(shape) if extent or not needs_some]
        count = (
            1 if op.name.startswith("arg") else random.randint(0 if random.random() < 0.1 else 1, 4)
        )
        if len(able) < count and (op.name.startswith("arg") or not able):
            return None
        if needs_some and prod(shape) == 0:
            return None  # as NumPy, which refuses a maximum of nothing even where none is asked for
        axes = tuple(sorted(random.sample(able, min(count, len(able)))))
        return self.builder.apply(op, value, attributes=(axes,))

    def _call(self, op: Op) -> Value | None:
        return Calls(self).call(op)


def _broadcasts(shape: Shape, to: Shape) -> bool:
    pairs = zip(reversed(shape), reversed(to), strict=False)
    return len(shape) <= len(to) and all(n in (1, m) for n, m in pairs)
