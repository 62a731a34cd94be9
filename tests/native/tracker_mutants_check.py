"""Plays the scripts of tests/core to mutants of the native tracker, which all have to be found.

`python tests/native/tracker_mutants_check.py [--quick] [--verbose] [MUTANT ...]`. Each mutant of
tracker_mutants.py (or those whose names contain one of the given texts) is built from a changed
copy of the C by the copy's own build.py, without optimising, which takes a third of the time, and
loaded as the core of a fresh process. That process
asks it and the specification the same scripts (tests/core/tracker_scripts.py), and stops at the
first answer in which they differ. Without a change they may not differ at all. `--quick` takes
one mutant of each kind, `--verbose` prints the answers. The exit status is 0 if all is as it
should be.
"""

from __future__ import annotations

import argparse
import importlib.util
import os
import platform
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

TESTS = Path(__file__).resolve().parents[1]
NATIVE = TESTS.parent / "streamrt" / "_native"
sys.path.append(str(TESTS))

from native.tracker_mutants import MUTANTS, QUICK, Change, Mutant  # noqa: E402

SAME, DIFFERENT = 0, 3  # the exit status of a process that plays
AT_ONCE = 2
UNCHANGED = Mutant("all rules", ())


class Wrong(Exception):  # noqa: N818 - it is what the check found
    """A core that cannot be built, or a text that is not where it should be."""


def write_sources(folder: Path, changes: Iterable[Change]) -> None:
    """Copies the core's C and changes it; each text must stand there once."""
    for path in (*NATIVE.glob("*.[ch]"), NATIVE / "build.py"):
        shutil.copy(path, folder)
    for name, old, new in changes:
        path = folder / name
        text = path.read_text()
        if (count := text.count(old)) != 1:
            raise Wrong(f"change {name}: {old!r} stands there {count} times, not once")
        path.write_text(text.replace(old, new))


def build(folder: Path, optimised: bool) -> Path:
    """Builds the C in a folder for this machine; optimised as `make native` does. Returns the IR's
    path."""
    spec = importlib.util.spec_from_file_location("build_of_a_mutant", folder / "build.py")
    assert spec is not None
    assert spec.loader is not None
    module: Any = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    if not optimised:
        module.FLAGS = tuple("-O0" if flag == "-O2" else flag for flag in module.FLAGS)
    path = folder / "core.ll"
    try:
        path.write_text(module.compile_for(module.TARGETS[f"{platform.machine()}-{sys.platform}"]))
    except subprocess.CalledProcessError as error:
        raise Wrong("the C does not compile; see above") from error
    return path


def outcome(mutant: Mutant) -> tuple[int, str]:
    """Builds a mutant and has a fresh process play with it; returns its status and output."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        write_sources(folder, mutant.changes)
        environment = os.environ | {
            "STREAMRT_CACHE_DIR": str(folder / "cache"),
            "PYTHONPATH": os.pathsep.join(path for path in sys.path if path),
        }
        core = build(folder, optimised=not mutant.changes)
        command = [sys.executable, __file__, "--play", str(core)]
        done = subprocess.run(command, capture_output=True, text=True, env=environment, check=False)
        return done.returncode, done.stdout + done.stderr


def judge(mutant: Mutant) -> tuple[str, str | None]:
    """Returns what was said of a mutant, and what is wrong with that, or None."""
    try:
        status, said = outcome(mutant)
    except Wrong as wrong:
        return "", str(wrong)
    wanted = DIFFERENT if mutant.changes else SAME
    if status == wanted or (mutant.may_crash and status != SAME):
        return said, None
    found = {SAME: "it was not found", DIFFERENT: "it differs from the specification"}
    return said, f"{found.get(status, f'exit status {status}')}\n{said}"


def play(source: Path) -> int:
    """Asks the core in a file, and the specification, all scripts; returns the exit status."""
    from streamrt._native import core

    core._source = lambda: source
    from core.tracker_player import difference, play
    from core.tracker_scripts import SEEDS, seeded
    from core.trackers import PURE, native

    tracking = native()
    for seed in range(SEEDS):
        found = difference(play(PURE, seeded(seed)), play(tracking, seeded(seed)))
        if found is not None:
            print(f"seed {seed}, {found}")
            return DIFFERENT
    return SAME


def check(names: Sequence[str], quick: bool, verbose: bool) -> int:
    """Does what the module says; returns the exit status."""
    mutants = [mutant for mutant in MUTANTS if mutant.rule in QUICK] if quick else MUTANTS
    chosen = [m for m in (UNCHANGED, *mutants) if not names or any(n in m.rule for n in names)]
    started = time.perf_counter()
    with ThreadPoolExecutor(AT_ONCE) as pool:
        results = list(pool.map(judge, chosen))
    problems = [
        f"{mutant}: {problem}"
        for mutant, (_, problem) in zip(chosen, results, strict=True)
        if problem
    ]
    for mutant, (said, _) in zip(chosen, results, strict=True):
        if verbose:
            print(f"\n{mutant}:\n{said}")
    right = len(chosen) - len(problems)
    print(f"native trackers: {right} of {len(chosen)} as they should be, ", end="")
    print(f"{time.perf_counter() - started:.1f} s")
    for problem in problems:
        print(problem, file=sys.stderr)
    return 1 if problems else 0


def main() -> int:
    """Checks all mutants, or plays for one of them."""
    parser = argparse.ArgumentParser(description="check that mutants of the native tracker fail")
    parser.add_argument("--quick", action="store_true", help="take one mutant of each kind")
    parser.add_argument("--verbose", action="store_true", help="print what was found")
    parser.add_argument("--play", type=Path, metavar="IR", help="play with the core in this file")
    parser.add_argument("names", nargs="*", metavar="MUTANT", help="a part of its name")
    arguments = parser.parse_args()
    if arguments.play is not None:
        return play(arguments.play)
    return check(arguments.names, arguments.quick, arguments.verbose)


if __name__ == "__main__":
    raise SystemExit(main())
