"""Files: which there are, which are worth reading, and reading one into a buffer.

Everything here may block on a disk, so the pipeline runs it as host calls, in worker threads.
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
"""Directories that hold no text of the project's own; hidden ones are left out, too."""

BEGINNING = 8192
"""Bytes in which a zero byte tells a binary file, as in git and grep."""


class UnusableFileError(Exception):
    """A file was read, and is not what the search compares."""


@dataclass(frozen=True, slots=True)
class Skipped:
    """A file or directory that takes no part, and why.

    Attributes:
        path: which.
        kind: `unreadable`, `empty`, `huge` or `binary`.
        reason: for people.
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
    """What a directory holds.

    Attributes:
        paths: the files, in the order of their names, at most as many as asked for.
        skipped: directories that could not be read.
        left_out: how many files there are beyond those.
    """

    paths: list[Path]
    skipped: list[Skipped]
    left_out: int


def unreadable(path: Path, error: OSError) -> Skipped:
    """Return what is said of a file the system does not let us read."""
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


def read_into(text: npt.NDArray[np.uint8], path: Path) -> None:
    """Fill `text`, a view of a buffer's memory, with a file of exactly that size.

    Raises:
        OSError: if it cannot be read.
        UnusableFileError: if it is binary, or changed its size since it was found.
    """
    with path.open("rb", buffering=0) as file:
        view = memoryview(text)
        while len(view):
            count = file.readinto(view)
            if not count:
                raise UnusableFileError("it became shorter while it was read")
            view = view[count:]
        if file.read(1):
            raise UnusableFileError("it became longer while it was read")
    if not text[:BEGINNING].all():
        raise UnusableFileError("binary: it has a zero byte")
