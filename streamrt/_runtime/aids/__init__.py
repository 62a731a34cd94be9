"""Aids for debugging.

From the ground up:

    guarded.py        GuardedMemory: a pool whose allocations have canaries
    checked.py        Checks: launches behind a launch, which look at its outputs and canaries
    tables.py         tables of what is in flight, for notebooks
    other_pools.py    what other libraries keep of a GPU's memory
    memory_report.py  a list of the buffers that hold a device's memory
    stacks.py         where threads and tasks stand, and what they wait for
    who_waits.py      Waiting, WaitingTable: who waits for what at this moment
    watchdog.py       Watchdog: a thread that names executions which run for too long
"""
