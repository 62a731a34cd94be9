"""Submissions from several threads at once: the clock and the checks that the peers share."""

from __future__ import annotations

import functools
import threading
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from benchmarks.scale import Scale
from benchmarks.work import graphs
from benchmarks.work.clocks import Results, check, median
from benchmarks.work.native import Array

COUNTS = (1, 2, 4, 8)
WARM_UP = 100  # submissions of each thread before the clock starts


@dataclass(frozen=True, slots=True)
class Work:
    """The part of the threads in one measurement.

    Attributes:
        submits: for each thread, a function that submits so many times.
        settle: blocks until everything that was submitted is done.
        read: returns the arrays that the submissions changed. Each submission adds 0.25 to all
            elements of one of them, and the threads share them evenly.
    """

    submits: Sequence[Callable[[int], object]]
    settle: Callable[[], object]
    read: Callable[[], Sequence[Array]]


def _elapsed(work: Work, count: int) -> float:
    """The time in seconds in which each thread submits `count` times and all of it is done."""
    barrier = threading.Barrier(len(work.submits) + 1)
    failures: list[Exception] = []

    def run(submit: Callable[[int], object]) -> None:
        barrier.wait()
        try:
            submit(count)
        except Exception as error:  # noqa: BLE001  # a thread's error has to end the case
            failures.append(error)

    threads = [threading.Thread(target=run, args=(submit,)) for submit in work.submits]
    for thread in threads:
        thread.start()
    barrier.wait()
    began = time.perf_counter()
    for thread in threads:
        thread.join()
    work.settle()
    elapsed = time.perf_counter() - began
    if failures:
        raise failures[0]
    return elapsed


def thread_results(share: str, make: Callable[[int], Work], scale: Scale) -> Results:
    """The rows of one way to share streams and buffers, for each number of threads.

    Args:
        share: the way, as the rows' names have it.
        make: returns the work of so many threads.
        scale: the size of the case.

    Raises:
        RuntimeError: a submission was lost, or ran twice or beside another one.
    """
    total, repeats = scale.count(8000, 1600), scale.count(3, 1)
    results: Results = {}
    for threads in COUNTS:
        work = make(threads)
        each = total // threads
        _elapsed(work, WARM_UP)
        samples = [_elapsed(work, each) for _ in range(repeats)]
        made = work.read()
        expected = graphs.chained(0.5, threads * (WARM_UP + repeats * each) // len(made))
        right = all(bool(np.all(array == expected)) for array in made)
        check(right, f"{threads} threads ({share}) left something else than {expected}")
        results[f"threads-{share}-{threads}"] = median(samples) / total * 1e6
    return results


def own_results(
    make: Callable[[], Any],
    submit: Callable[[Any, int], Any],
    settle: Callable[[list[Any]], object],
    scale: Scale,
) -> Results:
    """The rows of a library without streams, in which each thread has an array of its own.

    Args:
        make: makes an array.
        submit: adds 0.25 to an array's elements so many times, and returns the array of the sums.
        settle: blocks until all is done.
        scale: the size of the case.
    """

    def own(threads: int) -> Work:
        made = [make() for _ in range(threads)]

        def one(thread: int, count: int) -> None:
            made[thread] = submit(made[thread], count)

        submits = [functools.partial(one, thread) for thread in range(threads)]
        return Work(submits, lambda: settle(made), lambda: [np.asarray(y) for y in made])

    return thread_results("own", own, scale)
