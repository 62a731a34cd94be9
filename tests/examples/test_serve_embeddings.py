"""The service of embeddings: over ASGI in this process, and behind a real server in another.

Its model is a small one, which has the same layers and needs no package.
"""

from __future__ import annotations

import asyncio
import json
import math
import signal
from collections import Counter
from collections.abc import Callable, Generator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest
from shared.trial_kernels import PATIENCE

pytest.importorskip("starlette")
pytest.importorskip("prometheus_client")
from prometheus_client.parser import text_string_to_metric_families
from shared.servers import Server, client_at, client_of, posix, served, shut_down
from shared.services import small_embeddings as small

if TYPE_CHECKING:
    import httpx
else:
    httpx = pytest.importorskip("httpx")

SERVICES = Path(small.__file__).parent
ROOM = 4


def texts_of(lengths: list[int], seed: int = 0) -> list[str]:
    """Texts of so many words."""
    words, rng = (
        ["a", "cat", "rests", "on", "the", "mat", "shares", "fell"],
        np.random.default_rng(seed),
    )
    return [" ".join(rng.choice(words, length)) for length in lengths]


def expected(text: str) -> np.ndarray[Any, Any]:
    """The answer for a text, by NumPy, alone and without padding."""
    (row,) = small.tokens([text])
    weights = small.weights(small.service.LAYERS, small.service.LENGTHS[-1])
    given = np.array([row]), np.ones((1, len(row)), "f4"), weights
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(small.service.srt, "erf", np.vectorize(math.erf, ["f8"]))
        return np.asarray(small.service.embed.__wrapped__(*given)[0])


def check(answer: httpx.Response, texts: list[str]) -> None:
    """Raises unless the answer has the rows of the texts."""
    assert answer.status_code == 200, answer.text
    found = answer.json()["embeddings"]
    np.testing.assert_allclose(found, [expected(text) for text in texts], atol=2e-4)


async def numbers(client: httpx.AsyncClient, name: str) -> dict[str, int]:
    """The samples of a metric of the service, by the value of their label."""
    families = text_string_to_metric_families((await client.get("/metrics")).text)
    (samples,) = (each.samples for each in families if each.name == name)
    return {"".join(sample.labels.values()): int(sample.value) for sample in samples}


@pytest.fixture
def app(monkeypatch: pytest.MonkeyPatch) -> Any:
    monkeypatch.setattr(small.service, "WITHIN", float(PATIENCE))
    return small.service.create_app(small.Model, room=ROOM)


async def until(true: Callable[[], bool]) -> None:
    """Waits until a function returns whether something is so."""
    async with asyncio.timeout(PATIENCE):
        while not true():  # noqa: ASYNC110 - nothing tells of it
            await asyncio.sleep(0.001)


async def test_texts_of_all_lengths_get_the_rows_that_numpy_computes(app: Any) -> None:
    async with client_of(app) as client:
        for lengths in ([1], [3, 300, 1], [40, 20, 30, 10]):
            texts = texts_of(lengths)
            check(await client.post("/embed", json={"texts": texts}), texts)


BAD = (
    *("", "[1]", "{}", '{"texts": []}', '{"texts": [1]}', '{"texts": "a"}', "[" * 100_000),
    json.dumps({"texts": ["a"] * 65}),
    *('{"texts": ["a"], "within": 0}', '{"texts": ["a"], "within": "soon"}'),
    *('{"texts": ["a"], "within": NaN}', '{"texts": ["a"], "within": 1e9}'),
)


async def test_a_bad_request_is_told_why(app: Any) -> None:
    async with client_of(app) as client:
        for body in BAD:
            answer = await client.post("/embed", content=body)
            assert answer.status_code == 422, body
            assert "send" in answer.json()["error"]


async def test_a_request_is_refused_at_once_while_too_many_wait(app: Any) -> None:
    async with client_of(app) as client:
        model: small.Model = app.state.service.model
        model.gate.clear()
        before = model.begun
        inside = [asyncio.create_task(client.post("/embed", json={"texts": ["runs"]}))]
        await until(lambda: model.begun > before)
        waiting = texts_of(list(range(1, ROOM + 1)))
        inside.append(asyncio.create_task(client.post("/embed", json={"texts": waiting})))
        await until(lambda: app.state.service.ask.stats().waiting == ROOM)
        answer = await client.post("/embed", json={"texts": ["one more"]})
        assert answer.status_code == 503
        assert int(answer.headers["retry-after"]) >= 1
        model.gate.set()
        check(await inside[0], ["runs"])
        check(await inside[1], waiting)
        assert await numbers(client, "embed_answers") == {"200": 2, "503": 1}


async def test_a_request_ends_at_its_deadline_and_nothing_is_run_for_it(app: Any) -> None:
    async with client_of(app) as client:
        model: small.Model = app.state.service.model
        model.gate.clear()
        before, rows = model.begun, (await numbers(client, "embed_rows"))[""]
        running = asyncio.create_task(client.post("/embed", json={"texts": ["runs"]}))
        await until(lambda: model.begun > before)
        answer = await client.post("/embed", json={"texts": ["waits"], "within": 0.05})
        assert answer.status_code == 504
        model.gate.set()
        check(await running, ["runs"])
        check(await client.post("/embed", json={"texts": ["later"]}), ["later"])
        assert (await numbers(client, "embed_rows"))[""] == rows + 2


async def test_a_request_whose_client_goes_away_is_left_out(app: Any) -> None:
    async with client_of(app) as client:
        model: small.Model = app.state.service.model
        model.gate.clear()
        before, rows = model.begun, (await numbers(client, "embed_rows"))[""]
        running = asyncio.create_task(client.post("/embed", json={"texts": ["runs"]}))
        await until(lambda: model.begun > before)
        messages = [
            {"type": "http.request", "body": b'{"texts": ["waits", "too"]}'},
            {"type": "http.disconnect"},
        ]

        async def receive() -> dict[str, Any]:
            return messages.pop(0)

        async def send(_message: dict[str, Any]) -> None:
            pass

        scope = {
            "type": "http",
            "method": "POST",
            "path": "/embed",
            "headers": [],
            "query_string": b"",
        }
        await app(scope, receive, send)
        assert (await numbers(client, "embed_waiting"))[""] == 0
        model.gate.set()
        check(await running, ["runs"])
        assert (await numbers(client, "embed_rows"))[""] == rows + 1
        assert await numbers(client, "embed_answers") == {"200": 1, "499": 1}


# --- a real server -------------------------------------------------------------------------------


@pytest.fixture
def server(ctrl_c: None) -> Generator[Server]:
    pytest.importorskip("uvicorn")
    with served("small_embeddings", SERVICES, WITHIN=str(PATIENCE), ROOM="5000") as server:
        yield server


@posix
async def test_each_request_of_an_open_loop_has_one_end_and_the_counts_agree(
    server: Server,
) -> None:
    """A third has all the time that it needs, a third has none, and a third just about enough."""
    url, process = server
    rng = np.random.default_rng(5)
    texts = texts_of([int(length) for length in rng.integers(1, 60, 24)], seed=5)
    withins = (float(PATIENCE), 1e-5, 0.05)
    async with client_at(url) as client:
        alone = [await client.post("/embed", json={"texts": [text]}) for text in texts]
        for text, answer in zip(texts, alone, strict=True):
            check(answer, [text])

        async def ask(number: int, at: float) -> httpx.Response:
            await asyncio.sleep(at)
            body = {"texts": [texts[number % len(texts)]], "within": withins[number % 3]}
            return await client.post("/embed", json=body)

        times = np.cumsum(rng.exponential(1 / 300, 240))
        answers = await asyncio.gather(*[ask(number, at) for number, at in enumerate(times)])
        for number, answer in enumerate(answers):
            allowed = ({200}, {503, 504}, {200, 503, 504})[number % 3]
            assert answer.status_code in allowed
            if answer.status_code == 200:
                same = alone[number % len(texts)].json()["embeddings"]
                np.testing.assert_allclose(answer.json()["embeddings"], same, atol=2e-4)
        counts = Counter(answer.status_code for answer in [*alone, *answers])
        told = await numbers(client, "embed_answers")
        assert told == {str(status): count for status, count in counts.items()}
        ends = await numbers(client, "embed_texts")
        assert (ends["answered"], ends["refused"]) == (counts[200], counts[503])
        assert (ends["expired"], ends["cancelled"], ends["failed"]) == (counts[504], 0, 0)
        assert (await numbers(client, "embed_waiting"))[""] == 0
    await shut_down(process)


@posix
async def test_requests_that_are_inside_are_answered_after_sigterm(server: Server) -> None:
    url, process = server
    texts = texts_of([100] * 64)
    async with client_at(url) as client:
        first = [client.post("/embed", json={"texts": ["connects"]}) for _ in range(6)]
        await asyncio.gather(*first)
        asked = [asyncio.create_task(client.post("/embed", json={"texts": texts})) for _ in first]
        await asyncio.wait(asked, return_when=asyncio.FIRST_COMPLETED)
        await shut_down(process, signal.SIGTERM)
        found = await asyncio.gather(*asked, return_exceptions=True)
    statuses = [each.status_code for each in found if isinstance(each, httpx.Response)]
    assert len(statuses) > 1
    assert set(statuses) == {200}
    others = [each for each in found if not isinstance(each, httpx.Response)]
    # A connection whose request was not read yet is closed.
    assert all(isinstance(each, httpx.TransportError) for each in others)
    assert process.returncode == -signal.SIGTERM
