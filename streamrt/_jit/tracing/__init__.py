"""Traces: a function runs on tracers in place of arrays, and what it does becomes a program.

From the ground up:

recording.py      Recording: one trace while it runs, its constants, captures and messages
cells.py          Cell: what a traced function holds; views, and in-place writes
needed.py         numbers whose values a function needs while it is traced

promotion.py      the dtypes in which a ufunc computes
special.py        functions that NumPy lacks, and ufuncs of scipy.special as operations
ufunc_table.py    ufuncs as operations of programs
ufunc_calls.py    other ufuncs, which the host calls
elementwise.py    calls of ufuncs: promotion, broadcasting, `out=`, `where=`
reductions.py     sum, mean, var, max, argmax
shaping.py        reshape, transpose, concatenate, split
called.py         take, cumsum, sort and others, which have kernels of their own
indexing.py       basic indexes, and assignment to them
products.py       matmul, dot, outer, norms
hosted/           generalised ufuncs, and methods of ufuncs; most are calls by the host
compositions.py   functions of NumPy that are made of others
constructions.py  functions of NumPy that make, join and repeat arrays
contractions.py   einsum and tensordot, as matrix products
padding.py        np.pad, from slices
complexes/        complex arrays, as pairs of real ones, and np.fft
numpy_table.py    which functions of NumPy can be traced, and what is said of the others
operators.py      the operators of tracers
complex_tracer.py ComplexTracer: looks like a complex array of NumPy's
tracer.py         Tracer: looks like an array of NumPy's, and records operations
randomness.py     whether np.random was used
trace.py          trace: runs a function on tracers
purity.py         traces twice, and finds what differs or is kept
"""
