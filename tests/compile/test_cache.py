"""The cache on disk: what it returns is what was stored, whatever happens to its files.

Faults 38 (a defective entry is a logged miss), 39 (processes that race) and 40 (an unusable
directory is one warning).
"""

from __future__ import annotations

import errno
import logging
import os
import stat
import sys
from functools import partial
from pathlib import Path

import pytest
from shared.threads import in_threads

from streamrt._compile import cache as cache_module
from streamrt._compile import trusted_files
from streamrt._compile.cache import DiskCache, default_directory
from streamrt.errors import StateError

KEY = bytes(range(32))
OTHER = bytes(32)
DATA = b"the object's bytes"
FEATURES = ("avx2", "fma")

posix = pytest.mark.skipif(sys.platform == "win32", reason="needs POSIX files")


@pytest.fixture
def cache(tmp_path: Path) -> DiskCache:
    return DiskCache(tmp_path / "a" / "b")


@pytest.fixture
def stored(cache: DiskCache) -> Path:
    cache.put(KEY, DATA, FEATURES)
    return path_of(cache, KEY)


def path_of(cache: DiskCache, key: bytes) -> Path:
    assert cache.directory is not None
    return cache.directory / f"{key.hex()}.obj"


def warnings(caplog: pytest.LogCaptureFixture) -> list[str]:
    return [r.getMessage() for r in caplog.records if r.levelno >= logging.WARNING]


def test_what_was_stored_is_found_until_cleared(cache: DiskCache, caplog: pytest.LogCaptureFixture):
    assert cache.get(KEY, FEATURES) is None
    assert cache.info().entries == 0
    cache.put(KEY, b"first", FEATURES)
    cache.put(KEY, DATA, FEATURES)
    cache.put(OTHER, b"")
    assert cache.get(KEY, [*FEATURES, "avx512f"]) == DATA
    assert cache.get(OTHER) == b""
    info = cache.info()
    sizes = [path_of(cache, key).stat().st_size for key in (KEY, OTHER)]
    assert (info.entries, info.nbytes, info.problem) == (2, sum(sizes), None)
    assert cache.clear() == 2
    assert cache.directory is not None
    assert list(cache.directory.iterdir()) == []
    assert cache.get(KEY, FEATURES) is None
    assert warnings(caplog) == []


@posix
def test_nobody_else_may_read_what_is_written(stored: Path):
    modes = {path.name: stat.S_IMODE(path.stat().st_mode) for path in stored.parent.iterdir()}
    assert modes == {stored.name: 0o600, "secret": 0o600}
    assert stat.S_IMODE(stored.parent.stat().st_mode) == 0o700


def test_an_entry_changed_in_any_byte_is_a_logged_miss(
    cache: DiskCache, stored: Path, caplog: pytest.LogCaptureFixture
):
    """Fault 38."""
    good = stored.read_bytes()
    damaged = [good[:length] for length in range(len(good))]
    damaged += [good + b"\0", good * 2]
    for position in range(len(good)):
        for flip in (0x01, 0x80, 0xFF):
            changed = bytearray(good)
            changed[position] ^= flip
            damaged.append(bytes(changed))
    for data in damaged:
        stored.write_bytes(data)
        caplog.clear()
        assert cache.get(KEY, FEATURES) is None
        (message,) = warnings(caplog)
        assert message.startswith(f"read cached object {stored}: it")
        assert message.endswith("; it is compiled again")
    cache.put(KEY, DATA, FEATURES)
    assert stored.read_bytes() == good
    assert cache.get(KEY, FEATURES) == DATA


def test_an_entry_for_another_key_cpu_or_secret_is_a_miss(
    cache: DiskCache, stored: Path, tmp_path: Path, caplog: pytest.LogCaptureFixture
):
    """Fault 38."""
    path_of(cache, OTHER).write_bytes(stored.read_bytes())
    assert cache.get(OTHER, FEATURES) is None
    assert cache.get(KEY, ["avx2"]) is None
    foreign = DiskCache(tmp_path / "foreign")  # a good entry of somebody else's cache
    foreign.put(KEY, b"evil", FEATURES)
    stored.write_bytes(path_of(foreign, KEY).read_bytes())
    assert cache.get(KEY, FEATURES) is None
    reasons = [message.rpartition(": ")[2] for message in warnings(caplog)]
    assert reasons == [
        "it is of another key or version; it is compiled again",
        "it needs fma, which this CPU lacks; it is compiled again",
        "its digest is wrong; it is compiled again",
    ]


@posix
@pytest.mark.parametrize("kind", ["link", "fifo", "directory", "writable", "foreign"])
def test_an_entry_that_is_no_file_of_ones_own_is_a_miss(
    cache: DiskCache,
    stored: Path,
    kind: str,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
):
    """Fault 38."""
    if kind == "writable":
        stored.chmod(0o666)
    elif kind == "foreign":
        pretend_foreign(monkeypatch, stored)
    else:
        elsewhere = stored.rename(stored.with_name("elsewhere"))
        if kind == "link":
            stored.symlink_to(elsewhere)
        elif kind == "fifo":
            os.mkfifo(stored)
        else:
            stored.mkdir()
    assert cache.get(KEY, FEATURES) is None
    assert warnings(caplog)


@posix
@pytest.mark.parametrize("which", ["the entry", "the secret"])
def test_a_link_is_a_miss_where_the_system_would_follow_it(
    cache: DiskCache,
    stored: Path,
    which: str,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
):
    """Fault 38: Windows has no flag that refuses links, so the cache looks before it opens."""
    path = stored if which == "the entry" else stored.with_name("secret")
    path.symlink_to(path.rename(path.with_name("elsewhere")))
    monkeypatch.setattr(trusted_files, "_NOFOLLOW", 0)
    monkeypatch.setattr(trusted_files, "_FLAGS", 0)
    assert cache.get(KEY, FEATURES) is None
    (message,) = warnings(caplog)
    assert "it is a link" in message


def pretend_foreign(monkeypatch: pytest.MonkeyPatch, path: Path) -> None:
    """Makes one file look as if it belonged to another user."""
    inode = path.stat().st_ino
    check = trusted_files._check_owner

    def check_owner(status: os.stat_result, checked: str) -> None:
        fields = list(status)
        if status.st_ino == inode:
            fields[stat.ST_UID] += 1
        check(os.stat_result(fields), checked)

    monkeypatch.setattr(trusted_files, "_check_owner", check_owner)


@posix
@pytest.mark.parametrize("kind", ["link", "file", "below a file", "writable", "foreign"])
def test_a_directory_that_is_not_ones_own_is_one_warning(
    kind: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
):
    """Fault 40."""
    directory = tmp_path / "cache"
    if kind == "link":
        (tmp_path / "real").mkdir(mode=0o700)
        directory.symlink_to(tmp_path / "real")
    elif kind == "below a file":
        directory.write_text("")
        directory /= "cache"
    elif kind == "file":
        directory.write_text("")
    else:
        directory.mkdir()
        directory.chmod(0o777 if kind == "writable" else 0o700)
        if kind == "foreign":
            pretend_foreign(monkeypatch, directory)
    cache = DiskCache(directory)
    for _ in range(2):
        assert cache.get(KEY) is None
        cache.put(KEY, DATA)
    (message,) = warnings(caplog)
    assert message.startswith("cache of compiled kernels: ")
    assert str(directory) in message
    assert cache.info().problem is not None
    with pytest.raises((StateError, OSError)):
        cache.clear()


@posix
def test_a_full_disk_is_one_warning(
    cache: DiskCache, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
):
    """Fault 40. A limit on the size of files fails writes as a full disk does."""
    import resource  # absent on Windows

    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    cache.put(OTHER, b"small")
    resource.setrlimit(resource.RLIMIT_FSIZE, (1000, hard))
    try:
        for _ in range(2):
            cache.put(KEY, bytes(10_000))
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))
    (message,) = warnings(caplog)
    assert os.strerror(errno.EFBIG) in message
    assert cache.get(KEY) is None
    assert cache.get(OTHER) == b"small"
    assert not list(path_of(cache, KEY).parent.glob("*.tmp"))


def test_without_a_home_directory_there_is_no_cache(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
):
    """Fault 40."""
    monkeypatch.setattr(cache_module, "default_directory", lambda: None)
    cache = DiskCache()
    cache.put(KEY, DATA)
    cache.put(KEY, DATA)
    assert cache.get(KEY) is None
    assert len(warnings(caplog)) == 1
    assert cache.clear() == 0
    assert cache.info().problem == "the user has no home directory"


@posix
@pytest.mark.parametrize("defect", ["missing", "short", "readable"])
def test_a_secret_that_cannot_be_trusted_is_made_again(cache: DiskCache, stored: Path, defect: str):
    secret = stored.with_name("secret")
    before = secret.read_bytes()
    if defect == "missing":
        secret.unlink()
    elif defect == "short":
        secret.write_bytes(before[:-1])
    else:
        secret.chmod(0o644)
    assert cache.get(KEY, FEATURES) is None
    cache.put(KEY, DATA, FEATURES)
    assert cache.get(KEY, FEATURES) == DATA
    assert secret.read_bytes() != before
    assert stat.S_IMODE(secret.stat().st_mode) == 0o600


def test_the_objects_unused_for_longest_go_first(tmp_path: Path):
    cache = DiskCache(tmp_path / "cache", limit=5000)
    keys = [bytes([number]) * 32 for number in range(5)]
    for age, key in enumerate(keys[:4]):
        cache.put(key, bytes(1000))
        os.utime(path_of(cache, key), (age, age))
    abandoned = path_of(cache, KEY).with_suffix(".tmp")
    abandoned.write_bytes(b"")
    os.utime(abandoned, (0, 0))
    assert cache.get(keys[0]) is not None  # used just now
    cache.put(keys[4], bytes(1000))
    kept = [key for key in keys if path_of(cache, key).exists()]
    assert kept == [keys[0], keys[2], keys[3], keys[4]]
    assert not abandoned.exists()
    cache.put(KEY, bytes(5000))
    assert not path_of(cache, KEY).exists()


def test_a_new_object_stays_even_beside_files_from_the_future(tmp_path: Path):
    cache = DiskCache(tmp_path / "cache", limit=2500)
    for key in (OTHER, bytes([1]) * 32):
        cache.put(key, bytes(1000))
        os.utime(path_of(cache, key), (4e9, 4e9))
    cache.put(KEY, bytes(1000))
    assert cache.get(KEY) is not None


def test_threads_that_write_and_read_one_entry_see_it_whole(tmp_path: Path):
    """Fault 39; test_llvm.py has it with processes."""
    objects = [bytes([number]) * 2000 for number in range(4)]
    seen: set[bytes | None] = set()

    def work(data: bytes) -> None:
        cache = DiskCache(tmp_path / "cache")
        for _ in range(20):
            cache.put(KEY, data)
            seen.add(cache.get(KEY))

    in_threads([partial(work, data) for data in objects])
    assert seen <= set(objects)


@pytest.mark.parametrize(
    ("environment", "platform", "wanted"),
    [
        ({"STREAMRT_CACHE_DIR": "/own", "XDG_CACHE_HOME": "/xdg"}, "linux", "/own"),
        ({"STREAMRT_CACHE_DIR": "", "XDG_CACHE_HOME": "/xdg"}, "linux", "/xdg/streamrt"),
        ({"XDG_CACHE_HOME": "relative"}, "linux", "~/.cache/streamrt"),
        ({}, "darwin", "~/Library/Caches/streamrt"),
        ({"LOCALAPPDATA": "/local"}, "win32", "/local/streamrt/Cache"),
    ],
)
def test_the_directory_is_the_platforms_place_for_caches(
    environment: dict[str, str], platform: str, wanted: str
):
    found = default_directory(environment, platform)
    assert found == Path(wanted.replace("~", str(Path.home())))


def test_all_entries_are_looked_at_seldom_and_the_limit_holds(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    """With ten thousand entries, a look at all of them takes longer than compiling one."""
    looks = list[int]()
    entries = cache_module._entries

    def noted(directory: Path) -> list[tuple[int, int, Path]]:
        found = entries(directory)
        looks.append(len(found))
        return found

    monkeypatch.setattr(cache_module, "_entries", noted)
    cache = DiskCache(tmp_path / "cache", limit=1_000_000)
    for number in range(1500):
        cache.put(number.to_bytes(32, "little"), bytes(1000))
    assert looks[0] == 1  # the first one of a process
    assert len(looks) < 150
    assert cache.info().nbytes < 1_000_000 * 65 // 64 + 1200
    assert cache.info().entries > 800
