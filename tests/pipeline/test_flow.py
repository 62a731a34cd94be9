"""The pure flow, without threads: what it hands out, and what it delivers after that."""

from __future__ import annotations

from streamrt._core.flow.elements import DROPPED, Element, Failure
from streamrt._core.flow.flow import LATE, Flow
from streamrt._core.flow.joints import Batch, Shuffle, Unbatch
from streamrt._core.flow.nodes import Producer, Stage, Task
from streamrt._core.flow.outlet import Outlet


def ran(flow: Flow, task: Task, now: float) -> None:
    """Does a task at once; elements of a stage stay as they are."""
    if isinstance(task.node, Producer):
        task.results.extend(range(task.node.made, task.node.made + task.limit))
    task.results.extend(task.items)
    task.items.clear()
    flow.end(task, now)


def test_what_a_late_worker_gave_back_is_done_before_a_later_failure_is_raised() -> None:
    early, late = Stage(None, 2, False), Stage(None, 1, False)
    flow = Flow([Producer(None, 0, 64, 0, False), early, late], ordered=True, start=(0,))
    flow.begin(0.0)
    early.pace.called(64, 64 * 20e-6)  # so quick that a worker takes several at once
    while flow.works[0].available():
        ran(flow, flow.take_of(flow.works[0], 0.0), 0.0)
    slow = flow.take_of(early, 0.0)
    assert len(slow.items) > 1
    begun = slow.items.popleft()
    failing = flow.take_of(early, 0.0)
    ran(flow, failing, 0.0)
    failed = flow.take_of(late, 0.0)
    element = failed.items[0]
    flow.rescue(LATE)  # what the slow worker has not begun is ready again
    element.value = Failure(ValueError("no"))
    ran(flow, failed, LATE)
    slow.results.append(begun)
    flow.end(slow, LATE)
    while (task := flow.take(LATE)) is not None:
        ran(flow, task, LATE)
    found = []
    while (delivered := flow.deliver(LATE)) is not None:
        found.append(delivered.before[0])
    assert found == list(range(element.before[0] + 1))


def test_a_window_that_joints_hold_altogether_grows_by_what_is_needed() -> None:
    source = Producer(None, 0, 4, 0, False)
    shuffles = [Shuffle(4, 0, 0, 0), Shuffle(3, 0, 0, 0), Shuffle(4, 0, 0, 0)]
    flow = Flow([source, *shuffles], ordered=True, start=(0,) * 7)
    flow.begin(0.0)
    while not flow.outlet.out:
        task = flow.take(0.0)
        assert task is not None
        ran(flow, task, 0.0)
    assert source.sent == 8
    assert source.inside <= source.window == 8


def test_a_failure_that_waits_for_a_flat_map_is_raised_after_it() -> None:
    source, stage = Producer(None, 0, 2, 0, False), Stage(None, 1, False)
    results = Producer(None, 1, 8, 0, False)
    nodes = [source, stage, Batch(1), Unbatch(list, 0), results]
    flow = Flow(nodes, ordered=True, start=(0, 0, 0))
    flow.begin(0.0)
    while source.available():
        ran(flow, flow.take_of(source, 0.0), 0.0)
    ran(flow, flow.take_of(stage, 0.0), 0.0)
    assert results.parent is not None  # whatever comes now waits behind it
    failing = flow.take_of(stage, 0.0)
    failing.items[0].value = failure = Failure(ValueError("no"))
    ran(flow, failing, 0.0)
    task = flow.take_of(results, 0.0)
    task.items.clear()
    task.ended = True
    flow.end(task, 0.0)
    delivered = flow.deliver(0.0)
    assert delivered is not None
    assert delivered.value is failure


def test_a_hole_before_the_place_where_a_resumed_run_starts_does_not_move_it_back() -> None:
    """A window of `shuffle` begins again, with holes where an earlier run has delivered."""
    left: list[Element] = []
    outlet = Outlet(True, (0, 1, 2), (), left.append)
    outlet.accept(Element(DROPPED, 0, (0, 0, 0), (0, 1, 0), (1,)), 0.0)
    assert (outlet.place, len(left)) == ((0, 1, 2), 1)
    outlet.accept(Element("last", 1, (0, 1, 2), (0, 2, 0), (1,)), 0.0)
    assert outlet.deliver() is not None
    assert outlet.place == (0, 2, 0)
