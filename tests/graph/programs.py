"""Random programs as data: what the tests of graphs run in several ways and compare.

A program is drawn from a seed. It has flat values of five dtypes and two sizes, and steps on
streams that touch parts of them: slices, strided and reshaped ones, that alias. What a step reads
of a temporary has been written before, element by element, so that a program has one meaning.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cache
from random import Random
from typing import Any, Literal

import numpy as np

DTYPES = ("f4", "f8", "i4", "i8", "u1")
SMALL, LARGE = 24, 60
SHAPES: dict[int, tuple[tuple[int, ...], ...]] = {
    SMALL: ((SMALL,), (4, 6), (2, 3, 4)),
    LARGE: ((LARGE,), (6, 10), (3, 4, 5)),
}
ALIVE = 8  # temporaries that a program uses at a time

# What the standard kernels are used for; each combination is one more to compile. They get parts
# with one dimension, kernels of our own all others.
CASTS = {"f4": ("u1", "i4"), "i4": ("f4",), "u1": ("f8",), "f8": ("i8",), "i8": ("i4",)}
COPIES, FILLS, BLENDS = ("f8", "u1"), ("i4",), ("f4", "i8", "u1")

Role = Literal["named", "bound", "temporary"]


@dataclass(frozen=True)
class Var:
    """A value: an input that is named, one bound to itself, or a temporary (and maybe output)."""

    name: str
    role: Role
    dtype: str
    size: int


@dataclass(frozen=True)
class View:
    """The way to take a part of a flat array, and the elements that it has.

    Attributes:
        shape: of the whole before it is indexed.
        index: which part of that.
        result: the part's shape.
        bits: the elements, as the bits of an integer.
        dense: whether its elements lie side by side, in C order.
    """

    shape: tuple[int, ...]
    index: tuple[int | slice, ...]
    result: tuple[int, ...]
    bits: int
    dense: bool

    def of(self, array: Any) -> Any:
        """The part, of whatever can be reshaped and indexed: arrays, buffers, operands."""
        shaped = array if len(self.shape) == 1 else array.reshape(self.shape)
        return shaped[self.index] if self.index else shaped

    def meets(self, other: View) -> bool:
        """Whether the two overlap, as bounding ranges do."""
        spans = [(v.bits & -v.bits, v.bits) for v in (self, other)]
        return spans[0][0] <= spans[1][1] and spans[1][0] <= spans[0][1]


@dataclass(frozen=True)
class Part:
    """A view of a value, by its index."""

    var: int
    view: View


@dataclass(frozen=True)
class Op:
    """A step on a stream: a launch, a copy or a fill. Its last part is what it writes."""

    stream: int
    what: str
    parts: tuple[Part, ...]
    scalar: float | None = None


@dataclass(frozen=True)
class Event:
    """A wait: a stream from here on follows whatever another one was given so far."""

    source: int
    target: int


@dataclass(frozen=True)
class Program:
    """A random program.

    Attributes:
        seed: that it was drawn from.
        variables: the values.
        steps: in program order.
        streams: how many the steps are on.
        outputs: names of results, and the values' indices.
    """

    seed: int
    variables: tuple[Var, ...]
    steps: tuple[Op | Event, ...]
    streams: int
    outputs: tuple[tuple[str, int], ...]

    @property
    def ops(self) -> tuple[Op, ...]:
        """The steps that become nodes."""
        return tuple(step for step in self.steps if isinstance(step, Op))

    def inputs(self, seed: int) -> dict[int, np.ndarray[Any, Any]]:
        """Contents for the inputs, by index: small numbers, so that floats stay finite."""
        draw = np.random.default_rng(seed)
        return {
            index: draw.integers(0 if var.dtype == "u1" else -99, 99, var.size).astype(var.dtype)
            for index, var in enumerate(self.variables)
            if var.role != "temporary"
        }


@cache
def views(size: int) -> dict[tuple[int, ...], tuple[View, ...]]:
    """All parts that programs take of values of a size, by their shapes; the same in each run."""
    draw = Random(size)
    found: dict[tuple[int, ...], dict[str, View]] = {}
    for shape in SHAPES[size]:
        for number in range(60):
            index = () if number == 0 else tuple(_index(draw, extent) for extent in shape)
            view = _view(size, shape, index)
            if view.result and view.bits:
                found.setdefault(view.result, {})[str(index)] = view
    return {shape: tuple(some.values()) for shape, some in found.items()}


def _index(draw: Random, extent: int) -> int | slice:
    kind = draw.random()
    if kind < 0.3:
        return slice(None)
    if kind < 0.4:
        return draw.randrange(extent)
    if kind < 0.5:
        return slice(None, None, -1)
    start = draw.randrange(extent // 2 + 1)
    return slice(start, draw.randrange(start + 1, extent + 1), draw.choice((1, 1, 2)))


def _view(size: int, shape: tuple[int, ...], index: tuple[int | slice, ...]) -> View:
    part = np.arange(size).reshape(shape)[index]
    elements = part.ravel().tolist()
    dense = elements == list(range(elements[0], elements[0] + len(elements)))
    return View(shape, index, part.shape, sum(1 << e for e in set(elements)), dense)


def whole(size: int, shape: tuple[int, ...] | None = None) -> View:
    """All of a value of that size."""
    return _view(size, shape or (size,), ())


# -- drawing --------------------------------------------------------------------------------------


@dataclass
class _Drawing:
    """A program in the making.

    Attributes:
        written: the elements of each value that have contents, as bits.
        alive: the values that may be used now.
    """

    draw: Random
    streams: int
    audit: float
    variables: list[Var] = field(default_factory=list)
    written: list[int] = field(default_factory=list)
    alive: list[int] = field(default_factory=list)
    steps: list[Op | Event] = field(default_factory=list)

    def add_var(self, role: Role, dtype: str, size: int) -> int:
        name = f"{role[0]}{len(self.variables)}"
        self.variables.append(Var(name, role, dtype, size))
        self.written.append(0 if role == "temporary" else (1 << size) - 1)
        self.alive.append(len(self.variables) - 1)
        return len(self.variables) - 1

    def emit(self, what: str, *parts: Part, scalar: float | None = None) -> None:
        self.steps.append(Op(self.draw.randrange(self.streams), what, parts, scalar))
        self.written[parts[-1].var] |= parts[-1].view.bits

    def readable(self, var: int, view: View) -> bool:
        return self.written[var] & view.bits == view.bits

    def source(self, dtype: str, target: Part, *, apart: bool = False) -> Part | None:
        """A part to read with the shape of what is written: elsewhere, or exactly the same.

        Args:
            dtype: of its elements.
            target: what is written.
            apart: whether bounding ranges must not meet, as copies have it.
        """
        places = [v for v in self.alive if self.variables[v].dtype == dtype]
        self.draw.shuffle(places)
        for var in places:
            found = [
                view
                for view in views(self.variables[var].size).get(target.view.result, ())
                if self.readable(var, view) and self._goes_with(Part(var, view), target, apart)
            ]
            if found:
                return Part(var, self.draw.choice(found))
        return None

    def _goes_with(self, source: Part, target: Part, apart: bool) -> bool:
        if source.var != target.var or source.view is target.view:
            return True
        if apart:
            return not source.view.meets(target.view)
        return not source.view.bits & target.view.bits

    def target(self) -> Part:
        """A part to write: of an input now and then, often a whole one, often of a new value."""
        draw = self.draw
        if draw.random() < 0.25:
            self.retire()
            var = self.add_var("temporary", draw.choice(DTYPES), draw.choice((SMALL, LARGE)))
            return Part(var, whole(self.variables[var].size))
        places = [
            v for v in self.alive if self.variables[v].role == "temporary" or draw.random() < 0.2
        ]
        var = draw.choice(places or self.alive)
        size = self.variables[var].size
        if not self.written[var] or draw.random() < 0.3:
            return Part(var, whole(size, draw.choice(SHAPES[size])))
        return Part(var, draw.choice(draw.choice(list(views(size).values()))))

    def retire(self) -> None:
        """Lets a temporary go if there are many; some leave a trace in an input first."""
        some = [v for v in self.alive if self.variables[v].role == "temporary"]
        if len(some) < ALIVE:
            return
        var = self.draw.choice(some)
        self.leave_trace(var)
        self.alive.remove(var)

    def leave_trace(self, var: int) -> None:
        mine = self.variables[var]
        view = whole(mine.size)
        if self.readable(var, view) and self.draw.random() < self.audit:
            like = (mine.dtype, mine.size)
            into = next(
                i
                for i, v in enumerate(self.variables)
                if v.role != "temporary" and (v.dtype, v.size) == like
            )
            self.emit("mix", Part(var, view), Part(into, view))

    def step(self) -> None:
        target = self.target()
        dtype = self.variables[target.var].dtype
        is_full = self.readable(target.var, target.view)
        is_line = len(target.view.result) == 1
        kinds = {
            "fill": 1,
            "copy": 2,
            "mix": 3 * is_full,
            "blend": 3 * (dtype in BLENDS),
            "refill": is_line and dtype in FILLS,
            "recopy": 2 * (is_line and dtype in COPIES),
            "cast": 2 * is_line,
            "axpy": 2 * (is_full and is_line and dtype in ("f4", "f8")),
            "line": is_full and is_line and dtype == "f4",
            "sum_rows": 3 * (is_line and dtype == "i8" and target.view.dense),
            "product": 2 * (dtype == "f4" and self.variables[target.var].size == LARGE),
        }
        what = self.draw.choices(list(kinds), list(map(int, kinds.values())))[0]
        if not self.try_step(what, target, dtype):
            self.emit("fill", target, scalar=self.scalar(dtype))

    def scalar(self, dtype: str) -> float:
        number = self.draw.randrange(0 if dtype == "u1" else -9, 9)
        return number + 0.5 if dtype in ("f4", "f8") else number

    def try_step(self, what: str, target: Part, dtype: str) -> bool:
        """Emits a step of that kind; False if nothing fits."""
        if what in ("fill", "refill"):
            self.emit(what, target, scalar=self.scalar(dtype))
            return True
        if what == "product":
            return self.product(target)
        if what == "sum_rows":
            return self.row_sums(target)
        other = self.draw.choice(CASTS[dtype]) if what == "cast" else dtype
        first = self.source(other, target, apart=what == "copy")
        if first is None:
            return False
        if what == "blend":
            second = self.source(dtype, target)
            self.emit(what, first, second or first, target)
            return True
        scale = self.draw.choice((0.25, -0.25)) if what in ("axpy", "line") else None
        self.emit(what, first, target, scalar=scale)
        return True

    def row_sums(self, target: Part) -> bool:
        """Sums of the rows of a dense matrix elsewhere."""
        rows = target.view.result[0]
        found = [
            Part(var, view)
            for var in self.alive
            if self.variables[var].dtype == "i8" and var != target.var
            for shape, some in views(self.variables[var].size).items()
            for view in some
            if len(shape) == 2 and shape[0] == rows and view.dense and self.readable(var, view)
        ]
        if found:
            self.emit("sum_rows", self.draw.choice(found), target)
        return bool(found)

    def product(self, target: Part) -> bool:
        """A matrix product of bytes: exact in floats, in whatever order it is summed up."""
        sources: list[int] = []
        for size in (SMALL, LARGE):
            full = [v for v in self.alive if self.variables[v].dtype == "u1"]
            full = [v for v in full if self.variables[v].size == size]
            full = [v for v in full if self.readable(v, whole(size))]
            if not full:
                return False
            sources.append(self.draw.choice(full))
        factors: list[Part] = []
        for source, size in zip(sources, (SMALL, LARGE), strict=True):
            var = self.add_var("temporary", "f4", size)
            self.emit("cast", Part(source, whole(size)), Part(var, whole(size)))
            factors.append(Part(var, whole(size, SHAPES[size][1])))
        start = self.draw.randrange(3)
        rows = _view(LARGE, SHAPES[LARGE][1], (slice(start, start + 4),))
        self.emit("product", *factors, Part(target.var, rows))
        for factor in factors:
            self.alive.remove(factor.var)
        return True


def draw_program(
    seed: int, length: int, *, streams: int = 3, bound: float = 0.5, audit: float = 0.6
) -> Program:
    """A random program.

    Args:
        seed: that it follows from.
        length: how many steps it has, about.
        streams: that its steps are on.
        bound: the share of inputs that have no name.
        audit: the share of temporaries whose contents go into an input in the end.
    """
    draw = Random(seed)
    drawing = _Drawing(draw, streams, audit)
    for dtype in DTYPES:
        for size in (SMALL, LARGE):
            drawing.add_var("bound" if draw.random() < bound else "named", dtype, size)
    while len(drawing.steps) < length:
        if streams > 1 and draw.random() < 0.08:
            source = draw.randrange(streams)
            drawing.steps.append(Event(source, (source + draw.randrange(1, streams)) % streams))
        else:
            drawing.step()
    outputs = tuple(_draw_outputs(drawing))
    for var in [v for v in drawing.alive if v not in dict(outputs).values()]:
        if drawing.variables[var].role == "temporary":
            drawing.leave_trace(var)
    used = {p.var for s in drawing.steps if isinstance(s, Op) for p in s.parts}
    assert all(index in used for _, index in outputs)
    return Program(seed, tuple(drawing.variables), tuple(drawing.steps), streams, outputs)


def _draw_outputs(drawing: _Drawing) -> Iterator[tuple[str, int]]:
    """Some temporaries that have contents, and an input with a name."""
    full = [
        index
        for index, var in enumerate(drawing.variables)
        if var.role == "temporary" and drawing.readable(index, whole(var.size))
    ]
    for number, index in enumerate(drawing.draw.sample(full, min(3, len(full)))):
        yield f"y{number}", index
    used = {p.var for s in drawing.steps if isinstance(s, Op) for p in s.parts}
    named = [i for i in sorted(used) if drawing.variables[i].role == "named"]
    if named and drawing.draw.random() < 0.5:
        yield "same", drawing.draw.choice(named)
