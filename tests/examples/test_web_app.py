"""The web application: over ASGI in this process, and behind a real server in another."""

from __future__ import annotations

import asyncio
import json
import os
import signal
import socket
import subprocess
import sys
from collections.abc import AsyncGenerator, Callable, Generator
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING

import numpy as np
import pytest

pytest.importorskip("starlette")
if TYPE_CHECKING:
    import httpx
else:
    httpx = pytest.importorskip("httpx")

EXAMPLES = Path(__file__).resolve().parents[2] / "examples"


@pytest.fixture
def web_app(example: Callable[[str], ModuleType]) -> ModuleType:
    return example("web_app")


@pytest.fixture
async def client(web_app: ModuleType) -> AsyncGenerator[httpx.AsyncClient]:
    app = web_app.create_app()
    async with (
        app.router.lifespan_context(app),
        httpx.AsyncClient(transport=httpx.ASGITransport(app=app), base_url="http://test") as client,
    ):
        yield client


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
    app = web_app.create_app()
    transport = httpx.ASGITransport(app=app)
    async with (
        app.router.lifespan_context(app),
        httpx.AsyncClient(transport=transport, base_url="http://test") as client,
    ):
        large = {"x": [1] * 140_000, "y": [1] * 140_000, "alpha": 1}
        small = {"x": [1] * 20_000, "y": [1] * 20_000, "alpha": 1}
        answer = await client.post("/axpy", json=large)
        assert answer.status_code == 429
        assert "the limit is 1048576" in answer.json()["error"]
        for _ in range(8):  # more than the limit, one after the other
            assert (await client.post("/axpy", json=small)).status_code == 200


# --- a real server -------------------------------------------------------------------------------


@pytest.fixture
def needs_uvicorn() -> None:
    pytest.importorskip("uvicorn")


@pytest.fixture
def server(needs_uvicorn: None) -> Generator[tuple[str, subprocess.Popen[str]]]:
    """uvicorn in a process of its own, on a port that listens before it starts."""
    with socket.create_server(("127.0.0.1", 0)) as listening:
        command = [
            sys.executable, "-m", "uvicorn", "--factory", "web_app:create_app",
            "--app-dir", str(EXAMPLES), "--fd", str(listening.fileno()),
        ]  # fmt: skip
        process = subprocess.Popen(
            command, stderr=subprocess.PIPE, text=True, pass_fds=[listening.fileno()]
        )
        try:
            yield f"http://127.0.0.1:{listening.getsockname()[1]}", process
        finally:
            process.kill()
            process.communicate()


@pytest.mark.skipif(os.name != "posix", reason="hands a socket on to a process")
async def test_a_real_server_answers_and_shuts_down_in_order(
    server: tuple[str, subprocess.Popen[str]],
) -> None:
    url, process = server
    async with httpx.AsyncClient(base_url=url, timeout=60, trust_env=False) as client:
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
    process.send_signal(signal.SIGINT)
    _, log = await asyncio.to_thread(process.communicate, timeout=60)
    assert "Application shutdown complete." in log  # the runtime was drained and closed
    assert "Traceback" not in log
