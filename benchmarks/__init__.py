"""Measures streamrt beside what people would use instead; `README.md` says how to read it.

    __main__.py       `python -m benchmarks`
    cli.py            the command line, and the texts that a session prints
    row.py            what a row is, and the kinds of target
    launch_rows.py    the rows of launches: latency, throughput, fresh outputs, threads
    memory_rows.py    the rows of memory, start and simulated devices
    graph_rows.py     the rows of replaying and planning graphs
    pipeline_rows.py  the rows of pipelines
    rows.py           the table: all sections, in order
    session.py        the runs: one process for each peer and case, the peers in turn
    case.py           the program of such a process: one case of one peer
    scale.py          the size of a case: full or quick
    peers/            the cases, one file for each peer, as a user of that peer would write them
    native.py         the kernels in LLVM IR, the same text for every peer that can call it
    graphs.py         the graphs that every peer runs
    drivers.py        loops and clocks that several peers share
    calls.py          the clock of calls with a fresh output
    halves.py         a kernel whose arrays are f16, or f32
    pipelines.py      the work of pipelines, their clocks, and the checks of what came out
    threads.py        the clock of submissions from several threads, and the check of their results
    memory.py         the memory that a process uses, by the system's count and by Python's
    busy.py           load beside a case: Python on the loop's thread, processes on the cores
    results.py        from runs to the lines of the table
    report.py         the table as text, and everything as JSON
    picture.py        the ratios as a picture

Nothing here is part of the wheel.
"""

from __future__ import annotations
