"""A cache of compiled kernels that holds the native core, because to compile it takes seconds.

It lies in `build/warm`, is made once, and is a cache like any other: its entries have their keys,
so another core, another CPU or another LLVM is found missing and compiled.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

FOLDER = Path(__file__).resolve().parents[2] / "build" / "warm"


def make() -> None:
    """Puts the core there, unless it is there; in a process of its own, which leaves no trace."""
    path = os.pathsep.join(p for p in sys.path if p)
    environment = {**os.environ, "STREAMRT_CACHE_DIR": str(FOLDER), "PYTHONPATH": path}
    program = "from streamrt._native.core import core; core()"
    subprocess.run([sys.executable, "-c", program], env=environment, check=True)


def copy_to(folder: Path) -> Path:
    """Makes a cache that holds the core only; returns its folder."""
    shutil.copytree(FOLDER, folder)
    return folder
