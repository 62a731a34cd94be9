"""Copies of handles are refused with the way to what was wanted; kernels pickle by name."""

from __future__ import annotations

import contextlib
import copy
import ctypes
import dataclasses
import importlib
import inspect
import io
import pickle
import sys
from collections.abc import Callable, Generator
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from shared import trial_kernels
from shared.processes import python

import streamrt as srt
import streamrt_kernels
from streamrt._core.handles import Handle, Unique
from streamrt.backend import Ends, HostLoop, HostPlan, Implementation, ProgramLoop, Timeline
from streamrt.errors import ArgumentError, ArgumentTypeError
from streamrt.testing import Simulator

PUBLIC = ("streamrt", "streamrt.backend", "streamrt.graph", "streamrt.testing")


class Things:
    """One of everything that users hold."""

    def __init__(self, rt: srt.Runtime) -> None:
        device = rt.device()
        stream, x = device.stream(), rt.put(np.ones(4, "f4"))
        capture = rt.capture(x=x)
        with capture as graph:
            y = rt.empty(4)
            stream.copy(y, x)
            graph.output("y", y)
        plan = graph.plan(device)
        replays = plan.instantiate()
        drawn = srt.Graph()
        operand = drawn.input("x", 4)
        node = drawn.fill(operand, 0.0)
        asked: list[srt.Binding] = []
        source = srt.LLVM(lambda binding: (asked.append(binding), "")[1])
        srt.Kernel("asked", "x: f32[n]", cpu=source).plan([x._layout])
        lent: Any = stream._lane.queue
        of_graphs = (capture, graph, plan, replays, operand, node)
        of_graphs += (drawn.values[0], node.accesses[0])
        flag = drawn.input("flag", 1, "?")
        of_graphs += (drawn.repeat(2), drawn.while_(flag), drawn.if_(flag))
        of_kernels = (trial_kernels.axpy, source, srt.Native(1), srt.Python(len), asked[0])
        of_kernels += (srt.CUDA("", entry="none"), srt.OpenCL("", entry="none"), Implementation())
        loaded = HostPlan.load_standard("fill", (1, 4, 0, 4), 0)
        looped = HostLoop(ProgramLoop((), 0, 0), lambda plan, slots, stops: 0)
        jitted = srt.jit(lambda x: x + 1)
        file = io.BytesIO()
        srt.save(file, {"f": jitted.lower(x)})
        module = srt.load(file.getvalue())
        compiled = (jitted, jitted.lower(x), module, module["f"])
        foreign = object.__new__(srt.ForeignStream)  # a whole one needs a GPU
        foreign.device, foreign.handle = device, 7
        plain = (
            rt,
            device,
            stream,
            x,
            stream.record(),
            stream.fill(x, 1.0),
            rt.scope(),
            srt.deadline(1),
            foreign,
        )
        every = (
            *of_graphs,
            *of_kernels,
            *compiled,
            *plain,
            Simulator(),
            x._layout,
            lent.timeline,
            Ends(Timeline(1).native()),
            loaded,
            looped,
        )
        self.by_class: dict[type, Any] = {type(thing): thing for thing in every}
        execution = next(thing for thing in every if isinstance(thing, srt.Execution))
        self.by_class[srt.Execution] = execution  # with `races=True` it is of a class below that
        self.derived = [replays.replay(), stream.call(len, x), device.stream("other")]


@pytest.fixture
def things(rt: srt.Runtime) -> Generator[Things]:
    made = Things(rt)
    yield made
    rt.barrier().sync()


def public_classes() -> set[type]:
    found: set[type] = set()
    for name in PUBLIC:
        module = importlib.import_module(name)
        members = (getattr(module, n) for n in dir(module) if not n.startswith("_"))
        found |= {m for m in members if inspect.isclass(m) and m.__module__[:8] == "streamrt"}
    return found


def is_data(kind: type) -> bool:
    """A class whose objects are no more than their fields, or one that others implement."""
    is_protocol = getattr(kind, "_is_protocol", False)
    is_fields = dataclasses.is_dataclass(kind) or issubclass(kind, tuple | ctypes.Structure)
    return is_fields or is_protocol


def test_every_public_class_says_what_copies_of_it_are(things: Things) -> None:
    """Row 56: a new handle is not forgotten, here and below."""
    public = public_classes()
    unknown = {c for c in public if not issubclass(c, Handle | Exception) and not is_data(c)}
    assert unknown == set()
    handles = {c for c in public if issubclass(c, Handle)}
    assert handles <= {*things.by_class}
    assert [c for c in things.by_class if c._instead == Handle._instead] == []


def test_a_handle_that_no_init_has_finished_can_be_shown() -> None:
    """As debuggers and test runners do after an `__init__` that refused its arguments."""
    handles = {each for each in public_classes() if issubclass(each, Handle)}
    assert {"Node", "Operand", "Value", "Access", "Graph", "Buffer"} <= {
        each.__name__ for each in handles
    }
    for each in handles:
        half = object.__new__(each)
        assert each.__name__ in repr(half)
        assert each.__name__ in str(half)


@dataclasses.dataclass
class Holder:
    """A class of a user that holds handles."""

    thing: object


WAYS: dict[str, Callable[[Any], object]] = {
    "copy": copy.copy,
    "deepcopy": copy.deepcopy,
    "in a list": lambda thing: copy.deepcopy([thing]),
    "asdict": lambda thing: dataclasses.asdict(Holder(thing))["thing"],
    "pickle": pickle.dumps,
    "an old pickle": lambda thing: pickle.dumps(thing, 0),
}


@pytest.mark.parametrize("way", WAYS)
def test_handles_are_neither_copied_nor_pickled(way: str, things: Things) -> None:
    """Row 56."""
    every = [*things.by_class.values(), *things.derived]
    for thing in every:
        if isinstance(thing, srt.Kernel):
            continue
        if way == "asdict" and dataclasses.is_dataclass(thing):
            continue  # takes it to pieces
        if isinstance(thing, Unique) and "pickle" not in way:
            found = WAYS[way](thing)
            assert found is thing or found == [thing]
            continue
        with pytest.raises(ArgumentTypeError, match=r"(copy or )?pickle .*: .*; \w+") as caught:
            WAYS[way](thing)
        assert str(caught.value).endswith(thing._instead)


def test_what_refuses_to_be_copied_goes_on(rt: srt.Runtime, things: Things) -> None:
    """Row 56: nothing was freed, and no lane is shared."""
    for thing in (*things.by_class.values(), *things.derived):
        for way in WAYS.values():
            with contextlib.suppress(TypeError):
                way(thing)
    x = things.by_class[srt.Buffer]
    things.by_class[srt.Stream].fill(x, 3.0).sync()
    assert np.asarray(x).tolist() == [3.0] * 4
    assert things.by_class[srt.GraphExec].replay().sync().shape == (4,)
    assert things.by_class[srt.Execution].exception() is None


def test_a_kernel_pickles_by_the_name_that_a_module_has_it_under(
    rt: srt.Runtime, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Row 56: a standard kernel, and a user's; in this process and in another, which has less."""
    (tmp_path / "own.py").write_text("from streamrt_kernels import top_k as top_k\n")
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.setitem(sys.modules, "own", importlib.import_module("own"))
    for kernel in (streamrt_kernels.axpy, streamrt_kernels.matmul, trial_kernels.count):
        for again in (copy.copy, copy.deepcopy, lambda k: pickle.loads(pickle.dumps(k))):
            assert again(kernel) is kernel
    text = pickle.dumps(streamrt_kernels.top_k)
    code = "import pickle, sys; print(pickle.loads(bytes.fromhex(sys.argv[1])))"
    there = python("-c", code, text.hex(), check=True)
    assert there.stdout.strip() == repr(streamrt_kernels.top_k)


def test_a_kernel_without_a_name_is_not_pickled(rt: srt.Runtime) -> None:
    """Row 56."""
    local = srt.Kernel("local", "x: f32[n]", cpu=srt.Python(len))
    with pytest.raises(ArgumentTypeError, match="no module has it under a name; make it at"):
        pickle.dumps(local)
    assert copy.deepcopy([local]) == [local]
    trial_kernels.passing = local  # type: ignore[attr-defined]
    text = pickle.dumps(local)
    del trial_kernels.passing  # type: ignore[attr-defined]
    with pytest.raises(ArgumentError, match="trial_kernels has no kernel passing here"):
        pickle.loads(text)
