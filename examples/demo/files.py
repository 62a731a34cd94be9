"""Files: finding them, choosing those worth reading, and reading them into a buffer.

Everything here may block on a disk, so the pipeline runs it as host calls, in host threads.
"""

from __future__ import annotations

import os
import stat
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import numpy.typing as npt

PRUNED = {"__pycache__", "site-packages", "dist-packages", "node_modules"}
"""Directories without text of the project's own; hidden ones are left out, too."""

BEGINNING = 8192
"""Bytes in which a zero byte tells a binary file, as in git and grep."""


@dataclass(frozen=True, slots=True)
class Skipped:
    """A file or directory that is left out, and the reason.

    Attributes:
        path: its path.
        kind: `unreadable`, `empty`, `huge` or `binary`.
        reason: the reason, for people.
    """

    path: Path
    kind: str
    reason: str


@dataclass(frozen=True, slots=True)
class TextFile:
    """A file to compare, and the bytes it had when it was found."""

    path: Path
    nbytes: int


@dataclass(frozen=True, slots=True)
class Listing:
    """The files that a directory holds.

    Attributes:
        paths: the files, in the order of their names, at most as many as were asked for.
        skipped: directories that could not be read.
        left_out: the number of files beyond those.
    """

    paths: list[Path]
    skipped: list[Skipped]
    left_out: int


def unreadable(path: Path, error: OSError) -> Skipped:
    """Return the description of a file that the system does not let us read."""
    return Skipped(path, "unreadable", error.strerror or type(error).__name__)


def list_files(directory: Path, limit: int) -> Listing:
    """Return the files below a directory. Links are not followed, `PRUNED` not entered."""
    paths: list[Path] = []
    skipped: list[Skipped] = []
    left_out = 0

    def fail(error: OSError) -> None:
        skipped.append(unreadable(Path(error.filename), error))

    for folder, directories, names in os.walk(directory, onerror=fail):
        directories[:] = sorted(d for d in directories if d not in PRUNED and d[0] != ".")
        for name in sorted(names):
            path = Path(folder, name)
            if path.is_symlink():
                continue
            if len(paths) < limit:
                paths.append(path)
            else:
                left_out += 1
    return Listing(paths, skipped, left_out)


def sift(paths: Sequence[Path], max_bytes: int) -> tuple[list[TextFile], list[Skipped]]:
    """Return the files worth opening, with their sizes, and the others with the reason."""
    files: list[TextFile] = []
    skipped: list[Skipped] = []
    for path in paths:
        try:
            status = path.stat()
        except OSError as error:
            skipped.append(unreadable(path, error))
            continue
        if not stat.S_ISREG(status.st_mode):  # opening a pipe would wait for its writer
            skipped.append(Skipped(path, "unreadable", "not a regular file"))
        elif status.st_size == 0:
            skipped.append(Skipped(path, "empty", "empty"))
        elif status.st_size > max_bytes:
            found = f"{status.st_size:,} bytes, the limit is {max_bytes:,}"
            skipped.append(Skipped(path, "huge", found))
        else:
            files.append(TextFile(path, status.st_size))
    return files, skipped


def cut(files: Sequence[TextFile], most: int, nbytes: int) -> list[list[TextFile]]:
    """Return the files in batches that end with their `most`-th file or their `nbytes`-th byte."""
    batches: list[list[TextFile]] = []
    size = 0
    for file in files:
        if not batches or len(batches[-1]) >= most or size >= nbytes:
            batches.append([])
            size = 0
        batches[-1].append(file)
        size += file.nbytes
    return batches


def read_batch(
    slot: npt.NDArray[np.uint8], ends: npt.NDArray[np.int64], files: Sequence[TextFile]
) -> tuple[list[Skipped], int]:
    """Read files into a slot, one after the other.

    Args:
        slot: a buffer's memory, with room for all of them.
        ends: a buffer's memory; receives where each file ends. A file that cannot be used ends
            where it begins: it counts as one without text, and the others are not affected.
        files: the files to read.

    Returns:
        The files that cannot be used, and the bytes of the others.
    """
    skipped: list[Skipped] = []
    place = 0
    for index, file in enumerate(files):
        text = slot[place : place + file.nbytes]
        problem = _read(text, file)
        if problem is None:
            place += file.nbytes
        else:
            skipped.append(problem)
        ends[index] = place
    return skipped, place


def _read(text: npt.NDArray[np.uint8], file: TextFile) -> Skipped | None:
    """Fill `text` with a file of exactly its size; return the problem with the file, if any."""
    try:
        with file.path.open("rb", buffering=0) as source:
            done, count = 0, 1
            while count and done < file.nbytes:
                count = source.readinto(text[done:].data) or 0
                done += count
            if not count or source.read(1):
                return Skipped(file.path, "unreadable", "its size changed while it was read")
    except OSError as error:
        return unreadable(file.path, error)
    if not text[:BEGINNING].all():
        return Skipped(file.path, "binary", "it has a zero byte")
    return None
