"""The standard kernels of streamrt, written on its public API alone.

A kernel is launched on a stream, with buffers and scalars in the order of its signature::

    from streamrt_kernels import axpy

    await stream.launch(axpy, x, y, alpha=2.0)

`reference` holds the same computations in NumPy. Modules whose name begins with `_` emit the
LLVM IR the kernels are made of.
"""

from __future__ import annotations

from . import reference as reference
from .elementwise import axpy as axpy
from .elementwise import cast as cast
from .elementwise import copy as copy
from .elementwise import fill as fill
from .linear import matmul as matmul
from .linear import matmul_nt as matmul_nt
from .reductions import normalize_rows as normalize_rows
from .reductions import sum_rows as sum_rows
from .selection import top_k as top_k
from .text import ngrams as ngrams
