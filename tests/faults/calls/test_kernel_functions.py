"""Kernels of Python functions that are wrong: refused by name and line, before anything runs."""

from __future__ import annotations

import textwrap
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from shared.trial_kernels import values

import streamrt as srt
from streamrt.errors import (
    ArgumentError,
    ArgumentTypeError,
    KernelError,
    SignatureError,
    TraceError,
    TraceValueError,
)

SIGNATURE = "x: f32[n], inout z: f32[n], out y: f32[n]"


def made(body: str, **options: Any) -> srt.Kernel:
    """Returns a kernel of a function `f` with that body, which begins in line 2 of model.py."""
    space: dict[str, Any] = {"np": np, "table": np.ones(4, "f4"), "numbers": [*range(1025)]}
    source = "def f(x, z, y):\n" + textwrap.indent(body, "    ")
    exec(compile(source, "model.py", "exec"), space)
    kernel: srt.Kernel = srt.kernel(SIGNATURE, **options)(space["f"])
    return kernel


def refuses(
    rt: srt.Runtime, kernel: srt.Kernel, error: type[Exception], *words: str, extent: int = 4
) -> None:
    """Fails unless launches are refused twice, the outputs stay, and the stream goes on."""
    buffers = [rt.put(np.full(extent, k, "f4")) for k in range(3)]
    stream = rt.device().stream()
    for _ in range(2):
        with pytest.raises(error) as raised:
            stream.launch(kernel, *buffers)
        assert type(raised.value) is error
        for word in words:
            assert word in str(raised.value)
    fine = made("y[...] = x\nz += y")
    assert [{*values(each)} for each in buffers] == [{0.0}, {1.0}, {2.0}]
    stream.launch(fine, *buffers).sync()
    assert [{*values(each)} for each in buffers] == [{0.0}, {1.0}, {0.0}]


UNWRITTEN: dict[str, tuple[str, ...]] = {
    "z += x": ("(model.py:1): y is an output that is never written", "declare it inout"),
    "y[1:] = x[1:]": ("(model.py:1): y is an output of which a part is never written",),
    "y[::2] = 1\ny[1:-1:2] = 2": ("y is an output of which a part is never written",),
    "z[...] = y\ny[...] = x": ("y is written to z before it is written", "declare it inout"),
    "y += x": ("y is read at model.py:2 before it is written", "declare it inout"),
    "y[:2] = 0\ny[2:] = y[1:3] + x[2:]": ("y is read at model.py:3 before it is written",),
}


@pytest.mark.parametrize("body", UNWRITTEN)
def test_an_output_with_unknown_elements_is_refused(rt: srt.Runtime, body: str) -> None:
    """Row 123."""
    refuses(rt, made(body), TraceError, "trace f (model.py:", *UNWRITTEN[body])


IMPOSSIBLE: dict[str, tuple[type[Exception], str]] = {
    "y[...] = x\nx[0] = 1": (TraceError, "(model.py:3): item assignment on the argument x: it is "
                             "not the function's own; declare it inout"),
    "y[...] = x\nx += 1": (TraceError, "(model.py:3): += on the argument x"),
    "y[...] = x\nreturn y": (TraceError, "(model.py:3): return of an array: a kernel function "
                             "returns nothing; write to its output, as in `z[...] = x`"),
    "y[...] = x\nif not x.size:\n  return\nreturn 3": (TraceError, "(model.py:5): return of a int"),
    "y[...] = x\ny[...] += table": (TraceError, "(model.py:3): use of the NumPy array table: a "
                                    "kernel reads its arguments only; pass it as a parameter"),
    "y[...] = x if x[0] > 0 else -x": (TraceError, "(model.py:2): bool() of bool[], made by > at "
                                       "model.py:2; use np.where"),
    "for k in range(int(x[0])):\n  y[k] = 1": (TraceError, "(model.py:2): int() of f32[]"),
    "y[...] = np.unique(x)": (TraceError, "(model.py:2): np.unique"),
    "y[...] = x[1:]": (TraceValueError, "(model.py:2): assignment to elements of shapes (4,), (3"),
}  # fmt: skip


@pytest.mark.parametrize("body", IMPOSSIBLE)
def test_what_no_kernel_can_do_is_refused_with_its_line(rt: srt.Runtime, body: str) -> None:
    """Row 124."""
    error, text = IMPOSSIBLE[body]
    refuses(rt, made(body), error, f"trace f {text}")


def test_arrays_and_buffers_that_a_closure_holds_are_refused(rt: srt.Runtime) -> None:
    """Row 124."""
    for held, kind in ((np.ones(4, "f4"), "NumPy array"), (rt.put(np.ones(4, "f4")), "Buffer")):
        refuses(rt, _closing_over(held), TraceError, f"use of the {kind} held", "as a parameter")


def _closing_over(held: Any) -> srt.Kernel:
    @srt.kernel(SIGNATURE)
    def f(x: Any, z: Any, y: Any) -> None:
        y[...] = x + held

    return f


def test_an_error_of_the_function_itself_is_raised_as_it_is(rt: srt.Runtime) -> None:
    """Row 124."""
    refuses(rt, made("y[...] = x\n{}['missing']"), KeyError, "missing")


async def coroutine(x: Any, z: Any, y: Any) -> None: ...


def generator(x: Any, z: Any, y: Any) -> Any:
    yield


class Thing:
    """A callable that is no function."""

    def __call__(self, x: Any, z: Any, y: Any) -> None: ...


def of(function: Any, signature: Any = SIGNATURE) -> srt.Kernel:
    """Returns a kernel of whatever is given."""
    kernel: srt.Kernel = srt.kernel(signature)(function)
    return kernel


UNFIT: list[tuple[Callable[[], object], type[Exception], str]] = [
    (lambda: srt.kernel(SIGNATURE)(lambda x, z: None), SignatureError,
     "kernel <lambda>: its function takes (x, z); it must take (x, z, y)"),
    (lambda: srt.kernel(SIGNATURE)(lambda y, z, x: None), SignatureError, "must take (x, z, y)"),
    (lambda: srt.kernel(SIGNATURE)(lambda *a: None), SignatureError, "takes (*a)"),
    (lambda: srt.kernel("x: f32[n]")(lambda x: None), SignatureError, "has no output; declare one"),
    (lambda: srt.kernel("x: f32[n")(lambda x: None), SignatureError, "cannot read 'x: f32[n'"),
    (lambda: of(coroutine), ArgumentTypeError, "coroutine: found an async"),
    (lambda: of(generator), ArgumentTypeError, "a kernel computes, and returns"),
    (lambda: of(Thing()), ArgumentTypeError, "write it above a function"),
    (lambda: of(len), ArgumentTypeError, "write it above a function"),
    (lambda: of(made("pass")), ArgumentTypeError, "is a kernel already"),
    (lambda: of(abs, signature=len), ArgumentTypeError, "for the signature; write it above"),
]  # fmt: skip


@pytest.mark.parametrize(("decorate", "error", "text"), UNFIT)
def test_what_cannot_be_a_kernel_is_refused_by_the_decorator(
    decorate: Callable[[], object], error: type[Exception], text: str
) -> None:
    """Row 125."""
    with pytest.raises(error) as raised:
        decorate()
    assert text in str(raised.value)


NOT_ELEMENTWISE = (
    "y[...] = x[::-1]\nz[...] = 0", "y[...] = x.sum()\nz[...] = 0", "y[...] = x\nz[:2] = x[:2]",
    "y[...] = x\nz[...] = np.concatenate([x[1:], x[:1]])", "y[...] = x[:1]\nz += x",
    "y[...] = x\nz[...] = (x * np.ones((3, 1), 'f4')).max(axis=0)",
)  # fmt: skip


@pytest.mark.parametrize("body", NOT_ELEMENTWISE)
def test_a_function_that_is_not_elementwise_cannot_say_so(rt: srt.Runtime, body: str) -> None:
    """Row 126."""
    text = "trace f (model.py:1): it says that it is elementwise"
    refuses(rt, made(body, elementwise=True), TraceError, text, "leave elementwise out")


def test_a_square_matrix_and_its_transpose_are_not_elementwise(rt: srt.Runtime) -> None:
    """Row 126: the elements have other indexes, though the shapes are equal."""

    @srt.kernel("x: f32[n, n], out y: f32[n, n]", elementwise=True)
    def f(x: Any, y: Any) -> None:
        y[...] = x + x.T

    x = rt.put(np.ones((3, 3), "f4"))
    with pytest.raises(TraceError, match="it says that it is elementwise"):
        rt.device().stream().launch(f, x, x)


def test_a_large_array_that_a_function_makes_is_refused(rt: srt.Runtime) -> None:
    """Row 127: one of 4096 bytes is compiled in."""
    with_table = made("y[...] = x + np.array(numbers, 'f4')[: x.shape[0]]\nz[...] = 0")
    text = "its function uses an array of 4100 bytes that it makes itself", "as a parameter"
    refuses(rt, with_table, ArgumentError, "launch f on cpu:0/", *text, extent=1025)
    x = rt.put(np.ones(1024, "f4"))
    y, z = rt.put(np.zeros(1024, "f4")), rt.put(np.zeros(1024, "f4"))
    rt.device().stream().launch(made("y[...] = x + np.arange(1024, dtype='f4')\nz += 0"), x, z, y)
    assert values(y) == [k + 1.0 for k in range(1024)]


def test_a_launch_without_memory_for_what_is_in_between_fails(
    rt: srt.Runtime, silence: None
) -> None:
    """Row 128: a matrix larger than any address space; a smaller launch goes on."""
    del silence
    square = made("y[...] = (x[:, None] * x) @ x\nz[...] = z[::-1]")
    stream = rt.device().stream()
    for extent in (4, 2**23, 4):
        x, z, y = (rt.put(np.arange(extent, dtype="f4")) for _ in range(3))
        execution = stream.launch(square, x, z, y)
        if extent == 4:
            execution.sync()
            assert values(y) == [0, 14, 28, 42]
            assert values(z) == [3, 2, 1, 0]
        else:
            with pytest.raises(KernelError, match=r"f on cpu:0.*there is no memory") as raised:
                execution.sync()
            assert raised.value.code == 2
            with pytest.raises(srt.errors.StreamRTError):
                y.sync()
