"""Random programs on simulated devices: `python tests/door_programs.py auto 1 2 3` runs three.

Prints whatever can be seen of each run. The simulator's clock is virtual, so that depends on
nothing but the seed; `test_door.py` compares the runs of both trackers.
"""

from __future__ import annotations

import random
import sys
from pathlib import Path

sys.path.append(str(Path(__file__).resolve().parent))

import numpy as np
from trial_kernels import fail

import streamrt as srt
from streamrt._runtime.execution import Execution
from streamrt.testing import Simulator
from streamrt_kernels import axpy

STEPS = 60


def seen(execution: Execution) -> tuple[object, ...]:
    """What the tracker found for an execution."""
    edges = [(e.timeline.name, e.value, e.hazard) for e in execution.edges]
    checks = [(step.timeline.name, step.value) for step in execution.checks]
    return execution._describe(), sorted(edges), sorted(checks)


def run(seed: int, hazards_mode: str) -> list[object]:
    """Runs a random program of launches, fills, copies, events, failures and cancels."""
    draw = random.Random(seed)
    sim = Simulator(seed)
    found: list[object] = []
    with srt.Runtime(["sim:0"], backends=[sim], hazards=hazards_mode) as rt:  # type: ignore[arg-type]
        streams = [rt.device().stream(name) for name in "abc"]
        buffers = [rt.put(np.full(16, n, "f4")) for n in range(4)]
        executions: list[Execution] = []
        with rt.scope() as scope:
            for _ in range(STEPS):
                stream, x, y = draw.choice(streams), draw.choice(buffers), draw.choice(buffers)
                low = draw.randrange(8)
                match draw.randrange(8):
                    case 0:
                        executions.append(stream.fill(y[low:], 1.0))
                    case 1 if x is not y:
                        executions.append(stream.copy(y[low:], x[low:]))
                    case 2:
                        draw.choice(streams).wait(stream.record())
                    case 3:
                        executions.append(stream.launch(fail, y, 7))
                    case 4 if executions:
                        found.append(executions[-1].cancel())
                    case 5:
                        buffers[draw.randrange(4)] = rt.empty(16)
                    case _ if x is not y:
                        executions.append(stream.launch(axpy, x[::2], y[::2], alpha=0.5))
                    case _:
                        pass
            found += map(seen, executions)
            found.append(scope.pending)
            for execution in executions:
                found.append(type(execution._error(execution._state())) if _ends(execution) else "")
        found += [(e.what, e.queue, e.start, e.finish, e.outcome) for e in sim.trace]
    return found


def _ends(execution: Execution) -> bool:
    """Waits for it; whether it ended badly."""
    try:
        execution.sync()
    except Exception:  # noqa: BLE001 - which one is compared by its type
        return True
    return False


if __name__ == "__main__":
    for number in sys.argv[2:]:
        print(run(int(number), sys.argv[1]))
