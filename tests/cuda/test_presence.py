"""A machine without GPUs, drivers or packages says so at once, and nothing of CUDA begins."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest
from cuda.driver.tiny_driver import TinyDriver
from shared.processes import python

import streamrt as srt
from streamrt._backends.cuda import presence
from streamrt._backends.cuda.backend import CudaBackend
from streamrt._backends.cuda.driver import Driver
from streamrt._backends.cuda.presence import check_builds, count_gpus
from streamrt._cli import main
from streamrt._jit.calling import default_runtime
from streamrt.errors import BackendNotFoundError


@pytest.fixture
def proc(tmp_path: Path) -> Path:
    """The folder of a machine with three GPUs."""
    for name in ("0000:01:00.0", "0000:02:00.0", "0000:81:00.0"):
        (tmp_path / "gpus" / name).mkdir(parents=True)
    return tmp_path


@pytest.fixture
def machine(monkeypatch: pytest.MonkeyPatch) -> TinyDriver:
    """A machine with a driver for CUDA 12.2, two GPUs and CuPy for CUDA 12."""
    tiny = TinyDriver()
    tiny.results["cuDeviceGetCount"] = 2
    found = Driver.of(tiny.functions)
    monkeypatch.setattr(presence.Driver, "load", classmethod(lambda cls: found))
    monkeypatch.setattr(presence, "builds_of_cupy", lambda: {"cupy-cuda12x": "14.2.0"})
    monkeypatch.setattr(CudaBackend, "_used_by", 0)
    return tiny


@pytest.mark.parametrize(
    ("visible", "count"),
    [
        *((None, 3), ("", 0), ("-1", 0), ("NoDevFiles", 0), ("1", 1), ("2, 0", 2), ("0,3,1", 1)),
        *(("0,2,-1,1", 2), ("1,1", 0), ("GPU-8932f937,0", 2), ("MIG-4f2a", 1), ("0,1,2", 3)),
    ],
)
def test_gpus_are_counted_as_far_as_the_environment_shows_them(
    proc: Path, visible: str | None, count: int
) -> None:
    environment = {} if visible is None else {"CUDA_VISIBLE_DEVICES": visible}
    assert count_gpus(proc, environment) == count


def test_a_machine_without_nvidias_module_has_no_gpu(tmp_path: Path) -> None:
    assert count_gpus(tmp_path / "nvidia", {}) == 0


def without_a_driver(patch: pytest.MonkeyPatch, machine: TinyDriver) -> None:
    def absent(cls: type[Driver]) -> Driver:
        raise BackendNotFoundError("load NVIDIA's driver: libcuda.so.1: not found; install it")

    patch.setattr(presence.Driver, "load", classmethod(absent))


def without_cupy(patch: pytest.MonkeyPatch, machine: TinyDriver) -> None:
    patch.setattr(presence, "builds_of_cupy", dict)


def without_device_files(patch: pytest.MonkeyPatch, machine: TinyDriver) -> None:
    machine.codes["cuInit"] = 100


def test_without_a_driver_the_error_says_what_to_install(
    machine: TinyDriver, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Row 88."""
    without_a_driver(monkeypatch, machine)
    without_cupy(monkeypatch, machine)
    backends = [CudaBackend()]
    words = r"open cuda:0: load NVIDIA's driver: .*; install it.*CuPy.*streamrt\[cuda13\]"
    with pytest.raises(BackendNotFoundError, match=words):
        srt.Runtime(["cuda:0"], backends=backends)
    with srt.Runtime(["cpu"], backends=backends) as rt:
        with pytest.raises(BackendNotFoundError, match="this runtime has cpu:0; " + words):
            rt.device("cuda:0")
        with pytest.raises(BackendNotFoundError, match="this runtime has cpu:0; " + words):
            rt.put([1.0]).to("cuda:0")


@pytest.mark.parametrize(
    ("lacks", "words"),
    [
        (without_a_driver, "load NVIDIA's driver: libcuda.so.1: not found; install it"),
        (without_cupy, r"CuPy is not installed, .*`pip install 'streamrt\[cuda12\]'`"),
        (without_device_files, "cuInit returned CUDA_ERROR_NO_DEVICE .*; no GPU is visible to it"),
    ],
    ids=["driver", "cupy", "device-files"],
)
def test_a_machine_with_a_gpu_that_cannot_be_used_is_like_one_without(
    machine: TinyDriver,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    lacks: Callable[[pytest.MonkeyPatch, TinyDriver], None],
    words: str,
) -> None:
    """Row 161: two GPUs are in /proc, as in a container on their host."""
    monkeypatch.setattr(CudaBackend, "count", lambda self: 2)
    monkeypatch.setattr(default_runtime, "_default", None)
    lacks(monkeypatch, machine)
    with srt.Runtime() as rt:
        assert [device.name for device in rt.devices] == ["cpu:0"]
        assert rt.put([1.0]).fetch().sync().tolist() == [1.0]
        with pytest.raises(BackendNotFoundError, match="open cuda:1: .*" + words):
            rt.device("cuda:1")
    with (
        pytest.raises(BackendNotFoundError, match="open cuda:0: .*" + words),
        srt.Runtime(["cuda:0"]) as rt,
    ):
        rt.device()  # the files of devices are looked for here
    try:
        assert srt.jit(lambda x: x * 2)(np.ones(3)).fetch().sync().tolist() == [2.0] * 3
    finally:
        default_runtime._close()
    assert main(["devices"]) == 0
    listed = capsys.readouterr().out
    for name in ("cuda:0", "cuda:1"):
        assert re.search(f"^{name}  not used: (?!open).*{words}", listed, re.MULTILINE), listed


@pytest.mark.parametrize(
    ("builds", "version", "words"),
    [
        ({}, 12_080, r"CuPy is not installed, .*'streamrt\[cuda12\]'` fits this driver"),
        ({}, 13_010, r"'streamrt\[cuda13\]'` fits this driver"),
        (
            {"cupy-cuda12x": "14.2.0", "cupy-cuda13x": "14.3.0"},
            13_000,
            r"2 builds of CuPy are installed, cupy-cuda12x 14.2.0 and cupy-cuda13x 14.3.0, .*"
            r"uninstall both, then `pip install 'streamrt\[cuda13\]'",
        ),
        (
            {"cupy-cuda13x": "14.2.0"},
            12_080,
            r"cupy-cuda13x needs a driver for CUDA 13, .* for CUDA 12.8; .*\[cuda12\]",
        ),
    ],
)
def test_a_wrong_set_of_packages_is_refused(
    builds: dict[str, str], version: int, words: str
) -> None:
    """Rows 88 and 89."""
    with pytest.raises(BackendNotFoundError, match="^open cuda:0: .*" + words):
        check_builds("open cuda:0", builds, version)


def test_the_right_packages_are_taken() -> None:
    for build, version in (("cupy-cuda12x", 12_000), ("cupy-cuda12x", 13_010), ("cupy", 12_000)):
        check_builds("open cuda:0", {build: "14.2.0"}, version)
    check_builds("open cuda:0", {"cupy-cuda13x": "14.2.0"}, 13_000)


def test_naming_a_gpu_does_not_initialise_cuda(machine: TinyDriver) -> None:
    backend = CudaBackend()
    assert backend.has(0)
    assert [name for name, _ in machine.calls] == ["cuDriverGetVersion"]


@pytest.mark.parametrize(
    ("code", "words"),
    [
        (100, "CUDA_ERROR_NO_DEVICE .*; no GPU is visible"),
        (3, "forked from one that uses CUDA, .* 'spawn'"),
        (803, "cuInit returned .*803.*; see `nvidia-smi`"),
    ],
)
def test_a_driver_that_does_not_begin_says_why(machine: TinyDriver, code: int, words: str) -> None:
    """Rows 86 and 87."""
    machine.codes["cuInit"] = code
    with pytest.raises(BackendNotFoundError, match="^open cuda:0: .*" + words):
        CudaBackend().open(0)


def test_an_index_without_a_gpu_is_refused(machine: TinyDriver) -> None:
    """Row 87."""
    with pytest.raises(BackendNotFoundError, match="open cuda:2: the driver shows 2 GPUs"):
        CudaBackend().open(2)


def test_a_child_of_a_process_with_cuda_is_refused(
    machine: TinyDriver, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Row 86."""
    monkeypatch.setattr(CudaBackend, "_used_by", 1)
    with pytest.raises(BackendNotFoundError, match="forked from one that uses CUDA"):
        CudaBackend().open(0)
    assert "cuInit" not in [name for name, _ in machine.calls]


def test_a_runtime_that_names_no_gpu_loads_no_driver_and_no_device() -> None:
    """Row 88."""
    code = (
        "import sys, streamrt\n"
        "assert not [name for name in sys.modules if '_backends.cuda' in name]\n"
        "streamrt.Runtime().close()\n"
        "print(*sys.modules, sep='\\n')\n"
        "print('libcuda' in open('/proc/self/maps').read())\n"
    )
    done = python("-c", code, check=True)
    *loaded, has_driver = done.stdout.split()
    assert "streamrt._backends.cuda.backend" in loaded
    assert not {"cupy", "streamrt._backends.cuda.device"} & set(loaded)
    assert has_driver == "False"
