"""Models of ONNX as modules: read, saved, and loaded in a process that has neither."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest
from shared.processes import python

import streamrt as srt
from examples.models import convolutional, decoder

pytest.importorskip("onnx")

RNG = np.random.default_rng(5)
IDS = RNG.integers(0, 512, (2, 24))
PICTURES = RNG.random((3, 3, 32, 32), np.float32)

MODELS: dict[str, tuple[Any, Any]] = {
    "decoder": (decoder, IDS),
    "pictures": (convolutional, PICTURES),
}


@pytest.mark.parametrize("name", ["decoder", pytest.param("pictures", marks=pytest.mark.slow)])
def test_a_model_goes_without_its_source(name: str, tmp_path: Path) -> None:
    model, given = MODELS[name]
    weights = model.drawn_weights()
    net = srt.from_onnx(model.onnx_model(weights))
    srt.save(tmp_path / "net.srtm", {"net": net.lower(given)})
    np.save(tmp_path / "given.npy", given)
    script = tmp_path / "use.py"
    script.write_text(
        "import sys, numpy as np, streamrt as srt\n"
        "net = srt.load('net.srtm')['net']\n"
        "np.save('found.npy', np.asarray(net(np.load('given.npy'))))\n"
        "assert 'onnx' not in sys.modules and 'examples' not in sys.modules\n"
    )
    python(script, cwd=tmp_path, check=True)
    found = np.load(tmp_path / "found.npy")
    expected = np.asarray(model.scores(given, weights))
    np.testing.assert_allclose(found, expected, rtol=1e-4, atol=1e-4)
    np.testing.assert_array_equal(found, np.asarray(net(given)))
