"""What is known of failed executions: the error to raise, and whether anybody was told.

A failure is found when its lane is tidied up. The engine knows it by its root, the number that
skipped executions carry, until its execution is dropped; those that were skipped before that hold
it themselves. So nothing keeps an error, and the frames in its traceback, that nobody can ask for.
A failure that nobody retrieved is reported once: through the log when its execution is dropped, or
raised when the runtime is left.
"""

from __future__ import annotations

import logging
from collections import OrderedDict, deque
from functools import lru_cache
from itertools import islice
from types import CodeType, TracebackType
from typing import NamedTuple
from weakref import WeakValueDictionary

from streamrt._core.story import Link
from streamrt._core.timeline import Timeline
from streamrt.errors import DependencyError, ExecutionCancelledError

logger = logging.getLogger("streamrt")

MOST_SKIPS = 4096


@lru_cache(maxsize=1024)
def _place(code: CodeType, instruction: int) -> str:
    """An instruction's file, line and function. Slow: it walks the instructions before it."""
    found = next(islice(code.co_positions(), instruction // 2, None), None)
    line = (found and found[0]) or code.co_firstlineno
    return f"{code.co_filename}:{line} in {code.co_name}"


class Site:
    """Where in the user's code something was submitted."""

    __slots__ = ("code", "instruction")

    def __init__(self, code: CodeType, instruction: int) -> None:
        self.code: CodeType = code
        self.instruction: int = instruction

    def __str__(self) -> str:
        return _place(self.code, self.instruction)


Point = tuple[Timeline, int]


class Skip(NamedTuple):
    """A skipped execution, without the execution.

    Attributes:
        name: its own.
        site: where it was submitted.
        via: the point of the producer that had not succeeded.
    """

    name: str
    site: Site
    via: Point | None


class Failure:
    """A failed or cancelled execution, without the execution.

    Attributes:
        error: what every retrieval raises.
        name: the execution's.
        site: where it was submitted; None for what was found elsewhere.
        retrieved: whether anybody got it.
        is_reported: whether it needs no more reporting.
    """

    __slots__ = ("__weakref__", "error", "is_reported", "name", "retrieved", "site", "traceback")

    def __init__(self, error: BaseException, name: str = "", site: Site | None = None) -> None:
        self.error: BaseException = error
        self.name: str = name
        self.site: Site | None = site
        self.traceback: TracebackType | None = error.__traceback__
        self.retrieved: bool = False
        self.is_reported: bool = isinstance(error, ExecutionCancelledError | DependencyError)

    def retrieve(self) -> BaseException:
        """The error, as fresh as it was when the work failed."""
        self.retrieved = True
        return self.error.with_traceback(self.traceback)


class Guard:
    """Held by a failed execution alone: tells when it was dropped. Takes no lock."""

    __slots__ = ("_dropped", "_failure")

    def __init__(self, failure: Failure, dropped: deque[Failure]) -> None:
        self._failure = failure
        self._dropped = dropped

    def __del__(self) -> None:
        if not (self._failure.retrieved or self._failure.is_reported):
            self._dropped.append(self._failure)


class Failures:
    """The failures of one runtime, by root."""

    def __init__(self) -> None:
        self._by_root: WeakValueDictionary[int, Failure] = WeakValueDictionary()
        self._dropped: deque[Failure] = deque()
        self._skips: OrderedDict[Point, Skip] = OrderedDict()
        self.is_closing = False  # then the scope's exit raises what it finds

    def add(
        self, root: int, error: BaseException, name: str = "", site: Site | None = None
    ) -> tuple[Failure, Guard]:
        """Takes note of a failure; the guard belongs to its execution."""
        failure = Failure(error, name, site)
        self._by_root[root] = failure
        return failure, Guard(failure, self._dropped)

    def find(self, root: int) -> Failure | None:
        """The failure with that root, if it is still known."""
        return self._by_root.get(root)

    def add_skip(self, point: Point, skip: Skip) -> None:
        """Takes note of a skipped execution, for stories."""
        self._skips[point] = skip
        if len(self._skips) > MOST_SKIPS:
            self._skips.popitem(last=False)

    def trace(self, point: Point, failure: Failure | None) -> list[Link]:
        """How a skip came about: the skipped producers in front of it, and the root failure.

        Args:
            point: the skipped execution's.
            failure: that it goes back to, if it is known.
        """
        links: list[Link] = []
        skip = self._skips.get(point)
        while skip is not None and skip.via is not None:
            skip = self._skips.get(skip.via)
            if skip is not None:
                links.append(Link(skip.name, str(skip.site), "was skipped"))
        if failure is not None:
            links.append(Link(failure.name, str(failure.site), spell(failure.error)))
        return links

    def report_dropped(self) -> None:
        """Logs the failures whose executions were dropped. Called without any lock."""
        while self._dropped and not self.is_closing:
            failure = self._dropped.popleft()
            if failure.retrieved or failure.is_reported:
                continue
            failure.is_reported = True
            log(failure.error)

    def report_all(self) -> None:
        """Logs every failure nobody was told of: what ends has another error to raise."""
        for error in self.unretrieved():
            log(error)

    def unretrieved(self) -> list[BaseException]:
        """The errors nobody was told of; from now on they count as told."""
        found: list[BaseException] = []
        for failure in list(self._by_root.values()):
            if not (failure.retrieved or failure.is_reported):
                failure.is_reported = True
                found.append(failure.error)
        return found


def log(error: BaseException) -> None:
    """Reports an error that nobody can be given any more."""
    logger.error("execution failed and nobody retrieved its error", exc_info=error)


def group(errors: list[BaseException], who: str | None = None) -> BaseException:
    """One error as it is, several as a group."""
    if len(errors) == 1:
        return errors[0]
    message = f"{who} failed" if who is not None else f"{len(errors)} executions failed"
    ordinary = [error for error in errors if isinstance(error, Exception)]
    if len(ordinary) == len(errors):
        return ExceptionGroup(message, ordinary)
    return BaseExceptionGroup(message, errors)


def spell(error: BaseException) -> str:
    """An error in one line: its type and what it says, if anything."""
    return f"{type(error).__name__}: {error}".removesuffix(": ")


def note(error: BaseException, text: str) -> BaseException:
    """Adds a note, once."""
    if text not in getattr(error, "__notes__", ()):
        error.add_note(text)
    return error
