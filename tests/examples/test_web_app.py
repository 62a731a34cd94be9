"""The web application: over ASGI in this process, and behind a real server in another."""

from __future__ import annotations

import asyncio
import json
import signal
import time
from collections.abc import AsyncGenerator, Callable, Generator
from ctypes import CFUNCTYPE, c_double, c_int64, c_void_p
from types import ModuleType
from typing import TYPE_CHECKING

import numpy as np
import pytest
from shared.trial_kernels import PATIENCE, Gate

pytest.importorskip("starlette")
pytest.importorskip("prometheus_client")
from prometheus_client.openmetrics.parser import text_string_to_metric_families as read_open
from prometheus_client.parser import text_string_to_metric_families as read_plain
from shared.servers import Server, client_at, client_of, posix, served, shut_down

import streamrt as srt

if TYPE_CHECKING:
    import httpx

ENDLESS = {"x": [1.0] * 1000, "y": [0.0] * 1000, "alpha": 1, "times": 1e15}


@pytest.fixture
def web_app(example: Callable[[str], ModuleType]) -> ModuleType:
    return example("web_app")


@pytest.fixture
async def client(web_app: ModuleType) -> AsyncGenerator[httpx.AsyncClient]:
    async with client_of(web_app.create_app()) as client:
        yield client


PENDING = 'streamrt_device_pending{device="cpu:0"}'
IN_USE = 'streamrt_memory_in_use_bytes{device="cpu:0"}'


def spelled(name: str, labels: dict[str, str]) -> str:
    """A sample's name and labels, as the texts have them."""
    inside = ",".join(f'{label}="{value}"' for label, value in labels.items())
    return f"{name}{{{inside}}}" if inside else name


async def metrics(client: httpx.AsyncClient) -> dict[str, float]:
    """The metrics, by name and labels, as both formats have them."""
    found: list[dict[str, float]] = []
    for accept, kind, read in (
        ("*/*", "text/plain; version=0.0.4", read_plain),
        ("application/openmetrics-text", "application/openmetrics-text; version=1.0.0", read_open),
    ):
        answer = await client.get("/metrics", headers={"accept": accept})
        assert answer.headers["content-type"] == f"{kind}; charset=utf-8"
        samples = [sample for family in read(answer.text) for sample in family.samples]
        found.append({spelled(s.name, s.labels): s.value for s in samples})
        assert len(found[-1]) == len(samples)
    assert found[0].keys() <= found[1].keys()
    return found[0]


async def test_a_request_gets_what_the_kernel_computes(client: httpx.AsyncClient) -> None:
    body = {"x": [1, 2.5, -3], "y": [10, 20, 30], "alpha": 2}
    answer = await client.post("/axpy", json=body)
    assert answer.status_code == 200
    assert answer.json() == {"y": [12, 25, 24]}


async def test_shapes_are_kept(client: httpx.AsyncClient) -> None:
    for x, y in ((3, [4]), ([], []), ([[1, 2], [3, 4]], [[5, 6], [7, 8]])):
        answer = await client.post("/axpy", json={"x": y, "y": y, "alpha": 1})
        assert answer.json() == {"y": (2 * np.array(y)).tolist()}, (x, y)


async def test_many_requests_at_once_each_get_their_own_answer(
    client: httpx.AsyncClient,
) -> None:
    random = np.random.default_rng(3)
    jobs = [random.random((2, int(random.integers(1, 2000)))) for _ in range(64)]
    answers = await asyncio.gather(
        *(
            client.post("/axpy", json={"x": x.tolist(), "y": y.tolist(), "alpha": alpha})
            for alpha, (x, y) in enumerate(jobs)
        )
    )
    for alpha, ((x, y), answer) in enumerate(zip(jobs, answers, strict=True)):
        assert answer.status_code == 200
        np.testing.assert_array_equal(answer.json()["y"], y + alpha * x)


@pytest.mark.parametrize(
    ("body", "status", "says"),
    [
        ("", 400, "read the body"),
        ("{", 400, "read the body"),
        ("[" * 100_000, 400, "read the body"),
        ("\ud800", 400, "read the body"),
        ("[1]", 400, "found no object"),
        ('{"x": [1], "y": [1]}', 422, "alpha: it is missing"),
        ('{"x": [1], "y": [1], "alpha": [1]}', 422, "alpha: found a list"),
        ('{"x": [1], "y": [1], "alpha": "one"}', 422, "alpha: found something else"),
        ('{"x": ["1"], "y": [1], "alpha": 1}', 422, "x: found something else"),
        ('{"x": [null], "y": [1], "alpha": 1}', 422, "x: found something else"),
        ('{"x": [true], "y": [1], "alpha": 1}', 422, "x: found something else"),
        ('{"x": [NaN], "y": [1], "alpha": 1}', 422, "x: found something else"),
        ('{"x": [1e999], "y": [1], "alpha": 1}', 422, "x: found something else"),
        (f'{{"x": [1{"0" * 400}], "y": [1], "alpha": 1}}', 422, "x: found something else"),
        ('{"x": [[1], [2, 3]], "y": [1], "alpha": 1}', 422, "send lists of equal lengths"),
        ('{"x": [1, 2], "y": [1], "alpha": 1}', 422, "axpy needs equal shapes"),
        ('{"x": [1], "y": [[1]], "alpha": 1}', 422, "axpy needs equal shapes"),
        ('{"x": [1e308], "y": [1], "alpha": 10}', 422, "the result is too large"),
    ],
)
async def test_a_bad_request_is_told_why_and_harms_nobody(
    client: httpx.AsyncClient, body: str, status: int, says: str
) -> None:
    answer = await client.post("/axpy", content=body.encode(errors="surrogatepass"))
    assert answer.status_code == status
    assert says in answer.json()["error"]
    good = await client.post("/axpy", json={"x": [1], "y": [2], "alpha": 3})
    assert good.json() == {"y": [5]}


async def test_a_wrong_path_or_method_is_told_so_in_json(client: httpx.AsyncClient) -> None:
    for answer, status in ((await client.post("/"), 404), (await client.get("/axpy"), 405)):
        assert answer.status_code == status
        assert answer.json()["error"]


async def test_requests_beyond_the_memory_limit_are_refused_and_leave_nothing_behind(
    web_app: ModuleType, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(web_app, "MEMORY", 1 << 20)
    async with client_of(web_app.create_app()) as client:
        large = {"x": [1] * 140_000, "y": [1] * 140_000, "alpha": 1}
        small = {"x": [1] * 20_000, "y": [1] * 20_000, "alpha": 1}
        answer = await client.post("/axpy", json=large)
        assert answer.status_code == 429
        assert "the limit is 1048576" in answer.json()["error"]
        for _ in range(8):  # more than the limit, one after the other
            assert (await client.post("/axpy", json=small)).status_code == 200


async def test_work_is_done_as_often_as_asked_for(client: httpx.AsyncClient) -> None:
    answer = await client.post("/axpy", json={"x": [1], "y": [2], "alpha": 3, "times": 100})
    assert answer.json() == {"y": [302]}


async def test_answers_are_counted_by_their_status(
    web_app: ModuleType,
    client: httpx.AsyncClient,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    body = {"x": [1], "y": [2], "alpha": 3}
    for wanted in (200, 200, 422):
        answer = await client.post("/axpy", json=body if wanted == 200 else {})
        assert answer.status_code == wanted

    async def broken(*_: object) -> None:
        raise ZeroDivisionError("a mistake of ours")

    monkeypatch.setattr(web_app, "add", broken)
    assert (await client.post("/axpy", json=body)).status_code == 500
    assert "a mistake of ours" in caplog.text
    found = await metrics(client)
    counted = {name: n for name, n in found.items() if name.startswith("web_answers_total")}
    assert counted == {
        f'web_answers_total{{status="{s}"}}': n for s, n in ((200, 2), (422, 1), (500, 1))
    }
    assert found["web_in_flight"] == 0
    assert found['streamrt_submissions_total{device="cpu:0",stream="web0"}'] == 2
    assert not found['streamrt_device_failures_total{device="cpu:0"}']


# --- requests that end early ---------------------------------------------------------------------


async def test_beyond_the_deadline_queued_work_never_runs_and_its_memory_is_free(
    web_app: ModuleType, monkeypatch: pytest.MonkeyPatch
) -> None:
    runs: list[float] = []
    ran = CFUNCTYPE(None, c_void_p, c_void_p, c_double, c_int64)(lambda x, y, a, n: runs.append(a))
    kernel = srt.Kernel("axpy", "x: f64[n], inout y: f64[n], alpha: f64", cpu=srt.Native(ran))
    monkeypatch.setattr(web_app, "axpy", kernel)
    app = web_app.create_app(deadline=0.1)
    async with client_of(app) as client:
        service = app.state.service
        with Gate(service.rt) as gate:
            for stream in service.streams:
                gate.hold(stream)
            before = await metrics(client)
            answer = await client.post("/axpy", json=ENDLESS)
            assert answer.status_code == 504
            assert answer.json() == {"error": "not ready in 0.1 s; send less work"}
            gate.open()
            await service.rt
            after = await metrics(client)
            assert after[IN_USE] == before[IN_USE]
            assert after[PENDING] == after["web_in_flight"] == 0
            assert not runs
        service.deadline = PATIENCE
        assert (await client.post("/axpy", json=ENDLESS | {"times": 2})).status_code == 200
        assert runs == [1.0, 1.0]


# --- a real server -------------------------------------------------------------------------------


@pytest.fixture
def deadline() -> float:
    """The deadline of the server's requests."""
    return PATIENCE


@pytest.fixture
def server(ctrl_c: None, deadline: float) -> Generator[Server]:
    pytest.importorskip("uvicorn")
    with served("web_app", DEADLINE=str(deadline)) as server:
        yield server


async def until(
    client: httpx.AsyncClient, condition: Callable[[dict[str, float]], bool]
) -> dict[str, float]:
    """Asks for the metrics until a condition holds, and returns them."""
    deadline = time.monotonic() + PATIENCE
    while not condition(found := await metrics(client)):
        assert time.monotonic() < deadline, found
    return found


@posix
async def test_a_real_server_answers_and_shuts_down_in_order(server: Server) -> None:
    url, process = server
    async with client_at(url) as client:
        answers = await asyncio.gather(
            *(
                client.post("/axpy", json={"x": [1, 2], "y": [3, 4], "alpha": alpha})
                for alpha in range(10)
            )
        )
        bad = await client.post("/axpy", content="{")
    assert [answer.json() for answer in answers] == [
        {"y": [3 + alpha, 4 + 2 * alpha]} for alpha in range(10)
    ]
    assert bad.status_code == 400
    assert json.loads(bad.content)["error"]
    await shut_down(process)


@posix
async def test_a_client_that_goes_away_takes_its_work_along(server: Server) -> None:
    """One is cancelled, the other one's own time is up."""
    url, process = server
    limit = asyncio.timeout(None)

    async def wait_until_then() -> None:
        async with limit:
            await client.post("/axpy", json=ENDLESS)

    async with client_at(url) as client:
        cancelled = asyncio.create_task(client.post("/axpy", json=ENDLESS))
        late = asyncio.create_task(wait_until_then())
        await until(client, lambda found: found["web_in_flight"] == 2)
        cancelled.cancel()
        limit.reschedule(0)
        await asyncio.wait([cancelled, late])
        assert cancelled.cancelled()
        assert isinstance(late.exception(), TimeoutError)
        found = await until(client, lambda found: not found["web_in_flight"])
        assert found['web_answers_total{status="499"}'] == 2
        await until(client, lambda found: not (found[IN_USE] or found[PENDING]))
        good = await client.post("/axpy", json={"x": [1], "y": [2], "alpha": 3})
        assert good.json() == {"y": [5]}
    await shut_down(process)


@posix
@pytest.mark.parametrize("deadline", [0.3])
async def test_a_real_server_keeps_to_its_deadline(server: Server) -> None:
    url, process = server
    async with client_at(url) as client:
        answer = await client.post("/axpy", json=ENDLESS)
        assert answer.status_code == 504
        assert answer.json() == {"error": "not ready in 0.3 s; send less work"}
        found = await until(client, lambda found: not (found[IN_USE] or found[PENDING]))
        assert found['web_answers_total{status="504"}'] == 1
    await shut_down(process)


@posix
@pytest.mark.parametrize("deadline", [0.5])
async def test_sigterm_lets_a_request_end_and_closes_the_runtime(server: Server) -> None:
    url, process = server
    async with client_at(url) as client:
        late = asyncio.create_task(client.post("/axpy", json=ENDLESS))
        await until(client, lambda found: found["web_in_flight"] == 1)
        process.send_signal(signal.SIGTERM)
        assert (await late).status_code == 504  # at its own deadline
    _, log = await asyncio.to_thread(process.communicate, timeout=PATIENCE)
    assert "Application shutdown complete." in log
    assert "Traceback" not in log
    assert process.returncode == -signal.SIGTERM
