"""Captures, which record graphs, and replays, which run their plans on a device.

recorded.py    Recorded: the execution that a submission in a capture returns
capture.py     Capture: a block whose launches, copies and fills become a graph
noting.py      notes which nodes one call of a compiled function recorded
binder.py      writes the functions of one graph that match the buffers of a replay
programs.py    Lowering: from a plan's nodes to a program of its device
subjects.py    Replayed, StepName: the names of replays and steps, and their errors
resubmit.py    Resubmission: a program's steps, submitted one by one
logged.py      what the log of a runtime has to know of a replay
instance.py    Instance: the streams, arena and tables of one replay in flight
in_native.py   what native code has to know to replay a graph
graph_exec.py  GraphExec: a plan made ready on its device, to be replayed
"""
