"""Explores every state of the native core's wake-up protocols, and of mutants that must fail.

See mutants.py. The scenarios of model/scenarios.c run on the core's own headers, in which a few
constants are smaller. They all have to end well, and each mutant of model/mutants.toml has to fail
in one of its scenarios. `--verbose` prints the schedules.
"""

from __future__ import annotations

import subprocess
import sys
import tempfile
from functools import partial
from pathlib import Path

HERE = Path(__file__).resolve().parent
MODEL = HERE / "model"
sys.path.append(str(HERE.parent))

from native.mutants import Mutant, Wrong, changes_of, check, gcc, mutants_in, write_sources  # noqa: E402

FLAGS = (
    *("-std=gnu11", "-D_GNU_SOURCE", "-O1", "-g", "-fno-omit-frame-pointer", "-Wall", "-Wextra"),
    *("-Werror", "-Wno-unused-function", "-Wno-unused-parameter", "-Wno-unused-value"),
    *("-Wno-unused-variable", "-Wno-type-limits"),
)
QUICK = (
    *("publish", "segments", "sleepers", "listener", "listeners", "failure", "company"),
    *("replay", "drained", "recorded"),
)
WELL, FOUND = 0, 1  # the explorer's exit status; the latter for a bad state


# What makes the state space small and changes no order of operations: spins are one look, segments
# hold two records, and there is one job, so that a queue may find none free. Channels have room for
# two records, and a submitter hands over one launch with a check. A mirror notes two waits.
SMALLER = changes_of(
    {
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
        "channel": [
            ["#define CHANNEL_CREDIT 1024\n", "#define CHANNEL_CREDIT 2\n"],
            ["#define CHANNEL_WORDS 16384\n", "#define CHANNEL_WORDS 40\n"],
            ["#define MOST_CHECKS 32\n", "#define MOST_CHECKS 2\n"],
            ["#define MOST_CHANNELS 256\n", "#define MOST_CHANNELS 2\n"],
            ["#define MOST_PLACED 65536 ", "#define MOST_PLACED 2 "],
        ],
        "far_device": [["#define MOST_NEEDS 1024\n", "#define MOST_NEEDS 2\n"]],
        "mirror": [["#define QUICK_NS 5000 ", "#define QUICK_NS 600 "]],
        "workers": [
            ["#define JOBS 16\n", "#define JOBS 1\n"],
            ["#define RELAX_TURNS 1000\n", "#define RELAX_TURNS 0\n"],
        ],
    }
)


def mutants() -> list[Mutant]:
    """Returns the core, and the mutants of model/mutants.toml."""
    core = QUICK if "--quick" in sys.argv else ()  # () is all of them
    return [Mutant("the core", quick=True, found_by=core), *mutants_in(MODEL / "mutants.toml")]


def judge(explorer: Path, mutant: Mutant) -> tuple[bool, str]:
    """Explores the scenarios on the changed headers."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        program = folder / "model"
        write_sources(folder, (*SMALLER, *mutant.changes))
        gcc(*FLAGS, f"-I{folder}", "-o", program, explorer, MODEL / "scenarios.c")
        command = [program, *mutant.found_by]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode not in {WELL, FOUND}:
        raise Wrong(f"exit status {done.returncode}\n{done.stderr}")
    return done.returncode == FOUND, done.stdout + done.stderr


def main() -> int:
    """Builds the explorer, and checks."""
    with tempfile.TemporaryDirectory() as folder:
        explorer = Path(folder) / "explore.o"
        gcc(*FLAGS, "-c", "-o", explorer, MODEL / "explore.c")
        return check("the model", mutants(), partial(judge, explorer))


if __name__ == "__main__":
    raise SystemExit(main())
