"""Builds the C stress tests beside this file with gcc's sanitizers and runs them.

`python tests/native/sanitize.py [SEED]`. The .ll files are made from the same C, but a sanitizer
needs its run-time library in the process, which a JITed kernel cannot have. Each program takes
the seed as its only argument, prints what it found and returns 0 if all was well.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path

HERE = Path(__file__).resolve().parent
NATIVE = HERE.parents[1] / "streamrt" / "_native"
FLAGS = (
    *("-std=c11", "-D_GNU_SOURCE", "-O1", "-g", "-fno-omit-frame-pointer", "-pthread"),
    *("-Wall", "-Wextra", "-Werror", "-fno-sanitize-recover=all", f"-I{NATIVE}"),
)
SANITIZERS = {"thread": "thread", "address": "address,undefined"}
LIMIT = 120  # seconds for one program; they take a few


def run(source: Path, sanitizer: str, seed: str, folder: Path) -> str | None:
    """Builds and runs one program under one sanitizer; returns what went wrong, or None."""
    program = folder / f"{source.stem}-{sanitizer}"
    command = ["gcc", *FLAGS, f"-fsanitize={SANITIZERS[sanitizer]}", str(source)]
    built = subprocess.run([*command, "-o", str(program), "-ldl", "-lm"], check=False)
    if built.returncode:
        return "does not compile"
    options = {"TSAN_OPTIONS": "halt_on_error=1", "ASAN_OPTIONS": "detect_leaks=1"}
    started = time.perf_counter()
    try:
        done = subprocess.run(
            [str(program), seed], env=os.environ | options, timeout=LIMIT, check=False
        )
    except subprocess.TimeoutExpired:
        return f"still running after {LIMIT} s"
    print(f"{source.name} under {sanitizer}: {time.perf_counter() - started:.1f} s")
    return f"exit status {done.returncode}" if done.returncode else None


def main() -> int:
    """Runs every program under every sanitizer; returns the exit status."""
    sources = sorted(HERE.glob("*.c"))
    if not sources or shutil.which("gcc") is None:
        what = "gcc is not on the path" if sources else f"{HERE} holds no C file"
        print(f"sanitize: {what}; nothing was checked", file=sys.stderr)
        return 1
    seed = sys.argv[1] if len(sys.argv) > 1 else str(time.time_ns() % 2**31)
    print(f"seed {seed}")
    failures: list[str] = []
    with tempfile.TemporaryDirectory() as folder:
        for source in sources:
            for sanitizer in SANITIZERS:
                if problem := run(source, sanitizer, seed, Path(folder)):
                    failures.append(f"{source.name} under {sanitizer}: {problem}; seed {seed}")
    for failure in failures:
        print(failure, file=sys.stderr)
    return 1 if failures else 0


if __name__ == "__main__":
    raise SystemExit(main())
