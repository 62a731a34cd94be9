"""The facts that whoever runs a service is told: numbers for metrics, and fields of log lines.

From the ground up:

    counts.py    Counts: the submissions of each stream, and those that did not succeed
    fields.py    the fields of the lines that the logger `streamrt` writes
    seldom.py    Seldom: at most one line a minute of a condition that goes on
    snapshot.py  Snapshot: the counts of a runtime at one moment
"""
