"""Says which GPUs and packages are there, without a call that initialises CUDA.

A process that has initialised CUDA has a context for good, and no child that it forks can use a
GPU. So a program that names no GPU must never get there.
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from importlib import metadata
from pathlib import Path

from streamrt._backends.cuda.driver import Driver, spell_version
from streamrt.errors import BackendNotFoundError

PROC = Path("/proc/driver/nvidia")
EXTRAS = "`pip install 'streamrt[cuda13]'`, or cuda12 where the driver is older than 580"
FIRST_OF_13 = 13_000
# Builds of CuPy; those of CUDA overwrite each other's files.
_BUILDS = ("cupy", "cupy-cuda11x", "cupy-cuda12x", "cupy-cuda13x", "cupy-rocm-7-0")
_TOO_NEW = "cupy-cuda13x"


def count_gpus(proc: Path = PROC, environment: Mapping[str, str] = os.environ) -> int:
    """Returns how many GPUs the kernel's module lists, as far as CUDA_VISIBLE_DEVICES shows them.

    CUDA stops at the first entry of CUDA_VISIBLE_DEVICES that is no device (CUDA programming
    guide, "Environment Variables"). An entry may also be an UUID; each is believed to be right.

    Args:
        proc: where the module describes itself; there is no such folder on WSL, so 0 there.
        environment: the environment of the process.
    """
    try:
        present = sum(1 for _ in (proc / "gpus").iterdir())
    except OSError:
        return 0
    visible = environment.get("CUDA_VISIBLE_DEVICES")
    if visible is None:
        return present
    shown: list[str] = []
    for entry in map(str.strip, visible.split(",")):
        is_one = int(entry) < present if entry.isdecimal() else entry.startswith(("GPU-", "MIG-"))
        if not is_one:
            break
        if entry in shown:  # CUDA shows none at all then
            return 0
        shown.append(entry)
    return len(shown)


def builds_of_cupy() -> dict[str, str]:
    """Returns the versions of the installed builds of CuPy, which is not imported."""
    found: dict[str, str] = {}
    for name in _BUILDS:
        try:
            found[name] = metadata.version(name)
        except metadata.PackageNotFoundError:
            continue
    return found


def check_present(what: str, wants_cupy: bool) -> Driver:
    """Returns the machine's driver, if all that a GPU needs is installed.

    Args:
        what: begins messages.
        wants_cupy: whether CuPy has to be there, too.

    Raises:
        BackendNotFoundError: something is missing; the message says what to install.
    """
    builds = builds_of_cupy() if wants_cupy else {}
    try:
        driver = Driver.load()
    except BackendNotFoundError as error:
        also = f" CuPy is not installed either: {EXTRAS}" if wants_cupy and not builds else ""
        raise BackendNotFoundError(f"{what}: {error}{also and '.'}{also}") from error
    if wants_cupy:
        check_builds(what, builds, driver.number("cuDriverGetVersion"))
    return driver


def check_builds(what: str, builds: Mapping[str, str], version: int) -> None:
    """Raises unless exactly one build of CuPy is installed, and the driver is new enough for it.

    Args:
        what: begins messages.
        builds: the version of each installed build.
        version: the newest CUDA that the driver runs.
    """
    fitting = "cuda13" if version >= FIRST_OF_13 else "cuda12"
    if not builds:
        raise BackendNotFoundError(
            f"{what}: CuPy is not installed, which compiles kernels for GPUs; "
            f"`pip install 'streamrt[{fitting}]'` fits this driver"
        )
    if len(builds) > 1:
        named = " and ".join(f"{name} {number}" for name, number in builds.items())
        raise BackendNotFoundError(
            f"{what}: {len(builds)} builds of CuPy are installed, {named}, and each has "
            "overwritten files of the other; uninstall both, then "
            f"`pip install 'streamrt[{fitting}]'`"
        )
    if _TOO_NEW in builds and version < FIRST_OF_13:
        raise BackendNotFoundError(
            f"{what}: {_TOO_NEW} needs a driver for CUDA 13, 580 or later, and this one is made "
            f"for CUDA {spell_version(version)}; uninstall it, then "
            "`pip install 'streamrt[cuda12]'`"
        )
