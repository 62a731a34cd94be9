"""Eager arrays, by the Array API standard 2024.12: NumPy without waiting.

    from streamrt import array_api as xp

    x = xp.asarray(numbers, dtype=xp.float32)
    y = (x - xp.mean(x)) / xp.std(x)     # returns at once
    print(await y)                       # or float(y[0]), np.asarray(y): these wait

Every function returns at once, with arrays whose elements are there later. A function is native,
that is compiled by itself and remembered, or a host call: NumPy, on the memory of the arrays, in
the turn of the device's stream. Functions whose results have a shape that depends on values wait.

The layout of the package, from the ground up:

    _dtypes.py        dtypes, and what the standard asks of them
    _public.py        what goes wrong in a function is an error of streamrt's
    _host.py          host calls, and functions that wait
    _native.py        functions that are compiled by themselves
    _views.py         views, and what indexes read and write
    _operators.py     the operators of arrays
    _ufuncs.py        NumPy's ufuncs, when they are passed arrays
    _array.py         Array: what users hold
    _functions.py     the decorator of functions, with the types that users see
    _elementwise.py   elementwise functions
    _manipulation.py  shapes, dtypes, joins
    _conversion.py    arrays of what there is
    _creation.py      new arrays
    _statistics.py    sums, means, extremes, truths
    _searching.py     taking, searching, sorting, sets
    _products.py      matmul, tensordot, vecdot
    linalg.py         the extension of linear algebra
    fft.py            the extension of Fourier transforms
    _info.py          what the namespace can do
"""

from math import e as e
from math import inf as inf
from math import nan as nan
from math import pi as pi

import numpy as _np

from streamrt.array_api import fft as fft
from streamrt.array_api import linalg as linalg
from streamrt.array_api._array import Array as Array
from streamrt.array_api._conversion import asarray as asarray
from streamrt.array_api._conversion import from_dlpack as from_dlpack
from streamrt.array_api._creation import arange as arange
from streamrt.array_api._creation import empty as empty
from streamrt.array_api._creation import empty_like as empty_like
from streamrt.array_api._creation import eye as eye
from streamrt.array_api._creation import full as full
from streamrt.array_api._creation import full_like as full_like
from streamrt.array_api._creation import linspace as linspace
from streamrt.array_api._creation import meshgrid as meshgrid
from streamrt.array_api._creation import ones as ones
from streamrt.array_api._creation import ones_like as ones_like
from streamrt.array_api._creation import tril as tril
from streamrt.array_api._creation import triu as triu
from streamrt.array_api._creation import zeros as zeros
from streamrt.array_api._creation import zeros_like as zeros_like
from streamrt.array_api._dtypes import DTYPES as _DTYPES
from streamrt.array_api._dtypes import can_cast as can_cast
from streamrt.array_api._dtypes import finfo as finfo
from streamrt.array_api._dtypes import iinfo as iinfo
from streamrt.array_api._dtypes import isdtype as isdtype
from streamrt.array_api._dtypes import result_type as result_type
from streamrt.array_api._elementwise import abs as abs
from streamrt.array_api._elementwise import acos as acos
from streamrt.array_api._elementwise import acosh as acosh
from streamrt.array_api._elementwise import add as add
from streamrt.array_api._elementwise import asin as asin
from streamrt.array_api._elementwise import asinh as asinh
from streamrt.array_api._elementwise import atan as atan
from streamrt.array_api._elementwise import atan2 as atan2
from streamrt.array_api._elementwise import atanh as atanh
from streamrt.array_api._elementwise import bitwise_and as bitwise_and
from streamrt.array_api._elementwise import bitwise_invert as bitwise_invert
from streamrt.array_api._elementwise import bitwise_left_shift as bitwise_left_shift
from streamrt.array_api._elementwise import bitwise_or as bitwise_or
from streamrt.array_api._elementwise import bitwise_right_shift as bitwise_right_shift
from streamrt.array_api._elementwise import bitwise_xor as bitwise_xor
from streamrt.array_api._elementwise import ceil as ceil
from streamrt.array_api._elementwise import clip as clip
from streamrt.array_api._elementwise import conj as conj
from streamrt.array_api._elementwise import copysign as copysign
from streamrt.array_api._elementwise import cos as cos
from streamrt.array_api._elementwise import cosh as cosh
from streamrt.array_api._elementwise import divide as divide
from streamrt.array_api._elementwise import equal as equal
from streamrt.array_api._elementwise import exp as exp
from streamrt.array_api._elementwise import expm1 as expm1
from streamrt.array_api._elementwise import floor as floor
from streamrt.array_api._elementwise import floor_divide as floor_divide
from streamrt.array_api._elementwise import greater as greater
from streamrt.array_api._elementwise import greater_equal as greater_equal
from streamrt.array_api._elementwise import hypot as hypot
from streamrt.array_api._elementwise import imag as imag
from streamrt.array_api._elementwise import isfinite as isfinite
from streamrt.array_api._elementwise import isinf as isinf
from streamrt.array_api._elementwise import isnan as isnan
from streamrt.array_api._elementwise import less as less
from streamrt.array_api._elementwise import less_equal as less_equal
from streamrt.array_api._elementwise import log as log
from streamrt.array_api._elementwise import log1p as log1p
from streamrt.array_api._elementwise import log2 as log2
from streamrt.array_api._elementwise import log10 as log10
from streamrt.array_api._elementwise import logaddexp as logaddexp
from streamrt.array_api._elementwise import logical_and as logical_and
from streamrt.array_api._elementwise import logical_not as logical_not
from streamrt.array_api._elementwise import logical_or as logical_or
from streamrt.array_api._elementwise import logical_xor as logical_xor
from streamrt.array_api._elementwise import maximum as maximum
from streamrt.array_api._elementwise import minimum as minimum
from streamrt.array_api._elementwise import multiply as multiply
from streamrt.array_api._elementwise import negative as negative
from streamrt.array_api._elementwise import nextafter as nextafter
from streamrt.array_api._elementwise import not_equal as not_equal
from streamrt.array_api._elementwise import positive as positive
from streamrt.array_api._elementwise import pow as pow
from streamrt.array_api._elementwise import real as real
from streamrt.array_api._elementwise import reciprocal as reciprocal
from streamrt.array_api._elementwise import remainder as remainder
from streamrt.array_api._elementwise import round as round
from streamrt.array_api._elementwise import sign as sign
from streamrt.array_api._elementwise import signbit as signbit
from streamrt.array_api._elementwise import sin as sin
from streamrt.array_api._elementwise import sinh as sinh
from streamrt.array_api._elementwise import sqrt as sqrt
from streamrt.array_api._elementwise import square as square
from streamrt.array_api._elementwise import subtract as subtract
from streamrt.array_api._elementwise import tan as tan
from streamrt.array_api._elementwise import tanh as tanh
from streamrt.array_api._elementwise import trunc as trunc
from streamrt.array_api._info import namespace_info as _namespace_info
from streamrt.array_api._manipulation import astype as astype
from streamrt.array_api._manipulation import broadcast_arrays as broadcast_arrays
from streamrt.array_api._manipulation import broadcast_to as broadcast_to
from streamrt.array_api._manipulation import concat as concat
from streamrt.array_api._manipulation import expand_dims as expand_dims
from streamrt.array_api._manipulation import flip as flip
from streamrt.array_api._manipulation import matrix_transpose as matrix_transpose
from streamrt.array_api._manipulation import moveaxis as moveaxis
from streamrt.array_api._manipulation import permute_dims as permute_dims
from streamrt.array_api._manipulation import repeat as repeat
from streamrt.array_api._manipulation import reshape as reshape
from streamrt.array_api._manipulation import roll as roll
from streamrt.array_api._manipulation import squeeze as squeeze
from streamrt.array_api._manipulation import stack as stack
from streamrt.array_api._manipulation import tile as tile
from streamrt.array_api._manipulation import unstack as unstack
from streamrt.array_api._products import matmul as matmul
from streamrt.array_api._products import tensordot as tensordot
from streamrt.array_api._products import vecdot as vecdot
from streamrt.array_api._searching import argmax as argmax
from streamrt.array_api._searching import argmin as argmin
from streamrt.array_api._searching import argsort as argsort
from streamrt.array_api._searching import count_nonzero as count_nonzero
from streamrt.array_api._searching import nonzero as nonzero
from streamrt.array_api._searching import searchsorted as searchsorted
from streamrt.array_api._searching import sort as sort
from streamrt.array_api._searching import take as take
from streamrt.array_api._searching import take_along_axis as take_along_axis
from streamrt.array_api._searching import unique_all as unique_all
from streamrt.array_api._searching import unique_counts as unique_counts
from streamrt.array_api._searching import unique_inverse as unique_inverse
from streamrt.array_api._searching import unique_values as unique_values
from streamrt.array_api._searching import where as where
from streamrt.array_api._statistics import all as all
from streamrt.array_api._statistics import any as any
from streamrt.array_api._statistics import cumulative_prod as cumulative_prod
from streamrt.array_api._statistics import cumulative_sum as cumulative_sum
from streamrt.array_api._statistics import diff as diff
from streamrt.array_api._statistics import max as max
from streamrt.array_api._statistics import mean as mean
from streamrt.array_api._statistics import min as min
from streamrt.array_api._statistics import prod as prod
from streamrt.array_api._statistics import std as std
from streamrt.array_api._statistics import sum as sum
from streamrt.array_api._statistics import var as var

__array_api_version__ = "2024.12"
__array_namespace_info__ = _namespace_info

newaxis = None
int8: "_np.dtype[_np.generic]" = _DTYPES["int8"]
int16: "_np.dtype[_np.generic]" = _DTYPES["int16"]
int32: "_np.dtype[_np.generic]" = _DTYPES["int32"]
int64: "_np.dtype[_np.generic]" = _DTYPES["int64"]
uint8: "_np.dtype[_np.generic]" = _DTYPES["uint8"]
uint16: "_np.dtype[_np.generic]" = _DTYPES["uint16"]
uint32: "_np.dtype[_np.generic]" = _DTYPES["uint32"]
uint64: "_np.dtype[_np.generic]" = _DTYPES["uint64"]
float32: "_np.dtype[_np.generic]" = _DTYPES["float32"]
float64: "_np.dtype[_np.generic]" = _DTYPES["float64"]
complex64: "_np.dtype[_np.generic]" = _DTYPES["complex64"]
complex128: "_np.dtype[_np.generic]" = _DTYPES["complex128"]
bool: "_np.dtype[_np.generic]" = _DTYPES["bool"]  # noqa: A001
