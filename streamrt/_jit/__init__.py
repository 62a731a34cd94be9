"""The decorator `jit`: traces NumPy functions, and runs what the compiler makes of them.

Tracing, from the ground up:

    sites.py         the user's line that runs now
    recording.py     Recording: one trace while it runs, its constants, captures and messages
    cells.py         Cell: what a traced function holds; views, and in-place writes
    promotion.py     the dtypes in which a ufunc computes
    ufunc_table.py   ufuncs as operations of programs
    elementwise.py   calls of ufuncs: promotion, broadcasting, `out=`, `where=`
    reductions.py    sum, mean, var, max, argmax
    indexing.py      basic indexes, and assignment to them
    shaping.py       reshape, transpose, concatenate, split
    products.py      matmul, dot, outer, norms
    compositions.py  functions of NumPy that are made of others
    numpy_table.py   which functions of NumPy can be traced, and what is said of the others
    tracer.py        Tracer: looks like an array of NumPy's, and records operations
    randomness.py    whether np.random was used
    trace.py         trace: runs a function on tracers
    purity.py        traces twice, and finds what differs or is kept
"""
