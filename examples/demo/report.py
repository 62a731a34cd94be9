"""The output of the demo: progress while it runs, then its results."""

from __future__ import annotations

import json
import sys
import textwrap
from collections.abc import Generator, Sequence
from contextlib import AbstractContextManager, contextmanager
from dataclasses import asdict
from pathlib import Path

from .files import Skipped
from .similar import GRAM, Progress, Similar
from .timing import SHORTEST, Timing

STEPS = 10
"""The number of lines of plain progress."""


# --- progress ------------------------------------------------------------------------------------


@contextmanager
def progress(*, quiet: bool) -> Generator[Progress]:
    """Show progress while the body runs: with rich a bar on a terminal, else a few lines."""
    if quiet:
        yield lambda done, total: None
    elif sys.stdout.isatty() and (bar := _rich_bar()) is not None:
        with bar as advance:
            yield advance
    else:
        yield _printed_steps()


def _printed_steps() -> Progress:
    """Return a function that prints a line whenever another tenth of the files is compared."""
    printed = 0

    def step(done: int, total: int) -> None:
        nonlocal printed
        if done * STEPS // total > printed:
            printed = done * STEPS // total
            print(f"compared {done:,} of {total:,} files", flush=True)

    return step


def _rich_bar() -> AbstractContextManager[Progress] | None:
    """Return a progress bar, or None without rich, which the extra `progress` installs."""
    try:
        from rich import progress as rich
    except ModuleNotFoundError:
        return None

    @contextmanager
    def show() -> Generator[Progress]:
        text = rich.TextColumn("reading and comparing")
        with rich.Progress(
            text, rich.BarColumn(), rich.MofNCompleteColumn(), transient=True
        ) as bar:
            task = bar.add_task("")
            yield lambda done, total: bar.update(task, completed=done, total=total)

    return show()


# --- results -------------------------------------------------------------------------------------


def spell(path: Path, directory: Path) -> str:
    """Return a path below `directory` as printable text, whatever bytes its name is made of."""
    text = str(path.relative_to(directory)) if path.is_relative_to(directory) else str(path)
    return text if text.isprintable() else ascii(text)


def print_text(found: Similar, directory: Path, left_out: int, peak: int) -> None:
    """Print the result for people. `peak` is the most memory buffers held, in bytes."""
    _print_skipped(found.skipped, directory)
    if left_out:
        print(f"left out: {left_out:,} more files; raise --limit to read them")
    _print_pairs(found, directory)
    seconds = found.timing.elapsed or 1e-9
    print(
        f"\n{found.files:,} files, {found.nbytes / 1e6:.1f} MB in {_spell_time(seconds)}: "
        f"{found.files / seconds:,.0f} files/s, {found.nbytes / 1e6 / seconds:.1f} MB/s\n"
        f"{_spell_overlap(found.timing)}\n"
        f"memory of buffers: {peak / 1e6:.1f} MB at its peak"
    )


def _spell_overlap(timing: Timing) -> str:
    """Return how well loading and computing overlapped, if the run was long enough to tell."""
    parts = f"loading {_spell_time(timing.load)}, computing {_spell_time(timing.compute)}"
    if not timing.is_telling:
        return f"{parts}; a run of under {SHORTEST} s does not tell how well they overlap"
    return (
        f"{parts}, both at once {timing.overlap:.0%} of the time (at most "
        f"{timing.most_overlap:.0%})\n"
        f"ideal max(load, compute) {_spell_time(timing.ideal)}, achieved "
        f"{_spell_time(timing.elapsed)}: {timing.efficiency:.0%} of the ideal"
    )


def _spell_time(seconds: float) -> str:
    return f"{seconds:.2f} s" if seconds >= SHORTEST else f"{1e3 * seconds:.1f} ms"


def _print_pairs(found: Similar, directory: Path) -> None:
    if not found.pairs:
        print("\nno two files have anything in common")
        return
    print(f"\nmost similar files (cosine of their counts of {GRAM}-byte sequences)")
    names = [(spell(pair.first, directory), spell(pair.second, directory)) for pair in found.pairs]
    width = max(len(first) for first, _ in names)
    for pair, (first, second) in zip(found.pairs, names, strict=True):
        print(f"  {pair.score:.4f}  {first:{width}}  {second}")


def _print_skipped(skipped: Sequence[Skipped], directory: Path) -> None:
    """Print the files that were left out, by name; of binary ones only their number."""
    if not skipped:
        return
    print(f"skipped: {len(skipped):,} files")
    for kind in ("unreadable", "huge"):
        for one in skipped:
            if one.kind == kind:
                print(f"  {kind}: {spell(one.path, directory)} ({one.reason})")
    empty = [spell(one.path, directory) for one in skipped if one.kind == "empty"]
    if empty:
        # A name may hold blanks and hyphens: lines are broken between names only.
        text = f"empty ({len(empty):,}): {', '.join(empty)}"
        print(textwrap.indent("\n".join(_lines(text)), "  "))
    binary = sum(one.kind == "binary" for one in skipped)
    if binary:
        print(f"  binary: {binary:,} files; --json names them")


def _lines(text: str) -> list[str]:
    """Return text in lines of some 100 characters, broken at ", " only."""
    lines: list[str] = []
    for part in text.split(", "):
        if lines and len(lines[-1]) + len(part) < 96:
            lines[-1] += f", {part}"
        else:
            if lines:
                lines[-1] += ","
            lines.append(part if not lines else f"  {part}")
    return lines


def print_json(found: Similar, directory: Path, left_out: int, peak: int) -> None:
    """Print the result as one JSON object; times are in seconds, sizes in bytes."""
    timing = found.timing
    derived = ("is_telling", "overlap", "most_overlap", "ideal", "efficiency")
    print(
        json.dumps(
            {
                "directory": str(directory),
                "files": found.files,
                "nbytes": found.nbytes,
                "files_per_second": found.files / timing.elapsed if timing.elapsed else 0.0,
                "left_out": left_out,
                "peak_nbytes": peak,
                "timing": asdict(timing) | {name: getattr(timing, name) for name in derived},
                "pairs": [
                    {
                        "score": pair.score,
                        "first": spell(pair.first, directory),
                        "second": spell(pair.second, directory),
                    }
                    for pair in found.pairs
                ],
                "skipped": [
                    {"path": spell(one.path, directory), "kind": one.kind, "reason": one.reason}
                    for one in found.skipped
                ],
            },
            indent=2,
        )
    )
