"""The scripts for a machine with a GPU, over the fake driver: so that they work on the day."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path

import pytest
from shared.processes import python

SCRIPTS = Path(__file__).resolve().parents[1] / "gpu"


def run(script: str, *options: str) -> subprocess.CompletedProcess[str]:
    return python(SCRIPTS / f"{script}.py", *options)


@pytest.mark.cuda
@pytest.mark.parametrize("script", ["check", "bench"])
def test_a_script_runs_to_its_end_and_says_that_it_is_not_on_a_gpu(
    script: str, tmp_path: Path
) -> None:
    done = run(script, "--fake", "--out", str(tmp_path))
    assert done.returncode == 0, done.stdout + done.stderr
    result = json.loads((tmp_path / "result.json").read_text())
    outcomes = {row["outcome"] for row in result["rows"]}
    assert outcomes == {"ok", "skipped"}
    assert all(row["detail"] for row in result["rows"] if row["outcome"] == "skipped")
    first = (tmp_path / "report.txt").read_text().splitlines()[0]
    assert "FAKE driver: nothing here was run or measured on a GPU" in first


@pytest.mark.skipif(Path("/dev/nvidia0").exists(), reason="this machine has a GPU")
def test_without_a_gpu_a_script_says_what_is_missing(tmp_path: Path) -> None:
    done = run("check", "--out", str(tmp_path))
    assert done.returncode == 2
    assert len(done.stderr.strip().splitlines()) == 1
    assert done.stderr.startswith("check: open cuda:0: ")
    assert not (tmp_path / "result.json").exists()
