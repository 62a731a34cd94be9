"""Breaks a rule of CUDA queues at a time, and expects their C tests to find each.

`python tests/native/cuda_mutants.py [--quick] [MUTANT ...]`. A mutant (or one whose name contains
one of the given texts) changes a copy of the headers; a text stands there once. Then the programs
of tests/native that it names run on them. It is found if one of these fails: by an expectation, a
crash, a report of the sanitizer that the mutant names, or an alarm, because some mistakes make
threads wait for ever. Unchanged, all programs end well. The exit status is 0 if all is as it
should be.
"""

from __future__ import annotations

import argparse
import os
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path

HERE = Path(__file__).resolve().parent
NATIVE = HERE.parents[1] / "streamrt" / "_native"
FLAGS = (
    *("-std=c11", "-D_GNU_SOURCE", "-O1", "-g", "-pthread", "-Wall", "-Wextra"),
    *("-Wno-unused-function", "-Wno-unused-parameter", "-Wno-unused-variable"),
)
RULES, LOSS, LOAD = PROGRAMS = ("cuda_rules.c", "cuda_loss.c", "cuda.c")
LIMIT = 15  # seconds until the alarm; a program takes one, under a sanitizer some
HANGS = 5  # seconds until a mutant that is built without one is taken to hang
SEEDS = ("1", "2", "3")
AT_ONCE = 2

Change = tuple[str, str, str]


@dataclass(frozen=True)
class Mutant:
    """A mistake in the headers.

    Attributes:
        rule: the one that is missing.
        programs: those that find it.
        changes: a header, a text that stands there once, and the text that takes its place.
        sanitizer: the one that it takes to see the mistake.
    """

    rule: str
    programs: tuple[str, ...]
    changes: tuple[Change, ...]
    sanitizer: str | None = None
    quick: bool = False

    def __str__(self) -> str:
        return self.rule


def _no(rule: str, program: str, header: str, old: str, new: str, quick: bool = False) -> Mutant:
    return Mutant(rule, (program,), ((f"{header}.h", old, new),), quick=quick)


_CAME_BACK = "atomic_compare_exchange_strong(at, &expected, HERE) ? result : GIVEN_UP;"
_DEVICE_WAITS = "c->gpu->calls->wait(c->stream, event_of(of, covered), 0));"
_FALLIBLE = "u32 is_fallible = k->fallible; /* once it has landed, its plan may be gone */\n"
_OTHERS = "fallible <= value && !has_reached(&target->completed, fallible))"
_RING = "    wake_loop(q);\n    wake_threads(q);\n    wake_threads(&c->handed);\n"
_SKIPPED = "    atomic_store_explicit(&status->state, SKIPPED, memory_order_release);\n"
_STARTED = "    if (status->started < c->landed_at)\n        status->started = c->landed_at;\n"

EDGES = (
    _no("the device waits", LOAD, "cuda", _DEVICE_WAITS, "((void)covered, 0));", quick=True),
    _no(
        "the event that covers the point", LOAD, "cuda", "(of, covered), 0", "(of, covered + 1), 0"
    ),
    _no(
        "a device waits only for what is covered",
        LOAD,
        "cuda",
        "(&of->handed.completed, value)",
        "(&of->handed.completed, 0)",
    ),
    _no("an own error is waited for", RULES, "cuda", "GO_ON && is_fallible ?", "GO_ON && 0 ?"),
    _no("others' errors are waited for", RULES, "cuda", _OTHERS, "fallible < 0)", quick=True),
    _no("waits that land are counted", RULES, "cuda", "== DEVICE_WAITS)", "== 99999)"),
)
COVERING = (
    _no(
        "covered before the host waits",
        RULES,
        "cuda",
        "i32 verdict = cover(q);\n    if",
        "i32 verdict = GO_ON;\n    if",
        quick=True,
    ),
    _no("covered before the loop sleeps", RULES, "cuda", "? STOP : cover(q);", "? STOP : GO_ON;"),
    _no("covered at the latest after a few", RULES, "cuda", ">= CUDA_FLUSH ||", ">= 99999 ||"),
    _no(
        "few are in flight",
        RULES,
        "cuda",
        "return wait_here(q, q, c->value + 1 - CUDA_CREDIT);",
        "return GO_ON;",
    ),
    _no(
        "one more than may be in flight",
        RULES,
        "cuda",
        "c->value + 1 - CUDA_CREDIT);",
        "c->value - CUDA_CREDIT);",
    ),
)
LANDING = (
    _no(
        "a point lands after what it came after",
        RULES,
        "landing",
        "if (!has_reached(&w.target->completed, w.at)) {",
        "if (0) {",
        quick=True,
    ),
    _no(
        "the flight behind a wait",
        RULES,
        "cuda",
        "(device_wait){c->value + 1, target, value}",
        "(device_wait){c->value + 2, target, value}",
    ),
    _no(
        "a batch lands in segments",
        RULES,
        "landing",
        "            land_up_to(q, w.value - 1);\n",
        "",
    ),
    _no(
        "nothing lands before its event",
        RULES,
        "landing",
        "if (state != NOT_READY) {",
        "if (state == NOT_READY)\n            state = 0;\n        {",
    ),
    _no(
        "the event of the oldest",
        RULES,
        "landing",
        "return await_event(c, event_of(c, *at), p, is_backlog);",
        "*at = done + 1;\n    return await_event(c, event_of(c, *at), p, is_backlog);",
    ),
    _no("one starts after the one before it", RULES, "landing", _STARTED, ""),
    _no("failures are counted", RULES, "landing", "atomic_fetch_add(&q->failures, failed);", ";"),
    _no("a code is read once", RULES, "landing", "        code[0] = code[1] = 0;\n", ""),
)
STATES = (
    _no("skipped at once", RULES, "cuda", _SKIPPED, "", quick=True),
    _no(
        "a skipped launch has its producer's root",
        RULES,
        "cuda",
        "poison ? poison : root;",
        "root;",
    ),
    _no(
        "a cancelled launch is its own root",
        RULES,
        "cuda",
        "        status->root = root; /* as in `start` */\n",
        "",
    ),
    _no(
        "a cancelled launch is not handed over",
        LOAD,
        "cuda",
        "return fly(q, status, CANCELLED);",
        "return hand_launch(q, launch);",
    ),
    _no(
        "errors of the driver are not those of kernels",
        RULES,
        "cuda",
        "status->refused = (u64)error;",
        "status->error = error;",
    ),
    _no(
        "a refused launch loses no device",
        RULES,
        "cuda",
        "code_of(c, value)));\n    if (error == GIVEN_UP || ends_device(error))",
        "code_of(c, value)));\n    if (error)",
    ),
    Mutant(
        "a plan may be gone once its launch has landed",
        (LOAD,),
        (
            ("cuda.h", _FALLIBLE, ""),
            ("cuda.h", "if (is_fallible)", "if (k->fallible)"),
            ("cuda.h", "GO_ON && is_fallible ?", "GO_ON && k->fallible ?"),
        ),
        sanitizer="thread",
    ),
)
LOSS_RULES = (
    Mutant(
        "each thread has the context",
        (RULES,),
        (("cuda.h", "c->gpu->calls->set_context(c->gpu->context)", "0"),),
    ),
    _no(
        "the completer has the context",
        RULES,
        "landing",
        "take_context(c, &c->completer)",
        "0",
    ),
    _no(
        "an abandoned thread does not come back",
        LOSS,
        "driver",
        _CAME_BACK,
        "(atomic_compare_exchange_strong(at, &expected, HERE), result);",
        quick=True,
    ),
    _no(
        "only force parts with a stuck thread",
        LOSS,
        "driver",
        "return force && seen",
        "return seen",
    ),
    _no(
        "whoever waits looks whether its device is lost",
        LOSS,
        "driver",
        "        if (is_lost(g))\n            return 0;\n",
        "",
    ),
    _no("a loss wakes those that sleep", LOSS, "gpus", _RING, ""),
    _no(
        "no stream waits for another device",
        LOSS,
        "cuda",
        " && ((cuda_queue *)target->own)->gpu == ((cuda_queue *)q->own)->gpu)",
        ")",
        quick=True,
    ),
    _no(
        "memory of a stuck thread is not freed",
        LOSS,
        "gpus",
        "(feeder != AWAY && feeder != BARRED) ||",
        "0 ||",
    ),
    _no(
        "the first loss counts",
        LOSS,
        "driver",
        "atomic_compare_exchange_strong(&g->lost, &none, result);",
        "atomic_store(&g->lost, result), (void)none;",
    ),
)
_AGAIN = "while (ask_again(c->gpu, error, &asked));"
REFUSALS = (
    _no("each thread is relaxed", RULES, "cuda", "c->gpu->calls->exchange_mode(&mode)", "0"),
    _no("a refused look is made again", RULES, "landing", _AGAIN, "while (0);", quick=True),
    _no(
        "a refused record is made again",
        RULES,
        "cuda",
        f"c->stream));\n    {_AGAIN}",
        "c->stream));\n    while (0);",
    ),
    _no(
        "a refused wait is done on the host",
        RULES,
        "cuda",
        "return error ? wait_here(q, target, value) : GO_ON;",
        "return GO_ON;",
    ),
    _no("a capture may last", RULES, "driver", "(!is_capture && ++*asked", "(++*asked"),
    _no("what is refused for good ends", LOSS, "driver", "> MOST_ASKED)", "> 1 << 30)"),
)
MUTANTS = (*EDGES, *COVERING, *LANDING, *STATES, *LOSS_RULES, *REFUSALS)


class Wrong(Exception):  # noqa: N818 - it is what the check found
    """A program that cannot be built, or a text that is not where it should be."""


def write_headers(folder: Path, changes: Iterable[Change]) -> None:
    """Copies the headers and changes them; each text must stand there once."""
    for path in NATIVE.glob("*.h"):
        shutil.copy(path, folder)
    for name, old, new in changes:
        path = folder / name
        text = path.read_text()
        if (count := text.count(old)) != 1:
            raise Wrong(f"change {name}: {old!r} stands there {count} times, not once")
        path.write_text(text.replace(old, new))


def build(folder: Path, program: str, sanitizer: str | None) -> Path:
    """Builds a program on the headers of a folder; returns its path."""
    path = folder / Path(program).stem
    extra = [f"-fsanitize={sanitizer}"] if sanitizer else []
    command = [
        "gcc",
        *FLAGS,
        *extra,
        f"-I{folder}",
        f"-I{HERE}",
        str(HERE / program),
        "-o",
        str(path),
    ]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode:
        raise Wrong(f"{program} does not compile: {done.stderr}")
    return path


def find(mutant: Mutant) -> str | None:
    """Runs a mutant with some seeds; returns what showed it, or None."""
    environment = os.environ | {"TSAN_OPTIONS": "halt_on_error=1"}
    limit = HANGS if mutant.changes and not mutant.sanitizer else LIMIT
    with tempfile.TemporaryDirectory() as name:
        write_headers(Path(name), mutant.changes)
        for program in mutant.programs:
            path = build(Path(name), program, mutant.sanitizer)
            for seed in SEEDS:
                command = [str(path), seed, "30", str(limit)]
                done = subprocess.run(
                    command, capture_output=True, text=True, env=environment, check=False
                )
                if done.returncode:
                    return f"{program}: exit status {done.returncode}\n{done.stderr}"
    return None


def judge(mutant: Mutant) -> tuple[str | None, str | None]:
    """Returns what showed a mutant, and what is wrong with that, or None."""
    try:
        shown = find(mutant)
    except Wrong as wrong:
        return None, str(wrong)
    if mutant.changes:
        return shown, None if shown else "it was not found"
    return shown, shown


def check(names: Sequence[str], quick: bool, verbose: bool) -> int:
    """Does what the module says; returns the exit status."""
    chosen = [
        mutant
        for mutant in (Mutant("all rules", PROGRAMS, (), quick=True), *MUTANTS)
        if (mutant.quick or not quick) and (not names or any(n in mutant.rule for n in names))
    ]
    started = time.perf_counter()
    with ThreadPoolExecutor(AT_ONCE) as pool:
        results = list(pool.map(judge, chosen))
    wrong = [
        f"{mutant}: {problem}"
        for mutant, (_, problem) in zip(chosen, results, strict=True)
        if problem
    ]
    for mutant, (shown, _) in zip(chosen, results, strict=True):
        if verbose:
            print(f"\n{mutant}:\n{shown}")
    right = len(chosen) - len(wrong)
    print(f"CUDA queues: {right} of {len(chosen)} as they should be, ", end="")
    print(f"{time.perf_counter() - started:.1f} s")
    for problem in wrong:
        print(problem, file=sys.stderr)
    return 1 if wrong else 0


def main() -> int:
    """Parses the arguments and checks."""
    parser = argparse.ArgumentParser(description="check that mutants of CUDA queues are found")
    parser.add_argument("--quick", action="store_true", help="take one mutant of each kind")
    parser.add_argument("--verbose", action="store_true", help="print what was found")
    parser.add_argument("names", nargs="*", metavar="MUTANT", help="a part of its name")
    given = parser.parse_args()
    if shutil.which("gcc") is None:
        print("cuda_mutants: gcc is not on the path; nothing was checked", file=sys.stderr)
        return 1
    return check(given.names, given.quick, given.verbose)


if __name__ == "__main__":
    raise SystemExit(main())
