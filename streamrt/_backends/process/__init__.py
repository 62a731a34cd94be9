"""CPUs in child processes: a kernel that crashes ends a child, and not the program.

The files, from the top:

    backend.py   the kind `process+cpu`, and its options
    device.py    a device: memory, plans, queues, and what a crash costs
    queue.py     a queue, whose records go through a channel
    keeper.py    the thread that starts children, talks to them and sees their ends
    child.py     a child process: its start and its end

    place.py     the main of the child: loads plans and runs channels
    confine.py   the limits of a child

    wire.py      the messages between the two
    shared.py    the memory that both map
    arena.py     which addresses of it are in use

`streamrt/_native/c/far` has the channels, and the threads on both sides.
"""
