"""Objects for this CPU and for others, and the digests by which other processes know them."""

from __future__ import annotations

import ctypes
import dataclasses
import struct
import subprocess
import sys
from typing import Any, cast

import numpy as np
import pytest

import streamrt as srt
from streamrt._compile.kernel import Kernel
from streamrt._compile.llvm import compiler as llvm
from streamrt._compile.llvm.loading import load_object
from streamrt._compile.llvm_code import LLVMCode, SharedFunction, Symbol, Words
from streamrt._compile.signatures.layout import Layout
from streamrt.backend import Plan, Target, compile_object, elsewhere, shared_of
from streamrt.emit import symbol_of
from streamrt.errors import ArgumentTypeError, CompileError
from streamrt_kernels import axpy

Entry = ctypes.CFUNCTYPE(ctypes.c_int32, ctypes.c_void_p, ctypes.c_int64, ctypes.c_int64)
ARM = "aarch64-unknown-linux-gnu"
DIFFERENCE = (
    "define i32 @entry_of_it(ptr %args, i64 %lo, i64 %hi) {\n  %d = sub i64 %hi, %lo\n"
    "  %n = trunc i64 %d to i32\n  ret i32 %n\n}\n"
)
CODE = LLVMCode(DIFFERENCE, "entry_of_it", {}, 1)


def global_functions(data: bytes) -> set[str]:
    """The names of the global functions of an ELF object, whatever CPU it is for."""
    (start,) = struct.unpack_from("<Q", data, 40)
    width, count = struct.unpack_from("<HH", data, 58)
    sections = [struct.unpack_from("<IIQQQQIIQQ", data, start + width * n) for n in range(count)]
    found: set[str] = set()
    for section in sections:
        if section[1] != 2:  # SHT_SYMTAB
            continue
        strings = sections[section[6]][4]
        table = data[section[4] : section[4] + section[5]]
        for name, info, *_ in struct.iter_unpack("<IBBHQQ", table):
            if info == 0x12:  # STB_GLOBAL, STT_FUNC
                at = strings + name
                found.add(data[at : data.index(b"\0", at)].decode())
    return found


def machine_of(data: bytes) -> int:
    assert data[:6] == b"\x7fELF\2\1"
    return int.from_bytes(data[18:20], "little")


def test_an_object_for_another_cpu_is_one_of_that_cpu_and_the_host_s_runs() -> None:
    """The cache on disk serves both, each to whom it belongs."""
    arm, before = Target.of(ARM, "neoverse-n1"), llvm.STATS.compiled
    made = {target: compile_object(CODE, target) for target in (arm, Target.host(), None)}
    assert llvm.STATS.compiled - before == 2
    assert (machine_of(made[arm]), global_functions(made[arm])) == (183, {"entry_of_it"})
    assert made[None] == made[Target.host()] != made[arm]
    entry = load_object(made[None], name="entry_of_it").address("entry_of_it")
    assert Entry(entry)(None, 3, 10) == 7
    assert [compile_object(CODE, target) for target in (None, arm)] == [made[None], made[arm]]
    assert llvm.STATS.compiled - before == 2


def test_an_object_for_the_plainest_cpu_has_none_of_this_one_s_instructions() -> None:
    """Eight products at once: with the vectors of the CPU, or with those that all CPUs have."""
    loop = (
        "define i32 @k(ptr %args, i64 %lo, i64 %hi) {\n  %x = load ptr, ptr %args\n"
        "  %v = load <16 x float>, ptr %x\n  %w = fmul <16 x float> %v, %v\n"
        "  store <16 x float> %w, ptr %x\n  ret i32 0\n}\n"
    )
    code, triple = LLVMCode(loop, "k", {}, 1), Target.host().triple
    architecture = triple.partition("-")[0]
    plain = Target.of(f"{architecture}-unknown-linux-gnu")
    if architecture == "x86_64":
        wide = Target.of("x86_64-unknown-linux-gnu", "x86-64-v4")
        assert b"\x62" in compile_object(code, wide)  # EVEX, the prefix of AVX-512
        assert b"\x0f\x59" in compile_object(code, plain)  # mulps of SSE, which has no prefix
        assert b"\x0f\x59" not in compile_object(code, wide)
    assert plain.features == frozenset()
    for each in (ARM, "riscv64-unknown-linux-gnu", "powerpc64le-unknown-linux-gnu"):
        assert global_functions(compile_object(code, Target.of(each))) == {"k"}


REFUSED = {
    "triple": (("bogus-linux",), "the triple must begin with x86_64, "),
    "words": (("armv7-linux-gnueabihf",), "the triple must begin with x86_64, "),
    "cpu": ((ARM, "nosuch"), "'nosuch' is not a recognized processor"),
    "old cpu": (("x86_64-linux-gnu", "i386"), "64-bit code requested on a subtarget that"),
    "feature": ((ARM, "", "+nosuch"), "'+nosuch' is not a recognized feature"),
    "sign": ((ARM, "", "sve"), "each feature must begin with + or -"),
    "lacking": (("riscv64-linux", "", "-64bit"), "RV64 target requires an RV64 CPU"),
    "NUL": ((f"{ARM}\0x",), "it cannot be tried: embedded null byte"),
}


@pytest.mark.parametrize(("target", "words"), REFUSED.values(), ids=REFUSED)
def test_a_target_that_llvm_does_not_know_is_refused(target: Any, words: str) -> None:
    """Row 238. LLVM would end the process for some of these."""
    with pytest.raises(CompileError) as raised:
        Target.of(*target)
    assert repr(target[0]) in str(raised.value)
    assert words in str(raised.value)


NOT_PORTABLE = {
    "intrinsic": (
        "declare void @llvm.x86.sse2.pause()\n" + DIFFERENCE,
        "@llvm.x86.sse2.pause, which is for one CPU",
    ),
    "feature": (
        DIFFERENCE.replace("%hi) {", '%hi) "target-features"="+avx" {'),
        '"target-features", which is for one CPU',
    ),
    "triple": (
        f'target triple = "sparc"\n{DIFFERENCE}',
        "the IR is for sparc, the target is aarch",
    ),
}


@pytest.mark.parametrize(("text", "words"), NOT_PORTABLE.values(), ids=NOT_PORTABLE)
def test_code_that_names_a_cpu_is_refused_for_another(text: str, words: str) -> None:
    """Row 238."""
    code = dataclasses.replace(CODE, source=text)
    with pytest.raises(CompileError, match=r"^compile it: ") as raised:
        compile_object(code, Target.of(ARM), name="it")
    assert words in str(raised.value)


def test_a_target_that_came_from_another_process_is_tried_here() -> None:
    made = compile_object(CODE, Target("llvmlite 0.0", ARM, "", frozenset(), ""))
    assert machine_of(made) == 183
    with pytest.raises(CompileError, match=r"each feature must begin with \+ or -"):
        compile_object(CODE, Target("llvmlite 0.0", ARM, "", frozenset(), "bogus"))


def test_wrong_arguments_are_refused() -> None:
    for ask in (lambda code: shared_of(code), lambda code: elsewhere(code, "shared_of")):
        with pytest.raises(CompileError, match="shared_of: the code is of type int; only LLVM IR"):
            ask(cast("Any", 5))
    with pytest.raises(CompileError, match=r"the code is of type str; pass an LLVMCode"):
        compile_object(DIFFERENCE)  # type: ignore[arg-type]
    with pytest.raises(ArgumentTypeError, match=r"Target\.of: cpu is of type int; pass text"):
        Target.of(ARM, 5)  # type: ignore[arg-type]
    with pytest.raises(ArgumentTypeError, match=r"symbol_of: library is 5, name is 'f'; "):
        symbol_of(5, "f")  # type: ignore[arg-type]
    with pytest.raises(CompileError, match=r"the library libnone\.so\.7 cannot be loaded"):
        symbol_of("libnone.so.7", "f")
    wrong: list[Any] = [Words(0), Symbol("", "00", "f")]
    wrong += [dataclasses.replace(wrong[0], count="2"), dataclasses.replace(wrong[1], library=5)]
    for bad in wrong:
        with pytest.raises(srt.errors.ArgumentError, match="LLVM: the symbol f is "):
            srt.LLVM("", symbols={"f": bad})


# ---- digests ----------------------------------------------------------------------------------

IDS = """
import numpy as np
from streamrt._compile.signatures.layout import Layout
from streamrt_kernels import axpy, matmul
def plans():
    square = Layout(None, np.dtype("f4"), (6, 6), (24, 4))
    line = Layout(None, np.dtype("f4"), (6,), (4,))
    return [matmul.plan([square] * 3), axpy.plan([line, line])]
if __name__ == "__main__":
    print(*[digest.hex() for plan in plans() for digest in (plan.id, plan.code.digest)])
"""


def test_the_digests_of_plans_are_the_same_in_every_process() -> None:
    told = subprocess.check_output([sys.executable, "-c", IDS], text=True).split()
    namespace: dict[str, Any] = {"__name__": "ids"}
    exec(IDS, namespace)
    plans: list[Plan] = namespace["plans"]()
    found: list[bytes] = []
    for plan in plans:
        assert isinstance(plan.code, LLVMCode)
        assert plan.id is not None
        found += [plan.id, plan.code.digest]
    assert [digest.hex() for digest in found] == told
    assert len({*found}) == 4


def test_each_fact_of_code_and_of_a_launch_is_in_the_digest() -> None:
    layout = Layout(None, np.dtype("f4"), (6,), (4,))
    plan = axpy.plan([layout, layout])
    shared = SharedFunction("text", "f", 1, "what")
    symbols: list[Any] = [5, Words(5), Words(6), Symbol("l", "b", "n"), Symbol("l", "c", "n")]
    symbols += [shared, *(dataclasses.replace(shared, **{k: "x"}) for k in ("source", "name"))]
    codes = [CODE, *(dataclasses.replace(CODE, **{k: "x"}) for k in ("source", "entry"))]
    codes += [dataclasses.replace(CODE, opt=2)]
    codes += [dataclasses.replace(CODE, symbols={"a": symbol}) for symbol in symbols]
    codes += [dataclasses.replace(CODE, symbols={"b": 5})]
    plans = [dataclasses.replace(plan, code=code) for code in codes]
    plans += [plan, dataclasses.replace(plan, words=(7, 4)), dataclasses.replace(plan, grain=5)]
    plans += [dataclasses.replace(plan, extent=2), dataclasses.replace(plan, codes="PPd")]
    found = [each.id for each in plans]
    assert None not in found
    assert len({*found}) == len(found)
    same = dataclasses.replace(plan, kernel="other", binding=None, bound=9)
    assert same.id == plan.id
    one, other = LLVMCode("t", "k", {"a": 1, "b": 2}, 0), LLVMCode("t", "k", {"b": 2, "a": 1}, 0)
    assert one.digest == other.digest
    called = Kernel("k", "x: f32[n]", cpu=srt.Python(lambda x: None)).plan([layout])
    assert called.id is None
