"""The pure core of pipelines: what may be done next, in what order, and within what window.

    elements.py   what moves through a pipeline, and what stands for items that left it
    pace.py       how long a place was busy, starved or blocked
    nodes.py      places where functions work: producers, and stages of workers
    outlet.py     the last place, where elements are delivered and their items leave
    shuffling.py  permutations that need no memory
    joints.py     places where order matters and nothing works: batch, unbatch, shuffle, take, rows
    flow.py       all of them as one: the work to be done next, and the end of it

It calls no function of a user, reads no clock and starts no thread. A crew does: of threads, of
tasks on an event loop, or of an exploration. Each takes work, does it, and tells of its end.
"""
