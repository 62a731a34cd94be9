"""The streamrt half of the pytest plugin, which the first marked test imports.

1. Saved failures of the test are tried first. Each is run as far as it fits the test as it is now,
   with the options that the test has now, so a line that has moved does not lose it. If the run
   fails in any way, that is the failure. If it does not, the file is removed.
2. Then the test is explored. A failure is saved under a name of the test and the seed.
3. pytest's own failures (`pytest.fail`, `pytest.raises` without an error) are no Exceptions. They
   become an AssertionError where they leave the test, so that they count as a failed schedule.
4. What earlier schedules have printed is dropped when the next one begins: the output below a
   report is that of the schedule that it is about.
"""

from __future__ import annotations

import inspect
import os
import re
import shlex
from collections.abc import (
    AsyncGenerator,
    Awaitable,
    Callable,
    Coroutine,
    Iterator,
    Mapping,
    Sequence,
)
from dataclasses import replace
from pathlib import Path
from typing import Any, NamedTuple, cast
from zlib import crc32

from streamrt._core.values import shown
from streamrt._runtime.buffer import Buffer
from streamrt._runtime.device import Device
from streamrt._runtime.runtime import Runtime
from streamrt._runtime.stream import Stream
from streamrt.errors import ArgumentError, ReplayError, StateError, StreamRTError
from streamrt.testing._exploring.checks import Settings, check_settings
from streamrt.testing._exploring.explore import (
    Explorer,
    FailureFoundError,
    explore,
    name_of,
    replay,
)
from streamrt.testing._exploring.programs import Program, is_unrun, kind_of
from streamrt.testing._exploring.sweep import default_faults, sweep
from streamrt.testing._exploring.tape import Tape, following
from streamrt.testing._reports.failure import Failure

FAILURES = Path(".streamrt", "failures")
LONGEST = 80  # characters of a file's name that come from the test's


class TestResult(NamedTuple):
    """The result of a test.

    Attributes:
        error: the error of a schedule that failed; None if none did.
        problem: why the test could not be explored or replayed; empty if it could.
        gone: for each saved failure that was removed, a line that says so.
    """

    error: FailureFoundError | None = None
    problem: str = ""
    gone: Sequence[str] = ()


class ExploredTest:
    """A marked test, with the values of its fixtures."""

    def __init__(
        self,
        name: str,
        function: Callable[..., Any],
        arguments: Mapping[str, Any],
        *,
        runtime: str,
        options: Mapping[str, Any],
        fails: type[BaseException],
        begin: Callable[[], object] | None,
        root: Path,
        here: Path,
    ) -> None:
        """Takes a test; nothing is run.

        Args:
            name: its node id.
            function: the function, or the bound method.
            arguments: the values of its fixtures, without the runtime.
            runtime: the name of its parameter that takes the runtime; empty if there is none.
            options: the options of its markers.
            fails: the error of `pytest.fail`.
            begin: called when a schedule begins.
            root: pytest's root directory.
            here: the directory that pytest was started in.
        """
        self._gone: list[str] = []
        self._page = ""
        self._name = name
        self._root, self._here = root, here
        self._options = dict(options)
        self._sweeps = self._options.pop("sweep", False)
        self._arguments = arguments
        self._program = _program(function, arguments, runtime, fails, begin)

    def run(self, replayed: Path | None = None) -> TestResult:
        """Explores the test, or replays a failure of it.

        Args:
            replayed: the file of that failure.
        """
        try:
            self._check()
            failure = self._explored() if replayed is None else self._replayed(replayed)
        except StreamRTError as error:  # those of the test itself are in the failure
            return TestResult(None, f"{type(error).__name__}: {error}", self._gone)
        found = None if failure is None else _error(failure, self._page)
        return TestResult(found, "", self._gone)

    def _check(self) -> None:
        """Looks at what the exploration itself would find too late.

        Raises:
            ArgumentError: there is no such option.
            StateError: a fixture has made a runtime, or something of one.
        """
        call = sweep if self._sweeps else explore
        known = {*inspect.signature(call).parameters, *inspect.signature(Runtime).parameters}
        known -= {"program", "options", "backends"}
        unknown = [name for name in self._options if name not in known]
        if unknown:
            raise ArgumentError(
                f"explore {self._name}: found the option {', '.join(unknown)}; there are "
                f"{', '.join(sorted(known | {'sweep'}))}"
            )
        for name, value in self._arguments.items():
            if isinstance(value, Runtime | Device | Stream | Buffer):
                raise StateError(
                    f"explore {self._name}: the fixture {name} is a {type(value).__name__} from "
                    "outside of the exploration; take streamrt_rt, or open a Runtime in the test"
                )
            if isinstance(value, Coroutine | AsyncGenerator):
                raise StateError(
                    f"explore {self._name}: the fixture {name} is {shown(cast(object, value))}, "
                    "which nothing has run; make what the test awaits in the test itself"
                )

    def _explored(self) -> Failure | None:
        """Tries the saved failures, then explores; returns the failure, which was saved.

        Raises:
            ReplayError: the test is not deterministic.
            ArgumentError: an option has a value that it cannot have.
        """
        settings, seed = self._settings()
        for path in self._saved():
            failure = self._tried_again(path, settings)
            if failure is not None:
                return self._kept(failure, path)
        found = (sweep if self._sweeps else explore)(self._program, **self._options).failure
        return None if found is None else self._kept(found, self._path(seed))

    def _replayed(self, path: Path) -> Failure:
        """Runs the failure of a file, strictly, and returns it.

        Raises:
            ReplayError: it is another test's, or it does not fail like that any more.
        """
        saved = Failure.load(path)
        if saved.program != self._name:
            raise ReplayError(
                f"replay {path}: it is a failure of {saved.program}, and this is {self._name}"
            )
        try:
            again = replay(self._program, replace(saved, program=name_of(self._program)))
        except ReplayError as error:
            text = str(error).removeprefix(f"replay {name_of(self._program)}: ")
            raise ReplayError(
                f"replay {path}: {text}\nWithout --explore-replay, the schedule is tried as far as "
                "it fits the test as it is now, and then the test is explored."
            ) from error
        return replace(again, program=self._name, again=self._again(path))

    # -- saved failures -------------------------------------------------------------------------

    def _settings(self) -> tuple[Settings, int]:
        """Returns the settings that all runs have in common, and the seed."""
        bound = inspect.signature(sweep if self._sweeps else explore).bind(
            self._program, **self._options
        )
        bound.apply_defaults()
        given = bound.arguments
        faults = default_faults() if given["faults"] is None else given["faults"]
        settings = check_settings(
            "explore",
            self._program,
            given["devices"],
            faults,
            given["order"],
            given["steps"],
            given["races"],
            given["options"],
        )
        return settings, given["seed"]

    def _tried_again(self, path: Path, settings: Settings) -> Failure | None:
        """Runs a saved failure as far as it fits; removes the file if nothing is wrong any more."""
        shown = self._shown(path)
        try:
            saved = Failure.load(path)
        except ReplayError as error:
            self._remove(path, f"{shown} was removed: {error}")
            return None
        if saved.program != self._name:
            return None
        tape = Tape(following({number: draw.value for number, draw in saved.deviations}))
        with Explorer(self._program, settings) as explorer:
            wrong = explorer.run(tape)
            if wrong is not None:
                return explorer.failure(
                    tape,
                    wrong,
                    schedule=saved.schedule,
                    schedules=saved.schedules,
                    seed=saved.seed,
                    strategy=saved.strategy,
                )
        self._remove(path, f"{shown} was removed: {self._name} does not fail in it any more")
        return None

    def _remove(self, path: Path, text: str) -> None:
        path.unlink(missing_ok=True)
        path.with_suffix(".html").unlink(missing_ok=True)
        self._gone.append(text)

    def _kept(self, failure: Failure, path: Path) -> Failure:
        """Saves a failure, and its page beside it; returns it with the command that repeats it."""
        failure = replace(failure, program=self._name, again=self._again(path))
        page = path.with_suffix(".html")
        try:
            _make(path.parent)
            failure.save(path)
            page.write_text(failure.page(), encoding="utf-8")
        except OSError as error:
            return replace(failure, again=f"the failure could not be saved: {error}")
        self._page = self._shown(page)
        return failure

    def _saved(self) -> Iterator[Path]:
        folder, stem = self._root / FAILURES, _stem(self._name)
        ending = re.compile(rf"{re.escape(stem)}-(-?\d+)\.json")
        found = [path for path in folder.glob("*.json") if ending.fullmatch(path.name)]
        yield from sorted(found)

    def _path(self, seed: int) -> Path:
        return self._root / FAILURES / f"{_stem(self._name)}-{seed}.json"

    def _again(self, path: Path) -> str:
        """Returns the command that repeats a failure, from the directory pytest was started in."""
        file, separator, rest = self._name.partition("::")
        test = f"{self._shown(self._root / file)}{separator}{rest}"
        return f"pytest {shlex.quote(test)} --explore-replay {shlex.quote(self._shown(path))}"

    def _shown(self, path: Path) -> str:
        try:
            return os.path.relpath(path, self._here)
        except ValueError:  # another drive
            return str(path)


def _error(failure: Failure, page: str) -> FailureFoundError:
    """Returns the error that a test fails with.

    Args:
        failure: what was found.
        page: the path of its page; empty if there is none.
    """
    error = FailureFoundError(failure)
    if page:
        error.args = (f"{error}\n  page: {page}",)
    if failure.error is not None:  # a debugger goes to where that was raised
        error.__cause__ = failure.error
        error.__traceback__ = failure.error.__traceback__
    return error


def _make(folder: Path) -> None:
    """Makes the folder of the failures, and keeps it out of git, as pytest does with its cache."""
    if not folder.is_dir():
        folder.mkdir(parents=True, exist_ok=True)
        (folder.parent / ".gitignore").write_text("*\n", encoding="utf-8")


def _stem(name: str) -> str:
    """Returns the beginning of a file's name that tells a test from all others."""
    stem = re.sub(r"[^\w.]+", "-", name)
    if len(stem) <= LONGEST and re.fullmatch(r"[\w./:]+", name):
        return stem
    return f"{stem[:LONGEST].strip('-')}-{crc32(name.encode()):08x}"


def _program(
    function: Callable[..., Any],
    arguments: Mapping[str, Any],
    runtime: str,
    fails: type[BaseException],
    begin: Callable[[], object] | None,
) -> Program:
    """Returns the program that runs a test function in one schedule."""

    def given(rt: tuple[Runtime, ...]) -> dict[str, Any]:
        if begin is not None:
            begin()
        return {**arguments, **({runtime: rt[0]} if runtime else {})}

    async def judged(result: Awaitable[object]) -> object:
        try:
            return await result
        except (fails, BaseExceptionGroup) as error:
            raise _counted(error, fails) from error.__cause__

    async def on_loop(*rt: Runtime) -> object:
        return await judged(function(**given(rt)))

    def off_loop(*rt: Runtime) -> object:
        try:
            result = function(**given(rt))
        except (fails, BaseExceptionGroup) as error:
            raise _counted(error, fails) from error.__cause__
        return judged(result) if is_unrun(result) else result

    program: Program = on_loop if kind_of(function).is_coroutine else off_loop
    kind = inspect.Parameter.POSITIONAL_ONLY
    takes = [inspect.Parameter("rt", kind)] if runtime else []
    program.__signature__ = inspect.Signature(takes)  # type: ignore[attr-defined]
    return program


def _counted(error: BaseException, fails: type[BaseException]) -> BaseException:
    """Returns an error that counts as a failed schedule, in place of one of pytest's."""
    found = _first(error, fails)
    return (
        error if found is None else AssertionError(str(found)).with_traceback(found.__traceback__)
    )


def _first(error: BaseException, kind: type[BaseException]) -> BaseException | None:
    """Returns the first error of a kind in a group, or None."""
    if isinstance(error, kind):
        return error
    parts: tuple[BaseException, ...] = getattr(error, "exceptions", ())
    return next((leaf for part in parts if (leaf := _first(part, kind))), None)
