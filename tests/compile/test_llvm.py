"""IR becomes machine code that runs, or a CompileError; never a dead process."""

from __future__ import annotations

import ctypes
import dataclasses
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from shared.threads import in_threads

import streamrt.errors
from streamrt._compile.implementations import LLVM, Python
from streamrt._compile.kernel import Kernel
from streamrt._compile.llvm import compiler as llvm
from streamrt._compile.llvm.loading import acquire
from streamrt._compile.signatures.binding import Binding
from streamrt.errors import CompileError

Run = Callable[..., list[int]]
ROOT = Path(streamrt.errors.__file__).parents[1]


def axpy(binding: Binding) -> str:
    """A loop nest over the collapsed dimensions of x and y, following their strides."""
    rank, kind = binding.rank, {"f32": "float", "f64": "double"}[binding.dtypes["T"]]
    lines = [
        "define i32 @axpy(ptr %args, i64 %lo, i64 %hi) {",
        "entry:",
        "  %layout = load ptr, ptr %args",
    ]
    for slot, name in enumerate(["x", "y", "a"], 1):
        lines += [
            f"  %slot.{name} = getelementptr i64, ptr %args, i64 {slot}",
            f"  %{name} = load {'ptr' if name != 'a' else kind}, ptr %slot.{name}",
        ]
    for word in range(3 * rank):
        lines += [
            f"  %at{word} = getelementptr i64, ptr %layout, i64 {word}",
            f"  %w{word} = load i64, ptr %at{word}",
        ]
    lines.append("  br label %head0")
    outer = ("%x", "%y")
    for axis in range(rank):
        first, last = ("%lo", "%hi") if axis == 0 else ("0", f"%w{axis}")
        before = "%entry" if axis == 0 else f"%body{axis - 1}"
        lines += [
            f"head{axis}:",
            f"  %i{axis} = phi i64 [{first}, {before}], [%j{axis}, %next{axis}]",
            f"  %more{axis} = icmp slt i64 %i{axis}, {last}",
            f"  br i1 %more{axis}, label %body{axis}, label %done{axis}",
            f"body{axis}:",
        ]
        for index, name in enumerate("xy"):
            stride = f"%w{rank * (1 + index) + axis}"
            lines += [
                f"  %d{name}{axis} = mul i64 %i{axis}, {stride}",
                f"  %{name}{axis} = getelementptr i8, ptr {outer[index]}, i64 %d{name}{axis}",
            ]
        outer = (f"%x{axis}", f"%y{axis}")
        if axis + 1 < rank:
            lines.append(f"  br label %head{axis + 1}")
    lines += [
        f"  %xv = load {kind}, ptr {outer[0]}",
        f"  %yv = load {kind}, ptr {outer[1]}",
        f"  %product = fmul {kind} %xv, %a",
        f"  %sum = fadd {kind} %product, %yv",
        f"  store {kind} %sum, ptr {outer[1]}",
        f"  br label %next{rank - 1}",
    ]
    for axis in reversed(range(rank)):
        lines += [f"next{axis}:", f"  %j{axis} = add i64 %i{axis}, 1", f"  br label %head{axis}"]
        lines += [f"done{axis}:", f"  br label %next{axis - 1}" if axis else "  ret i32 0"]
    return "\n".join([*lines, "}", ""])


AXPY = Kernel(
    "axpy",
    "x: T[...], inout y: T[...], alpha: T",
    cpu=LLVM(axpy, strided=True),
    types={"T": ("f32", "f64")},
    split="...",
)
SLICES = st.sampled_from([slice(None), slice(None, None, 2), slice(None, None, -1), slice(1, 3)])


@settings(max_examples=40)
@given(
    shape=st.lists(st.integers(0, 5), max_size=3).map(tuple),
    cuts=st.lists(SLICES, min_size=3, max_size=3),
    dtype=st.sampled_from(["f4", "f8"]),
    parts=st.integers(1, 3),
)
def test_a_kernel_computes_what_numpy_does_on_any_views(
    run: Run, shape: tuple[int, ...], cuts: list[slice], dtype: str, parts: int
):
    def array(first: int) -> np.ndarray:
        return np.arange(first, first + int(np.prod(shape)), dtype=dtype).reshape(shape)

    cut = (..., *cuts[: len(shape)])  # with `...`, a view even of rank 0
    x, y = array(1), array(100)
    wanted = y.copy()
    wanted[cut] += 3 * x[cut]
    assert run(AXPY, x[cut], y[cut], 3.0, parts=parts) == [0] * parts
    assert np.array_equal(y, wanted)


CONSTANT = "define i32 @k(ptr %args, i64 %lo, i64 %hi) {{\n  ret i32 {}\n}}\n"


def kernel_of(source: str, **options: Any) -> Kernel:
    return Kernel("k", "x: f32[n]", cpu=LLVM(source, **options))


def load(source: str, make_buffer: Any, **options: Any) -> int:
    layout = make_buffer(np.zeros(2, "f4"))._layout
    return acquire(kernel_of(source, **options).plan([layout])).address


@pytest.mark.parametrize("opt", [0, 1, 2, 3])
def test_every_level_of_optimisation_takes_wide_vectors(run: Run, opt: int):
    source = """
    define i32 @k(ptr %args, i64 %lo, i64 %hi) {
      %slot = getelementptr i64, ptr %args, i64 1
      %x = load ptr, ptr %slot
      %v = load <16 x float>, ptr %x, align 4
      %w = fadd <16 x float> %v, %v
      store <16 x float> %w, ptr %x, align 4
      ret i32 0
    }"""
    x = np.arange(17, dtype="f4")[1:]
    assert run(Kernel("k", "inout x: f32[16]", cpu=LLVM(source, opt=opt)), x) == [0]
    assert np.array_equal(x, 2 * np.arange(1, 17))


def test_symbols_are_called_at_their_addresses(run: Run):
    source = """
    declare i32 @answer(i64)
    define i32 @k(ptr %args, i64 %lo, i64 %hi) {
      %code = call i32 @answer(i64 20)
      ret i32 %code
    }"""
    answer = ctypes.CFUNCTYPE(ctypes.c_int32, ctypes.c_int64)(lambda n: 2 * n)
    another = ctypes.CFUNCTYPE(ctypes.c_int32, ctypes.c_int64)(lambda n: 3 * n)
    for function, wanted in ((answer, 40), (another, 60)):
        address = ctypes.cast(function, ctypes.c_void_p).value
        kernel = kernel_of(source, symbols={"answer": address})
        assert run(kernel, np.zeros(1, "f4")) == [wanted]


@pytest.mark.parametrize(
    ("source", "message"),
    [
        ("define i32 @k(", "compile k: LLVM refuses the IR: <string>:1:15: error: expected type\n"
            "define i32 @k(\n              ^; correct the source"),
        (CONSTANT.format(0).replace("ret", "%x = add i32 %x, 1\n  ret"),
            "compile k: LLVM refuses the IR: Only PHI nodes may reference their own value!\n"
            "  %x = add i32 %x, 1; correct the source"),
        (CONSTANT.format(0) + "\0", "compile k: the IR holds a NUL character; correct the source"),
        (CONSTANT.format(0).replace("@k", "@other"),
            "compile k: the IR defines other; it must define the entry k"),
        ("declare i32 @k(ptr, i64, i64)",
            "compile k: the IR defines no function; it must define the entry k"),
        ("define void @k(ptr %args) {\n  ret void\n}",
            "compile k: k has the type void (ptr); a kernel's entry has i32 (ptr, i64, i64)"),
        ('target triple = "sparc-unknown-linux"\n' + CONSTANT.format(0),
            "compile k: the IR is for sparc, the target is {arch}; leave the target triple out"),
        (CONSTANT.format(0).replace("ret", 'call void asm "nonsense", ""()\n  ret'),
            "compile k: the IR holds asm; kernels have neither inline assembly nor thread-local "
            "variables, use intrinsics and arguments"),
        ("@v = thread_local global i32 0\n" + CONSTANT.format(0),
            "compile k: the IR holds thread_local; kernels have neither inline assembly nor "
            "thread-local variables, use intrinsics and arguments"),
        (
            "declare void @streamrt_nowhere()\ndeclare ptr @malloc(i64)\n"
            + CONSTANT.format(0).replace("ret", "call void @streamrt_nowhere()\n  ret"),
            "load k: nothing defines streamrt_nowhere; define it in the IR or give its address "
            "in symbols",
        ),
    ],
)  # fmt: skip
def test_bad_ir_is_a_compile_error_that_says_why(source: str, message: str, make_buffer: Any):
    with pytest.raises(CompileError) as caught:
        load(source, make_buffer)
    assert str(caught.value) == message.replace("{arch}", llvm.host().triple.partition("-")[0])
    # The compiler is none the worse for it.
    assert load(CONSTANT.format(5), make_buffer)


def test_names_comments_and_strings_may_hold_the_refused_words(make_buffer: Any):
    source = CONSTANT.format("%asm").replace("ret", "%asm = add i32 0, 0 ; asm\n  ret")
    assert load(source + '@thread_local = global [3 x i8] c"asm"\n', make_buffer)


def test_a_python_function_has_no_entry(make_buffer: Any):
    plan = Kernel("k", "x: f32[n]", cpu=Python(print)).plan(
        [make_buffer(np.zeros(1, "f4"))._layout]
    )
    with pytest.raises(CompileError, match=r"^load k: it is a Python function; it has no entry$"):
        acquire(plan)


def test_threads_that_load_one_kernel_compile_it_once(make_buffer: Any):
    plan = kernel_of(CONSTANT.format(77)).plan([make_buffer(np.zeros(2, "f4"))._layout])
    before = dataclasses.replace(llvm.STATS)
    addresses: list[int] = []
    in_threads([lambda: addresses.append(acquire(plan).address)] * 8)
    assert len(addresses) == 8
    assert len(set(addresses)) == 1
    assert (llvm.STATS.compiled - before.compiled, llvm.STATS.loaded - before.loaded) == (1, 1)


SCRIPT = """
import ctypes, sys
from streamrt._compile.llvm import compiler as llvm, loading
source = "define i32 @k(ptr %a, i64 %l, i64 %h) {\\n  ret i32 42\\n}"
library = loading.load_object(llvm.compile_ir(source, name="k", entry="k"), name="k")
entry = ctypes.CFUNCTYPE(ctypes.c_int32, ctypes.c_void_p, ctypes.c_int64, ctypes.c_int64)
assert entry(library.address("k"))(None, 0, 1) == 42
print(llvm.STATS.compiled, llvm.STATS.from_disk)
"""


def start() -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, "-W", "error", "-c", SCRIPT],
        cwd=ROOT,
        text=True,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )


def finish(process: subprocess.Popen[str]) -> str:
    output, errors = process.communicate()
    assert (process.returncode, errors) == (0, "")
    return output.strip()


@pytest.mark.slow
def test_processes_that_race_for_one_entry_all_succeed_and_the_next_finds_it(
    cache_directory: Path,
):
    """Fault 39."""
    racing = [start() for _ in range(3)]
    assert {finish(process) for process in racing} <= {"1 0", "0 1"}
    assert finish(start()) == "0 1"
    assert sorted(path.suffix for path in cache_directory.iterdir()) == ["", ".obj"]


def test_a_corrupt_entry_is_compiled_again(cache_directory: Path):
    """Fault 38; test_cache.py corrupts every byte."""
    assert finish(start()) == "1 0"
    (entry,) = cache_directory.glob("*.obj")
    data = entry.read_bytes()
    entry.write_bytes(data[:-100] + bytes(100))
    process = start()
    output, errors = process.communicate()
    assert (process.returncode, output.strip()) == (0, "1 0")
    assert "its digest is wrong; it is compiled again" in errors
    assert entry.read_bytes() == data
    assert finish(start()) == "0 1"


def test_everything_the_object_depends_on_is_in_its_key(monkeypatch: pytest.MonkeyPatch):
    host = llvm.host()
    keys = {llvm._key(host, "text", "opt=1")}
    keys.add(llvm._key(host, "texto", "pt=1"))
    keys.add(llvm._key(host, "text", "opt=2"))
    for name in ("versions", "triple", "cpu", "flags"):
        keys.add(llvm._key(dataclasses.replace(host, **{name: "other"}), "text", "opt=1"))
    monkeypatch.setattr(llvm, "GENERATOR_VERSION", -1)
    keys.add(llvm._key(host, "text", "opt=1"))
    assert len(keys) == 8
    assert {len(key) for key in keys} == {32}


@pytest.mark.skipif("avx" not in llvm.host().features, reason="there is no lesser CPU")
def test_code_can_be_compiled_for_a_lesser_cpu():
    host = llvm.host()
    plain = dataclasses.replace(host, cpu="x86-64", features=frozenset[str](), flags="")
    text = """
    define i32 @k(ptr %args, i64 %lo, i64 %hi) {
      %x = load <8 x float>, ptr %args, align 4
      %y = fadd <8 x float> %x, %x
      store <8 x float> %y, ptr %args, align 4
      ret i32 0
    }"""
    wide, narrow = (llvm.compile_ir(text, name="k", target=target) for target in (None, plain))
    assert wide != narrow
    assert llvm.compile_ir(text, name="k") == wide


def test_compiling_leaves_no_memory_behind(make_buffer: Any):
    """llvmlite never frees a pass manager by itself, 75 KiB and more for each compilation."""

    def resident() -> int:
        pages = int(Path("/proc/self/statm").read_text().split()[1])
        return pages * 4096

    def compile_some(first: int) -> None:
        for number in range(first, first + 150):
            llvm.compile_ir(CONSTANT.format(number), name="k")

    compile_some(1000)
    before = resident()
    compile_some(2000)
    assert resident() - before < 4 << 20
