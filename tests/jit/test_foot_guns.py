"""What surprises people who compile functions, each as a test: docs/foot_guns.md is made of this.

A docstring has three parts: what somebody writes, what happens here, and `Instead:` what to write.
A last line `Met in:` names where users of other compilers met the same.
"""

from __future__ import annotations

import logging
import time
from typing import Any

import numpy as np
import pytest

import streamrt as srt
from streamrt._jit.calling import counting as story
from streamrt.errors import ArgumentTypeError, TraceError


def value(buffer: Any) -> Any:
    return np.asarray(buffer)


def test_a_branch_on_a_value() -> None:
    """`if x.sum() > 0:`, `while error > limit:`, `a and b`, `min(x, 0)`

    The values are not known while the function is traced. A TraceError names the line, the
    operation that made the condition, and its line.

    Instead: `np.where(condition, one, other)`, `np.minimum(x, 0)`; `srt.cond` and `srt.while_loop`,
    which decide when the function runs; or branch outside, on a value that was awaited.
    Met in: jax#16430
    """

    @srt.jit
    def relu(x: Any) -> Any:
        return x if x.sum() > 0 else x * 0

    with pytest.raises(TraceError, match=r"bool\(\) of bool\[\], made by > at .*np\.where"):
        relu(np.ones(3))


def test_a_side_effect() -> None:
    """`self.count += 1`, `log.append(x)`, `print(x)`, `time.time()` in a function

    Plain Python runs while the function is traced, which is once for each kind of arguments. Later
    calls do not run it. A change of an attribute of `self`, or of a list or dict from outside, is
    found and refused; `print` and `time` are not found.

    Instead: do it outside; `@srt.jit(check=True)` traces twice, and refuses a function whose two
    traces differ.
    Met in: jax#1141
    """
    seen: list[int] = []

    @srt.jit
    def noted(x: Any) -> Any:
        seen.append(len(seen))
        return x + len(seen)

    with pytest.raises(TraceError, match=r"changed seen\[0\]"):
        noted(np.zeros(2))

    @srt.jit(check=True)
    def late(x: Any) -> Any:
        return x + time.perf_counter_ns() % 1_000_003

    with pytest.raises(TraceError, match=r"test_foot_guns\.py"):
        late(np.zeros(2))


def test_random_numbers(caplog: pytest.LogCaptureFixture) -> None:
    """`np.random.rand(...)` in a function

    The numbers are drawn once, while the function is traced; every call uses the same ones. A
    warning is logged.

    Instead: draw outside, and pass the numbers as an argument.
    """

    @srt.jit
    def noisy(x: Any) -> Any:
        return x + np.random.rand(2)

    with caplog.at_level(logging.WARNING, "streamrt"):
        first, second = value(noisy(np.zeros(2))), value(noisy(np.zeros(2)))
    np.testing.assert_array_equal(first, second)
    assert "pass them as an argument" in caplog.text


def test_a_number_where_python_needs_one(caplog: pytest.LogCaptureFixture) -> None:
    """`range(n)`, `x.reshape(n)`, `if n > 3`, `math.exp(n)` with an argument

    A number that is passed is not known while tracing, so that other numbers need no compilation.
    A function that needs its value is compiled for each value of it, and a line of the log says so
    once. A number that depends on an array stays unknown: a TraceError says so.

    Instead: `@srt.jit(static="n")` says that this is meant; write `np.exp` for `math.exp`, and
    `np.where` for `if`, so that one compilation serves all numbers.
    """

    def powers(x: Any, n: Any) -> Any:
        return sum(x**k for k in range(n))

    for compiled in (srt.jit(powers), srt.jit(powers, static="n")):
        for n in (3, 2, 3):
            assert value(compiled(np.ones(2), n))[0] == n
        assert compiled.stats().traces == 2
    assert caplog.text.count("the number n is compiled in") == 1
    with pytest.raises(TraceError, match="its value is not known while tracing"):
        srt.jit(lambda x: sum(x for _ in range(int(x[0]))))(np.ones(2))


def test_a_loop_of_many_rounds() -> None:
    """`for k in range(1000):` in a function

    Python runs every round while the function is traced, so the program has the operations of all
    of them. It takes long to compile, and other numbers of rounds are compiled again.

    Instead: `srt.fori`, `srt.scan` or `srt.while_loop`, which trace one turn.
    Met in: jax#2777
    """

    def in_python(x: Any) -> Any:
        for _ in range(1000):
            x = np.sin(x) + 1
        return x

    def in_the_program(x: Any) -> Any:
        return srt.fori(0, 1000, lambda _, x: np.sin(x) + 1, x)

    x = np.linspace(0, 1, 5)
    many, few = (srt.jit(f).lower(x).traced for f in (in_python, in_the_program))
    assert many.count("= sin") == 1000
    assert few.count("= sin") == 1
    np.testing.assert_allclose(value(srt.jit(in_the_program)(x)), in_python(x), rtol=1e-12)


def test_an_array_that_is_kept() -> None:
    """An array of a trace that outlives it, as in `some.cache = x * 2`

    Such an array has no elements. Whoever uses it later gets a TraceError that names its line and
    shape.

    Instead: return it.
    Met in: jax#3086, jax#5492, jax#13022
    """

    class Kept:
        array: Any = None

    @srt.jit
    def leaky(x: Any) -> Any:
        Kept.array = x * 2
        return x + 1

    leaky(np.ones(3))
    with pytest.raises(TraceError, match=r"f64\[3\]"):
        _ = Kept.array + 1


def test_a_mask_as_an_index() -> None:
    """`return x[x > 0]`, `np.nonzero(x)`, `np.unique(x)`

    The shape of the result would depend on values. A TraceError says so. Assignments with a mask,
    and sums of what it picks, are fine.

    Instead: `np.where(mask, x, 0)`, `y[mask] = np.log(x[mask])`, or do it on the host with the
    values.
    """
    with pytest.raises(TraceError, match=r"np\.where"):
        srt.jit(lambda x: x[x > 0])(np.ones(3))

    @srt.jit
    def logs(x: Any) -> Any:
        y = np.zeros(len(x))
        y[x > 0] = np.log(x[x > 0])
        return y

    np.testing.assert_array_equal(value(logs(np.array([1.0, -1.0]))), [0, 0])


def test_an_error_that_is_caught() -> None:
    """`except np.linalg.LinAlgError:` around `np.linalg.inv(x)`

    Nothing is computed while the function is traced, so nothing fails there, and the handler is not
    part of what is compiled. The call fails when it runs.

    Instead: catch the error where the result is awaited or fetched; it is the cause of a
    DependencyError.
    """

    @srt.jit
    def inverse(x: Any) -> Any:
        try:
            return np.linalg.inv(x)
        except np.linalg.LinAlgError:
            return np.linalg.pinv(x)

    assert value(inverse(np.eye(2)))[0, 0] == 1
    with pytest.raises(srt.errors.DependencyError, match="Singular matrix") as found:
        value(inverse(np.zeros((2, 2))))
    assert isinstance(found.value.__cause__, np.linalg.LinAlgError)


def test_writing_to_an_argument() -> None:
    """`x[0] = 1` or `x += 1` on an argument

    Arguments are not the function's own, and somebody may be reading them. A TraceError says so.
    Arrays that the function has made may be written.

    Instead: `y = x.copy()`, write to `y`, and return it.
    """

    def first(x: Any) -> Any:
        x[0] = 1
        return x

    with pytest.raises(TraceError, match=r"x\.copy\(\)"):
        srt.jit(first)(np.zeros(3))

    def copied(x: Any) -> Any:
        y = x.copy()
        y[0] = 1
        return y

    np.testing.assert_array_equal(value(srt.jit(copied)(np.zeros(3))), [1, 0, 0])


def test_an_attribute_or_global_that_is_set_again(rt: srt.Runtime) -> None:
    """`self.w = other`, or a global Buffer or function that is set to another one

    The next call uses the new one; nothing is stale. Numbers, functions and NumPy arrays among them
    are compiled in, and another one compiles again.

    Instead: nothing for Buffers; pass numbers and NumPy arrays that change often as arguments.
    Met in: numba#938, jax#28418
    """

    class Scaled:
        def __init__(self) -> None:
            self.w: Any = rt.put(np.full(2, 2.0))
            self.power = 1

        @srt.jit
        def __call__(self, x: Any) -> Any:
            return x * self.w**self.power

    scaled, x = Scaled(), rt.put(np.ones(2))
    assert value(scaled(x))[0] == 2.0
    scaled.w = rt.put(np.full(2, 3.0))
    assert value(scaled(x))[0] == 3.0
    scaled.power = 2
    assert value(scaled(x))[0] == 9.0
    rounding: Any = np.floor
    rounded = srt.jit(lambda x: rounding(x))
    assert value(rounded(np.full(2, 1.5)))[0] == 1.0
    rounding = np.ceil
    assert value(rounded(np.full(2, 1.5)))[0] == 2.0


def test_an_attribute_of_a_class() -> None:
    """`Model.scale = 2.0`, where methods read `self.scale` or `cls.scale` from the class

    What stands in a class, or in another module and is read as its attribute, is compiled in. So is
    which module of NumPy's or another package's a name means. Setting it again does not reach
    compiled code.

    Instead: set it on the object, as `self.scale = 2.0`, or pass it as an argument.
    """

    class Model:
        scale = 1.0

        @srt.jit
        def __call__(self, x: Any) -> Any:
            return x * self.scale

    model, x = Model(), np.ones(2)
    assert value(model(x))[0] == 1.0
    Model.scale = 2.0
    assert value(model(x))[0] == 1.0
    model.scale = 3.0
    assert value(model(x))[0] == 3.0


def test_a_large_constant(rt: srt.Runtime) -> None:
    """A large NumPy array that the function finds outside of its arguments

    It is copied to the device once, and is an operand of the kernel, never part of its code.
    Writing to the array later does not reach compiled code.

    Instead: pass it as an argument, as a Buffer.
    Met in: jax#10585, jax#14655
    """
    table = np.arange(100_000, dtype="f4")

    @srt.jit
    def shifted(x: Any) -> Any:
        return x + table

    x = rt.put(np.zeros(100_000, "f4"))
    assert value(shifted(x))[-1] == 99_999
    assert len(shifted.lower(x).llvm) < 20_000


def test_a_host_array_that_changes(rt: srt.Runtime) -> None:
    """Writing to a NumPy array right after it was passed

    The call has copied it. That is safe, and costs a copy in each call.

    Instead: `rt.put` it once, and pass the Buffer.
    Met in: jax#37830
    """
    doubled = srt.jit(lambda x: x * 2)
    for _ in range(20):
        x = np.ones(1000)
        y = doubled(x)
        x[:] = 7
        assert value(y).max() == 2.0


def test_a_static_that_cannot_be_hashed() -> None:
    """A list or an array as a static argument

    It would have to be compared in each call. An ArgumentTypeError names it.

    Instead: a tuple; an array as a usual argument.
    Met in: jax#3701, jax#13992
    """
    f = srt.jit(lambda x, shape: x.reshape(shape), static="shape")
    with pytest.raises(ArgumentTypeError, match="shape"):
        f(np.zeros(4), [2, 2])
    assert f(np.zeros(4), (2, 2)).shape == (2, 2)


def test_many_shapes(rt: srt.Runtime) -> None:
    """Arrays of ever new shapes

    Each shape is traced, which takes some tenths of a millisecond, and nothing is compiled again,
    except once if a number comes from the shape.

    Instead: nothing.
    Met in: pytorch#114511, jax#14183
    """
    centred = srt.jit(lambda x: x - x.mean())
    whole = rt.put(np.arange(100.0))
    for n in range(2, 100):
        value(centred(whole[:n]))
    stats = centred.stats()
    assert stats.traces == 98
    assert stats.compiles <= 2


def test_other_last_bits() -> None:
    """Results that differ from NumPy's in the last bits

    A product and a sum are rounded once, sums have another order, and functions have error bounds
    of their own. None of that depends on the number of threads, or changes from run to run.

    Instead: compare with a tolerance; `contract=False` rounds products and sums as NumPy does.
    Met in: pytorch#160730, pytorch#179567
    """
    x = np.random.default_rng(0).standard_normal(1000)

    def fused(x: Any) -> Any:
        return x * x + x

    exact = value(srt.jit(fused, contract=False)(x))
    np.testing.assert_array_equal(exact, fused(x))
    np.testing.assert_allclose(value(srt.jit(fused)(x)), fused(x), rtol=1e-15, atol=1e-15)


async def test_a_slow_first_call(
    caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A first call in an application

    It traces and compiles, which holds the caller, and so the event loop, for some tens of
    milliseconds. A warning is logged, once for each function.

    Instead: `await f.warm(...)` at the start, or `await f.aio(...)`, which compiles beside the loop
    whenever a kind of call is new. Compiled code is also kept on disk.
    """
    monkeypatch.setattr(story, "HELD", 1e-4)  # also on a quick machine
    f = srt.jit(lambda x: np.exp(x) * 3.25 - np.tanh(x) / 1.125)
    async with srt.Runtime() as rt:
        x = rt.put(np.ones(3))
        await f.warm(x)
        with caplog.at_level(logging.WARNING, "streamrt"):
            await f(x)
            assert "held the event loop" not in caplog.text
            await srt.jit(lambda x: np.log(x) - 7.5)(x)
    assert "held the event loop" in caplog.text
