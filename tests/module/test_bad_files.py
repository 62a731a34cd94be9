"""Files that are no modules, damaged, or written by somebody who means harm."""

from __future__ import annotations

import struct
from pathlib import Path
from random import Random

import pytest
from module.damaged_files import FILE, TABLE, mended, outcome

import streamrt as srt
from streamrt._module.file import VERSION
from streamrt.errors import ArgumentTypeError, ModuleError


def refusal(data: bytes) -> str:
    """Returns the error of reading a file."""
    with pytest.raises(ModuleError) as error:
        srt.load(data)
    return str(error.value)


def test_the_file_is_read() -> None:
    assert mended(TABLE) == FILE
    assert list(srt.load(FILE)) == ["f", "g", "loop"]


def test_files_that_are_something_else(tmp_path: Path) -> None:
    """Row 256."""
    for data, text in (
        (b"", "it begins with b''"),
        (b"\x93NUMPY" + bytes(100), "it begins with b'\\x93NUMPY\\x00\\x00'"),
        (FILE.replace(b"\r\n", b"\n"), "as by a copy that takes it for text; it is damaged"),
        (b"ML\xefR" + bytes(100), "it is MLIR bytecode; print it as text"),
        (FILE[:8] + struct.pack("<I", VERSION + 1) + FILE[12:], "use a newer release"),
        (FILE[:8] + bytes(4) + FILE[12:], "its version is 0"),
        (FILE[:12] + b"\1" + FILE[13:], "its head has flags that no version has"),
        (FILE[:60] + b"\1" + FILE[61:], "its head has flags that no version has"),
        (FILE[:16] + b"\xff" * 8 + FILE[24:], "bytes of its table are missing"),
        (FILE[:100] + b"\0" + FILE[101:], "its table is not what was written; it is damaged"),
        (FILE + b"\0", "more are there; it is damaged"),
        (FILE[:-2] + b"\7" + FILE[-1:], "are not what was written; it is damaged"),
    ):
        assert refusal(data).startswith("load a module: ")
        assert text in refusal(data)
        (tmp_path / "f.srtm").write_bytes(data)
        for copy in (False, True):
            with pytest.raises(ModuleError) as error:
                srt.load(tmp_path / "f.srtm", copy=copy)
            assert f"load {tmp_path / 'f.srtm'}: " in str(error.value)
    for place, why in ((tmp_path / "none", "No such file"), (tmp_path, "Is a directory")):
        with pytest.raises(ModuleError, match=f"load .*: {why}"):
            srt.load(place)
    with pytest.raises(ArgumentTypeError, match="load: source is 3; pass a path"):
        srt.load(3)  # type: ignore[arg-type]


def test_every_cut_and_every_byte_is_noticed() -> None:
    """Row 256."""
    for length in range(0, len(FILE), 3):
        refusal(FILE[:length])
    for place in range(len(FILE)):
        refusal(FILE[:place] + bytes([FILE[place] ^ 1]) + FILE[place + 1 :])


@pytest.mark.parametrize("seed", range(2))
def test_a_table_that_was_changed_is_an_error_or_a_module(rt: srt.Runtime, seed: int) -> None:
    """Row 257."""
    random = Random(seed)
    found = [outcome(rt, random) for _ in range(1000)]
    assert len({*found}) > 100
    assert "" in found
