"""Random elementwise forms: dtypes, loops, views, several outputs, scalars, constants, indexes.

Unless `every` is asked for, they have exact operations only, so what is computed can be compared
bit by bit. The sign of a NaN is nobody's business, so nothing looks at it.
"""

from __future__ import annotations

from random import Random
from typing import Any

import numpy as np
from ir.random_programs import takes

from streamrt._compile.signatures.dtypes import COMPUTED, DTYPES
from streamrt._ir.loops import Instruction, Loops, Operand
from streamrt._ir.ops import OPS, Op

POLYNOMIALS = frozenset((
    "cbrt", "exp", "exp2", "expm1", "log", "log2", "log10", "log1p", "sin", "cos", "tan", "arcsin",
    "arccos", "arctan", "sinh", "cosh", "tanh", "arcsinh", "arccosh", "arctanh", "arctan2", "hypot",
    "erf", "logistic",
))  # fmt: skip
"""The operations whose last bit is not defined; `power` is another one, for floats."""

SIGN_OF_NAN = frozenset(("signbit", "copysign"))
EXTENTS = (0, 1, 1, 2, 3, 4, 5, 7, 8, 16, 17, 31, 33, 64, 65, 100)


def is_exact(op: Op, dtype: str) -> bool:
    """Whether every bit of a result is defined."""
    return op.name not in POLYNOMIALS and not (op.name == "power" and dtype[0] == "f")


def random_form(random: Random, *, steps: int = 8, every: bool = False) -> Loops:
    """An elementwise form of up to four loops and `steps` operations."""
    return _Maker(random, every=every).make(steps)


class _Maker:
    def __init__(self, random: Random, *, every: bool) -> None:
        self.random, self.every = random, every
        self.extents = tuple(random.choices(EXTENTS, k=random.choice((0, 1, 1, 2, 2, 3, 4))))
        while np.prod(self.extents) > 3000:
            self.extents = self.extents[1:]
        self.operands: list[Operand] = []
        self.scalars: list[str] = []
        self.constants: list[tuple[str, Any]] = []
        self.body: list[Instruction] = []

    def make(self, steps: int) -> Loops:
        random = self.random
        for _ in range(random.randint(1, 3)):
            loops = [loop for loop in range(len(self.extents)) if random.random() < 0.75]
            self.load(loops)
        for _ in range(random.choice((0, 0, 1, 2))):
            random.choice((self.scalar, self.constant, self.index))()
        for _ in range(random.randint(0, steps)):
            self.step()
        stores = [len(self.body) - 1]
        stores += random.choices(range(len(self.body)), k=random.choice((0, 0, 1, 2)))
        for number in stores:
            self.store(number)
        return Loops(
            "elementwise",
            self.extents,
            tuple(self.operands),
            tuple(self.scalars),
            tuple(self.constants),
            tuple(self.body),
        )

    def add(self, name: str, dtype: str, inputs: tuple[int, ...] = (), at: int = 0) -> int:
        self.body.append(Instruction(name, dtype, inputs, at))
        return len(self.body) - 1

    def operand(self, dtype: str, loops: list[int], *, writes: bool = False) -> int:
        self.random.shuffle(loops)
        walked = bool(loops) and len(self.extents) - 1 in loops
        dense = walked and self.random.random() < 0.6
        self.operands.append(Operand(dtype, tuple(loops), dense, writes))
        return len(self.operands) - 1

    def load(self, loops: list[int]) -> None:
        dtype = self.random.choice(tuple(DTYPES))
        self.add("load", dtype, at=self.operand(dtype, loops))

    def store(self, number: int) -> None:
        dtype, loops = self.body[number].dtype, list(range(len(self.extents)))
        self.add("store", dtype, (number,), self.operand(dtype, loops, writes=True))

    def scalar(self) -> None:
        dtype = self.random.choice(COMPUTED)
        self.scalars.append(dtype)
        self.add("scalar", dtype, at=len(self.scalars) - 1)

    def constant(self) -> None:
        dtype = self.random.choice(COMPUTED)
        value: Any = self.random.randint(0, 100)
        if dtype[0] == "f":
            value = self.random.choice((0.1, -0.0, 1e-42, float("inf"), float("nan"), 2.5))
        elif dtype == "bool":
            value = bool(value % 2)
        self.constants.append((dtype, value))
        self.add("constant", dtype, at=len(self.constants) - 1)

    def index(self) -> None:
        if self.extents:
            self.add("index", "i64", at=self.random.randrange(len(self.extents)))

    def as_dtype(self, number: int, dtype: str) -> int:
        found = self.body[number].dtype
        return number if found == dtype else self.add("cast", dtype, (number,))

    def pick(self) -> int:
        return self.random.randrange(len(self.body))

    def step(self) -> None:
        first = self.pick()
        dtype = self.body[first].dtype
        names = [op for op in OPS if op.is_elementwise and op.name not in SIGN_OF_NAN]
        fitting = [op for op in names if takes(op, dtype)]
        if not self.every:
            fitting = [op for op in fitting if is_exact(op, dtype)]
        op = self.random.choice(fitting)
        if op.name == "cast":
            self.add("cast", self.random.choice(tuple(DTYPES)), (first,))
            return
        count = {"unary": 1, "binary": 2, "ternary": 3}[op.group]
        inputs = [first]
        inputs += [self.as_dtype(self.pick(), dtype) for _ in range(count - 1)]
        if op.name == "where":
            inputs = [self.as_dtype(self.pick(), "bool"), *inputs[:2]]
        self.add(op.name, "bool" if op.result == "bool" else dtype, tuple(inputs))
