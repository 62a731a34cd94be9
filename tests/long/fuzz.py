"""Calls everything public with wrong arguments, for minutes, and looks at how each call ends.

    python tests/long/fuzz.py --calls 1000000 [--seed 7] [--gpus | --opencl]

Every call ends soon, with a result or with an error that says what was tried: one of streamrt's, or
Python's own TypeError or ValueError that names the callable. The traceback of a refusal shows the
public callable at most, and none of the functions below. Every few hundred calls a new world
begins; the old one has to run a small program as ever, and to close. Prints its seed first, and at
the end each kind of wrong end with a call that leads to it. Found anything, it ends with status 1.
With --gpus, the worlds have GPUs of the fake driver, too, whose rules nothing may break; with
--opencl, they have the first device of OpenCL.
"""

from __future__ import annotations

import argparse
import asyncio
import faulthandler
import gc
import inspect
import logging
import os
import random
import re
import resource
import sys
import time
import traceback
import warnings
from collections import Counter
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path

sys.path.append(str(Path(__file__).resolve().parents[1]))

from shared.fake_gpu import gpus
from shared.fuzz_world import LONG, Subject, World

import streamrt as srt

MOMENT = 5.0  # seconds that no call takes, also on a busy machine
COMPILING = 60.0  # the same of a call that a driver of OpenCL may compile kernels for
STUCK = 3600.0  # seconds until a call counts as hanging, and the process ends with all stacks
ROOM = 8 << 30  # bytes of addresses: more is refused, and not filled for half a minute
HOUSE = f"{Path(srt.__file__).parent}{os.sep}"
CALLS_A_WORLD = 400
FORM = re.compile(r"[^:]+.*: .+", re.DOTALL)


class Found(Exception):  # noqa: N818 - it is what the fuzzer found
    """A call that ended as none may."""


def frames(error: BaseException) -> list[str]:
    """The functions of streamrt in an error's traceback, from the public one down."""
    steps = traceback.extract_tb(error.__traceback__)
    return [step.name for step in steps if step.filename.startswith(HOUSE)]


def judge(subject: Subject, error: BaseException, *, of_arguments: bool = False) -> str | None:
    """The fault of an error; None if it has none.

    Args:
        subject: the callable that raised it.
        error: the error.
        of_arguments: whether anything was passed, so that the traceback ends at the caller.
    """
    text, kind = str(error), type(error).__name__
    if isinstance(error, srt.StreamRTError):
        is_long = of_arguments and subject.name not in LONG and len(frames(error)) > subject.depth
        if is_long and not isinstance(error, srt.errors.ExecutionError):
            return f"{kind}: {text}: its traceback shows {' > '.join(frames(error))}"
        if "the compiler itself failed" in text:
            return f"{kind}: {text}"
        return None if FORM.match(text) else f"{kind}: {text}: does not say what was tried"
    if any(note.startswith("submitted at") for note in getattr(error, "__notes__", ())):
        return None  # a host call raised it, and a wait for that raises it again
    name = subject.name.rpartition(".")[2]
    owner = subject.name.partition(".")[0]
    if isinstance(error, TypeError | ValueError):
        named = name in text or f"{owner}.__init__" in text or f"{owner}()" in text
        named = named or "has no len()" in text  # a function that was passed, `len`, was called
        return None if named else f"{kind}: {text}: does not name {subject.name}"
    if isinstance(error, TimeoutError | asyncio.InvalidStateError) and FORM.match(text):
        return None
    if isinstance(error, TimeoutError | asyncio.InvalidStateError) and "await it" in text:
        return None
    return f"{kind}: {text}"


async def run(awaitable: object) -> None:
    """Awaits what a coroutine method returned, for a moment."""
    async with asyncio.timeout(MOMENT):
        await awaitable  # type: ignore[misc]


def call(
    subject: Subject, args: list[object], kwargs: dict[str, object], most: float = MOMENT
) -> str | None:
    """Makes one call, and returns the fault of its end."""
    begun = time.monotonic()
    try:
        result = subject.call(*args, **kwargs)
        if inspect.iscoroutine(result):
            asyncio.run(run(result))
    except Exception as error:  # noqa: BLE001 - whatever comes is judged
        complaint = judge(subject, error, of_arguments=bool(args or kwargs))
    else:
        complaint = None
        if isinstance(result, srt.Runtime):
            result.close()
    taken = time.monotonic() - begun
    return complaint or (f"took {taken:.1f} s" if taken > most else None)


def spell(value: object) -> str:
    """An argument, for people."""
    try:
        text = repr(value)
    except Exception as error:  # noqa: BLE001 - some values have none
        text = f"<{type(value).__name__} whose repr raises {type(error).__name__}>"
    return text if len(text) < 80 else f"{text[:77]}..."


def kind_of(complaint: str) -> str:
    """A complaint without the values in it."""
    return re.sub(r"'[^']*'|<.*>|[-0-9][-0-9a-fx.e+]*", "_", complaint)[:120]


@contextmanager
def worlds(draw: random.Random, kind: str) -> Generator[World]:
    """A world, which has to be unharmed in the end."""
    if kind != "cuda":
        world = World(draw, [f"{kind}:{int(kind == 'cpu')}"])
        yield world
        world.check()
        return
    with gpus(2) as (backend, _):
        world = World(draw, ["cuda:0", "cuda:1"], [backend])
        yield world
        world.check()
        world.__dict__.clear()
        gc.collect()


def fuzz(seed: int, calls: int, kind: str = "cpu") -> tuple[Counter[str], dict[str, str]]:
    """Makes this many calls: how often each was called, and each fault, with an example."""
    draw = random.Random(seed)
    counts: Counter[str] = Counter()
    found: dict[str, str] = {}
    while counts.total() < calls:
        with worlds(draw, kind) as world:
            most = COMPILING if kind == "opencl" else MOMENT
            _fuzz(world, min(CALLS_A_WORLD, calls - counts.total()), counts, found, most)
    return counts, found


def _fuzz(
    world: World, calls: int, counts: Counter[str], found: dict[str, str], most: float
) -> None:
    draw = world.draw
    by_name: dict[str, list[Subject]] = {}
    for subject in world.subjects():
        by_name.setdefault(subject.name, []).append(subject)
    names = sorted(by_name)
    for _ in range(calls):
        subject = draw.choice(by_name[draw.choice(names)])
        args, kwargs = world.arguments(subject.call)
        shown = [*map(spell, args), *(f"{name}={spell(v)}" for name, v in kwargs.items())]
        faulthandler.dump_traceback_later(STUCK, exit=True)
        complaint = call(subject, args, kwargs, most)
        faulthandler.cancel_dump_traceback_later()
        counts[subject.name] += 1
        if complaint is not None:
            what = f"{subject.name}: {complaint}"
            found.setdefault(kind_of(what), f"{what}\n    {subject.name}({', '.join(shown)})")


def main() -> int:
    """Runs the command."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--calls", type=int, default=100_000)
    parser.add_argument("--seed", type=int, default=None)
    parser.add_argument("--gpus", action="store_const", dest="kind", const="cuda", default="cpu")
    parser.add_argument("--opencl", action="store_const", dest="kind", const="opencl")
    options = parser.parse_args()
    seed = random.randrange(1 << 32) if options.seed is None else options.seed
    print(f"seed {seed}", flush=True)
    logging.getLogger("streamrt").setLevel(logging.CRITICAL)
    warnings.simplefilter("ignore")
    resource.setrlimit(resource.RLIMIT_AS, (ROOM, ROOM))
    counts, found = fuzz(seed, options.calls, options.kind)
    print(f"{counts.total()} calls of {len(counts)} callables")
    for example in found.values():
        print(f"  {example}")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
