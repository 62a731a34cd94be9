"""Waiting for points of timelines, in coroutines and in threads.

loops.py        the event loop that runs in this thread
loop_future.py  Wakeup, Tell: what resumes a task, on an asyncio loop and on another
listeners.py    the process's listener numbers, by which native code knows whom to wake
bridge.py       LoopBridge, ThreadBridge: from a native queue to a loop or a thread
callbacks.py    Callbacks: the thread of done-callbacks without a loop
waiters.py      Waiters: all waiters of one runtime
time_left.py    TimeLeft: the time that a wait has left
points.py       Point: a value of a lane, which can be awaited
draining.py     Drain: `Stream.drain`, which waits for back-pressure
"""
