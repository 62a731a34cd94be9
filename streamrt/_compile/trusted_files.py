"""Files that nobody but the user can have written, and the secret of a directory of them.

A check names the first thing that is wrong: of a directory it keeps the cache from working, of a
file it is a miss. cache.py says what is checked, and why.
"""

from __future__ import annotations

import logging
import os
import stat
import sys
from pathlib import Path

TEMPORARY = ".tmp"
_SECRET = 32  # bytes

_log = logging.getLogger(__name__)


class DefectError(Exception):
    """A file that cannot be trusted; the text says which and why."""


class UnusableError(Exception):
    """A directory that cannot be trusted as a whole; the text says why."""


def _check_owner(status: os.stat_result, path: str) -> None:
    """Raises unless the file belongs to the user and nobody else may write it."""
    if sys.platform == "win32":  # there the user's profile is private by inheritance
        return
    if status.st_uid != os.geteuid():
        raise DefectError(f"{path} belongs to user {status.st_uid}; it must be your own")
    if status.st_mode & (stat.S_IWGRP | stat.S_IWOTH):
        raise DefectError(f"{path} may be written by others; nobody else may write it")


def check_directory(directory: str | Path) -> None:
    """Raises UnusableError unless nobody but the user can have written into a directory."""
    status = os.lstat(directory)
    if not stat.S_ISDIR(status.st_mode):
        raise UnusableError(f"{directory} is no directory, or a link to one")
    try:
        _check_owner(status, str(directory))
    except DefectError as defect:
        raise UnusableError(str(defect)) from defect


def make_directory(directory: Path) -> None:
    """Makes a directory for the user alone, if there is none; checks it otherwise."""
    try:
        check_directory(directory)
    except FileNotFoundError:
        directory.parent.mkdir(parents=True, exist_ok=True)
        directory.mkdir(mode=0o700, exist_ok=True)
        check_directory(directory)


# O_NONBLOCK: opening a FIFO must not wait. None of these exists on Windows.
_NOFOLLOW = getattr(os, "O_NOFOLLOW", 0)
_FLAGS = sum(getattr(os, f"O_{name}", 0) for name in ("NOFOLLOW", "NONBLOCK", "CLOEXEC", "BINARY"))


def read(path: str, limit: int, *, secret: bool = False) -> bytes:
    """Returns the bytes of a regular file of the user's own; a secret is for nobody else to read.

    All that is checked is checked of the open file, because the one at the path may be another by
    then. A hit waits for this, so there is no file object, which takes eight calls of the system.
    """
    descriptor = _open(path)
    try:
        status = os.fstat(descriptor)
        if not stat.S_ISREG(status.st_mode):
            raise DefectError("it is no regular file")
        _check_owner(status, path)
        if secret and sys.platform != "win32" and status.st_mode & 0o077:
            raise DefectError(f"{path} may be read by others")
        if status.st_size > limit:
            raise DefectError(f"it has {status.st_size} bytes")
        data = os.read(descriptor, status.st_size)
        while len(data) < status.st_size and (more := os.read(descriptor, status.st_size)):
            data += more
        return data
    finally:
        os.close(descriptor)


def _open(path: str) -> int:
    """Opens a file that is no link."""
    if not _NOFOLLOW:
        _refuse_link(path)
    try:
        return os.open(path, os.O_RDONLY | _FLAGS)
    except FileNotFoundError:
        raise
    except OSError:  # systems differ in the error that a link is
        _refuse_link(path)
        raise


def _refuse_link(path: str) -> None:
    if stat.S_ISLNK(os.lstat(path).st_mode):
        raise DefectError("it is a link")


def write(path: Path, data: bytes) -> None:
    """Writes a file of mode 0600, which appears whole: it is renamed from another name."""
    temporary = _write_temporary(path.parent, data)
    try:
        temporary.replace(path)
    except BaseException:
        temporary.unlink(missing_ok=True)
        raise


def _write_temporary(directory: Path, data: bytes) -> Path:
    """Returns a file of mode 0600 that nobody looks for; the caller renames or removes it."""
    import tempfile  # slow to import, and most processes only read

    descriptor, name = tempfile.mkstemp(suffix=TEMPORARY, dir=directory)
    temporary = Path(name)
    try:
        with os.fdopen(descriptor, "wb") as file:
            file.write(data)
    except BaseException:
        temporary.unlink(missing_ok=True)
        raise
    return temporary


# -- the secret ----------------------------------------------------------------------------------


def read_secret(directory: str | Path) -> bytes:
    """Returns the secret of a directory."""
    path = os.path.join(directory, "secret")
    secret = read(path, _SECRET, secret=True)
    if len(secret) != _SECRET:
        raise DefectError(f"{path} has {len(secret)} bytes; it should have {_SECRET}")
    return secret


def make_secret(directory: Path) -> bytes:
    """Returns the secret; makes it if there is none, or if the one there cannot be trusted."""
    import secrets  # slow to import, and most processes only read

    path = directory / "secret"
    try:
        return read_secret(directory)
    except FileNotFoundError:
        temporary = _write_temporary(directory, secrets.token_bytes(_SECRET))
        try:
            # Of several processes that do this at once, one wins: a link replaces nothing.
            os.link(temporary, path)
        except FileExistsError:
            pass
        except OSError:  # a file system without links
            temporary.replace(path)
        finally:
            temporary.unlink(missing_ok=True)
    except DefectError as defect:
        _log.warning("replacing the cache's secret: %s; cached objects are compiled again", defect)
        write(path, secrets.token_bytes(_SECRET))
    return read_secret(directory)
