"""Times what jit makes of functions that others wrote, beside NumPy, at 10^6 elements.

    python tests/realcode/timing.py [NAME...]

times all functions that run, or those whose names contain one of these, and prints the ratio of the
two medians for each: below 1.00 the compiled one is faster. The arrays lie on the device before,
and a call is timed until its results are ready there; nobody fetches them. It needs the packages
that corpus.toml names.
"""

from __future__ import annotations

import signal
import sys
import time
import warnings
from collections.abc import Callable
from pathlib import Path
from statistics import median
from types import FrameType
from typing import Any

import numpy as np

import streamrt as srt

HERE = Path(__file__).resolve().parent
sys.path.append(str(HERE.parent))
from realcode.judging import NUMBERS, Case, cases  # noqa: E402

SHAPES = {"v": (10**6,), "m": (1000, 1000), "p": (333_334, 3), "i": (577, 578, 3)}
TURNS, MOST_SECONDS, LIMIT = 9, 4.0, 90


def _arguments(letters: str) -> list[Any]:
    chance = np.random.default_rng(34)
    return [
        NUMBERS.get(letter) or chance.uniform(0.1, 1, SHAPES[letter]).astype("f8")
        for letter in letters
    ]


def _seconds(call: Callable[[], Any], turns: int) -> float:
    taken: list[float] = []
    for _ in range(turns):
        begun = time.perf_counter()
        call()
        taken.append(time.perf_counter() - begun)
    return median(taken)


def _stop(_: int, __: FrameType | None) -> None:
    raise TimeoutError


def ratio(case: Case, runtime: srt.Runtime) -> tuple[float, float]:
    """Returns the time of a compiled call over NumPy's, and NumPy's in milliseconds."""
    function = case.function()
    jitted = srt.jit(function)
    given = _arguments(case.given)
    held = [runtime.put(each) if isinstance(each, np.ndarray) else each for each in given]

    def plain() -> Any:
        return function(*given)

    def compiled() -> Any:
        made = jitted(*held)
        runtime.sync()
        return made

    begun = time.perf_counter()
    plain()
    once = time.perf_counter() - begun
    turns = TURNS if once * TURNS < MOST_SECONDS else 3
    for _ in range(2):
        compiled()
    # In turn, so that what else the machine does hits both.
    pairs = [(_seconds(plain, 1), _seconds(compiled, 1)) for _ in range(turns)]
    base = median([one for one, _ in pairs])
    return median([other for _, other in pairs]) / base, base * 1000


def main(names: list[str]) -> int:
    """Prints the ratios."""
    signal.signal(signal.SIGALRM, _stop)
    chosen = [case for case in cases() if case.outcome in ("runs", "static")]
    slower = 0
    with srt.Runtime() as runtime, np.errstate(all="ignore"):
        warnings.simplefilter("ignore")
        for case in chosen:
            if names and not any(name in case.name for name in names):
                continue
            signal.alarm(LIMIT)
            try:
                found, base = ratio(case, runtime)
                slower += found > 1
                print(f"{found:8.2f}  {base:9.2f} ms  {case.name}", flush=True)
            except Exception as error:  # noqa: BLE001 - also what is too large to be traced
                print(f"       -             -  {case.name}: {str(error)[:120]}", flush=True)
            finally:
                signal.alarm(0)
    print(f"{slower} are slower than NumPy")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
