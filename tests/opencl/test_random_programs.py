"""Random programs on a device of OpenCL leave the bytes of NumPy's, on whatever way they take.

STREAMRT_SEED runs other programs than the usual 200.
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from random import Random
from typing import Any

import numpy as np
import pytest
from graph import program_runs
from graph.program_runs import Array, interpret, put_all, same_bytes
from graph.programs import Event, Op, Program, draw_program
from long.fuzz_jit import fuzz

import streamrt as srt
from streamrt._backends.opencl.backend import OpenCLBackend

SEED = int(os.environ.get("STREAMRT_SEED", "0"))
PROGRAMS, AT_A_TIME, STEPS = 200, 20, 60
WAYS = ("here", "here", "here", "compiled", "elsewhere", "by the host")


@srt.jit
def mix(x: Any, y: Any) -> Any:
    return program_runs.combine(x, y, (1, 3))


@srt.jit
def blend(x: Any, y: Any) -> Any:
    return program_runs.combine(x, y, (5, -1))


COMPILED = {"mix": mix, "blend": blend}
OFTEN = ("f4", "i8")
"""The dtypes for which they are: each is some more to compile."""


class Player:
    """A runtime on which steps take different ways, all of which mean the same.

    Attributes:
        taken: how many steps took each way.
    """

    def __init__(self, rt: srt.Runtime, seed: int, streams: int) -> None:
        self.rt, self.draw = rt, Random(seed)
        self.device = rt.device("opencl:0")
        self.streams = [self.device.stream() for _ in range(streams)]
        self.elsewhere = [(d, d.stream()) for d in rt.devices if d is not self.device]
        self.taken = dict.fromkeys(WAYS, 0)

    def play(self, program: Program, arrays: Mapping[int, Array]) -> dict[int, Array]:
        """Submits a program; returns what its values hold at the end."""
        values: dict[int, srt.Buffer] = put_all(self.rt, arrays)
        for step in program.steps:
            if isinstance(step, Event):
                self.streams[step.target].wait(self.streams[step.source].record())
                continue
            program_runs.make_temporaries(program, step, values, self.rt.empty)
            parts = [part.view.of(values[part.var]) for part in step.parts]
            self.step(step, self.streams[step.stream], parts)
        fetched = {index: buffer.fetch() for index, buffer in values.items()}
        return {index: array.sync() for index, array in fetched.items()}

    def step(self, op: Op, stream: srt.Stream, parts: list[srt.Buffer]) -> None:
        """Submits one step, on a way that is drawn."""
        way = self.draw.choice(WAYS)
        target = parts[-1]
        if way == "compiled" and (op.what not in COMPILED or target.dtype not in OFTEN):
            way = "here"
        self.taken[way] += 1
        if way == "here":
            self.submit(op, stream, parts)
        elif way == "compiled":
            stream.copy(target, COMPILED[op.what].on(stream)(*parts[:2]))
        elif way == "elsewhere":
            device, other = self.draw.choice(self.elsewhere)
            there = [part.to(device) for part in parts]
            self.submit(op, other, there)
            stream.copy(target, there[-1].to(self.device))
        else:
            arrays = [np.asarray(part) for part in parts]
            stream.copy(target, self.rt.put(program_runs.compute(op, *arrays), self.device))

    def submit(self, op: Op, stream: srt.Stream, parts: list[srt.Buffer]) -> None:
        program_runs.run_op(op, parts, stream.launch, stream.copy, stream.fill)


@pytest.mark.parametrize(
    "first",
    [
        pytest.param(first, marks=pytest.mark.slow if first else ())
        for first in range(0, PROGRAMS, AT_A_TIME)
    ],
)
def test_programs_leave_the_bytes_of_numpy(first: int) -> None:
    """Launches, compiled functions, copies, fills and views over streams that wait for events."""
    second = ["opencl:1"] if OpenCLBackend().has(1) else []
    with srt.Runtime(["opencl:0", "cpu:0", *second]) as rt:
        player = Player(rt, SEED + first, streams=3)
        for seed in range(SEED + first, SEED + first + AT_A_TIME):
            program = draw_program(seed, STEPS)
            arrays = program.inputs(seed)
            found = player.play(program, arrays)
            expected = {index: array.copy() for index, array in arrays.items()}
            results = interpret(program, expected)
            expected |= dict(zip([index for _, index in program.outputs], results, strict=True))
            for index, array in expected.items():
                name = program.variables[index].name
                assert same_bytes(found[index], array), f"seed {seed}: {name}"
    assert min(player.taken.values()) > AT_A_TIME, player.taken


@pytest.mark.parametrize("programs", [8, pytest.param(200, marks=pytest.mark.slow)])
def test_compiled_functions_give_what_numpy_does(programs: int) -> None:
    """Views, products, sums, special values, and what NumPy refuses."""
    with srt.Runtime(["opencl:0"]):
        compared, found = fuzz(SEED + programs, programs)
    assert compared >= programs // 2  # NumPy makes nothing of the others
    assert not found, found[0]
