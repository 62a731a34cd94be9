"""Mutants of the native core's C: copies that lack a rule, each of which a check has to find.

The commands beside this file run those of a .toml: check_model.py, cuda_mutants.py and
tracker_mutants_check.py, each with `[--quick] [--verbose] [MUTANT ...]`. `--quick` takes some,
`--verbose` prints what was found, and a MUTANT is a part of a rule's name. A mutant without changes
is the core itself, and must not be found. The exit status is 0 if all is as it should be.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import time
import tomllib
from collections.abc import Callable, Iterable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from typing import Any

NATIVE = Path(__file__).resolve().parents[2] / "streamrt" / "_native"
C = NATIVE / "c"
HEADERS = [f"-I{folder}" for folder in sorted(C.glob("*/"))]

Change = tuple[str, str, str]


@dataclass(frozen=True)
class Mutant:
    """The core with a mistake.

    Attributes:
        rule: the one that is missing.
        changes: a header, a text that stands there once, and the text that takes its place.
        quick: whether the tests try it, too.
        found_by: the programs or scenarios that find it.
        sanitizer: the one that it takes to see the mistake.
        may_crash: whether the process may end in any way, because memory is used after its end.
    """

    rule: str
    changes: tuple[Change, ...] = ()
    quick: bool = False
    found_by: tuple[str, ...] = ()
    sanitizer: str | None = None
    may_crash: bool = False

    def __str__(self) -> str:
        return self.rule


Judge = Callable[[Mutant], tuple[bool, str]]  # whether it was found, and what was said


class Wrong(Exception):  # noqa: N818 - it is what the check found
    """A program that cannot be built, or a text that is not where it should be."""


def changes_of(table: Mapping[str, Sequence[Sequence[str]]]) -> tuple[Change, ...]:
    """Returns the changes of a table of pairs of texts by header."""
    return tuple((f"{name}.h", old, new) for name, pairs in table.items() for old, new in pairs)


def mutants_in(path: Path) -> list[Mutant]:
    """Returns the mutants of a .toml.

    It has a table for each theme. There, the name of a rule stands for what may be `quick`, a
    `sanitizer` and `may_crash` (see Mutant), `in` (what finds it: a name or several), and by header
    the pairs of a text and the one that takes its place.
    """

    def mutant(rule: str, table: dict[str, Any]) -> Mutant:
        own = {key: table.pop(key) for key in ("quick", "sanitizer", "may_crash") if key in table}
        names: str | list[str] = table.pop("in", [])
        found_by = (names,) if isinstance(names, str) else tuple(names)
        return Mutant(rule, changes_of(table), found_by=found_by, **own)

    themes = tomllib.loads(path.read_text()).values()
    return [mutant(rule, table) for theme in themes for rule, table in theme.items()]


def changed(changes: Iterable[Change]) -> dict[str, str]:
    """Returns the core's C, changed, by file; each text must stand there once."""
    texts = {path.name: path.read_text() for path in C.rglob("*.[ch]")}
    for name, old, new in changes:
        if (count := texts[name].count(old)) != 1:
            raise Wrong(f"change {name}: {old!r} stands there {count} times, not once")
        texts[name] = texts[name].replace(old, new)
    return texts


def write_sources(folder: Path, changes: Iterable[Change]) -> None:
    """Writes the changed C to a folder, all of it side by side."""
    folder.mkdir(exist_ok=True)
    for name, text in changed(changes).items():
        (folder / name).write_text(text)


def gcc(*arguments: str | Path) -> None:
    """Runs gcc, which must succeed."""
    try:
        done = subprocess.run(["gcc", *arguments], capture_output=True, text=True, check=False)
    except FileNotFoundError:
        raise Wrong("gcc is not on the path; nothing was checked") from None
    if done.returncode:
        raise Wrong(f"{arguments[-1]} does not compile: {done.stderr}")


def check(of: str, mutants: Sequence[Mutant], judge: Judge) -> int:
    """Does what the module says with the arguments of the command; returns the exit status."""
    parser = argparse.ArgumentParser(description=f"check that mutants of {of} are found")
    parser.add_argument("--quick", action="store_true", help="some mutants, less work")
    parser.add_argument("--verbose", action="store_true", help="print what was found")
    parser.add_argument("names", nargs="*", metavar="MUTANT", help="a part of its name")
    given = parser.parse_args()
    chosen = [
        mutant
        for mutant in mutants
        if (mutant.quick or not given.quick)
        and (not given.names or any(name in mutant.rule for name in given.names))
    ]

    def problem(mutant: Mutant) -> str | None:
        try:
            found, said = judge(mutant)
        except Wrong as wrong:
            return str(wrong)
        if given.verbose or not mutant.changes:
            print(f"{mutant}:\n{said}\n", end="", flush=True)
        if found == bool(mutant.changes):
            return None
        return f"{'it fails' if found else 'it was not found'}\n{said}"

    started = time.perf_counter()
    with ThreadPoolExecutor(len(os.sched_getaffinity(0))) as pool:
        problems = list(pool.map(problem, chosen))
    wrong = [f"{m}: {text}" for m, text in zip(chosen, problems, strict=True) if text is not None]
    seconds = time.perf_counter() - started
    right = len(chosen) - len(wrong)
    print(f"{of}: {right} of {len(chosen)} as they should be, {seconds:.1f} s", flush=True)
    print("\n".join(wrong), file=sys.stderr, end="\n" if wrong else "")
    return 1 if wrong or not chosen else 0
