"""Random elementwise bodies of loops: dtypes, shapes, invariants, and the number of the turn.

    loop = random_loop(Random(7))
    looped(loop.program, loop.carried, 5, loop.index)
    form = form_of_turns(loop)

Unless `every` is asked for, they have exact operations only, as random forms do.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import prod
from random import Random

import numpy as np
from ir.random_arrays import Array, random_array
from ir.random_forms import SIGN_OF_NAN, is_exact
from ir.random_programs import EVERY_DTYPE, takes

from streamrt._compile.signatures.dtypes import COMPUTED
from streamrt._ir.looped import looped
from streamrt._ir.loops import Loops
from streamrt._ir.ops import OPS
from streamrt._ir.passes import optimise
from streamrt._ir.program import Builder, Program, Shape, Value

EXTENTS = (1, 2, 3, 4, 7, 8, 9, 15, 16, 17, 31, 33, 64, 65, 129, 200)


@dataclass(frozen=True)
class Loop:
    """The body of a loop, after its passes."""

    program: Program
    carried: int
    index: int | None


def random_loop(random: Random, *, every: bool = False) -> Loop:
    """A body of one to three carried values, up to three invariants and up to ten operations."""
    return _Maker(random, every=every).make()


def form_of_turns(loop: Loop) -> Loops:
    """The kernel form of a loop; the number of turns is its scalar `form.turns`."""
    made = looped(loop.program, loop.carried, 1, loop.index)
    assert made is not None
    (step,) = made.steps
    assert step.form is not None
    return step.form


def periodic_loop(extent: int) -> Loop:
    """A body that makes 5 * x + 1 of the last bits of x, of which the upper byte says how many.

    So elements come back after 1 to 256 turns.
    """
    b = Builder()
    x = b.parameter("u16", (extent,))
    one, five, eight = (b.full(n, "u16", x.shape) for n in (1, 5, 8))
    end = b.apply("left_shift", one, b.apply("right_shift", x, eight))
    low = b.apply("subtract", end, one)
    new = b.apply("add", b.apply("multiply", x, five), one)
    kept = b.apply("bitwise_and", x, b.apply("invert", low))
    result = b.apply("bitwise_or", kept, b.apply("bitwise_and", new, low))
    return Loop(optimise(b.finish([result])), 1, None)


def periodic_state(extent: int) -> Array:
    """Elements for it: 32 neighbours have one period, and others have others."""
    rng = np.random.default_rng(1)
    upper = np.repeat(rng.integers(0, 9, extent // 32 + 1), 32)[:extent]
    found: Array = (upper << 8 | rng.integers(0, 256, extent)).astype(np.uint16)
    return found


class _Maker:
    def __init__(self, random: Random, *, every: bool) -> None:
        self.random, self.every, self.builder = random, every, Builder()
        self.shape: Shape = tuple(random.choices(EXTENTS, k=random.choice((0, 1, 1, 1, 2, 2, 3))))
        while prod(self.shape) > 2000:
            self.shape = self.shape[1:]
        self.pools: dict[Shape, list[Value]] = {(): [], self.shape: []}

    def make(self) -> Loop:
        random, builder = self.random, self.builder
        carried = [self.parameter(self.shape) for _ in range(random.randint(1, 3))]
        if random.random() < 0.3:
            carried.insert(random.randint(0, len(carried)), self.parameter(()))
        carried.sort(key=lambda value: value.number)
        index = None
        for _ in range(random.randint(0, 3)):
            self.invariant()
        if random.random() < 0.3:
            value = builder.parameter("i64", (), is_scalar=random.random() < 0.5)
            index = value.attributes[0]
            self.pools[()].append(value)
        for shape in {(), self.shape}:
            for _ in range(random.randint(0, 8) if shape or not self.shape else 2):
                if self.pools[shape] or shape:
                    self.step(shape)
        results = [
            self.cast(random.choice(self.pools[value.shape][-4:]), value.dtype.name)
            for value in carried
        ]
        contract = random.random() < 0.5
        return Loop(optimise(builder.finish(results), contract=contract), len(carried), index)

    def parameter(self, shape: Shape) -> Value:
        dtype = self.random.choice(EVERY_DTYPE)
        is_scalar = shape == () and dtype in COMPUTED and self.random.random() < 0.5
        value = self.builder.parameter(dtype, shape, is_scalar=is_scalar)
        self.pools[shape].append(value)
        return value

    def invariant(self) -> None:
        """A parameter or a constant that broadcasts to the shape, or a scalar."""
        random, dtype = self.random, self.random.choice(EVERY_DTYPE)
        if random.random() < 0.3:
            self.parameter(())
            return
        shape = tuple(random.choice((n, n, 1)) for n in self.shape)
        shape = shape[random.choice((0, 0, len(shape))) :]
        if random.random() < 0.2:
            rng = np.random.default_rng(random.getrandbits(32))
            value = self.builder.constant(random_array(rng, dtype, shape))
        else:
            value = self.builder.parameter(dtype, shape)
        if shape and random.random() < 0.3:
            shape = tuple(reversed(shape))
            axes = tuple(reversed(range(len(shape))))
            starts, steps = tuple(n - 1 for n in value.shape), (-1,) * len(shape)
            value = self.builder.apply("slice", value, attributes=(starts, steps, value.shape))
            if shape == value.shape:
                value = self.builder.apply("transpose", value, attributes=(axes,))
        self.pools[self.shape].append(self.wide(value))

    def wide(self, value: Value) -> Value:
        if value.shape == self.shape:
            return value
        return self.builder.apply("broadcast", value, attributes=(self.shape,))

    def cast(self, value: Value, dtype: str) -> Value:
        return (
            value if value.dtype.name == dtype else self.builder.apply("cast", value, dtype=dtype)
        )

    def pick(self, shape: Shape) -> Value:
        """A value of the shape, a late one more often; or a scalar in that shape."""
        pool = self.pools[shape]
        if shape and self.pools[()] and (not pool or self.random.random() < 0.25):
            return self.wide(self.random.choice(self.pools[()]))
        return self.random.choice(pool[-3:] if self.random.random() < 0.6 else pool)

    def step(self, shape: Shape) -> None:
        random, first = self.random, self.pick(shape)
        dtype = first.dtype.name
        names = [op for op in OPS if op.is_elementwise and op.name not in SIGN_OF_NAN]
        fitting = [op for op in names if takes(op, dtype) and (self.every or is_exact(op, dtype))]
        op = random.choice(fitting)
        if op.name == "cast":
            self.pools[shape].append(self.cast(first, random.choice(EVERY_DTYPE)))
            return
        count = {"unary": 1, "binary": 2, "ternary": 3}[op.group]
        operands = [first, *[self.cast(self.pick(shape), dtype) for _ in range(count - 1)]]
        if op.name == "where":
            operands = [self.cast(self.pick(shape), "bool"), *operands[:2]]
        self.pools[shape].append(self.builder.apply(op, *operands))
