"""Models as a Batcher runs them: functions of an array of rows, or of a list of requests."""

from __future__ import annotations

import inspect
from collections.abc import Awaitable, Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Protocol, cast

import numpy as np

from streamrt._core.values import shown
from streamrt._jit.calling.default_runtime import current_runtime
from streamrt._refusals import refusing
from streamrt._runtime.buffer import Buffer
from streamrt._runtime.ending.deadlines import deadline
from streamrt._runtime.execution import Execution
from streamrt.errors import ArgumentError, ArgumentTypeError
from streamrt.serving._rows import Array, RowMemory

if TYPE_CHECKING:
    from streamrt._runtime.runtime import Runtime
    from streamrt.serving._requests import Request

Answers = Callable[[int], Any]
"""Returns the answer of a row."""


class Model(Protocol):
    """A model as a Batcher runs it."""

    def admitted(self, x: Any) -> tuple[Any, int]:
        """Returns a request as it is kept, and its bytes; raises if it is none."""
        ...

    def keep(self, request: Request) -> None:
        """Keeps what a request that was let in needs to be run."""
        ...

    def load(self, requests: Sequence[Request], size: int) -> Any:
        """Returns the argument of `run` for requests; `row` of each says which row is its own."""
        ...

    def part(self, loaded: Any, row: int) -> Any:
        """Returns the argument of `run` for one row."""
        ...

    def copies(self, x: Any, size: int) -> Any:
        """Returns the argument of `run` for so many requests that are all the same."""
        ...

    def close(self) -> None:
        """Gives back the memory for rows; nothing is asked any more."""
        ...

    async def run(self, loaded: Any, seconds: float | None) -> Answers:
        """Runs the model, and returns the answers.

        Args:
            loaded: by `load`, `part` or `copies`.
            seconds: when nobody waits for the answers any more, from now.
        """
        ...


@refusing
def check_model(model: object) -> Callable[..., Any]:
    """Returns a model that can be called.

    Raises:
        ArgumentTypeError: it cannot.
    """
    if not callable(model) or isinstance(model, type):
        raise ArgumentTypeError(
            f"make a Batcher: the model is {shown(model)}; pass a compiled function of an array of "
            "rows, or an async function of a list of requests"
        )
    return model


def is_of_lists(model: object) -> bool:
    """Returns whether a model is an async function, and so one of lists."""
    kind: Any = type(model)
    return inspect.iscoroutinefunction(model) or inspect.iscoroutinefunction(kind.__call__)


class ListModel:
    """An async function of a list of requests, which returns as many answers."""

    def __init__(self, model: Callable[[list[Any]], Any]) -> None:
        self._model = model

    def admitted(self, x: Any) -> tuple[Any, int]:
        """See `Model`. Of an object that does not tell its bytes, none are counted."""
        if isinstance(x, bytes | bytearray | str):
            return x, len(x)
        nbytes = getattr(x, "nbytes", 0)
        return x, nbytes if isinstance(nbytes, int) else 0

    def keep(self, request: Request) -> None:
        """See `Model`: the request has what was asked."""

    def load(self, requests: Sequence[Request], size: int) -> list[Any]:
        """See `Model`. A list that is too short is filled up with its last request."""
        for row, request in enumerate(requests):
            request.row = row
        asked = [request.what for request in requests]
        return asked + asked[-1:] * (size - len(asked))

    def part(self, loaded: list[Any], row: int) -> list[Any]:
        """See `Model`."""
        return loaded[row : row + 1]

    def copies(self, x: Any, size: int) -> list[Any]:
        """See `Model`."""
        return [x] * size

    def close(self) -> None:
        """See `Model`."""

    async def run(self, loaded: list[Any], seconds: float | None) -> Answers:
        """See `Model`."""
        with deadline(seconds):
            answers = await self._model(loaded)
        return rows_of(answers, len(loaded))


class RowsModel:
    """A function that submits work for an array of rows, such as one of `jit`."""

    def __init__(self, model: Callable[..., Any], device: str | None, most: int) -> None:
        """Makes it, in the innermost runtime that was entered.

        Args:
            model: the function.
            device: the name of the device where its rows lie; None is the first.
            most: the most rows of a batch.
        """
        self._rt: Runtime = current_runtime()
        self._rows = RowMemory(self._rt, self._rt.device(device), most)
        self._model = model
        self._first: Callable[..., Any] | None = getattr(model, "aio", None)
        self._seen: set[int] = set()

    def admitted(self, x: Any) -> tuple[Array, int]:
        """See `Model`."""
        row = self._rows.checked(x)
        return row, row.size * self._rows.dtype.itemsize

    def keep(self, request: Request) -> None:
        """See `Model`: the row is written into the memory of a batch."""
        row, request.what = request.what, None
        self._rows.write(request, row)

    def load(self, requests: Sequence[Request], size: int) -> Buffer:
        """See `Model`."""
        return self._rows.load(requests, size)

    def part(self, loaded: Buffer, row: int) -> Buffer:
        """See `Model`."""
        return loaded[row : row + 1]

    def copies(self, x: Any, size: int) -> Buffer:
        """See `Model`."""
        return self._rows.copies(self._rows.checked(x), size)

    def close(self) -> None:
        """See `Model`."""
        self._rows.with_room.clear()

    async def run(self, loaded: Buffer, seconds: float | None) -> Answers:
        """See `Model`.

        It runs in a scope: a batch that is cancelled ends when its kernel that runs has ended, and
        nothing else of it runs.
        """
        count = loaded.shape[0]
        fetched, failures = None, list[Exception]()
        try:
            async with self._rt.scope():
                try:
                    with deadline(seconds):
                        fetched = await fetch(await self._submitted(loaded, count))
                except Exception as error:  # noqa: BLE001 - a scope would put it into a group
                    failures.append(error)
        except ExceptionGroup as group:  # of work that the model's result does not depend on
            failures += group.exceptions
        if failures:
            try:
                raise failures[0]
            finally:
                failures.clear()  # the error's traceback has this frame
        return parts_of(fetched, count)

    async def _submitted(self, loaded: Buffer, count: int) -> Any:
        """Returns the result of the model; it compiles beside the loop, if it has to."""
        if self._first is None or count in self._seen:
            return self._model(loaded)
        found = await self._first(loaded)
        self._seen.add(count)
        return found


async def fetch(found: Any) -> Any:
    """Returns the result of a model, with arrays in place of buffers.

    Raises:
        ArgumentTypeError: it has returned something else.
    """
    if isinstance(found, Execution):
        found = await cast("Awaitable[Any]", found)
    if isinstance(found, Buffer):
        return await found.fetch()
    if isinstance(found, tuple | list):
        return tuple([await fetch(each) for each in cast("Sequence[Any]", found)])
    if isinstance(found, dict):
        items = cast("Mapping[Any, Any]", found).items()
        return {name: await fetch(each) for name, each in items}
    if isinstance(found, np.ndarray):
        return cast("Array", found)
    raise ArgumentTypeError(
        f"run a batch: the model returned {shown(found)}; it returns a Buffer or an array of rows, "
        "or a tuple or dict of those"
    )


def parts_of(answers: Any, count: int) -> Answers:
    """Returns a function that gives a row of each array of a tuple or dict; see `rows_of`."""
    if isinstance(answers, tuple):
        parts = [parts_of(each, count) for each in cast("Sequence[Any]", answers)]
        return lambda row: tuple([part(row) for part in parts])
    if isinstance(answers, dict):
        items = cast("Mapping[Any, Any]", answers).items()
        named = {name: parts_of(each, count) for name, each in items}
        return lambda row: {name: part(row) for name, part in named.items()}
    return rows_of(answers, count)


def rows_of(answers: Any, count: int) -> Answers:
    """Returns a function that gives the answer of each row.

    Raises:
        ArgumentError: there are more or fewer answers than rows.
        ArgumentTypeError: there are none.
    """
    rule = f"for {count} requests; it returns one answer for each"
    is_number = getattr(answers, "ndim", 1) == 0
    if is_number or not (hasattr(answers, "__len__") and hasattr(answers, "__getitem__")):
        raise ArgumentTypeError(f"run a batch: the model returned {shown(answers)} {rule}")
    if len(answers) != count:
        raise ArgumentError(f"run a batch: the model returned {len(answers)} answers {rule}")
    answer: Answers = answers.__getitem__
    return answer
