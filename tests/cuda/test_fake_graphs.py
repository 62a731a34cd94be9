"""The fake driver's graphs, kernels, host functions and events, as the driver's manual has them."""

from __future__ import annotations

import ctypes
import threading

import pytest
from cuda.driver.fake import Fake
from cuda.driver.fake_client import Client

pytestmark = pytest.mark.cuda
INVALID_VALUE = 1
NOT_READY = 600


def diamond(c: Client, log: int, graph: int) -> list[int]:
    """Adds eight nodes between a first and a last one; each writes its number."""
    note = c.function("note")
    first = c.add(graph, c.node(note, log, 0))
    middle = [c.add(graph, c.node(note, log, 1 + i), [first]) for i in range(8)]
    return [first, *middle, c.add(graph, c.node(note, log, 9), middle)]


def test_a_graph_runs_in_any_order_that_its_dependencies_allow() -> None:
    orders: set[tuple[int, ...]] = set()
    for seed in range(10):
        with Fake(seed) as fake:
            c = Client(fake)
            log, graph, stream = c.plain(), c.made("cuGraphCreate", 0), c.stream()
            diamond(c, log, graph)
            executable = c.made("cuGraphInstantiateWithFlags", graph, 0)
            c.write(log, [0] * 11)
            c.call("cuGraphLaunch", executable, stream)
            c.sync(stream)
            count, *order = c.read(log, 11)
            assert (count, order[0], order[-1]) == (10, 0, 9)
            assert sorted(order) == list(range(10))
            orders.add(tuple(order))
            fake.check(live=False)
    assert len(orders) > 7


def test_new_parameters_of_a_node_are_for_later_launches(c: Client) -> None:
    log, graph, stream = c.plain(), c.made("cuGraphCreate", 0), c.stream()
    note = c.function("note")
    node = c.add(graph, c.node(note, log, 1))
    executable = c.made("cuGraphInstantiateWithFlags", graph, 0)
    c.write(log, [0] * 4)
    c.fake.hold(stream)
    c.call("cuGraphLaunch", executable, stream)
    changed = ctypes.byref(c.node(note, log, 2))
    c.call("cuGraphExecKernelNodeSetParams", executable, node, changed)
    c.call("cuGraphLaunch", executable, stream)
    c.fake.release(stream)
    c.sync(stream)
    again = c.made("cuGraphInstantiateWithFlags", graph, 0)  # "hNode is also not modified"
    c.call("cuGraphLaunch", again, stream)
    c.sync(stream)
    assert c.read(log, 4) == [3, 1, 2, 1]


def test_launches_of_one_graph_do_not_overlap(c: Client) -> None:
    log, graph = c.plain(), c.made("cuGraphCreate", 0)
    first, second = c.stream(), c.stream()
    diamond(c, log, graph)
    executable = c.made("cuGraphInstantiateWithFlags", graph, 0)
    c.write(log, [0] * 21)
    c.fake.hold(first)
    c.call("cuGraphLaunch", executable, first)
    c.call("cuGraphLaunch", executable, second)
    c.fake.settle()
    assert c.read(log, 1) == [0]
    c.fake.step(first, 4)
    c.fake.settle()
    assert c.read(log, 1) == [4]
    c.fake.release(first)
    c.sync(second)
    _, *order = c.read(log, 21)
    assert sorted(order[:10]) == sorted(order[10:]) == list(range(10))


@pytest.mark.parametrize("turns", [1, 3])
@pytest.mark.parametrize("repeats", [False, True])
def test_a_body_runs_as_its_condition_says(c: Client, turns: int, repeats: bool) -> None:
    """It is looked at before an `IF`, and before each turn of a `WHILE`; a kernel sets it."""
    log, left, graph, stream = c.plain(), c.plain(), c.made("cuGraphCreate", 0), c.stream()
    note, down = c.function("note"), c.function("down")
    condition = c.condition(graph)
    first = c.add(graph, c.node(down, left, condition))
    node, body = c.branch(graph, condition, [first], repeats=repeats)
    inside = c.add(body, c.node(note, log, 1))
    c.add(body, c.node(down, left, condition), [inside])
    c.add(graph, c.node(note, log, 2), [node])
    executable = c.made("cuGraphInstantiateWithFlags", graph, 0)
    ran = min(turns - 1, 1 if not repeats else turns)
    for value in (1, 7):
        c.write(log, [0] * 9)
        c.write(left, [turns])
        c.call("cuGraphLaunch", executable, stream)
        c.sync(stream)
        assert c.read(log, 1 + ran + 1) == [ran + 1, *[value] * ran, 2]
        changed = ctypes.byref(c.node(note, log, 7))
        c.call("cuGraphExecKernelNodeSetParams", executable, inside, changed)


def test_a_host_function_runs_between_its_neighbours(c: Client) -> None:
    log, stream, other = c.plain(), c.stream(), c.stream()
    note, seen = c.function("note"), threading.Event()
    c.write(log, [0] * 4)

    def called(data: int) -> None:
        assert data == 17
        seen.wait()

    function = ctypes.CFUNCTYPE(None, ctypes.c_void_p)(called)
    c.launch(note, stream, log, 1)
    c.call("cuLaunchHostFunc", stream, function, 17)
    c.launch(note, stream, log, 3)
    c.sync(other)
    c.launch(note, other, log, 2)  # beside it
    c.sync(other)
    assert c.fake.pending(stream) >= 2
    seen.set()
    c.sync(stream)
    assert sorted(c.read(log, 4)) == [1, 2, 3, 3]
    assert c.read(log, 4)[3] == 3


@pytest.mark.parametrize("seed", range(6))
def test_a_host_function_keeps_nobody_waiting(seed: int) -> None:
    seen = threading.Event()
    with Fake(seed) as fake:
        c = Client(fake)
        stream, other, before, after = c.stream(), c.stream(), c.event(), c.event()
        function = ctypes.CFUNCTYPE(None, ctypes.c_void_p)(lambda data: seen.wait() and None)
        fake.hold()
        c.call("cuEventRecord", before, stream)
        c.call("cuLaunchHostFunc", stream, function, 0)
        c.call("cuStreamWaitEvent", other, before, 0)
        c.call("cuEventRecord", after, other)
        fake.release()
        while c.code("cuEventQuery", after) == NOT_READY:
            pass
        assert c.code("cuStreamQuery", stream) == NOT_READY
        seen.set()
        c.sync(stream)
        fake.check(live=False)


def kernel_seeds(seed: int) -> list[int]:
    """The seeds that twelve runs of a kernel got."""
    with Fake(seed) as fake:
        c = Client(fake)
        stream, address, kernel = c.stream(), c.plain(), c.function("seed")
        for i in range(12):
            c.launch(kernel, stream, address + 8 * i)
        c.sync(stream)
        return c.read(address, 12)


def test_kernels_get_seeds_that_the_driver_s_seed_decides() -> None:
    seeds = kernel_seeds(5)
    assert seeds == kernel_seeds(5) != kernel_seeds(6)
    assert {seed % 2 for seed in seeds} == {0, 1}  # threads forwards and backwards


def test_elapsed_time_is_of_events_with_time(c: Client) -> None:
    stream, start, end, plain = c.stream(), c.event(0), c.event(0), c.event()
    time = ctypes.c_float(-1)

    def elapsed(a: int, b: int) -> int:
        return c.code("cuEventElapsedTime", ctypes.byref(time), a, b)

    assert elapsed(start, end) == 400
    c.call("cuEventRecord", start, stream)
    c.fake.hold(stream)
    for event in (end, plain):
        c.call("cuEventRecord", event, stream)
    assert (elapsed(start, end), elapsed(start, plain)) == (NOT_READY, 400)
    c.fake.release(stream)
    c.sync(stream)
    assert elapsed(start, end) == 0
    assert time.value >= 0


@pytest.mark.parametrize(
    "shape",
    [(0, 1, 1, 1, 1, 1), (1, 65536, 1, 1, 1, 1), (1, 1, 1, 1025, 1, 1), (1, 1, 1, 64, 32, 1)],
)
def test_a_launch_has_limits(c: Client, shape: tuple[int, ...]) -> None:
    parameters = c.parameters(c.plain())
    code = c.code("cuLaunchKernel", c.function("seed"), *shape, 0, c.stream(), parameters, 0)
    assert code == INVALID_VALUE
