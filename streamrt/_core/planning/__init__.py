"""The half of the core that is asked beforehand: it fixes how a graph runs.

order.py      find_dependencies, place_waits: what each node follows and waits for
issue.py      Issue: when and on which stream each node is issued, by a policy
occupancy.py  Taken, Skyline: how packing finds out what is taken
packing.py    pack: where each temporary lies in the arena
slots.py      assign_slots: which temporaries may share memory
plan.py       make_plan, Schedule, digest: all steps together, and the checks of the input

Nothing here imports tracking.
"""
