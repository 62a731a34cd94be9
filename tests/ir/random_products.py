"""Random products: factors with batches and any strides, epilogues, several outputs."""

from __future__ import annotations

from random import Random
from typing import Any

import numpy as np

from streamrt._compile.signatures.dtypes import COMPUTED
from streamrt._ir.loops import Instruction, Loops, Operand

Array = np.ndarray[Any, Any]
ROWS = (0, 1, 1, 2, 3, 4, 5, 11, 12, 13, 25, 30, 50)
COLUMNS = (0, 1, 1, 2, 8, 15, 16, 17, 31, 32, 33, 65, 100)
TERMS = (0, 1, 2, 3, 4, 7, 16, 17, 33, 100)
SHAPES = (
    (ROWS, COLUMNS, TERMS),
    (ROWS, COLUMNS, TERMS),
    ((1, 2, 3), (1, 7, 8, 9, 300, 1025, 2049), (1, 2, 3, 4, 5, 7, 8, 9)),
    ((1, 4, 7, 8, 12, 20, 300), (1, 2, 3, 4, 7, 8, 9, 15, 16, 17), (1, 2, 3, 4, 8, 17)),
    ((1, 2, 3, 4, 8, 9), (1, 2, 3, 7, 8, 9, 15, 16, 17), (31, 32, 33, 39, 40, 64, 200)),
)
"""The sizes of rows, columns and terms that are drawn together: any, and those of thin products."""
STEPS = ("add", "subtract", "multiply", "maximum", "minimum")


class ProductMaker:
    """Makes one form: a product, some steps on it, and its outputs."""

    def __init__(self, random: Random, *, dtype: str = "", batch: int = -1) -> None:
        self.random = random
        self.dtype = dtype or random.choice(("f32", "f32", "f64", *COMPUTED))
        self.batch = random.choice((0, 0, 1, 2)) if batch < 0 else batch
        sizes = [random.choice((0, 1, 2, 3)) for _ in range(self.batch)]
        for choices in random.choice(SHAPES):
            sizes.append(random.choice(choices))
        self.extents = tuple(sizes)
        self.operands: list[Operand] = []
        self.scalars: list[str] = []
        self.constants: list[tuple[str, Any]] = []
        self.body = [Instruction("product", self.dtype)]

    def make(self) -> Loops:
        n, m, k = range(self.batch, self.batch + 3)
        for axes in ((n, k), (k, m)):
            around = [loop for loop in range(self.batch) if self.random.random() < 0.7]
            self.operands.append(Operand(self.dtype, (*around, *axes), self.random.random() < 0.4))
        at = 0
        for _ in range(self.random.choice((0, 0, 1, 2, 3))):
            at = self.step(at)
        values = range(len(self.body))
        self.store(at)
        if self.random.random() < 0.3:
            self.store(self.random.choice(values))
        return Loops(
            "product",
            self.extents,
            tuple(self.operands),
            tuple(self.scalars),
            tuple(self.constants),
            tuple(self.body),
        )

    def step(self, at: int) -> int:
        """One more operation on an instruction: with a load, a scalar, a constant or an index."""
        random, dtype = self.random, self.body[at].dtype
        if dtype == "bool" or random.random() < 0.2:
            dtype = random.choice(("f32", "f64", "i32", "i8"))
            at = self.add("cast", dtype, (at,))
        if random.random() < 0.15:
            other = self.cast(self.add("index", "i64", at=random.randrange(self.batch + 2)), dtype)
            return self.add("less", "bool", (at, other))
        kind = random.choice(("load", "load", "scalar", "constant"))
        if kind == "load":
            loops = [loop for loop in range(self.batch + 2) if random.random() < 0.6]
            other = self.add("load", dtype, at=self.operand(dtype, loops))
        elif kind == "scalar":
            self.scalars.append(dtype)
            other = self.add("scalar", dtype, at=len(self.scalars) - 1)
        else:
            self.constants.append((dtype, 3))
            other = self.add("constant", dtype, at=len(self.constants) - 1)
        return self.add(random.choice(STEPS), dtype, (at, other))

    def cast(self, at: int, dtype: str) -> int:
        return self.add("cast", dtype, (at,)) if self.body[at].dtype != dtype else at

    def add(self, name: str, dtype: str, inputs: tuple[int, ...] = (), at: int = 0) -> int:
        self.body.append(Instruction(name, dtype, inputs, at))
        return len(self.body) - 1

    def operand(self, dtype: str, loops: list[int], *, writes: bool = False) -> int:
        dense = self.batch + 1 in loops and self.random.random() < 0.7
        self.operands.append(Operand(dtype, tuple(loops), dense, writes))
        return len(self.operands) - 1

    def store(self, number: int) -> None:
        """Stores a value; outputs stand after all inputs, so no load may follow."""
        dtype, loops = self.body[number].dtype, list(range(self.batch + 2))
        self.add("store", dtype, (number,), self.operand(dtype, loops, writes=True))


def random_product(random: Random, *, dtype: str = "", batch: int = -1) -> Loops:
    """A product of a few rows and columns, with up to three operations on its elements."""
    return ProductMaker(random, dtype=dtype, batch=batch).make()


def plain(dtype: str, n: int, m: int, k: int) -> Loops:
    """A product of two matrices, without batches and without an epilogue."""
    operands = (
        Operand(dtype, (0, 2), True),
        Operand(dtype, (2, 1), False),
        Operand(dtype, (0, 1), True, True),
    )
    body = (Instruction("product", dtype), Instruction("store", dtype, (0,), 2))
    return Loops("product", (n, m, k), operands, (), (), body)


def fill(form: Loops, arrays: list[Array], rng: np.random.Generator, *, exact: bool) -> None:
    """Numbers for a product's operands; exact means that no sum of floats is rounded."""
    for array in arrays:
        if array.dtype.kind == "f":
            drawn = rng.integers(-8, 8, array.shape) if exact else rng.standard_normal(array.shape)
            array[...] = drawn
