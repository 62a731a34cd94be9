"""One case of the suite: the rule it tests, the needs it has of a device, and how it is run."""

from __future__ import annotations

import threading
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from streamrt._compile.lookup import is_run_by
from streamrt._native.core import core
from streamrt._native.queue import NativeQueue
from streamrt._native.timeline import Timeline
from streamrt.backend import (
    Backend,
    BackendDevice,
    HostingDevice,
    ImplementingDevice,
    LoopDevice,
    Queue,
    RecoveringDevice,
    ReplayDevice,
    VirtualQueue,
)
from streamrt.errors import BackendNotFoundError
from streamrt.testing.conformance._kernels import kernels

if TYPE_CHECKING:
    from streamrt.testing.conformance._bench import Bench

SECONDS = 10.0
WAITS_IN_A_CASE = 8  # a case that waits in vain is given up after that many times `seconds`
WAITS_IN_A_PROGRAM_CASE = 60

TAGS = {
    "computes": "it runs the kernels of the suite, or gives them implementations",
    "runs IR": "it runs kernels in LLVM IR",
    "host sees": "the host may read and write its memory",
    "sees host": "its kernels may use the host's memory",
    "virtual time": "its queues have `advance`",
    "real time": "it makes progress by itself",
    "waits": "its queues wait for each other",
    "waits for all": "its queues wait for any timeline",
    "not native": "its queues are not streamrt's native ones",
    "replays": "it runs whole programs, by `instantiate`",
    "loops": "it runs loops and branches, by `load_loop`",
    "orders calls": "it orders host calls, by `open_host_queue`",
    "recovers": "it comes back after a loss, by `recover`",
    "implements": "it gives kernels implementations, by `implement`",
    "several": "there is another device behind this one",
}
"""The abilities that a case may need of a device, by name."""


class NotApplicable(Exception):  # noqa: N818 - it says how a case ended, and is no error
    """The device lacks something that the case needs."""


class Violation(AssertionError):  # noqa: N818 - of a rule, by a device
    """The device does not keep the rule."""


@dataclass(frozen=True, slots=True)
class Case:
    """One rule, or a part of one, that a device keeps or breaks.

    Attributes:
        number: the number of the rule in `streamrt.backend`, with a letter if the rule has
            several cases.
        title: the statement that holds if a device keeps the rule.
        needs: the tags without which it is not applicable; see `TAGS`.
    """

    number: str
    title: str
    needs: tuple[str, ...]
    body: Callable[..., None]
    is_program: bool = False

    def check_applies(self, backend: Backend, *, index: int = 0) -> None:
        """Returns only if the case can be run on a device.

        Raises:
            NotApplicable: it cannot; the message says why.
        """
        missing = [tag for tag in self.needs if tag not in tags(backend, index)]
        if missing:
            name = f"{backend.kind}:{index}"
            raise NotApplicable("; ".join(f"{name} lacks: {TAGS[tag]}" for tag in missing))

    def run(self, backend: Backend, *, index: int = 0, seconds: float = SECONDS) -> None:
        """Runs it on a device that is opened for it; returns only if the device keeps the rule.

        Args:
            backend: the backend of the device.
            index: the index of the device.
            seconds: the longest wait for anything that has to happen.

        Raises:
            Violation: the device breaks the rule; the message says how.
            NotApplicable: the device lacks what the case needs.
        """
        self.check_applies(backend, index=index)
        waits = WAITS_IN_A_PROGRAM_CASE if self.is_program else WAITS_IN_A_CASE
        _within(seconds * waits, lambda: self._run(backend, index, seconds))

    def _run(self, backend: Backend, index: int, seconds: float) -> None:
        from streamrt.testing.conformance._bench import Bench

        if self.is_program:
            self.body(backend, index, seconds)
            return
        with Bench(backend, index, seconds) as bench:
            self.body(bench)

    def __str__(self) -> str:
        return f"{self.number} {self.title}"


_cases: list[Case] = []


def case(number: str, *needs: str) -> Callable[[Callable[[Bench], None]], Callable[[Bench], None]]:
    """Makes a case of a function; the first line of its docstring is the title."""

    def register(body: Callable[[Bench], None]) -> Callable[[Bench], None]:
        _cases.append(Case(number, _title(body), needs, body))
        return body

    return register


def program(
    number: str, *needs: str
) -> Callable[[Callable[[Backend, int, float], None]], Callable[[Backend, int, float], None]]:
    """Makes a case of a function that opens a runtime; it gets backend, index and seconds."""

    def register(
        body: Callable[[Backend, int, float], None],
    ) -> Callable[[Backend, int, float], None]:
        _cases.append(Case(number, _title(body), needs, body, is_program=True))
        return body

    return register


def registered() -> tuple[Case, ...]:
    """All cases whose modules are imported."""
    return tuple(_cases)


def _title(body: Callable[..., None]) -> str:
    return " ".join((body.__doc__ or body.__name__).strip().split("\n\n")[0].split()).rstrip(".")


def tags(backend: Backend, index: int) -> set[str]:
    """The tags of a device: the abilities that cases depend on. They do not change."""
    known = _known.get((id(backend), index))
    if known is None:
        if len(_known) >= MOST_KNOWN:
            _known.clear()
        known = _known[id(backend), index] = (backend, _tags(backend, index))
    return known[1]


MOST_KNOWN = 64
_known: dict[tuple[int, int], tuple[Backend, set[str]]] = {}  # keeps the backends alive


def _tags(backend: Backend, index: int) -> set[str]:
    device = backend.open(index)
    timelines = [Timeline(number + 1) for number in range(2)]
    queue = device.open_queue(f"{backend.kind}:{index}/probe", timelines[0])
    found = _of_device(device, queue, timelines)
    queue.close(1.0)
    device.close()
    for timeline in timelines:
        timeline.close()
    try:
        backend.open(index + 1).close()
    except BackendNotFoundError:
        return found
    return found | {"several"}


def _of_device(device: BackendDevice, queue: Queue, timelines: list[Timeline]) -> set[str]:
    own, strange = timelines
    held = {
        "computes": all(is_run_by(kernel, device) for kernel in kernels().values()),
        "runs IR": device.runs == "cpu",
        "host sees": device.host_sees,
        "sees host": device.sees_host,
        "virtual time": isinstance(queue, VirtualQueue),
        "real time": not isinstance(queue, VirtualQueue),
        "waits": device.can_wait_on(own.handle),
        "waits for all": device.can_wait_on(strange.handle),
        "not native": not isinstance(queue, NativeQueue),
        "replays": isinstance(device, ReplayDevice),
        "loops": isinstance(device, LoopDevice),
        "implements": isinstance(device, ImplementingDevice),
        "orders calls": isinstance(device, HostingDevice),
        # Those with native queues come back by other steps, which are no part of the contract.
        "recovers": isinstance(device, RecoveringDevice) and not isinstance(queue, NativeQueue),
    }
    return {tag for tag, holds in held.items() if holds}


def _within(seconds: float, run: Callable[[], None]) -> None:
    """Runs a function in a thread of its own: a device that blocks must not block the suite."""
    raised: list[BaseException] = []

    def here() -> None:
        try:
            run()
        except BaseException as error:  # noqa: BLE001 - whatever it is, the caller gets it
            raised.append(error)

    core()  # imported before the clock runs
    thread = threading.Thread(target=here, name="conformance", daemon=True)
    thread.start()
    thread.join(seconds)
    if thread.is_alive():
        raise Violation(f"a call of the device did not return within {seconds:g} s")
    if raised:
        raise raised[0]
