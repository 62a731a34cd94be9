"""A request ends once, in whichever order its client goes away and its answer or deadline comes.

asyncio marks a future as cancelled at once, and its task hears of it a turn later. Whoever sets
such a future in between gets an InvalidStateError, in the task that serves everybody.
"""

from __future__ import annotations

import asyncio
import gc
from itertools import permutations
from typing import Any

import anyio
import pytest
from serving.virtual import run, virtual

from streamrt.errors import ExecutionCancelledError, StreamRTError
from streamrt.serving._desk import FEW, Desk
from streamrt.serving._order import check_tenants
from streamrt.serving._requests import ENDED, Request


class JumpingLoop(asyncio.SelectorEventLoop):
    """A loop whose clock can be put forward and back."""

    ahead = 0.0

    def time(self) -> float:
        return super().time() + self.ahead


def never_late(tenant: str, virtual: float, due: float) -> float:
    return -1.0


def opened(tasks: Any) -> Desk:
    desk = Desk("a model", check_tenants(None), 1024, 1 << 20)
    desk.open(tasks)
    return desk


def admitted(desk: Desk, within: float = 1e3) -> Request:
    return desk.admit("asked", 8, within, 0, None, never_late)


STEPS = ["cancel", "take", "settle", "fail", "expire", "end", "turn"]


@pytest.mark.parametrize("first", STEPS)
def test_a_request_ends_once_in_each_order(first: str) -> None:
    """Row 346."""

    async def one(order: tuple[str, ...]) -> None:
        loop = asyncio.get_running_loop()
        assert isinstance(loop, JumpingLoop)
        loop.ahead = 0.0
        async with anyio.create_task_group() as tasks:
            desk = opened(tasks)
            request = admitted(desk)
            client = asyncio.create_task(desk.answer(request))
            await asyncio.sleep(0)
            for step in order:
                if step == "cancel":
                    client.cancel()
                elif step == "take":
                    desk.take(4)
                elif step == "settle":
                    desk.settle(request, "answer")
                elif step == "fail":
                    desk.fail(request, ValueError("of the batch"))
                elif step == "expire":
                    loop.ahead = 1e4
                    desk._expire()
                elif step == "end":
                    desk.cancel_all("the test ends")
                else:
                    await asyncio.sleep(0)
            (found,) = await asyncio.gather(client, return_exceptions=True)
            assert request.state == ENDED
            assert desk.inside == desk.running == len(desk.order) == 0
            counts = desk.counts
            ends = (counts.answered, counts.failed, counts.expired, counts.cancelled)
            assert sorted(ends) == [0, 0, 0, 1], (order, counts)
            if found == "answer":
                assert counts.answered
            elif not isinstance(found, asyncio.CancelledError):
                assert isinstance(found, StreamRTError | ValueError), (order, found)
            desk._door.enter("everybody", 1 << 20)  # its bytes were given back, and only once
            assert desk._door._bytes == {"everybody": 1 << 20}

    async def main() -> None:
        for order in permutations(STEPS):
            if order[0] == first:
                await one(order)

    with asyncio.Runner(loop_factory=JumpingLoop, debug=False) as runner:
        unhandled: list[dict[str, Any]] = []
        runner.get_loop().set_exception_handler(lambda _, context: unhandled.append(context))
        runner.run(main())
        gc.collect()
    assert unhandled == []


@virtual
def test_deadlines_of_what_has_ended_are_forgotten(library: str) -> None:
    async def program() -> None:
        async with anyio.create_task_group() as tasks:
            desk = opened(tasks)
            kept = [admitted(desk, 1e6 + n) for n in range(3)]
            for _ in range(100 * FEW):
                request = admitted(desk, 1e5)
                desk.take(1)
                assert desk.settle(request, "answer")
            assert len(desk._dues) <= 2 * FEW
            assert {*kept} <= {request for _, _, request in desk._dues}
            assert all(desk.settle(request, "answer") for request in desk.take(3))
            tasks.cancel_scope.cancel()

    run(library, program)


@pytest.mark.parametrize("ahead", [3600.0, -3600.0])
def test_a_clock_that_jumps_ends_no_service(ahead: float) -> None:
    """Row 343."""
    from streamrt.serving import Batcher

    async def main() -> None:
        loop = asyncio.get_running_loop()
        assert isinstance(loop, JumpingLoop)
        go_on = asyncio.Event()

        async def model(requests: list[int]) -> list[int]:
            await go_on.wait()
            return requests

        async with Batcher(model, most=2, within=10.0) as ask:
            asked = [asyncio.create_task(ask(n)) for n in range(5)]
            await asyncio.sleep(0)
            await asyncio.sleep(0)
            loop.ahead = ahead
            go_on.set()
            found = await asyncio.gather(*asked, return_exceptions=True)
            if ahead > 0:
                assert all(isinstance(each, TimeoutError) for each in found)
            else:
                assert found == list(range(5))
            assert await ask(7) == 7
            stats = ask.stats()
            assert stats.answered + stats.expired == 6

    with asyncio.Runner(loop_factory=JumpingLoop) as runner:
        runner.run(main())


@virtual
def test_a_drain_that_is_cancelled_leaves_the_door_shut(library: str) -> None:
    async def program() -> None:
        async with anyio.create_task_group() as tasks:
            desk = opened(tasks)
            request = admitted(desk)
            with anyio.move_on_after(1.0) as scope:
                await desk.drain(None)
            assert scope.cancelled_caught
            with pytest.raises(StreamRTError, match="it ends"):
                admitted(desk)

            async def client() -> None:
                with pytest.raises(ExecutionCancelledError):
                    await desk.answer(request)

            async with anyio.create_task_group() as clients:
                clients.start_soon(client)
                await anyio.sleep(0.1)
                await desk.drain(1.0)
            tasks.cancel_scope.cancel()

    run(library, program)
