"""The examples of loops compute what they say, and the notebook runs and keeps its outputs."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np
import pytest

import streamrt as srt

Load = Callable[[str], ModuleType]
Output = pytest.CaptureFixture[str]

NOTEBOOK = Path(__file__).resolve().parents[2] / "examples" / "loops" / "nbody.ipynb"


async def test_kmeans_stops_by_itself_where_numpy_does(example: Load, capsys: Output) -> None:
    await example("kmeans").main()
    text = capsys.readouterr().out
    turns, in_numpy = re.findall(r"in turn (\d+)|NumPy made (\d+) turns", text)
    assert turns[0] == in_numpy[1]
    assert 1 < int(turns[0]) < 500
    sizes = re.findall(r"^ *(\d+) points around", text, re.MULTILINE)
    assert sum(map(int, sizes)) == 20_000
    (difference,) = re.findall(r"difference to NumPy: (\S+)", text)
    assert float(difference) < 1e-9


def test_kmeans_leaves_each_point_with_its_nearest_centre(
    example: Load, rt: srt.Runtime, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Also if a centre has no points, and at most so many turns as are allowed."""
    kmeans = example("kmeans")
    points = np.random.default_rng(3).standard_normal((300, 2))
    first = np.concatenate([points[:4], [[1e3, 1e3]]])
    centres, nearest, _ = map(np.asarray, kmeans.compiled(points, first))
    away = ((points[:, None] - centres) ** 2).sum(axis=2)
    np.testing.assert_array_equal(nearest, away.argmin(axis=1))
    np.testing.assert_array_equal(centres[4], first[4])
    for number in range(4):
        np.testing.assert_allclose(centres[number], points[nearest == number].mean(axis=0))
    monkeypatch.setattr(kmeans, "MOST_TURNS", 2)
    assert int(np.asarray(srt.jit(kmeans.clustered)(points, first)[2])) == 2


def outputs(book: Any) -> list[Any]:
    return [output for cell in book["cells"] for output in cell.get("outputs", [])]


def check_nbody(found: list[Any]) -> None:
    """Fails unless outputs of the notebook say what they should."""
    text = "".join("".join(output.get("text", "")) for output in found)
    assert "path (600, 2, 256), energies (600,)" in text
    (drift,) = re.findall(r"energy is off by (\S+) at most", text)
    assert float(drift) < 1e-5
    in_numpy, here = re.findall(r"a turn takes (\d+) us in NumPy, (\d+) us here", text)[0]
    assert min(int(in_numpy), int(here)) > 0
    assert "repeat 600 times, carry" in text
    assert sum("image/png" in output.get("data", {}) for output in found) == 1


def test_the_notebook_is_kept_with_its_outputs_and_is_small() -> None:
    book = json.loads(NOTEBOOK.read_text(encoding="utf-8"))
    counts = [cell["execution_count"] for cell in book["cells"] if cell["cell_type"] == "code"]
    assert counts == list(range(1, len(counts) + 1))
    check_nbody(outputs(book))
    assert NOTEBOOK.stat().st_size < 60_000


@pytest.mark.slow
@pytest.mark.skipif(
    any(find_spec(name) is None for name in ("nbclient", "ipykernel", "matplotlib")),
    reason="no notebooks here, or no matplotlib",
)
@pytest.mark.filterwarnings("ignore")  # of Jupyter's own
def test_the_notebook_runs() -> None:
    """Its own cell compares the first turns with NumPy's."""
    nbclient, nbformat = import_module("nbclient"), import_module("nbformat")
    book = nbformat.read(NOTEBOOK, as_version=4)
    nbclient.NotebookClient(book, timeout=3600, kernel_name="python3").execute()
    check_nbody(outputs(book))
