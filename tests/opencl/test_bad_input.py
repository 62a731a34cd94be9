"""Kernels, devices and drivers of OpenCL that cannot serve: each is refused with the reason."""

from __future__ import annotations

import ctypes
import os
from collections.abc import Generator
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from shared.processes import python

import streamrt as srt
from streamrt._backends.opencl import library
from streamrt._backends.opencl.backend import OpenCLBackend
from streamrt._backends.opencl.context import ClContext
from streamrt._backends.opencl.library import Library
from streamrt.errors import ArgumentError, BackendNotFoundError, CompileError, KernelError

HEAD = "__kernel void f(const Words w, __global const float *x, __global float *y"
ADDS = HEAD + ") { if (!get_global_id(0)) y[0] += x[0]; }"
ARRAYS = "x: f32[n], inout y: f32[n]"


@pytest.fixture
def rt() -> Generator[srt.Runtime]:
    with srt.Runtime(["opencl:0"]) as found:
        yield found


def launch(rt: srt.Runtime, text: str, signature: str = ARRAYS, *more: Any, **options: Any) -> Any:
    """Launches a kernel on two arrays of ones; returns the second one."""
    kernel = srt.Kernel("f", signature, opencl=srt.OpenCL(text, **options))
    x, y = rt.put(np.ones(4, "f4")), rt.put(np.ones(4, "f4"))
    rt.device().stream("work").launch(kernel, x, y, *more).sync()
    return y.fetch().sync()


SCALAR = ARRAYS + ", a: f32"
REFUSED: dict[str, tuple[str, str, dict[str, Any]]] = {
    "its kernel has 2 parameters, and a launch passes 3: the layout words, those of the signature":
        ("__kernel void f(const Words w, __global float *y) {}", ARRAYS, {}),
    "its kernel has 4 parameters, and a launch passes 3": (HEAD + ", float a) {}", ARRAYS, {}),
    "its kernel has 3 parameters, and a launch passes 4: .*, and the address of the error":
        (ADDS, ARRAYS, {"fallible": True}),
    "parameter 2 behind the layout words is no `__global` pointer: clSetKernelArgSVMPointer":
        (HEAD.replace("__global float *y", "float y") + ") {}", ARRAYS, {}),
    "parameter 3 behind the layout words is no scalar of 4 bytes: clSetKernelArg":
        (HEAD + ", double a) {}", SCALAR, {}),
    r"parameter 3 behind the layout words is no scalar of 4 bytes: .* CL_INVALID_ARG_SIZE \(-51\)":
        (HEAD + ", __global float *a) {}", SCALAR, {}),
    "clSetKernelArg returned CL_INVALID_ARG_SIZE .*; the first parameter of a kernel is `const Wor":
        ("__kernel void f(long w, __global float *x, __global float *y) {}", ARRAYS, {}),
    "CL_INVALID_KERNEL_NAME .*; the text defines no `__kernel void` of that name, or the name is":
        ("float f(float x) { return x; }\n__kernel void g(const Words w) { f(1); }", ARRAYS, {}),
    r"refuses the OpenCL text that .*test_bad_input\.py:\d+ gives; correct the source\n(.|\n)*nons":
        (ADDS, ARRAYS, {"options": ("-cl-nonsense",)}),
    r"refuses the OpenCL text that .*test_bad_input\.py:\d+ gives(.|\n)*f\.cl:2(.|\n)*undeclared":
        (HEAD + ")\n{ y[0] = unknown; }", ARRAYS, {}),
}  # fmt: skip


@pytest.mark.parametrize("words", REFUSED)
def test_a_kernel_that_cannot_be_launched_is_refused_at_the_call(
    rt: srt.Runtime, words: str
) -> None:
    """Row 289: nothing was submitted, and the stream and what its arguments hold are usable."""
    text, signature, options = REFUSED[words]
    assert launch(rt, ADDS).tolist() == [2, 1, 1, 1]
    more = (1.0,) if signature is SCALAR else ()
    with pytest.raises(CompileError, match=words):
        launch(rt, text, signature, *more, **options)
    assert launch(rt, ADDS).tolist() == [2, 1, 1, 1]


def test_a_block_that_is_too_large_for_the_device_is_refused(
    rt: srt.Runtime, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Row 289: the devices of a CPU have large ones, so the driver is made to say less."""
    real = Library.number

    def number(self: Library, name: str, *arguments: Any) -> int:
        found = real(self, name, *arguments)
        return min(found, 64) if name == "clGetKernelWorkGroupInfo" else found

    monkeypatch.setattr(Library, "number", number)
    with pytest.raises(CompileError, match=r"blocks have 65 work-items, .* at most 64 of this ke"):
        launch(rt, ADDS, block=(13, 5))
    assert launch(rt, ADDS, block=(64, 1)).tolist() == [2, 1, 1, 1]


def test_what_only_the_launch_shows_fails_alone(rt: srt.Runtime) -> None:
    """Row 292: the driver's error has its name."""
    seven = "__attribute__((reqd_work_group_size(7, 1, 1))) "
    with pytest.raises(KernelError, match=r"refused the launch with CL_INVALID_WORK_GROUP_SIZE"):
        launch(rt, seven + ADDS)
    assert launch(rt, seven + ADDS, block=7).tolist() == [2, 1, 1, 1]


def test_texts_of_other_kinds_are_refused_by_name(rt: srt.Runtime) -> None:
    x = rt.put(np.ones(4, "f4"))
    stream = rt.device().stream()
    text = 'extern "C" __global__ void f(const Words w, float *x) {}'
    cuda = srt.Kernel("f", "inout x: f32[n]", cuda=srt.CUDA(text))
    with pytest.raises(ArgumentError, match="f has no implementation for opencl; it runs on cuda"):
        stream.launch(cuda, x)
    wrong = srt.Kernel("f", "inout x: f32[n]", opencl=srt.CUDA(text))
    words = r"load f on opencl:0: its code is a CUDACode; .* kernels with opencl=OpenCL\(...\)"
    with pytest.raises(CompileError, match=words):
        stream.launch(wrong, x)


def without(patch: pytest.MonkeyPatch, name: str, number: int, wanted: Any) -> None:
    """Lets one fact about devices, by its number, be another one."""
    real = getattr(ClContext, name)

    def asked(self: ClContext, what: int) -> Any:
        return wanted if what == number else real(self, what)

    patch.setattr(ClContext, name, asked)


EXTENSIONS, SHARED_MEMORY, MOST_ARGUMENTS = 0x1030, 0x1053, 0x1017


def test_doubles_are_refused_where_there_are_none(monkeypatch: pytest.MonkeyPatch) -> None:
    """Row 289."""
    without(monkeypatch, "_text", EXTENSIONS, "cl_khr_fp64_of_others cl_khr_icd")
    with srt.Runtime(["opencl:0"]) as rt:
        assert launch(rt, ADDS).tolist() == [2, 1, 1, 1]
        with pytest.raises(CompileError, match="load f on opencl:0: it has f64, and the device ha"):
            launch(rt, HEAD + ", double a) {}", ARRAYS + ", a: f64", 1.0)
        x = rt.put(np.ones(4))  # memory is bytes
        rt.device().stream().fill(x[:2], 3.0)
        assert x.fetch().sync().sum() == 8
        with pytest.raises(CompileError, match="it has f64, and the device has no cl_khr_fp64"):
            srt.jit(lambda x: x * 2)(x)
        assert srt.jit(lambda x: x * 2)(rt.put(np.ones(4, "f4"))).fetch().sync().sum() == 8


def test_more_parameters_than_the_device_takes_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    without(monkeypatch, "_number", MOST_ARGUMENTS, 24)
    with (
        srt.Runtime(["opencl:0"]) as rt,
        pytest.raises(CompileError, match=r"layout words have 40 bytes, .* takes 24; pass fewer"),
    ):
        launch(rt, ADDS)


@pytest.mark.parametrize(
    ("capabilities", "words"),
    [(0, "has no shared virtual memory"), (1, "has no fine-grained shared virtual memory")],
)
def test_a_device_without_shared_memory_is_refused(
    capabilities: int, words: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    without(monkeypatch, "_number", SHARED_MEMORY, capabilities)
    with (
        srt.Runtime(["opencl:0", "cpu:0"]) as rt,
        pytest.raises(BackendNotFoundError, match=f"open opencl:0: .*, {words}, of which"),
    ):
        rt.device("opencl:0")


def test_a_device_that_is_not_there_is_refused() -> None:
    found = len(Library.load().devices())
    words = rf"open opencl:{found}: the drivers show {found} devices, counted from 0"
    with pytest.raises(BackendNotFoundError, match=words):
        OpenCLBackend().open(found)
    with pytest.raises(BackendNotFoundError, match=f"opencl:{found}"):
        srt.Runtime([f"opencl:{found}"])


def test_without_a_loader_the_error_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(library, "NAME", "libOpenCL.so.absent")
    monkeypatch.setattr(Library, "_loaded", None)
    words = r"open opencl:0: load OpenCL: libOpenCL\.so\.absent: .*apt-get install pocl-opencl-icd"
    backends = [OpenCLBackend()]
    with pytest.raises(BackendNotFoundError, match=words):
        srt.Runtime(["opencl:0"], backends=backends)
    with srt.Runtime(["cpu:0"], backends=backends) as rt:
        assert rt.put([1.0]).fetch().sync() == [1.0]
        with pytest.raises(BackendNotFoundError, match=words):
            rt.device("opencl:0")


def test_a_loader_that_is_too_old_is_refused() -> None:
    with pytest.raises(BackendNotFoundError, match=r"older than OpenCL 2\.0, install a newer one"):
        Library(ctypes.CDLL(None))


def test_a_loader_without_drivers_is_told(tmp_path: Path) -> None:
    environment = os.environ | {"OCL_ICD_VENDORS": str(tmp_path), "OCL_ICD_FILENAMES": ""}
    done = python("-c", "import streamrt as srt\nsrt.Runtime(['opencl:0'])", env=environment)
    assert done.returncode == 1
    said = done.stderr.splitlines()[-1]
    assert "open opencl:0: OpenCL's loader finds no driver with a device; install one:" in said
