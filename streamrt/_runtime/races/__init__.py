"""The notes that a race detector is given, and its reports.

From the ground up:

    declared.py       Declared: the bytes that a submission uses, and their buffers
    strays.py         what kernels write beside what they declare
    reports.py        the texts of races
    watch.py          Watch: what a race detector is told, and what becomes of its findings
    watched_lanes.py  lanes and executions that tell a race detector what they do
"""
