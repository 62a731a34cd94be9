"""Whether this machine has a driver of OpenCL: tests that are marked `opencl` need one.

Without one they are skipped, and a line at the end of the run says what to install. With
STREAMRT_NEED=opencl they fail instead, so that `make test-opencl` cannot leave them out unseen.
"""

from __future__ import annotations

import ctypes
import functools
import os
from ctypes import byref, c_uint32, c_uint64, c_void_p

import pytest

NEED = "STREAMRT_NEED"
LOADER = "libOpenCL.so.1"
ABSENT = (
    "no OpenCL driver: apt-get install pocl-opencl-icd ocl-icd-libopencl1 (43 MB), "
    "or pip install intel-opencl-rt intel-cmplr-lib-rt (225 MB)"
)
OPENCL = pytest.param("opencl", marks=pytest.mark.opencl)
"""The kind as a parameter of tests that hold on any."""
ALL_DEVICES = c_uint64(0xFFFFFFFF)
NAME, VERSION = 0x102B, 0x102F


@functools.cache
def found() -> str:
    """Returns the name and the version of the first device; "" if there is none."""
    try:
        library = ctypes.CDLL(LOADER)
    except OSError:
        return ""
    count, platforms, device = c_uint32(), (c_void_p * 8)(), c_void_p()
    library.clGetPlatformIDs(8, platforms, byref(count))
    for platform in platforms[: min(8, count.value)]:
        if not library.clGetDeviceIDs(c_void_p(platform), ALL_DEVICES, 1, byref(device), None):
            return " ".join(_text(library, device, what) for what in (NAME, VERSION))
    return ""


def _text(library: ctypes.CDLL, device: c_void_p, what: int) -> str:
    into = ctypes.create_string_buffer(1024)
    library.clGetDeviceInfo(device, what, ctypes.c_size_t(len(into)), into, None)
    return into.value.decode(errors="replace").strip()


def lacks(what: str) -> None:
    """Ends the set-up of a test that lacks something.

    Raises:
        pytest.skip.Exception: it is skipped.
        pytest.fail.Exception: it fails, because STREAMRT_NEED names opencl.
    """
    if "opencl" in os.environ.get(NEED, "").split(","):
        pytest.fail(what, pytrace=False)
    pytest.skip(what)


def check() -> None:
    """Ends the set-up of a test if there is no driver."""
    if not found():
        lacks(ABSENT)


if __name__ == "__main__":
    print(found())
    raise SystemExit(not found())
