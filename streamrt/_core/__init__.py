"""The pure core. It knows no asyncio, no threads, no NumPy, no device and no clock.

    values.py      checks of the values that users pass, and how messages show them
    handles.py     refusals to copy or pickle what exists only once
    finalizers.py  finalizers that no signal handler can interrupt
    commands.py    the commands of a queue, as plain data
    program.py     Program: the work that a device may run with one launch, as plain data
    races/         the race detector, which is an oracle of the tracker
    tracking/      while programs run: what a command waits for, and the history of memory
    planning/      beforehand: the order, the streams and the memory of a graph's nodes
    flow/          pipelines: what may be done next, in what order, and within what window

The three parts, tracking, planning and flow, never import each other. The runtime asks tracking
what a command must wait for, hands the answer to a queue, and reports there how the command ended.
"""
