"""Code that is found on disk waits for nobody; what nobody uses is unloaded, the oldest first."""

from __future__ import annotations

import ctypes
import threading
from collections.abc import Generator
from typing import Any

import numpy as np
import pytest

from streamrt._compile.implementations import LLVM
from streamrt._compile.kernel import Kernel
from streamrt._compile.llvm import compiler as llvm
from streamrt._compile.llvm import loading
from streamrt._compile.llvm.loading import Entry, acquire, release
from streamrt._compile.plan import Plan

TEXT = "define i32 @k(ptr %args, i64 %lo, i64 %hi) {{\n  ret i32 {}\n}}\n"
Call = ctypes.CFUNCTYPE(ctypes.c_int32, ctypes.c_void_p, ctypes.c_int64, ctypes.c_int64)


@pytest.fixture
def plan_of(make_buffer: Any) -> Any:
    """Returns the plan of a kernel whose code returns a number."""
    layout = make_buffer(np.zeros(1, "f4"))._layout

    def plan(number: int) -> Plan:
        source = TEXT.format(number)
        return Kernel("k", "x: f32[n]", cpu=LLVM(source, opt=0)).plan([layout])

    return plan


@pytest.fixture
def little_room(monkeypatch: pytest.MonkeyPatch) -> Generator[None]:
    """Keeps two unused entries, in a table that no other test has."""
    monkeypatch.setattr(loading, "MOST_UNUSED", 2)
    monkeypatch.setattr(loading, "SHELF", 2)
    for name in ("_entries", "_unused"):
        monkeypatch.setattr(loading, name, {})
    monkeypatch.setattr(loading, "_shelf", None)
    yield
    for entry in list(loading._entries.values()):
        entry.users = 1
        release(entry)


def result(entry: Entry) -> int:
    found: int = Call(entry.address)(None, 0, 1)
    return found


def test_plans_of_one_text_share_its_code_until_the_last_is_unloaded(
    plan_of: Any, little_room: None
):
    before = llvm.STATS.loaded
    one, two = acquire(plan_of(41)), acquire(plan_of(41))
    assert one is two
    release(one)
    others = [acquire(plan_of(number)) for number in range(50, 60)]
    for entry in others:
        release(entry)
    assert result(two) == 41
    assert llvm.STATS.loaded - before == 11
    assert set(loading._unused) == {*others[-2:]}
    assert set(loading._entries.values()) == {two, *others[-2:]}
    again = acquire(plan_of(58))  # it is still there, and is in use from now on
    assert (again is others[-2], result(again)) == (True, 58)
    assert acquire(plan_of(50)) is not others[0]
    assert llvm.STATS.loaded - before == 12
    release(two)


def test_a_shelf_goes_when_all_that_was_put_there_is_unloaded(plan_of: Any, little_room: None):
    entries = [acquire(plan_of(number)) for number in range(70, 76)]
    shelves = [entry._shelf for entry in entries]
    assert shelves[0] is shelves[1] is not shelves[2]
    for entry in (entries[0], entries[2], entries[4], entries[1], entries[3], entries[5]):
        release(entry)
    # Two are left, of two shelves; both of the first one have gone.
    assert [shelf.loaded for shelf in shelves[::2]] == [0, 1, 1]
    assert [shelf._jit.closed for shelf in shelves[::2]] == [True, False, False]
    assert [result(entries[at]) for at in (3, 5)] == [73, 75]


def test_code_on_disk_is_read_while_another_thread_compiles(plan_of: Any):
    code = plan_of(90).code
    data = llvm.compile_ir(code.source, name="k", opt=0, entry="k")
    found = list[bytes]()

    def look() -> None:
        found.append(llvm.compile_ir(code.source, name="k", opt=0, entry="k"))

    with llvm.lock:  # as if this thread compiled
        other = threading.Thread(target=look)
        other.start()
        other.join(60)
        assert found == [data]


def test_code_to_be_unloaded_waits_for_a_thread_that_compiles(plan_of: Any, little_room: None):
    """Whoever releases code never waits; the next one who loads or releases unloads it."""
    entries = [acquire(plan_of(number)) for number in range(100, 104)]

    def let_go() -> None:
        for entry in entries:
            release(entry)

    with llvm.lock:
        other = threading.Thread(target=let_go)
        other.start()
        other.join(60)
        assert not other.is_alive()
        assert list(loading._doomed) == entries[:2]
    release(acquire(plan_of(104)))
    assert not loading._doomed
