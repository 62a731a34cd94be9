"""Kernels that end their process in different ways, and what a test asks of a process device."""

from __future__ import annotations

import subprocess
import sys
import textwrap
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any, cast

import streamrt as srt
from streamrt._backends.process.device import ProcessDevice
from streamrt._backends.process.keeper import Keeper
from streamrt.process import ProcessBackend

TESTS = Path(__file__).parents[1]

ADDS, FAILS, SEGV, ABORT, EXIT, KILL, SPINS, TEARS = range(8)
"""The modes of `TRAP`. TEARS writes half of its output and then crashes."""

CODE = 7

TRAP = srt.Kernel(
    "trap",
    "x: f32[n], inout y: f32[n], mode: i32",
    cpu=srt.LLVM(
        """
declare void @abort()
declare void @_exit(i32)
declare i32 @getpid()
declare i32 @kill(i32, i32)

define void @add(ptr %x, ptr %y, i64 %n) noinline {
entry:
  %some = icmp sgt i64 %n, 0
  br i1 %some, label %loop, label %done
loop:
  %i = phi i64 [0, %entry], [%next, %loop]
  %xi = getelementptr float, ptr %x, i64 %i
  %yi = getelementptr float, ptr %y, i64 %i
  %a = load float, ptr %xi
  %b = load float, ptr %yi
  %sum = fadd float %a, %b
  store float %sum, ptr %yi
  %next = add i64 %i, 1
  %more = icmp slt i64 %next, %n
  br i1 %more, label %loop, label %done
done:
  ret void
}

define i32 @trap(ptr %args, i64 %lo, i64 %hi) {
  %words = load ptr, ptr %args
  %n = load i64, ptr %words
  %half = sdiv i64 %n, 2
  %px = getelementptr i64, ptr %args, i64 1
  %x = load ptr, ptr %px
  %py = getelementptr i64, ptr %args, i64 2
  %y = load ptr, ptr %py
  %pm = getelementptr i64, ptr %args, i64 3
  %mode = load i32, ptr %pm
  switch i32 %mode, label %adds [
    i32 1, label %fails
    i32 2, label %crashes
    i32 3, label %aborts
    i32 4, label %exits
    i32 5, label %kills
    i32 6, label %spins
    i32 7, label %tears
  ]
adds:
  call void @add(ptr %x, ptr %y, i64 %n)
  ret i32 0
fails:
  ret i32 7
tears:
  call void @add(ptr %x, ptr %y, i64 %half)
  br label %crashes
crashes:
  store volatile i32 1, ptr null
  ret i32 0
aborts:
  call void @abort()
  ret i32 0
exits:
  call void @_exit(i32 3)
  ret i32 0
kills:
  %pid = call i32 @getpid()
  %sent = call i32 @kill(i32 %pid, i32 9)
  br label %spins
spins:
  %again = load volatile i64, ptr %args
  br label %spins
}
"""
    ),
)


def keeper_of(rt: srt.Runtime, name: str = "process+cpu:0") -> Keeper:
    """The keeper of a device's child."""
    return cast(ProcessDevice, rt.device(name)._state.backend).keeper


def running(rt: srt.Runtime, name: str = "process+cpu:0") -> int:
    """How many launches the child runs at this moment; one that was handed over may not yet."""
    device = cast(ProcessDevice, rt.device(name)._state.backend)
    return sum(bool(device._core.far_since(queue.handle)) for queue in device._queues)


def alone(**options: Any) -> list[Any]:
    """The backends of a runtime whose children have no spare: they start quicker."""
    return [ProcessBackend(spare=False, **options)]


def until(condition: Callable[[], object], seconds: float = 60.0) -> None:
    """Waits for a condition that comes by itself; a machine under load may need long."""
    deadline = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < deadline, "it did not come"
        time.sleep(0.002)


def run(program: str, *, is_leader: bool = False) -> subprocess.CompletedProcess[str]:
    """Runs a program of its own, with the tests' folder on its path."""
    text = f"import sys; sys.path.insert(0, {str(TESTS)!r})\n{textwrap.dedent(program)}"
    return subprocess.run(
        [sys.executable, "-c", text],
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
        start_new_session=is_leader,
    )
