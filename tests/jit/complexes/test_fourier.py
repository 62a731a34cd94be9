"""np.fft in compiled functions gives what NumPy gives, bit for bit."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import streamrt as srt
from streamrt._ir.encoding import decode, encode
from streamrt._ir.interpret import interpret
from streamrt._ir.program import Builder
from streamrt._ir.text.readable import spell
from streamrt.errors import TraceError
from streamrt.testing import Simulator

Array = np.ndarray[Any, Any]

ONE = ("fft", "ifft", "rfft", "irfft", "hfft", "ihfft")
MANY = ("fft2", "ifft2", "rfft2", "irfft2", "fftn", "ifftn", "rfftn", "irfftn")
OF_REALS = ("rfft", "ihfft", "rfft2", "rfftn")
NORMS = (None, "backward", "ortho", "forward")


def parts(thing: Any) -> tuple[Any, ...]:
    """A result that compiled functions can return: parts in place of complex numbers."""
    if not np.iscomplexobj(thing):
        return (thing,)
    return thing.real, thing.imag, str(thing.dtype)


def same(found: Any, expected: Any) -> None:
    assert len(found) == len(expected)
    for one, two in zip(found, expected, strict=True):
        if isinstance(two, str):
            assert one == two
        else:
            array = np.asarray(one)
            assert array.dtype == np.asarray(two).dtype
            np.testing.assert_array_equal(array, two)


def _array(seed: int, shape: tuple[int, ...], dtype: str) -> Array:
    found = np.random.default_rng(seed).standard_normal(shape) * 5
    return np.abs(found).astype(dtype) if dtype in ("u2", "?") else found.astype(dtype)


VIEWS: dict[str, Callable[[Any], Any]] = {
    "as it is": lambda x: x,
    "turned": lambda x: x.T,
    "backward": lambda x: x[::-1],
    "spread": lambda x: x[..., ::2],
}


@st.composite
def cases(draw: st.DrawFn) -> tuple[Any, ...]:
    shape = tuple(draw(st.lists(st.integers(1, 9), min_size=1, max_size=3)))
    name = draw(st.sampled_from((*ONE, *MANY) if len(shape) > 1 else ONE))
    is_complex = name not in OF_REALS and draw(st.booleans())
    dtype = draw(st.sampled_from(("f4", "f8") if is_complex else ("f4", "f8", "i4", "u2", "?")))
    view = draw(st.sampled_from(sorted(VIEWS)))
    ndim = len(shape)
    options: dict[str, Any] = {"norm": draw(st.sampled_from(NORMS))}
    if name in ONE:
        options["axis"] = draw(st.integers(-ndim, ndim - 1))
        options["n"] = draw(st.none() | st.integers(1, 12))
    elif draw(st.booleans()):
        axes = draw(st.lists(st.integers(-ndim, ndim - 1), min_size=1, max_size=3))
        options["axes"] = tuple(axes)
        sizes = st.tuples(*[st.integers(1, 7) | st.just(-1) for _ in axes])
        options["s"] = draw(st.none() | sizes)
    return name, shape, dtype, is_complex, view, options, draw(st.integers(0, 99))


@settings(max_examples=250, deadline=None)
@given(cases())
def test_a_transform_is_numpys_bit_for_bit(case: tuple[Any, ...]) -> None:
    name, shape, dtype, is_complex, view, options, seed = case

    def function(a: Any, b: Any) -> Any:
        x = VIEWS[view](a + 1j * b if is_complex else a)
        return parts(getattr(np.fft, name)(x, **options))

    a, b = _array(seed, shape, dtype), _array(seed + 1, shape, dtype)
    try:
        expected = function(a, b)
    except ValueError:  # no elements are transformed
        with pytest.raises(TraceError, match=r"np\.fft\.\w+ of -?\d+ elements: it takes one"):
            srt.jit(function)(a, b)
        return
    same(srt.jit(function)(a, b), expected)


@settings(max_examples=60, deadline=None)
@given(cases())
def test_shifts_are_numpys(case: tuple[Any, ...]) -> None:
    _, shape, dtype, is_complex, view, options, seed = case
    axes = options.get("axes") or options.get("axis")

    def function(a: Any, b: Any) -> Any:
        x = VIEWS[view](a + 1j * b if is_complex else a)
        shifted = np.fft.fftshift(x, axes)
        return parts(shifted) + parts(np.fft.ifftshift(shifted * 2, axes))

    a, b = _array(seed, shape, dtype), _array(seed + 1, shape, dtype)
    same(srt.jit(function)(a, b), function(a, b))


def low_pass(x: Any) -> Any:
    spectrum = np.fft.rfft(x)
    spectrum[..., 7:] = 0
    return np.fft.irfft(spectrum, x.shape[-1])


def low_pass_by_mask(x: Any) -> Any:
    keep = np.abs(np.fft.fftfreq(x.shape[-1])) < 0.2
    return np.fft.ifft(np.where(keep, np.fft.fft(x), 0)).real


def power_spectrum(x: Any) -> Any:
    window = np.hanning(x.shape[-1])
    return np.abs(np.fft.rfft(x * window)) ** 2 / np.sum(window**2)


def autocorrelation(x: Any) -> Any:
    n = x.shape[-1]
    spectrum = np.fft.rfft(x - x.mean(axis=-1, keepdims=True), 2 * n)
    found = np.fft.irfft(spectrum * np.conj(spectrum))[..., :n]
    return found / found[..., :1]


def envelope(x: Any) -> Any:
    """The amplitude of the analytic signal, as scipy.signal.hilbert makes it."""
    n = x.shape[-1]
    step = np.zeros(n)
    step[0] = 1
    step[1 : (n + 1) // 2] = 2
    if n % 2 == 0:
        step[n // 2] = 1
    analytic = np.fft.ifft(np.fft.fft(x) * step)
    return np.abs(analytic), np.real(np.exp(1j * np.angle(analytic)))


def derivative(x: Any) -> Any:
    k = 2j * np.pi * np.fft.rfftfreq(x.shape[-1])
    return np.fft.irfft(k * np.fft.rfft(x), n=x.shape[-1])


def convolution(x: Any) -> Any:
    kernel = np.exp(-(np.arange(-3.0, 4.0) ** 2))
    n = x.shape[-1] + len(kernel) - 1
    return np.fft.irfft(np.fft.rfft(x, n) * np.fft.rfft(kernel, n), n)


def phase_shift(x: Any) -> Any:
    turned: Any = np.fft.fft2(x) * np.exp(-2j * np.pi * np.fft.fftfreq(x.shape[-1]) * 3)
    return np.fft.ifft2(turned).real, np.fft.fftshift(np.log1p(np.abs(turned)))


EXPRESSIONS = (
    low_pass, low_pass_by_mask, power_spectrum, autocorrelation, envelope, derivative,
    convolution, phase_shift,
)  # fmt: skip


@pytest.mark.parametrize("function", EXPRESSIONS, ids=lambda function: function.__name__)
@pytest.mark.parametrize("dtype", ["f4", "f8"])
@pytest.mark.parametrize("n", [16, 27])
def test_what_people_write_with_transforms(function: Any, dtype: str, n: int) -> None:
    x = _array(n, (3, n), dtype)
    found, expected = srt.jit(function)(x), function(x)
    if not isinstance(expected, tuple):
        found, expected = (found,), (expected,)
    for one, two in zip(found, expected, strict=True):
        array = np.asarray(one)
        assert array.dtype == np.asarray(two).dtype
        np.testing.assert_allclose(array, two, atol=3e-4 if dtype == "f4" else 1e-11)


def test_a_transform_of_a_transform_is_taken_where_it_lies() -> None:
    compiled = srt.jit(lambda x: np.fft.ifft2(np.fft.fft2(x)).real)
    x = _array(1, (4, 6), "f8")
    names = [kernel.name for kernel in compiled.lower(x).kernels]
    assert names[:-1] == ["np.fft"] * 4  # the last one copies the real part
    np.testing.assert_allclose(np.asarray(compiled(x)), x, atol=1e-12)


def test_a_transform_of_float16_is_one_of_float32() -> None:
    x = _array(2, (9,), "f2")
    found = srt.jit(lambda x: parts(np.fft.rfft(x)))(x)
    same(found, parts(np.fft.rfft(x.astype("f4"))))


def test_a_transform_of_no_rows_is_empty() -> None:
    x = np.zeros((0, 4))
    same(srt.jit(lambda x: parts(np.fft.fft(x)))(x), parts(np.fft.fft(x)))


# The attributes are the axis, the function, n, the norm, and whether there are pairs.
@pytest.mark.parametrize("dtype", ["f32", "f64"])
@pytest.mark.parametrize(
    ("attributes", "shape", "text"),
    [
        ((0, 0, 6, 0, 0), (6, 3, 2, 2), "along axis 0 by fft n=6 norm=backward"),
        ((1, 1, 7, 1, 1), (5, 7, 2), "along axis 1 by ifft n=7 norm=ortho of pairs"),
        ((2, 2, 9, 2, 0), (5, 3, 5, 2), "along axis 2 by rfft n=9 norm=forward"),
        ((0, 3, 200, 0, 1), (200, 3), "along axis 0 by irfft n=200 norm=backward of pairs"),
    ],
)
def test_a_program_has_one_spelling_in_bytes_and_one_in_text(
    dtype: str, attributes: tuple[int, ...], shape: tuple[int, ...], text: str
) -> None:
    builder = Builder()
    made = builder.apply("fft", builder.parameter(dtype, (5, 3, 2)), attributes=attributes)
    assert (made.dtype.name, made.shape) == (dtype, shape)
    program = builder.finish([made])
    again = decode(encode(program))
    assert encode(again) == encode(program)
    assert spell(again) == spell(program)
    assert text in spell(program)
    x = _array(3, (5, 3, 2), {"f32": "f4", "f64": "f8"}[dtype])
    (found,) = interpret(again, [x])
    assert (found.dtype, found.shape) == (x.dtype, shape)


@pytest.mark.parametrize(
    ("dtype", "attributes"),
    [
        ("f64", (3, 0, 4, 0, 0)),
        ("f64", (2, 0, 4, 0, 1)),
        ("f64", (0, 4, 4, 0, 0)),
        ("f64", (0, 0, 0, 0, 0)),
        ("f64", (0, 0, -1, 0, 0)),
        ("f64", (0, 0, 4, 3, 0)),
        ("f64", (0, 0, 4, 0, 2)),
        ("f64", (0, 2, 4, 0, 1)),
        ("f64", (0, 0, 4, 0)),
        ("f16", (0, 0, 4, 0, 0)),
        ("i64", (0, 0, 4, 0, 0)),
    ],
)
def test_a_transform_that_makes_no_sense_is_none_of_a_program(
    dtype: str, attributes: tuple[int, ...]
) -> None:
    builder = Builder()
    with pytest.raises(ValueError, match=r"fft of \w+\[5, 3, 2\] by"):
        builder.apply("fft", builder.parameter(dtype, (5, 3, 2)), attributes=attributes)
    with pytest.raises(ValueError, match=r"fft of f64\[5, 3\] by"):  # no pairs
        builder.apply("fft", builder.parameter("f64", (5, 3)), attributes=(0, 0, 5, 0, 1))


async def test_a_device_with_memory_of_its_own_refuses_transforms() -> None:
    async with srt.Runtime(["sim:0"], backends=[Simulator(seed=1)]) as rt:
        x = rt.put(np.ones(4))
        with pytest.raises(srt.errors.CompileError, match=r"np\.fft is a host call, and the host"):
            srt.jit(lambda x: np.abs(np.fft.fft(x)))(x)
