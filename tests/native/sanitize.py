"""Builds the C stress tests beside this file with gcc's sanitizers and runs them.

`python tests/native/sanitize.py [SEED [PERCENT [HEADERS [PROGRAM]]]]`. The .ll files are made from
the same C, but a sanitizer needs its run-time library in the process, which a JITed kernel cannot
have.
Each program takes the seed and a percentage of its iterations, prints what it found and returns
0 if all was well; a hang ends in its own alarm.
"""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from concurrent.futures import ThreadPoolExecutor
from itertools import product
from pathlib import Path

HERE = Path(__file__).resolve().parent
C = HERE.parents[1] / "streamrt" / "_native" / "c"
FLAGS = (
    *("-std=c11", "-D_GNU_SOURCE", "-O1", "-g", "-fno-omit-frame-pointer", "-pthread"),
    *("-Wall", "-Wextra", "-Werror", "-fno-sanitize-recover=all"),
)
SANITIZERS = {"thread": "thread", "address": "address,undefined"}
WITHOUT_THREADS = ("tracker.c",)
OPTIONS = {"TSAN_OPTIONS": "halt_on_error=1", "ASAN_OPTIONS": "detect_leaks=1"}
LIMIT = 120  # seconds for one program; they take a few
BUILDS = 2  # at once; the programs, which have threads of their own, run one after another


def build(source: Path, sanitizer: str, headers: Path, folder: Path) -> Path | None:
    """Builds one program for one sanitizer; returns its path, or None if it does not compile."""
    program = folder / f"{source.stem}-{sanitizer}"
    found = [f"-I{folder}" for folder in (headers, *sorted(headers.glob("*/")))]
    command = ["gcc", *FLAGS, *found, f"-fsanitize={SANITIZERS[sanitizer]}"]
    built = subprocess.run([*command, str(source), "-o", str(program)], check=False)
    return None if built.returncode else program


def run(program: Path | None, name: str, arguments: list[str]) -> str | None:
    """Runs one program; returns what went wrong, or None."""
    if program is None:
        return "does not compile"
    started = time.perf_counter()
    command = [program, *arguments, str(LIMIT)]
    code = subprocess.run(command, env=os.environ | OPTIONS, check=False).returncode
    print(f"{name}: {time.perf_counter() - started:.1f} s", flush=True)
    if code == -signal.SIGALRM:
        return f"a wake-up was lost: still running after {LIMIT} s"
    return f"exit status {code}" if code else None


def check(sources: list[Path], headers: Path, arguments: list[str]) -> list[str]:
    """Builds and runs every program under every sanitizer; returns what went wrong."""
    pairs = [
        (source, sanitizer)
        for source, sanitizer in product(sources, SANITIZERS)
        if not (sanitizer == "thread" and source.name in WITHOUT_THREADS)
    ]
    with tempfile.TemporaryDirectory() as path, ThreadPoolExecutor(BUILDS) as pool:
        folder = Path(path)
        programs = list(pool.map(lambda pair: build(pair[0], pair[1], headers, folder), pairs))
        names = [f"{source.name} under {sanitizer}" for source, sanitizer in pairs]
        return [
            f"{name}: {problem}"
            for program, name in zip(programs, names, strict=True)
            if (problem := run(program, name, arguments))
        ]


def main() -> int:
    """Parses the arguments and checks; returns the exit status."""
    pattern = sys.argv[4] if len(sys.argv) > 4 else "*.c"
    sources = sorted([*(HERE / "c").glob(pattern), *(HERE / "driver").glob(pattern)])
    if shutil.which("gcc") is None:
        print("sanitize: gcc is not on the path; nothing was checked", file=sys.stderr)
        return 1
    seed = sys.argv[1] if len(sys.argv) > 1 else str(time.time_ns() % 2**31)
    percent = sys.argv[2] if len(sys.argv) > 2 else "100"
    headers = Path(sys.argv[3]) if len(sys.argv) > 3 else C
    print(f"seed {seed}", flush=True)
    failures = check(sources, headers, [seed, percent])
    for failure in failures:
        print(f"{failure}; rerun with seed {seed}", file=sys.stderr)
    return 1 if failures else 0


if __name__ == "__main__":
    raise SystemExit(main())
