"""Aids to find mistakes: checks of outputs and canaries, races, a memory report, the watchdog.

guarded.py        GuardedMemory: a pool whose allocations have canaries
checked.py        Checks: launches behind a launch, which look at its outputs and canaries
races.py          Watch: what a race detector is told, and what becomes of its findings
declared.py       Declared: the bytes that a submission uses, and their buffers
race_reports.py   the texts of races
strays.py         what kernels write beside what they declare
memory_report.py  a list of the buffers that hold a device's memory
other_pools.py    what other libraries keep of a GPU's memory
watchdog.py       Watchdog: a thread that names executions which run for too long
"""
