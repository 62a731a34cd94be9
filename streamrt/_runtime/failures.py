"""What is known of failed executions: the error to raise, and whether anybody was told.

A failure is found when its lane is tidied up. The engine knows it by its root, the number that
skipped executions carry, until its execution is dropped; those that were skipped before that hold
it themselves. So nothing keeps an error, and the frames in its traceback, that nobody can ask for.
A failure that nobody retrieved is reported once: through the log when its execution is dropped, or
raised when the runtime is left.
"""

from __future__ import annotations

import logging
from collections import OrderedDict
from functools import lru_cache, partial
from itertools import islice
from types import CodeType, TracebackType
from typing import NamedTuple
from weakref import ref

from streamrt._core.finalizers import AtEnd, Inbox
from streamrt._core.tracking.story import Link
from streamrt._core.tracking.timeline import Timeline
from streamrt.errors import DependencyError, ExecutionCancelledError

logger = logging.getLogger("streamrt")

MOST_SKIPS = 4096
FEW_KNOWN = 64  # from here on, what is gone is forgotten each time the rest has doubled


@lru_cache(maxsize=1024)
def place(code: CodeType, instruction: int) -> str:
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
        return place(self.code, self.instruction)


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
        is_told: whether somebody was given the error, or it needs no telling.
    """

    __slots__ = ("__weakref__", "_guard", "error", "is_told", "name", "site", "traceback")

    def __init__(self, error: BaseException, name: str = "", site: Site | None = None) -> None:
        self.error: BaseException = error
        self.name: str = name
        self.site: Site | None = site
        self.traceback: TracebackType | None = error.__traceback__
        self.is_told: bool = isinstance(error, ExecutionCancelledError | DependencyError)
        self._guard: ref[Guard] | None = None

    def retrieve(self) -> BaseException:
        """The error, as fresh as it was when the work failed."""
        self.count_as_told()
        return self.error.with_traceback(self.traceback)

    def count_as_told(self) -> None:
        """It needs no reporting any more, so that nothing keeps it longer than its execution."""
        self.is_told = True
        guard = self._guard() if self._guard is not None else None
        if guard is not None:
            guard.disarm()

    def guard(self, dropped: Inbox[Failure]) -> Guard:
        """What its execution alone is to hold."""
        guard = Guard()
        if not self.is_told:
            self._guard = ref(guard)
            guard.__del__ = partial(dropped, self)
        return guard


class Guard(AtEnd):
    """Held by a failed execution alone: posts the failure when that was dropped."""

    __slots__ = ("__weakref__",)


class Failures:
    """The failures of one runtime, by root."""

    def __init__(self) -> None:
        # No WeakValueDictionary: the callbacks of its references are Python; see `finalizers`.
        self._by_root: dict[int, ref[Failure]] = {}
        self._most_known = FEW_KNOWN
        self.dropped: Inbox[Failure] = Inbox()
        self._skips: OrderedDict[Point, Skip] = OrderedDict()
        self.is_closing = False  # then the scope's exit raises what it finds

    def add(
        self, root: int, error: BaseException, name: str = "", site: Site | None = None
    ) -> tuple[Failure, Guard]:
        """Takes note of a failure; the guard belongs to its execution. Under the lock."""
        failure = Failure(error, name, site)
        if len(self._by_root) >= self._most_known:
            self._by_root = {r: known for r, known in self._by_root.items() if known() is not None}
            self._most_known = max(FEW_KNOWN, 2 * len(self._by_root))
        self._by_root[root] = ref(failure)
        return failure, failure.guard(self.dropped)

    def find(self, root: int) -> Failure | None:
        """The failure with that root, if it is still known."""
        known = self._by_root.get(root)
        return known() if known is not None else None

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
        if self.is_closing or not self.dropped.things:
            return
        for failure in self.dropped.taken():
            if not failure.is_told:
                failure.count_as_told()
                log(failure.error)

    def report_all(self) -> None:
        """Logs every failure nobody was told of: what ends has another error to raise."""
        for error in self.unretrieved():
            log(error)

    def unretrieved(self) -> list[BaseException]:
        """The errors nobody was told of; from now on they count as told."""
        found: list[BaseException] = []
        for known in list(self._by_root.values()):
            failure = known()
            if failure is not None and not failure.is_told:
                failure.count_as_told()
                found.append(failure.error)
        self.dropped.things.clear()
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
