"""Views of any shape, empty ones too, are what NumPy says they are, whenever their memory ends."""

from __future__ import annotations

import random
from typing import Any

import numpy as np
import pytest

import streamrt as srt
from streamrt.testing import Simulator
from streamrt_kernels import axpy

Array = np.ndarray[Any, np.dtype[np.float32]]
Pair = tuple[Array, srt.Buffer]


class Program:
    """A program on views of a few buffers, and the same in NumPy."""

    def __init__(self, rt: srt.Runtime, draw: random.Random) -> None:
        self.draw = draw
        self.rt = rt
        self.device = rt.device()
        self.streams = [self.device.stream() for _ in range(3)]
        self.pairs: list[Pair] = []
        self.fetched: list[tuple[Array, srt.Execution[Array]]] = []
        self.empties = 0

    def new(self) -> None:
        """Another buffer; of some an extent is 0."""
        shape = [self.draw.randrange(1, 6) for _ in range(self.draw.randrange(1, 4))]
        if self.draw.random() < 0.3:
            shape[self.draw.randrange(len(shape))] = 0
        if self.draw.random() < 0.3:
            shape[0] *= 4096  # so large that trimming gives its block back to the system
        array = np.full(shape, self.draw.randrange(9), "f4")
        self.pairs.append((array, self.rt.put(array)))

    def view(self) -> Pair:
        """A random view of one of the buffers."""
        array, buffer = self.draw.choice(self.pairs)
        for _ in range(self.draw.randrange(4)):
            if self.draw.random() < 0.2 and array.flags.c_contiguous:
                array, buffer = array.reshape(-1), buffer.reshape(-1)
            key = tuple(self.slice(n) for n in array.shape)
            array, buffer = array[key], buffer[key]
        assert array.shape == buffer.shape
        self.empties += not array.size
        return array, buffer

    def slice(self, extent: int) -> slice:
        """A part of a dimension: often its end, often nothing."""
        at = self.draw.randrange(extent + 1)
        step = self.draw.choice([1, 1, 2, -1])
        end = self.draw.choice([slice(at, at), slice(at, None)])
        return self.draw.choice([slice(None), end, slice(None, None, step)])

    def step(self) -> None:
        """One more operation."""
        stream, (array, buffer) = self.draw.choice(self.streams), self.view()
        alike = [pair for pair in (self.view() for _ in range(8)) if pair[0].shape == array.shape]
        apart = [(a, b) for a, b in alike if not np.may_share_memory(a, array) or not a.size]
        match self.draw.randrange(6):
            case 0:
                value = self.draw.randrange(9)
                stream.fill(buffer, value)
                array[...] = value
            case 1 if apart:
                stream.copy(buffer, apart[0][1])
                array[...] = apart[0][0]
            case 2 if apart:
                stream.launch(axpy, apart[0][1], buffer, alpha=2.0)
                array += 2 * apart[0][0]
            case 3:
                moved = buffer.to(self.device)
                self.fetched.append((array.copy(), moved.fetch()))
            case 4:
                self.fetched.append((array.copy(), buffer.fetch()))
            case _:
                del array, buffer, alike, apart
                self.end_a_buffer(stream)

    def end_a_buffer(self, stream: srt.Stream) -> None:
        """Drops a buffer whose last use, not over yet, is of nothing in it."""
        array, buffer = self.pairs.pop(self.draw.randrange(len(self.pairs)))
        if self.draw.random() < 0.5:
            self.rt.barrier().sync()  # then nothing else keeps the memory
        at = self.draw.randrange(len(array) + 1)
        array, buffer = array[at:at], buffer[at:at]
        stream.fill(buffer, 1.0)
        stream.launch(axpy, buffer, buffer, alpha=1.0)
        self.fetched.append((array, buffer.fetch()))
        self.fetched.append((array, buffer.to(self.device).fetch()))
        del buffer
        self.device.trim()
        self.new()

    def check(self) -> None:
        """Checks that all values, fetched on the way or left, are as in NumPy."""
        self.fetched += [(array, buffer.fetch()) for array, buffer in self.pairs]
        for expected, execution in self.fetched:
            found = execution.sync()
            assert found.shape == expected.shape
            assert (found == expected).all()


@pytest.mark.parametrize("kind", ["cpu", "sim"])
@pytest.mark.parametrize(
    "seed", [*range(6), *(pytest.param(n, marks=pytest.mark.slow) for n in range(6, 12))]
)
def test_any_operation_on_any_view_gives_what_numpy_gives(kind: str, seed: int) -> None:
    simulator = Simulator(seed)
    with srt.Runtime([kind], backends=[simulator]) as rt:
        program = Program(rt, random.Random(seed))
        for _ in range(5):
            program.new()
        for _ in range(150):
            program.step()
        program.check()
        assert program.empties > 50
    assert simulator.violations == ()
