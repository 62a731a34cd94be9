"""Errors inside of the compiler, and functions that are too much for it."""

from __future__ import annotations

import inspect
import signal
from collections.abc import Callable, Generator
from typing import Any

import numpy as np
import pytest

import streamrt as srt
from streamrt import array_api as xp
from streamrt._ir.limits import Limits
from streamrt._ir.program import Builder
from streamrt.errors import CompileError

X = np.ones((3, 4), np.float32)


@pytest.fixture
def rt() -> Generator[srt.Runtime]:
    """A runtime that is the current one."""
    with srt.Runtime() as runtime:
        yield runtime


def function(x: Any) -> Any:
    y = x + 1
    return np.exp(y).sum()  # the line


LINE = inspect.getsourcelines(function)[1] + 2


def fails(error: BaseException) -> Callable[..., Any]:
    """Returns what raises an error, whatever it is passed."""

    def failing(*_: Any, **__: Any) -> Any:
        raise error

    return failing


BROKEN: Any = {}.__getitem__
"""It raises an error where it is called, whatever it is passed: it is no code of the user's."""


def launch(rt: srt.Runtime) -> object:
    @srt.kernel("x: f32[n, m], out y: f32[]")
    def kernel(x: Any, y: Any) -> None:
        y[...] = function(x)

    return rt.device().stream().launch(kernel, rt.put(X), rt.empty((), "f4"))


def eager(rt: srt.Runtime) -> object:
    del rt
    return xp.sum(xp.exp(xp.asarray(X)))  # eager


EAGER = inspect.getsourcelines(eager)[1] + 2
ENTRIES: dict[str, Callable[[srt.Runtime], object]] = {
    "call": lambda rt: srt.jit(function)(X),
    "call on a stream": lambda rt: srt.jit(function).on(rt.device().stream())(rt.put(X)),
    "lower": lambda rt: srt.jit(function).lower(X).kernels,
    "llvm": lambda rt: srt.jit(function).lower(X).llvm,
    "stablehlo": lambda rt: srt.jit(function).lower(X).stablehlo,
    "compile": lambda rt: srt.jit(function).compile(X),
    "warm": lambda rt: srt.jit(function).warm(X).sync(),
    "check": lambda rt: srt.jit(function, check=True)(X),
    "kernel": launch,
    "eager": eager,
}
PLACES = (
    "streamrt._jit.tracing.recording.Recording.widened",
    "streamrt._ir.passes.rewriter.Builder.take_over",
    "streamrt._ir.fusion.fuse.make_rows",
    "streamrt._ir.lower.nest",
)


@pytest.mark.parametrize("entry", ENTRIES)
@pytest.mark.parametrize("place", PLACES)
def test_an_error_inside_of_the_compiler_names_the_line_and_asks_to_report_it(
    entry: str, place: str, rt: srt.Runtime, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Row 135."""
    srt.jit(function)(X[1:])  # what is loaded, is
    monkeypatch.setattr(place, BROKEN)
    with pytest.raises(CompileError, match=r"^compile ") as info:
        ENTRIES[entry](rt)
    cause = info.value.__cause__
    wanted = f"the compiler itself failed, by {type(cause).__name__}: {cause}; please report it"
    assert wanted in str(info.value)
    assert "(test_compiler.py:" in str(info.value)
    if place.startswith("streamrt._jit") or "make_rows" in place:
        assert f"test_compiler.py:{EAGER if entry == 'eager' else LINE})" in str(info.value)


@pytest.mark.parametrize("language", ["cuda", "opencl"])
def test_an_error_of_an_emitter_names_the_function(
    rt: srt.Runtime, monkeypatch: pytest.MonkeyPatch, language: str
) -> None:
    """Row 135: the text for a GPU, too."""
    monkeypatch.setattr("streamrt._ir.gpu.sources.emit", BROKEN)
    lowering = srt.jit(lambda x: np.hypot(x, 3.0)).lower(X)
    assert lowering.llvm
    with pytest.raises(CompileError, match=r"\(test_compiler.py:\d+\): the compiler itself failed"):
        getattr(lowering, language)


@pytest.mark.parametrize("of", [np.cumsum, np.cumprod, lambda x: np.take(x, [1, 0])])
@pytest.mark.parametrize("dtype", ["f4", "i8"])
def test_every_kernel_is_spelled(of: Any, dtype: str, rt: srt.Runtime) -> None:
    """Row 135: as text for both kinds of devices."""
    lowering = srt.jit(of).lower(np.ones(5, dtype))
    assert "define i32" in lowering.llvm
    assert "__global__" in lowering.cuda


def test_errors_of_the_function_and_of_the_process_pass_as_they_are(
    rt: srt.Runtime, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Row 135."""
    for kind in (KeyError, ValueError, ZeroDivisionError, IndexError):
        error = kind("mine")

        axis: Any = type("Axis", (), {"__index__": fails(error)})()
        for mistaken in (fails(error), lambda x: np.sum(x, axis=axis)):  # noqa: B023
            with pytest.raises(kind) as info:
                srt.jit(mistaken)(X)
            assert info.value is error
    with pytest.raises(ValueError, match="invalid literal"):
        srt.jit(lambda x: x + int("one"))(X)
    for kind in (KeyboardInterrupt, MemoryError, SystemExit):
        monkeypatch.setattr("streamrt._ir.lower.nest", fails(kind("now")))
        with pytest.raises(kind):
            srt.jit(function)(X)


def test_the_error_of_a_signal_handler_passes_as_it_is(
    rt: srt.Runtime, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Row 135: also in the middle of the compiler."""

    def handler(*_: object) -> None:
        raise ValueError("from the handler")

    def raising(*_: Any) -> Any:
        signal.raise_signal(signal.SIGUSR1)

    before = signal.signal(signal.SIGUSR1, handler)
    try:
        monkeypatch.setattr("streamrt._ir.lower.nest", raising)
        with pytest.raises(ValueError, match=r"^from the handler$"):
            srt.jit(function)(X)
    finally:
        signal.signal(signal.SIGUSR1, before)


def endless(x: Any) -> Any:
    while True:
        x = x + 1  # endless


def joined(x: Any) -> Any:
    return np.concatenate([x] * 100_000)  # joined


def stepwise(x: Any) -> Any:
    for _ in range(600):
        x = np.cumsum(x, axis=0)  # stepwise
    return x


TOO_MUCH: dict[Any, tuple[str, int]] = {
    endless: (r"it has more than 500 operations; make several", 2),
    joined: (r"concatenate of 100,000 arrays; 4,096 is the most; make", 1),
    stepwise: (r"it has more than 500 operations", 2),
}


@pytest.mark.parametrize("given", TOO_MUCH, ids=lambda f: f.__name__)
def test_what_is_too_much_is_refused_with_the_line_and_the_limit(
    given: Callable[[Any], Any], rt: srt.Runtime, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Row 136."""
    monkeypatch.setattr(Builder.__init__, "__defaults__", (None, Limits(values=500)))
    text, line = TOO_MUCH[given]
    where = inspect.getsourcelines(given)[1] + line
    with pytest.raises(CompileError, match=rf"\(test_compiler.py:{where}\): {text}"):
        srt.jit(given)(X)


def test_a_kernel_function_of_too_many_steps_is_refused(rt: srt.Runtime) -> None:
    """Row 136."""

    @srt.kernel("x: f32[n, m], out y: f32[n, m]")
    def kernel(x: Any, y: Any) -> None:
        y[...] = stepwise(x)

    line = inspect.getsourcelines(stepwise)[1] + 2
    where = rf"test_compiler.py:{line}\): it needs more than 512 kernels, one by one; make several"
    with pytest.raises(CompileError, match=where):
        rt.device().stream().launch(kernel, rt.put(X), rt.empty(X.shape, "f4"))


def test_an_array_that_is_doubled_by_joining_is_compiled_or_refused_at_once(
    rt: srt.Runtime,
) -> None:
    """Row 136: 2^40 elements are 4 TiB, for which there is no memory."""

    def doubled(x: Any, times: int) -> Any:
        for _ in range(times):
            x = np.concatenate([x, x])
        return x

    compiled = srt.jit(doubled, static=["times"])
    x = np.arange(3, dtype="f4")
    np.testing.assert_array_equal(np.asarray(compiled(x, 12)), doubled(x, 12))
    assert len(compiled.lower(x, 40).kernels) < 500
    with pytest.raises(srt.errors.OutOfMemoryError):
        compiled(x, 40)
