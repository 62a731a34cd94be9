"""The demo as a command: its options, its exit codes and their meaning."""

from __future__ import annotations

import argparse
import asyncio
import os
import sys
import sysconfig
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import streamrt as srt

from . import report
from .files import Listing, list_files
from .similar import MAX_BYTES, Progress, Similar, find_similar

FOUND, NOTHING_TO_COMPARE, BAD_USE = 0, 1, 2
INTERRUPTED = 130  # 128 + SIGINT, as a shell reports it
LIMIT = 5000

EPILOG = f"""\
Reads every file below DIR, counts its byte n-grams and prints the pairs of files whose counts are
most alike. Hidden directories, caches and installed packages are left out; links are not followed.

exit codes:
  {FOUND}    done, even if files were skipped
  {NOTHING_TO_COMPARE}    there were no two files to compare
  {BAD_USE}    DIR or an option is wrong
  {INTERRUPTED}  interrupted"""


@dataclass(frozen=True, slots=True)
class Options:
    """The options, as the command line gave them."""

    directory: Path
    top: int
    limit: int
    max_bytes: int
    json: bool


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command line and return the exit code."""
    reconfigure = getattr(sys.stdout, "reconfigure", None)
    if reconfigure is not None:  # a file's name may hold what an encoding lacks
        reconfigure(errors="backslashreplace")
    try:
        return run(_parser().parse_args(argv))
    except KeyboardInterrupt:
        print("demo: interrupted", file=sys.stderr)
        return INTERRUPTED


def _parser() -> argparse.ArgumentParser:
    """Return the parser of the options."""
    parser = argparse.ArgumentParser(
        prog="demo",
        description="Find the most similar files of a directory.",
        epilog=EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    standard_library = sysconfig.get_path("stdlib")
    parser.add_argument(
        "directory",
        metavar="DIR",
        nargs="?",
        default=standard_library,
        help="where to look (default: the running Python's standard library)",
    )
    parser.add_argument(
        "--top", type=_positive, default=10, metavar="N", help="pairs to print (default: 10)"
    )
    parser.add_argument(
        "--limit",
        type=_positive,
        default=LIMIT,
        metavar="N",
        help=f"read at most N files, the first by name; each takes 8 KiB (default: {LIMIT})",
    )
    parser.add_argument(
        "--max-bytes",
        type=_positive,
        default=MAX_BYTES,
        metavar="N",
        help=f"skip files with more bytes than N (default: {MAX_BYTES})",
    )
    parser.add_argument("--json", action="store_true", help="print one JSON object")
    return parser


def _positive(text: str) -> int:
    try:
        number = int(text)
    except ValueError:
        number = 0
    if number < 1:
        raise argparse.ArgumentTypeError(f"found {text!r}; it is a whole number of at least 1")
    return number


def run(arguments: argparse.Namespace) -> int:
    """Run the command and return its exit code."""
    options = Options(
        directory=Path(arguments.directory),
        top=arguments.top,
        limit=arguments.limit,
        max_bytes=arguments.max_bytes,
        json=arguments.json,
    )
    problem = _problem(options.directory)
    if problem:
        print(f"demo: {options.directory}: {problem}", file=sys.stderr)
        return BAD_USE
    with report.progress(quiet=options.json) as progress:
        found, left_out, peak = asyncio.run(_search(options, progress))
    show = report.print_json if options.json else report.print_text
    show(found, options.directory, left_out, peak)
    return FOUND if found.files >= 2 else NOTHING_TO_COMPARE


def _problem(directory: Path) -> str | None:
    """Return the reason why a directory cannot be listed, or None."""
    try:
        os.scandir(directory).close()
    except OSError as error:
        return f"{error.strerror}; name a directory that can be read"
    return None


async def _search(options: Options, progress: Progress) -> tuple[Similar, int, int]:
    """Return the result, the number of files left out, and the peak of memory in bytes."""
    async with srt.Runtime() as rt:
        cpu = rt.device("cpu:0")
        listing: Listing = await cpu.stream("list").call(
            list_files, options.directory, options.limit
        )
        found = await find_similar(
            rt, listing.paths, top=options.top, max_bytes=options.max_bytes, progress=progress
        )
        found = replace(found, skipped=[*listing.skipped, *found.skipped])
        return found, listing.left_out, cpu.memory_stats().peak


if __name__ == "__main__":
    raise SystemExit(main())
