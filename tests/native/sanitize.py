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
from pathlib import Path

HERE = Path(__file__).resolve().parent
NATIVE = HERE.parents[1] / "streamrt" / "_native"
FLAGS = (
    *("-std=c11", "-D_GNU_SOURCE", "-O1", "-g", "-fno-omit-frame-pointer", "-pthread"),
    *("-Wall", "-Wextra", "-Werror", "-fno-sanitize-recover=all"),
)
SANITIZERS = {"thread": "thread", "address": "address,undefined"}
WITHOUT_THREADS = ("tracker.c",)
OPTIONS = {"TSAN_OPTIONS": "halt_on_error=1", "ASAN_OPTIONS": "detect_leaks=1"}
LIMIT = 120  # seconds for one program; they take a few


def run(source: Path, sanitizer: str, arguments: list[str], headers: Path) -> str | None:
    """Builds and runs one program under one sanitizer; returns what went wrong, or None."""
    with tempfile.TemporaryDirectory() as folder:
        program = Path(folder) / source.stem
        command = ["gcc", *FLAGS, f"-I{headers}", f"-fsanitize={SANITIZERS[sanitizer]}"]
        built = subprocess.run([*command, str(source), "-o", str(program)], check=False)
        if built.returncode:
            return "does not compile"
        started = time.perf_counter()
        code = subprocess.run(
            [program, *arguments, str(LIMIT)], env=os.environ | OPTIONS, check=False
        ).returncode
    print(f"{source.name} under {sanitizer}: {time.perf_counter() - started:.1f} s", flush=True)
    if code == -signal.SIGALRM:
        return f"a wake-up was lost: still running after {LIMIT} s"
    return f"exit status {code}" if code else None


def main() -> int:
    """Runs every program under every sanitizer; returns the exit status."""
    sources = sorted(HERE.glob(sys.argv[4] if len(sys.argv) > 4 else "*.c"))
    if shutil.which("gcc") is None:
        print("sanitize: gcc is not on the path; nothing was checked", file=sys.stderr)
        return 1
    seed = sys.argv[1] if len(sys.argv) > 1 else str(time.time_ns() % 2**31)
    percent = sys.argv[2] if len(sys.argv) > 2 else "100"
    headers = Path(sys.argv[3]) if len(sys.argv) > 3 else NATIVE
    print(f"seed {seed}", flush=True)
    failures = [
        f"{source.name} under {sanitizer}: {problem}; rerun with seed {seed}"
        for source in sources
        for sanitizer in SANITIZERS
        if not (sanitizer == "thread" and source.name in WITHOUT_THREADS)
        if (problem := run(source, sanitizer, [seed, percent], headers))
    ]
    for failure in failures:
        print(failure, file=sys.stderr)
    return 1 if failures else 0


if __name__ == "__main__":
    raise SystemExit(main())
