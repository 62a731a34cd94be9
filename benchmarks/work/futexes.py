"""Two processes that hand a word to and fro over a futex, all of it native code.

It is what a round trip to another process costs at least on a machine: no queue, no kernel.
"""

from __future__ import annotations

import ctypes
import mmap
import os
import time

from benchmarks.work.native import NativeKernel, prepare_all

ROUNDS = 2000

# Slots: the word, the side (0 or 1), and the number of rounds. Each side waits until the word is
# its turn, adds one, and wakes the other one; 202 is futex on x86-64, and 98 on AArch64.
TURNS = NativeKernel(
    "turns",
    "",
    """
declare i64 @syscall(i64, ...)

define i32 @turns(ptr %args, i64 %lo, i64 %hi) {
entry:
  %word.slot = getelementptr i64, ptr %args, i64 1
  %word = load ptr, ptr %word.slot
  %side.slot = getelementptr i64, ptr %args, i64 2
  %side = load i32, ptr %side.slot
  %rounds.slot = getelementptr i64, ptr %args, i64 3
  %rounds = load i32, ptr %rounds.slot
  %futex.slot = getelementptr i64, ptr %args, i64 4
  %futex = load i64, ptr %futex.slot
  br label %round
round:
  %number = phi i32 [ 0, %entry ], [ %next, %turn ]
  %twice = shl i32 %number, 1
  %wanted = add i32 %twice, %side
  br label %look
look:
  %seen = load atomic i32, ptr %word seq_cst, align 4
  %is.turn = icmp eq i32 %seen, %wanted
  br i1 %is.turn, label %turn, label %sleep
sleep:
  %slept = call i64 (i64, ...) @syscall(i64 %futex, ptr %word, i32 0, i32 %seen, ptr null)
  br label %look
turn:
  %after = add i32 %wanted, 1
  store atomic i32 %after, ptr %word seq_cst, align 4
  %woken = call i64 (i64, ...) @syscall(i64 %futex, ptr %word, i32 1, i32 1)
  %next = add i32 %number, 1
  %more = icmp slt i32 %next, %rounds
  br i1 %more, label %round, label %done
done:
  ret i32 0
}
""",
)
FUTEX = {"x86_64": 202, "aarch64": 98}


def round_trip() -> float:
    """The seconds of one round trip between this process and a fork of it."""
    memory = mmap.mmap(-1, mmap.PAGESIZE)
    word = ctypes.addressof(ctypes.c_uint32.from_buffer(memory))
    number = FUTEX[os.uname().machine]
    sides = [prepare_all(TURNS, [[word, side, ROUNDS, number]], 1) for side in (0, 1)]
    pid = os.fork()
    if not pid:
        sides[1]()
        os._exit(0)
    began = time.perf_counter()
    sides[0]()
    took = time.perf_counter() - began
    os.waitpid(pid, 0)
    return took / ROUNDS
