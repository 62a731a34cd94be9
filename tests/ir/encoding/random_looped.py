"""Random programs with loops and branches in each other's bodies, made by a Builder.

    program = random_looped(Random(7))
    found = interpret_parts(compose(program), arrays_for(program, np.random.default_rng(7)))

Each loop ends after few turns. Operations are exact, so two ways to compute a result give the same
bits.
"""

from __future__ import annotations

from random import Random

from streamrt._compile.signatures.dtypes import DTYPES
from streamrt._ir.program import Builder, Program, Shape, Value
from streamrt._ir.traced_loops import Carried, Choice, TracedLoop

SHAPES: tuple[Shape, ...] = ((), (2,), (3, 2))
BINARY = ("add", "subtract", "multiply", "maximum", "bitwise_xor")


def random_looped(random: Random, depth: int = 2) -> Program:
    """A program of i64 arrays with one to three results, and loops up to so deep."""
    maker = _Maker(random)
    pool = [maker.builder.parameter("i64", shape) for shape in (*SHAPES, (4, 2))]
    pool = maker.block(pool, depth)
    results = [pool[-1], *random.choices(pool, k=random.randrange(3))]
    return maker.builder.finish(results)


class _Maker:
    def __init__(self, random: Random) -> None:
        self.random, self.builder = random, Builder()

    def block(self, known: list[Value], depth: int) -> list[Value]:
        """What is known after some more values."""
        pool = list(known)
        for _ in range(self.random.randint(2, 5)):
            kind = self.random.choice(["plain", "plain", "view"] + ["loop"] * 3 * (depth > 0))
            if kind == "plain":
                one = self.random.choice(pool)
                other = self.like(one, pool)
                pool.append(self.builder.apply(self.random.choice(BINARY), one, other))
            elif kind == "view":
                pool.append(self.view(self.random.choice(pool)))
            else:
                made = self.random.choice((self.repeat, self.until, self.branch))
                pool += made(pool, depth - 1)
        return pool

    def like(self, one: Value, pool: list[Value]) -> Value:
        """A value of the same shape."""
        return self.random.choice([each for each in pool if each.shape == one.shape])

    def view(self, value: Value) -> Value:
        if not value.shape or self.random.random() < 0.3:
            return self.builder.apply("broadcast", value, attributes=((2, *value.shape),))
        if self.random.random() < 0.5:
            return self.builder.apply("sum", value, attributes=((0,),))
        axes = tuple(reversed(range(len(value.shape))))
        return self.builder.apply("transpose", value, attributes=(axes,))

    def inner(self, shape: Shape) -> Value:
        return self.builder.inner(DTYPES["i64"], shape, "a value of a loop")

    def flag(self, pool: list[Value]) -> Value:
        """A bool without dimensions."""
        value = self.random.choice(pool)
        axes = tuple(range(len(value.shape)))
        value = self.builder.apply("sum", value, attributes=(axes,)) if axes else value
        one = self.builder.full(self.random.randint(-3, 3), "i64")
        return self.builder.apply("less", value, one)

    def carried(self, pool: list[Value]) -> tuple[list[Value], list[Value]]:
        """Some first values, and inner values that stand for these."""
        first = self.random.choices(pool, k=self.random.randint(1, 2))
        return first, [self.inner(one.shape) for one in first]

    def repeat(self, pool: list[Value], depth: int) -> list[Value]:
        arrays = [one for one in pool if one.shape]
        rows: list[tuple[Value, Value]] = []
        turns = self.random.randint(1, 5)
        if arrays and self.random.random() < 0.6:
            array = self.random.choice(arrays)
            turns = array.shape[0]
            rows.append((self.inner(array.shape[1:]), array))
        first, inners = self.carried(pool)
        index = self.inner(()) if self.random.random() < 0.5 else None
        own = [*inners, *[inner for inner, _ in rows], *([] if index is None else [index])]
        body = self.block([*pool, *own], depth)
        carried = [
            Carried(inner, one, self.like(one, body), self.inner(one.shape))
            for inner, one in zip(inners, first, strict=True)
        ]
        stacked: list[tuple[Value, Value]] = []
        if self.random.random() < 0.6:
            value = self.random.choice(body)
            stacked.append((value, self.inner((turns, *value.shape))))
        loop = TracedLoop(
            "repeat", "f", "f.py:1 in f", tuple(carried), turns, tuple(rows), tuple(stacked), index
        )
        self.builder.add_loop(loop)
        return loop.results

    def until(self, pool: list[Value], depth: int) -> list[Value]:
        """A loop of at most three turns, which it counts."""
        first, inners = self.carried(pool)
        zero, three = (self.builder.full(number, "i64") for number in (0, 3))
        count = self.inner(())
        body = self.block([*pool, *inners, count], depth)
        flag = self.builder.apply("less", count, three)
        if self.random.random() < 0.5:
            flag = self.builder.apply("bitwise_and", flag, self.flag([*inners, count]))
        more = self.builder.apply("add", count, self.builder.full(1, "i64"))
        carried = [
            Carried(inner, one, self.like(one, body), self.inner(one.shape))
            for inner, one in zip(inners, first, strict=True)
        ]
        carried.append(Carried(count, zero, more, self.inner(())))
        loop = TracedLoop("while", "f", "f.py:1 in f", tuple(carried), flag=flag)
        self.builder.add_loop(loop)
        return loop.results

    def branch(self, pool: list[Value], depth: int) -> list[Value]:
        ways = [self.block(pool, depth) for _ in range(2)]
        choices: list[Choice] = []
        for _ in range(self.random.randint(1, 2)):
            true = self.like(self.random.choice(pool), ways[0])
            choices.append(Choice(true, self.like(true, ways[1]), self.inner(true.shape)))
        loop = TracedLoop(
            "branch", "f", "f.py:1 in f", flag=self.flag(pool), choices=tuple(choices)
        )
        self.builder.add_loop(loop)
        return loop.results
