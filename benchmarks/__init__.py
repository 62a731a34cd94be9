"""streamrt measured beside what people would use instead; `README.md` says how to read it.

    cli.py       arguments, and what is printed and written at the end
    rows.py      every row of the table as data: unit, target, which case measures it
    session.py   one process per peer and case, three runs, peers taken in turn
    case.py      what runs in such a process
    peers/       the cases, one file per peer: what a user of that peer would write
    native.py    the kernels as LLVM IR, the same text for every peer that can call it
    drivers.py   loops and clocks that several peers share
    busy.py      foreign load: Python that hogs the loop, processes that hog the cores
    report.py, picture.py   the table, the JSON, the picture

Nothing here is part of the wheel.
"""

from __future__ import annotations
