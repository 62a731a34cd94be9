"""What a signal's handler raises is no fault of the value, function or device that was at hand."""

from __future__ import annotations

import ast
import asyncio
import re
import signal
from collections.abc import Callable, Generator
from functools import partial
from pathlib import Path
from types import FrameType
from typing import Any

import numpy as np
import pytest
from interrupts.points import SIGNAL, Late
from shared.threaded_backend import ThreadedBackend, ThreadedQueue

import streamrt as srt
from streamrt._core.values import check_count, check_flag, check_shape, shown
from streamrt._interrupts import from_handler
from streamrt.errors import DeviceLostError
from streamrt.pipeline import retry, skip, source

LATE = "the time is over"


def _raise(number: int = 0, frame: FrameType | None = None) -> None:
    raise Late(LATE)


def _raise_that(kind: type[Late], text: str, number: int, frame: FrameType | None) -> None:
    raise kind(text)


def strike(*_: object, **__: object) -> Any:
    """Has the handler run here and now."""
    signal.raise_signal(SIGNAL)


@pytest.fixture(autouse=True)
def _handled() -> Generator[None]:
    before = signal.signal(SIGNAL, _raise)
    yield
    signal.signal(SIGNAL, before)


class Striking:
    """A value that is interrupted whenever it is converted."""

    __index__ = __bool__ = __repr__ = __hash__ = __iter__ = __array__ = strike
    shape = (1,)


class Handlers:
    """Handlers of other forms than a function."""

    def method(self, number: int, frame: FrameType | None) -> None:
        raise Late(LATE)

    __call__ = method


HANDLERS = {
    "function": _raise,
    "method": Handlers().method,
    "object": Handlers(),
    "partial": partial(partial(_raise_that, Late), LATE),
}


@pytest.mark.parametrize("handler", HANDLERS.values(), ids=HANDLERS.keys())
def test_an_error_of_a_handler_is_known_by_its_traceback(handler: Any) -> None:
    """Row 159."""
    signal.signal(SIGNAL, handler)
    with pytest.raises(Late) as caught:
        [strike() for _ in range(1)]
    assert from_handler(caught.value)
    with pytest.raises(Late) as caught:
        raise Late(LATE)
    assert not from_handler(caught.value)


@pytest.mark.parametrize(
    "check",
    [
        lambda value: check_count(value, "take: most", 0),
        lambda value: check_flag(value, "flag"),
        lambda value: check_shape(value, "empty"),
        lambda value: check_shape([value], "empty"),
        shown,
    ],
)
def test_it_is_no_fault_of_a_value(check: Callable[[object], object]) -> None:
    """Row 159."""
    with pytest.raises(Late, match=LATE):
        check(Striking())


@pytest.mark.parametrize("use", ["put", "fill", "dtype", "static"])
def test_it_is_no_fault_of_an_array_or_an_element(rt: srt.Runtime, use: str) -> None:
    """Row 159."""

    @srt.jit(static="n")
    def scaled(x: Any, n: object) -> Any:
        return x

    x = rt.put(np.ones(4, "f4"))
    calls: dict[str, Callable[[], object]] = {
        "put": lambda: rt.put(Striking()),
        "fill": lambda: rt.device().stream().fill(x, Striking()),  # type: ignore[arg-type]
        "dtype": lambda: rt.empty(4, Striking()),
        "static": lambda: scaled(x, Striking()),
    }
    with pytest.raises(Late, match=LATE):
        calls[use]()


@pytest.mark.parametrize("asked", ["source", "grain"])
def test_it_is_no_fault_of_a_kernel(rt: srt.Runtime, asked: str) -> None:
    """Row 159."""
    source_of = strike if asked == "source" else lambda binding: ""
    grain = strike if asked == "grain" else 64
    kernel = srt.Kernel("k", "out y: f32[N]", cpu=srt.LLVM(source_of), split="N", grain=grain)
    x = rt.put(np.ones(4, "f4"))
    with pytest.raises(Late, match=LATE):
        rt.device().stream().launch(kernel, x)


@pytest.mark.parametrize("branches", [False, True])
def test_it_is_no_refusal_of_a_traced_function(rt: srt.Runtime, branches: bool) -> None:
    """Row 159: nor a way through it, whose `raise` would become a check."""

    @srt.jit
    def f(x: Any) -> Any:
        if not branches or x.sum() > 0:
            strike()
        return x

    with pytest.raises(Late, match=LATE):
        f(rt.put(np.ones(4, "f4")))


def test_it_is_no_fault_of_a_device(monkeypatch: pytest.MonkeyPatch) -> None:
    """Row 159: but a batch that is lost in the middle costs the device."""
    with (  # noqa: PT012
        pytest.raises(BaseExceptionGroup, match="1 failure"),
        srt.Runtime(["threaded:0"], backends=[ThreadedBackend()]) as rt,
    ):
        x = rt.put(np.ones(4, "f4"))
        rt.device().stream().fill(x, 0.0).sync()
        monkeypatch.setattr(ThreadedQueue, "submit", strike)
        with pytest.raises(Late, match=LATE):
            rt.device().stream().fill(x, 1.0)
        monkeypatch.undo()
        with pytest.raises(DeviceLostError, match="a handler raised inside its queue's `submit`"):
            rt.device().stream().fill(x, 1.0).sync()


@pytest.mark.parametrize("policy", [skip(), retry(3, then=skip())])
async def test_it_is_no_item_that_a_policy_may_skip(rt: srt.Runtime, policy: Any) -> None:
    """Row 159."""

    async def careful(item: int) -> int:
        await asyncio.sleep(0)
        return item if item != 2 else strike()

    found: list[int] = []
    with pytest.raises(Late, match=LATE):  # noqa: PT012
        async with source(range(9)).map(careful, on_error=policy).run(rt) as run:
            async for item in run:
                found.append(item)
    assert found == [0, 1]


# --- the rule ------------------------------------------------------------------------------------

MEANT = {
    "opened.py": 2,  # what iterators raise is raised when all of them are closed
    "build.py": 1,  # the failure of an item is raised at its place
    "processes.py": 1,  # in the worker process, which has no handlers
    "_bench.py": 1,  # an error that tells more is on its way, or a Violation carries it
    "_line.py": 1,  # as above
    "_play.py": 1,  # as above
    "_models.py": 1,  # raised again behind the scope, and asked there
    "_streams.py": 1,  # an error of the body, raised outside of the group
    "_refusals.py": 1,  # whatever it is, it is raised again
    "jitted.py": 1,  # as above
    "trace.py": 1,  # as above, or as the refusal that it follows
}


def wide(path: Path) -> int:
    """Returns how many `except Exception` of a file do not ask who raised it."""
    found, text = 0, path.read_text()
    if re.search(r"\bException\b", text) is None:  # as in most files, which need no parser
        return 0
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.ExceptHandler) and getattr(node.type, "id", "") == "Exception":
            found += "from_handler(" not in ast.unparse(node)
    return found


def test_every_except_that_catches_all_asks_who_raised() -> None:
    """Row 159."""
    root = Path(srt.__file__).parent
    found = {path.name: count for path in sorted(root.rglob("*.py")) if (count := wide(path))}
    assert found == MEANT
