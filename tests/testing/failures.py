"""Failures of every kind, made by hand, for tests of their reports."""

from __future__ import annotations

from dataclasses import replace

from streamrt.errors import RaceAccess, RaceError, StuckError
from streamrt.testing import TraceEvent
from streamrt.testing._reports.facts import Draw, Moment
from streamrt.testing._reports.failure import Failure

NORMAL = Draw("next", 2, 0)
AGAIN = "pytest test_feed.py::test_feed --explore-replay .streamrt/failures/test_feed-7.json"
LOAD, WORK = "sim:0/load", "sim:0/work"

RACE = """\
axpy on sim:0/work@1 reads what fill on sim:0/load@3 writes; nothing orders the two
  x: buffer #4 float32[1024], bytes 0 to 2048
  1 writes [0:4096)  submitted at feed.py:41 in feed
  2 reads  [0:2048)  submitted at feed.py:55 in compute
  work knows load up to @1 only: it waited for the event recorded at feed.py:38, before 1
  would order them: work.wait(load.record()) between lines 41 and 55; or hazards="auto\""""

NASTY = (
    "</title></svg><script>alert(1)</script>", "\x1b[31mred\x1b[0m\r\n\tx",
    "]]><!-- & \"quoted' -->", "\ud800\udfff\u202e\x00", "積和" * 40, "e\u0301" * 9, "x" * 5000, "",
)  # fmt: skip


def draws(count: int, **chosen: Draw) -> tuple[Draw, ...]:
    """Returns normal draws; `d12=` gives draw 12."""
    return tuple(chosen.get(f"d{number}", NORMAL) for number in range(count))


def race() -> Failure:
    """Returns the failure of the design: a load overtakes the event that was recorded for it."""
    first = RaceAccess(
        "fill on sim:0/load@3", "feed.py:41 in feed", True, "#4 float32[1024]", 0, 4096
    )
    second = RaceAccess(
        "axpy on sim:0/work@1", "feed.py:55 in compute", False, "#4 float32[1024]", 0, 2048
    )
    taken = Draw("next", 2, 1, "task compute", "task feed", 5000)
    return Failure(
        kind="race",
        message=RACE,
        sites=("feed.py:41 in feed", "feed.py:55 in compute"),
        program="test_feed.py::test_feed",
        schedule=3,
        schedules=200,
        seed=7,
        strategy="mixed",
        draws=draws(61, d12=taken),
        shrunk_from=9,
        trace=(
            TraceEvent(0, LOAD, "fill", 0, 5000, "done"),
            TraceEvent(0, LOAD, "fill", 5000, 10000, "done"),
            TraceEvent(0, LOAD, "fill", 10000, 15000, "done"),
            TraceEvent(0, WORK, "axpy", 7000, 13000, "done"),
        ),
        moments=(
            Moment(0, "task feed", "begins", "feed.py:36 in feed"),
            Moment(0, "task feed", "waits", "feed.py:39 in feed"),
            Moment(0, "task compute", "begins", "feed.py:52 in compute"),
            Moment(0, "task compute", "waits", "feed.py:53 in compute"),
            Moment(5000, "task compute", "goes on", "feed.py:53 in compute"),
            Moment(5000, "task compute", "waits", "feed.py:56 in compute"),
            Moment(5000, "task feed", "goes on", "feed.py:39 in feed"),
            Moment(5000, "task feed", "ends"),
            Moment(13000, "task compute", "goes on", "feed.py:56 in compute"),
            Moment(13000, "task compute", "ends"),
        ),
        again=AGAIN,
        error=RaceError(RACE, first, second, "work.wait(load.record())"),
    )


def stuck(kind: str = "deadlock") -> Failure:
    """Returns two tasks that wait for each other, and one that is done."""
    message = (
        "nothing can run, and 2 tasks are left\n"
        "  task reader waits for lock `full`, held by task writer, at pipe.py:20 in read\n"
        "  task writer waits for lock `empty`, held by task reader, at pipe.py:31 in write"
    )
    sites = ("pipe.py:20 in read", "pipe.py:31 in write")
    return Failure(
        kind=kind,
        message=message,
        sites=sites,
        program="pipe.main",
        schedule=17,
        schedules=18,
        seed=0,
        strategy="pct",
        draws=draws(24, d4=Draw("next", 3, 2, "task writer", "task reader", 0)),
        shrunk_from=5,
        trace=(TraceEvent(0, LOAD, "fill", 0, 5000, "done"),),
        moments=(
            Moment(0, "task main", "begins", "pipe.py:40 in main"),
            Moment(0, "task main", "waits", "pipe.py:42 in main"),
            Moment(0, "task reader", "begins", "pipe.py:12 in read"),
            Moment(0, "task reader", "waits", "pipe.py:18 in read"),
            Moment(0, "task writer", "begins", "pipe.py:25 in write"),
            Moment(0, "task writer", "waits", "pipe.py:28 in write"),
            Moment(5000, "task main", "goes on", "pipe.py:42 in main"),
            Moment(5000, "task main", "ends", "pipe.py:43 in main"),
            Moment(5000, "task writer", "goes on", "pipe.py:28 in write"),
            Moment(5000, "task writer", "waits", "pipe.py:31 in write"),
            Moment(5000, "task reader", "goes on", "pipe.py:18 in read"),
            Moment(5000, "task reader", "waits", "pipe.py:20 in read"),
        ),
        again='testing.replay(main, "main-0.json")',
        error=StuckError(message, kind, sites),
    )


def raised() -> Failure:
    """Returns a program whose assertion failed after an injected fault and a time-out."""
    return Failure(
        kind="error",
        message="AssertionError: 3 items came back, 4 were sent",
        sites=("retry.py:61 in main",),
        program="retry.main",
        schedule=9,
        schedules=10,
        seed=3,
        strategy="random",
        draws=draws(
            40,
            d7=Draw("fail axpy", 2, 1, "it fails", "", 2000),
            d19=Draw("next", 4, 3, "timer 2 (asyncio.timeout)", "task main", 9000),
        ),
        shrunk_from=2,
        trace=(
            TraceEvent(0, WORK, "axpy", 2000, 4000, "failed"),
            TraceEvent(0, WORK, "signal", 4000, 4000, "done"),
            TraceEvent(0, WORK, "fill", 4000, 4000, "skipped"),
            TraceEvent(1, "sim:1/out", "copy", 4000, 9000, "lost"),
        ),
        moments=(
            Moment(0, "task main", "begins", "retry.py:50 in main"),
            Moment(1000, "host call parse", "begins", "retry.py:12 in parse"),
            Moment(3000, "host call parse", "ends", "retry.py:19 in parse"),
            Moment(3000, "task main", "waits", "retry.py:58 in main"),
            Moment(9000, "timer 2 (asyncio.timeout)", "fires", ""),
            Moment(9000, "task main", "is cancelled", "retry.py:58 in main"),
            Moment(9000, "task main", "fails", "retry.py:61 in main"),
        ),
        again='testing.replay(main, "main-3.json")',
        error=AssertionError("3 items came back, 4 were sent"),
    )


def bare(kind: str) -> Failure:
    """Returns a failure of a kind, of which nothing else is known."""
    return Failure(kind, "it happened", (), "bare.main", 0, 1, 0, "random", ())


def loaded(failure: Failure) -> Failure:
    """Returns a failure as a file gives it back: without its error."""
    return replace(failure, error=None)


def long() -> Failure:
    """Returns a race between the first and the last of 5,000 commands, among 300 tasks."""
    commands = [
        TraceEvent(n % 3, f"sim:{n % 3}/s{n % 7}", f"kernel{n}", n * 100, n * 100 + 250, "done")
        for n in range(5000)
    ]
    trace = (TraceEvent(0, LOAD, "fill", 5, 90, "done"), *commands)
    trace += (TraceEvent(0, WORK, "axpy", 500_300, 500_800, "done"),)
    moments = tuple(
        Moment(at, f"task {n}", what, f"many.py:{n} in work")
        for at, what in ((0, "begins"), (0, "waits"), (400_000, "goes on"), (400_001, "ends"))
        for n in range(300)
    )
    message = "axpy on sim:0/work@1 writes what fill on sim:0/load@1 reads; nothing orders the two"
    chosen = {f"d{n}": Draw("next", 9, 1, f"task {n}", "", 0) for n in range(0, 4000, 2)}
    chosen["d8"] = Draw("next", 9, 1, "kernel on sim:0/s0", "", 100_000)  # its step is left out
    return replace(
        race(), message=message, trace=trace, moments=moments, draws=draws(4000, **chosen)
    )


def nasty(*names: str) -> Failure:
    """A failure in which every string is one that could break out of a report."""
    names = (*names, "a", "b")
    return replace(
        race(),
        kind="deadlock",
        message="\n".join(names),
        sites=tuple(f"{name}:3 in {name}" for name in names),
        program=names[0],
        strategy=names[0],
        draws=tuple(Draw(name, 3, 2, name, names[n - 1], 0) for n, name in enumerate(names)),
        trace=tuple(
            TraceEvent(n, name, name, n * 5, n * 5 + 9, name) for n, name in enumerate(names)
        ),
        moments=tuple(
            Moment(n, name, what, name)
            for n, name in enumerate(names)
            for what in ("begins", "waits", "waits", "fails", name, "waits")
        ),
        again="".join(names),
        settings=dict.fromkeys(names, names),
        error=None,
    )
