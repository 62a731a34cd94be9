"""Tools for tests of programs and of backends.

    Simulator, Costs, Event   simulated devices, which streamrt/_backends/sim implements
    conformance/              the suite that every backend passes

A test of a program on simulated devices:

    sim = Simulator(seed=7)
    with Runtime(devices=["sim:0", "sim:1"], backends=[sim]) as rt:
        ...
    assert not sim.violations
    print(sim.timeline())

Each seed gives one order in which the program's commands may run; the same seed gives the same
order again.
"""

from __future__ import annotations

from streamrt._backends.sim.costs import Costs as Costs
from streamrt._backends.sim.simulator import Simulator as Simulator
from streamrt._backends.sim.trace import Event as Event

__all__ = ["Costs", "Event", "Simulator"]
