"""CPUs in child processes: a kernel that crashes ends a child, and not the program.

The files, from the top:

    backend.py   the kind `process+cpu`, and its options
    device.py    a device: its memory, and what a crash costs; plans and queues are far/device.py's
    keeper.py    the thread that starts children, talks to them and sees their ends
    child.py     a child process: its start and its end

    main.py      the main of the child
    confine.py   the limits of a child

    wire.py      the messages between the two
    shared.py    the memory that both map
"""
