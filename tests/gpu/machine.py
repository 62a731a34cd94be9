"""What check.py and bench.py share: the machine they run on, and the folder for their results.

Both are plain scripts, because a machine with a GPU may have no network and no test runner. They
need Python, NumPy, llvmlite, anyio and CuPy, and nothing that is installed from here. With `--fake`
they run over the fake driver of tests/cuda, small, and say so; a test does that, lest they rot.
"""

from __future__ import annotations

import argparse
import importlib
import importlib.util
import json
import platform
import sys
import traceback
from collections.abc import Callable, Generator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT), str(ROOT / "kernels"), str(ROOT / "plugins"), str(ROOT / "tests")]

from streamrt._backends.cuda.backend import CudaBackend  # noqa: E402
from streamrt._backends.cuda.driver import LIBRARY, Driver, _find  # noqa: E402
from streamrt._runtime.memory.pinned import free_left  # noqa: E402
from streamrt.backend import Backend  # noqa: E402
from streamrt.errors import BackendNotFoundError  # noqa: E402

NO_GPU = 2


class SkippedError(Exception):
    """Raised by a step that cannot be done here, with the reason."""


@dataclass
class Machine:
    """The devices to use.

    Attributes:
        backend: the kind `cuda`.
        lacking: returns the kind over a driver that lacks some functions.
        is_fake: whether its driver is the fake one.
        out: the folder for results.
    """

    backend: Backend
    lacking: Callable[[Sequence[str]], CudaBackend]
    is_fake: bool
    out: Path

    def count(self, real: int, fake: int) -> int:
        """Returns how much to do."""
        return fake if self.is_fake else real

    @property
    def cupy(self) -> Any:
        """The module, for whatever is compared with it.

        Raises:
            SkippedError: it is absent, or there is no GPU for it.
        """
        if self.is_fake or importlib.util.find_spec("cupy") is None:
            raise SkippedError("CuPy needs a GPU" if self.is_fake else "CuPy is absent")
        return importlib.import_module("cupy")


@dataclass
class Results:
    """What came of the steps.

    Attributes:
        title: the name of the script.
        machine: the machine.
        rows: for each result its step, name, outcome and details.
    """

    title: str
    machine: Machine
    rows: list[dict[str, Any]] = field(default_factory=list[dict[str, Any]])

    def step(self, name: str, run: Callable[[Machine], Generator[tuple[str, object]]]) -> None:
        """Runs a step, which gives results by name; a failure ends that step alone."""
        print(f"-- {name}", flush=True)
        try:
            for of, detail in run(self.machine):
                self.note(name, of, "ok", detail)
        except SkippedError as reason:
            self.note(name, "", "skipped", str(reason))
        except BaseException as error:
            self.note(name, "", "FAILED", "".join(traceback.format_exception(error)))
            if isinstance(error, KeyboardInterrupt):
                raise

    def note(self, step: str, name: str, outcome: str, detail: object) -> None:
        """Notes one result, and writes all of them down."""
        self.rows.append({"step": step, "name": name, "outcome": outcome, "detail": detail})
        shown = detail if isinstance(detail, str) else json.dumps(detail)
        print(f"   {outcome:8}{name}: {shown.strip()}", flush=True)
        self.write()

    def write(self) -> None:
        """Writes result.json and report.txt."""
        self.machine.out.mkdir(parents=True, exist_ok=True)
        is_fake, python = self.machine.is_fake, platform.python_version()
        facts = {"title": self.title, "fake": is_fake, "python": python, "rows": self.rows}
        (self.machine.out / "result.json").write_text(json.dumps(facts, indent=1))
        lines = [self.head]
        for row in self.rows:
            first = f"{row['outcome']:8} {row['step']:12} {row['name']:56}"
            lines.append(f"{first} {row['detail']}".rstrip())
        (self.machine.out / "report.txt").write_text("\n".join(lines) + "\n")

    @property
    def head(self) -> str:
        """The first line of the report."""
        if self.machine.is_fake:
            return f"{self.title}, over the FAKE driver: nothing here was run or measured on a GPU"
        return f"{self.title}, on a GPU"

    @property
    def failed(self) -> int:
        """How many results are failures."""
        return sum(row["outcome"] == "FAILED" for row in self.rows)


@contextmanager
def opened(fake: bool, out: Path) -> Generator[Machine]:
    """The machine of these options.

    Raises:
        BackendNotFoundError: there is no GPU, or what it needs is missing.
    """
    if fake:
        from cuda.driver.fake import Fake
        from cuda.driver.fake_cuda import fake_backend

        with Fake(seed=1, devices=2) as driver:
            yield Machine(fake_backend(driver), partial(fake_backend, driver), True, out)
            free_left()  # pinned memory of arrays that are gone
            driver.check()
        return
    backend = CudaBackend()
    backend.open(0).close()
    yield Machine(backend, _lacking, False, out)


def _lacking(names: Sequence[str]) -> CudaBackend:
    functions, library = _find(LIBRARY)
    return CudaBackend(Driver({n: at for n, at in functions.items() if n not in names}, library))


def main(title: str, steps: dict[str, Any]) -> int:
    """Runs the steps that the command line asks for; returns the exit code."""
    parser = argparse.ArgumentParser(description=title)
    parser.add_argument("--out", type=Path, default=Path("gpu-results"), help="the folder to write")
    parser.add_argument("--fake", action="store_true", help="over the fake driver of tests/cuda")
    parser.add_argument("--only", nargs="*", choices=list(steps), help="these steps alone")
    options = parser.parse_args()
    try:
        with opened(options.fake, options.out) as machine:
            results = Results(title, machine)
            print(results.head, flush=True)
            for name, run in steps.items():
                if not options.only or name in options.only:
                    results.step(name, run)
    except BackendNotFoundError as error:
        print(f"{title}: {error}", file=sys.stderr)
        return NO_GPU
    print(f"{results.failed} failed; {options.out / 'report.txt'}")
    return min(1, results.failed)
