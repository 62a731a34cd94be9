"""LLVM IR: written, compiled and loaded.

From the ground up:

    llvmlite_types.py  types of llvmlite, which it ships none of; imports it
    symbols.py         finds the addresses of symbols, and packs symbols for other processes
    targets.py         Target: a CPU that code is compiled for
    compiler.py        compiles IR
    perf_map.py        names machine code for perf
    loading.py         loads machine code, and unloads what nobody uses any more
    placed.py          loads objects that another process compiled
    emit.py            writes IR as text; public as `streamrt.emit`
    halves.py          writes the conversions of f16
    blas.py            finds NumPy's BLAS
"""
