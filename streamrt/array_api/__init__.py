"""Eager arrays, by the Array API standard 2024.12: NumPy without waiting.

    from streamrt import array_api as xp

    x = xp.asarray(numbers, dtype=xp.float32)
    y = (x - xp.mean(x)) / xp.std(x)     # returns at once
    print(await y)                       # or float(y[0]), np.asarray(y): these wait

Every function returns at once, with arrays whose elements are there later. A function is native,
that is compiled by itself and remembered, or a host call: NumPy, on the memory of the arrays, in
the turn of the device's stream. Functions whose results have a shape that depends on values wait.

The layout of the package, from the ground up:

    _public.py        what goes wrong in a function is an error of streamrt's
    _dtypes.py        dtypes, and what the standard asks of them
    _host.py          host calls, and functions that wait
    _native.py        functions that are compiled by themselves
    _views.py         views, and what indexes read and write
    _operators.py     the operators of arrays
    _ufuncs.py        NumPy's ufuncs, when they are passed arrays
    _numpys.py        NumPy's functions, when they are passed arrays
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
from streamrt.array_api._conversion import *
from streamrt.array_api._creation import *
from streamrt.array_api._dtypes import DTYPES as _DTYPES
from streamrt.array_api._dtypes import can_cast as can_cast
from streamrt.array_api._dtypes import finfo as finfo
from streamrt.array_api._dtypes import iinfo as iinfo
from streamrt.array_api._dtypes import isdtype as isdtype
from streamrt.array_api._dtypes import result_type as result_type
from streamrt.array_api._elementwise import *
from streamrt.array_api._info import namespace_info as _namespace_info
from streamrt.array_api._manipulation import *
from streamrt.array_api._products import *
from streamrt.array_api._searching import *
from streamrt.array_api._statistics import *

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
bool: "_np.dtype[_np.generic]" = _DTYPES["bool"]
