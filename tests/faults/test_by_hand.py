"""Runtimes with `hazards="manual"`: what users have no stream for is ordered all the same."""

from __future__ import annotations

from collections.abc import Generator
from typing import Any

import numpy as np
import pytest
from graph.places import KINDS, Place, opened
from opencl.driver import OPENCL
from shared.trial_kernels import Gate, axpy, fail

import streamrt as srt
from streamrt.errors import DependencyError, KernelError
from streamrt.testing import Simulator

N = 8


# On a driver of others what was submitted may be over, and seen, before the next line asks for it.
@pytest.fixture(params=[kind for kind in KINDS if kind is not OPENCL])
def place(request: pytest.FixtureRequest) -> Generator[Place]:
    with opened(request.param, hazards="manual") as place:
        yield place


def sources(execution: srt.Execution) -> set[object]:
    """The lanes that it waits for."""
    return {edge.timeline for edge in execution.edges}


def test_what_the_host_reads_is_what_was_submitted_last(place: Place) -> None:
    """Row 60."""
    a, b = place.rt.device().stream(), place.rt.device().stream()
    y = place.rt.put(np.zeros(N, "f4"))
    a.fill(y[4:], 1.0)
    b.fill(y[:4], 2.0)
    fetched = y.fetch()
    assert sources(fetched) == {a._lane, b._lane}
    late = a.fill(y, 3.0)
    assert sources(late) == {fetched.timeline}  # it must not overtake what reads for the host
    copied = y.to(place.rt.device())
    assert fetched.sync().tolist() == [2.0] * 4 + [1.0] * 4
    assert np.asarray(y).tolist() == np.asarray(copied).tolist() == [3.0] * N
    user = b.fill(copied, 4.0)
    assert sources(user) <= {lane for lane in place.rt._engine.lanes if lane.internal}
    assert np.asarray(copied).tolist() == [4.0] * N


def test_what_is_put_or_moved_is_there_before_it_is_used(place: Place) -> None:
    """Row 60."""
    stream = place.rt.device().stream()
    for number in range(20):
        x = place.rt.put(np.full(N, number, "f4"))
        y = x.to(place.rt.device())
        stream.launch(axpy, x, y, 1.0)
        assert np.asarray(y).tolist() == [2.0 * number] * N


def test_views_with_gaps_have_several_last_writers(place: Place) -> None:
    """Row 60: on each stream the newest one."""
    a, b, c = (place.rt.device().stream() for _ in range(3))
    y = place.rt.put(np.zeros(N, "f4"))
    place.rt.barrier().sync()
    a.fill(y[::2], 1.0)
    b.fill(y[1::2], 2.0)
    a.fill(y[::4], 3.0)
    fetched = y.fetch()
    assert sources(fetched) == {a._lane, b._lane}
    assert sources(c.fill(y, 5.0)) == {fetched.timeline}
    assert sources(y.fetch()) == {c._lane}
    assert fetched.sync().tolist() == [3, 2, 1, 2] * 2


def test_a_failure_shows_through_the_gaps_of_a_later_write() -> None:
    """Row 60: also if that one could not see it, because nothing says which of them is first."""
    with srt.Runtime(hazards="manual", races=False) as rt, Gate(rt) as gate:  # they do race
        a, b = rt.device().stream(), rt.device().stream()
        y = rt.put(np.zeros(N, "f4"))
        gate.hold(a)
        failed = a.launch(fail, y, 7)
        b.fill(y[::2], 1.0).sync()
        readers = [y.fetch(), y[1:2].fetch(), y.to("cpu").fetch()]
        assert not any(reader.done() for reader in readers)
        gate.open()
        for reader in readers:
            with pytest.raises(DependencyError):
                reader.sync()
        with pytest.raises(KernelError):
            np.from_dlpack(y)
        assert isinstance(failed.exception(), KernelError)
        b.fill(y, 2.0)
        assert np.asarray(y).tolist() == [2.0] * N


def test_what_execute_chooses_a_stream_for_waits_and_is_waited_for() -> None:
    """Row 60."""
    with srt.Runtime(hazards="manual") as rt, Gate(rt) as gate:
        stream = rt.device().stream()
        x, y = rt.put(np.ones(N, "f4")), rt.put(np.ones(N, "f4"))
        gate.hold(stream)
        stream.fill(x, 2.0)
        summed = rt.execute(axpy, x, y, 1.0)
        assert sources(summed) == {stream._lane}
        after = stream.copy(x, y)
        assert sources(after) == {summed.timeline}
        gate.open()
        assert np.asarray(x).tolist() == [3.0] * N


@pytest.mark.parametrize("seed", range(12))
def test_in_whatever_order_a_device_works_between_users_and_the_host(seed: int) -> None:
    """Row 60: two devices, one user's stream on each, everything else the runtime's own."""
    simulator = Simulator(seed)
    with srt.Runtime(["sim:0", "sim:1"], backends=[simulator], hazards="manual") as rt:
        one, two = rt.devices
        a, b = one.stream(), two.stream()
        x = rt.put(np.zeros(N, "f4"), one)
        fetched: list[srt.Execution[Any]] = []
        for number in range(1, 9):
            a.fill(x, number)
            y = x.to(two)
            fetched.append(x.fetch())
            b.launch(axpy, y, y, 1.0)
            fetched.append(y.fetch())
            b.fill(y, 0.0)
        found = [execution.sync()[-1] for execution in fetched]
    assert found == [value for number in range(1, 9) for value in (number, 2 * number)]
    assert not simulator.violations
