"""StreamBatcher on real loops: joining, leaving, slow clients, shares."""

from __future__ import annotations

import gc
import weakref
from collections.abc import Sequence
from contextlib import aclosing
from typing import Any

import anyio
import pytest
from serving.streams import Asked, CountingModel, Gated, answer, check_ends, turns
from shared.event_loops import libraries, run
from shared.trial_kernels import PATIENCE

from streamrt.serving import StreamBatcher, Tenant

Parts = list[int]


@libraries
def test_answers_share_steps_and_a_slot_that_is_free_is_taken_at_once(library: str) -> None:
    asked = [
        Asked(3),
        Asked(1),
        Asked(5, silent=2),
        Asked(0),
        Asked(7, at_once=3),
        Asked(2),
        Asked(4),
    ]
    model, found = CountingModel(), dict[int, Parts]()

    async def main() -> None:
        async def read(number: int) -> None:
            found[number] = [part async for part in ask(asked[number])]

        async with StreamBatcher(model, slots=3) as ask, anyio.create_task_group() as tasks:
            for number in range(len(asked)):
                tasks.start_soon(read, number)
        check_ends(ask.stats())
        assert ask.stats().answered == len(asked)

    run(library, main)
    assert found == {number: answer(each) for number, each in enumerate(asked)}
    assert not model.seats
    rows = sum(each.silent + max(1, -(-each.parts // each.at_once)) for each in asked)
    assert sum(map(len, model.steps)) == rows
    assert len(model.steps) <= rows / 3 + 4  # slots stood empty at the end alone


@libraries
def test_a_slow_client_sits_out_and_the_others_go_on(library: str) -> None:
    """Row 350."""
    model = CountingModel()

    async def main() -> None:
        async with StreamBatcher(model, slots=2, ahead=4) as ask:
            slow = ask(Asked(10))
            assert await anext(slow) == 1
            with anyio.fail_after(PATIENCE):
                assert [part async for part in ask(Asked(50))] == answer(Asked(50))
            assert sum(len(slots) for slots in model.steps) == 50 + 5  # 1 read, and 4 ahead
            assert [part async for part in slow] == [*range(2, 11)]
        check_ends(ask.stats())

    run(library, main)


@libraries
@pytest.mark.parametrize("way", ["close", "cancel", "drop"])
def test_a_client_that_goes_away_leaves_its_slot(library: str, way: str) -> None:
    """Row 350."""
    model = CountingModel()

    async def go_away(ask: StreamBatcher[Asked, int]) -> None:
        async with aclosing(ask(Asked(10**9))) as parts:
            async for part in parts:
                if part == 3 and way == "close":
                    break
                if part == 3:
                    raise KeyError

    async def read_one(ask: StreamBatcher[Asked, int]) -> None:
        parts = ask(Asked(10**9))
        await anext(parts)
        del parts

    async def main() -> None:
        async with StreamBatcher(model, slots=1) as ask:
            if way == "close":
                await go_away(ask)
            elif way == "cancel":
                with pytest.raises(KeyError):
                    await go_away(ask)
                with anyio.move_on_after(0.01):
                    async for _ in ask(Asked(10**9)):
                        pass
            else:
                await read_one(ask)
                gc.collect()
            with anyio.fail_after(PATIENCE):
                assert [part async for part in ask(Asked(2))] == [1, 2]
        check_ends(ask.stats())
        assert ask.stats().cancelled == 1 + (way == "cancel")

    run(library, main)
    assert not model.seats


@libraries
def test_parts_that_are_given_up_have_ended_for_all_who_read_them(library: str) -> None:
    async def main() -> None:
        model, ends = Gated(), list[Parts]()

        async def read(parts: Any) -> None:
            ends.append([part async for part in parts])

        async with StreamBatcher(model) as ask, anyio.create_task_group() as tasks:
            cancelled, closed = ask(Asked(1)), ask(Asked(1))
            await model.begun.wait()
            with anyio.move_on_after(0.001) as scope:
                await anext(cancelled)
            assert scope.cancelled_caught
            assert ask.stats().cancelled == 1
            assert [part async for part in cancelled] == []
            tasks.start_soon(read, closed)
            await turns()
            await closed.aclose()
            with anyio.fail_after(PATIENCE):
                await ask.drain()
        assert ends == [[]]
        check_ends(ask.stats())

    run(library, main)


@libraries
def test_a_step_that_never_waits_leaves_turns_to_others(library: str) -> None:
    async def wait_for_nothing(slots: Sequence[int]) -> None:
        pass

    async def main() -> None:
        async with StreamBatcher(CountingModel(wait_for_nothing)) as ask:
            parts = ask(Asked(1, silent=10**9))
            await turns()
            await parts.aclose()

    run(library, main)


@libraries
def test_the_block_ends_when_all_answers_have_ended(library: str) -> None:
    found: list[Parts] = []

    async def read(parts: Any) -> None:
        found.append([part async for part in parts])

    async def main() -> None:
        ask = StreamBatcher(CountingModel(), slots=1)
        async with anyio.create_task_group() as tasks, ask:  # the readers end behind its block
            for parts in (3, 4):
                tasks.start_soon(read, ask(Asked(parts)))
        check_ends(ask.stats())

    run(library, main)
    assert sorted(found) == [[1, 2, 3], [1, 2, 3, 4]]


async def test_what_was_asked_is_not_kept_longer_than_until_it_has_joined() -> None:
    class Words(list[str]):
        pass

    class Reader(CountingModel):
        def join(self, slot: int, x: Any) -> None:
            super().join(slot, Asked(len(x)))

    async with StreamBatcher(Reader()) as ask:
        words = Words(["a", "b", "c"])
        parts, held = ask(words), weakref.ref(words)
        del words
        assert await anext(parts) == 1
        assert held() is None
        assert [part async for part in parts] == [2, 3]


@libraries
def test_who_goes_away_while_waiting_never_joins(library: str) -> None:
    """Row 350."""

    async def main() -> None:
        model = Gated()
        async with StreamBatcher(model, slots=1) as ask:
            first = ask(Asked(1))
            await model.begun.wait()
            closed, dropped, last = ask(Asked(9)), ask(Asked(9)), ask(Asked(2))
            await closed.aclose()
            assert [part async for part in closed] == []
            del dropped
            model.gate.set()
            assert [part async for part in first] == [1]
            assert [part async for part in last] == [1, 2]
            assert model.joined == 2
        check_ends(ask.stats())

    run(library, main)


@libraries
def test_a_step_whose_clients_have_all_gone_is_cancelled(library: str) -> None:
    """Row 350."""

    async def main() -> None:
        model = Gated()
        async with StreamBatcher(model) as ask:
            first, second = ask(Asked(1)), ask(Asked(1))
            await model.begun.wait()
            await first.aclose()
            await turns()
            assert len(model.seats) == 2  # the step goes on for the other
            await second.aclose()
            with anyio.fail_after(PATIENCE):
                await ask.drain()
            await turns()
            assert not model.seats
            assert not model.steps

    run(library, main)


@libraries
def test_tenants_share_the_slots_that_become_free(library: str) -> None:
    async def main() -> None:
        model, order = Gated(), list[str]()

        async def read(name: str, parts: Any) -> None:
            assert [part async for part in parts] == [1]
            order.append(name)

        tenants = {"free": Tenant(share=1), "paid": Tenant(share=3)}
        async with (
            StreamBatcher(model, slots=1, tenants=tenants) as ask,
            anyio.create_task_group() as tasks,
        ):
            for name in ["free"] * 12 + ["paid"] * 12:
                tasks.start_soon(read, name, ask(Asked(1), tenant=name))
            await turns()
            model.gate.set()
        assert abs(order[:16].count("paid") - 12) <= 1
        assert "free" in order[:8]

    run(library, main)
