"""Tools for tests of programs, and of backends: simulated devices.

    sim = Simulator(seed=7)
    with Runtime(devices=["sim:0", "sim:1"], backends=[sim]) as rt:
        ...
    assert not sim.violations
    print(sim.timeline())

Each seed is one order in which the program's commands may run; the same seed gives the same.
"""

from __future__ import annotations

from streamrt._backends.sim.costs import Costs as Costs
from streamrt._backends.sim.simulator import Simulator as Simulator
from streamrt._backends.sim.trace import Event as Event

__all__ = ["Costs", "Event", "Simulator"]
