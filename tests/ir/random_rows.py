"""Random forms of the kinds `rows` and `columns`, with arrays, whose results are exact.

Floats are integers, and each value that a body computes has a bound below which all floats of its
dtype are exact; so every order of summation gives the same bits, and emitted code has to agree with
the reference exactly. Infinities and NaNs are among the elements, because no order changes what
becomes of them.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from hypothesis import strategies as st

from streamrt._compile.signatures.dtypes import COMPUTED, DTYPES
from streamrt._ir.loops import Instruction, Loops, Operand

INTEGERS = tuple(name for name, dtype in DTYPES.items() if dtype.kind in "iu")
EXACT = {"f32": float(1 << 23), "f64": float(1 << 50)}
LENGTHS = st.one_of(st.integers(0, 70), st.integers(1, 600))
ARITHMETIC = ("add", "subtract", "multiply", "maximum", "minimum")
COMPARISONS = ("equal", "not_equal", "less", "less_equal", "greater", "greater_equal")
LOGIC = ("bitwise_and", "bitwise_or", "bitwise_xor")
BEHIND = 70
"""The elements behind an array, which no kernel may change."""

Array = np.ndarray[Any, Any]
Draw = Callable[[st.SearchStrategy[Any]], Any]


@dataclass
class Case:
    """A form, and the arrays and scalars to launch it with."""

    form: Loops
    inputs: list[Array]
    outputs: list[Array]
    scalars: list[Any]


@dataclass
class Body:
    """A body that is being drawn; the lists have an entry for each instruction."""

    draw: Draw
    kind: str
    extents: tuple[int, ...]
    instructions: list[Instruction] = field(default_factory=list[Instruction])
    bounds: list[float] = field(default_factory=list[float])
    loops: list[frozenset[int]] = field(default_factory=list[frozenset[int]])
    stages: list[int] = field(default_factory=list[int])

    @property
    def reduced(self) -> int:
        return len(self.extents) - (1 if self.kind == "rows" else 2)

    def put(self, name: str, dtype: str, *inputs: int, bound: float, **others: Any) -> int:
        """Adds an instruction, on whose floats there is a bound; returns its place."""
        self.instructions.append(Instruction(name, dtype, inputs, **others))
        self.bounds.append(bound if DTYPES[dtype].kind == "f" else EXACT["f64"])
        self.loops.append(frozenset[int]().union(*(self.loops[k] for k in inputs)))
        self.stages.append(max((self.stages[k] for k in inputs), default=0))
        return len(self.instructions) - 1

    def dtype(self, k: int) -> str:
        return self.instructions[k].dtype

    def kind_of(self, k: int) -> str:
        return DTYPES[self.dtype(k)].kind

    def computed(self, k: int) -> int:
        """Returns a value in which forms compute, which they do not in f16."""
        return self.put("cast", "f32", k, bound=3.0) if self.dtype(k) == "f16" else k

    def fits(self, dtype: str, bound: float) -> bool:
        """Returns whether all floats below a bound are exact; integers wrap, and always are."""
        return DTYPES[dtype].kind != "f" or bound < EXACT[dtype]

    def meet(self, *places: int) -> bool:
        """Returns whether these values can meet; in `columns` sums only meet what has no rows."""
        open_ = any(self.reduced in self.loops[k] for k in places)
        return self.kind == "rows" or not (open_ and any(self.stages[k] for k in places))

    def step(self) -> None:
        """Adds a random instruction, or several, or none."""
        pick = st.integers(0, len(self.instructions) - 1)
        a, b, c = self.draw(pick), self.draw(pick), self.draw(pick)
        a, b = self.computed(a), self.computed(b)
        choice = self.draw(st.sampled_from(("binary", "where", "cast", "dear", "sum", "sum")))
        if choice == "sum":
            self.reduce(a)
        elif choice == "cast":
            self.cast(a)
        elif choice == "dear":
            self.dear(a)
        elif self.dtype(a) == self.dtype(b) and self.meet(a, b):
            if choice == "binary":
                self.binary(a, b)
            elif self.dtype(c) == "bool" and self.meet(a, b, c):
                bound = max(self.bounds[a], self.bounds[b])
                self.put("where", self.dtype(a), c, a, b, bound=bound)

    def cast(self, a: int) -> None:
        to = self.draw(st.sampled_from(COMPUTED))
        if to not in (self.dtype(a), "bool") and (self.kind_of(a) != "f" or to in EXACT):
            self.put("cast", to, a, bound=1.0 if self.dtype(a) == "bool" else self.bounds[a])

    def binary(self, a: int, b: int) -> None:
        dtype = self.dtype(a)
        name = self.draw(st.sampled_from((LOGIC if dtype == "bool" else ARITHMETIC) + COMPARISONS))
        if name in COMPARISONS:
            self.put(name, "bool", a, b, bound=1.0)
            return
        one, other = self.bounds[a], self.bounds[b]
        bound = one * other if name == "multiply" else one + other
        if self.fits(dtype, bound):
            self.put(name, dtype, a, b, bound=bound)

    def dear(self, a: int) -> None:
        """Adds operations that are dear to compute again, and give exact results."""
        dtype, bound = self.dtype(a), self.bounds[a]
        if self.kind_of(a) == "f" and self.fits(dtype, bound * bound):
            square = self.put("multiply", dtype, a, a, bound=bound * bound)
            root = self.put("sqrt", dtype, square, bound=bound)
            one = self.put("constant", dtype, bound=1.0, at=list(EXACT).index(dtype))
            self.put("divide", dtype, root, one, bound=bound)
        elif self.kind_of(a) in "iu":
            rest = self.put("floor_divide", dtype, a, a, bound=bound)
            self.put("remainder", dtype, a, rest, bound=bound)

    def chain(self) -> None:
        """Adds what softmax is made of: dear elements, reduced, and joined with the result."""
        a = self.computed(0)
        for _ in range(self.draw(st.integers(1, 3 if self.kind == "rows" else 1))):
            before = len(self.instructions)
            self.dear(a)
            a = len(self.instructions) - 1 if len(self.instructions) > before else a
            self.reduce(a)
            total = len(self.instructions) - 1
            if self.dtype(total) == self.dtype(a) and self.meet(a, total):
                self.binary(a, total)
                a = len(self.instructions) - 1

    def reduce(self, a: int) -> None:
        """Adds a reduction that gives the same in every order."""
        length = self.extents[self.reduced]
        if self.stages[a] == (3 if self.kind == "rows" else 1):
            return
        dtype, bound = self.dtype(a), self.bounds[a]
        names = ["sum", "prod"] if dtype != "bool" else ["any", "all"]
        if length:
            names += ["max", "min", "argmax", "argmin"] if dtype != "bool" else ["argmax", "argmin"]
        by = self.draw(st.sampled_from(names))
        if by == "sum":
            bound *= max(length, 1)
        if by == "prod" and self.kind_of(a) == "f":
            zero = self.put("subtract", dtype, a, a, bound=0.0)  # or NaN
            a, bound = self.put("equal", "bool", a, zero, bound=1.0), 1.0
            a = self.put("cast", dtype, a, bound=1.0)
        if self.fits(dtype, bound):
            found = "i64" if by.startswith("arg") else dtype
            k = self.put("reduce", found, a, bound=bound, by=by)
            self.loops[k] -= {self.reduced}
            self.stages[k] += 1


def elements(draw: Draw, dtype: str, count: int) -> Array:
    """Returns elements: small, or anything that an integer can be, or with infinities and NaNs."""
    known = DTYPES[dtype]
    random = np.random.default_rng(draw(st.integers(0, 2**32)))
    least, most = known.bounds
    if known.kind == "f":
        found = random.integers(-3, 4, count).astype(known.numpy)
        for special in draw(st.lists(st.sampled_from((np.inf, -np.inf, np.nan)), max_size=2)):
            found[random.integers(0, 40, count) == 0] = special
        return found
    if draw(st.booleans()):
        least, most = max(least, -3), min(most, 3)
    return random.integers(
        least, most, count, known.numpy if dtype != "bool" else np.int8, True
    ).astype(known.numpy)


def array(draw: Draw, dtype: str, shape: Sequence[int], inner: int | None) -> Array:
    """Returns an array with random strides, at an odd place; axis `inner` has elements in a row."""
    order = draw(st.permutations(range(len(shape))))
    if inner is not None:
        order = [*(axis for axis in order if axis != inner), inner]
    steps = [1 if axis == inner else draw(st.sampled_from((1, 1, 2, -1))) for axis in order]
    whole = [shape[axis] * abs(step) for axis, step in zip(order, steps, strict=True)]
    odd, size = draw(st.integers(0, 3)), int(np.prod(whole))
    flat = elements(draw, dtype, odd + size + BEHIND)
    cut = flat[odd : odd + size].reshape(whole)[(..., *(slice(None, None, step) for step in steps))]
    return cut.transpose(np.argsort(order)) if order else cut


def _operand(
    draw: Draw, dtype: str, loops: Sequence[int], extents: Sequence[int], writes: bool
) -> tuple[Operand, Array]:
    walked = tuple(draw(st.permutations(loops)))
    last = len(extents) - 1
    dense = last in walked and draw(st.sampled_from((True, True, False)))
    made = array(
        draw, dtype, [extents[loop] for loop in walked], walked.index(last) if dense else None
    )
    return Operand(dtype, walked, dense, writes), made


@st.composite
def chains(draw: Draw) -> Case:
    """Gives rows of dense floats with values that are kept, and outputs at many stages."""
    extents = (draw(st.integers(1, 3)), draw(st.integers(1, 300)))
    body = Body(draw, "rows", extents)
    operands, arrays = list[Operand](), list[Array]()
    for k in range(2):
        operands.append(Operand("f32", (0, 1), dense=True))
        arrays.append(array(draw, "f32", extents, 1))
        body.loops[body.put("load", "f32", bound=3.0, at=k)] = frozenset((0, 1))
    for _ in range(2):
        body.chain()
    for _ in range(draw(st.integers(0, 4))):
        body.step()
    outputs: list[Array] = []
    wide = [k for k in range(2, len(body.loops)) if 1 in body.loops[k] and body.dtype(k) == "f32"]
    for k in draw(st.lists(st.sampled_from(wide), min_size=1, max_size=4)) if wide else []:
        body.put("store", "f32", k, bound=0.0, at=len(operands))
        operands.append(Operand("f32", (0, 1), dense=True, writes=True))
        outputs.append(array(draw, "f32", extents, 1))
    constants = (("f32", 1.0), ("f64", 1.0))
    form = Loops("rows", extents, tuple(operands), (), constants, tuple(body.instructions))
    return Case(form, arrays, outputs, [])


@st.composite
def cases(draw: Draw, kind: str) -> Case:
    """Gives forms of a kind, and arrays."""
    outer = draw(st.lists(st.integers(0, 3), max_size=2))
    block = draw(st.sampled_from((0, 0, 7, 64)))
    length = draw(LENGTHS)
    own = [length] if kind == "rows" else [draw(st.integers(0, 40)), draw(LENGTHS)]
    counters = [-(-own[0] // block)] if block else []
    extents = (*outer, *counters, *own)
    counter = len(outer) if block else -1
    read = [loop for loop in range(len(extents)) if loop != counter]
    body = Body(draw, kind, extents)
    operands, arrays = list[Operand](), list[Array]()
    for k in range(draw(st.integers(1, 3))):
        dtype = draw(st.sampled_from(tuple(DTYPES)))
        loops = [loop for loop in read if draw(st.booleans()) or (k == 0)]
        operand, made = _operand(draw, dtype, loops, extents, False)
        operands.append(operand)
        arrays.append(made)
        place = body.put("load", dtype, bound=3.0, at=k)
        body.loops[place] = frozenset(loops)
    for loop in draw(st.lists(st.sampled_from(range(len(extents))), max_size=1)):
        place = body.put("index", "i64", bound=EXACT["f64"], at=loop)
        body.loops[place] = frozenset({loop})
    scalar = draw(st.sampled_from(("f32", "i64", "u8", "bool")))
    body.put("scalar", scalar, bound=5.0, at=0)
    if draw(st.booleans()):
        body.chain()
    for _ in range(draw(st.integers(2, 12))):
        body.step()
    while max(body.stages) == 0:
        body.reduce(body.computed(draw(st.sampled_from(range(len(body.instructions))))))
    return _finish(draw, body, operands, arrays, scalar, block)


def _finish(
    draw: Draw,
    body: Body,
    operands: list[Operand],
    inputs: list[Array],
    scalar: str,
    block: int,
) -> Case:
    """Draws the outputs of a body."""
    extents, last, reduced = body.extents, len(body.extents) - 1, body.reduced
    counter = reduced - 1 if block else -1
    closed = [
        k for k in range(len(body.loops)) if body.kind == "rows" or reduced not in body.loops[k]
    ]
    most = max(body.stages[k] for k in closed)
    chosen = {max(k for k in closed if body.stages[k] == most)}
    chosen |= set(draw(st.lists(st.sampled_from(closed), max_size=2)))
    outputs: list[Array] = []
    for k in sorted(chosen):
        loops = [loop for loop in range(last + 1) if loop != reduced]
        if body.kind == "rows" and (last in body.loops[k] or draw(st.booleans())):
            loops = [loop for loop in range(last + 1) if loop != counter]
        operand, made = _operand(draw, body.dtype(k), loops, extents, writes=True)
        body.put("store", operand.dtype, k, bound=0.0, at=len(operands))
        operands.append(operand)
        outputs.append(made)
    form = Loops(
        body.kind,
        extents,
        tuple(operands),
        (scalar,),
        (("f32", 1.0), ("f64", 1.0)),
        tuple(body.instructions),
        block,
    )
    number = draw(st.integers(0, 5)) if scalar != "bool" else draw(st.booleans())
    return Case(form, inputs, outputs, [number])
