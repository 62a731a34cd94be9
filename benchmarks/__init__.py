"""Measures streamrt beside what people would use instead; `README.md` says how to read it.

    __main__.py  `python -m benchmarks`
    cli.py       the command line, and the texts that a session prints
    rows.toml    the table: its sections, and a line for each row
    rows.py      reads it: what a row is, and the kinds of target
    session.py   the runs: one process for each peer and case, the peers in turn
    case.py      the program of such a process: one case of one peer
    scale.py     the size of a case: full or quick
    notes.py     what a case says beside its values
    results.py   from runs to the lines of the table
    report.py    the missed targets and the table as text, and everything as JSON
    picture.py   the ratios as a picture
    curves.py    what services answer in time, as a picture

    ours/        streamrt's cases, a file for each part of the library
    peers/       the table of peers, and the cases of the others, as their users would write them
    work/        what several peers do or share: kernels, graphs, functions, clocks and checks

Nothing here is part of the wheel.
"""

from __future__ import annotations
