"""Traces: a function runs on tracers in place of arrays, and what it does becomes a program.

From the ground up:

recording.py      Recording: one trace while it runs, its constants, captures and messages
cells.py          Cell: what a traced function holds; views, and in-place writes
needed.py         numbers whose values a function needs while it is traced
known.py          the elements of values that depend on no argument

promotion.py      the dtypes in which a ufunc computes
special.py        functions that NumPy lacks, and ufuncs of scipy.special as operations
ufunc_table.py    ufuncs as operations of programs
ufunc_calls.py    other ufuncs, which the host calls
operands.py       operands: arrays, numbers and lists as values
elementwise.py    calls of ufuncs: promotion, broadcasting, `out=`, `where=`
rules/            what functions of NumPy do with traced arrays
masked.py         Masked: what an unknown mask picks
picking.py        indexes by arrays, and by traced integers
indexing.py       basic indexes, and assignment to them
hosted/           generalised ufuncs, and methods of ufuncs; most are calls by the host
complexes/        complex arrays, as pairs of real ones, and np.fft
numpy_table.py    which functions of NumPy have rules, and what is said of some others
operators.py      the operators of tracers
numpys/           NumPy's own code, and what stands for functions that tracers cannot answer for
elements.py       what needs the elements of a tracer
complex_tracer.py  ComplexTracer: looks like a complex array of NumPy's
tracer.py         Tracer: looks like an array of NumPy's, and records operations

repeating/        loops and branches: their bodies run once, on values that stand for what changes

randomness.py     whether np.random was used
traced.py         what a trace takes and gives
comparing.py      the first difference between two traces
branching.py      branches on values: both ways are traced
trace.py          trace: runs a function on tracers
purity.py         traces twice, and finds what differs or is kept
"""
