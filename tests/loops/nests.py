"""Random nests of loops and branches as data, and what they do in NumPy.

A nest has arrays around it, and steps: fills, copies, launches, and blocks with steps of their own.
Each temporary is written as a whole before it is read, by a step, by a loop or by a branch, so that
a nest has one meaning. A step reads no element that it writes, except where it reads exactly those.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Any, TypeAlias

import numpy as np

Array: TypeAlias = np.ndarray[Any, Any]
Index: TypeAlias = tuple[int | slice, ...]

ROWS, WIDTH = 4, 8
TABLE, LINE = (ROWS, WIDTH), (WIDTH,)
FLAGS, COUNTS = 6, 3
DEPTH = 3
VIEWS: dict[int, tuple[Index, ...]] = {
    0: ((),),
    1: ((), (slice(4),), (slice(4, None),), (slice(None, None, 2),), (slice(None, None, -1),)),
    2: (
        (), (0,), (3,), (slice(1, 3),), (slice(None, None, 2),), (slice(None, None, -1),),
        (slice(None), 3), (slice(None), slice(2, 6)), (slice(None), slice(4)), (1, slice(4)),
        (2, slice(None, None, 2)),
    ),
}  # fmt: skip


@dataclass(frozen=True)
class Part:
    """A part of an array, by its name."""

    name: str
    index: Index = ()

    def of(self, arrays: Mapping[str, Any]) -> Any:
        """The part, of whatever can be indexed: arrays, buffers, operands."""
        whole = arrays[self.name]
        return whole[self.index] if self.index else whole


@dataclass(frozen=True)
class Make:
    """A new temporary; a step behind it writes all of it."""

    name: str
    shape: tuple[int, ...]


@dataclass(frozen=True)
class Do:
    """A fill (no source), a copy, or a launch that mixes the source into the target."""

    stream: int
    what: str
    target: Part
    source: Part | None = None
    value: float = 0.0


@dataclass(frozen=True)
class Repeat:
    """A loop with so many turns, and the rows that it takes of arrays, by their names in it."""

    turns: int
    rows: tuple[tuple[str, Part], ...]
    body: tuple[Step, ...]


@dataclass(frozen=True)
class While:
    """A loop that a count ends, which is read where it begins; it takes the place of two names."""

    stream: int
    count: int
    body: tuple[Step, ...]
    first: bool


@dataclass(frozen=True)
class If:
    """A branch by one of the flags; maybe with another side."""

    flag: int
    body: tuple[Step, ...]
    other: tuple[Step, ...] | None


Step: TypeAlias = Make | Do | Repeat | While | If


@dataclass(frozen=True)
class Nest:
    """A random nest.

    Attributes:
        seed: that it was drawn from.
        steps: in order.
        outputs: the temporaries that are results.
    """

    seed: int
    steps: tuple[Step, ...]
    outputs: tuple[str, ...]


# -- drawing --------------------------------------------------------------------------------------


@dataclass
class _Drawing:
    """A nest in the making.

    Attributes:
        shapes: of the arrays that may be used here.
        roots: for each of them, the one whose memory it is a part of.
        names: all names so far, also of other blocks.
        rows: those arrays that are rows of others.
    """

    draw: Random
    shapes: dict[str, tuple[int, ...]] = field(default_factory=dict)
    roots: dict[str, str] = field(default_factory=dict)
    names: list[str] = field(default_factory=list)
    rows: list[str] = field(default_factory=list)

    def within(self) -> _Drawing:
        """The same, for a block: what is made there stays there."""
        shapes, roots = dict(self.shapes), dict(self.roots)
        return _Drawing(self.draw, shapes, roots, self.names, [*self.rows])

    def known(self) -> str:
        """A name; often that of a row, because few steps use one otherwise."""
        if self.rows and self.draw.random() < 0.5:
            return self.draw.choice(self.rows)
        return self.draw.choice(list(self.shapes))

    def name(self, shape: tuple[int, ...], root: str = "") -> str:
        name = f"a{len(self.names)}"
        self.names.append(name)
        self.shapes[name], self.roots[name] = shape, root or name
        return name

    def part(self, name: str) -> Part:
        return Part(name, self.draw.choice(VIEWS[len(self.shapes[name])]))

    def shape(self, part: Part) -> tuple[int, ...]:
        shape: tuple[int, ...] = np.empty(self.shapes[part.name])[part.index].shape
        return shape

    def source(self, target: Part, *, apart: bool) -> Part | None:
        """A part of the target's shape: of other memory, or exactly the same."""
        wanted = self.shape(target)
        found = [
            Part(name, index)
            for name, shape in self.shapes.items()
            for index in VIEWS[len(shape)]
            if self.roots[name] != self.roots[target.name]
        ]
        found = [part for part in found if self.shape(part) == wanted]
        if not apart:
            found.append(target)
        rows = [part for part in found if part.name in self.rows]
        found = rows if rows and self.draw.random() < 0.5 else found
        return self.draw.choice(found) if found else None

    def write(self, target: Part, *, anew: bool = False) -> Do:
        """A step that writes a part; anew, if it must not read it."""
        what = self.draw.choice(("fill", "copy") if anew else ("fill", "copy", "mix", "mix"))
        source = None if what == "fill" else self.source(target, apart=what == "copy")
        what = what if source else "fill"
        stream, value = self.draw.randrange(3), float(self.draw.randrange(-20, 20))
        return Do(stream, what, target, source, value)

    def made(self, depth: int) -> list[Step]:
        """A new temporary, and how all of it is written."""
        draw, shape = self.draw, self.draw.choice((TABLE, LINE))
        inner = self.within()
        name = self.name(shape)
        steps: list[Step] = [Make(name, shape)]
        way = draw.choice(("step", "step", "rows", "sides")) if depth else "step"
        if way == "step" or (way == "rows" and shape != TABLE):
            return [*steps, self.write(Part(name), anew=True)]
        if way == "sides":
            inner.shapes[name], inner.roots[name] = shape, name
            sides = [self.within() for _ in range(2)]
            bodies = [
                (side.write(Part(name), anew=True), *side.steps(depth - 1, 2)) for side in sides
            ]
            return [*steps, If(draw.randrange(FLAGS), bodies[0], bodies[1])]
        row = inner.name(LINE, name)
        body = (inner.write(Part(row), anew=True), *inner.steps(depth - 1, 2))
        return [*steps, Repeat(ROWS, ((row, Part(name)),), body)]

    def steps(self, depth: int, most: int) -> tuple[Step, ...]:
        found: list[Step] = []
        for _ in range(self.draw.randint(0 if depth < DEPTH else most // 2, most)):
            found += self.step(depth)
        return tuple(found)

    def step(self, depth: int) -> list[Step]:
        draw = self.draw
        kind = draw.choice(("do", "do", "do", "make", "repeat", "repeat", "while", "if"))
        if kind == "make":
            return self.made(depth)
        if kind == "do" or not depth:
            return [self.write(self.part(self.known()))]
        inner = self.within()
        if kind == "repeat":
            return [self.repeat(inner, depth)]
        if kind == "while":
            body = inner.steps(depth - 1, 3)
            return [While(draw.randrange(3), draw.randrange(COUNTS), body, draw.random() < 0.5)]
        other = self.within().steps(depth - 1, 3) if draw.random() < 0.5 else None
        return [If(draw.randrange(FLAGS), inner.steps(depth - 1, 3), other)]

    def repeat(self, inner: _Drawing, depth: int) -> Repeat:
        draw = self.draw
        turns = draw.choice((0, 1, 2, 2, 3, 4))
        rows: list[tuple[str, Part]] = []
        name = ""
        for _ in range(draw.randrange(3)):
            name = name if name and draw.random() < 0.5 else draw.choice(list(self.shapes))
            part = self.part(name)
            shape = self.shape(part)
            if shape and shape[0] >= turns:
                rows.append((inner.name(shape[1:], self.roots[part.name]), part))
                inner.rows.append(rows[-1][0])
        return Repeat(turns, tuple(rows), inner.steps(depth - 1, 3))


def draw_nest(seed: int, steps: int = 8) -> Nest:
    """A nest with up to so many steps around its blocks."""
    draw = Random(seed)
    drawing = _Drawing(draw)
    for name, shape in (("x", TABLE), ("y", TABLE), ("b", TABLE), ("w", TABLE), ("line", LINE)):
        drawing.shapes[name] = shape
        drawing.roots[name] = name
    made: tuple[Step, ...] = (*drawing.made(DEPTH), *drawing.steps(DEPTH, steps))
    outputs = [step.name for step in made if isinstance(step, Make)]
    return Nest(seed, made, tuple(draw.sample(outputs, min(2, len(outputs)))))


def fresh(seed: int) -> dict[str, Array]:
    """Contents for the inputs; `big` is the memory around `w`."""
    draw = np.random.default_rng(seed)
    shapes = {"x": TABLE, "y": TABLE, "b": TABLE, "big": (ROWS + 2, WIDTH + 4), "line": LINE}
    found: dict[str, Array] = {
        name: draw.integers(-99, 99, shape).astype("f4") for name, shape in shapes.items()
    }
    found["flags"] = draw.random(FLAGS) < 0.5
    found["counts"] = draw.integers(0, 4, COUNTS).astype("i4")
    return found


def with_views(inputs: Mapping[str, Any]) -> dict[str, Any]:
    """The inputs by the names that steps use."""
    return {**inputs, "w": inputs["big"][1:-1, 2:-2]}


# -- running --------------------------------------------------------------------------------------


def compute(steps: Sequence[Step], arrays: dict[str, Array]) -> None:
    """Runs steps in NumPy."""
    for step in steps:
        match step:
            case Make(name, shape):
                arrays[name] = np.full(shape, np.nan, "f4")
            case Do(_, what, target, source, value):
                to = target.of(arrays)
                if source is None:
                    to[...] = value
                else:
                    found = source.of(arrays)
                    half = np.float32(0.5)
                    to[...] = found if what == "copy" else found * half + to * half
            case Repeat(turns, rows, body):
                for turn in range(turns):
                    inner = dict(arrays)
                    for name, part in rows:
                        inner[name] = part.of(arrays)[turn, ...]
                    compute(body, inner)
            case While(_, count, body, _):
                for _ in range(arrays["counts"][count]):
                    compute(body, dict(arrays))
            case If(flag, body, other):
                side = body if arrays["flags"][flag] else other
                compute(side or (), dict(arrays))
