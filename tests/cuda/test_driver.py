"""The driver's table: how it is found, how its functions are called, what their failures say."""

from __future__ import annotations

import ctypes
import re
from pathlib import Path

import pytest
from cuda.driver.tiny_driver import Library, TinyDriver

import streamrt
from streamrt._backends.cuda import driver as driver_module
from streamrt._backends.cuda.driver import NATIVE, Driver, _find
from streamrt._backends.gpu.contexts import DriverError
from streamrt.errors import BackendNotFoundError

HEADER = Path(streamrt.__file__).parent / "_native" / "c" / "gpu" / "driver.h"


def load(monkeypatch: pytest.MonkeyPatch, library: object) -> Driver:
    monkeypatch.setattr(driver_module.ctypes, "CDLL", lambda name: library)
    return Driver(*_find("libcuda.so.1"))


def test_a_function_gets_its_arguments_and_gives_its_result() -> None:
    tiny = TinyDriver()
    found = Driver.of(tiny.functions)
    assert found.number("cuDeviceGetCount") == 2
    found.call("cuMemsetD8Async", 1 << 60, 255, 1 << 40, None)
    assert tiny.calls[-1] == ("cuMemsetD8Async", (1 << 60, 255, 1 << 40, None))
    tiny.results["cuEventCreate"] = 77
    assert found.new("cuEventCreate", 3) == 77
    assert tiny.calls[-1][1][1:] == (3,)


def test_a_failure_says_the_function_the_name_and_the_words_of_the_driver() -> None:
    tiny = TinyDriver()
    found = Driver.of(tiny.functions)
    tiny.codes["cuMemAlloc"] = 2
    with pytest.raises(DriverError, match="cuMemAlloc returned CUDA_ERROR_OUT_OF_MEMORY") as caught:
        found.new("cuMemAlloc", 8)
    assert (caught.value.code, caught.value.function) == (2, "cuMemAlloc")
    assert str(caught.value).endswith("(2): in words")
    assert found.result("cuMemAlloc", None, 8) == 2
    assert found.name_of(4711) == "unknown error"


def test_the_functions_are_asked_for_as_of_cuda_12_0(monkeypatch: pytest.MonkeyPatch) -> None:
    """A newer driver then gives those that the table describes, and not newer versions of them."""
    library = Library(TinyDriver(), 13_010)
    found = load(monkeypatch, library)
    newer = {
        "cuFuncLoad": 12_040,
        "cuGraphAddNode": 12_020,
        "cuGraphConditionalHandleCreate": 12_040,
    }
    assert {name: library.asked.pop(name) for name in newer} == newer
    assert set(library.asked.values()) == {12_000}
    assert all(name in found for name in newer)


def test_a_driver_of_cuda_12_0_works_without_newer_functions(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    found = load(monkeypatch, Library(TinyDriver(), 12_000))
    assert "cuFuncLoad" not in found
    assert found.number("cuDeviceGetCount") == 2


@pytest.mark.parametrize("version", [11_040, 11_080])
def test_a_driver_that_is_too_old_is_refused(monkeypatch: pytest.MonkeyPatch, version: int) -> None:
    """Row 88."""
    wanted = f"made for CUDA 11.{version % 1000 // 10}, and 12.0 is the oldest .* driver 525"
    with pytest.raises(BackendNotFoundError, match=wanted):
        load(monkeypatch, Library(TinyDriver(), version))


def test_a_driver_that_lacks_a_function_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    """Row 88."""
    with pytest.raises(BackendNotFoundError, match="no function cuGraphLaunch; install a newer"):
        load(monkeypatch, Library(TinyDriver(), 12_020, ("cuGraphLaunch",)))


def test_without_a_library_the_error_says_what_to_install() -> None:
    with pytest.raises(BackendNotFoundError, match=r"load NVIDIA's driver: .*no-such.*install it"):
        _find("libno-such-driver.so.1")


def test_native_code_gets_the_addresses_in_its_own_order() -> None:
    """driver.h says which function each member of its table is."""
    tiny = TinyDriver()
    found = Driver.of(tiny.functions)
    table = (ctypes.c_uint64 * len(NATIVE)).from_address(found.table)
    assert list(table) == [tiny.functions[name] for name in NATIVE]
    text = HEADER.read_text(encoding="utf-8")
    struct = text[text.index("typedef struct driver") : text.index("} driver;")]
    named = [name.removesuffix("_v2") for name in re.findall(r"/\* (cu\w+) \*/", struct)]
    assert tuple(named) == NATIVE
