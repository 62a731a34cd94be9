"""Interrupts every program at every point, in every way: `python tests/interrupts/everywhere.py`.

Some ten thousand runs, in a few minutes. Prints what went wrong where; the exit status is 1 then.
"""

from __future__ import annotations

import argparse
import faulthandler
import logging
import sys
import time
import warnings
from pathlib import Path

sys.path.append(str(Path(__file__).resolve().parents[1]))

from interrupts.points import KINDS
from interrupts.programs import PROGRAMS
from interrupts.sweeping import INSIDE, SUBMITTING, WHOLE, run

STUCK = 3600  # seconds


def main() -> int:
    """Runs all; returns the exit status."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--programs", nargs="*", default=list(PROGRAMS), choices=list(PROGRAMS))
    parser.add_argument("--every", type=int, default=1, help="only every n-th point")
    options = parser.parse_args()
    logging.getLogger("streamrt").setLevel(logging.CRITICAL)
    logging.getLogger("asyncio").setLevel(logging.CRITICAL)
    warnings.filterwarnings("ignore", "coroutine .* was never awaited")
    struck = wrong = 0
    for name in options.programs:
        for how in (INSIDE, WHOLE, SUBMITTING):
            began = time.perf_counter()
            run(PROGRAMS[name], how, 0)
            points = run(PROGRAMS[name], how, 0).points
            for number in range(1, points + 1, options.every):
                faulthandler.dump_traceback_later(STUCK, exit=True)
                kind = KINDS[number % len(KINDS)]
                done = run(PROGRAMS[name], how, number, kind)
                struck += done.place is not None
                if done.problems:
                    wrong += 1
                    told = f"{name} {how} {number} {kind.__name__}, at {done.place}"
                    print(f"{told}: {done.problems}", flush=True)
            faulthandler.cancel_dump_traceback_later()
            seconds = time.perf_counter() - began
            print(f"{name} {how}: {points} points, {seconds:.0f} s", flush=True)
    print(f"{struck} interrupts, {wrong} wrong")
    return 1 if wrong else 0


if __name__ == "__main__":
    raise SystemExit(main())
