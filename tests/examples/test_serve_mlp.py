"""The served network: over ASGI in this process, and behind a real server in another."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, Callable, Generator
from types import ModuleType
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest
from shared.trial_kernels import PATIENCE, Gate

pytest.importorskip("starlette")
from shared.servers import Server, client_at, client_of, posix, served, shut_down

if TYPE_CHECKING:
    import httpx


@pytest.fixture
def app(example: Callable[[str], ModuleType]) -> Any:
    return example("serve_mlp").create_app(deadline=PATIENCE)


@pytest.fixture
async def client(app: Any) -> AsyncGenerator[httpx.AsyncClient]:
    async with client_of(app) as client:
        yield client


def expected(x: np.ndarray[Any, Any], seed: int) -> np.ndarray[Any, Any]:
    """The answer for the weights of a seed, in NumPy and f64."""
    random = np.random.default_rng(seed)
    sizes = [(4, 64), (64, 3)]
    w = [random.normal(0, 0.5, size).astype("f4").astype("f8") for size in sizes]
    b = [random.normal(0, 0.5, size[1]).astype("f4").astype("f8") for size in sizes]
    scores = np.maximum(x @ w[0] + b[0], 0) @ w[1] + b[1]
    e = np.exp(scores - scores.max(axis=1, keepdims=True))
    found: np.ndarray[Any, Any] = e / e.sum(axis=1, keepdims=True)
    return found


async def test_requests_at_once_each_get_their_own_answer_and_compile_nothing(
    app: Any, client: httpx.AsyncClient
) -> None:
    before = app.state.network.predict.stats()
    random = np.random.default_rng(3)
    batches = [random.normal(size=(int(random.integers(1, 65)), 4)) for _ in range(40)]
    answers = await asyncio.gather(
        *(client.post("/predict", json={"x": batch.tolist()}) for batch in batches)
    )
    for batch, answer in zip(batches, answers, strict=True):
        found = answer.json()["probabilities"]
        np.testing.assert_allclose(found, expected(batch, seed=0), atol=2e-4)
    after = app.state.network.predict.stats()
    assert (after.traces, after.compiles) == (before.traces, before.compiles)
    assert after.calls == before.calls + 40


async def test_the_next_request_uses_weights_that_were_loaded(
    app: Any, client: httpx.AsyncClient
) -> None:
    traces = app.state.network.predict.stats().traces
    x = np.ones((2, 4))
    assert (await client.post("/reload", json={"seed": 5})).json() == {"seed": 5}
    answer = await client.post("/predict", json={"x": x.tolist()})
    np.testing.assert_allclose(answer.json()["probabilities"], expected(x, seed=5), atol=2e-4)
    assert app.state.network.predict.stats().traces == traces


@pytest.mark.parametrize(
    "body", ["", "[1]", "{}", '{"x": 1}', '{"x": [[1, 2]]}', '{"x": [["a", 0, 0, 0]]}', '{"x": []}']
)
async def test_a_bad_request_is_told_why(client: httpx.AsyncClient, body: str) -> None:
    answer = await client.post("/predict", content=body)
    assert answer.status_code == 422
    assert answer.json()["error"]


async def test_a_request_ends_at_its_deadline(app: Any, client: httpx.AsyncClient) -> None:
    network = app.state.network
    with Gate(network.rt) as gate:
        stream = network.rt.device().stream("held")
        gate.hold(stream)
        stream.fill(network.weights[0], 0.0)  # what reads the weights waits for this
        app.state.deadline = 0.05
        answer = await client.post("/predict", json={"x": [[0, 0, 0, 0]]})
        assert answer.status_code == 504
        gate.open()
        app.state.deadline = PATIENCE
        assert (await client.post("/predict", json={"x": [[0, 0, 0, 0]]})).status_code == 200


# --- a real server -------------------------------------------------------------------------------


@pytest.fixture
def server(ctrl_c: None) -> Generator[Server]:
    pytest.importorskip("uvicorn")
    with served("serve_mlp") as server:
        yield server


@posix
async def test_a_real_server_answers_and_shuts_down_in_order(server: Server) -> None:
    url, process = server
    x = np.random.default_rng(1).normal(size=(20, 3, 4))
    async with client_at(url) as client:
        answers = await asyncio.gather(
            *(client.post("/predict", json={"x": each.tolist()}) for each in x)
        )
    for each, answer in zip(x, answers, strict=True):
        found = answer.json()["probabilities"]
        np.testing.assert_allclose(found, expected(each, seed=0), atol=2e-4)
    await shut_down(process)
