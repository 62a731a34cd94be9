"""Breaks a rule of CUDA queues at a time, and expects their C tests to find each.

See mutants.py. The programs of tests/native that a mutant names run on the changed headers. It is
found if one of these fails: by an expectation, a crash, a report of the sanitizer that the mutant
names, or an alarm, because some mistakes make threads wait for ever. Unchanged, all programs end
well.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path.append(str(HERE.parent))

from native.mutants import Mutant, check, gcc, write_sources  # noqa: E402

FLAGS = (
    *("-std=c11", "-D_GNU_SOURCE", "-O1", "-g", "-pthread", "-Wall", "-Wextra"),
    *("-Wno-unused-function", "-Wno-unused-parameter", "-Wno-unused-variable"),
)
RULES, LOSS, LOAD = PROGRAMS = ("cuda_rules.c", "cuda_loss.c", "cuda.c")
LIMIT = 3600  # seconds until the alarm; a program takes one, but the machine may be loaded
HANGS = 5  # seconds until a mutant that is built without one is taken to hang
SEEDS = ("1", "2", "3")


def _no(rule: str, program: str, header: str, old: str, new: str, quick: bool = False) -> Mutant:
    return Mutant(rule, ((f"{header}.h", old, new),), quick, (program,))


_CAME_BACK = "atomic_compare_exchange_strong(at, &expected, HERE) ? result : GIVEN_UP;"
_DEVICE_WAITS = "c->gpu->calls->wait(c->stream, event_of(of, covered), 0));"
_FALLIBLE = "u32 is_fallible = k->fallible; /* once it has landed, its plan may be gone */\n"
_OTHERS = "fallible <= value && !has_reached(&target->completed, fallible))"
_RING = "    wake_loop(q);\n    wake_threads(q);\n    wake_threads(&c->handed);\n"
_SKIPPED = "    atomic_store_explicit(&status->state, SKIPPED, memory_order_release);\n"
_STARTED = "    if (status->started < c->landed_at)\n        status->started = c->landed_at;\n"

EDGES = (
    _no("the device waits", LOAD, "feeder", _DEVICE_WAITS, "((void)covered, 0));", quick=True),
    _no(
        "the event that covers the point",
        LOAD,
        "feeder",
        "(of, covered), 0",
        "(of, covered + 1), 0",
    ),
    _no(
        "a device waits only for what is covered",
        LOAD,
        "feeder",
        "(&of->handed.completed, value)",
        "(&of->handed.completed, 0)",
    ),
    _no("an own error is waited for", RULES, "feeder", "GO_ON && is_fallible ?", "GO_ON && 0 ?"),
    _no("others' errors are waited for", RULES, "feeder", _OTHERS, "fallible < 0)", quick=True),
    _no("waits that land are counted", RULES, "feeder", "== DEVICE_WAITS)", "== 99999)"),
)
COVERING = (
    _no(
        "covered before the host waits",
        RULES,
        "feeder",
        "i32 verdict = cover(q);\n    if",
        "i32 verdict = GO_ON;\n    if",
        quick=True,
    ),
    _no("covered before the loop sleeps", RULES, "feeder", "? STOP : cover(q);", "? STOP : GO_ON;"),
    _no("covered at the latest after a few", RULES, "feeder", ">= CUDA_FLUSH ||", ">= 99999 ||"),
    _no(
        "few are in flight",
        RULES,
        "feeder",
        "return wait_here(q, q, c->value + 1 - CUDA_CREDIT);",
        "return GO_ON;",
    ),
    _no(
        "one more than may be in flight",
        RULES,
        "feeder",
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
        "feeder",
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
    _no("skipped at once", RULES, "feeder", _SKIPPED, "", quick=True),
    _no(
        "a skipped launch has its producer's root",
        RULES,
        "feeder",
        "poison ? poison : root;",
        "root;",
    ),
    _no(
        "a cancelled launch is its own root",
        RULES,
        "feeder",
        "        status->root = root; /* as in `start` */\n",
        "",
    ),
    _no(
        "a cancelled launch is not handed over",
        LOAD,
        "feeder",
        "return fly(q, status, CANCELLED);",
        "return hand_launch(q, launch);",
    ),
    _no(
        "errors of the driver are not those of kernels",
        RULES,
        "feeder",
        "status->refused = (u64)error;",
        "status->error = error;",
    ),
    _no(
        "a refused launch loses no device",
        RULES,
        "feeder",
        "code_of(c, value)));\n    if (error == GIVEN_UP || ends_device(error))",
        "code_of(c, value)));\n    if (error)",
    ),
    Mutant(
        "a plan may be gone once its launch has landed",
        found_by=(LOAD,),
        changes=(
            ("feeder.h", _FALLIBLE, ""),
            ("feeder.h", "if (is_fallible)", "if (k->fallible)"),
            ("feeder.h", "GO_ON && is_fallible ?", "GO_ON && k->fallible ?"),
        ),
        sanitizer="thread",
    ),
)
LOSS_RULES = (
    Mutant(
        "each thread has the context",
        found_by=(RULES,),
        changes=(("feeder.h", "c->gpu->calls->set_context(c->gpu->context)", "0"),),
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
    _no("a loss wakes those that sleep", LOSS, "cuda_builtins", _RING, ""),
    _no(
        "no stream waits for another device",
        LOSS,
        "feeder",
        " && ((cuda_queue *)target->own)->gpu == ((cuda_queue *)q->own)->gpu)",
        ")",
        quick=True,
    ),
    _no(
        "memory of a stuck thread is not freed",
        LOSS,
        "cuda_builtins",
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
    _no("each thread is relaxed", RULES, "feeder", "c->gpu->calls->exchange_mode(&mode)", "0"),
    _no("a refused look is made again", RULES, "landing", _AGAIN, "while (0);", quick=True),
    _no(
        "a refused record is made again",
        RULES,
        "feeder",
        f"c->stream));\n    {_AGAIN}",
        "c->stream));\n    while (0);",
    ),
    _no(
        "a refused wait is done on the host",
        RULES,
        "feeder",
        "return error ? wait_here(q, target, value) : GO_ON;",
        "return GO_ON;",
    ),
    _no("a capture may last", RULES, "driver", "(!is_capture && ++*asked", "(++*asked"),
    _no("what is refused for good ends", LOSS, "driver", "> MOST_ASKED)", "> 1 << 30)"),
)
UNCHANGED = Mutant("all rules", quick=True, found_by=PROGRAMS)
MUTANTS = (*EDGES, *COVERING, *LANDING, *STATES, *LOSS_RULES, *REFUSALS)


def judge(mutant: Mutant) -> tuple[bool, str]:
    """Runs the programs with some seeds until one shows the mutant."""
    environment = os.environ | {"TSAN_OPTIONS": "halt_on_error=1"}
    limit = HANGS if mutant.changes and not mutant.sanitizer else LIMIT
    extra = [f"-fsanitize={mutant.sanitizer}"] if mutant.sanitizer else []
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        write_sources(folder, mutant.changes)
        for program in mutant.found_by:
            path = folder / Path(program).stem
            gcc(*FLAGS, *extra, f"-I{folder}", f"-I{HERE / 'c'}", "-o", path, HERE / "c" / program)
            for seed in SEEDS:
                command = [path, seed, "30", str(limit)]
                done = subprocess.run(
                    command, capture_output=True, text=True, env=environment, check=False
                )
                if done.returncode:
                    return True, f"{program}: exit status {done.returncode}\n{done.stderr}"
    return False, "every program ends well"


if __name__ == "__main__":
    raise SystemExit(check("CUDA queues", (UNCHANGED, *MUTANTS), judge))
