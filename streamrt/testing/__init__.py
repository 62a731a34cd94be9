"""Tools for tests of programs and of backends.

    Simulator, Costs          simulated devices, which streamrt/_backends/sim implements
    TraceEvent                a command that ran on them
    explore, replay           a program in many orders, and a failure once more
    sweep                     each fault at each place: cancel, fail, slow, out_of_memory, lose
    check_plan                the orders in which a plan's nodes can run
    without_waits             which explicit waits of a program are needed
    soak                      a program on real devices for a long time
    perturb                   a real backend that meets other orders
    Failure                   what exploration reports, saves and loads
    _reports/                 the reports of failures
    _exploring/               how explorations work
    _real/                    how soak and perturb work
    __main__.py               `python -m streamrt.testing soak MODULE:PROGRAM`
    conformance/              the suite that every backend passes

A test of a program on simulated devices:

    sim = Simulator(seed=7)
    with Runtime(devices=["sim:0", "sim:1"], backends=[sim]) as rt:
        ...
    assert not sim.violations
    print(sim.timeline())

Each seed gives one order in which the program's commands may run; the same seed gives the same
order again. Many orders, of asyncio's tasks as well:

    async def program(rt):
        ...

    explore(program, schedules=1000).check()
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from streamrt._backends.sim.costs import Costs as Costs
    from streamrt._backends.sim.simulator import Simulator as Simulator
    from streamrt._backends.sim.trace import TraceEvent as TraceEvent
    from streamrt.testing._exploring.explore import FailureFoundError as FailureFoundError
    from streamrt.testing._exploring.explore import Found as Found
    from streamrt.testing._exploring.explore import explore as explore
    from streamrt.testing._exploring.explore import replay as replay
    from streamrt.testing._exploring.faults import Fault as Fault
    from streamrt.testing._exploring.faults import cancel as cancel
    from streamrt.testing._exploring.faults import fail as fail
    from streamrt.testing._exploring.faults import lose as lose
    from streamrt.testing._exploring.faults import out_of_memory as out_of_memory
    from streamrt.testing._exploring.faults import slow as slow
    from streamrt.testing._exploring.plans import CheckedPlan as CheckedPlan
    from streamrt.testing._exploring.plans import Disorder as Disorder
    from streamrt.testing._exploring.plans import check_plan as check_plan
    from streamrt.testing._exploring.sweep import Swept as Swept
    from streamrt.testing._exploring.sweep import sweep as sweep
    from streamrt.testing._exploring.waits import TriedWait as TriedWait
    from streamrt.testing._exploring.waits import Waits as Waits
    from streamrt.testing._exploring.waits import without_waits as without_waits
    from streamrt.testing._real.perturb import perturb as perturb
    from streamrt.testing._real.resources import SoakFailedError as SoakFailedError
    from streamrt.testing._real.soak import Soaked as Soaked
    from streamrt.testing._real.soak import soak as soak
    from streamrt.testing._reports.failure import Failure as Failure
else:
    from streamrt import _lazy

    __getattr__, __dir__, __all__ = _lazy.lazy(
        __name__,
        {
            "streamrt._backends.sim.costs": "Costs",
            "streamrt._backends.sim.simulator": "Simulator",
            "streamrt._backends.sim.trace": "TraceEvent",
            "streamrt.testing._exploring.explore": "FailureFoundError Found explore replay",
            "streamrt.testing._exploring.faults": "Fault cancel fail lose out_of_memory slow",
            "streamrt.testing._exploring.plans": "CheckedPlan Disorder check_plan",
            "streamrt.testing._exploring.sweep": "Swept sweep",
            "streamrt.testing._exploring.waits": "TriedWait Waits without_waits",
            "streamrt.testing._real.perturb": "perturb",
            "streamrt.testing._real.resources": "SoakFailedError",
            "streamrt.testing._real.soak": "Soaked soak",
            "streamrt.testing._reports.failure": "Failure",
        },
    )
