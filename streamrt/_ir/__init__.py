"""The compiler of programs: what `@streamrt.jit` traces, on its way to kernels.

A program is a graph of tensor operations. Passes rewrite it, fusion cuts it into loops, and an
emitter for each kind of device writes kernels. From the ground up:

Programs
    ops.py             Op: the operations, with their numbers, costs and references
    limits.py          Limits: what a program may have at most

    ufunc_calls.py     the operation `ufunc`, which calls a ufunc of any library
    called_rules.py    the rules and references of the operations of the group `call`
    called.py          operations that have kernels of their own: their rules and meaning
    program.py         Value, Program, Builder: programs, hash-consed

    interpret.py       interpret: the reference, in NumPy
    encoding.py        the canonical bytes of a program, and their digest
    passes/            fold, simplify, views, idioms, contract: a rewriting each
    text/              programs as text: for people, and as MLIR

Kernels
    loops.py           Loops: the kernel form
    execute_loops.py   what loops mean, in NumPy: the reference
    math/              mathematical functions on lanes, which both emitters use
    cpu/               loops to LLVM IR for the host's CPU
    cuda/              loops to CUDA C
    costs.py           the time that a kernel takes: about, and at most
    kernels.py         kernel_of: loops to a kernel
    called_kernels.py  kernel_for: these kernels
    fusion/            programs to loops

    stored.py          check_stored: what a step reads, an earlier one stored
    lower.py           loops to kernels, with the places of their operands
    extents/           kept: what was lowered for some shapes, for others
"""
