"""The objects that users hold, and the machinery behind them.

From the ground up: a file stands behind those that it imports. A subfolder stands where most of it
belongs; docs/pictures/floors.toml has the floor of each of its files.

Facts that stand alone
    options.py         Options: the options of a runtime, checked
    telling/           counts for metrics, and fields of log lines
    world.py           World: who runs a runtime in an exploration, in place of threads
    subject.py         Subject: the kernel, replay or name that an execution runs
    specification/     the lock and the submission, in Python
    tracking.py        the tracker that the runtime uses: in C, or the specification
    recorder/          what happened, noted in rings: see `streamrt.observe`
    failures.py        Failures: the errors of failed executions, and who was told

What a runtime shares
    races/             what a race detector is told, and what it reports
    lineage/           a log of what was written, by which lost buffers are made again
    hosts/             host calls, and the threads that run them
    waiting/           coroutines and threads that wait, on loops of asyncio and trio
    ending/            what ends: dropped memory, lost devices, scopes, the runtime itself

The way of one submission
    submission.py      Submission: a place in the order, its outcome and its errors
    execution.py       Execution: a submission as users ask and await it
    lane.py            Lane: one queue, its timeline and the work in flight
    engine.py          Engine: the lock, the lanes, the failures, the waiters
    composite.py       Composite: several executions that a user holds as one
    event.py           Event: a recorded point that others wait for

Memory, and the operations on it
    memory/            blocks of memory, and the inner half of Buffer
    devices/           the inner half of Device, and the devices of a runtime
    door.py            take, submit: operations as data, run or captured
    transfers.py       copies, fills, fetches, allocations
    foreign/           arrays, memory and streams of other libraries
    aids/              aids for debugging: finite outputs, canaries, memory reports, a watchdog
    operations.py      launches, host calls, records and waits

The handles of users
    buffer.py          Buffer: typed memory on a device, and views of it
    stream.py          Stream: an in-order queue on a device
    device.py          Device: streams, memory and plans of one device
    graphs/            capture, instances of plans, replay
    scope.py           Scope: a block that ends when all work submitted in it has ended
    compiled_calls.py  Callee, Compiled: calls of compiled functions, whose results are buffers
    execute.py         `Runtime.execute`
    making.py          BufferMaker: the part of Runtime that makes buffers
    native_classes.py  tells native code about the classes of users
    runtime.py         Runtime
    inner.py           what the rooms above ask of these handles, and users do not
"""
