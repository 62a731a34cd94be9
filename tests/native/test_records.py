"""Packed records and commands are two forms of one thing."""

from __future__ import annotations

import ctypes
import shutil
import struct
import subprocess
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

pytest.importorskip("hypothesis")
from hypothesis import example, given
from hypothesis import strategies as st
from native.mutants import HEADERS

from streamrt._backends.cuda import structures
from streamrt._backends.gpu import structures as gpu_structures
from streamrt._core.commands import CallHost, Check, Command, Launch, Signal, Stop, Wait
from streamrt._native import core as core_module
from streamrt._native import loops, program, records, relay
from streamrt._native.core import Core
from streamrt._native.queue import CELL_BYTES, CellStatus, NativeQueue
from streamrt._native.records import decode
from streamrt._native.timeline import Timeline as NativeTimeline

CELLS = 8
words = st.integers(0, 2**64 - 1)


@pytest.fixture(scope="module")
def cells(core: Core) -> list[int]:
    first = core.new_cells(CELLS)
    return [first + CELL_BYTES * i for i in range(CELLS)]


@pytest.fixture(scope="module")
def make_plan(core: Core) -> Callable[[str], int]:
    """A plan whose slots are converted by these struct codes; kept for all tests."""
    plans: dict[str, int] = {}

    def make(codes: str) -> int:
        if codes not in plans:
            plans[codes] = core.new_plan(0, 1, 1, tuple(map(ord, codes)), (7, 8, 9))
        return plans[codes]

    return make


# -- the same commands ------------------------------------------------------------------------


@st.composite
def submissions(draw: st.DrawFn) -> tuple[list[tuple[int, int]], list[int], str, list[int]]:
    """Waits, checks, the kind of the last command, and a launch's arguments."""
    waits = draw(st.lists(st.tuples(words, words), max_size=4))
    checks = draw(st.lists(words, max_size=draw(st.sampled_from([3, 3, 3, 600]))))
    kind = draw(st.sampled_from(["launch", "packed", "packed", "host", "signal", "stop"]))
    most = draw(st.sampled_from([8, 8, 8, records.MOST_SLOTS]))
    return waits, checks, kind, draw(st.lists(words, max_size=most))


@given(program=st.lists(submissions(), max_size=30), consumed=st.booleans())
def test_records_decode_to_the_commands_that_were_submitted(
    program: list[tuple[list[tuple[int, int]], list[int], str, list[int]]],
    consumed: bool,
    core: Core,
    cells: list[int],
    make_plan: Callable[[str], int],
) -> None:
    """By `submit` and by the hot path, over segments and after a part was drained."""
    queue = NativeQueue(core, "test", NativeTimeline(1, 2**20, core))
    core.set_limit(queue.handle, 2**20)
    value = 0
    if consumed:  # a drained beginning: decoding starts behind it
        assert [queue.push([Signal()]) for _ in range(3)] == [1, 2, 3]
        value = queue.push([Stop()])
        core.srt_drain(queue.handle)
    expected: list[Command] = []
    for index, (waits, checks, kind, arguments) in enumerate(program):
        cell = cells[index % CELLS]
        launch = Launch(cell, make_plan("Q" * len(arguments)), tuple(arguments))
        others = {"host": CallHost(cell), "signal": Signal(), "stop": Stop()}
        last = others.get(kind, launch)
        commands = [*(Wait(*wait) for wait in waits), *map(Check, checks), last]
        value += 1
        if kind == "packed":
            assert queue.pack(launch.plan, launch.arguments) == value
            flat = tuple(word for wait in waits for word in wait)
            core.issue(queue.handle, cell, flat, tuple(checks))
        else:
            assert queue.push(commands) == value
        expected += commands
    assert decode(queue.handle, core.handlers) == expected
    queue.free()


def test_what_is_packed_and_not_issued_was_never_there(
    core: Core, queue: NativeQueue, cells: list[int], make_plan: Callable[[str], int]
) -> None:
    assert queue.pack(make_plan("QQ"), (1, 2)) == 1
    assert queue.pack(make_plan("Q"), (3,)) == 1
    assert decode(queue.handle, core.handlers) == []
    core.issue(queue.handle, cells[0], (), ())
    assert decode(queue.handle, core.handlers) == [Launch(cells[0], make_plan("Q"), (3,))]


def test_at_its_limit_a_queue_refuses_all_but_a_stop(
    core: Core, queue: NativeQueue, cells: list[int], make_plan: Callable[[str], int]
) -> None:
    core.set_limit(queue.handle, 2)
    assert [core.mark(queue.handle, (), ()) for _ in range(4)] == [1, 2, 0, 0]
    assert core.pack(queue.handle, make_plan("Q"), (1,)) == 0
    assert core.push_host(queue.handle, (), (), cells[0]) == 0
    assert core.can_issue(queue.handle) == 0
    assert core.stop(queue.handle, (), ()) == 3
    assert decode(queue.handle, core.handlers) == [Signal(), Signal(), Stop()]


# -- scalars --------------------------------------------------------------------------------------

INTEGERS = {"b": "i1", "h": "i2", "i": "i4", "q": "i8", "B": "u1", "H": "u2", "I": "u4", "Q": "u8"}
edges = st.sampled_from([s * (2**n) + d for n in range(65) for s in (1, -1) for d in (-1, 0, 1)])
numbers = st.one_of(
    edges,
    st.integers(-(2**70), 2**70),
    st.floats(),
    st.sampled_from([3.4028235677973366e38, 3.40282356e38, -1.0, 1e300, 10**400, True]),
    st.floats(width=32).map(np.float32),
    st.integers(-128, 127).map(np.int8),
    st.integers(-(2**63), 2**63 - 1).map(np.int64),
    st.sampled_from(["1", None, 1j, b"x", ()]),
)


def packs(code: str, value: object) -> bytes | None:
    """Returns the bytes that Python's struct, the oracle, makes of it."""
    try:
        return struct.pack(f"<{code}", value)
    except (struct.error, OverflowError, TypeError):
        return None


@given(code=st.sampled_from([*INTEGERS, "f", "d"]), value=numbers)
@example(code="i", value=2**63 - 1)
@example(code="b", value=2**63 - 128)
@example(code="f", value=1e300)
@example(code="d", value=-1.0)
def test_scalars_convert_as_in_struct_or_leave_no_trace(
    code: str,
    value: object,
    core: Core,
    cells: list[int],
    make_plan: Callable[[str], int],
) -> None:
    """A conversion that fails publishes nothing, and the queue goes on."""
    if code == "Q" and isinstance(value, np.generic):
        return  # those the launch path converts before it tries again
    queue = NativeQueue(core, "test", NativeTimeline(1, 10, core))
    core.set_limit(queue.handle, 10)
    plan = make_plan(f"Q{code}Q")
    expected = packs(code, value)
    if expected is None:
        with pytest.raises((TypeError, OverflowError)):
            queue.pack(plan, (5, value, 6))
        assert decode(queue.handle, core.handlers) == []
        value, expected = 1, packs(code, 1)
    assert expected is not None
    assert queue.pack(plan, (5, value, 6)) == 1
    core.issue(queue.handle, cells[0], (), ())
    (launch,) = decode(queue.handle, core.handlers)
    assert isinstance(launch, Launch)
    assert (launch.arguments[0], launch.arguments[2]) == (5, 6)
    assert launch.arguments[1].to_bytes(8, "little")[: len(expected)] == expected
    queue.free()


@pytest.mark.parametrize(("value", "byte"), [(True, 1), (False, 0), (7, 1), (0, 0)])
def test_a_bool_is_one_or_zero(
    value: object, byte: int, core: Core, queue: NativeQueue, cells: list[int],
    make_plan: Callable[[str], int],
) -> None:  # fmt: skip
    plan = make_plan("?")
    queue.pack(plan, (value,))
    core.issue(queue.handle, cells[0], (), ())
    assert decode(queue.handle, core.handlers) == [Launch(cells[0], plan, (byte,))]


# -- layouts --------------------------------------------------------------------------------------

LAYOUTS: dict[str, type[ctypes.Structure]] = {
    "cell": CellStatus,
    "plan": records.PlanHeader,
    "queue": records.QueueHead,
    "record": records.RecordHeader,
    "replay_step": program.StepHead,
    "step_wait": program.StepWait,
    "program": program.ProgramHead,
    "program_base": program.ProgramBase,
    "control": loops.ControlHead,
    "program_stream": program.ProgramStream,
    "gpu_kernel": gpu_structures.GpuKernel,
    "node_params": structures.NodeParams,
    "graph_step": structures.StepHead,
    "graph_base": structures.GraphBase,
    "cuda_graph": structures.GraphHead,
    "loop_step": gpu_structures.LoopStepHead,
    "loop_base": gpu_structures.LoopBase,
    "gpu_loop": gpu_structures.LoopHead,
    "far_parcel": relay.Parcel,
    "far_outbox": relay.OutboxFields,
    "far_inbox": relay.InboxFields,
}
WHOLE = (
    "step_wait", "program_base", "program_stream", "node_params", "graph_base", "loop_base",
    "far_parcel", "far_outbox", "far_inbox",
)  # fmt: skip
"""The structures whose size counts, too."""
BEHIND = {
    "plan": "layout", "replay_step": "args", "program": "table", "graph_step": "args",
    "cuda_graph": "table", "loop_step": "args", "gpu_loop": "table", "control": "moves",
}  # fmt: skip


@pytest.mark.skipif(shutil.which("gcc") is None, reason="gcc is absent")
def test_structures_have_the_offsets_of_the_c_headers(tmp_path: Path) -> None:
    lines = [f'#include "{name}.h"' for name in ("gpu_loop", "control", "relay")]
    lines += ["#include <stddef.h>", "#include <stdio.h>", "int main(void) {"]
    expected = [CELL_BYTES, records.MOST_SLOTS]
    lines += ['printf("%zu\\n%d\\n", sizeof(cell), MOST_SLOTS);']
    for name, structure in LAYOUTS.items():
        for field in (f[0] for f in structure._fields_ if not f[0].startswith("_")):
            lines += [f'printf("%zu\\n", offsetof({name}, {field}));']
            expected += [getattr(structure, field).offset]
    for name, state in zip(core_module.STATES, range(7), strict=True):
        lines += [f'printf("%d\\n", {name.upper()});']
        expected += [state]
    for name in WHOLE:
        lines += [f'printf("%zu\\n", sizeof({name}));']
        expected += [ctypes.sizeof(LAYOUTS[name])]
    for name, field in BEHIND.items():
        lines += [f'printf("%zu\\n", offsetof({name}, {field}));']
        expected += [ctypes.sizeof(LAYOUTS[name])]
    lines += ["}"]
    source, program = tmp_path / "layout.c", tmp_path / "layout"
    source.write_text("\n".join(lines))
    command = ["gcc", "-std=c11", "-D_GNU_SOURCE", *HEADERS, str(source), "-o", str(program)]
    subprocess.run(command, check=True)
    told = subprocess.run([program], check=True, capture_output=True, text=True).stdout
    assert [int(line) for line in told.split()] == expected
