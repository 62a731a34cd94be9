"""Compiled objects on disk, one file per key, shared by all processes of a user.

The process executes what it reads here. So it uses an entry only if nobody but the user can have
written it, and if it is exactly what was written:

1. The directory and every file in it belong to the user, are no links, and nobody else may
   write them. The directory is made with mode 0700.
2. An entry ends with a keyed digest of all that precedes it. The key is random, lies beside the
   entries with mode 0600, and never leaves the machine. An entry that was copied from elsewhere,
   cut short or changed in any byte does not verify.
3. An entry repeats its key and the instruction sets that its code needs. An entry that needs more
   than this CPU has is not used, because linking it would succeed and running it would not.
4. Entries appear whole: they are written under another name, then renamed. Of processes that
   write one entry at once, the last one wins.
5. An entry with any defect is a logged miss. A defect that keeps the cache from working is one
   warning, and the work goes on without the cache.

There is no pickle, marshal or eval here: the format is `_HEADER`, the feature names, the object,
the digest. A warning is a log record, because a Python warning could be made an error.
"""

from __future__ import annotations

import contextlib
import hashlib
import hmac
import logging
import os
import struct
import sys
import time
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

from streamrt._compile import trusted_files as trusted
from streamrt._compile.trusted_files import DefectError, UnusableError
from streamrt._interrupts import from_handler
from streamrt.errors import StateError

__all__ = ["CacheInfo", "DiskCache", "default_directory"]

_MAGIC = b"streamrt object\x01"
_HEADER = struct.Struct("<16s32sIQ")  # magic and version, key, bytes of features, of the object
_DIGEST = 32
_SUFFIX = ".obj"
_SLACK = 64  # a process puts this part of the limit between two looks at all entries
_ABANDONED = 3600.0  # seconds after which a temporary file's writer is surely gone

_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class CacheInfo:
    """The state of a cache on disk.

    Attributes:
        directory: its directory, or None where the user has no cache directory.
        entries: the number of objects that it holds.
        nbytes: the bytes that they take.
        limit: the bytes that they may take.
        problem: why it cannot be used, or None.
    """

    directory: Path | None
    entries: int
    nbytes: int
    limit: int
    problem: str | None


def default_directory(
    environment: Mapping[str, str] = os.environ, platform: str = sys.platform
) -> Path | None:
    """Returns the directory of the cache: `STREAMRT_CACHE_DIR`, or the platform's place for caches.

    Returns None if neither that nor the user's home directory can be found.
    """
    if chosen := environment.get("STREAMRT_CACHE_DIR"):
        return Path(chosen).absolute()
    try:
        if platform == "win32":
            local = environment.get("LOCALAPPDATA")
            return Path(local or Path.home() / "AppData" / "Local") / "streamrt" / "Cache"
        if platform == "darwin":
            return Path.home() / "Library" / "Caches" / "streamrt"
        xdg = environment.get("XDG_CACHE_HOME", "")
        # The XDG specification has relative paths ignored.
        return (Path(xdg) if xdg.startswith("/") else Path.home() / ".cache") / "streamrt"
    except RuntimeError:  # no home directory
        return None


class DiskCache:
    """Objects by key. `get` and `put` never raise because of the disk."""

    def __init__(self, directory: Path | None = None, *, limit: int = 256 << 20) -> None:
        """Names a cache; the directory is made by the first `put`.

        Args:
            directory: a directory for nothing else; None means the default one.
            limit: bytes that its entries may take together. Those used least recently are removed,
                some time after the limit is passed: looking at all entries takes a while.
        """
        self.directory = directory or default_directory()
        self.limit = limit
        self._warned = False
        self._unseen = limit  # bytes put since it last looked at all entries

    def get(self, key: bytes, features: Iterable[str] = ()) -> bytes | None:
        """Returns the object stored under the key, or None.

        It is None unless the entry is there, intact, the user's own and fit for this CPU.

        Args:
            key: 32 bytes.
            features: the instruction sets that this CPU has.
        """
        if self.directory is None:
            return None
        directory = str(self.directory)  # operations on paths would take a third of the time
        path = os.path.join(directory, f"{key.hex()}{_SUFFIX}")
        try:
            trusted.check_directory(directory)
            secret = trusted.read_secret(directory)
            data = _unpack(trusted.read(path, self.limit), key, frozenset(features), secret)
        except FileNotFoundError:
            _log.debug("no cached object %s", path)
            return None
        except DefectError as defect:
            _log.warning("read cached object %s: %s; it is compiled again", path, defect)
            return None
        except (OSError, UnusableError) as error:
            if from_handler(error):  # a TimeoutError is an OSError
                raise
            self._warn(str(error))
            return None
        try:
            os.utime(path)  # eviction takes the time of modification as that of the last use
        except OSError as error:
            if from_handler(error):
                raise
        return data

    def put(self, key: bytes, data: bytes, features: Iterable[str] = ()) -> None:
        """Stores an object, if the disk lets it, and evicts others beyond the limit.

        Args:
            key: 32 bytes.
            data: the object.
            features: the instruction sets that its code may use.
        """
        if self.directory is None:
            self._warn("the user has no home directory")
            return
        try:
            trusted.make_directory(self.directory)
            packed = _pack(key, data, features, trusted.make_secret(self.directory))
            if len(packed) > self.limit:
                _log.debug("object of %d bytes exceeds the cache's limit", len(packed))
                return
            path = self.directory / f"{key.hex()}{_SUFFIX}"
            trusted.write(path, packed)
            self._unseen += len(packed)
            if self._unseen * _SLACK >= self.limit:
                self._evict(self.directory, path)
                self._unseen = 0
        except (OSError, DefectError, UnusableError) as error:
            if from_handler(error):  # a TimeoutError is an OSError
                raise
            self._warn(str(error))

    def info(self) -> CacheInfo:
        """Returns the state of the cache, and changes nothing."""
        problem: str | None = None
        files: list[tuple[int, int, Path]] = []
        if self.directory is None:
            problem = "the user has no home directory"
        else:
            try:
                trusted.check_directory(self.directory)
                files = _entries(self.directory)
            except FileNotFoundError:
                pass
            except (OSError, UnusableError) as error:
                if from_handler(error):
                    raise
                problem = str(error)
        nbytes = sum(size for _, size, _ in files)
        return CacheInfo(self.directory, len(files), nbytes, self.limit, problem)

    def clear(self) -> int:
        """Removes everything, also the secret; returns how many objects there were.

        Raises:
            StateError: if the directory is not the user's own.
            OSError: if a file cannot be removed.
        """
        if self.directory is None:
            return 0
        try:
            trusted.check_directory(self.directory)
        except FileNotFoundError:
            return 0
        except UnusableError as error:
            raise StateError(f"clear the cache: {error}; remove it yourself") from error
        files = _entries(self.directory)
        leftovers = [*self.directory.glob(f"*{trusted.TEMPORARY}"), self.directory / "secret"]
        for path in [*(path for _, _, path in files), *leftovers]:
            path.unlink(missing_ok=True)
        return len(files)

    def _evict(self, directory: Path, newest: Path) -> None:
        """Removes the objects used least recently, until the rest fits, and abandoned files."""
        files = _entries(directory)
        excess = sum(size for _, size, _ in files) - self.limit
        for _, size, path in files:
            if excess <= 0:
                break
            if path != newest:
                path.unlink(missing_ok=True)
                excess -= size
        now = time.time()
        for path in directory.glob(f"*{trusted.TEMPORARY}"):
            with contextlib.suppress(OSError):
                if now - path.lstat().st_mtime > _ABANDONED:
                    path.unlink()

    def _warn(self, problem: str) -> None:
        if not self._warned:
            self._warned = True
            _log.warning(
                "cache of compiled kernels: %s; kernels are compiled in every process until "
                "STREAMRT_CACHE_DIR names a directory of your own",
                problem,
            )


def _entries(directory: Path) -> list[tuple[int, int, Path]]:
    """Returns (time of last use, bytes, path) of every object, the least recently used first."""
    found: list[tuple[int, int, Path]] = []
    with os.scandir(directory) as files:
        for file in files:
            if file.name.endswith(_SUFFIX):
                # Another process may have evicted it since.
                with contextlib.suppress(FileNotFoundError):
                    status = file.stat(follow_symlinks=False)
                    found.append((status.st_mtime_ns, status.st_size, Path(file.path)))
    return sorted(found)


# -- the format ----------------------------------------------------------------------------------


def _pack(key: bytes, data: bytes, features: Iterable[str], secret: bytes) -> bytes:
    names = ",".join(sorted(features)).encode()
    body = _HEADER.pack(_MAGIC, key, len(names), len(data)) + names + data
    return body + _digest(body, secret)


def _unpack(packed: bytes, key: bytes, features: frozenset[str], secret: bytes) -> bytes:
    if len(packed) < _HEADER.size + _DIGEST:
        raise DefectError(f"it has {len(packed)} bytes")
    body, digest = packed[:-_DIGEST], packed[-_DIGEST:]
    if not hmac.compare_digest(_digest(body, secret), digest):
        raise DefectError("its digest is wrong")
    magic, stored, names_size, data_size = _HEADER.unpack_from(body)
    if magic != _MAGIC or stored != key:
        raise DefectError("it is of another key or version")
    if _HEADER.size + names_size + data_size != len(body):
        raise DefectError("its parts do not add up")
    missing = _missing(body[_HEADER.size : _HEADER.size + names_size], features)
    if missing:
        raise DefectError(f"it needs {', '.join(sorted(missing))}, which this CPU lacks")
    return body[_HEADER.size + names_size :]


@lru_cache(maxsize=4)  # most entries were written on this CPU, and name the same
def _missing(names: bytes, features: frozenset[str]) -> frozenset[str]:
    """Returns the instruction sets that an entry names and a CPU lacks."""
    return frozenset(filter(None, names.decode().split(","))) - features


def _digest(body: bytes, secret: bytes) -> bytes:
    return hashlib.blake2b(body, digest_size=_DIGEST, key=secret).digest()
