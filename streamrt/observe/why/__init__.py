"""The part that explains why a program is slow, from a trace alone.

    texts.py          tables as text and as HTML; times and shares in words
    intervals.py      intervals of time with labels: the innermost at each moment, and how long each
    executions.py     the executions of a trace, and what each one waited for
    host.py           what the host did at each moment
    gaps.py           the time in which streams were idle, and the reasons
    schedule.py       executions and waits as a graph, which is run again with other times
    critical_path.py  what the last end waited for, back to the beginning; what shortening saves
    summary.py        counts and times by kernel and stream

All of it is pure, and reads a `Trace` alone. Times are in ns.
"""
