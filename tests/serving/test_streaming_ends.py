"""StreamBatcher on real loops: errors, refusals, the end of its block, misuse."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from typing import Any

import anyio
import pytest
from serving.streams import Asked, CountingModel, Gated, check_ends, turns
from shared.event_loops import libraries, run

from streamrt import errors
from streamrt.serving import END, StreamBatcher

Parts = list[int]


@libraries
def test_an_error_of_a_step_goes_to_all_in_it_and_to_nobody_else(library: str) -> None:
    """Row 349."""

    async def main() -> None:
        async def fail(slots: Sequence[int]) -> None:
            await anyio.lowlevel.checkpoint()
            if len(slots) == 2:
                raise KeyError("both")

        model = CountingModel(fail)
        async with StreamBatcher(model, slots=3, ahead=1) as ask:
            sits_out = ask(Asked(2))
            await turns()
            assert model.steps == [(0,)]
            first, second = ask(Asked(3)), ask(Asked(3))
            for parts in (first, second):
                with pytest.raises(KeyError, match="both"):
                    await anext(parts)
                assert [part async for part in parts] == []
            assert [part async for part in sits_out] == [1, 2]
            with pytest.raises(ValueError, match="-1 parts"):
                await anext(ask(Asked(-1)))
        check_ends(ask.stats())
        assert ask.stats().failed == 3
        assert not model.seats

    run(library, main)


async def test_a_step_that_is_cancelled_from_within_fails_and_the_next_one_is_made() -> None:
    """Row 349."""
    cancelled: list[asyncio.Task[None]] = []

    async def wait_for_cancelled(slots: Sequence[int]) -> None:
        if not cancelled:
            cancelled.append(asyncio.create_task(anyio.sleep_forever()))
            cancelled[0].cancel()
            await cancelled[0]

    async with StreamBatcher(CountingModel(wait_for_cancelled)) as ask:
        with pytest.raises(errors.ExecutionCancelledError, match="and not the step"):
            await anext(ask(Asked(1)))
        assert [part async for part in ask(Asked(1))] == [1]


@libraries
@pytest.mark.parametrize(
    ("returned", "error", "told"),
    [
        ([], errors.StateError, "made for 1 slots, and returned parts for 0"),
        ([[1], [2]], errors.StateError, "made for 1 slots, and returned parts for 2"),
        ([7], TypeError, "iterable"),
        (None, TypeError, "iterable"),
    ],
)
def test_a_step_that_returns_something_else_fails(
    library: str, returned: Any, error: type[Exception], told: str
) -> None:
    """Row 349."""

    class Wrong(CountingModel):
        async def step(self, slots: Sequence[int]) -> Any:
            return returned if self.joined == 1 else await super().step(slots)

    async def main() -> None:
        async with StreamBatcher(Wrong()) as ask:
            with pytest.raises(error, match=told):
                await anext(ask(Asked(1)))
            assert [part async for part in ask(Asked(1))] == [1]

    run(library, main)


@libraries
def test_a_full_or_ending_batcher_refuses_and_answers_those_inside(library: str) -> None:
    async def main() -> None:
        model, found = Gated(), list[Parts]()

        async def read(parts: Any) -> None:
            found.append([part async for part in parts])

        async with StreamBatcher(model, slots=1, room=2) as ask, anyio.create_task_group() as tasks:
            tasks.start_soon(read, ask(Asked(1)))
            await model.begun.wait()
            for _ in range(2):
                tasks.start_soon(read, ask(Asked(3)))
            with pytest.raises(errors.OverloadedError, match="2 requests wait, and there is room"):
                ask(Asked(1))
            tasks.start_soon(ask.drain)
            await turns()
            with pytest.raises(errors.OverloadedError, match="it ends"):
                ask(Asked(1))
            model.gate.set()
        assert sorted(found) == [[1], [1, 2, 3], [1, 2, 3]]
        stats = ask.stats()
        check_ends(stats)
        assert (stats.accepted, stats.refused, stats.answered) == (3, 2, 3)

    run(library, main)


@libraries
def test_nobody_is_refused_while_slots_are_free(library: str) -> None:
    async def main() -> None:
        model = CountingModel()
        async with StreamBatcher(model, slots=3, room=1) as ask:
            first, dropped, closed, waits = (ask(Asked(2)) for _ in range(4))  # none has joined yet
            assert (ask.stats().running, ask.stats().waiting) == (3, 1)
            with pytest.raises(errors.OverloadedError):
                ask(Asked(2))
            await closed.aclose()
            del dropped
            for parts in (first, waits):
                assert [part async for part in parts] == [1, 2]
            assert model.joined == 2
        check_ends(ask.stats())

    run(library, main)


@libraries
def test_an_exception_that_leaves_the_block_cancels_what_is_inside(library: str) -> None:
    async def main() -> None:
        model = Gated()
        ask = StreamBatcher(model)
        parts = None

        async def raise_inside() -> None:
            nonlocal parts
            async with ask:
                parts = ask(Asked(1))
                await model.begun.wait()
                raise KeyError("mine")

        with pytest.raises(KeyError, match="mine"):
            await raise_inside()
        assert parts is not None
        with pytest.raises(errors.ExecutionCancelledError, match="its block was left"):
            await anext(parts)
        assert not model.seats
        check_ends(ask.stats())
        with pytest.raises(errors.OverloadedError):
            ask(Asked(1))

    run(library, main)


@libraries
def test_misuse_is_refused(library: str) -> None:
    async def main() -> None:
        model = Gated()
        ask = StreamBatcher(model)
        with pytest.raises(errors.StateError, match="it is not entered"):
            ask(Asked(1))
        for given in ({"slots": 0}, {"ahead": 0}, {"room": 0}, {"within": -1.0}):
            with pytest.raises(errors.ArgumentError):
                StreamBatcher(model, **given)  # type: ignore[arg-type]
        async with ask, anyio.create_task_group() as tasks:
            with pytest.raises(errors.ArgumentError, match="no tenant 'nobody'"):
                ask(Asked(1), tenant="nobody")
            parts = ask(Asked(1))
            tasks.start_soon(anext, parts)
            await model.begun.wait()
            with pytest.raises(errors.StateError, match="another task waits"):
                await anext(parts)
            model.gate.set()
        assert not isinstance(END, int)
        with pytest.raises(errors.StateError, match="entered before"):
            await ask.__aenter__()

    run(library, main)


@libraries
def test_a_model_that_cannot_free_a_slot_ends_the_batcher_with_its_error(library: str) -> None:
    class Stuck(CountingModel):
        def leave(self, slot: int) -> None:
            super().leave(slot)
            raise OSError(f"slot {slot}")

    ask = StreamBatcher(Stuck(), slots=2)

    async def ask_two() -> None:
        async with ask:
            long = ask(Asked(10**9))
            assert [part async for part in ask(Asked(1))] == [1]
            async for _ in long:
                pass

    async def main() -> None:
        with pytest.raises(ExceptionGroup) as raised:
            await ask_two()
        assert raised.group_contains(OSError, match="slot")
        check_ends(ask.stats())
        assert ask.stats().cancelled == 1

    run(library, main)
