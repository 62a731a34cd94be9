"""streamrt's cases. Every one is an `async def` of its name, which `benchmarks.peers` lists.

    launches.py        launches on streams: latency, throughput, the race detector, overlap
    calls.py           calls with fresh outputs, and submissions from several threads
    memory.py          backlogs and how they drain, memory, allocation and starting
    replay.py          graphs captured once and replayed
    eager_launches.py  the same nodes launched one by one: the peer `eager`
    planning.py        the planner: time, growth and memory
    compiled.py        functions of `jit`: their speed, and their cached calls
    compiling.py       tracing, compiling and loading functions
    programs.py        functions as people write them
    minilm.py          a published model: its forward pass, new shapes and first calls
    models.py          MiniLM and parts of models, beside the libraries that serve models
    kernels.py         the standard kernels, and one kernel in four ways
    eager.py           eager arrays
    simulated.py       schedules on simulated devices
    exploring.py       exploration and sweeps
    recording.py       recordings, and traces that are written
    processes.py       a device in a child process: launches, crashes, starts
    beyond/            devices behind Dask workers: launches, bytes, losses, arrays
    opencl.py          OpenCL on the CPU's driver
    gpu.py             the hand-over to a GPU, over a fake driver
    serving/           a Batcher that answers an open loop of requests
    pipelines.py       pipelines: items, overlap, pictures
    pipeline_runs.py   pipelines: memory, leaving, resuming
    common.py          kernels and buffers that these share

Public names of streamrt are enough for all of them.
"""
