"""The hooks, the fixture and the test item; see the package for how to use them.

pytest loads this module in each of its runs, so it imports pytest alone. What needs streamrt is in
`streamrt.testing._exploring.in_pytest`, which the first marked test imports.
"""

from __future__ import annotations

import argparse
from collections.abc import Generator, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any, NoReturn

import pytest

if TYPE_CHECKING:
    from streamrt.testing._exploring.in_pytest import ExploredTest

MARK = "explore"
RUNTIME = "streamrt_rt"
GONE = "streamrt_failure_gone"  # a property of a report: a saved failure that was removed
OTHERS = ("asyncio", "anyio", "trio")  # markers by which other plugins know the tests that they run
HELP = (
    "explore(*, schedules=200, seed=0, strategy='mixed', devices=('sim:0',), faults=(), "
    "sweep=False, ...): run this test in many schedules on simulated devices; takes the options "
    "of streamrt.testing.explore, and with sweep=True those of streamrt.testing.sweep."
)


def pytest_addoption(parser: pytest.Parser, pluginmanager: pytest.PytestPluginManager) -> None:
    """Adds the options."""
    _leave_as_it_is(pluginmanager)
    group = parser.getgroup("streamrt", "exploration of tests marked `explore` (streamrt)")
    group.addoption(
        "--explore",
        type=_positive,
        metavar="N",
        help="run N schedules of each test that is marked explore, instead of its own number",
    )
    group.addoption(
        "--explore-seed",
        type=int,
        metavar="S",
        help="use the seed S for each test that is marked explore, instead of its own one",
    )
    group.addoption(
        "--explore-replay",
        type=Path,
        metavar="FILE",
        help="run the failure that an earlier run saved to FILE, and nothing else",
    )


def _leave_as_it_is(pluginmanager: pytest.PytestPluginManager) -> None:
    """Has pytest import streamrt as others do.

    pytest rewrites each `assert` of every package that comes with a plugin. It would compile all of
    streamrt again, at each import where no bytecode is written, and the code would be another one.
    """
    marked: set[str] = getattr(pluginmanager.rewrite_hook, "_must_rewrite", set[str]())
    marked -= {"streamrt", "streamrt_kernels"}


def _positive(given: str) -> int:
    if not given.isdecimal() or not int(given):
        raise argparse.ArgumentTypeError(f"{given!r} is no number of schedules; pass 1 or more")
    return int(given)


def pytest_configure(config: pytest.Config) -> None:
    """Makes the marker known."""
    config.addinivalue_line("markers", HELP)


@pytest.fixture
def streamrt_rt(request: Any) -> NoReturn:
    """The runtime of a test marked `explore`: a fresh one for each schedule, simulated."""
    if request.node.get_closest_marker(MARK) is None:
        pytest.fail(
            f"{request.node.name}: {RUNTIME} is the runtime of an explored test, and this one is "
            "not explored; mark it with @pytest.mark.explore, or open a Runtime",
            pytrace=False,
        )
    pytest.fail(
        f"{request.node.name}: a fixture asks for {RUNTIME}; each schedule has another runtime, "
        "but a fixture is made once; take it in the test itself",
        pytrace=False,
    )


# -- collection -----------------------------------------------------------------------------------


@pytest.hookimpl
def pytest_pycollect_makeitem(collector: pytest.Collector, name: str, obj: object) -> None:
    """Undoes what anyio's plugin does in its auto mode: it gives each async test its fixture.

    pytest calls this after that plugin, which wants to be first, and before pytest makes the item.
    """
    del name
    own: list[pytest.Mark] = getattr(obj, "pytestmark", None) or []
    if any(mark.name == MARK for mark in own) or collector.get_closest_marker(MARK) is not None:
        for mark in list(own):
            if mark.name == "usefixtures" and mark.args == ("anyio_backend",):
                own.remove(mark)


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_collection_modifyitems(
    config: pytest.Config, items: list[pytest.Item]
) -> Generator[None, None, None]:
    """Takes the marked tests, after all other plugins have had their way with them."""
    yield
    items[:] = [_explored(item) for item in items]
    file: Path | None = config.getoption("--explore-replay")
    if file is not None:
        _keep_only(file, config, items)


def _explored(item: pytest.Item) -> pytest.Item:
    """Returns the item that explores a test, if the test is marked."""
    if not isinstance(item, pytest.Function) or item.get_closest_marker(MARK) is None:
        return item
    if _is_of_unittest(item):
        return item  # it is refused when it is about to run
    return ExploredItem.of(item)


def _is_of_unittest(item: pytest.Function) -> bool:
    bases = getattr(item.cls, "__mro__", ())
    return any(base.__module__ == "unittest.case" for base in bases)


def _keep_only(file: Path, config: pytest.Config, items: list[pytest.Item]) -> None:
    """Deselects every test but the one whose failure is to be run again."""
    from streamrt.errors import ReplayError
    from streamrt.testing import Failure

    if not file.exists():
        file = config.rootpath / file
    try:
        failure = Failure.load(file)
    except ReplayError as error:
        raise pytest.UsageError(f"--explore-replay: {error}") from error
    found = list(items)
    wanted = [i for i in items if i.nodeid == failure.program and isinstance(i, ExploredItem)]
    items[:] = wanted
    config.hook.pytest_deselected(items=[item for item in found if item not in wanted])
    if not wanted:
        raise pytest.UsageError(
            f"--explore-replay {file}: it is a failure of {failure.program}, which is not among "
            f"the {len(found)} tests collected, or is not marked explore; pass that test to pytest"
        )
    for item in wanted:
        item.replays = file


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_setup(item: pytest.Item) -> None:
    """Refuses marked tests that cannot be explored."""
    if not isinstance(item, pytest.Function) or item.get_closest_marker(MARK) is None:
        return
    if not isinstance(item, ExploredItem):
        pytest.fail(
            f"{item.name}: it is marked explore, but another runner has it, such as unittest; "
            "explore functions, and methods of plain classes",
            pytrace=False,
        )
    if getattr(item.obj, "is_hypothesis_test", False):
        pytest.fail(
            f"{item.name}: Hypothesis gives its arguments, and would give others in each schedule; "
            "call streamrt.testing.explore in the test, on a function of its own",
            pytrace=False,
        )


# -- one test -------------------------------------------------------------------------------------


class ExploredItem(pytest.Function):
    """A test function that is run in many schedules.

    Attributes:
        replays: the file of the failure that is run instead; None if the test is explored.
    """

    replays: Path | None = None

    @classmethod
    def of(cls, item: pytest.Function) -> ExploredItem:
        """Returns the item that takes the place of another one."""
        kind: Any = cls  # the types of pytest do not say what `from_parent` takes
        taken: ExploredItem = kind.from_parent(
            item.parent,
            name=item.name,
            callspec=getattr(item, "callspec", None),
            callobj=item.obj,
            fixtureinfo=item._fixtureinfo,
            keywords=item.keywords,
            originalname=item.originalname,
        )
        taken.own_markers = item.own_markers
        return taken

    def iter_markers_with_node(self, name: str | None = None) -> Iterator[tuple[Any, pytest.Mark]]:
        """Gives the markers, without those by which others would run the test."""
        for node, mark in super().iter_markers_with_node(name):
            if mark.name not in OTHERS:
                yield node, mark

    def setup(self) -> None:
        """Makes all fixtures, except the runtime: each schedule has its own."""
        if RUNTIME in self._fixtureinfo.argnames:
            self.funcargs[RUNTIME] = None
        super().setup()

    def runtest(self) -> None:
        """Explores the test, or runs one failure of it again.

        Raises:
            FailureFoundError: a schedule failed.
        """
        from streamrt.testing._exploring.in_pytest import ExploredTest

        outcome = self._test(ExploredTest).run(self.replays)
        self.user_properties.extend((GONE, text) for text in outcome.gone)
        if outcome.problem:
            pytest.fail(outcome.problem, pytrace=False)
        if outcome.error is not None:
            raise outcome.error

    def _test(self, kind: type[ExploredTest]) -> ExploredTest:
        names = self._fixtureinfo.argnames
        capturing: Any = self.config.pluginmanager.getplugin("capturemanager")
        return kind(
            self.nodeid,
            self.obj,
            {name: self.funcargs[name] for name in names if name != RUNTIME},
            runtime=RUNTIME if RUNTIME in names else "",
            options=self._options(),
            fails=pytest.fail.Exception,
            begin=getattr(capturing, "read_global_capture", None),
            root=self.config.rootpath,
            here=self.config.invocation_params.dir,
        )

    def _options(self) -> dict[str, Any]:
        """Returns the options of the markers, the nearest one first, and of the command line."""
        options: dict[str, Any] = {}
        for mark in self.iter_markers(MARK):
            if mark.args:
                pytest.fail(
                    f"{self.name}: explore is given {mark.args!r}; give its options by name, as in "
                    "explore(schedules=200)",
                    pytrace=False,
                )
            options = {**mark.kwargs, **options}
        schedules: int | None = self.config.getoption("--explore")
        seed: int | None = self.config.getoption("--explore-seed")
        if schedules is not None and not options.get("sweep"):
            options["schedules"] = schedules
        if seed is not None:
            options["seed"] = seed
        return options

    def repr_failure(self, excinfo: pytest.ExceptionInfo[BaseException], style: Any = None) -> Any:
        """Returns the report of a failure that was found, without a traceback of this plugin."""
        failure = getattr(excinfo.value, "failure", None)
        if type(excinfo.value).__name__ != "FailureFoundError" or failure is None:
            return super().repr_failure(excinfo)  # which knows no style
        shown: Any = excinfo.getrepr(style="value", chain=False)
        if shown.reprcrash is not None:  # the line of the short summary, and of editors
            shown.reprcrash.message = str(excinfo.value).partition("\n")[0]
        return shown


def pytest_terminal_summary(terminalreporter: Any, config: pytest.Config) -> None:
    """Tells which saved failures are gone, and whether there was nothing to replay."""
    reports = [report for kind in terminalreporter.stats.values() for report in kind]
    told = [each for report in reports for each in getattr(report, "user_properties", ())]
    gone = dict.fromkeys(text for name, text in told if name == GONE)
    file: Path | None = config.getoption("--explore-replay")
    if file is not None and not any(hasattr(report, "when") for report in reports):
        terminalreporter.line(  # workers of xdist cannot say why
            f"--explore-replay {file}: nothing was run; pass the file of a failure, and its test"
        )
    if gone:
        terminalreporter.section("saved failures that are gone (streamrt)")
        for text in gone:
            terminalreporter.line(text)
