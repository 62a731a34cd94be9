"""Texts behind a web server, token after token: all streams share the steps of one decoder.

    python examples/models/serve_tokens.py                               # sends itself requests
    uvicorn --app-dir examples/models --factory serve_tokens:create_app  # serves on port 8000
    curl -N -d '{"tokens": [1, 2, 3], "most": 20}' localhost:8000/tokens
    curl localhost:8000/metrics

The decoder is that of decoder.py: its weights are drawn, so what it writes has no sense. A
step computes one token for each text that a client waits for. Texts join and leave between two
steps. The answer is a stream of server-sent events: `data: {"token": 5}` for each token, and then
one event that is called `end`, or `error` with the reason.

A request is refused at once, with status 503, when ROOM texts wait. A stream whose text is not
complete after `within` seconds ends with an error, and so do those that are not complete DRAIN
seconds after the server was told to end. A client that goes away frees its place.

The example needs the packages of `pip install streamrt[examples]`.
"""

from __future__ import annotations

import asyncio
import json
import os
import signal
from collections import Counter
from collections.abc import AsyncGenerator, Callable, Generator, Sequence
from contextlib import aclosing, asynccontextmanager, contextmanager
from dataclasses import dataclass, field
from typing import Any

import httpx
import numpy as np
from decoder import (
    LONGEST,
    TOKENS,
    compiled_step,
    drawn_weights,
    empty_cache,
    on_device,
)
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import JSONResponse, Response, StreamingResponse
from starlette.routing import Route

import streamrt as srt
from streamrt import observe
from streamrt.observe import Metric
from streamrt.serving import END, End, Parts, StreamBatcher

SLOTS = int(os.environ.get("SLOTS", "16"))  # texts that are written at once
ROOM = int(os.environ.get("ROOM", "256"))  # texts that may wait
WITHIN = float(os.environ.get("WITHIN", "10"))  # seconds that a stream may take
DRAIN = float(os.environ.get("DRAIN", "5"))  # seconds that streams have once the server ends

HEADERS = {"Cache-Control": "no-store"}


@dataclass
class Text:
    """A text that is being continued.

    Attributes:
        tokens: those that it begins with, and those that came.
        length: how many it will have.
        place: of the token that the next step looks at.
    """

    tokens: list[int]
    length: int
    place: int = 0


class Decoder:
    """The decoder as a StreamBatcher runs it: a text in each slot, and a cache for all of them.

    A step computes something for every slot. For a slot that is free, nobody reads it. For a text
    that sits out, it writes into the cache what it will write again when the text moves on.
    """

    def __init__(self, rt: srt.Runtime, slots: int) -> None:
        self.weights = on_device(rt, drawn_weights())
        self.cache = [(rt.put(keys), rt.put(values)) for keys, values in empty_cache(slots)]
        self.texts: dict[int, Text] = {}
        self.tokens = np.zeros(slots, np.int64)
        self.places = np.zeros(slots, np.int64)

    async def warm(self) -> None:
        """Compiles the step, beside the loop."""
        await compiled_step.warm(self.tokens, self.places, self.cache, self.weights)

    def join(self, slot: int, x: Text) -> None:
        """Begins a text."""
        self.texts[slot] = x

    def leave(self, slot: int) -> None:
        """Forgets a text; the next one in the slot sees nothing of it."""
        del self.texts[slot]

    async def step(self, slots: Sequence[int]) -> list[list[int | End]]:
        """Moves some texts on by one token."""
        for slot, text in self.texts.items():
            self.tokens[slot], self.places[slot] = text.tokens[text.place], text.place
        found, cache = compiled_step(self.tokens, self.places, self.cache, self.weights)
        likeliest = await found.fetch()
        self.cache = cache  # only now: a step that fails leaves the texts as they were
        return [self.moved_on(slot, int(likeliest[slot])) for slot in slots]

    def moved_on(self, slot: int, token: int) -> list[int | End]:
        """Returns the new parts of a text: none while what it begins with is being read."""
        text = self.texts[slot]
        text.place += 1
        if text.place < len(text.tokens):
            return []
        text.tokens.append(token)
        return [token, END] if len(text.tokens) == text.length else [token]


@dataclass
class Service:
    """The things that all requests share.

    Attributes:
        rt: the runtime.
        ask: lets texts in.
        answered: answers by status.
        sent: tokens that were sent.
    """

    rt: srt.Runtime
    ask: StreamBatcher[Text, int]
    answered: Counter[int] = field(default_factory=Counter[int])
    sent: int = 0


def create_app(make: Callable[[srt.Runtime, int], Decoder] = Decoder) -> Starlette:
    """Makes the application; its lifespan opens the runtime.

    Args:
        make: makes the decoder.
    """

    @asynccontextmanager
    async def lifespan(app: Starlette) -> AsyncGenerator[None]:
        async with srt.Runtime() as rt:
            decoder = make(rt, SLOTS)
            await decoder.warm()
            batcher = StreamBatcher(decoder, slots=SLOTS, within=WITHIN, room=ROOM)
            async with batcher as ask, asyncio.TaskGroup() as tasks:
                app.state.service = Service(rt, ask)
                told = asyncio.Event()
                tasks.create_task(drain_when(told, ask))
                with calling_at_signals(told.set), observe.watch_loop(rt):
                    yield
                told.set()

    routes = [Route("/tokens", answer, methods=["POST"]), Route("/metrics", show_metrics)]
    return Starlette(routes=routes, lifespan=lifespan)


async def drain_when(told: asyncio.Event, ask: StreamBatcher[Text, int]) -> None:
    """Ends all streams in order, once it is told to."""
    await told.wait()
    await ask.drain(DRAIN)


@contextmanager
def calling_at_signals(call: Callable[[], object]) -> Generator[None]:
    """Has the loop call a function when the process is told to end.

    The server is told, too, as before. It waits for its streams, and ends the lifespan only then.
    """
    loop = asyncio.get_running_loop()
    before = {n: signal.getsignal(n) for n in (signal.SIGINT, signal.SIGTERM)}

    def handle(number: int, frame: Any) -> None:
        loop.call_soon_threadsafe(call)
        listener = before[signal.Signals(number)]
        assert callable(listener)
        listener(number, frame)

    listened = [n for n, listener in before.items() if callable(listener)]
    for number in listened:
        signal.signal(number, handle)
    try:
        yield
    finally:
        for number in listened:
            signal.signal(number, before[number])


async def answer(request: Request) -> Response:
    """Answers `POST /tokens` with a stream of events, or says why there is none."""
    service: Service = request.app.state.service
    try:
        text, within = read(await request.body())
        tokens = streamed(service, service.ask(text, within=within))
        response: Response = StreamingResponse(tokens, 200, HEADERS, "text/event-stream")
    except ValueError as error:
        response = JSONResponse({"error": str(error)}, 422)
    except srt.errors.OverloadedError as error:  # at once, while the client can go elsewhere
        response = JSONResponse({"error": str(error)}, 503, {"Retry-After": "1"})
    service.answered[response.status_code] += 1
    return response


async def streamed(service: Service, parts: Parts[int]) -> AsyncGenerator[str]:
    """Yields an event for each token, and a last one. The server closes it if the client goes."""
    count = 0
    try:
        async with aclosing(parts):
            async for token in parts:
                count += 1
                service.sent += 1
                yield event({"token": token})
        last = event({"tokens": count}, "end")
    except srt.errors.StreamRTError as error:
        last = event({"error": str(error)}, "error")
    yield last


def event(data: dict[str, Any], name: str = "") -> str:
    """Returns a server-sent event."""
    begin = f"event: {name}\n" if name else ""
    return f"{begin}data: {json.dumps(data)}\n\n"


def read(body: bytes) -> tuple[Text, float]:
    """Returns the text of a request, and the seconds that its stream may take.

    Raises:
        ValueError: it has something else.
    """
    try:
        found: Any = json.loads(body)
        tokens, most = found["tokens"], found.get("most", LONGEST)
        within = float(found.get("within", WITHIN))
    except (AttributeError, KeyError, RecursionError, TypeError, ValueError) as error:
        raise ValueError(f'read a request: {error!r}; send {{"tokens": [1, 2]}}') from error
    if not is_begun(tokens):
        raise ValueError(f"read a request: send 1 to {LONGEST - 1} tokens, 0 to {TOKENS - 1} each")
    if type(most) is not int or most < 1:
        raise ValueError("read a request: `most` is the number of tokens to add, at least 1")
    if not 0 < within <= WITHIN:
        raise ValueError(f"read a request: `within` is above 0 and at most {WITHIN} seconds")
    return Text(tokens, min(LONGEST, len(tokens) + most)), within


def is_begun(given: Any) -> bool:
    """Returns whether a request has tokens, and leaves room for one more."""
    if not isinstance(given, list):
        return False
    tokens: list[object] = [*given]
    return 1 <= len(tokens) < LONGEST and all(
        type(token) is int and 0 <= token < TOKENS for token in tokens
    )


async def show_metrics(request: Request) -> Response:
    """Answers `GET /metrics`: the numbers of streamrt, and behind them the service's own."""
    service: Service = request.app.state.service
    stats = service.ask.stats()
    answers = [({"status": str(s)}, count) for s, count in sorted(service.answered.items())]
    ends = ("answered", "failed", "expired", "cancelled", "refused")
    texts = [({"how": how}, getattr(stats, how)) for how in ends]
    own = [
        Metric("tokens_answers", "counter", "Answers, by their status.", answers),
        Metric("tokens_texts", "counter", "Texts, by what became of them.", texts),
        Metric("tokens_sent", "counter", "Tokens that were sent.", [({}, service.sent)]),
        Metric("tokens_steps", "counter", "Steps of the decoder.", [({}, stats.batches)]),
        Metric("tokens_rows", "counter", "Texts in these steps.", [({}, stats.rows)]),
        Metric("tokens_waiting", "gauge", "Texts that wait.", [({}, stats.waiting)]),
        Metric("tokens_running", "gauge", "Texts that are written.", [({}, stats.running)]),
    ]
    text, kind = observe.metrics_for(service.rt, request.headers.get("accept"), more=own)
    return Response(text, media_type=kind)


async def main() -> None:
    """Sends the application many texts at once, and shows what it streams."""
    app = create_app()
    transport = httpx.ASGITransport(app=app)
    async with (
        app.router.lifespan_context(app),
        httpx.AsyncClient(transport=transport, base_url="http://tokens") as client,
    ):
        one = await client.post("/tokens", json={"tokens": [7, 3], "most": 4})
        print(one.text)
        bodies = [{"tokens": [*range(1 + n % 20)], "most": 1 + 5 * n % 40} for n in range(60)]
        answers = await asyncio.gather(*(client.post("/tokens", json=body) for body in bodies))
        print(f"{sum('event: end' in each.text for each in answers)} of {len(bodies)} texts ended")
        for line in (await client.get("/metrics")).text.splitlines():
            if line.startswith("tokens_"):
                print(line)


if __name__ == "__main__":
    asyncio.run(main())
