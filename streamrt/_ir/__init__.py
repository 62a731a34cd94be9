"""The compiler of programs: what `@streamrt.jit` traces, on its way to kernels.

A program is a graph of tensor operations. Passes rewrite it, fusion cuts it into loops, and an
emitter for each kind of device writes kernels. From the ground up:

Programs
    ops.py             Op: the operations, with their numbers, costs and references
    limits.py          Limits: what a program may have at most

    ufunc_calls.py     the operation `ufunc`, which calls a ufunc of any library
    called_rules.py    the rules and references of the operations of the group `call`
    called.py          operations that have kernels of their own: their rules and meaning
    values.py          Value: what programs consist of
    traced_loops.py    TracedLoop: loops and branches of programs
    program.py         Program, Builder: programs, hash-consed

    rebuilding.py      programs with other parameters, or as part of others
    interpret.py       interpret: the reference, in NumPy
    passes/            fold, simplify, views, idioms, contract: a rewriting each

Kernels
    loops.py           Loops: the kernel form
    execute_loops.py   what loops mean, in NumPy: the reference
    math/              mathematical functions on lanes, which both emitters use
    cpu/               loops to LLVM IR for the host's CPU
    gpu/               loops to the C of GPUs: CUDA C++ and OpenCL C
    costs.py           the time that a kernel takes: about, and at most
    kernels.py         kernel_of: loops to a kernel
    called_kernels.py  kernel_for: these kernels
    fusion/            programs to loops

    stored.py          check_stored: what a step reads, an earlier one stored
    lower.py           loops to kernels, with the places of their operands
    looped.py          a loop with an elementwise body to one kernel, which makes all turns
    extents/           kept: what was lowered for some shapes, for others

    composing/         programs with loops, as programs without any and the loops between them
    encoding/          the canonical bytes of a program, and their digest
    text/              programs as text, for people
    stablehlo/         programs from StableHLO, the text that jax prints, and as StableHLO
"""
