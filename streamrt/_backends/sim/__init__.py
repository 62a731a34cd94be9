"""Simulated devices, which run commands in virtual time and choose by a seed which one is next.

    queues.py     the parts of a machine: queues, batches, engines
    memory.py     Space: the memory of one device
    device.py     SimDevice and SimQueue: the contract of a backend
    costs.py      Costs: how many ns each command takes
    trace.py      TraceEvent: a command that ran; a chart of events
    machine.py    Machine: the order and the virtual times of commands, a pure interpreter
    hardware.py   Hardware: the kernels that the commands run, on memory that is checked
    simulator.py  Simulator: the backend, its options, faults and trace

`backend` is the simulator that a runtime opens for `sim:0` if it was given none.
"""

from streamrt._backends.sim.simulator import Simulator, seed_of_environment

backend = Simulator(seed_of_environment())
