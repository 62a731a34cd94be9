"""Random chains of operations, views and writes of complex arrays, beside NumPy."""

from __future__ import annotations

from typing import Any

import numpy as np
from hypothesis import example, given, settings
from hypothesis import strategies as st

import streamrt as srt
from streamrt.errors import TraceError

STEPS = (
    "a + b", "a - 1j", "a * b", "2 * a", "a / (abs(b) + 1)", "-a", "a.conj()", "a * a[0]",
    "np.exp(a / (abs(a) + 1))", "np.sqrt(a)", "abs(a)", "a.real", "a.imag", "np.angle(a)",
    "a.T", "a[::-1]", "a[..., 1:]", "a[None][0]", "a.reshape(-1)", "a.ravel()", "a.copy()",
    "a.reshape(a.shape[::-1])", "np.where(abs(a) > 1, a, b)", "np.roll(a, 1, 0)", "np.cumsum(a, 0)",
    "np.concatenate([a, b])", "np.stack([a, b])[0]", "np.fft.fft(a)", "np.fft.ifft(a, axis=0)",
    "np.fft.fftshift(a)", "a - a.mean(0)", "a.astype('c8')", "a * w", "a ** 2", "np.real(a) + 1j",
    "np.broadcast_to(a[0], a.shape)", "np.zeros_like(a)", "a @ b.T", "a[[0, -1]]",
)  # fmt: skip
WRITES = (
    "a += b", "a *= 1j", "a -= 1", "a[0] = b[0]", "a[..., 0] = 2 - 1j", "a[1:] *= 2",
    "a.real = 0", "a.imag[0] = 3", "a.real[...] = a.imag", "a[abs(a) > 1] = 0.5j", "a[::-1] = a",
    "a.T[0] = 1", "a /= 2j", "np.add(a, b, out=a)",
)  # fmt: skip
STEP = st.tuples(
    st.sampled_from([f"{{k}} = {step}" for step in STEPS] + list(WRITES)),
    st.integers(0, 3),
    st.integers(0, 3),
)
W = np.array([[1 + 2j], [-1j]])


def source_of(steps: list[tuple[str, int, int]]) -> str:
    """A function whose every step makes another value, or writes to one so far."""
    lines = ["def f(x, y):", "  v = [x + 1j * y, y * 1]"]
    for step, a, b in steps:
        lines.append(f"  a, b = v[-1 - {a} % len(v)], v[-1 - {b} % len(v)]")
        lines.append(f"  {step.format(k='made')}")
        lines += ["  v.append(made)"] if "{k}" in step else []
    return "\n".join([*lines, "  return parts(v[-4:])"])


def parts(values: list[Any]) -> Any:
    found: list[Any] = []
    for value in values:
        found += [np.shape(value), str(value.dtype), np.real(value) + 0]
        found += [np.imag(value) + 0] if np.iscomplexobj(value) else []
    return found


@settings(max_examples=100, deadline=None)
@given(st.lists(STEP, min_size=1, max_size=8), st.sampled_from(("f4", "f8")))
@example([("{k} = a.real", 1, 0), ("a += b", 0, 0), ("a *= 1j", 2, 0)], "f8")
@example([("{k} = a.T", 1, 0), ("a[1:] *= 2", 0, 0), ("a[::-1] = a", 0, 0)], "f4")
def test_a_chain_gives_what_numpy_does(steps: list[tuple[str, int, int]], dtype: str) -> None:
    source = source_of(steps)
    space: dict[str, Any] = {"np": np, "parts": parts, "w": W}
    exec(source, space)
    rng = np.random.default_rng(len(source))
    x, y = (rng.standard_normal((2, 3)).astype(dtype) for _ in range(2))
    expected: Any = None
    try:
        with np.errstate(all="ignore"):
            expected = space["f"](x, y)
    except (ValueError, TypeError, IndexError, AttributeError, np.exceptions.ComplexWarning):
        pass
    try:
        found = srt.jit(space["f"])(x, y)
    except (TraceError, TypeError) as error:
        allowed = ("a reshape of the same array", "not the function's own", "as NumPy's, it cannot")
        if expected is not None and not any(text in str(error) for text in allowed):
            raise
        return
    if expected is None:
        return
    rtol = 1e-3 if dtype == "f4" or "c8" in source else 1e-9
    for one, two in zip(found, expected, strict=True):
        if isinstance(two, str | tuple):
            assert one == two, source
        elif np.all(np.isfinite(two)):  # NumPy's division by a real number mixes NaNs of parts
            scale = max(1.0, float(np.max(np.abs(two), initial=0)))
            np.testing.assert_allclose(
                np.asarray(one) / scale, two / scale, atol=rtol, err_msg=source
            )
