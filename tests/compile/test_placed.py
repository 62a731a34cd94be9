"""Objects that others compiled: a process loads them by digest, and finds their symbols itself."""

from __future__ import annotations

import ctypes
import ctypes.util
from pathlib import Path

import pytest

from streamrt._compile.llvm import compiler as llvm
from streamrt._compile.llvm.loading import SHELF
from streamrt._compile.llvm.placed import Objects
from streamrt._compile.llvm.symbols import build_id, symbol_of
from streamrt._compile.llvm_code import AnySymbol, LLVMCode, SharedFunction, Symbol, Words
from streamrt.backend import compile_object, elsewhere, shared_of
from streamrt.errors import CompileError

Entry = ctypes.CFUNCTYPE(ctypes.c_int32, ctypes.c_void_p, ctypes.c_int64, ctypes.c_int64)
LIBM = ctypes.util.find_library("m") or ""
HALF = SharedFunction(
    "define i64 @half(i64 %n) {\n  %h = sdiv i64 %n, 2\n  ret i64 %h\n}\n", "half", 1, "h"
)
HEAD = "define i32 @k(ptr %args, i64 %lo, i64 %hi) {\n"
COUNTS = (
    "@streamrt_test_counter = external global i64\ndeclare i64 @half(i64)\n"
    f"declare double @root(double)\n{HEAD}"
    "  %before = atomicrmw add ptr @streamrt_test_counter, i64 1 monotonic\n"
    "  %half = call i64 @half(i64 %hi)\n  %x = sitofp i64 %half to double\n"
    "  %root = call double @root(double %x)\n  %r = fptosi double %root to i64\n"
    "  %tens = mul i64 %before, 10\n  %sum = add i64 %r, %tens\n"
    "  %found = trunc i64 %sum to i32\n  ret i32 %found\n}\n"
)


def code_of(text: str, **symbols: AnySymbol) -> LLVMCode:
    return LLVMCode(text, "k", symbols, 1)


def object_of(code: LLVMCode) -> tuple[bytes, bytes]:
    """The digest of a code, and its object."""
    return code.digest, compile_object(code)


def constant(number: int) -> str:
    return f"{HEAD}  ret i32 {number}\n}}\n"


def test_an_object_runs_with_symbols_that_its_process_found_itself() -> None:
    code = code_of(COUNTS, half=HALF, root=symbol_of(LIBM, "sqrt"), streamrt_test_counter=Words(1))
    objects, other = Objects(), Objects()
    digest, data = object_of(code)
    images = {digest: data}
    images |= {key: compile_object(part) for key, part in shared_of(code).items()}
    packed = elsewhere(code, "test")
    assert all(isinstance(part, str) for symbol in packed for part in symbol)
    one = Entry(objects.acquire(digest, images, "k", packed, "counting"))
    two = Entry(other.acquire(digest, images, "k", packed, "counting"))
    # The square root of 18 / 2; both count in the same words.
    assert [one(None, 0, 18), two(None, 0, 18), one(None, 0, 18)] == [3, 13, 23]
    assert objects.release(digest)
    assert two(None, 0, 50) == 35
    assert other.release(digest)


def test_an_object_is_loaded_once_and_unloaded_after_its_last_use() -> None:
    objects, before = Objects(), llvm.STATS.loaded
    made = [object_of(code_of(constant(number))) for number in range(SHELF + 2)]
    images = dict(made)
    addresses = [objects.acquire(digest, images, "k", (), "constant") for digest, _ in made]
    assert [Entry(address)(None, 0, 1) for address in addresses] == [*range(SHELF + 2)]
    again = [objects.acquire(digest, {}, "k", (), "constant") for digest, _ in made]
    assert again == addresses
    assert llvm.STATS.loaded - before == len(made)
    shelves = {loaded.shelf for loaded in objects._loaded.values()}
    with pytest.raises(CompileError, match="in use with another entry or other symbols"):
        objects.acquire(made[0][0], images, "k", [("n", "", "", "1")], "constant")
    assert not any(objects.release(digest) for digest, _ in made)
    assert Entry(addresses[1])(None, 0, 1) == 1
    assert all(objects.release(digest) for digest, _ in made)
    assert [shelf.loaded for shelf in shelves] == [0, 0]
    first, _ = made[0]
    assert Entry(objects.acquire(first, images, "k", (), "constant"))(None, 0, 1) == 0
    objects.release(first)


MISSING = {
    "library": (Symbol("libnone.so.7", "00", "sqrt"), "the library libnone.so.7 cannot be loaded"),
    "symbol": (Symbol(LIBM, "00", "sqroot"), f"the library {LIBM} has no symbol sqroot"),
    "build": (Symbol(LIBM, "00ff", "sqrt"), "the code is for the build 00ff"),
    "shared": (HALF, "is not here; send it first"),
}


@pytest.mark.parametrize(("symbol", "text"), MISSING.values(), ids=MISSING)
def test_what_cannot_be_loaded_leaves_no_use_behind(symbol: AnySymbol, text: str) -> None:
    """Row 237."""
    source = f"declare double @root(double)\n{constant(5)}"
    objects, (digest, data) = Objects(), object_of(code_of(source))
    packed = elsewhere(code_of(source, root=symbol), "test")
    with pytest.raises(CompileError, match="load it") as raised:
        objects.acquire(digest, {digest: data}, "k", packed, "it")
    assert text in str(raised.value)
    with pytest.raises(CompileError, match=f"load it: the object {digest.hex()} is not here"):
        objects.acquire(digest, {}, "k", (), "it")
    assert Entry(objects.acquire(digest, {digest: data}, "k", (), "it"))(None, 0, 1) == 5
    assert objects.release(digest)


def test_an_object_whose_reference_nothing_defines_is_refused() -> None:
    source = f"declare i32 @nowhere()\n{HEAD}  %r = call i32 @nowhere()\n  ret i32 %r\n}}\n"
    digest, data = object_of(code_of(source))
    with pytest.raises(CompileError, match="load it: k: "):
        Objects().acquire(digest, {digest: data}, "k", (), "it")


def test_an_address_is_refused_by_name() -> None:
    """Row 236."""
    code = code_of(constant(0), there=Words(1), here=0x1230)
    with pytest.raises(
        CompileError, match=r"^load k on far:0: the symbol here is the address 0x12"
    ):
        elsewhere(code, "load k on far:0")


def test_a_build_is_told_by_its_note_or_by_its_ends(tmp_path: Path) -> None:
    """An ELF header, one program header, and notes: somebody else's, then the build id."""
    header = b"\x7fELF\x02\x01\x01".ljust(32, b"\0") + (64).to_bytes(8, "little")
    header = header.ljust(54, b"\0") + b"\x38\0\x01\0".ljust(10, b"\0")
    notes = b"\4\0\0\0\5\0\0\0\3\0\0\0XYZ\0abcde\0\0\0"
    notes += b"\4\0\0\0\6\0\0\0\3\0\0\0GNU\0\x01\x02\x03\x04\x05\x06"
    table = b"\4\0\0\0\4\0\0\0" + (120).to_bytes(8, "little") + bytes(16)
    table = (table + len(notes).to_bytes(8, "little")).ljust(56, b"\0")
    files: dict[str, bytes] = {"whole": header + table + notes}
    whole = files["whole"]
    files |= {f"cut{stop}": whole[:stop] for stop in range(len(whole))}
    files |= {"text": b"no library", "other text": b"no librarY", "long": whole + bytes(1 << 18)}
    files["loop"] = whole[:120] + bytes(len(notes))
    found: dict[str, str] = {}
    for name, data in files.items():
        (tmp_path / name).write_bytes(data)
        found[name] = build_id(str(tmp_path / name))
    assert found["whole"] == found["long"] == "010203040506"
    others = [each for name, each in found.items() if name not in ("whole", "long")]
    assert {len(each) for each in others} == {40}
    assert len({*others}) == len(others)
