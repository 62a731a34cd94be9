"""The race detector. It is pure, and knows nothing of the tracker.

Both files know each other:

    uses.py      Use, UseSpans: the uses of memory, by address
    detector.py  Races: which two accesses to the same bytes nothing orders
"""
