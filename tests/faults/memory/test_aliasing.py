"""Arguments of one launch, or copy, that share elements."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

import numpy as np
import pytest
from shared.trial_kernels import values

import streamrt as srt
from streamrt import Graph
from streamrt.errors import ArgumentError
from streamrt.graph.nodes import Operand
from streamrt.testing.conformance._kernels import blend, mix

ONE = "x: u32[n], inout y: u32[n]"
anything = srt.Kernel(
    "anything", f"{ONE}, k: u32, turns: i64", cpu=mix.implementations["cpu"], aliasing=True
)
in_python = srt.Kernel("in_python", ONE, cpu=srt.Python(lambda x, y: np.copyto(y, x)))
elementwise = srt.Kernel(
    "elementwise",
    "x: T[...], y: T[...], out z: T[...]",
    cpu=srt.Python(lambda x, y, z: np.add(x, y, out=z)),
    elementwise=True,
)
two_outputs = srt.Kernel(
    "two_outputs",
    "x: T[...], out y: T[...], out z: T[...]",
    cpu=srt.Python(lambda x, y, z: None),
    elementwise=True,
)


def by_launch(rt: srt.Runtime, y: srt.Buffer, x: srt.Buffer) -> None:
    rt.device().stream().launch(mix, x, y=y, k=1, turns=0).sync()


def by_python(rt: srt.Runtime, y: srt.Buffer, x: srt.Buffer) -> None:
    rt.device().stream().launch(in_python, x, y).sync()


def by_execute(rt: srt.Runtime, y: srt.Buffer, x: srt.Buffer) -> None:
    rt.execute(blend, x, y, k=1, turns=0).sync()


def by_copy(rt: srt.Runtime, y: srt.Buffer, x: srt.Buffer) -> None:
    rt.device().stream().copy(y, x).sync()


def by_capture(rt: srt.Runtime, y: srt.Buffer, x: srt.Buffer) -> None:
    with rt.capture():
        stream = rt.device().stream()
        apart = rt.empty(x.shape, "u4")
        stream.copy(apart, x)
        stream.launch(mix, apart, y, 1, 0)  # only its buffers differ, so that it was checked before
        stream.launch(mix, x, y, 1, 0)


def by_captured_copy(rt: srt.Runtime, y: srt.Buffer, x: srt.Buffer) -> None:
    with rt.capture():
        rt.device().stream().copy(y, x)


def by_hand(rt: srt.Runtime, y: srt.Buffer, x: srt.Buffer) -> None:
    """Adds operands that lie in a graph's value as the buffers lie in their memory."""
    del rt
    graph = Graph()
    memory = graph.input("memory", 64, "u4")
    graph.add(mix, *(like(memory, buffer) for buffer in (x, y)), 1, 0)


def by_hand_copied(rt: srt.Runtime, y: srt.Buffer, x: srt.Buffer) -> None:
    del rt
    graph = Graph()
    memory = graph.input("memory", 64, "u4")
    graph.copy(*(like(memory, buffer) for buffer in (y, x)))


def like(memory: Operand, buffer: srt.Buffer) -> Operand:
    step, first = buffer.strides[0] // 4, buffer._region.start // 4
    whole = range(first, first + abs(step) * len(buffer), abs(step))
    return memory[whole.start : whole.stop : whole.step][:: 1 if step > 0 else -1]


LAUNCHES = [by_launch, by_python, by_execute, by_capture, by_hand]
COPIES = [by_copy, by_captured_copy, by_hand_copied]


@pytest.mark.parametrize("options", [{}, {"check_finite": True}, {"eager": True}], ids=str)
@pytest.mark.parametrize("way", LAUNCHES + COPIES)
def test_arguments_that_share_elements_are_refused_and_no_others(
    way: Callable[[srt.Runtime, srt.Buffer, srt.Buffer], None], options: dict[str, Any]
) -> None:
    """Row 58: by what elements there are, not by where they lie."""
    random, kinds = Random(1), set[bool]()
    with srt.Runtime(["cpu:0"], **options) as rt:
        memory = rt.put(np.zeros(64, "u4"))
        for _ in range(150):
            count = random.randrange(1, 6)
            starts = [random.randrange(24) for _ in "yx"]
            steps = [random.choice((1, 2, 3, 4, -1, -2)) for _ in "yx"]
            parts = [
                range(a, a + count * abs(s), abs(s)) for a, s in zip(starts, steps, strict=True)
            ]
            whole = [memory[p.start : p.stop : p.step] for p in parts]
            y, x = (part[:: 1 if s > 0 else -1] for part, s in zip(whole, steps, strict=True))
            refused = bool({*parts[0]} & {*parts[1]})
            if way in COPIES and parts[0] == parts[1] and (count == 1 or steps[0] == steps[1]):
                refused = False
            kinds.add(refused)
            if refused:
                with pytest.raises(ArgumentError, match=r"share elements|overlap; copy"):
                    way(rt, y, x)
            else:
                way(rt, y, x)
    assert len(kinds) == 2


def test_what_kernels_allow_of_themselves_is_not_refused(rt: srt.Runtime, cpu: srt.Device) -> None:
    """Row 58: elementwise ones take one view as input and output, `aliasing` ones anything."""
    stream, x = cpu.stream(), rt.put(np.ones((4, 6), "f4"))
    stream.launch(elementwise, x, x, x)
    stream.launch(elementwise, x[:, ::2], x[:, 1::2], x[:, ::2])
    assert values(x)[0] == [4.0, 2.0] * 3
    for y, z in ((x[:, :-1], x[:, 1:]), (x[:2], x[:2, ::-1])):
        with pytest.raises(ArgumentError, match="a copy of one of them, or the very same view as"):
            stream.launch(elementwise, y, y, z)
    with pytest.raises(ArgumentError, match="z and y share elements, and two_outputs writes y"):
        stream.launch(two_outputs, rt.put(np.ones(3)), y := rt.put(np.ones(3)), y)
    n = rt.put(np.ones(4, "u4"))
    stream.launch(anything, n[:-1], n[1:], k=0, turns=0).sync()
