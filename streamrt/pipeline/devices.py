"""Stages of devices: submit, replay and to. They submit, and never wait.

Their results are buffers that may still be computed. Hazards order everything that uses them, and
the item leaves the window when the work has ended.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterator
from typing import TYPE_CHECKING, Any, cast

from streamrt._core.values import shown
from streamrt._jit.calling.jitted import Jitted
from streamrt._runtime.buffer import Buffer
from streamrt._runtime.execution import Execution
from streamrt._runtime.inner import writers_of
from streamrt.errors import ArgumentTypeError

if TYPE_CHECKING:
    from streamrt._runtime.event import Event
    from streamrt._runtime.graphs.graph_exec import GraphExec
    from streamrt._runtime.stream import Stream


class Written:
    """The work that writes buffers, as something that can be waited for."""

    __slots__ = ("_executions",)

    def __init__(self, value: object) -> None:
        self._executions = [e for buffer in buffers_of(value) for e in writers_of(buffer)]

    def done(self) -> bool:
        """Whether it has ended, well or not."""
        return all(execution.done() for execution in self._executions)

    def sync(self) -> None:
        """Blocks until it has ended.

        Raises:
            Exception: some of it failed.
        """
        for execution in self._executions:
            execution.sync()

    def __await__(self) -> Generator[Any, None, None]:
        """Waits until it has ended; raises if some of it failed."""
        for execution in self._executions:
            yield from execution.__await__()


def buffers_of(value: object) -> Iterator[Buffer]:
    """Yields the buffers of a value: itself, or those in a tuple, list or dict."""
    if isinstance(value, Buffer):
        yield value
    elif isinstance(value, dict):
        yield from buffers_of(list(cast("dict[object, object]", value).values()))
    elif isinstance(value, tuple | list):
        for part in cast("list[object]", value):
            yield from buffers_of(part)


def converted(value: object, change: Callable[[Buffer], Buffer]) -> Any:
    """Returns a value with its buffers changed; see `buffers_of`."""
    if isinstance(value, Buffer):
        return change(value)
    if isinstance(value, dict):
        named = cast("dict[object, object]", value)
        return {name: converted(part, change) for name, part in named.items()}
    if isinstance(value, tuple | list):
        parts = [converted(part, change) for part in cast("list[object]", value)]
        return parts if isinstance(value, list) else tuple(parts)
    return value


def chooses_stream(function: object) -> bool:
    """Whether a function chooses a stream itself, as those of `jit` do."""
    return isinstance(function, Jitted)


def recorder(stream: Stream) -> Callable[[Any], Event]:
    """Returns a function that records an event behind all earlier work of a stream."""

    def record(_: Any) -> Event:
        return stream.record()

    return record


def submitter(function: Callable[..., Any], stream: Stream) -> Callable[[Any], Any]:
    """Returns a function that calls the user's with the stream and an item.

    A batch of `fill` is passed by the names of its buffers. A function of `jit` gets no stream: it
    chooses one.
    """
    first = () if chooses_stream(function) else (stream,)

    def submit(value: Any) -> Any:
        if isinstance(value, dict):
            return function(*first, **cast("dict[str, Any]", value))
        return function(*first, value)

    return submit


def replayer(graph: GraphExec, inputs: dict[str, str | None]) -> Callable[[Any], Any]:
    """Returns a function that replays a graph with an item's buffers, and returns its outputs."""

    def replay(value: Any) -> Any:
        bound: dict[str, Any]
        if isinstance(value, dict):
            bound = cast("dict[str, Any]", value)
            if inputs:
                bound = {name: bound[key or name] for name, key in inputs.items()}
        elif len(inputs) == 1:
            bound = dict.fromkeys(inputs, value)
        elif isinstance(value, tuple | list) and len(inputs) == len(cast("list[Any]", value)):
            bound = dict(zip(inputs, cast("list[Any]", value), strict=True))
        else:
            found = shown(cast(object, value))
            raise ArgumentTypeError(
                f"replay: the item is {found}; name the input that it is bound to, as in "
                'replay(graph, "x")'
            )
        execution: Execution[Any] = graph.replay(**bound)
        return execution.outcome

    return replay


def mover(device: str) -> Callable[[Any], Any]:
    """Returns a function that copies the buffers of an item to a device."""

    def to(value: Any) -> Any:
        if next(buffers_of(value), None) is None:
            raise ArgumentTypeError(
                f"to {device}: the item is {shown(value)}; it has no Buffer, use fill or rt.put"
            )
        return converted(value, lambda buffer: buffer.to(device))

    return to
