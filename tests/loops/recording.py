"""Ways to make a graph of a nest: by hand, or in a capture on three streams."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from graph.program_runs import mix
from loops.nests import Do, If, Make, Nest, Repeat, Step, While, fresh, with_views
from shared import trial_kernels

import streamrt as srt
from streamrt.graph.nodes import Node

_TICK = f"""
define i32 @tick(ptr %args, i64 %lo, i64 %hi) {{
{trial_kernels.slots(n="ptr", go="ptr")}
  %old = load i32, ptr %n
  %new = sub i32 %old, 1
  store i32 %new, ptr %n
  %more = icmp sge i32 %new, 0
  %byte = zext i1 %more to i8
  store i8 %byte, ptr %go
  ret i32 0
}}
"""

_OPENCL_TICK = """
__kernel void tick(const Words w, __global int *n, __global uchar *go)
{
    if (!get_global_id(0))
        *go = --*n >= 0;
}
"""

tick = srt.Kernel(
    "tick",
    "inout n: i32[1], out go: bool[1]",
    cpu=srt.LLVM(_TICK, entry="tick"),
    opencl=srt.OpenCL(_OPENCL_TICK),
)
"""Counts down, and says whether the count is not below 0: what ends a `while`."""


@dataclass(frozen=True)
class Recorder:
    """A graph that is recorded: by its own methods, or by streams in a capture.

    Attributes:
        graph: the graph.
        empty: makes a temporary.
        launch, copy, fill: record a step on a stream, by its number.
    """

    graph: srt.Graph
    empty: Callable[..., Any]
    launch: Callable[..., Any]
    copy: Callable[..., Any]
    fill: Callable[..., Any]

    def record(self, steps: Sequence[Step], arrays: dict[str, Any]) -> None:
        """Records steps over buffers or operands."""
        for step in steps:
            match step:
                case Make(name, shape):
                    arrays[name] = self.empty(shape, "f4")
                case Do(stream, what, target, source, value):
                    to = target.of(arrays)
                    if source is None:
                        self.fill(stream, to, value)
                    elif what == "copy":
                        self.copy(stream, to, source.of(arrays))
                    else:
                        self.launch(stream, mix, source.of(arrays), to)
                case Repeat(turns, rows, body):
                    with self.graph.repeat(turns) as loop:
                        inner = {name: loop.row(part.of(arrays)) for name, part in rows}
                        self.record(body, arrays | inner)
                case While():
                    self._while(step, arrays)
                case If(flag, body, other):
                    with self.graph.if_(arrays["flags"][flag : flag + 1]) as branch:
                        self.record(body, dict(arrays))
                    if other is not None:
                        with branch.otherwise():
                            self.record(other, dict(arrays))

    def _while(self, step: While, arrays: dict[str, Any]) -> None:
        n, go = self.empty(1, "i4"), self.empty(1, "?")
        self.copy(step.stream, n, arrays["counts"][step.count : step.count + 1])
        self.launch(step.stream, tick, n, go)
        with self.graph.while_(go):
            if step.first:
                self.launch(step.stream, tick, n, go)
            self.record(step.body, dict(arrays))
            if not step.first:
                self.launch(step.stream, tick, n, go)


NAMED = ("x", "y", "line", "flags", "counts")


def capture(nest: Nest, rt: srt.Runtime, inputs: Mapping[str, srt.Buffer]) -> srt.Graph:
    """Captures a nest on three streams; `b` and `big` stay bound to themselves."""
    streams = [rt.device().stream() for _ in range(3)]
    with rt.capture(**{name: inputs[name] for name in NAMED}) as graph:
        arrays = with_views(inputs)
        recorder = Recorder(
            graph,
            rt.empty,
            lambda stream, *args: streams[stream].launch(*args),
            lambda stream, *args: streams[stream].copy(*args),
            lambda stream, *args: streams[stream].fill(*args),
        )
        recorder.record(nest.steps, arrays)
        for number, name in enumerate(nest.outputs):
            graph.output(f"out{number}", arrays[name])
    return graph


def build(nest: Nest) -> srt.Graph:
    """The graph of a nest, without a device; all its inputs are named."""
    recorder, arrays = _by_hand()
    recorder.record(nest.steps, arrays)
    for number, name in enumerate(nest.outputs):
        recorder.graph.output(f"out{number}", arrays[name])
    return recorder.graph


def recorded(nest: Nest) -> Iterator[tuple[Step, srt.Graph, Sequence[Node]]]:
    """Each step of a nest with the graph so far, whose values have the names in steps; its nodes.

    Temporaries are named only here, because blocks know no names of others.
    """
    recorder, arrays = _by_hand()
    graph = recorder.graph
    for step in nest.steps:
        before = len(graph.nodes)
        if isinstance(step, Make):
            arrays[step.name] = graph.empty(step.shape, "f4", name=step.name)
        else:
            recorder.record([step], arrays)
        yield step, graph, graph.nodes[before:]


def _by_hand() -> tuple[Recorder, dict[str, Any]]:
    graph = srt.Graph()
    inputs = {name: graph.input(name, array.shape, array.dtype) for name, array in fresh(0).items()}
    recorder = Recorder(
        graph,
        graph.empty,
        lambda _, *args: graph.add(*args),
        lambda _, *args: graph.copy(*args),
        lambda _, *args: graph.fill(*args),
    )
    return recorder, with_views(inputs)
