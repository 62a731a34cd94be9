"""Kernels of Python functions: NumPy's words, or loops.

From the ground up:

writes.py       what a function writes to which parts of its outputs
places.py       where results go: parts of outputs, or scratch memory and copies
traces.py       a kernel function, traced: steps on the arguments of the kernel
steps.py        the steps as one piece of machine code
numba_loops.py  functions of loops, which numba compiles
spaces.py       texts of several kernels of a GPU in one, by language
gpu_steps.py    the steps as one kernel of a GPU
decorator.py    the decorator `kernel`; it loads the others at the first launch
"""
