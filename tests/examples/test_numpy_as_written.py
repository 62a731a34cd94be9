"""The examples of functions that are compiled as they were written compute what they say."""

from __future__ import annotations

import re
from collections.abc import Callable
from importlib.util import find_spec
from types import ModuleType

import numpy as np
import pytest

import streamrt as srt

Load = Callable[[str], ModuleType]
Output = pytest.CaptureFixture[str]

needs_scipy = pytest.mark.skipif(find_spec("scipy") is None, reason="scipy is absent")


def differences(text: str) -> list[float]:
    return [float(found) for found in re.findall(r"difference to NumPy: (\S+)", text)]


async def test_kalman_filter_comes_nearer_to_the_truth_than_its_sensors(
    example: Load, capsys: Output
) -> None:
    await example("kalman_filter").main()
    text = capsys.readouterr().out
    measured, filtered = map(float, re.findall(r"off by (\S+) m", text))
    assert filtered < measured / 2
    assert max(differences(text)) < 1e-9


def test_kalman_filter_weighs_by_what_is_known(example: Load, rt: srt.Runtime) -> None:
    """Against the other form of the filter: the inverses of the covariances are added."""
    kalman = example("kalman_filter")
    state, cov = np.array([[1.0, 2.0]]), np.array([[[3.0, 0.5], [0.5, 2.0]]])
    measured, error = np.array([[4.0, 1.0]]), np.array([2.0])
    t, noise = kalman.SECONDS, np.diag([4.0, kalman.SPEED_ERROR**2])
    move = np.array([[1, t], [0, 1]])
    drift = kalman.PUSH * np.array([[t**3 / 3, t**2 / 2], [t**2 / 2, t]])
    before = np.linalg.inv(move @ cov[0] @ move.T + drift)
    after = np.linalg.inv(before + np.linalg.inv(noise))
    mean = after @ (before @ move @ state[0] + np.linalg.inv(noise) @ measured[0])
    found = kalman.compiled(state, cov, measured, error)
    np.testing.assert_allclose(np.asarray(found[0])[0], mean)
    np.testing.assert_allclose(np.asarray(found[1])[0], after)


async def test_gaussian_process_chooses_a_length_and_says_how_sure_it_is(
    example: Load, capsys: Output
) -> None:
    await example("gaussian_process").main()
    text = capsys.readouterr().out
    assert re.findall(r"length scale (\S+): .* \*", text) == ["1.0"]
    assert "\n1 trace for 4 length scales\n" in text
    off, most = map(float, re.findall(r"off by (\S+), says at most (\S+)", text)[0])
    assert off < most
    assert max(differences(text)) < 1e-9


def test_gaussian_process_is_that_of_the_textbook(example: Load, rt: srt.Runtime) -> None:
    process, random = example("gaussian_process"), np.random.default_rng(1)
    x, y, new = random.uniform(0, 3, 7), random.standard_normal(7), np.linspace(0, 3, 4)
    inverse = np.linalg.inv(process.kernel(x, x, 0.7) + 0.2**2 * np.eye(7))
    across = process.kernel(x, new, 0.7)
    mean, deviation = process.compiled_posterior(x, y, new, 0.7, 0.2)
    np.testing.assert_allclose(np.asarray(mean), across.T @ inverse @ y, rtol=1e-8)
    expected = np.sqrt(1 - np.diag(across.T @ inverse @ across))
    np.testing.assert_allclose(np.asarray(deviation), expected, rtol=1e-8)
    with pytest.raises(srt.errors.DependencyError, match="Matrix is not positive definite"):
        np.asarray(process.compiled_posterior(x * 0, y, new, 0.7, 0.0)[0])


@needs_scipy
async def test_a_public_function_is_compiled_as_it_is(example: Load, capsys: Output) -> None:
    public = example("public_function")
    await public.main()
    text = capsys.readouterr().out
    assert text.count(",") == 0  # one kernel
    assert max(differences(text)) < 1e-9
    x = np.array([0.0, 3.0])
    found = np.asarray(public.compiled(x, np.zeros(1), np.zeros(1)))
    np.testing.assert_allclose(found, -0.5 * x**2 - 0.5 * np.log(2 * np.pi))
