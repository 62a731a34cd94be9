"""The native core: queues that C code drains without the interpreter, and its Python side.

From the ground up:

    records.py          packed records, decoded into commands
    program.py          programs, packed as the memory that replay.h runs
    fields.py           types with native fields, made without native code
    threads.py          a thread that starts at most once and whose end can be waited for
    loss.py             Loss: whether a device is lost, why, and who has to know
    python_symbols.py   the functions of the interpreter that the core calls
    core.py             Core: the native code, loaded, and its functions
    relay.py            the two ends of a relay: channels of a far device, as bytes
    loops.py            LoadedLoops: loops and branches, packed as the memory that control.h runs
    host_loop.py        HostLoop: a loop in the host's memory, turn by turn in Python
    ring.py             Ring: the recorder's events of one queue
    tracking.py         the tracker in C, with the interface of the specification
    host_plan.py        HostPlan: a plan that any thread of this process can run
    ends.py             completion from C: a timeline's functions, and the ends that a driver tells
    timeline.py         Timeline: the counter of one queue, and the only way to raise it
    lane_queue.py       LaneQueue: the members that the runtime uses of every queue
    queue.py            NativeQueue: a queue that the native loop drains; status cells
    replays.py          the programs of a device, and the helper queues that run them
    device.py           NativeDevice: a device with native queues; HostDevice: in the host's memory

    build.py            a development tool, which compiles the C to LLVM IR, a .ll file per target

The C is in the folder c, and what is made of it in the folder ll. c/streamrt.c is the map of the C.
"""
