"""The half of the core that is asked while programs run.

timeline.py  Timeline, Step: points, and what each stream is known to come after
ranges.py    Tracked, Region: the history of each byte range of an allocation
hazards.py   track: what a command waits for, given what it reads and writes
areas.py     Areas: memory that several handles share, found by address
pool.py      Pool: which free block serves an allocation
line.py      WaitingLine: who waits for room in a pool, in order
story.py     tell, trace: why an execution waits, and why one was skipped

Nothing here imports planning.
"""
