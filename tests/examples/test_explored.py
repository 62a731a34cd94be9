"""The explored examples: each passes, and without its fix each fails with the right lines."""

from __future__ import annotations

import linecache
import os
import re
import shutil
from collections.abc import Callable
from pathlib import Path
from types import ModuleType

import pytest
from shared.processes import python

from streamrt import testing

EXAMPLES = Path(__file__).resolve().parents[2] / "examples" / "explored"
FOUND = {
    "forgotten_wait": ("race", ["work.launch(axpy, blocks[turn]", "load.call(np.copyto,"]),
    "lost_wakeup": ("deadlock", ["await self._added.wait()"]),
    "freed_too_early": ("race", ["add.copy(block, slot)", "make.fill(slot, number)"]),
}
each = pytest.mark.parametrize("name", FOUND)


def explored(module: ModuleType) -> tuple[Callable[..., object], testing.Found]:
    """Explores the test of an example, as its marker says; returns it, and what was found."""
    (test,) = (thing for name, thing in vars(module).items() if name.startswith("test_"))
    (mark,) = test.pytestmark
    return test, testing.explore(test, **mark.kwargs)


@each
def test_an_example_passes_in_all_its_schedules(
    name: str, example: Callable[[str], ModuleType]
) -> None:
    test, found = explored(example(name))
    found.check()
    assert found.schedules == test.pytestmark[0].kwargs["schedules"]  # type: ignore[attr-defined]


@each
def test_an_example_without_its_fix_fails_at_its_lines(
    name: str, example: Callable[[str], ModuleType], monkeypatch: pytest.MonkeyPatch
) -> None:
    module = example(name)
    monkeypatch.setattr(module, "MENDED", False)
    test, found = explored(module)
    kind, lines = FOUND[name]
    failure = found.failure
    assert failure is not None
    assert failure.kind == kind
    assert len(failure.deviations) <= 1
    for site, line in zip(failure.sites, lines, strict=True):
        place = re.fullmatch(r"(.*):(\d+) in \w+", site)
        assert place is not None
        assert linecache.getline(place[1], int(place[2])).strip().startswith(line)
    assert testing.replay(test, failure).sites == failure.sites


@pytest.mark.slow
@each
def test_an_example_fails_under_pytest_if_the_environment_says_so(
    name: str, tmp_path: Path
) -> None:
    shutil.copy(EXAMPLES / f"{name}.py", tmp_path)  # because failures are saved beside it
    done = python(
        "-m", "pytest", "-q", f"{name}.py", cwd=tmp_path, env=os.environ | {"WITHOUT_THE_FIX": "1"}
    )
    assert done.returncode == 1, done.stdout + done.stderr
    assert "1 failed" in done.stdout
    assert "nothing orders the two" in done.stdout or "nobody is left" in done.stdout
    (saved,) = (tmp_path / ".streamrt" / "failures").glob("*.json")
    assert testing.Failure.load(saved).kind == FOUND[name][0]
