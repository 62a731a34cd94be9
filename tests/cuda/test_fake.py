"""The fake driver catches each program that breaks a rule, and lets those pass that keep them.

The programs that break one are in fake_misuses.py and fake_memory_misuses.py. fake.h says what the
driver does.
"""

from __future__ import annotations

import ctypes
import re
import textwrap
from collections.abc import Callable
from pathlib import Path

import pytest
from cuda.driver.fake import Fake, MisuseError
from cuda.driver.fake_client import Client, DriverError
from cuda.driver.fake_memory_misuses import MISUSES
from shared.processes import python

TESTS = Path(__file__).resolve().parents[1]
pytestmark = pytest.mark.cuda
NOT_READY = 600


# --- rules ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "program"), MISUSES, ids=[program.__name__ for _, program in MISUSES]
)
def test_a_broken_rule_is_named(text: str, program: Callable[[Client], None]) -> None:
    depth = 3 if program.__name__ == "launch_that_blocks" else 1000
    with Fake(devices=2, depth=depth) as fake:
        program(Client(fake))
        fake.settle()
        assert any(re.search(text, misuse) for misuse in fake.misuses())
        with pytest.raises(MisuseError, match=text):
            fake.check(live=False)
        fake.misuses(forget=True)
        fake.check(live=False)


def test_no_call_comes_before_the_first(fake: Fake) -> None:
    with pytest.raises(DriverError, match="cuDevicePrimaryCtxRetain returned 3"):
        _without_init(fake)
    with pytest.raises(MisuseError, match="called before cuInit"):
        fake.check()


def _without_init(fake: Fake) -> None:
    client = object.__new__(Client)
    client.fake = fake
    client.made("cuDevicePrimaryCtxRetain", 0)


HOST_TOUCHES = """
    import ctypes, sys
    from cuda.driver.fake import Fake
    from cuda.driver.fake_client import Client
    with Fake() as fake:
        c = Client(fake)
        {}
        ctypes.string_at(address, 1)
"""


@pytest.mark.parametrize("options", [(), ("-X", "faulthandler")], ids=["plain", "faulthandler"])
@pytest.mark.parametrize(
    ("made", "text"),
    [
        ("address = c.plain()", "the host touched device memory"),
        (
            "address = c.pinned(); c.call('cuMemFreeHost', address)",
            "page-locked memory that was freed",
        ),
    ],
)
def test_the_host_cannot_touch_device_memory_or_what_it_gave_back(
    made: str, text: str, options: tuple[str, ...]
) -> None:
    """The handler that was there before has its say, too."""
    program = textwrap.dedent(HOST_TOUCHES).format(made)
    done = python(*options, "-c", program, env={"PYTHONPATH": f"{TESTS}:{TESTS.parent}"})
    assert done.returncode == -11
    assert text in done.stderr
    assert ("Fatal Python error" in done.stderr) == bool(options)


def test_what_is_not_destroyed_is_counted(fake: Fake) -> None:
    c = Client(fake)
    c.event()
    c.event()
    c.plain()
    assert fake.live() == {"contexts": 1, "events": 2, "allocations": 1}
    with pytest.raises(MisuseError, match="not destroyed: 1 contexts, 2 events, 1 allocations"):
        fake.check()


def test_a_program_that_keeps_the_rules_leaves_nothing(fake: Fake) -> None:
    c = Client(fake)
    stream, event, pool, host, plain = c.stream(), c.event(), c.pool(), c.pinned(), c.plain()
    module = c.module()
    memory = c.made("cuMemAllocFromPoolAsync", 4096, pool, stream)
    graph = c.made("cuGraphCreate", 0)
    c.add(graph, c.node(c.function("seed", module), memory))
    executable = c.made("cuGraphInstantiateWithFlags", graph, 0)
    c.call("cuGraphLaunch", executable, stream)
    c.launch(c.function("axpy", module), stream, 8, plain, memory, 2.0)
    c.call("cuMemcpyAsync", host, memory, 4096, stream)
    c.call("cuMemFreeAsync", memory, stream)
    c.call("cuEventRecord", event, stream)
    c.call("cuEventSynchronize", event)
    ends = {"cuEventDestroy": event, "cuStreamDestroy": stream, "cuMemPoolDestroy": pool}
    ends |= {"cuMemFreeHost": host, "cuMemFree": plain, "cuModuleUnload": module}
    ends |= {"cuGraphExecDestroy": executable, "cuGraphDestroy": graph}
    for name, handle in ends.items():
        c.call(name, handle)
    c.call("cuDevicePrimaryCtxRelease", 0)
    fake.check()
    assert fake.live() == {}


# --- order ------------------------------------------------------------------------------------


def test_a_stream_runs_behind_its_callers_back(c: Client) -> None:
    log, stream, event = c.plain(), c.stream(), c.event()
    c.write(log, [0, 0])
    c.fake.hold(stream)
    c.launch(c.function("note"), stream, log, 5)
    c.call("cuEventRecord", event, stream)
    assert c.code("cuStreamQuery", stream) == c.code("cuEventQuery", event) == NOT_READY
    assert c.read(log, 2) == [0, 0]
    c.fake.release(stream)
    c.call("cuEventSynchronize", event)
    assert c.code("cuEventQuery", event) == 0
    assert c.read(log, 2) == [1, 5]


def interleaving(seed: int) -> list[int]:
    """The order in which three streams, filled behind a gate, run eight kernels each."""
    with Fake(seed) as fake:
        c = Client(fake)
        log, note, streams = c.plain(), c.function("note"), [c.stream() for _ in range(3)]
        c.write(log, [0] * 25)
        fake.hold()
        for i in range(8):
            for k, stream in enumerate(streams):
                c.launch(note, stream, log, 10 * k + i)
        fake.release()
        fake.settle()
        count, *order = c.read(log, 25)
        assert count == 24
        fake.check(live=False)
    return order


def test_a_seed_decides_how_streams_interleave() -> None:
    orders = [interleaving(seed) for seed in range(8)]
    assert len({tuple(order) for order in orders}) > 6
    assert interleaving(3) == orders[3]
    for order in orders:  # each stream keeps its own
        for k in range(3):
            assert [x for x in order if x // 10 == k] == [10 * k + i for i in range(8)]


@pytest.mark.parametrize("seed", range(6))
def test_an_event_orders_streams(seed: int) -> None:
    with Fake(seed) as fake:
        c = Client(fake)
        log, note = c.plain(), c.function("note")
        first, second, event = c.stream(), c.stream(), c.event()
        c.write(log, [0] * 21)
        fake.hold()
        for i in range(10):  # to and fro, with one event that is recorded again and again
            c.launch(note, first, log, 2 * i)
            c.call("cuEventRecord", event, first)
            c.call("cuStreamWaitEvent", second, event, 0)
            c.launch(note, second, log, 2 * i + 1)
            c.call("cuEventRecord", event, second)
            c.call("cuStreamWaitEvent", first, event, 0)
        fake.release()
        fake.settle()
        assert c.read(log, 21) == [20, *range(20)]
        fake.check(live=False)


def test_a_wait_is_for_what_the_event_had_captured_then(c: Client) -> None:
    first, second, other, event = c.stream(), c.stream(), c.stream(), c.event()
    for stream in (first, second):
        c.fake.hold(stream)
    c.call("cuEventRecord", event, first)
    c.call("cuStreamWaitEvent", other, event, 0)
    c.call("cuEventRecord", event, second)
    c.fake.release(second)
    c.sync(second)
    assert c.code("cuEventQuery", event) == 0
    c.fake.settle()
    assert c.fake.pending(other) == 1
    c.fake.release(first)
    c.sync(other)


def test_an_event_that_was_never_recorded_is_over(c: Client) -> None:
    stream, event = c.stream(), c.event()
    assert c.code("cuEventQuery", event) == 0
    c.call("cuStreamWaitEvent", stream, event, 0)
    c.sync(stream)


def test_the_host_writes_a_word_that_a_stream_waits_for(c: Client) -> None:
    stream, word = c.stream(), c.pinned()
    cell = ctypes.c_int64.from_address(word)
    cell.value = 0
    c.call("cuStreamWaitValue64", stream, word, 3, 0)
    c.call("cuStreamWriteValue64", stream, word + 8, 9, 0)
    assert c.fake.pending(stream) == 2
    cell.value = 4
    c.sync(stream)
    assert ctypes.c_int64.from_address(word + 8).value == 9
