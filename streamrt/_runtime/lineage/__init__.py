"""Lineage: a log of what was written to memory, by which lost buffers are made again.

versions.py        Memory, Version, Step: what memory holds, and the steps that made it so
checkpoints.py     Checkpoints: fetched values, in place of the steps behind them
holdings.py        Holdings: the memories that a log knows, and its limits
log.py             Log: notes each submission
logged_lanes.py    the lanes of a runtime with a log
redoing.py         submits steps again, with other memory for their operands
making_again.py    MakingAgain: finds what is lost, and the steps that make it again
"""
