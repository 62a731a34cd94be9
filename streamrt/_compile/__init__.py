"""Kernels: signatures, bindings, machine code and its caches.

    dtypes.py, layout.py      element types; what is known of an array without its memory
    signature.py              the text of a signature, parsed
    binding.py                the layouts of actual arrays against a signature
    arguments.py              what is wrong with a launch's arguments, said precisely
    code.py                   what an implementation becomes: code for one binding
    implementations.py        LLVM and Python: what a kernel runs
    plan.py                   Plan: what launches of the same layouts share
    kernel.py                 Kernel: `bind` for every launch, `plan` once per layouts
    pointers.py, native_function.py  native function pointers, and IR that adapts them
    llvm.py, llvmlite_types.py  IR to machine code, loaded
    cache.py                  machine code on disk
    emit.py, blas.py          IR written by Python functions; NumPy's BLAS

llvmlite is imported when the first kernel is compiled or loaded, not before.
"""
