"""CUDA C++: what users write, and its compiler.

From the ground up:

    text.py         CUDA, and the definitions before its text
    raw_kernels.py  takes RawKernels of CuPy
    compiler.py     compiles CUDA C++ through CuPy
"""
