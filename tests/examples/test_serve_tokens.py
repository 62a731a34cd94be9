"""The service of tokens: over ASGI in this process, and behind a real server in another.

Its texts are those that the decoder writes by whole looks, whatever else is written at the time.
"""

from __future__ import annotations

import asyncio
import json
import signal
from collections import Counter
from collections.abc import AsyncIterator, Generator, Sequence
from contextlib import AsyncExitStack
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest
from shared.trial_kernels import PATIENCE

pytest.importorskip("starlette")
pytest.importorskip("prometheus_client")
import decoder
from prometheus_client.parser import text_string_to_metric_families
from serving import held_tokens
from serving.held_tokens import BEFORE, HELD
from shared.servers import Server, client_at, client_of, posix, served, shut_down

if TYPE_CHECKING:
    import httpx
else:
    httpx = pytest.importorskip("httpx")

FOLDER = Path(held_tokens.__file__).parent
Event = tuple[str, dict[str, Any]]


weights = cache(decoder.drawn_weights)


def check_tokens(begun: Sequence[int], added: Sequence[int]) -> None:
    """Raises unless each token is the likeliest one, by a look at the whole text, by NumPy."""
    scores = decoder.scores(np.array([[*begun, *added]]), weights())[0]
    assert [*added] == scores.argmax(axis=-1)[len(begun) - 1 : -1].tolist()


def events_of(text: str) -> list[Event]:
    """The events of a stream, each with its name and its data."""
    found: list[Event] = []
    for each in text.split("\n\n"):
        fields = dict(line.split(": ", 1) for line in each.splitlines())
        if fields:
            found.append((fields.get("event", ""), json.loads(fields["data"])))
    return found


def check_whole(text: str, begun: Sequence[int], most: int) -> None:
    """Raises unless a stream has all tokens, and then its end."""
    *tokens, last = events_of(text)
    assert {name for name, _ in tokens} == {""}
    assert len(tokens) == min(most, decoder.LONGEST - len(begun))
    assert last == ("end", {"tokens": len(tokens)})
    check_tokens(begun, [data["token"] for _, data in tokens])


async def read_event(lines: AsyncIterator[str]) -> Event:
    """The next event of a stream that goes on."""
    name = ""
    async for line in lines:
        kind, _, value = line.partition(": ")
        if kind == "event":
            name = value
        elif kind == "data":
            return name, json.loads(value)
    raise EOFError


async def numbers(client: httpx.AsyncClient, name: str) -> dict[str, int]:
    """The samples of a metric of the service, by the value of their label."""
    families = text_string_to_metric_families((await client.get("/metrics")).text)
    (samples,) = (each.samples for each in families if each.name == name)
    return {"".join(sample.labels.values()): int(sample.value) for sample in samples}


async def until(client: httpx.AsyncClient, name: str, wanted: dict[str, int]) -> None:
    """Waits until a metric has some values."""
    async with asyncio.timeout(PATIENCE):
        while wanted.items() - (await numbers(client, name)).items():  # noqa: ASYNC110
            await asyncio.sleep(0.001)


def drawn_body(random: np.random.Generator) -> dict[str, Any]:
    tokens = random.integers(1, decoder.TOKENS, random.integers(1, 12)).tolist()
    return {"tokens": tokens, "most": int(random.integers(1, 9))}


@pytest.fixture
def app(monkeypatch: pytest.MonkeyPatch) -> Any:
    for name, value in {"SLOTS": 3, "ROOM": 2, "WITHIN": 5.0, "DRAIN": 0.05}.items():
        monkeypatch.setattr(held_tokens.service, name, value)
    return held_tokens.create_app()


async def test_texts_that_are_written_at_once_are_those_of_whole_looks(
    app: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(held_tokens.service, "ROOM", 40)
    random = np.random.default_rng(2)
    bodies = [drawn_body(random) for _ in range(30)]
    bodies.append({"tokens": [*range(1, 64)]})  # room for one token
    async with client_of(app) as client:
        answers = await asyncio.gather(*(client.post("/tokens", json=body) for body in bodies))
        for body, answer in zip(bodies, answers, strict=True):
            assert answer.headers["content-type"].startswith("text/event-stream")
            check_whole(answer.text, body["tokens"], body.get("most", 64))
        assert (await numbers(client, "tokens_texts"))["answered"] == len(bodies)
        steps = (await numbers(client, "tokens_steps"))[""]
        rows = (await numbers(client, "tokens_rows"))[""]
        assert rows > 2 * steps  # they shared them


BAD = (
    *("", "[1]", "{}", '{"tokens": []}', '{"tokens": 1}', '{"tokens": ["a"]}', "[" * 100_000),
    *('{"tokens": [512]}', '{"tokens": [-1]}', '{"tokens": [true]}', '{"tokens": [1.0]}'),
    *('{"tokens": [1], "most": 0}', '{"tokens": [1], "most": "1"}'),
    *('{"tokens": [1], "within": 0}', '{"tokens": [1], "within": NaN}'),
    json.dumps({"tokens": [1] * 64}),
)


async def test_a_bad_request_is_told_why(app: Any) -> None:
    async with client_of(app) as client:
        for body in BAD:
            answer = await client.post("/tokens", content=body)
            assert answer.status_code == 422, body
            assert answer.json()["error"]
        assert await numbers(client, "tokens_answers") == {"422": len(BAD)}


async def test_a_stream_whose_time_is_over_ends_with_an_error(app: Any) -> None:
    async with client_of(app) as client:
        answer = await client.post("/tokens", json={"tokens": [HELD, 5], "within": 0.2})
        *tokens, (name, data) = events_of(answer.text)
        assert len(tokens) == BEFORE - 1
        check_tokens([HELD, 5], [data["token"] for _, data in tokens])
        assert name == "error"
        assert "its 0.2 s passed" in data["error"]
        assert (await numbers(client, "tokens_texts"))["expired"] == 1


async def test_texts_are_refused_at_once_while_too_many_wait(app: Any) -> None:
    async with client_of(app) as client:
        body = {"tokens": [HELD]}
        held = [asyncio.create_task(client.post("/tokens", json=body)) for _ in range(3)]
        await until(client, "tokens_running", {"": 3})
        held += [asyncio.create_task(client.post("/tokens", json=body)) for _ in range(2)]
        await until(client, "tokens_waiting", {"": 2})
        answer = await client.post("/tokens", json={"tokens": [1]})
        assert answer.status_code == 503
        assert int(answer.headers["retry-after"]) >= 1
        assert (await numbers(client, "tokens_texts"))["refused"] == 1
        await app.state.service.ask.drain(0)
        for each in await asyncio.gather(*held):
            assert events_of(each.text)[-1][0] == "error"


# --- a real server -------------------------------------------------------------------------------


@pytest.fixture
def server(ctrl_c: None, request: pytest.FixtureRequest) -> Generator[Server]:
    pytest.importorskip("uvicorn")
    given = {"SLOTS": "2", "ROOM": "3", "WITHIN": str(PATIENCE), "DRAIN": "0.5"}
    with served("held_tokens", FOLDER, **given) as server:
        yield server


@posix
async def test_a_client_that_goes_away_amid_its_text_leaves_its_place(server: Server) -> None:
    url, process = server
    async with client_at(url) as client:
        for _ in range(2):  # all slots
            async with client.stream("POST", "/tokens", json={"tokens": [HELD]}) as answer:
                lines = answer.aiter_lines()
                check_tokens([HELD], [(await read_event(lines))[1]["token"] for _ in range(2)])
        await until(client, "tokens_texts", {"cancelled": 2})
        check_whole((await client.post("/tokens", json={"tokens": [9], "most": 5})).text, [9], 5)
        assert (await numbers(client, "tokens_running"))[""] == 0
    await shut_down(process)


@posix
async def test_every_stream_has_a_last_event_when_the_server_is_told_to_end(
    server: Server,
) -> None:
    """Two are being written, and one waits, which is let in as well, but never written."""
    url, process = server
    async with client_at(url) as client, AsyncExitStack() as stack:
        streams: list[AsyncIterator[str]] = []
        for _ in range(3):
            streaming = client.stream("POST", "/tokens", json={"tokens": [HELD]})
            answer = await stack.enter_async_context(streaming)
            assert answer.status_code == 200
            streams.append(answer.aiter_lines())
        await read_event(streams[0])
        ending = asyncio.create_task(shut_down(process, signal.SIGTERM))
        for lines in streams:
            name, data = await read_event(lines)
            while not name:
                name, data = await read_event(lines)
            assert name == "error"
            assert "drained" in data["error"]
            with pytest.raises(EOFError):
                await read_event(lines)
        await ending
    assert process.returncode == -signal.SIGTERM


@posix
async def test_each_text_of_an_open_loop_has_one_end_and_the_counts_agree(server: Server) -> None:
    """Texts arrive at drawn times, then many at once, because the server was stopped meanwhile."""
    url, process = server
    random = np.random.default_rng(3)
    bodies = [drawn_body(random) for _ in range(150)]
    for body in bodies[::5]:
        body["within"] = 1e-6
    times = np.cumsum(random.exponential(1 / 200, 90))
    async with client_at(url) as client:

        async def ask(body: dict[str, Any], at: float) -> httpx.Response:
            await asyncio.sleep(at)
            return await client.post("/tokens", json=body)

        answers = await asyncio.gather(*map(ask, bodies, times))
        process.send_signal(signal.SIGSTOP)
        arriving = [asyncio.create_task(ask(body, 0)) for body in bodies[90:]]
        await asyncio.sleep(0.1)  # most of them are on their way; none is lost
        process.send_signal(signal.SIGCONT)
        answers += await asyncio.gather(*arriving)

        ends: Counter[str] = Counter()
        for body, answer in zip(bodies, answers, strict=True):
            if answer.status_code == 503:
                ends["refused"] += 1
            elif "within" in body:
                ((name, data),) = events_of(answer.text)
                assert (name, "passed" in data["error"]) == ("error", True)
                ends["expired"] += 1
            else:
                check_whole(answer.text, body["tokens"], body["most"])
                ends["answered"] += 1
        assert ends["refused"] > 0
        told = await numbers(client, "tokens_texts")
        assert told == {"failed": 0, "cancelled": 0, **ends}
        statuses = Counter(str(answer.status_code) for answer in answers)
        assert await numbers(client, "tokens_answers") == statuses
        assert (await numbers(client, "tokens_waiting"))[""] == 0
    await shut_down(process)
