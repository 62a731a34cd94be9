"""`streamrt devices` and `streamrt cache`: this machine's devices and compiled kernels."""

from __future__ import annotations

import argparse
import os
import platform

import numpy as np

import streamrt as srt
from streamrt._backends.opencl import backend
from streamrt._compile.cache import DiskCache
from streamrt._compile.llvm.compiler import host
from streamrt.errors import BackendNotFoundError


def add_cache_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare `info`, which may be left out, and `clear`."""
    parser.add_argument(
        "action",
        nargs="?",
        choices=("info", "clear"),
        default="info",
        help="info, the default: the place and the number of compiled kernels; clear: remove them",
    )


def run_devices(arguments: argparse.Namespace) -> int:
    """Print the devices of this machine, why others are not used, and the compiler of code."""
    with srt.Runtime() as rt:
        for device in rt.devices:
            print(f"{device.name}  {_describe(device)}")
        print(f"process+cpu:0  {_of_its_own()}")
        print(*_of_opencl(), sep="\n")
        for name, reason in rt._devices.left_out.items():
            print(f"{name}  not used: {reason.removeprefix(f'open {name}: ')}")
    print(f"\ncompiler: {host().versions} for {host().triple}")
    print(f"streamrt {srt.__version__}, NumPy {np.__version__}, Python {platform.python_version()}")
    return 0


def _describe(device: srt.Device) -> str:
    if device.kind != "cpu":
        return device.kind
    found = host()
    notable = ("sse4.2", "avx", "avx2", "fma", "avx512f", "amx-tile", "neon", "sve")
    features = " ".join(name for name in notable if name in found.features)
    return f"{found.cpu}, {_cores()} cores for this process, {features}"


def _of_its_own() -> str:
    try:
        srt.Runtime(["process+cpu:0"]).close()  # opens no device
    except BackendNotFoundError as error:
        return f"not used: {str(error).removeprefix('open process+cpu:0: ')}"
    return "the same in a process of its own, for a runtime that names it"


def _of_opencl() -> list[str]:
    try:
        named = backend.describe()
    except BackendNotFoundError as error:
        return [f"opencl:0  not used: {str(error).removeprefix('open opencl:0: ')}"]
    return [
        f"opencl:{index}  {name}, for a runtime that names it" for index, name in enumerate(named)
    ]


def _cores() -> int:
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def run_cache(arguments: argparse.Namespace) -> int:
    """Print the state of the cache on disk, or empty it."""
    cache = DiskCache()
    before = cache.info()
    if arguments.action == "clear":
        print(f"removed {cache.clear():,} compiled kernels from {before.directory}")
        return 0
    print(f"directory  {before.directory or 'none'}")
    print(f"kernels    {before.entries:,}")
    print(f"size       {before.nbytes / 1e6:.1f} of at most {before.limit / 1e6:.0f} MB")
    if before.problem:
        print(f"not used   {before.problem}")
        return 1
    return 0
