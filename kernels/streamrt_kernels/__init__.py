"""The standard kernels of streamrt, written with its public names alone.

A kernel is launched on a stream, with buffers and scalars in the order of its signature::

    from streamrt_kernels import axpy

    await stream.launch(axpy, x, y, alpha=2.0)

The files, from the ground up; those of kernels name what they define:

    reference.py     the same computations in NumPy
    _families.py     signatures that many kernels share
    _rows.py         emits loops over arrays of any rank and strides, for elementwise.py
    _gpu.py          the texts of the kernels for GPUs, in the folder gpu
    _philox.py       emits the random words of random.py
    _radix.py        emits the sorts of rows of sorting.py
    _polar.py        emits the normal numbers of random.py
    _products.py     emits matrix products, for linear.py where NumPy brings no OpenBLAS
    arithmetic.py    add, subtract, multiply, divide, maximum, minimum, power, negative, ...
    functions.py     exp, log, sin, cos, tan, tanh, and their like
    activations.py   relu, leaky_relu, elu, sigmoid, silu, gelu, softplus
    normalisation.py  softmax, log_softmax, layer_norm, rms_norm
    rows.py          max_rows, min_rows, argmax_rows, argmin_rows, mean_rows, var_rows,
                     cumsum_rows, cumprod_rows, take
    batches.py       batched_matmul
    elementwise.py   fill, copy, axpy, cast
    reductions.py    sum_rows, normalize_rows
    selection.py     top_k
    sorting.py       sort, argsort
    counting.py      bincount, histogram
    indexing.py      iota, scatter_add
    random.py        random_bits, uniform, normal
    text.py          ngrams
    linear.py        matmul, matmul_nt
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

from . import reference as reference

if TYPE_CHECKING:
    from .activations import elu as elu
    from .activations import gelu as gelu
    from .activations import gelu_tanh as gelu_tanh
    from .activations import leaky_relu as leaky_relu
    from .activations import relu as relu
    from .activations import sigmoid as sigmoid
    from .activations import silu as silu
    from .activations import softplus as softplus
    from .arithmetic import absolute as absolute
    from .arithmetic import add as add
    from .arithmetic import ceil as ceil
    from .arithmetic import clip as clip
    from .arithmetic import divide as divide
    from .arithmetic import floor as floor
    from .arithmetic import maximum as maximum
    from .arithmetic import minimum as minimum
    from .arithmetic import multiply as multiply
    from .arithmetic import negative as negative
    from .arithmetic import power as power
    from .arithmetic import reciprocal as reciprocal
    from .arithmetic import rint as rint
    from .arithmetic import sqrt as sqrt
    from .arithmetic import square as square
    from .arithmetic import subtract as subtract
    from .batches import batched_matmul as batched_matmul
    from .counting import bincount as bincount
    from .counting import histogram as histogram
    from .elementwise import axpy as axpy
    from .elementwise import cast as cast
    from .elementwise import copy as copy
    from .elementwise import fill as fill
    from .functions import arctan as arctan
    from .functions import cos as cos
    from .functions import exp as exp
    from .functions import exp2 as exp2
    from .functions import expm1 as expm1
    from .functions import log as log
    from .functions import log1p as log1p
    from .functions import log2 as log2
    from .functions import log10 as log10
    from .functions import sin as sin
    from .functions import tan as tan
    from .functions import tanh as tanh
    from .indexing import iota as iota
    from .indexing import scatter_add as scatter_add
    from .linear import matmul as matmul
    from .linear import matmul_nt as matmul_nt
    from .normalisation import layer_norm as layer_norm
    from .normalisation import log_softmax as log_softmax
    from .normalisation import rms_norm as rms_norm
    from .normalisation import softmax as softmax
    from .random import normal as normal
    from .random import random_bits as random_bits
    from .random import uniform as uniform
    from .reductions import normalize_rows as normalize_rows
    from .reductions import sum_rows as sum_rows
    from .rows import argmax_rows as argmax_rows
    from .rows import argmin_rows as argmin_rows
    from .rows import cumprod_rows as cumprod_rows
    from .rows import cumsum_rows as cumsum_rows
    from .rows import max_rows as max_rows
    from .rows import mean_rows as mean_rows
    from .rows import min_rows as min_rows
    from .rows import take as take
    from .rows import var_rows as var_rows
    from .selection import top_k as top_k
    from .sorting import argsort as argsort
    from .sorting import sort as sort
    from .text import ngrams as ngrams
else:
    _HOMES = {
        ".activations": "elu gelu gelu_tanh leaky_relu relu sigmoid silu softplus",
        ".arithmetic": (
            "absolute add ceil clip divide floor maximum minimum multiply negative "
            "power reciprocal rint sqrt square subtract"
        ),
        ".batches": "batched_matmul",
        ".counting": "bincount histogram",
        ".elementwise": "axpy cast copy fill",
        ".functions": "arctan cos exp exp2 expm1 log log1p log2 log10 sin tan tanh",
        ".indexing": "iota scatter_add",
        ".linear": "matmul matmul_nt",
        ".normalisation": "layer_norm log_softmax rms_norm softmax",
        ".random": "normal random_bits uniform",
        ".reductions": "normalize_rows sum_rows",
        ".rows": (
            "argmax_rows argmin_rows cumprod_rows cumsum_rows max_rows mean_rows "
            "min_rows take var_rows"
        ),
        ".selection": "top_k",
        ".sorting": "argsort sort",
        ".text": "ngrams",
    }
    __all__ = sorted(["reference", *" ".join(_HOMES.values()).split()])

    def __getattr__(name: str) -> object:
        """Import a kernel when it is first used: those of NumPy functions load a compiler."""
        for home, names in _HOMES.items():
            if name in names.split():
                value = globals()[name] = getattr(import_module(home, __name__), name)
                return value
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")

    def __dir__() -> list[str]:
        return sorted({*globals(), *__all__})
