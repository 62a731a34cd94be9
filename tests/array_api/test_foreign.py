"""Arrays of other libraries, in both directions. Each library that is absent is skipped."""

from __future__ import annotations

import os
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from shared.processes import python

import streamrt as srt
from streamrt import array_api as xp

WANTED = np.arange(6, dtype=np.float32).reshape(2, 3)


def needs(library: str) -> pytest.MarkDecorator:
    return pytest.mark.skipif(find_spec(library) is None, reason=f"{library} is absent")


def library(name: str) -> Any:
    return import_module(name)


@needs("torch")
def test_tensors_of_pytorch_share_their_memory(rt: srt.Runtime) -> None:
    torch = library("torch")
    theirs = torch.arange(6, dtype=torch.float32).reshape(2, 3)
    ours = xp.from_dlpack(theirs)
    np.testing.assert_array_equal(np.asarray(ours * 2.0), 2 * WANTED)
    theirs[0, 0] = 7.0
    assert float(ours[0, 0]) == 7.0
    back = torch.from_dlpack(xp.asarray(WANTED) + 1.0)
    assert back.dtype == torch.float32
    np.testing.assert_array_equal(back.numpy(), WANTED + 1)
    np.testing.assert_array_equal(np.asarray(xp.asarray(theirs)), theirs.numpy())


@needs("jax")
def test_arrays_of_jax_share_their_memory(rt: srt.Runtime) -> None:
    jnp = library("jax.numpy")
    theirs = jnp.arange(6, dtype=jnp.float32).reshape(2, 3)
    np.testing.assert_array_equal(np.asarray(xp.from_dlpack(theirs) * 2.0), 2 * WANTED)
    back = jnp.from_dlpack(xp.asarray(WANTED) + 1.0)
    np.testing.assert_array_equal(np.asarray(back), WANTED + 1)
    np.testing.assert_array_equal(np.asarray(xp.asarray(theirs)), WANTED)


@needs("pyarrow")
def test_arrays_of_pyarrow_are_read_and_made(rt: srt.Runtime) -> None:
    pa = library("pyarrow")
    theirs = pa.array([1.0, 2.0, 3.0])
    np.testing.assert_array_equal(np.asarray(xp.from_dlpack(theirs) + 1.0), [2.0, 3.0, 4.0])
    np.testing.assert_array_equal(np.asarray(xp.asarray(theirs)), [1.0, 2.0, 3.0])
    back = pa.array(np.from_dlpack(xp.asarray([1, 2]) * 2))
    assert back.to_pylist() == [2, 4]


@needs("numba")
def test_loops_of_numba_run_on_shared_memory(rt: srt.Runtime) -> None:
    numba = library("numba")

    @numba.njit  # type: ignore[untyped-decorator]
    def doubled(x: Any) -> None:
        for i in range(x.shape[0]):
            for j in range(x.shape[1]):
                x[i, j] *= 2

    x = xp.asarray(WANTED) + 0.0
    doubled(np.from_dlpack(x))  # which has waited
    np.testing.assert_array_equal(np.asarray(x + 1.0), 2 * WANTED + 1)


@needs("array_api_compat")
def test_array_api_compat_finds_the_namespace(rt: srt.Runtime) -> None:
    compat = library("array_api_compat")
    x = xp.ones(3)
    assert compat.array_namespace(x) is xp
    assert compat.is_array_api_obj(x)


@needs("scipy")
def test_functions_of_scipy_take_arrays(rt: srt.Runtime, monkeypatch: pytest.MonkeyPatch) -> None:
    stats = library("scipy.stats")
    x = xp.asarray(WANTED)
    np.testing.assert_allclose(np.asarray(stats.zscore(x)), stats.zscore(WANTED))


@needs("sklearn")
@needs("scipy")
def test_estimators_of_scikit_learn_take_arrays(tmp_path: Path) -> None:
    """In a process of its own, because SciPy reads the variable when it is imported."""
    script = tmp_path / "estimators.py"
    script.write_text(ESTIMATORS)
    environment = {**os.environ, "SCIPY_ARRAY_API": "1"}
    done = python(script, env=environment)
    assert done.returncode == 0, done.stderr
    assert done.stdout == "Array Array Array\n"


ESTIMATORS = """
import numpy as np, sklearn, streamrt
from sklearn.decomposition import PCA
from sklearn.linear_model import Ridge
from sklearn.preprocessing import MinMaxScaler

samples = np.random.default_rng(0).standard_normal((50, 4))
with streamrt.Runtime() as rt, sklearn.config_context(array_api_dispatch=True):
    def found(x):
        return (
            PCA(2, svd_solver="full").fit_transform(x),
            MinMaxScaler().fit_transform(x),
            Ridge(solver="svd").fit(x[:, :3], x[:, 3]).coef_,
        )
    ours, theirs = found(rt.asarray(samples)), found(samples)
    for one, other in zip(ours, theirs):
        np.testing.assert_allclose(np.asarray(one), other, atol=1e-10)
    print(*[type(one).__name__ for one in ours])
"""
