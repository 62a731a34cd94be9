"""The options of a runtime, and their checks."""

from __future__ import annotations

import os
from pathlib import Path
from typing import NamedTuple, cast

from streamrt._core.values import check_count, check_flag, check_seconds, shown
from streamrt._refusals import refusing
from streamrt.errors import ArgumentError, ArgumentTypeError

MOST_PENDING = 1 << 40
FLIGHT = "STREAMRT_FLIGHT"
"""The environment variable with the folder for flight files of runtimes that name none."""


class Options(NamedTuple):
    """The options that a runtime was opened with; `Runtime` documents them."""

    manual: bool  # also with `hazards="check"`
    eager: bool
    queue_limit: int
    drain_timeout: float
    check_finite: bool = False
    guard: bool = False
    watchdog: float | None = None
    threads: int | None = None
    check: bool = False
    races: bool = False
    flight: Path | None = None
    kernel_timeout: float | None = None
    recompute: int | None = None


@refusing
def check_options(
    *,
    hazards: object,
    eager: object,
    memory_limit: object,
    queue_limit: object,
    drain_timeout: object,
    check_finite: object,
    guard: object,
    watchdog: object,
    threads: object,
    races: object,
    flight: object,
    kernel_timeout: object,
    recompute: object,
) -> Options:
    """Returns the options of a runtime.

    Raises:
        ArgumentError: an option has a value that it cannot have.
    """
    if not (isinstance(hazards, str) and hazards in ("auto", "manual", "check")):
        raise ArgumentError(
            f'Runtime: hazards is {shown(hazards)}; it is "auto", "manual" or "check"'
        )
    pending = check_count(queue_limit, "Runtime: queue_limit", 1, MOST_PENDING)
    if memory_limit is not None:
        check_count(memory_limit, "Runtime: memory_limit", 0)
    if threads is not None:
        threads = check_count(threads, "Runtime: threads", 1)
    if recompute is not None:
        recompute = check_count(recompute, "Runtime: recompute", 1)
    patience = check_seconds(drain_timeout, "Runtime: drain_timeout")
    limit = None if watchdog is None else _limit(watchdog, "Runtime: watchdog")
    if kernel_timeout is not None:
        kernel_timeout = _limit(kernel_timeout, "Runtime: kernel_timeout")
    is_manual = hazards != "auto"
    given = {"eager": eager, "check_finite": check_finite, "guard": guard, "races": races}
    flags = {name: check_flag(flag, f"Runtime: {name}") for name, flag in given.items()}
    return Options(
        is_manual,
        queue_limit=pending,
        drain_timeout=patience,
        watchdog=limit,
        threads=threads,
        check=hazards == "check",
        flight=_folder(flight),
        kernel_timeout=kernel_timeout,
        recompute=recompute,
        **flags,
    )


def _limit(given: object, what: str) -> float:
    """Returns a number of seconds that is more than 0."""
    limit = check_seconds(given, what)
    if limit == 0:
        raise ArgumentError(f"{what} is 0; it is in seconds and more than 0, or None")
    return limit


def _folder(flight: object) -> Path | None:
    """Returns the folder for flight files; None writes none."""
    if flight is None:
        flight = os.environ.get(FLIGHT) or None
        if flight is None:
            return None
    if not isinstance(flight, str | os.PathLike):
        raise ArgumentTypeError(
            f"Runtime: flight is {shown(flight)}; it is the path of a folder, or None"
        )
    path: object = os.fspath(cast("str | os.PathLike[str]", flight))
    if not isinstance(path, str) or not path or "\0" in path:
        raise ArgumentError(f"Runtime: flight is {shown(path)}; it is the path of a folder")
    return Path(path)
