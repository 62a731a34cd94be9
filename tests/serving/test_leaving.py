"""When batches leave and who is in them, in virtual time, on asyncio and trio."""

from __future__ import annotations

from collections import Counter
from functools import partial

import anyio
import pytest
from serving.virtual import Model, Outcomes, at_once, begun, run, virtual

from streamrt.errors import OverloadedError
from streamrt.serving import Batcher, Tenant


@virtual
def test_a_batch_leaves_at_once_if_none_runs_and_else_when_one_ends(library: str) -> None:
    async def program() -> None:
        model = Model(0.01)
        async with Batcher(model, most=4, within=1.0) as ask:
            await begun()
            told = Outcomes(ask)
            await at_once(*(partial(told.one, n) for n in range(6)))
            assert [(at, len(batch)) for at, batch in model.batches] == [(0, 4), (10, 2)]
            await anyio.sleep(0.1)
            await at_once(partial(told.one, 6))
        assert model.batches[2:] == [(120, [6])]
        assert sorted(told.at.values()) == [10] * 4 + [20] * 2 + [130]
        assert set(told.of.values()) == {"answered"}
        told.check()

    run(library, program)


@virtual
def test_a_second_batch_leaves_if_it_is_full_or_its_time_is_short(library: str) -> None:
    async def program() -> None:
        model = Model(0.01)
        async with Batcher(model, most=4, depth=2, within=1.0) as ask:
            await ask.warm("warm")  # the workers have begun by then
            model.batches.clear()
            told = Outcomes(ask)

            async def later(seconds: float, name: str, **options: float) -> None:
                await anyio.sleep(seconds)
                await told.one(name, **options)

            await at_once(
                partial(told.one, "first"),
                partial(later, 0.001, "patient"),  # waits for the end of the first
                partial(later, 0.021, "alone"),
                partial(later, 0.022, "in a hurry", within=0.019),  # leaves 9 ms before its time
                partial(later, 0.0215, "with it"),
                partial(later, 0.041, "alone again"),
                *(partial(later, 0.042, f"full {n}") for n in range(5)),
            )
            start = model.batches[0][0]
            assert [(at - start, batch) for at, batch in model.batches[:5]] == [
                (0, ["first"]),
                (10, ["patient"]),
                (21, ["alone"]),
                (22, ["in a hurry", "with it"]),
                (41, ["alone again"]),
            ]
            assert [(at - start, len(batch)) for at, batch in model.batches[5:]] == [
                (42, 4),
                (52, 1),
            ]
        told.check()

    run(library, program)


@virtual
def test_the_earliest_deadline_leaves_first_and_a_priority_passes_it(library: str) -> None:
    async def program() -> None:
        model = Model(0.01)
        async with Batcher(model, most=1) as ask:
            await begun()
            told = Outcomes(ask)
            await at_once(
                partial(told.one, "first", within=9.0),
                partial(told.one, "in 4", within=4.0),
                partial(told.one, "in 3", within=3.0),
                partial(told.one, "in 8, halved twice", within=8.0, priority=2),
                partial(told.one, "in 1", within=1.0),
            )
        order = [batch[0] for _, batch in model.batches]
        assert order == ["in 1", "in 8, halved twice", "in 3", "in 4", "first"]
        told.check()

    run(library, program)


@virtual
def test_tenants_get_their_shares_of_what_is_too_much(library: str) -> None:
    async def program() -> None:
        model, got = Model(0.01), Counter[str]()
        tenants = {"free": Tenant(1), "paid": Tenant(4), "idle": Tenant(9)}
        async with Batcher(model, most=8, within=1e3, tenants=tenants, room=4096) as ask:
            await begun()

            async def client(tenant: str, number: int) -> None:
                for n in range(1000):
                    await ask((tenant, number, n), tenant=tenant)
                    got[tenant] += 1

            async with anyio.create_task_group() as tasks:
                for tenant in ("free", "paid"):
                    for number in range(20):
                        tasks.start_soon(client, tenant, number)
                await anyio.sleep(2.0)
                tasks.cancel_scope.cancel()
        assert sum(got.values()) >= 1560
        assert abs(got["paid"] / sum(got.values()) - 0.8) < 0.01

    run(library, program)


@virtual
def test_nine_tenants_are_answered_while_the_tenth_floods(library: str) -> None:
    async def program() -> None:
        model = Model(0.01)
        tenants = {f"quiet {n}": Tenant() for n in range(9)} | {"flood": Tenant()}
        async with Batcher(model, most=10, within=0.2, room=200, tenants=tenants) as ask:
            await ask.warm("warm")
            told = Outcomes(ask)

            async def quiet(tenant: str) -> None:
                for n in range(50):
                    await anyio.sleep(0.02)
                    await told.one((tenant, n), tenant=tenant)

            async with anyio.create_task_group() as tasks:
                for n in range(9):
                    tasks.start_soon(quiet, f"quiet {n}")
                for turn in range(200):
                    for n in range(25):
                        tasks.start_soon(partial(told.one, (turn, n), tenant="flood"))
                    await anyio.sleep(0.01)
            flood = Counter(how for (name, _), how in told.of.items() if isinstance(name, int))
            others = Counter(how for (name, _), how in told.of.items() if isinstance(name, str))
            assert others == {"answered": 450}
            assert flood["refused"] > 3000
            assert flood["answered"] > 500, "it gets what the others leave"
        told.check()

    run(library, program)


@virtual
def test_an_overloaded_batcher_answers_as_many_as_it_can(library: str) -> None:
    """Three times what it can do: the others are refused, and little is run for nobody."""

    async def program() -> None:
        model = Model(0.01)
        async with Batcher(model, most=8, within=0.053) as ask:
            await ask.warm("warm")
            model.batches.clear()
            told = Outcomes(ask)
            async with anyio.create_task_group() as tasks:
                for turn in range(500):
                    for n in range(12):
                        tasks.start_soon(told.one, (turn, n))
                    await anyio.sleep(0.005)
            found = Counter(told.of.values())
            assert found["answered"] >= 0.9 * 8 * 250
            assert ask.stats().late <= 0.01 * found["answered"]
        told.check()

    run(library, program)


@virtual
def test_padded_batches_have_sizes_that_were_warmed(library: str) -> None:
    async def program() -> None:
        model = Model(0.01)
        async with Batcher(model, most=6, sizes=(1, 4, 6), pad=True, within=1.0) as ask:
            await ask.warm("warm")
            assert model.sizes == [1] * 4 + [4] * 4 + [6] * 4
            assert ask.stats().seconds == pytest.approx({1: 0.01, 4: 0.01, 6: 0.01}, rel=1e-2)
            model.batches.clear()
            told = Outcomes(ask)
            await at_once(*(partial(told.one, n) for n in range(8)))
            first, second = [batch for _, batch in model.batches]
            assert sorted({*first, *second}) == list(range(8))
            assert (len({*first}), len(first), len({*second}), len(second)) == (6, 6, 2, 4)
            assert (ask.stats().rows, ask.stats().padding) == (8, 2)
        told.check()

    run(library, program)


@virtual
def test_the_door_refuses_what_it_has_no_room_for(library: str) -> None:
    async def program() -> None:
        async with Batcher(Model(0.01), most=1, within=1.0, room=2, nbytes=100) as ask:
            await begun()
            told = Outcomes(ask)
            async with anyio.create_task_group() as tasks:
                tasks.start_soon(told.one, "a")
                await anyio.sleep(0.001)  # it runs, so it does not wait
                tasks.start_soon(told.one, b"b" * 60)
                await anyio.sleep(0.001)
                with pytest.raises(OverloadedError, match="60 bytes wait, and 41 more"):
                    await ask(b"c" * 41)
                tasks.start_soon(told.one, b"d" * 40)
                await anyio.sleep(0.001)
                with pytest.raises(OverloadedError, match="2 requests wait"):
                    await ask("e")
            assert set(told.of.values()) == {"answered"}
            assert ask.stats().refused == 2

    run(library, program)


@virtual
def test_a_request_that_would_be_late_is_refused_at_once(library: str) -> None:
    async def program() -> None:
        async with Batcher(Model(0.01), most=1, within=1.0) as ask:
            await ask.warm("warm")
            told = Outcomes(ask)
            async with anyio.create_task_group() as tasks:
                for n in range(6):
                    tasks.start_soon(partial(told.one, n, within=0.061))
                await anyio.sleep(0.001)
                with pytest.raises(OverloadedError, match=r"8.\d* ms after its deadline"):
                    await ask("late", within=0.0605)
                tasks.start_soon(partial(told.one, "in time", within=0.071))
        assert set(told.of.values()) == {"answered"}

    run(library, program)
