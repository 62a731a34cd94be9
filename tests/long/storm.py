"""Launches in bursts under a storm of signals, and looks whether anything stays pending.

    python tests/long/storm.py [--launches 1000000] [--interval 0.0003] [--runs 10]

A timer interrupts the process every 0.3 ms, mostly while it submits: the submitter is held up in
the middle of waking the drain loop, now and then. After each burst the submitter only looks at
`pending`: nothing that it does could make up for a wake-up that was lost. Each run is a process of
its own; every other one may use all cores, the rest one. A run that leaves work pending says so and
ends with status 1.

That is luck, on the real machine and through the whole runtime. `native/check_model.py` leaves
nothing to luck, but knows the core only.
"""

from __future__ import annotations

import argparse
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

sys.path.append(str(Path(__file__).resolve().parents[1]))

import numpy as np
from shared.trial_kernels import axpy

import streamrt as srt

BURST = 2000
STUCK = 3600.0  # seconds without progress until work counts as pending for ever


def wait_until_done(stream: srt.Stream) -> bool:
    """Whether nothing is pending in the end; False once no progress was made for long."""
    least, since = stream.pending, time.monotonic()
    while pending := stream.pending:
        if pending < least:
            least, since = pending, time.monotonic()
        elif time.monotonic() - since > STUCK:
            return False
        time.sleep(0.0002)
    return True


def storm(launches: int, interval: float) -> int:
    """One run; returns the exit status."""
    signals = 0

    def count(number: int, frame: object) -> None:
        nonlocal signals
        signals += 1

    signal.signal(signal.SIGALRM, count)
    with srt.Runtime(["cpu:0"]) as rt:
        stream = rt.device("cpu:0").stream("storm")
        x, y = rt.put(np.ones(4, np.float32)), rt.put(np.zeros(4, np.float32))
        signal.setitimer(signal.ITIMER_REAL, interval, interval)
        for begun in range(0, launches, BURST):
            for _ in range(min(BURST, launches - begun)):
                stream.launch(axpy, x, y, alpha=1.0)
            if not wait_until_done(stream):
                print(
                    f"storm: {stream.pending} of {begun + BURST} launches stay pending on "
                    f"{stream}; a wake-up was lost",
                    file=sys.stderr,
                    flush=True,
                )
                os._exit(1)  # leaving the runtime would wait for them
        signal.setitimer(signal.ITIMER_REAL, 0)
        value = float(np.asarray(y)[0])
    cores = len(os.sched_getaffinity(0))
    print(f"{launches} launches, {signals} signals, {cores} cores: {value:.0f} ran", flush=True)
    return 0 if value == launches else 1


def main() -> int:
    options = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    options.add_argument("--launches", type=int, default=1_000_000)
    options.add_argument("--interval", type=float, default=0.0003, help="seconds between signals")
    options.add_argument("--runs", type=int, default=10)
    options.add_argument("--alone", action="store_true", help="one run, in this process")
    given = options.parse_args()
    if given.alone:
        return storm(given.launches, given.interval)
    command = [sys.executable, __file__, "--alone", "--launches", str(given.launches)]
    command += ["--interval", str(given.interval)]
    cores = os.sched_getaffinity(0)
    failed = 0
    for run in range(given.runs):
        os.sched_setaffinity(0, cores if run % 2 == 0 else {min(cores)})
        failed += subprocess.run(command, check=False).returncode != 0
    print(f"{given.runs - failed} of {given.runs} runs went well")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
