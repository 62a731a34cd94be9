"""Limits of a device in a child process, what is refused there, and what its options are."""

from __future__ import annotations

import ctypes
import fcntl
import os
import resource

import numpy as np
import pytest
from process.crashing import alone, keeper_of, run

import streamrt as srt
from streamrt._backends.process.shared import LEAST_BYTES, SharedMemory
from streamrt.errors import ArgumentError, CompileError, OutOfMemoryError
from streamrt.process import ProcessBackend

N = 16


def ones(rt: srt.Runtime) -> srt.Buffer:
    return rt.put(np.ones(N, np.float32))


def test_memory_that_cannot_grow_is_an_error_of_the_allocation() -> None:
    """Row 232."""
    done = run(
        """
        import resource
        import numpy as np, streamrt as srt
        from process.crashing import *
        with srt.Runtime(devices=["process+cpu:0"], backends=alone()) as rt:
            x = rt.put(np.ones(4, "f4"))
            limit = 1 << 27
            resource.setrlimit(resource.RLIMIT_FSIZE, (limit, limit))
            try:
                rt.empty((1 << 28,), "f4")
            except srt.errors.OutOfMemoryError as error:
                print("refused")
            y = rt.put(np.ones(4, "f4"))
            rt.device().stream().launch(TRAP, x, y, mode=ADDS).sync()
            print(np.asarray(y)[0])
        """
    )
    assert done.stdout == "refused\n2.0\n", done.stderr


def test_a_limit_of_the_parents_address_space_leaves_a_smaller_device() -> None:
    """Row 232."""
    done = run(
        """
        import resource
        import numpy as np, streamrt as srt
        from process.crashing import *
        limit = 1 << 33
        resource.setrlimit(resource.RLIMIT_AS, (limit, resource.RLIM_INFINITY))
        with srt.Runtime(devices=["process+cpu:0"], backends=alone()) as rt:
            x, y = rt.put(np.ones(4, "f4")), rt.put(np.ones(4, "f4"))
            rt.device().stream().launch(TRAP, x, y, mode=ADDS).sync()
            print(np.asarray(y)[0])
        """
    )
    assert done.stdout == "2.0\n", done.stderr


def test_shared_memory_cannot_shrink_and_gives_pages_back() -> None:
    memory = SharedMemory("a test", LEAST_BYTES)
    try:
        assert memory.reach(memory.address + (1 << 20))
        with pytest.raises(PermissionError):
            os.ftruncate(memory.fd, 0)
        with pytest.raises(PermissionError):
            fcntl.fcntl(memory.fd, 1033, 0x0004)  # no further seals
        view = np.ctypeslib.as_array((ctypes.c_uint8 * 65536).from_address(memory.address))
        view[:] = 1
        before = os.fstat(memory.fd).st_blocks
        memory.clear(memory.address, 65536)
        assert os.fstat(memory.fd).st_blocks < before
        assert not view.any()
    finally:
        memory.close()


def test_a_confined_child_opens_nothing_and_gets_no_more_memory_or_cores() -> None:
    """Row 234."""
    core = min(os.sched_getaffinity(0))
    backend = ProcessBackend(spare=False, sealed=True, memory=1 << 29, cpus=(core,))
    with srt.Runtime(devices=["process+cpu:0"], backends=[backend]) as rt:
        stream = rt.device().stream()
        opens, maps = ones(rt), ones(rt)
        stream.launch(OPENS, opens).sync()
        stream.launch(MAPS, maps).sync()
        assert np.asarray(opens)[0] == -1
        assert np.asarray(maps)[0] == -1
        pid = keeper_of(rt).pid
        assert pid is not None
        assert os.sched_getaffinity(pid) == {core}
        assert resource.prlimit(pid, resource.RLIMIT_CORE) == (0, 0)
    with srt.Runtime(devices=["process+cpu:0"], backends=alone()) as rt:
        stream = rt.device().stream()
        opens, maps = ones(rt), ones(rt)
        stream.launch(OPENS, opens).sync()
        stream.launch(MAPS, maps).sync()
        assert np.asarray(opens)[0] == 1
        assert np.asarray(maps)[0] == 1


def _tries(name: str, declared: str, call: str, fails: str) -> srt.Kernel:
    """A kernel that makes a system call, and writes 1 for success and -1 for failure."""
    return srt.Kernel(
        name,
        "out y: f32[n]",
        cpu=srt.LLVM(
            f"""
@path = private constant [10 x i8] c"/dev/null\\00"
declare {declared}
define i32 @{name}(ptr %args, i64 %lo, i64 %hi) {{
  %py = getelementptr i64, ptr %args, i64 1
  %y = load ptr, ptr %py
  %found = call {call}
  %failed = icmp {fails}
  %told = select i1 %failed, float -1.0, float 1.0
  store float %told, ptr %y
  ret i32 0
}}
"""
        ),
    )


OPENS = _tries(
    "opens", "i32 @open(ptr, i32, ...)", "i32 (ptr, i32, ...) @open(ptr @path, i32 0)",
    "slt i32 %found, 0",
)  # fmt: skip
MAPS = _tries(
    "maps", "i64 @mmap(ptr, i64, i32, i32, i32, i64)",
    f"i64 @mmap(ptr null, i64 {1 << 30}, i32 3, i32 34, i32 -1, i64 0)", "eq i64 %found, -1",
)  # fmt: skip


FUNCTION = ctypes.CFUNCTYPE(None, ctypes.c_void_p, ctypes.c_int64)(lambda y, n: None)


def test_what_runs_in_this_process_alone_is_refused_by_name() -> None:
    """Row 233."""
    python = srt.Kernel("in_python", "inout y: f32[n]", cpu=srt.Python(lambda y: None))
    by_address = srt.Kernel("by_address", "inout y: f32[n]", cpu=srt.Native(FUNCTION))
    with srt.Runtime(devices=["process+cpu:0"], backends=alone()) as rt:
        stream, y = rt.device().stream(), ones(rt)
        with pytest.raises(CompileError, match="in_python is a Python function, which would"):
            stream.launch(python, y)
        with pytest.raises(CompileError, match=r"by_address on process\+cpu:0.*streamrt_target"):
            stream.launch(by_address, y)
        with pytest.raises(ArgumentError, match="cannot use the host's memory"):
            rt.wrap(np.ones(N, np.float32))
        np.testing.assert_array_equal(np.asarray(y), np.ones(N))


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({"shared": 1}, "shared is 1"),
        ({"memory": 0}, "memory is 0"),
        ({"cpus": ()}, "cpus is empty"),
        ({"cpus": (-1,)}, "cpus is -1"),
    ],
)
def test_options_are_checked(options: dict[str, object], words: str) -> None:
    """Row 235."""
    with pytest.raises(ArgumentError, match=words):
        ProcessBackend(**options)  # pyright: ignore[reportArgumentType]


def test_kernel_timeout_without_a_device_that_ends_kernels_is_refused() -> None:
    """Row 224."""
    with pytest.raises(ArgumentError, match="kernel_timeout has no effect on cpu:0"):
        srt.Runtime(devices=["cpu:0"], kernel_timeout=1.0)
    with pytest.raises(ArgumentError, match="kernel_timeout is 0"):
        srt.Runtime(devices=["process+cpu:0"], kernel_timeout=0)


def test_a_pool_at_its_limit_says_so() -> None:
    with (
        srt.Runtime(devices=["process+cpu:0"], backends=alone(), memory_limit=1 << 20) as rt,
        pytest.raises(OutOfMemoryError, match="process\\+cpu:0"),
    ):
        rt.empty((1 << 20,), "f4")
