"""Memory of simulated devices: blocks, views, limits, and addresses that are none of theirs."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest
from shared.processes import python
from shared.simulated_bench import ONE, Bench, N, fill_plan
from shared.trial_kernels import count

from streamrt._backends.sim.hardware import BAD_ADDRESS
from streamrt._backends.sim.memory import PATTERN
from streamrt._native.core import FAILED
from streamrt._native.queue import CellStatus
from streamrt.testing import Simulator

Misuse = Callable[[Bench], tuple[int, tuple[int, ...], str]]


def freed(bench: Bench) -> tuple[int, tuple[int, ...], str]:
    address = bench.devices[0].alloc(4 * N)
    bench.devices[0].free(address)
    for _ in range(10):  # the place is used again, the address is not
        assert bench.devices[0].alloc(4 * N) != address
    host = np.zeros(N, "f4")
    return bench.copy(), (host.ctypes.data, address), "argument 1 is memory that sim:0 has freed"


def of_a_peer(bench: Bench) -> tuple[int, tuple[int, ...], str]:
    x, y = bench.devices[0].alloc(4 * N), bench.devices[1].alloc(4 * N)
    return bench.axpy(), (x, y, ONE), "argument 1 is memory of sim:1; only memory of its own"


def of_the_host(bench: Bench) -> tuple[int, tuple[int, ...], str]:
    host = np.zeros(1, "u4")
    return bench.kernel(count, ("u4", 1)), (host.ctypes.data,), "argument 0 is the host's memory"


def of_another_machine(bench: Bench) -> tuple[int, tuple[int, ...], str]:
    foreign = Simulator().open(0).alloc(4 * N)
    return bench.copy(), (bench.devices[0].alloc(4 * N), foreign), "sim:0 has freed, or never had"


def of_no_device(bench: Bench) -> tuple[int, tuple[int, ...], str]:
    address = bench.devices[0].alloc(4 * N) | 9 << 48
    return bench.copy(), (address, address), "memory that sim:9 has freed, or never had"


def behind_the_end(bench: Bench) -> tuple[int, tuple[int, ...], str]:
    address = bench.devices[0].alloc(4 * N) + 4 * N + 1
    return bench.copy(), (address, address), "never had"


@pytest.mark.parametrize(
    "misuse", [freed, of_a_peer, of_the_host, of_another_machine, of_no_device, behind_the_end]
)
def test_wrong_memory_fails_the_execution_and_is_written_down(misuse: Misuse) -> None:
    bench = Bench(devices=2)
    stream = bench.stream()
    plan, arguments, text = misuse(bench)
    stream.launch(plan, *arguments)
    bench.drain()
    assert stream.state(1) == FAILED
    assert CellStatus.from_address(stream.cells[0]).error == BAD_ADDRESS
    (found,) = bench.sim.violations
    assert text in found
    assert "0x" not in found


def test_views_are_part_of_their_block() -> None:
    bench = Bench()
    device, stream = bench.devices[0], bench.stream()
    blocks = [device.alloc(4 * N) for _ in range(5)]
    for number, block in enumerate(blocks):
        stream.launch(fill_plan(device, N // 2), block + 2 * N, number)
    for number, block in enumerate(blocks):
        found = bench.read(block, "u4")
        assert (found[N // 2 :] == number).all()
        assert (found[: N // 2] == PATTERN * 0x01010101).all()


def test_memory_has_a_limit_and_comes_back() -> None:
    bench = Bench(memory=1000)
    device = bench.devices[0]
    first, second = device.alloc(600), device.alloc(400)
    assert first % 64 == second % 64 == 0
    assert device.alloc(1) == 0
    device.free(second)
    assert device.alloc(401) == 0
    assert device.alloc(400)
    with pytest.raises(ValueError, match="no such block"):
        device.free(second)


def test_the_host_cannot_use_a_devices_address() -> None:
    code = (
        "import ctypes; from streamrt.testing import Simulator\n"
        "address = Simulator().open(0).alloc(64); print('there', flush=True)\n"
        "ctypes.c_int.from_address(address).value"
    )
    done = python("-c", code)
    assert done.stdout == "there\n"
    assert done.returncode < 0
