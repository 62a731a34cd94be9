"""Whatever is passed to whatever is public: the call ends soon, and says what was tried."""

from __future__ import annotations

import random
from pathlib import Path

import pytest
from long import fuzz
from shared.fuzz_world import World
from shared.processes import python

from streamrt.errors import ArgumentTypeError

SCRIPT = Path(fuzz.__file__)


@pytest.mark.slow
def test_no_call_with_wrong_arguments_ends_as_none_may() -> None:
    """Row 64: a sample; `make fuzz` makes a million of them."""
    seed = random.randrange(1 << 32)
    ended = python(SCRIPT, "--calls", "6000", "--seed", seed)
    assert ended.returncode == 0, ended.stdout + ended.stderr
    assert f"seed {seed}\n6000 calls of " in ended.stdout


def test_everything_public_is_called() -> None:
    """Row 64."""
    world = World(random.Random(0))
    names = {subject.name for subject in world.subjects()}
    world.check()
    some = "Runtime Runtime.put Buffer.reshape Buffer.__getitem__ Stream.launch Execution.sync"
    more = "Kernel Kernel.plan LLVM Native Graph.add CapturePlan.instantiate GraphExec.replay"
    rest = "Simulator.timeline Costs Device.stream Event.sync Operand.reshape Launch"
    assert names >= set(f"{some} {more} {rest}".split())
    assert len(names) > 120


@pytest.mark.parametrize(
    ("error", "is_fine"),
    [
        (ArgumentTypeError("put: found list; pass an array"), True),
        (TypeError("Runtime.put() missing 1 required positional argument: 'array'"), True),
        (ArgumentTypeError("wrong"), False),
        (TypeError("unsupported operand type(s) for +: 'float' and 'str'"), False),
        (AttributeError("'int' object has no attribute 'get'"), False),
        (RecursionError("put: maximum recursion depth exceeded"), False),
        (MemoryError(), False),
    ],
)
def test_how_a_call_ended_is_judged(error: Exception, is_fine: bool) -> None:
    """Row 64."""

    def put() -> None:
        raise error

    found = fuzz.call(fuzz.Subject("Runtime.put", put), [], {})
    assert (found is None) == is_fine
