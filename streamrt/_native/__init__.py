"""The native core: queues that C code drains without the interpreter, and its Python side.

From the ground up:

    records.py          packed records, decoded into commands
    program.py          programs, packed as the memory that replay.h runs
    fields.py           types with native fields, made without native code
    threads.py          a thread that starts at most once and whose end can be waited for
    loss.py             Loss: whether a device is lost, why, and who has to know
    core.py             Core: the native code, loaded, and its functions
    tracking.py         the tracker in C, with the interface of the specification
    host_plan.py        HostPlan: a plan that any thread of this process can run
    timeline.py         Timeline: the counter of one queue, and the only way to raise it
    lane_queue.py       LaneQueue: the members that the runtime uses of every queue
    queue.py            NativeQueue: a queue that the native loop drains; status cells
    replays.py          the programs of a device, and the helper queues that run them
    device.py           NativeDevice: a device with native queues; HostDevice: in the host's memory

    streamrt.c          the translation unit
    native.h            the structures that C and Python share
    queue.h, loop.h     the producer's side of a queue; the loop that drains it
    replay.h            programs: streams of prepared launches
    driver.h            the CUDA driver as native code calls it, and lost devices
    cuda_graph.h        whole programs as CUDA graphs
    cuda.h, landing.h   CUDA queues: the thread that hands work over; the one that sees it end
    workers.h           launches, split over threads
    pace.h              how many threads pay for a launch, as its launches have shown
    entries.h           copies, fills and checks
    tracker.h           the tracker: what a command waits for; it knows no Python object
    hazards.h           what one use of memory waits for, and what is noted of it
    shadows.h           copies of memories, on which commands are tried that change what they find
    memories.h          how a history begins and ends, and how several become one
    ranges.h            the spans of a history
    timeline.h          timelines, points, frontiers
    submit.h            the builtins that submit
    builtins.h          the builtins that look at queues, cells and plans, and make them
    gpus.h              the builtins that make CUDA queues and their plans
    python.h            the native types, and the table of all builtins
    stream.h            Stream.launch: from Python's arguments to a request
    launch.h, calls.h   launches; host calls and waits
    submission.h        from a request to an execution, all or nothing
    request.h           a request, and the objects made before it
    plans.h             Plans: loaded plans by kernel and layouts
    tracking.h          the builtins that ask the tracker
    histories.h         Tracked: the history of memory, as Python holds it
    regions.h           Region, and allocations
    dropped.h           Dropped: dropped allocations, of which the next ones are made
    fresh.h, execute.h  Runtime.empty and Runtime.execute, each in one step
    graphs.h            GraphExec.replay in one step
    compiled.h          Call: calls of compiled functions, each in one step
    keepers.h           Keeper: what keeps plans loaded
    lanes.h             the structure of a queue's timeline
    flights.h           the executions in flight of a queue
    timelines.h         Timeline: that structure as Python holds it
    lock.h              Lock: a runtime's lock
    objects.h           what the native types share
    cpython.h           the functions of CPython that the builtins call
    platform.h          time, sleeping and spinning
    build.py            a development tool, which compiles the C to LLVM IR, a .ll file per target

streamrt.c says in which order to read the C.
"""
