"""Plays the scripts of tests/core to mutants of the native tracker, which all have to be found.

See mutants.py. Each mutant of tracker_mutants.toml is built by build.py, without optimising, which
takes a third of the time, and loaded as the core of a fresh process. That process asks it and the
specification the same scripts (tests/core/tracker_scripts.py), and stops at the first answer in
which they differ. Without a change they may not differ at all.
"""

from __future__ import annotations

import importlib.util
import os
import platform
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

TESTS = Path(__file__).resolve().parents[1]
sys.path.append(str(TESTS))

from native.mutants import NATIVE, Mutant, Wrong, check, mutants_in, write_sources  # noqa: E402

SAME, DIFFERENT = 0, 3  # the exit status of a process that plays
UNCHANGED = Mutant("all rules", quick=True)
MUTANTS = mutants_in(TESTS / "native" / "tracker_mutants.toml")


def build(folder: Path, optimised: bool) -> Path:
    """Builds the C in a folder for this machine; optimised as `make native` does. Returns the IR's
    path."""
    spec = importlib.util.spec_from_file_location("build_of_a_mutant", folder / "build.py")
    assert spec is not None
    assert spec.loader is not None
    module: Any = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    if not optimised:
        vars(module)["FLAGS"] = tuple("-O0" if flag == "-O2" else flag for flag in module.FLAGS)
    path = folder / "core.ll"
    try:
        path.write_text(module.compile_for(module.TARGETS[f"{platform.machine()}-{sys.platform}"]))
    except subprocess.CalledProcessError as error:
        raise Wrong("the C does not compile; see above") from error
    return path


def judge(mutant: Mutant) -> tuple[bool, str]:
    """Builds a mutant and has a fresh process play with it."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        write_sources(folder / "c", mutant.changes)
        shutil.copy(NATIVE / "build.py", folder)
        environment = os.environ | {
            "STREAMRT_CACHE_DIR": str(folder / "cache"),
            "PYTHONPATH": os.pathsep.join(path for path in sys.path if path),
        }
        core = build(folder, optimised=not mutant.changes)
        command = [sys.executable, __file__, "--play", str(core)]
        done = subprocess.run(command, capture_output=True, text=True, env=environment, check=False)
    said = f"exit status {done.returncode}\n{done.stdout}{done.stderr}"
    if done.returncode not in {SAME, DIFFERENT} and not mutant.may_crash:
        raise Wrong(said)
    return done.returncode != SAME, said


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


if __name__ == "__main__":
    if sys.argv[1:2] == ["--play"]:
        raise SystemExit(play(Path(sys.argv[2])))
    raise SystemExit(check("native trackers", (UNCHANGED, *MUTANTS), judge))
