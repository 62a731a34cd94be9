"""The standard kernels of streamrt, written with its public names alone.

A kernel is launched on a stream, with buffers and scalars in the order of its signature::

    from streamrt_kernels import axpy

    await stream.launch(axpy, x, y, alpha=2.0)

The files, each with the kernels it defines:

    elementwise.py   fill, copy, axpy, cast
    reductions.py    sum_rows, normalize_rows
    selection.py     top_k
    text.py          ngrams
    linear.py        matmul, matmul_nt
    reference.py     the same computations in NumPy
    _rows.py         emits loops over arrays of any rank and strides, for elementwise.py
    _cuda.py         finds the CUDA texts of the kernels, in the folder cuda
    _products.py     emits matrix products, for linear.py where NumPy brings no OpenBLAS
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
