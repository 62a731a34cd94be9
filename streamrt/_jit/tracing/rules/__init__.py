"""Rules: what functions of NumPy do with traced arrays, each as operations of programs.

From the ground up:

reductions.py      sum, mean, var, max, argmax
shaping.py         reshape, transpose, concatenate, split
called.py          take, cumsum, sort and others, which have kernels of their own
products.py        matmul, dot, outer, norms
compositions.py    functions of NumPy that are made of others
constructions.py   functions of NumPy that make, join and repeat arrays
contractions.py    einsum and tensordot, as matrix products
padding.py         np.pad, from slices
rearranging.py     block, copyto, roll, lexsort, windows
tables.py          interp, correlate, bincount, histogram, isin, linspace
matrices.py        qr and cond
math_functions.py  functions of Python's module math
"""
