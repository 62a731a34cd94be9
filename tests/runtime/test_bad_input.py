"""Every public call refuses what it cannot take: by class, in the form of all messages, at once.

What kernels refuse is in tests/faults/calls/test_arguments.py, closed and deleted objects stand
with the tests of closing and of buffers.
"""

from __future__ import annotations

import asyncio
import math
import re
import threading
from collections.abc import Callable
from typing import Any, cast

import numpy as np
import pytest
from long import fuzz
from shared.trial_kernels import Gate, axpy, count, values

import streamrt as srt
from streamrt import Graph
from streamrt.errors import (
    ArgumentError,
    ArgumentTypeError,
    BackendNotFoundError,
    EventNotRecordedError,
    SignatureError,
    StreamRTError,
)
from streamrt.graph import Node, Operand
from streamrt.testing import Costs, Simulator, conformance


class Given:
    """The handles that the cases are made of. All are `Any`, because the tests are about types."""

    def __init__(self, rt: srt.Runtime, other: srt.Runtime) -> None:
        self.rt: Any = rt
        self.cpu: Any = rt.device("cpu:0")
        self.s: Any = self.cpu.stream("s")
        self.x: Any = rt.put(np.arange(4, dtype="f4"))
        self.i: Any = rt.put(np.arange(4, dtype="i4"))
        self.far: Any = rt.put(np.ones(4, "f4"), device="cpu:1")
        self.foreign: Any = other.put(np.ones(4, "f4"))
        self.other: Any = other
        self.e: Any = self.s.fill(self.x, 1.0)
        self.Kernel: Any = srt.Kernel
        self.LLVM: Any = srt.LLVM
        self.Simulator: Any = Simulator
        self.Costs: Any = Costs
        self.axpy: Any = axpy
        graph = Graph()
        graph.output("y", graph.fill(graph.empty(3), 1.0).operands[0])
        self.plan: Any = graph.plan(self.cpu)


def deep() -> Any:
    """A list so deep that its repr fails, and whatever follows it down.

    Python 3.14 limits such recursion by the size of the stack.
    """
    nested: list[Any] = []
    for _ in range(300_000):
        nested = [nested]
    return nested


def new(signature: str, **options: Any) -> srt.Kernel:
    return srt.Kernel("k", signature, cpu=srt.LLVM(""), **options)


def run(awaitable: Any) -> None:
    async def main() -> None:
        await awaitable

    asyncio.run(main())


Case = tuple[Callable[[Given], object], type[StreamRTError], str]
T, V = ArgumentTypeError, ArgumentError
CASES: dict[str, Case] = {
    "Runtime backends": (lambda g: srt.Runtime(backends="sim"), T, "pass a list of backends"),  # type: ignore[arg-type]
    "Runtime a backend": (lambda g: srt.Runtime(backends=[7]), T, "streamrt.testing.Simulator"),  # type: ignore[list-item]
    "Runtime devices": (lambda g: srt.Runtime(devices="cpu:0"), T, "pass a list of names"),  # type: ignore[arg-type]
    "Runtime no devices": (lambda g: srt.Runtime(devices=[]), V, "devices is empty; name one"),
    "Runtime device type": (lambda g: srt.Runtime(devices=[5]), T, "names are text"),  # type: ignore[list-item]
    "Runtime device name": (lambda g: srt.Runtime(devices=["cpu:x"]), V, "names are like 'cpu'"),
    "Runtime hazards": (lambda g: srt.Runtime(hazards="none"), V, '"manual" or "check"'),  # type: ignore[arg-type] # pyright: ignore[reportArgumentType]
    "backend index": (lambda g: srt.Runtime(devices=["cpu:3", "sim:64"]), BackendNotFoundError,
        "open sim:64: this machine has no such device; `streamrt devices` lists"),
    "stream name": (lambda g: g.cpu.stream(7), T, "its name is 7; names are text"),
    "stream high_water": (lambda g: g.cpu.stream(high_water=0), V, "high_water is 0; it must"),
    "stream high_water type": (lambda g: g.cpu.stream(high_water=2.5), T, "it must be an integer"),
    "trim": (lambda g: g.cpu.trim("all"), T, "nbytes is 'all'; it must be an integer"),
    "trim negative": (lambda g: g.cpu.trim(-1), V, "nbytes is -1; it must be at least 0"),
    "put None": (lambda g: g.rt.put(None), V, "buffers hold plain values, not objects"),
    "put ragged": (lambda g: g.rt.put([[1], [1, 2]]), T, "found list: "),
    "put Buffer": (lambda g: g.rt.put(g.x), T, "use buffer.to(device) or stream.copy"),
    "put device": (lambda g: g.rt.put([1], device=3), T, "names are text"),
    "put other device": (lambda g: g.rt.put([1], g.other.device()), V, "belongs to another runtim"),
    "empty shape": (lambda g: g.rt.empty("ab"), T, "the shape is 'ab'; pass integers"),
    "empty float": (lambda g: g.rt.empty((2, 1.5)), T, "the shape is (2, 1.5); pass integers"),
    "empty negative": (lambda g: g.rt.empty((2, -1)), V, "extents are at least 0"),
    "empty huge": (lambda g: g.rt.empty((2**40, 2**40)), V, "no machine has that much memory"),
    "empty dtype": (lambda g: g.rt.empty(1, "nonsense"), T, "the dtype is 'nonsense': "),
    "empty no bytes": (lambda g: g.rt.empty(1, np.dtype([])), V, "elements have at least one by"),
    "empty subarray": (lambda g: g.rt.empty(1, np.dtype("2f4")), V, "put its extents into the sh"),
    "wrap": (lambda g: g.rt.wrap([1.0]), T, "found list; pass a NumPy array"),
    "wrap unaligned": (lambda g: g.rt.wrap(np.zeros(9, "u1")[1:].view("f4")), V,
        "the array is not aligned to its elements, of float32; use rt.put"),
    "from_dlpack": (lambda g: g.rt.from_dlpack([1.0]), T, "found list, which has no __dlpack__"),
    "register name": (lambda g: g.rt.register(5, 4096, "x: f32[n]"), V, "names are printable"),
    "register pointer": (lambda g: g.rt.register("k", "a", "x: f32[n]"), T, "pass an address"),
    "register null": (lambda g: g.rt.register("k", 0, "x: f32[n]"), V, "the pointer is null"),
    "register signature": (lambda g: g.rt.register("k", 4096, "x: f31[n]"), SignatureError, "f31"),
    "kernel": (lambda g: g.rt.kernel("nobody"), V, "it is not registered, known: none"),
    "warm": (lambda g: g.rt.warm("axpy"), T, "found str; pass a Kernel"),
    "warm arrays": (lambda g: g.rt.warm(axpy, g.x), T, "pass one for each of x, y"),
    "warm dtype": (lambda g: g.rt.warm(count, [1]), V, "n is int64[1]; it is declared inout n"),
    "warm object": (lambda g: g.rt.warm(count, object()), V, "the dtype is object; buffers hold"),
    "warm foreign": (lambda g: g.rt.warm(count, g.foreign), V, "another runtime; fetch"),
    "aput": (lambda g: g.rt.aput(object()), V, "the dtype is object; buffers hold"),
    "await first to launch": (lambda g: g.s.launch(axpy, g.e, g.x, 1.0), T, "so await it first"),
    "await first": (lambda g: g.rt.put(g.e), T, "found an Execution; await it"),
    "execute": (lambda g: g.rt.execute("axpy"), T, "found str; pass a Kernel first"),
    "execute array": (lambda g: g.rt.execute(count, [1]), T, "n: found list; pass a Buffer"),
    "execute missing": (lambda g: g.rt.execute(axpy, g.x, g.x), T, "alpha missing; pass all inp"),
    "execute too many": (lambda g: g.rt.execute(count, g.x, g.x), T, "2 inputs; it takes n"),
    "execute twice": (lambda g: g.rt.execute(count, g.x, n=g.x), T, "n is given twice; it takes"),
    "execute foreign": (lambda g: g.rt.execute(count, g.foreign), V, "another runtime; fetch it"),
    "execute dtype": (lambda g: g.rt.execute(axpy, g.i, g.x, 1.0), V, "x is int32[4]; it is decl"),
    "explain": (lambda g: g.rt.explain(g.s), T, "found Stream; pass an Execution"),
    "launch": (lambda g: g.s.launch(print, g.x), T, "pass a Kernel first"),
    "launch foreign": (lambda g: g.s.launch(axpy, g.foreign, g.x, 1.0), V,
        "x is on cpu:0 of another runtime; fetch it there and put it here"),
    "launch far": (lambda g: g.s.launch(axpy, g.far, g.x, 1.0), V, "copy it with x.to('cpu:0')"),
    "make a Node": (lambda g: Node(0, cast("Any", "x"), None, (), (), ""), T, "graphs make nod"),
    "make an Operand": (lambda g: Operand(cast("Any", g), 0, 0, g.x), T, "its layout is <Buffer"),
    "conformance": (lambda g: conformance.check(g.cpu.kind), T, "found 'cpu'; pass a Backend"),
    "conformance index": (lambda g: conformance.check(Simulator(), index=-1), V, "at least 0"),
    "copy type": (lambda g: g.s.copy(g.x, np.ones(4)), T, "src: found ndarray; pass a Buffer"),
    "copy dtype": (lambda g: g.s.copy(g.x, g.i), V, "dst is float32[4], src is int32[4]; copy ne"),
    "copy shape": (lambda g: g.s.copy(g.x[:2], g.x), V, "dst is float32[2], src is float32[4]"),
    "copy overlap": (lambda g: g.s.copy(g.x[1:], g.x[:-1]), V, "overlap; copy through anoth"),
    "copy foreign": (lambda g: g.s.copy(g.x, g.foreign), V, "belongs to another runtime; fetch"),
    "fill type": (lambda g: g.s.fill([1], 1), T, "dst: found list; pass a Buffer"),
    "fill None": (lambda g: g.s.fill(g.x, None), V, "the value is None, dst is float32[4]; "),
    "fill text": (lambda g: g.s.fill(g.x, "1"), V, "the value is '1', dst is float32[4]; "),
    "fill complex": (lambda g: g.s.fill(g.x, 1j), V, "the value is 1j, dst is float32[4]; "),
    "fill array": (lambda g: g.s.fill(g.x, [1, 2]), V, "its shape is (2,); pass one element"),
    "fill Buffer": (lambda g: g.s.fill(g.x, g.i), V, "a buffer is no value; use copy"),
    "fill overflow": (lambda g: g.s.fill(g.x, 1e300), V, "the value is 1e+300, dst is float32"),
    "fill fraction": (lambda g: g.s.fill(g.i, 1.5), V, "the value is 1.5, dst is int32[4]; "),
    "fill nan": (lambda g: g.s.fill(g.i, float("nan")), V, "the value is nan, dst is int32[4]; "),
    "fill out of range": (lambda g: g.s.fill(g.i, 2**31), V, "2147483648, dst is int32[4]; it"),
    "fill far": (lambda g: g.s.fill(g.far, 1.0), V, "fill it from a stream of its own device"),
    "fill wide": (lambda g: g.s.fill(g.rt.empty(1, "c16"), 1), V, "elements of up to 8 bytes"),
    "call": (lambda g: g.s.call(5), T, "found int; pass a function"),
    "call reads": (lambda g: g.s.call(print, reads=[1]), T, "reads=: found int; pass a Buffer"),
    "call one buffer": (lambda g: g.s.call(print, reads=g.x), T, "found Buffer; pass a list"),
    "call writes": (lambda g: g.s.call(print, writes=3), T, "found int; pass a list of buffers"),
    "call foreign": (lambda g: g.s.call(print, g.foreign), V, "belongs to another runtime; fet"),
    "record": (lambda g: g.s.record("e"), T, "record on cpu:0/s: found str; pass an Event"),
    "wait": (lambda g: g.s.wait(None), T, "found NoneType; pass an Event or an Execution"),
    "wait unrecorded": (lambda g: g.s.wait(g.rt.event()), EventNotRecordedError, "call stream.rec"),
    "to": (lambda g: g.x.to(5), V, "is no device of its runtime; pass one of"),
    "to unknown": (lambda g: g.x.to("cpu:8"), BackendNotFoundError, "find device 'cpu:8': "),
    "to other": (lambda g: g.x.to(g.other.device()), V, "is no device of its runtime; pass one of"),
    "to type": (lambda g: g.x.to(deep()), V, "of type list is no device of its runtime"),
    "put deep": (lambda g: g.rt.put(deep()), T, "found list: "),
    "empty deep": (lambda g: g.rt.empty(deep()), T, "the shape is of type list; pass integers"),
    "empty endless": (lambda g: g.rt.empty(range(1 << 40)), V, "more than 64 dimensions; arrays"),
    "reshape deep": (lambda g: g.x.reshape(deep()), T, "of type list: it is no shape; pass integ"),
    "index": (lambda g: g.x[1 << 64], V, "use integers and slices"),
    "timeout": (lambda g: g.e.sync(-1), V, "timeout is -1; it must be a number of seconds, at lea"),
    "timeout nan": (lambda g: g.s.sync(math.nan), V, "timeout is nan; it must be a number of seco"),
    "timeout type": (lambda g: g.rt.barrier().sync("1"), T, "timeout is '1'; it must be a number"),
    "watchdog": (lambda g: srt.Runtime(watchdog=math.nan), V, "watchdog is nan; it must be a numb"),
    "depth": (lambda g: g.plan.instantiate(2**64 - 1), V,
        "depth is 18446744073709551615; it must be at"),
    "kernel function": (lambda g: g.Kernel("k", "x: f32", cpu=run), T, "Python(function) or an"),
    "kernel signature": (lambda g: g.Kernel("k", 5), SignatureError, "signature is 5; signatures"),
    "kernel types": (lambda g: new("x: T[n]", types=5), SignatureError, "types is 5; pass dtypes"),
    "kernel errors": (lambda g: new("x: f32", errors=5), T, "errors is 5; pass texts by code"),
    "kernel grain": (lambda g: new("x: f32", grain="1"), T, "grain is '1'; it must be an integer"),
    "kernel check": (lambda g: g.axpy.check(1, {}, g.cpu), T,
        "args is 1, keywords is {}; pass a seq"),
    "kernel plan": (lambda g: g.axpy.plan(1), T, "layouts is 1; pass a sequence of them"),
    "kernel plan list": (lambda g: g.axpy.plan([g.x]), T, "; pass layouts of arrays"),
    "kernel plan few": (lambda g: g.axpy.plan([g.x._layout]), T,
        "1 layouts; pass one for each of x, y"),
    "kernel outputs": (lambda g: g.axpy.output_shapes(1), T, "inputs is 1; pass layouts by name"),
    "kernel kind": (lambda g: g.axpy.implementation([]), V, "no implementation for []; it runs on"),
    "kernel explain": (lambda g: g.axpy.explain("1"), T, "it is '1'; it must be an integer"),
    "LLVM symbols": (lambda g: g.LLVM("", symbols=()), T, "symbols is (); pass symbols by name"),
    "LLVM opt": (lambda g: g.LLVM("", opt="2"), T, "opt is '2'; it must be an integer"),
    "registered": (lambda g: g.rt.kernel([]), V, "find kernel []: it is not registered"),
    "simulator seed": (lambda g: g.Simulator("x"), T, "seed is 'x'; it must be an integer, or Non"),
    "simulator engines": (lambda g: g.Simulator(compute=1 << 40), V, "it must be at most 1024"),
    "simulator fail": (lambda g: g.Simulator().fail("k", b"x"), T, "code is b'x'; it must be an"),
    "simulator code": (lambda g: g.Simulator().fail("k", 1 << 40), V, "it must be at most 2147483"),
    "timeline": (lambda g: g.Simulator().timeline(1 << 31), V, "width is 2147483648; it must be a"),
    "costs": (lambda g: g.Costs(launch="1"), T, "launch is '1'; it must be an integer"),
    "costs nan": (lambda g: g.Costs(memory=math.nan), V,
        "memory is nan; it must be a number of bytes per"),
    "graph name": (lambda g: Graph().input(deep(), 3), T, "names are text"),
    "len": (lambda g: len(g.x[0]), T, "it has no dimensions; use its size"),
    "bool": (lambda g: g.x and 1, T, "ask `buffer.size` for emptiness, `(await buffer.fetch())."),
    "bool empty": (lambda g: not g.x[4:], T, "float32[0] on cpu:0>: a buffer is neither true"),
    "bool operand": (lambda g: bool(Graph().input("x", 3)), T, "an operand is neither true nor"),
}  # fmt: skip


@pytest.mark.parametrize("name", CASES)
def test_a_wrong_argument_is_refused_before_anything_is_queued(name: str) -> None:
    use, kind, text = CASES[name]
    with srt.Runtime(devices=["cpu:0", "cpu:1"]) as rt, srt.Runtime() as other:
        given = Given(rt, other)
        given.e.sync()
        before = [lane.value for lane in rt._engine.lanes]
        in_use = given.cpu.memory_stats().in_use
        with pytest.raises(kind, match=re.escape(text)) as caught:
            use(given)
        assert type(caught.value) is kind
        assert len(fuzz.frames(caught.value)) <= 1 or name.startswith("compile ")
        message = str(caught.value)
        assert re.fullmatch(r"[^:]+.*: .+[;:] .+", message, re.DOTALL), message
        assert [lane.value for lane in rt._engine.lanes][: len(before)] == before
        assert all(lane.value == 0 for lane in rt._engine.lanes[len(before) :])
        assert not any(lane.value for lane in other._engine.lanes)
        assert name.startswith(("fill wide", "to")) or (given.cpu.memory_stats().in_use == in_use)
        assert np.asarray(given.x).tolist() == [1.0] * 4


@pytest.mark.parametrize("timeout", [10**400, 1e300, math.inf, 1e12])
def test_a_very_long_timeout_is_as_good_as_none(timeout: float, rt: srt.Runtime) -> None:
    with Gate(rt) as gate:
        held = gate.hold(rt.device().stream())
        threading.Timer(0.0, gate.open).start()
        held.sync(timeout)
        rt.barrier().sync(timeout)
    with srt.Runtime(drain_timeout=timeout) as other:
        assert values(other.put([1.0])) == [1.0]


@pytest.mark.parametrize("made", [srt.Execution, srt.Buffer, srt.Stream, srt.Device])
def test_what_only_the_library_makes_cannot_be_made_by_hand(made: Any) -> None:
    with pytest.raises(TypeError):
        made()
