"""How requests end: each exactly once, whatever happens, in virtual time, on asyncio and trio."""

from __future__ import annotations

from functools import partial
from typing import Any

import anyio.lowlevel
import pytest
from serving.virtual import Model, Outcomes, at_once, begun, run, virtual

from streamrt.errors import (
    ArgumentError,
    ArgumentTypeError,
    DeadlineError,
    ExecutionCancelledError,
    OverloadedError,
    StateError,
)
from streamrt.serving import Batcher, Tenant


@virtual
def test_a_request_expires_at_its_deadline_and_not_when_its_batch_ends(library: str) -> None:
    async def program() -> None:
        model = Model(0.1)
        async with Batcher(model, most=2, within=1.0) as ask:
            await begun()
            told = Outcomes(ask)
            async with anyio.create_task_group() as tasks:
                tasks.start_soon(partial(told.one, "runs too long", within=0.02))
                tasks.start_soon(told.one, "runs beside it")
                await anyio.sleep(0.001)
                tasks.start_soon(partial(told.one, "waits too long", within=0.05))
            assert told.at["runs too long"] == 20
            assert told.at["waits too long"] == 51
            assert told.of["runs beside it"] == "answered"
            assert (ask.stats().expired, ask.stats().late) == (2, 1)
        assert model.sizes == [2], "nothing is run for what expired before"
        told.check()

    run(library, program)


@virtual
def test_a_batch_is_cancelled_when_nobody_waits_for_it(library: str) -> None:
    async def program() -> None:
        model = Model(10.0)
        async with Batcher(model, most=2, within=1.0) as ask:
            await begun()
            told = Outcomes(ask)
            async with anyio.create_task_group() as tasks:
                tasks.start_soon(partial(told.one, "expires", within=0.02))
                async with anyio.create_task_group() as clients:
                    clients.start_soon(partial(told.one, "goes away", within=9.0))
                    await anyio.sleep(0.05)
                    assert model.cancelled == 0
                    clients.cancel_scope.cancel()
            await anyio.lowlevel.checkpoint()
            model.seconds = 0.01
            await at_once(partial(told.one, "next"))
            assert model.cancelled == 1
        assert told.at == {"expires": 20, "goes away": 50, "next": 60}
        assert told.of == {"expires": "expired", "goes away": "cancelled", "next": "answered"}
        told.check()

    run(library, program)


@virtual
def test_a_request_that_was_cancelled_while_it_waited_is_not_run(library: str) -> None:
    async def program() -> None:
        model = Model(0.01)
        async with Batcher(model, most=4, within=1.0) as ask:
            await begun()
            told = Outcomes(ask)
            async with anyio.create_task_group() as tasks:
                tasks.start_soon(told.one, "first")
                await anyio.sleep(0.001)
                async with anyio.create_task_group() as clients:
                    clients.start_soon(told.one, "goes away")
                    await anyio.sleep(0.001)
                    tasks.start_soon(told.one, "stays")
                    clients.cancel_scope.cancel()
            assert [batch for _, batch in model.batches] == [["first"], ["stays"]]
        told.check()

    run(library, program)


BAD = {"raise": "ValueError", "few": "ArgumentError", "none": "ArgumentTypeError"}


@virtual
@pytest.mark.parametrize("isolate", [False, True])
@pytest.mark.parametrize("bad", BAD)
def test_an_error_goes_to_all_of_its_batch_or_to_one(library: str, bad: str, isolate: bool) -> None:
    """Rows 340 and 341."""

    async def program() -> None:
        model = Model(0.01)
        async with Batcher(model, most=4, within=1.0, isolate=isolate) as ask:
            await begun()
            told = Outcomes(ask)
            await at_once(*(partial(told.one, each) for each in ("a", bad, "b")))
            expected = dict.fromkeys(("a", "b"), "answered" if isolate else BAD[bad])
            assert told.of == expected | {bad: BAD[bad]}
            assert model.sizes == ([3, 1, 1, 1] if isolate else [3])
            await at_once(partial(told.one, "next"))
            assert told.of["next"] == "answered"
        told.check()

    run(library, program)


def test_what_a_model_awaits_may_be_cancelled_by_others() -> None:
    """Row 340."""

    async def program() -> None:
        model = Model(0.01)
        async with Batcher(model, most=4, within=1.0) as ask:
            await begun()
            told = Outcomes(ask)
            await at_once(partial(told.one, "leave"), partial(told.one, "beside it"))
            assert set(told.of.values()) == {"ended"}
            await at_once(partial(told.one, "next"))
            assert told.of["next"] == "answered"
        told.check()

    run("asyncio", program)


@virtual
def test_a_model_that_hangs_makes_the_door_refuse(library: str) -> None:
    """Row 342."""

    async def program() -> None:
        model = Model(0.01)
        async with Batcher(model, most=1, within=1.0) as ask:
            await ask.warm("warm")
            told = Outcomes(ask)
            model.seconds = 1e6
            async with anyio.create_task_group() as tasks:
                tasks.start_soon(partial(told.one, "hangs", within=100.0))
                await anyio.sleep(50.0)
                await told.one("comes later")
                assert told.of == {"comes later": "refused"}
            assert told.of["hangs"] == "expired"
            model.seconds = 0.01
            for n in range(100):
                await told.one(n)
            assert told.of[99] == "answered", "what it remembers of the hang is forgotten"
        told.check()

    run(library, program)


@virtual
def test_a_drain_answers_those_inside_and_refuses_what_comes(library: str) -> None:
    async def program() -> None:
        async with Batcher(Model(0.01), most=2, within=1.0) as ask:
            await begun()
            told = Outcomes(ask)
            async with anyio.create_task_group() as tasks:
                for n in range(5):
                    tasks.start_soon(told.one, n)
                await anyio.sleep(0.001)
                tasks.start_soon(ask.drain)  # two at once
                await anyio.sleep(0.001)
                await told.one("late")
                await ask.drain()
            assert max(told.at.values()) == 30
            assert told.of == dict.fromkeys(range(5), "answered") | {"late": "refused"}
        told.check()

    run(library, program)


@virtual
def test_a_drain_cancels_what_is_left_when_its_time_is_over(library: str) -> None:
    async def program() -> None:
        model = Model(0.1)
        async with Batcher(model, most=1, within=1.0) as ask:
            await begun()
            told = Outcomes(ask)
            async with anyio.create_task_group() as tasks:
                for n in range(3):
                    tasks.start_soon(told.one, n)
                await anyio.sleep(0.01)
                await ask.drain(within=0.1)
            assert sorted(told.of.values()) == ["answered", "ended", "ended"]
            assert max(told.at.values()) == 110
            await anyio.sleep(0.01)
            assert model.cancelled == 1, "the batch that ran"
        told.check()

    run(library, program)


@virtual
@pytest.mark.parametrize("way", ["returns", "raises", "is cancelled"])
def test_leaving_answers_what_is_inside_or_cancels_it(library: str, way: str) -> None:
    async def program() -> None:
        async def body() -> None:
            async with Batcher(Model(0.01), most=1, within=1.0) as ask:
                await begun()
                told.append(Outcomes(ask))
                for n in range(3):
                    clients.start_soon(told[0].one, n)
                await anyio.sleep(0.015)
                if way == "raises":
                    raise KeyError("as it is, and in no group")
                if way == "is cancelled":
                    scope.cancel()
                    await anyio.sleep(1.0)

        told: list[Outcomes] = []
        async with anyio.create_task_group() as clients:
            with anyio.CancelScope() as scope:
                try:
                    await body()
                except KeyError:
                    assert way == "raises"
        found = sorted(told[0].of.values())
        assert found == ["answered", *(["answered"] * 2 if way == "returns" else ["ended"] * 2)]
        told[0].check()
        with pytest.raises(OverloadedError, match=r"it ends|has ended"):
            await told[0].ask(1)

    run(library, program)


@virtual
def test_time_that_jumps_ends_what_it_passes_and_nothing_else(library: str) -> None:
    """Row 343. A machine slept while a batch ran: no answer comes late, and then all is well."""

    async def program() -> None:
        model = Model(0.01)
        async with Batcher(model, most=2, within=1.0) as ask:
            await ask.warm("warm")
            told = Outcomes(ask)
            model.seconds = 3600.0
            async with anyio.create_task_group() as tasks:
                for n in range(5):
                    tasks.start_soon(told.one, n)
            assert set(told.of.values()) == {"expired"}
            assert set(told.at.values()) == {1000}
            model.seconds = 0.01
            await at_once(partial(told.one, "next"))
            assert told.of["next"] == "answered", "one slow run moves no prediction"
        told.check()

    run(library, program)


@virtual
def test_bad_arguments_are_refused_and_counted_for_nothing(library: str) -> None:
    """Row 344."""
    model = Model()
    wrong: list[tuple[type[Exception], dict[str, Any]]] = [
        (ArgumentTypeError, {"model": 1}),
        (ArgumentTypeError, {"model": Model}),
        (ArgumentError, {"most": 0}),
        (ArgumentTypeError, {"most": 1.5}),
        (ArgumentError, {"within": -1.0}),
        (ArgumentError, {"depth": 0}),
        (ArgumentError, {"room": 0}),
        (ArgumentError, {"nbytes": 0}),
        (ArgumentError, {"sizes": (1, 2)}),
        (ArgumentError, {"tenants": {}}),
    ]
    for kind, given in wrong:
        with pytest.raises(kind):
            Batcher(**({"model": model} | given))  # pyright: ignore[reportArgumentType]

    async def program() -> None:
        with pytest.raises(StateError, match="not entered"):
            await Batcher(model)(1)
        ask = Batcher(model, tenants={"a": Tenant(), "b": Tenant()})
        async with ask:
            refused: list[tuple[type[Exception], dict[str, Any]]] = [
                (ArgumentError, {"within": -1}),
                (ArgumentError, {"within": float("nan")}),
                (ArgumentTypeError, {"within": "soon"}),
                (ArgumentError, {"priority": -1}),
                (ArgumentError, {"priority": 17}),
                (ArgumentError, {"tenant": "c"}),
                (ArgumentError, {"tenant": 1}),
            ]
            for kind, given in refused:
                with pytest.raises(kind):
                    await ask(1, **given)
            with pytest.raises(ArgumentError):
                await ask.drain(-1)
            assert ask.stats().accepted == ask.stats().refused == 0
            with pytest.raises(DeadlineError):
                await ask(1, within=0)
            assert await ask(1, tenant="b", within=3) == (1, "answered")
        with pytest.raises(StateError, match="entered before"):
            await ask.__aenter__()

    run(library, program)


def test_a_batcher_belongs_to_the_loop_that_entered_it() -> None:
    """Row 344."""
    ask = Batcher(Model())

    async def program() -> None:
        async with ask:

            def elsewhere() -> None:
                with pytest.raises(StateError, match="another event loop"):
                    anyio.run(ask, 1)

            await anyio.to_thread.run_sync(elsewhere)

    anyio.run(program)


@virtual
def test_an_error_is_not_kept_by_what_it_ends(library: str) -> None:
    """The tracebacks of errors have the frames of tasks, whose buffers are to be dropped soon."""

    async def program() -> None:
        import gc
        import weakref

        class Kept:
            """What a task holds while it asks."""

        kept: list[weakref.ref[Kept]] = []

        async def client(ask: Batcher, what: str) -> None:
            thing = Kept()
            kept.append(weakref.ref(thing))
            with pytest.raises((DeadlineError, ValueError, ExecutionCancelledError)):
                await ask(what, within=0.02)

        gc.disable()
        try:
            async with Batcher(Model(0.01), most=1) as ask:
                await begun()
                await at_once(*(partial(client, ask, "raise") for _ in range(5)))
                await anyio.sleep(0.1)
            assert [ref() for ref in kept] == [None] * 5
        finally:
            gc.enable()

    run(library, program)
