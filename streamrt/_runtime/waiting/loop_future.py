"""The future that a task on an asyncio loop waits on; it resumes the task at once.

An `asyncio.Future` resumes the task that awaits it one turn of the loop after it is settled. On a
loop that computes between turns, each turn is a millisecond or more during which the next kernels
are not submitted. This future is settled from the loop's own callback for the queue's descriptor,
and runs the task's next step right there.

It follows the protocol that asyncio's tasks have for futures of other classes: the flag
`_asyncio_future_blocking`, `add_done_callback` with a context, `result` and `cancel`.

A task on a loop of another library is woken through that loop, by `Tell`.
"""

from __future__ import annotations

from collections.abc import Callable, Generator
from typing import TYPE_CHECKING, Any, Protocol

if TYPE_CHECKING:
    import asyncio
    from contextvars import Context

    from anyio import TaskInfo

Callback = Callable[[Any], object]


class Wakeup:
    """A future without a value, made and settled on its loop.

    Attributes:
        what: whatever it waits for, in words; empty for a point of a stream.
    """

    __slots__ = ("_asyncio_future_blocking", "_callbacks", "_error", "_is_done", "_loop", "what")

    def __init__(self, loop: asyncio.AbstractEventLoop, what: str = "") -> None:
        self.what: str = what
        self._asyncio_future_blocking = False
        self._loop = loop
        self._callbacks: list[tuple[Callback, Context | None]] = []
        self._error: BaseException | None = None
        self._is_done = False

    def settle(self, error: BaseException | None = None) -> None:
        """Ends the wait, with an error or without. A second call does nothing."""
        if self._is_done:
            return
        from asyncio import current_task

        # One task's step cannot run inside another's.
        is_free = current_task(self._loop) is None
        # No call from here to the callback's: Ctrl-C in one would leave a task that never resumes.
        self._is_done, self._error = True, error
        callbacks, self._callbacks = self._callbacks, []
        for callback, context in callbacks:
            if is_free and context is not None:
                context.run(callback, self)
            else:
                self._loop.call_soon(callback, self, context=context)
            # A task that ended with an error keeps the frames of its last step, this one too. The
            # task's own callback in this frame would close a cycle.
            del callback, context
        callbacks.clear()

    __call__ = settle

    def cancel(self, msg: object = None) -> bool:
        """Resumes the waiting task with CancelledError, a turn later, as a Future does."""
        if self._is_done:
            return False
        from asyncio import CancelledError

        self._is_done = True
        self._error = CancelledError() if msg is None else CancelledError(msg)
        callbacks, self._callbacks = self._callbacks, []
        for callback, context in callbacks:
            self._loop.call_soon(callback, self, context=context)
        return True

    def get_loop(self) -> asyncio.AbstractEventLoop:
        """Returns the loop it belongs to."""
        return self._loop

    def add_done_callback(self, callback: Callback, *, context: Context | None = None) -> None:
        """Calls back with this future once it is settled."""
        if self._is_done:
            self._loop.call_soon(callback, self, context=context)
        else:
            self._callbacks.append((callback, context))

    def remove_done_callback(self, callback: Callback) -> int:
        """Forgets a callback; returns how many times it was there."""
        kept = [entry for entry in self._callbacks if entry[0] != callback]
        removed = len(self._callbacks) - len(kept)
        self._callbacks = kept
        return removed

    def done(self) -> bool:
        """Whether it is settled or cancelled."""
        return self._is_done

    def result(self) -> None:
        """Raises the error it was settled with, if any: once, in the task that awaits it.

        The error's traceback will hold the frames of that task, and those hold this future. If the
        future kept the error, that would be a cycle, and the task's buffers would have to wait for
        the collector.
        """
        error, self._error = self._error, None
        if error is not None:
            try:
                raise error
            finally:
                del error

    def __iter__(self) -> Generator[Wakeup, None, None]:
        if not self._is_done:
            self._asyncio_future_blocking = True
            yield self
        self.result()

    __await__ = __iter__


class _Token(Protocol):
    """A run of trio, as other threads see it."""

    def run_sync_soon(self, sync_fn: Callable[[], object], /) -> object: ...


class Tell:
    """Wakes a task on a loop of another library, from the thread that waits for it.

    Attributes:
        task: the task, as anyio tells it; None if a function is called.
    """

    __slots__ = ("_event_set", "_late", "_token", "task")

    def __init__(
        self,
        token: _Token,
        event_set: Callable[[], object],
        late: Callable[[int], object],
        task: TaskInfo | None = None,
    ) -> None:
        self._token, self._event_set, self._late = token, event_set, late
        self.task: TaskInfo | None = task

    def __call__(self) -> None:
        try:
            self._token.run_sync_soon(self._event_set)
        except RuntimeError:  # trio's RunFinishedError
            self._late(1)
