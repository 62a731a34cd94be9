"""Functions that NumPy lacks, as ufuncs which traces know."""

from __future__ import annotations

import math

import numpy as np

__all__ = ["erf"]

erf: np.ufunc = np.frompyfunc(math.erf, 1, 1)
"""The error function of each element, for functions of `jit` and `kernel`.

These compile it, to within 1.1 ulp. With NumPy's arrays it is `math.erf` of each element, slow, and
its result is an array of Python's floats. `scipy.special.erf` is compiled to the same.
"""
