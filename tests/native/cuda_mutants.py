"""Breaks a rule of CUDA queues at a time, and expects their C tests to find each.

See mutants.py. The programs of tests/native that a mutant of cuda_mutants.toml names run on the
changed headers. It is found if one of these fails: by an expectation, a crash, a report of the
sanitizer that the mutant names, or an alarm, because some mistakes make threads wait for ever.
Unchanged, all programs end well.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path.append(str(HERE.parent))

from native.mutants import Mutant, check, gcc, mutants_in, write_sources  # noqa: E402

FLAGS = (
    *("-std=c11", "-D_GNU_SOURCE", "-O1", "-g", "-pthread", "-Wall", "-Wextra"),
    *("-Wno-unused-function", "-Wno-unused-parameter", "-Wno-unused-variable"),
)
PROGRAMS = ("cuda_rules", "cuda_loss", "cuda", "opencl")
LIMIT = 3600  # seconds until the alarm; a program takes one, but the machine may be loaded
HANGS = 5  # seconds until a mutant that is built without one is taken to hang
SEEDS = ("1", "2", "3")


UNCHANGED = Mutant("all rules", quick=True, found_by=PROGRAMS)
MUTANTS = mutants_in(HERE / "cuda_mutants.toml")


def judge(mutant: Mutant) -> tuple[bool, str]:
    """Runs the programs with some seeds until one shows the mutant."""
    environment = os.environ | {"TSAN_OPTIONS": "halt_on_error=1"}
    limit = HANGS if mutant.changes and not mutant.sanitizer else LIMIT
    extra = [f"-fsanitize={mutant.sanitizer}"] if mutant.sanitizer else []
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        write_sources(folder, mutant.changes)
        for program in mutant.found_by:
            path = folder / program
            source = HERE / "c" / f"{program}.c"
            gcc(*FLAGS, *extra, f"-I{folder}", f"-I{HERE / 'c'}", "-o", path, source)
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
