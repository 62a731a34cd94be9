"""Explores every state of the native core's wake-up protocols, and of mutants that must fail.

`python tests/native/check_model.py [--quick] [--verbose] [MUTANT ...]`. The scenarios of
model/scenarios.c run on the core's own headers, in which a few constants are smaller. First they
all have to end well; then each mutant of model/mutants.toml (or those whose names contain one of
the given texts) has to fail in one of its scenarios. `--verbose` prints the schedules. The exit
status is 0 if all is as it should be.
"""

from __future__ import annotations

import argparse
import os
import shutil
import subprocess
import sys
import tempfile
import time
import tomllib
from collections.abc import Iterable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path

HERE = Path(__file__).resolve().parent
MODEL = HERE / "model"
NATIVE = HERE.parents[1] / "streamrt" / "_native"
FLAGS = (
    *("-std=gnu11", "-D_GNU_SOURCE", "-O1", "-g", "-fno-omit-frame-pointer", "-Wall", "-Wextra"),
    *("-Werror", "-Wno-unused-function", "-Wno-unused-parameter", "-Wno-unused-value"),
    *("-Wno-unused-variable", "-Wno-type-limits"),
)
QUICK = (
    "publish",
    "segments",
    "sleepers",
    "listener",
    "listeners",
    "failure",
    "company",
    "replay",
    "drained",
)
FOUND = 1  # the explorer's exit status for a bad state

Changes = Mapping[str, Sequence[Sequence[str]]]  # header: pairs of texts

# What makes the state space small and changes no order of operations: spins are one look, segments
# hold two records, and there is one job, so that a queue may find none free.
SMALLER: Changes = {
    "native": [["#define MOST_SLOTS 256\n", "#define MOST_SLOTS 8\n"]],
    "platform": [
        ["#define SPIN_TURNS 100\n", "#define SPIN_TURNS 0\n"],
        ["#define FIRST_LOOKS 32\n", "#define FIRST_LOOKS 0\n"],
        ["#define SHORT_SLEEP 50000\n", "#define SHORT_SLEEP 0\n"],
    ],
    "queue": [
        ["#define FIRST_SEGMENT 8192u\n", "#define FIRST_SEGMENT 64u\n"],
        ["#define LARGEST_SEGMENT (1u << 20)\n", "#define LARGEST_SEGMENT 64u\n"],
    ],
    "workers": [
        ["#define JOBS 16\n", "#define JOBS 1\n"],
        ["#define RELAX_TURNS 1000\n", "#define RELAX_TURNS 0\n"],
    ],
}


@dataclass(frozen=True, slots=True)
class Mutant:
    """A mistake in the headers, and the scenarios that find it."""

    name: str
    scenarios: list[str]
    changes: Changes
    quick: bool = False


def mutants() -> list[Mutant]:
    """Returns the mutants of model/mutants.toml."""
    tables = tomllib.loads((MODEL / "mutants.toml").read_text())["mutant"]
    return [Mutant(**table) for table in tables]


class Wrong(Exception):  # noqa: N818 - it is what the check found
    """A program that cannot be built, or a text that is not where it should be."""


def write_headers(folder: Path, changes: Iterable[Changes]) -> None:
    """Copies the core's headers and makes the changes; each text must stand there once."""
    texts = {path.stem: path.read_text() for path in NATIVE.glob("*.h")}
    for each in changes:
        for header, pairs in each.items():
            for old, new in pairs:
                if (count := texts[header].count(old)) != 1:
                    raise Wrong(f"change {header}.h: {old!r} stands there {count} times, not once")
                texts[header] = texts[header].replace(old, new)
    for name, text in texts.items():
        (folder / f"{name}.h").write_text(text)


def compile_c(*arguments: str | Path) -> None:
    command = ["gcc", *FLAGS, *map(str, arguments)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode:
        raise Wrong(f"compile: {done.stderr}")


def explore(explorer: Path, scenarios: Sequence[str], *changes: Changes) -> tuple[int, str]:
    """Explores the scenarios on headers with these changes; returns the exit status and output."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        program = folder / "model"
        write_headers(folder, (SMALLER, *changes))
        compile_c(f"-I{folder}", MODEL / "scenarios.c", explorer, "-o", program)
        command = [program, *scenarios]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        return done.returncode, done.stdout + done.stderr


def judge(explorer: Path, mutant: Mutant) -> tuple[str, str | None]:
    """Returns what the explorer says of a mutant, and what is wrong with that, or None."""
    try:
        status, said = explore(explorer, mutant.scenarios, mutant.changes)
    except Wrong as wrong:
        return "", str(wrong)
    problem = None if status == FOUND else f"exit status {status}: it was not found\n{said}"
    return said, problem


def check(quick: bool, verbose: bool, names: Sequence[str]) -> int:
    """Does what the module says; returns the exit status."""
    chosen = [
        mutant
        for mutant in mutants()
        if (mutant.quick or not quick) and (not names or any(n in mutant.name for n in names))
    ]
    with tempfile.TemporaryDirectory() as folder:
        explorer = Path(folder) / "explore.o"
        compile_c("-c", MODEL / "explore.c", "-o", explorer)
        started = time.perf_counter()
        if not names:
            status, said = explore(explorer, QUICK if quick else ())
            print(f"{said}the core: {time.perf_counter() - started:.1f} s", flush=True)
            if status:
                return 1
        started = time.perf_counter()
        with ThreadPoolExecutor(len(os.sched_getaffinity(0))) as pool:
            results = list(pool.map(lambda mutant: judge(explorer, mutant), chosen))
    problems = [
        f"{mutant.name}: {problem}"
        for mutant, (_, problem) in zip(chosen, results, strict=True)
        if problem
    ]
    for mutant, (said, _) in zip(chosen, results, strict=True):
        if verbose:
            print(f"\n{mutant.name}:\n{said}")
    found = len(chosen) - len(problems)
    print(f"mutants: {found} of {len(chosen)} found, {time.perf_counter() - started:.1f} s")
    for problem in problems:
        print(problem, file=sys.stderr)
    return 1 if problems else 0


def main() -> int:
    """Parses the arguments and checks."""
    options = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    options.add_argument("--quick", action="store_true", help="some scenarios, some mutants")
    options.add_argument("--verbose", action="store_true", help="print the mutants' schedules")
    options.add_argument("mutants", nargs="*", help="part of a mutant's name")
    given = options.parse_args()
    if shutil.which("gcc") is None:
        print("check_model: gcc is not on the path; nothing was checked", file=sys.stderr)
        return 1
    return check(given.quick, given.verbose, given.mutants)


if __name__ == "__main__":
    raise SystemExit(main())
