"""The work that peers have in common, and its clocks and checks.

    clocks.py       loops and clocks
    calls.py        the clock of calls with a fresh output
    threads.py      the clock of submissions from several threads, and the check of their results
    busy.py         load beside a case: Python on the loop's thread, processes on the cores
    memory.py       the memory that a process uses, by the system's count and by Python's
    native.py       the kernels in LLVM IR, the same text for every peer that can call it
    awaited.py      the cases of peers that hand these calls to threads
    graphs.py       the graphs that every peer runs
    functions.py    the functions that peers compile
    programs.py     functions as people write them, and their data
    minilm.py       a published model of sentences, and its weights
    models.py       parts of models, and the shapes of MiniLM beside them
    kernels.py      the standard kernels' arguments, and the same in NumPy
    large.py        kernels that memory limits
    own_kernels.py  one kernel in four ways
    eager.py        operations of eager arrays
    opencl/         a kernel of OpenCL, and the program in C
    beyond/         two workers: their work, clusters, and programs beside them
    serving/        an open loop of requests at a service
    pipelines.py    the work of pipelines, and the cases of peers that are iterated over

A check ends the case of a peer that did other work, or lost some of it.
"""
