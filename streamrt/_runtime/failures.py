"""Failures of executions: the error to raise, and whether anybody was told.

A failure is found when its lane is tidied. The engine knows it by its root, a number that skipped
executions carry, until the failed execution is dropped. Executions whose skip was noted before
that hold the failure themselves. So an error, and the frames in its traceback, live only while
somebody can ask for it. A failure that nobody retrieved is reported once: the log has it when its
execution is dropped, or leaving the runtime raises it.
"""

from __future__ import annotations

import logging
from collections import Counter, OrderedDict, deque
from collections.abc import Iterable
from functools import lru_cache, partial
from itertools import islice
from types import CodeType, TracebackType
from typing import NamedTuple
from weakref import ref

from streamrt._core.finalizers import AtEnd, Inbox
from streamrt._core.tracking.story import Link
from streamrt._runtime.telling.fields import Where, fields
from streamrt._runtime.tracking import Timeline
from streamrt.errors import DependencyError, DeviceLostError, ExecutionCancelledError

logger = logging.getLogger("streamrt")

MOST_SKIPS = 4096
MOST_LOSSES = 16
FEW_KNOWN = 64  # above this, dropped failures are forgotten each time the number has doubled


@lru_cache(maxsize=1024)
def place(code: CodeType, instruction: int) -> str:
    """Returns an instruction's file, line and function. Slow: it walks all those before it."""
    found = next(islice(code.co_positions(), instruction // 2, None), None)
    line = (found and found[0]) or code.co_firstlineno
    return f"{code.co_filename}:{line} in {code.co_name}"


class Site:
    """A submit site: the place in the user's code that submitted an execution."""

    __slots__ = ("code", "instruction")

    def __init__(self, code: CodeType, instruction: int) -> None:
        self.code: CodeType = code
        self.instruction: int = instruction

    def __str__(self) -> str:
        return place(self.code, self.instruction)


Point = tuple[Timeline, int]
Cause = tuple[str, str, int]  # see DeviceLostError


class Skip(NamedTuple):
    """The facts of a skipped execution, without the execution.

    Attributes:
        name: the execution's name.
        site: its submit site.
        via: the point of the producer that had not succeeded.
    """

    name: str
    site: Site
    via: Point | None


class Failure:
    """The facts of a failed or cancelled execution, without the execution.

    Attributes:
        error: the error that every retrieval raises.
        where: the execution's name; None for damage that no execution can be blamed for.
        site: its submit site.
        is_told: whether somebody was given the error, or nobody has to be.
    """

    __slots__ = ("__weakref__", "_guard", "error", "is_told", "site", "traceback", "where")

    def __init__(
        self, error: BaseException, where: Where | None = None, site: Site | None = None
    ) -> None:
        self.error: BaseException = error
        self.where: Where | None = where
        self.site: Site | None = site
        self.traceback: TracebackType | None = error.__traceback__
        self.is_told: bool = isinstance(error, ExecutionCancelledError | DependencyError) or (
            isinstance(error, DeviceLostError) and error._is_told
        )
        self._guard: ref[Guard] | None = None

    def retrieve(self) -> BaseException:
        """Returns the error with the traceback that it had when the work failed."""
        self.count_as_told()
        return self.error.with_traceback(self.traceback)

    def count_as_told(self) -> None:
        """Ends the need to report it, so that nothing keeps it longer than its execution."""
        self.is_told = True
        guard = self._guard() if self._guard is not None else None
        if guard is not None:
            guard.disarm()

    def guard(self, dropped: Inbox[Failure]) -> Guard:
        """Returns a guard, which only its execution may hold."""
        guard = Guard()
        if not self.is_told:
            self._guard = ref(guard)
            guard.__del__ = partial(dropped, self)
        return guard


class Guard(AtEnd):
    """A token held only by a failed execution; it posts the failure when that is dropped."""

    __slots__ = ("__weakref__",)


class Failures:
    """The failures of one runtime, by root."""

    def __init__(self) -> None:
        # No WeakValueDictionary, because the callbacks of its references are Python; see
        # `finalizers`.
        self._by_root: dict[int, ref[Failure]] = {}
        self._most_known = FEW_KNOWN
        self.dropped: Inbox[Failure] = Inbox()
        self._skips: OrderedDict[Point, Skip] = OrderedDict()
        self.of_runs: list[BaseException] = []  # what ending the runs of pipelines raised
        self._logged: deque[Cause] = deque(maxlen=MOST_LOSSES)  # the last losses that were logged
        self.is_closing = False  # if so, leaving the runtime raises what nobody retrieved

    def add(
        self,
        root: int,
        error: BaseException,
        where: Where | None = None,
        site: Site | None = None,
    ) -> tuple[Failure, Guard]:
        """Takes note of a failure; its execution must hold the guard. Under the lock."""
        failure = Failure(error, where, site)
        if len(self._by_root) >= self._most_known:
            self._by_root = {r: known for r, known in self._by_root.items() if known() is not None}
            self._most_known = max(FEW_KNOWN, 2 * len(self._by_root))
        self._by_root[root] = ref(failure)
        return failure, failure.guard(self.dropped)

    def find(self, root: int) -> Failure | None:
        """Returns the failure with that root, if it is still known."""
        known = self._by_root.get(root)
        return known() if known is not None else None

    def add_skip(self, point: Point, skip: Skip) -> None:
        """Takes note of a skipped execution, for stories."""
        self._skips[point] = skip
        if len(self._skips) > MOST_SKIPS:
            self._skips.popitem(last=False)

    def trace(self, point: Point, failure: Failure | None) -> list[Link]:
        """Returns the causes of a skip: the skipped producers before it, and the root failure.

        Args:
            point: the point of the skipped execution.
            failure: the root failure, if it is known.
        """
        links: list[Link] = []
        skip = self._skips.get(point)
        while skip is not None and skip.via is not None:
            skip = self._skips.get(skip.via)
            if skip is not None:
                links.append(Link(skip.name, str(skip.site), "was skipped"))
        if failure is not None:
            links.append(Link(str(failure.where or ""), str(failure.site), spell(failure.error)))
        return links

    def report_dropped(self) -> None:
        """Logs the failures whose executions were dropped. Called without any lock."""
        if self.is_closing or not self.dropped.things:
            return
        untold = [failure for failure in self.dropped.taken() if not failure.is_told]
        for failure in untold:
            failure.count_as_told()
        log_all([failure for failure in untold if _cause(failure.error) not in self._logged])
        losses = {cause for failure in untold if (cause := _cause(failure.error)) and cause[2] >= 0}
        self._logged += losses.difference(self._logged)

    def report_all(self) -> None:
        """Logs every failure that nobody was told of, when none can be raised any more."""
        if untold := self._untold():
            log_all(untold)

    def unretrieved(self) -> list[BaseException]:
        """Returns the errors that nobody was told of; from now on they count as told."""
        return [failure.error for failure in self._untold()]

    def _untold(self) -> list[Failure]:
        of_runs, self.of_runs = self.of_runs, []
        found = [Failure(error) for error in of_runs]
        for known in list(self._by_root.values()):
            failure = known()
            if failure is not None and not failure.is_told:
                failure.count_as_told()
                found.append(failure)
        self.dropped.things.clear()
        return found


def _cause(error: BaseException) -> Cause | None:
    return error._cause if isinstance(error, DeviceLostError) else None


def one_of_each_cause(errors: Iterable[BaseException]) -> list[BaseException]:
    """Returns errors without those that have the cause of an earlier one, which tells how many."""
    first: dict[Cause | int, BaseException] = {}
    counts: Counter[Cause | int] = Counter()
    for error in errors:
        cause = _cause(error) or id(error)
        first.setdefault(cause, error)
        counts[cause] += 1
    for cause, error in first.items():
        if isinstance(cause, tuple) and counts[cause] > 1:
            note(error, f"and {counts[cause] - 1} more executions of {cause[0]}")
    return list(first.values())


def log_all(failures: list[Failure]) -> None:
    """Logs failures, those of one cause as one."""
    logged = {id(error) for error in one_of_each_cause([failure.error for failure in failures])}
    for failure in failures:
        if id(failure.error) in logged:
            log(failure)


def log(failure: Failure) -> None:
    """Logs an error that nobody can retrieve any more."""
    extra = fields(failure.where, failure.site)
    text = "execution failed and nobody retrieved its error"
    logger.error(text, exc_info=failure.error, extra=extra)


def group(errors: list[BaseException], where: str) -> BaseException:
    """Returns errors as a group, also a single one, so that one `except*` finds each number.

    Those of one cause are one.
    """
    errors = one_of_each_cause(errors)
    noun = "failure" if len(errors) == 1 else "failures"
    return BaseExceptionGroup(f"{len(errors)} {noun} in {where}", errors)


def spell(error: BaseException) -> str:
    """Returns an error as one line: its type, and its text if it has one."""
    return f"{type(error).__name__}: {error}".removesuffix(": ")


def note(error: BaseException, text: str) -> BaseException:
    """Adds a note, once."""
    if text not in getattr(error, "__notes__", ()):
        error.add_note(text)
    return error
