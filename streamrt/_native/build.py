"""Compiles the native core's C to LLVM IR, one file per target, or checks that the IR is in step.

A development tool: `python streamrt/_native/build.py [--check]`. It needs the `ziglang` package,
whose clang brings every target's C headers; users need neither: llvmlite loads the IR.
"""

from __future__ import annotations

import argparse
import re
import subprocess
import sys
import tempfile
from pathlib import Path

HERE = Path(__file__).parent
C = HERE / "c"
HEADERS = [f"-I{folder}" for folder in (C, *sorted(C.glob("*/")))]
TARGETS = {"x86_64-linux": "x86_64-linux-gnu", "aarch64-linux": "aarch64-linux-gnu"}
FLAGS = (
    *("-std=c11", "-D_GNU_SOURCE", "-O2", "-g0", "-fno-strict-aliasing"),
    *("-Wall", "-Wextra", "-Werror", "-Wno-unused-command-line-argument"),
    *("-fno-sanitize=all", "-fno-stack-protector", "-fno-unwind-tables", "-S", "-emit-llvm"),
)


def compile_for(target: str) -> str:
    """Returns the IR of the core for a zig target triple, without lines that name the compiler."""
    with tempfile.TemporaryDirectory() as folder:
        out = Path(folder) / "core.ll"
        command = [sys.executable, "-m", "ziglang", "cc", "-target", target, *FLAGS, *HEADERS]
        subprocess.run([*command, "streamrt.c", "-o", str(out)], cwd=C, check=True)
        text = out.read_text()
    # The triple and the CPU are set when the IR is loaded. The compiler's name does not matter.
    text = re.sub(r"(?m)^(; ModuleID|source_filename|target triple|!llvm\.ident).*\n", "", text)
    text = re.sub(r' "(target-cpu|target-features|tune-cpu)"="[^"]*"', "", text)
    return re.sub(r'(?m)^!(\d+) = !\{!"clang version.*\n', "", text)


def main() -> int:
    """Writes the IR files, or with --check compares them; exit code 1 names the stale ones."""
    parser = argparse.ArgumentParser(description="build the native core's LLVM IR")
    parser.add_argument("--check", action="store_true", help="compare instead of writing")
    check = parser.parse_args().check
    stale: list[str] = []
    for name, target in TARGETS.items():
        path, text = HERE / "ll" / f"{name}.ll", compile_for(target)
        if check and (not path.exists() or path.read_text() != text):
            stale.append(path.name)
        elif not check:
            path.write_text(text)
    if stale:
        print(f"out of step with the C: {', '.join(stale)}; run `make native`", file=sys.stderr)
    return 1 if stale else 0


if __name__ == "__main__":
    raise SystemExit(main())
