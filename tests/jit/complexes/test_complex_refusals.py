"""What traces do not do with complex values is refused, with the line, the value and the remedy.

Each row is the body of a function `f(x, y)` and the error. `x` and `y` are f64[4], `z` stands for
a complex array that the first line makes of them. The row's text is the message behind the place.
"""

from __future__ import annotations

import textwrap
from typing import Any

import numpy as np
import pytest

import streamrt as srt
from streamrt._jit.tracing.purity import check_pure
from streamrt._jit.tracing.trace import Spec, trace
from streamrt.errors import TraceError, TraceTypeError, TraceValueError

SPECS = (Spec("f64", (4,), path="x"), Spec("f64", (4,), path="y"))
IS_Z = "complex128[4], made at model.py:2"
PARTS = "write it with .real and .imag, or compute it outside of the function"
NONE_HERE = f"it takes no complex numbers here; {PARTS}"
STATIC = "its value is not known while tracing; compute with arrays"
POWER = "the exponent is a known integer or 0.5; write np.exp(exponent * np.log(z))"
REFUSED = {
    "return z": f"return of {IS_Z}: programs have no complex dtypes; return .real and .imag",
    "return x, [z]": f"return of {IS_Z}: programs have no complex dtypes; return .real and .imag",
    "return {z}": "return of a set of traced values: return a tuple, list, dict or dataclass",
    "return z.real if z[0] else x": "bool() of complex128[], made at model.py:3; use "
    "np.where",
    "return z > 0": f"comparison of {IS_Z}; complex numbers have no order; compare np.abs(z), or "
    ".real",
    "return np.maximum(z, x)": f"np.maximum of {IS_Z}: {NONE_HERE}",
    "return x // z": f"np.floor_divide of {IS_Z}: {NONE_HERE}",
    "return np.max(z)": f"np.max of {IS_Z}: {NONE_HERE}",
    "return np.sort(z)": f"np.sort of {IS_Z}: {NONE_HERE}",
    "return np.linalg.eigvals(z)": f"np.linalg.eigvals of {IS_Z}: {NONE_HERE}",
    "return np.arctan2(x, 1j)": f"np.arctan2: {NONE_HERE}",
    "return np.cumsum(1j * x, out=z)": "np.cumsum of complex128[4], made at model.py:3: it takes "
    "one complex array, and no out= here",
    "return np.nan_to_num(x, nan=1j)": "np.nan_to_num: it takes one complex array, and no out= "
    "here",
    "return np.average(z, weights=z)": f"np.average of {IS_Z}: it takes one complex array, and no "
    "out= here",
    "return np.multiply.accumulate(z)": f"np.multiply.accumulate of {IS_Z}: {PARTS}",
    "return np.add(z, x, where=x > 0)": f"np.add(where=...) of {IS_Z}: {PARTS}",
    "return z ** x": f"power of {IS_Z}: {POWER}",
    "return 2 ** z": f"power of {IS_Z}: {POWER}",
    "return z ** 1.5": f"power of {IS_Z}: {POWER}",
    "return float(z[0])": "float() of complex128[], made at model.py:3; write .real; "
    f"{STATIC}",
    "return complex(z[0])": f"complex() of complex128[], made at model.py:3; {STATIC}",
    "return z.item()": f".item() of {IS_Z}; {STATIC}",
    "return np.asarray(z)": f"return of {IS_Z}: programs have no complex dtypes; return .real and "
    ".imag",
    "return np.add([z[0], 1], 2)": "use as a NumPy array of complex128[], made at model.py:3; join "
    "a list of traced values by np.stack, or compute it outside of the function",
    "return z[x > 0]": "index by bool[4], made by > at model.py:3: the number of elements would "
    "depend on values; write np.where(mask, x, other)",
    "return z ** y[0]": f"power of {IS_Z}: {POWER}",
    "return z.byteswap()": ".byteswap of a complex array: it cannot be traced; write it with "
    "others",
    "return z.astype(float)": f".astype(float64) of {IS_Z}: write .real.astype(dtype)",
    "return np.fft.fft(z, out=z)": f"np.fft.fft(out=...) of {IS_Z}: leave it out",
    "w = x.view(); w[0] = z[0]": "use of complex128[], made at model.py:4 as real "
    "numbers; write .real",
}  # fmt: skip
WRONG_TYPE = {
    "w = x.copy(); w[0] = 1j": "use of 1j as real numbers; write .real",
    "w = x.copy(); w += 1j": "+=: NumPy does not cast complex128 to float64 in place",
    "w = x.copy(); np.add(z, 1, out=w)": "np.add(out=...): NumPy does not cast complex128 to "
    "float64 in place",
    "return np.sum(z, dtype=float)": "dtype float64 for complex numbers: it is complex64 or "
    "complex128; for others, write .real",
    "return np.full_like(x, 1j)": "use of 1j as real numbers; write .real",
    "return np.fft.rfft(z)": f"np.fft.rfft of {IS_Z}: it takes real numbers; write np.fft.fft, or "
    ".real",
    "return len(z[0])": "len() of complex128[], made at model.py:3: it has no dimensions",
}
BY_NUMPY_TOO = {
    "return z + np.ones(3)": "np.add of shapes (4,), (3,): they cannot be broadcast together",
    "return z[7]": "index 7: it is out of range of axis 0, which has 4 elements",
    "return np.fft.fft(x, 0)": "np.fft.fft of 0 elements: it takes one at least",
    "return np.fft.irfft(x[:1])": "np.fft.irfft of 0 elements: it takes one at least",
    "return np.fft.fft(x, axis=1)": "np.fft.fft: axis 1 is out of range of an array with 1 "
    "dimensions",
    "return np.fft.fft(x, norm='none')": "np.fft.fft: norm is 'none'; it is one of backward, "
    "ortho, forward",
    "return np.fft.fftn(x, (4, 4), (0,))": "np.fft.fftn: 2 sizes for 1 axes; give one for each "
    "axis",
    "x.imag[0] = 1": "item assignment on a view made by np.diagonal or np.broadcast_to: as "
    "NumPy's, it cannot be written to; use `.copy()`",
}  # fmt: skip
ROWS = [
    *((code, TraceError, text) for code, text in REFUSED.items()),
    *((code, TraceTypeError, text) for code, text in WRONG_TYPE.items()),
    *((code, TraceValueError, text) for code, text in BY_NUMPY_TOO.items()),
]


def function_of(code: str, **more: Any) -> Any:
    """Returns a function with that body, which seems to stand in model.py."""
    space: dict[str, Any] = {"np": np, **more}
    body = textwrap.indent("z = x + 1j * y\n" + code.replace("; ", "\n"), "  ")
    exec(compile(f"def f(x, y):\n{body}", "model.py", "exec"), space)
    return space["f"]


def traced(function: Any, how: Any = trace) -> Any:
    return how(function, SPECS, lambda leaves: (tuple(leaves), {}), name="f", site="model.py:1")


@pytest.mark.parametrize(("code", "kind", "text"), ROWS)
def test_a_refusal_names_the_line_the_value_and_the_remedy(
    code: str, kind: type[TraceError], text: str
) -> None:
    with pytest.raises(kind) as caught:
        traced(function_of(code))
    place, _, message = str(caught.value).partition(": ")
    line = 1 if text.startswith("return of") else 2 + len(code.split("; "))
    assert (place, message) == (f"trace f (model.py:{line})", text)


def test_a_complex_value_is_of_no_use_after_its_trace() -> None:
    kept: list[Any] = []
    traced(function_of("kept.append(z); return x", kept=kept))
    for use in (lambda z: z + 1, np.exp, np.sum, lambda z: z.shape, lambda z: z[0], np.fft.fft):
        with pytest.raises(TraceError, match=r"the trace that made it has ended"):
            use(kept[0])
    assert repr(kept[0]) == "<complex tracer; its trace has ended>"
    with pytest.raises(TraceError, match=r"has ended"):
        traced(function_of("return abs(z * kept[0])", kept=kept))


def test_a_complex_value_that_is_kept_is_found() -> None:
    kept: list[Any] = []
    with pytest.raises(TraceError, match=r"made by \+ at model.py:3, is kept in a list"):
        traced(function_of("kept.append(z * 1j); return x", kept=kept), check_pure)


def test_harmless_uses_of_a_complex_value_are_no_refusals() -> None:
    code = "d = {z: 1}; return d[z], hasattr(z, 'foo'), z is x, repr(z), f'{z}'"
    shown = f"<tracer of {IS_Z}>"
    assert traced(function_of(code)).result == (1, False, False, shown, shown)


def test_complex_arguments_are_refused_as_ever(rt: srt.Runtime) -> None:
    mine = srt.jit(lambda x: x.real)
    for given in (np.ones(3, complex), 1j, np.complex64(1)):
        with pytest.raises(srt.errors.StreamRTError, match="complex"):
            mine(given)
