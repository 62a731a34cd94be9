"""Memory of a GPU that other libraries in this process keep, for the error when none is left."""

from __future__ import annotations

import sys
from typing import Any

from streamrt._interrupts import from_handler


def list_others() -> list[str]:
    """Lists the pools of CuPy and PyTorch, if these are loaded; nothing is imported."""
    found: list[str] = []
    for name, (holds, remedy) in _POOLS.items():
        module: Any = sys.modules.get(name)
        if module is None:
            continue
        try:
            nbytes = holds(module)
        except Exception as error:  # another library's state must not hide the error
            if from_handler(error):
                raise
            continue
        if nbytes:
            found.append(f"  {nbytes} bytes: the pool of {name}, which {remedy} gives back")
    return found


def _of_cupy(cupy: Any) -> int:
    return int(cupy.get_default_memory_pool().total_bytes())


def _of_torch(torch: Any) -> int:
    return int(torch.cuda.memory_reserved()) if torch.cuda.is_initialized() else 0


_POOLS = {
    "cupy": (_of_cupy, "cupy.get_default_memory_pool().free_all_blocks()"),
    "torch": (_of_torch, "torch.cuda.empty_cache()"),
}
