"""Random nests of loops and branches, as a device runs them, and as plain Python does.

Each base of a program is a block of words. A step names its arguments by a base and a distance in
words. Block 0 belongs to the counters of loops that a flag ends, so that all of them end.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from functools import cache

import numpy as np

from streamrt._compile.cuda.text import CUDA
from streamrt._compile.kernel import Kernel
from streamrt.backend import MOST_TURNS, LoopDevice, Program, ProgramLoop, ProgramStep
from streamrt.testing.conformance._bench import Bench
from streamrt.testing.conformance._line import Line, Submitted

BLOCK, MIDDLE = 256, 128  # words of a block, and where its base is
BLOCKS = 4
CODE = 40  # what a failing step returns, plus its number
HOLDS = 0x01010101  # a flag that is not 0, in each byte
WORD = 1 << 32

Place = tuple[int, int]


@dataclass(frozen=True)
class Step:
    """One launch: the kernel's name, its places and its number; see `TEXTS`."""

    number: int
    name: str
    places: tuple[Place, ...]
    scalar: int = 0


@dataclass(frozen=True)
class Loop:
    """A loop or a branch; `strides` are words by base, and `binding` is the place of each base."""

    number: int
    turns: int
    flag: Place | None
    strides: tuple[tuple[int, int], ...]
    binding: tuple[Place, ...]
    body: tuple[Node, ...]
    other: tuple[Node, ...] = ()


Node = Step | Loop

TEXTS = {
    "affine": ("x: u32[n], inout y: u32[n], k: u32", "y[i] = 3 * y[i] + x[i] + k;"),
    "arm": (
        "x: u32[n], out c: u32[n], out f: u32[n], k: u32",
        "c[i] = x[i] % k; f[i] = c[i] ? on : 0;",
    ),
    "tick": ("inout c: u32[n], out f: u32[n]", "c[i] -= c[i] > 0; f[i] = c[i] ? on : 0;"),
    "decide": ("x: u32[n], out f: u32[n]", "f[i] = x[i] & 1 ? on : 0;"),
    "trip": ("x: u32[n], k: u32", "if (x[i] % 6 == 5) *error = (int)k;"),
}
LENGTH = {"affine": 2}  # of others 1: copies overlap in whole or not at all
HAS_SCALAR = frozenset({"affine", "arm", "trip"})


def _one(*_: object) -> int:
    return 1


@cache
def kernel(name: str) -> Kernel:
    """Returns a kernel that one thread runs, because its arguments may overlap."""
    signature, statement = TEXTS[name]
    parameters: list[str] = []
    for each in signature.split(", "):
        words = each.split()
        of = "unsigned *" if words[-1] == "u32[n]" else "unsigned "
        parameters.append(of + words[-2].removesuffix(":"))
    if name == "trip":
        parameters.append("int *error")
    text = f"""extern "C" __global__ void nest_{name}(const Words w, {", ".join(parameters)})
{{
    const unsigned on = 0x01010101;
    for (long long i = 0; i < w.at[0]; i++) {{
        {statement}
    }}
}}"""
    code = CUDA(text, f"nest_{name}", block=1, grid=_one, fallible=name == "trip")
    return Kernel(f"nest_{name}", signature, cuda=code, errors={CODE: "it is drawn"})


# -- drawing --------------------------------------------------------------------------------------


class Drawn:
    """A random program.

    Attributes:
        nodes: its steps.
    """

    def __init__(self, seed: int, *, strides: bool, failures: bool) -> None:
        """Draws it.

        Args:
            seed: the seed.
            strides: whether addresses move from turn to turn.
            failures: whether steps may fail.
        """
        self._draw = random.Random(seed)
        self._strides = strides
        self._failures = failures
        self._numbers = 0
        self._counters = 0
        self.nodes = self._list(BLOCKS, 3)

    def _number(self) -> int:
        self._numbers += 1
        return self._numbers - 1

    def _place(self, bases: int) -> Place:
        return self._draw.randrange(1, bases), self._draw.randint(-8, 8)

    def _list(self, bases: int, depth: int) -> tuple[Node, ...]:
        nodes: list[Node] = []
        for _ in range(self._draw.randint(1, 3)):
            if depth and self._draw.random() < 0.7:
                nodes += self._loop(bases, depth - 1)
            else:
                nodes.append(self._step(bases))
        return tuple(nodes)

    def _step(self, bases: int) -> Step:
        names = ["affine", "affine", "copy", *(["trip"] if self._failures else [])]
        name, number = self._draw.choice(names), self._number()
        scalar = CODE + number if name == "trip" else self._draw.randrange(100)
        places = 1 if name == "trip" else 2
        return Step(number, name, tuple(self._place(bases) for _ in range(places)), scalar)

    def _loop(self, bases: int, depth: int) -> list[Node]:
        """Draws a loop, behind the step that sets its flag."""
        inner = self._draw.randint(2, BLOCKS)
        binding = ((0, 0), *(self._place(bases) for _ in range(inner - 1)))
        strides = [
            (base, self._draw.randint(-3, 3))
            for base in range(1, inner)
            if self._strides and self._draw.random() < 0.5
        ]
        kind = self._draw.choice(["repeat", "while", "if", "scan"])
        counter = -MIDDLE + 2 * self._counters
        self._counters += 1
        before: list[Node] = []
        other: tuple[Node, ...] = ()
        flag: Place | None = (0, counter + 1)
        if kind == "while":
            places = (self._place(bases), (0, counter), (0, counter + 1))
            before.append(Step(self._number(), "arm", places, 4))
        elif kind == "if":
            before.append(Step(self._number(), "decide", (self._place(bases), (0, counter + 1))))
        number = self._number()
        body = () if self._draw.random() < 0.1 else self._list(inner, depth)
        if kind == "while":
            body += (Step(self._number(), "tick", ((0, counter), (0, counter + 1))),)
        elif kind == "if" and self._draw.random() < 0.7:
            other = self._list(inner, depth)
        elif kind == "scan":
            flag = self._place(inner)
        turns = {"while": MOST_TURNS, "if": 1}.get(kind, self._draw.choice([0, 1, 2, 3]))
        flag = None if kind == "repeat" else flag
        return [*before, Loop(number, turns, flag, tuple(strides), binding, body, other)]


def has_strides(nodes: Sequence[Node]) -> bool:
    """Whether addresses move from turn to turn in one of these loops."""
    loops = [node for node in nodes if isinstance(node, Loop)]
    return any(loop.strides or has_strides((*loop.body, *loop.other)) for loop in loops)


# -- in plain Python ------------------------------------------------------------------------------


class FailedError(Exception):
    """The end of a program whose step of that number failed."""

    def __init__(self, number: int) -> None:
        super().__init__(number)
        self.number = number


Bases = list[Place]
Memory = list[list[int]]


def run(nodes: Sequence[Node], bases: Bases, memory: Memory) -> None:
    """Runs nodes on words, as a sequence of plain loops.

    Args:
        nodes: the nodes.
        bases: the block, and the word in it, of each base.
        memory: the words of each block.

    Raises:
        FailedError: a step fails.
    """
    for node in nodes:
        if isinstance(node, Step):
            _run_step(node, bases, memory)
        else:
            inner = [_moved(bases[base], distance) for base, distance in node.binding]
            _run_loop(node, inner, memory)


def _moved(place: Place, distance: int) -> Place:
    return place[0], place[1] + distance


def _run_loop(loop: Loop, bases: Bases, memory: Memory) -> None:
    for turn in range(min(loop.turns, 1000)):
        if loop.flag is not None:
            block, at = _moved(bases[loop.flag[0]], loop.flag[1])
            if memory[block][at] % 256 == 0:
                if turn == 0:
                    run(loop.other, bases, memory)
                return
        run(loop.body, bases, memory)
        for base, distance in loop.strides:
            bases[base] = _moved(bases[base], distance)


def _run_step(step: Step, bases: Bases, memory: Memory) -> None:
    places = [_moved(bases[base], distance) for base, distance in step.places]
    (block, at), *rest = places
    first = memory[block]
    match step.name:
        case "affine":
            second, to = memory[rest[0][0]], rest[0][1]
            for i in range(LENGTH["affine"]):
                second[to + i] = (3 * second[to + i] + first[at + i] + step.scalar) % WORD
        case "copy":
            first[at] = memory[rest[0][0]][rest[0][1]]
        case "arm":
            count = first[at] % step.scalar
            memory[0][rest[0][1]] = count
            memory[0][rest[1][1]] = HOLDS if count else 0
        case "tick":
            first[at] -= first[at] > 0
            memory[0][rest[0][1]] = HOLDS if first[at] else 0
        case "decide":
            memory[0][rest[0][1]] = HOLDS if first[at] & 1 else 0
        case _:
            if first[at] % 6 == 5:
                raise FailedError(step.number)


# -- on a device ----------------------------------------------------------------------------------


@dataclass
class Player:
    """The programs of one device.

    Attributes:
        bench: the device, with its memory.
        line: the queue that launches them.
        plans: the plans of steps, by the name of the kernel.
    """

    bench: Bench
    line: Line
    plans: dict[str, int] = field(default_factory=dict[str, int])

    def handle(self, nodes: Sequence[Node], bases: int = BLOCKS) -> int:
        """Returns a handle of a program: two streams that take turns."""
        steps = [self._step(node, bases) for node in nodes]
        streams: list[list[ProgramStep]] = [[], []]
        for number, step in enumerate(steps):
            other = 1 - number % 2
            waits = ((other, len(streams[other])),) if number else ()
            streams[number % 2].append(replace(step, waits=waits))
        return self.bench.instantiate(Program((tuple(streams[0]), tuple(streams[1])), bases))

    def loop(self, loop: Loop) -> int:
        """Returns a handle of a loop."""
        bases = len(loop.binding)
        body, other = (
            tuple(self._step(node, bases) for node in nodes) for nodes in (loop.body, loop.other)
        )
        flag = None if loop.flag is None else (loop.flag[0], 4 * loop.flag[1])
        strides = tuple((base, 4 * distance) for base, distance in loop.strides)
        device = self.bench.device
        assert isinstance(device, LoopDevice)
        made = device.load_loop(ProgramLoop(body, bases, loop.turns, flag, strides, other))
        self.bench._plans.insert(0, made)  # pyright: ignore[reportPrivateUsage] - before its steps
        return made

    def _step(self, node: Node, bases: int) -> ProgramStep:
        places = node.binding if isinstance(node, Loop) else node.places
        slots = tuple(4 * distance % 2**64 for _, distance in places)
        held = tuple((slot, base) for slot, (base, _) in enumerate(places))
        assert all(base < bases for _, base in held)
        if isinstance(node, Loop):
            return ProgramStep(node.number, self.loop(node), slots, held, ())
        if node.name in HAS_SCALAR:
            slots += (node.scalar,)
        return ProgramStep(node.number, self.plan(node.name, len(places)), slots, held, ())

    def plan(self, name: str, arrays: int) -> int:
        """Returns the plan of a step."""
        if name not in self.plans:
            length = LENGTH.get(name, 1)
            self.plans[name] = (
                self.bench.copy_plan(4 * length)
                if name == "copy"
                else self.bench.kernel(kernel(name), *[length] * arrays)
            )
        return self.plans[name]

    def put(self, values: Sequence[int]) -> int:
        """Returns the address of a new block that holds some words."""
        block = self.bench.alloc(4 * len(values))
        self.bench.wait(self.bench.write(self.line, block, np.array(values, "u4")), "done")
        return block

    def play(self, handle: int, nodes: Sequence[Node], bases: Bases, memory: Memory) -> int:
        """Launches a program once, in new blocks, and compares what comes of it.

        Args:
            handle: the program, or a loop.
            nodes: what it does.
            bases: the block, and the word in it, of each of its bases.
            memory: the words before it.

        Returns:
            Its error, or 0.
        """
        return self.play_in([self.put(each) for each in memory], handle, nodes, bases, memory)

    def play_in(
        self,
        blocks: Sequence[int],
        handle: int,
        nodes: Sequence[Node],
        bases: Bases,
        memory: Memory,
    ) -> int:
        """Does the same in blocks that hold those words."""
        bench, line = self.bench, self.line
        after, number = [list(words) for words in memory], -1
        try:
            run(nodes, list(bases), after)
        except FailedError as failed:
            number = failed.number
        done = line.launch(handle, *[blocks[block] + 4 * at for block, at in bases])
        if number >= 0:
            bench.wait(done, "failed")
            found = done.status.error, done.status.node
            bench.expect(found == (CODE + number, number + 1), f"{found}, not node {number}")
            return CODE + number
        self._finish(done, blocks, after)
        return 0

    def _finish(self, done: Submitted, blocks: Sequence[int], after: Memory) -> None:
        bench = self.bench
        bench.wait(done)
        status = done.status
        what = f"it ended as {done.state}, error {status.error}, node {status.node}"
        bench.expect(done.state == 2, what)
        for number, (block, words) in enumerate(zip(blocks, after, strict=True)):
            found = bench.read(self.line, block, BLOCK)
            bench.same(found, np.array(words, "u4"), f"block {number}")


def words(draw: random.Random) -> Memory:
    """Draws the words of all blocks: small ones, so that flags are 0 now and then."""
    return [[draw.randrange(8) for _ in range(BLOCK)] for _ in range(BLOCKS)]


def check(player: Player, seed: int, *, strides: bool, failures: bool) -> tuple[Drawn, int]:
    """Plays a random program three times; returns it, and how many of its launches failed.

    The bases are other blocks each time. The first loop of the program is launched by itself, too.
    """
    drawn = Drawn(seed, strides=strides, failures=failures)
    draw, failed = random.Random(seed), 0
    handle = player.handle(drawn.nodes)
    for _ in range(3):
        bases = [(0, MIDDLE), *((draw.randrange(1, BLOCKS), MIDDLE) for _ in range(BLOCKS - 1))]
        failed += player.play(handle, drawn.nodes, bases, words(draw)) > 0
    first = next((node for node in drawn.nodes if isinstance(node, Loop)), None)
    if first is not None:
        own = player.loop(first)
        alone = replace(first, binding=tuple((base, 0) for base in range(len(first.binding))))
        for _ in range(2):
            bases = [(0, MIDDLE), *((draw.randrange(1, BLOCKS), MIDDLE) for _ in alone.binding[1:])]
            failed += player.play(own, [alone], bases, words(draw)) > 0
    return drawn, failed
