"""Messages from sockets, answered in batches: one launch for those that arrive together.

    python examples/answer_messages.py

A server on this machine reads one message a line from each of its clients. A pipeline makes batches
of them, has a coroutine compute the answers of a batch, and other coroutines send them. Every
client waits for its answer before it sends its next message, so a batch is never full. `within`
sends it on all the same, a few milliseconds after its first message.

A message that cannot be read is answered with an error. A client that goes away is skipped.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator
from dataclasses import dataclass, field
from typing import Any, TypeAlias

import numpy as np

import streamrt as srt
from streamrt.pipeline import Pipeline, skip, source

CLIENTS, MESSAGES = 12, 25
BATCH, WITHIN = 32, 0.005
WIDTH, CLASSES = 64, 10

Array: TypeAlias = "np.ndarray[Any, Any]"


@dataclass
class Message:
    """A message, and where its answer goes.

    Attributes:
        line: the line of the message.
        writer: the client's connection.
        answer: what is sent.
    """

    line: bytes
    writer: asyncio.StreamWriter
    answer: dict[str, object] = field(default_factory=dict[str, object])


@srt.jit
def best(x: Any, w: Any) -> Any:
    """Returns the class with the highest score, for each row."""
    return np.argmax(x @ w, axis=1)


class Answers:
    """The answers to batches of messages.

    Attributes:
        sizes: the number of messages in each batch so far.
    """

    def __init__(self, rt: srt.Runtime, weights: Array) -> None:
        """Makes it.

        Args:
            rt: the runtime that computes.
            weights: the model, of shape `(WIDTH, CLASSES)`.
        """
        self._rt = rt
        self._weights = rt.put(weights)
        self.sizes: list[int] = []

    async def warm(self) -> None:
        """Compiles beside the loop."""
        await best.warm(self._rt.empty((BATCH, WIDTH)), self._weights)

    async def find(self, messages: list[Message]) -> list[Message]:
        """Computes the answers of a batch, with one call."""
        x = np.zeros((BATCH, WIDTH), "f4")
        for row, message in zip(x, messages, strict=False):
            try:
                row[:] = json.loads(message.line)
            except (ValueError, TypeError) as error:
                message.answer = {"error": str(error)}
        found = await best(self._rt.put(x), self._weights).fetch()
        for message, number in zip(messages, found, strict=False):
            message.answer = message.answer or {"class": int(number)}
        self.sizes.append(len(messages))
        return messages


async def reply(message: Message) -> Message:
    """Sends an answer."""
    message.writer.write(json.dumps(message.answer).encode() + b"\n")
    await message.writer.drain()
    return message


class Server:
    """A server whose messages are one stream, whoever sent them."""

    def __init__(self) -> None:
        """Makes it."""
        self._queue: asyncio.Queue[Message | None] = asyncio.Queue(maxsize=1000)

    async def connected(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Puts the lines of a client on the stream, until it closes its end."""
        try:
            async for line in reader:
                await self._queue.put(Message(line, writer))
        except ConnectionError:
            pass  # the client is gone, and its messages with it
        finally:
            writer.close()

    async def messages(self) -> AsyncIterator[Message]:
        """Yields the messages of all clients until the server ends."""
        while (message := await self._queue.get()) is not None:
            yield message

    async def end(self) -> None:
        """Ends the stream."""
        await self._queue.put(None)


def answering(server: Server, answers: Answers) -> Pipeline[Message]:
    """Defines the pipeline from messages to answers that were sent."""
    return (
        source(server.messages)
        .batch(BATCH, within=WITHIN)
        .map(answers.find, workers=2)
        .unbatch()
        .map(reply, workers=16, ordered=False, on_error=skip(on=ConnectionError))
    )


async def ask(port: int, questions: Array) -> list[int]:
    """Sends questions one by one, and returns the answers."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    found: list[int] = []
    for question in questions:
        writer.write(json.dumps(question.tolist()).encode() + b"\n")
        found.append(json.loads(await reader.readline())["class"])
    writer.close()
    await writer.wait_closed()
    return found


async def main() -> None:
    """Serves some clients, and compares their answers with NumPy's."""
    random = np.random.default_rng(7)
    weights = random.normal(size=(WIDTH, CLASSES)).astype("f4")
    questions = random.normal(size=(CLIENTS, MESSAGES, WIDTH)).astype("f4")
    async with srt.Runtime() as rt:
        server, answers = Server(), Answers(rt, weights)
        await answers.warm()
        listener = await asyncio.start_server(server.connected, "127.0.0.1", 0)
        port: int = listener.sockets[0].getsockname()[1]

        async def clients() -> list[list[int]]:
            found = await asyncio.gather(*(ask(port, each) for each in questions))
            await server.end()
            return found

        asking = asyncio.create_task(clients())
        async with listener, answering(server, answers).run(rt) as run:
            sent = [message async for message in run]
        found = await asking
    right = np.array_equal(found, np.argmax(questions @ weights, axis=-1))
    print(f"{len(sent)} messages of {CLIENTS} clients in {len(answers.sizes)} batches")
    print(f"all answers are right: {right}")


if __name__ == "__main__":
    asyncio.run(main())
