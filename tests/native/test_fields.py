"""Types with native fields, the places of slots, and the interpreter's functions."""

from __future__ import annotations

import ctypes
import gc
import weakref

import pytest

import streamrt as srt
from streamrt._native import python_symbols
from streamrt._native.fields import fields, slot_offset

Base = fields("streamrt._native.Example", whole="u64", part="i32", flag="bool")


class Example(Base):  # type: ignore[misc, valid-type]
    __slots__ = ("__weakref__", "first", "second")


def test_fields_hold_numbers_as_a_structure_of_c_does() -> None:
    one = Example()
    assert (one.whole, one.part, one.flag) == (0, 0, False)
    one.whole, one.part, one.flag = 2**64 - 1, -(2**31), True
    assert (one.whole, one.part, one.flag) == (2**64 - 1, -(2**31), True)
    start = id(one) + object.__basicsize__
    assert ctypes.c_uint64.from_address(start).value == 2**64 - 1
    assert ctypes.c_int32.from_address(start + 8).value == -(2**31)
    assert ctypes.c_bool.from_address(start + 12).value is True


@pytest.mark.parametrize(("field", "value"), [("whole", "1"), ("part", None), ("flag", 1)])
def test_a_field_refuses_what_it_cannot_hold(field: str, value: object) -> None:
    with pytest.raises(TypeError):
        setattr(Example(), field, value)


def test_a_slot_is_found_where_native_code_reads_it() -> None:
    one, mark = Example(), object()
    offsets = {name: slot_offset(Example, name) for name in ("first", "second")}
    assert len(set(offsets.values())) == 2
    one.second = mark
    words = {name: ctypes.c_uint64.from_address(id(one) + at).value for name, at in offsets.items()}
    assert words == {"first": 0, "second": id(mark)}


def test_cycles_through_slots_are_collected() -> None:
    one = Example()
    one.first = one
    gone = weakref.ref(one)
    del one
    gc.collect()
    assert gone() is None


def test_an_interpreter_without_a_function_is_refused_by_its_name(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(python_symbols, "_API_FUNCTIONS", ("PyLong_AsLongLong", "PyLong_AsNothing"))
    with pytest.raises(srt.errors.UnsupportedPlatformError, match="PyLong_AsNothing"):
        python_symbols.python_symbols()
