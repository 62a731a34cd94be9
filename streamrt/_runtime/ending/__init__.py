"""Ends: of memory, of devices, of scopes and of runtimes.

From the ground up:

    lifecycle.py  Lifecycle: open, closed or forked, and the errors that refuse work
    deadlines.py  Deadline: the time after which work does not start
    reclaim.py    Reclaimer: dropped memory and plans, until nothing uses them
    rising.py     Rising: the way of a lost device's timelines to their ends
    losing.py     Losing: fails the pending work of a device that is lost
    leaving.py    Leaving: the wait for the work of a scope or runtime when it is left
    closing.py    the end of a runtime: by close, at exit, in the child of a fork
"""
