"""The examples with eager arrays compute what NumPy does."""

from __future__ import annotations

from collections.abc import Callable
from importlib.util import find_spec
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np
import pytest
from shared.processes import python

import streamrt as srt

Load = Callable[[str], ModuleType]
Output = pytest.CaptureFixture[str]

EXAMPLES = Path(__file__).resolve().parents[2] / "examples"

needs_starlette = pytest.mark.skipif(find_spec("starlette") is None, reason="starlette is absent")
needs_scipy = pytest.mark.skipif(find_spec("scipy") is None, reason="scipy is absent")


def neighbours(x: Any) -> list[Any]:
    wide, (n, m) = np.pad(x, 1, mode="edge"), x.shape
    return [wide[i : i + n, j : j + m] for i in range(3) for j in range(3)]


@needs_starlette
@pytest.mark.parametrize("shape", [(1, 1), (2, 5), (48, 64)])
async def test_image_filters_are_those_of_numpy(
    example: Load, rt: srt.Runtime, shape: tuple[int, int]
) -> None:
    images = example("image_filters")
    pixels = np.random.default_rng(0).integers(0, 200, shape).astype("u1")
    x = pixels.astype("f4") / np.float32(255)
    a = neighbours(x)
    blurred = sum(a) / np.float32(9)
    dx = a[2] + 2 * a[5] + a[8] - a[0] - 2 * a[3] - a[6]
    dy = a[6] + 2 * a[7] + a[8] - a[0] - 2 * a[1] - a[2]
    spread = max(x.max() - x.min(), 1e-9)
    wanted = {
        "blurred": blurred,
        "edges": np.minimum(np.hypot(dx, dy), 1),
        "sharpened": np.clip(2 * x - blurred, 0, 1),
        "levelled": x if spread < 1e-3 else (x - x.min()) / spread,
    }
    for name, expected in wanted.items():
        found = await images.filtered(rt, name, pixels)
        assert found.dtype == np.uint8
        assert np.abs(found - np.round(255 * expected)).max() <= 1, name


@needs_starlette
async def test_image_filters_answer_images_and_refuse_others(example: Load, capsys: Output) -> None:
    images = example("image_filters")
    await images.main()
    *answers, refused = capsys.readouterr().out.splitlines()
    assert [line.split(",")[0] for line in answers] == [
        f"{name}: 200" for name in ("blurred", "edges", "sharpened", "levelled")
    ]
    assert refused.startswith("422: found no image")
    pixels = np.arange(6, dtype="u1").reshape(2, 3)
    np.testing.assert_array_equal(images.read(images.written(pixels)), pixels)
    from starlette.exceptions import HTTPException

    for bad in (b"", b"P5 3 2 255\n12345", b"P5 0 0 255\n", b"P6 1 1 255\n1"):
        with pytest.raises(HTTPException):
            images.read(bad)


@needs_scipy
def test_scipy_computes_on_arrays_and_returns_them(tmp_path: Path) -> None:
    """In a process of its own, because SciPy reads a variable when it is imported."""
    done = python(EXAMPLES / "scipy_on_arrays.py", cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    *lines, worst = done.stdout.splitlines()
    assert [line.split(":")[0] for line in lines][:3] == ["skewness", "kurtosis", "t"]
    assert float(worst.rpartition(" ")[2]) < 1e-10
