"""Random programs on three devices, one of which is lost while gates hold others.

The oracle runs the operations that succeeded, in the order of submission, with NumPy. An operation
that failed or was skipped leaves its output without a value, until one writes all of it again.
"""

from __future__ import annotations

import importlib.util
import os
import random
from contextlib import ExitStack
from typing import Any, NamedTuple

import numpy as np
import pytest
from faults.recovery.recovering_setup import TIMEOUT
from shared.threaded_backend import RecoveringBackend, RecoveringDevice
from shared.trial_kernels import Gate, axpy

import streamrt as srt
from streamrt.errors import DeviceLostError
from streamrt.testing import Simulator

SIMULATED = ["sim"] if importlib.util.find_spec("streamrt._backends.sim") is not None else []
SEED = int(os.environ.get("STREAMRT_SEED", "0"))
PROGRAMS = 40
N = 4
LOST, OTHER, HOST = range(3)
BUFFERS = 6
WHAT = ["axpy", "copy", "copy", "copy", "fill", "fill", "hold", "hold", "record", "wait"]


class Op(NamedTuple):
    """An operation that was submitted: what it reads and writes, by number, and the execution."""

    what: str
    device: int
    source: int
    target: int
    number: float
    execution: srt.Execution
    is_held: bool  # whether it is a gate, or comes after one


class Held:
    """What is behind a gate: streams, and the accesses to buffers, by number."""

    def __init__(self) -> None:
        self.streams: set[srt.Stream] = set()
        self.written: set[int] = set()
        self.read: set[int] = set()

    def note(self, is_gate: bool, stream: srt.Stream, reads: set[int], target: int) -> bool:
        """Notes an operation; returns whether it is a gate, or comes after one."""
        behind = {target} & self.read or ({target} | reads) & self.written
        is_held = is_gate or stream in self.streams or bool(behind)
        if is_held:
            self.streams.add(stream)
            self.written.add(target)
            self.read |= reads
        return is_held


class Program:
    """One program: two buffers and two streams on each device, and gates on the CPU."""

    def __init__(self, rt: srt.Runtime, draw: random.Random, gates: list[Gate]) -> None:
        self.rt, self.draw, self.gates = rt, draw, gates
        self.devices = rt.devices
        self.streams = [[device.stream() for _ in range(2)] for device in self.devices]
        self.buffers = [
            rt.put(np.full(N, float(i), "f4"), self.devices[i % 3]) for i in range(BUFFERS)
        ]
        self.ops: list[Op] = []
        self.events: list[tuple[srt.Event, bool]] = []
        self.held = Held()
        rt.barrier().sync()
        self.values = [np.full(N, float(i), "f4") for i in range(BUFFERS)]

    def step(self) -> None:
        """Submits one operation; a lost device refuses it."""
        draw = self.draw
        device = draw.choice((LOST, LOST, OTHER, HOST, HOST))
        stream = draw.choice(self.streams[device])
        what = draw.choice(WHAT)
        try:
            if what == "record":
                self.events.append((stream.record(), stream in self.held.streams))
            elif what == "wait" and self.events:
                event, is_held = draw.choice(self.events)
                stream.wait(event)
                self.held.streams |= {stream} if is_held else set()
            elif what == "hold" and device == HOST:
                target = self._one_of(HOST)
                self._submit("fill", HOST, stream, target)  # so that the gate is never skipped
                self._submit("hold", HOST, stream, target)
            elif what != "wait":
                self._submit(what, device, stream, self._one_of(device))
        except DeviceLostError:
            assert device == LOST

    def _submit(self, what: str, device: int, stream: srt.Stream, target: int) -> None:
        draw, number = self.draw, float(self.draw.randrange(9))
        source = self._one_of(device)
        if what == "hold" and device == HOST:
            run: Any = draw.choice(self.gates).hold(stream, self.buffers[target])
        elif what == "copy":
            source, target = self._ends(device)
            run = stream.copy(self.buffers[target], self.buffers[source])
        elif what == "axpy":
            x, y = self.buffers[source], self.buffers[target]
            run = stream.launch(axpy, x, y, alpha=number)
        else:
            what, run = "fill", stream.fill(self.buffers[target], number)
        reads = {"axpy": {source, target}, "copy": {source}, "hold": {target}}.get(what, set())
        is_held = self.held.note(what == "hold", stream, reads, target)
        self.ops.append(Op(what, device, source, target, number, run, is_held))

    def _one_of(self, device: int) -> int:
        """Draws a buffer of a device."""
        return self.draw.randrange(0, BUFFERS, 3) + device

    def _ends(self, device: int) -> tuple[int, int]:
        """Draws what a copy on a device reads and writes; one end may be another device's."""
        here, there = self._one_of(device), self.draw.randrange(BUFFERS)
        if device == HOST:
            there = self._one_of(HOST)
        return (here, there) if self.draw.random() < 0.5 else (there, here)

    def check_while_held(self) -> None:
        """All that comes after no gate ends, and so does all work of the lost device."""
        for op in self.ops:
            if op.device == LOST or not op.is_held:
                sync(op)
        for op in self.ops:
            assert op.device == LOST or not op.is_held or not op.execution.done(), op

    def check(self) -> None:
        """Compares with the oracle what became of everything."""
        known = [True] * BUFFERS
        for op in self.ops:
            reads = {"axpy": (op.source, op.target), "copy": (op.source,), "hold": (op.target,)}
            has_inputs = all(known[i] for i in reads.get(op.what, ()))
            is_done = op.execution.exception() is None
            if op.device != LOST:
                assert is_done == has_inputs, op
            known[op.target] = is_done
            if is_done:
                assert has_inputs, op
                self._apply(op)
        for i, (buffer, value) in enumerate(zip(self.buffers, self.values, strict=True)):
            if i % 3 != LOST and known[i]:
                assert np.asarray(buffer).tolist() == value.tolist(), i

    def _apply(self, op: Op) -> None:
        values = self.values
        if op.what == "axpy":
            values[op.target] = op.number * values[op.source] + values[op.target]
        elif op.what == "copy":
            values[op.target] = values[op.source].copy()
        elif op.what == "fill":
            values[op.target] = np.full(N, op.number, "f4")
        else:
            values[op.target][0] += 1


def run(seed: str, kind: str) -> None:
    draw = random.Random(seed)
    backend, simulator = RecoveringBackend(), Simulator(seed=draw.randrange(1000))
    devices = [f"{kind}:0", f"{kind}:1", "cpu:0"]
    with (
        srt.Runtime(devices, backends=[backend, simulator]) as rt,
        ExitStack() as stack,
    ):
        gates = [stack.enter_context(Gate(rt)) for _ in range(3)]
        program = Program(rt, draw, gates)
        length = draw.randrange(10, 40)
        when = draw.randrange(length)
        inside = backend.devices.get(0)
        if inside is not None:
            inside.answers = [None]  # it does not come back
            inside.left = draw.randrange(10) if draw.random() < 0.5 else -1
        for number in range(length):
            program.step()
            if draw.random() < 0.2 and program.ops:
                draw.choice(program.ops).execution.done()  # lets virtual time pass
            if number == when:
                if inside is None:
                    simulator.lose(0, "unplugged")
                else:
                    lose(inside)
        program.check_while_held()
        draw.shuffle(gates)
        for gate in gates:
            gate.open()
        for op in program.ops:
            sync(op)
        program.check()


def lose(device: RecoveringDevice) -> None:
    """Loses a device when none of its kernels runs."""
    with device.busy:
        if device.queues:
            device.lose("unplugged")


def sync(op: Op) -> None:
    """Waits for the end of an operation, whatever becomes of it."""
    try:
        op.execution.sync(TIMEOUT)
    except srt.StreamRTError:
        pass


@pytest.mark.parametrize("kind", ["recovering", *SIMULATED])
@pytest.mark.usefixtures("silence")
def test_a_loss_changes_nothing_that_does_not_depend_on_it(kind: str) -> None:
    """Fault 13: in whatever order the gates open."""
    for number in range(PROGRAMS):
        seed = f"{SEED}/{kind}/{number}"
        try:
            run(seed, kind)
        except BaseException as error:
            error.add_note(f"seed {seed}")
            raise
