"""Loops and branches in a trace, as `streamrt.scan` and its like make them.

bodies.py           opened, running, added: bodies while they are traced; values that leave them
leaves.py           Leaf, Kind: arrays and numbers of a carry, and what is fixed of them
unrolling.py        unrolled: few turns of a small body as plain values
traced_loops.py     repeated, while_true: loops
traced_counts.py    counted: loops over integers
traced_branches.py  branched: branches
"""
