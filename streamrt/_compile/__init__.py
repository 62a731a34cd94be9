"""Kernels: signatures, bindings, machine code and its caches.

From the ground up:

    failing.py          kernels that return a code: its meaning, and the error
    named.py            kernels by their names in modules: pickling, and docstrings
    trusted_files.py    files that nobody but the user can have written
    cache.py            machine code on disk
    spent.py            the time that this process has spent compiling, for metrics
    llvm_code.py        LLVMCode: IR of a kernel, and the symbols that it refers to
    signatures/         dtypes, layouts and signatures, and what they say of arguments

    plan.py             Plan: the facts that launches with the same layouts share
    code.py             the code of a plan, and the base class of implementations

    implementations.py  LLVM and Python
    llvm/               LLVM IR: written, compiled, loaded
    gpu_source.py       the base of implementations in a GPU's C
    later_source.py     one that is made when a device asks for its code
    cuda/               CUDA C++: what users write, compiled through CuPy
    opencl/             OpenCL C: what users write
    pointers.py         reads native function pointers
    native_function.py  Native, and the IR that adapts a native function
    kernel.py           Kernel: `bind` on every launch, `plan` once for the same layouts
    lookup.py           the implementation of a kernel that a device runs
    owners.py           whether a kernel may know the objects of users

llvmlite is imported when the first kernel is compiled or loaded, not before, and CuPy when the
first one is compiled for a GPU.
"""
