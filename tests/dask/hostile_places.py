"""Places that mean harm, each with one attack that is drawn: they can give wrong numbers, no more.

    python tests/dask/hostile_places.py --cases 100000 [--seed 7]

Each runtime has devices behind hostile places, and another one a device behind an honest place.
Each execution has to end, by a result or an error that says why. The honest device's results have
to be right. Nothing may be unpickled, imported, compiled, executed or started. Memory stays flat.
"""

from __future__ import annotations

import argparse
import gc
import logging
import resource
import sys
import time
from pathlib import Path
from random import Random

import numpy as np

sys.path.insert(0, str(Path(__file__).parents[1]))

from shared.wire.attacks import FAST, GREETINGS, SENSELESS, SLOW, Hostile
from shared.wire.simulated_place import fold, folded
from shared.wire.stub_places import Stub, devices_of

import streamrt as srt
from streamrt._backends.dask import backend, device, link
from streamrt.errors import StreamRTError

AT_ONCE = 10  # hostile devices of one runtime
LAUNCHES = 6
MOST_GROWN = 100 << 20
"""Bytes by which the process may grow in the second half of the cases."""

FORBIDDEN = (
    "pickle.find_class", "marshal.loads", "import", "exec", "compile", "code.__new__",
    "subprocess.Popen", "os.system", "os.exec", "os.posix_spawn", "os.fork", "ctypes.dlopen",
)  # fmt: skip

# ---- the program that is attacked -------------------------------------------------------------


class Watch:
    """Notes what may not happen."""

    def __init__(self) -> None:
        self.seen: list[str] = []
        self.is_on = False

    def __call__(self, event: str, args: tuple[object, ...]) -> None:
        if self.is_on and event in FORBIDDEN:
            self.seen.append(f"{event} {args!r:.200}")


class Lines(logging.Handler):
    """Keeps the lines of the log that are not fit to be shown."""

    def __init__(self) -> None:
        super().__init__()
        self.bad: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        line = record.getMessage()
        if not fit(line):
            self.bad.append(f"{line!r:.200}")


def fit(text: str) -> bool:
    """Whether a text has a bounded length, and nothing that steers a terminal."""
    return len(text) < 10_000 and text.replace("\n", "").isprintable()


def _ended(each: object) -> object:
    """Waits for an execution; returns its result, or its error."""
    try:
        return each.sync() if isinstance(each, srt.Execution) else each
    except StreamRTError as error:
        return error


def attacked(rt: srt.Runtime, name: str) -> list[object]:
    """Uses a device behind a hostile place; returns what it ran, or the error that ended that."""
    ran: list[object] = []
    try:
        stream = rt.device(name).stream()
        for _ in range(2):
            y = rt.put(np.zeros(1, "u8"), rt.device(name))
            ran += [stream.launch(fold, y, k=k) for k in range(LAUNCHES)]
            ran.append(y.fetch())
            big = rt.put(np.ones(5000, "u8"), rt.device(name))
            ran.append(big.fetch())
    except StreamRTError as error:
        ran.append(error)
    return ran


def checked(stub: Hostile, ends: list[object]) -> str:
    """Returns what is wrong about the ends of a hostile device's work; "" if nothing is."""
    errors = [each for each in ends if isinstance(each, Exception)]
    lost = [each for each in errors if type(each).__name__ in _OF_A_LOSS]
    if stub.is_done and stub.attack in SENSELESS | set(GREETINGS) and not lost:
        is_harmless = stub.attack == "damaged greeting"
        if not is_harmless:
            return f"the device was not lost: {ends}"
    for error in errors:
        text = str(error)
        if not fit(text):
            return f"its error is not fit to be shown: {text[:200]!r}"
        if ":" not in text:
            return f"its error does not say why: {text!r}"
    if not stub.is_done and errors and stub.attack not in SLOW:
        return f"it was lost before the attack: {errors[0]}"
    return ""


_OF_A_LOSS = ("DeviceLostError", "BackendNotFoundError", "ResourceError", "DependencyError")


def run(rng: Random, number: int, silence: float, attacks: list[str]) -> list[str]:
    """Runs one runtime of hostile places; returns what went wrong."""
    stubs = [Hostile(Random(rng.getrandbits(64)), attack) for attack in attacks]
    hostile = devices_of(stubs, silence)
    ends: list[list[object]] = []
    wrong: list[str] = []
    with srt.Runtime(devices=devices_of([Stub()])) as good:
        y = good.put(np.zeros(1, "u8"))
        stream, want = good.device().stream(), 0
        try:
            with srt.Runtime(devices=hostile) as rt:
                ran = [attacked(rt, name) for name in hostile]
                for k in range(LAUNCHES):
                    want = folded(want, k)
                    stream.launch(fold, y, k=k)
                ends += ([_ended(each) for each in of] for of in ran)
        except* StreamRTError:  # of what nobody asked, such as the copies of `put`
            pass
        if int(np.asarray(y)[0]) != want:
            wrong.append(f"runtime {number}: the honest device gave another result")
    for stub, of in zip(stubs, ends, strict=True):
        why = checked(stub, of)
        if why:
            wrong.append(f"runtime {number}, {stub.attack} at {stub.moment}: {why}")
        stub.end()
    gc.collect()  # errors and the frames of their tracebacks
    return wrong


def resident() -> int:
    """Returns the bytes of memory of this process."""
    gc.collect()
    return int(Path("/proc/self/statm").read_text().split()[1]) * resource.getpagesize()


def main(arguments: list[str] | None = None) -> int:
    """Runs the cases; returns how many went wrong."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("--cases", type=int, default=200)
    parser.add_argument("--seed", type=int, default=None)
    given = parser.parse_args(arguments)
    seed = given.seed if given.seed is not None else time.time_ns() % 10**9
    print(f"hostile places from seed {seed}", flush=True)
    backend.AGAIN = 0.0  # a stub serves once
    device.CONNECT = 3600.0  # but for those that only time shows
    watch, lines = Watch(), Lines()
    logger = logging.getLogger("streamrt")
    logger.addHandler(lines)
    logger.propagate = False
    sys.addaudithook(watch)
    rng, wrong, cases, before = Random(seed), [], 0, 0
    fast = [*FAST, *GREETINGS]
    fast.sort()
    run(rng, 0, 3600.0, ["gone"])  # imports what it needs
    run(rng, 0, 3600.0, ["wrong_results", "wrong_answer", "refusal with escapes"])
    watch.is_on = True
    while cases < given.cases:
        if 2 * cases >= given.cases and not before:
            before = resident()
        is_slow = cases // AT_ONCE % 8 == 7
        link.ANSWERING = 2.0 if is_slow else 3600.0
        attacks = [rng.choice(list(SLOW) if is_slow else fast) for _ in range(AT_ONCE)]
        wrong += run(rng, cases // AT_ONCE, 0.3 if is_slow else 3600.0, attacks)
        cases += AT_ONCE
    watch.is_on = False
    grown = resident() - before
    if grown > MOST_GROWN:
        wrong.append(f"the process grew by {grown >> 20} MB")
    wrong += [f"what may not happen: {each}" for each in watch.seen[:20]]
    wrong += [f"a line of the log: {each}" for each in lines.bad[:20]]
    print(*wrong, f"{cases} cases, {len(wrong)} wrong, {grown >> 20} MB more", sep="\n", flush=True)
    return len(wrong)


if __name__ == "__main__":
    sys.exit(min(main(), 100))
