"""The objects that users hold, and the machinery behind them.

The floors, from the ground up. A file stands behind those that it imports; a subfolder stands
where most of it belongs, and single files of it belong lower or higher.

Facts that stand alone
    options.py         Options: the options of a runtime, checked
    lifecycle.py       Lifecycle: open, closed or forked, and the errors that refuse work
    world.py           World: who runs a runtime in an exploration, in place of threads
    namespace.py       the namespace of arrays, which stands above
    registry.py        Registry: kernels compiled ahead of time, by name
    standard.py        StandardPlans: the plans of copies, fills and checks
    subject.py         Subject: the kernel, replay or name that an execution runs
    event.py           Event: a recorded point that others wait for
    failures.py        Failures: the errors of failed executions, and who was told
    tracking.py        the tracker that the runtime uses: in C, or the specification
    in_python.py       a runtime's lock, in Python
    in_steps.py        submission in steps, in Python
    reclaim.py         Reclaimer: dropped memory and plans, until nothing uses them

The shared state of a runtime
    hosts.py           Hosts: the threads of host calls, and waits that would never end
    host_calls.py      HostCall: a Python function with its arguments and its loop
    waiting/           coroutines and threads that wait, on loops of asyncio and trio
    engine.py          Engine: the lock, the lanes, the failures, the waiters

The way of one submission
    submission.py      Submission: a place in the order, its outcome and its errors
    execution.py       Execution: a submission as users ask and await it
    composite.py       Composite: several executions that a user holds as one
    losing.py          Losing: fails the pending work of a device that is lost
    contract_queue.py  queues of backends without native code, as lanes use them
    door.py            take, submit: operations as data, run or captured
    lane.py            Lane: one queue, its timeline and the work in flight
    watched.py         lanes and executions that tell a race detector what they do
    host_lane.py       HostLane: the host calls of one stream, in its order

Memory, and the operations on it
    memory.py          Memory, Allocation: blocks of a device's pool, and foreign memory
    pinned.py          Staging: memory of the host that a device has made, for copies
    device_state.py    DeviceState: the inner half of Device
    typed_memory.py    TypedMemory: the inner half of Buffer
    foreign.py         arrays, DLPack, dtypes and shapes that come from outside
    dlpack.py          capsules of DLPack and `__cuda_array_interface__`, read and written
    sharing.py         buffers of a GPU that other libraries use
    lending.py         Lent: a stream on which other libraries enqueue work for a while
    holding.py         Hold: a stream of another library that waits for work of streamrt
    transfers.py       copies, fills, fetches, allocations
    aids/              aids for debugging: finite outputs, canaries, races, watchdog, ...
    operations.py      launches, host calls, records and waits

The handles of users
    buffer.py          Buffer: typed memory on a device, and views of it
    stream.py          Stream: an in-order queue on a device
    graphs/            capture, instances of plans, replay
    device.py          Device: streams, memory and plans of one device
    device_list.py     DeviceList: the devices of one runtime, opened at their first use
    scope.py           Scope: a block that ends when all work submitted in it has ended
    calls.py           Callee, Compiled: calls of compiled functions, whose results are buffers
    execute.py         `Runtime.execute`
    borrowing.py       arrays of other libraries on a GPU, as buffers
    foreign_stream.py  ForeignStream: order with a stream of another library
    closing.py         the end of a runtime: by close, at exit, in the child of a fork
    native_classes.py  tells native code about the classes of users
    runtime.py         Runtime
    inner.py           what the rooms above ask of these handles, and users do not
"""
