"""Kernels: signatures, bindings, machine code and its caches.

The files, from the ground up:

    failing.py          kernels that return a code: its meaning, and the error
    dtypes.py           the element types, under all their names
    layout.py           a layout: dtype, shape, strides and device of an array
    signature.py        the text of a signature, parsed
    binding.py          matches the layouts of actual arrays to a signature
    arguments.py        says precisely what is wrong with a launch's arguments
    elements.py         converts the value of a fill
    views.py            works out slices and reshapes without memory
    overlap.py          says whether arrays share elements
    pointers.py         reads native function pointers
    code.py             the code of a plan, and the base class of implementations
    implementations.py  LLVM and Python
    cuda_text.py        CUDA, and the definitions before its text
    cuda_raw.py         takes RawKernels of CuPy
    native_function.py  Native, and the IR that adapts a native function
    plan.py             Plan: the facts that launches with the same layouts share
    bind.py             writes `Kernel.bind` for a signature
    named.py            kernels by their names in modules: pickling, and docstrings
    kernel.py           Kernel: `bind` on every launch, `plan` once for the same layouts
    owners.py           whether a kernel may know the objects of users
    llvmlite_types.py   types of llvmlite, which it ships none of; imports it
    cache.py            machine code on disk
    llvm.py             compiles IR
    cuda.py             compiles CUDA C++ through CuPy
    loading.py          loads machine code, and unloads what nobody uses any more
    emit.py             writes IR as text; public as `streamrt.emit`
    halves.py           writes the conversions of f16
    blas.py             finds NumPy's BLAS

llvmlite is imported when the first kernel is compiled or loaded, not before, and CuPy when the
first one is compiled for a GPU.
"""
