"""A signal whose handler raises as soon as Python runs again."""

from __future__ import annotations

import random
import signal
from collections.abc import Callable


class Struck(BaseException):  # as KeyboardInterrupt
    pass


def struck(work: Callable[[], object], times: int) -> int:
    """Lets a signal strike some times while work goes on; returns how often it ended the work."""

    def strike(number: int, frame: object) -> None:
        raise Struck

    draw, found, before = random.Random(3), 0, signal.signal(signal.SIGALRM, strike)
    for _ in range(times):
        try:
            signal.setitimer(signal.ITIMER_REAL, draw.uniform(1e-6, 60e-6))
            work()
        except Struck:
            found += 1
    signal.signal(signal.SIGALRM, before)
    return found
