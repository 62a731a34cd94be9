"""The decorator `jit`: traces NumPy functions, and runs what the compiler makes of them.

Tracing, from the ground up:

    sites.py         the user's line that runs now
    defects.py       Reporting: an error of the compiler itself becomes a CompileError
    recording.py     Recording: one trace while it runs, its constants, captures and messages
    cells.py         Cell: what a traced function holds; views, and in-place writes
    promotion.py     the dtypes in which a ufunc computes
    special.py       functions that NumPy lacks
    ufunc_table.py   ufuncs as operations of programs
    elementwise.py   calls of ufuncs: promotion, broadcasting, `out=`, `where=`
    reductions.py    sum, mean, var, max, argmax
    indexing.py      basic indexes, and assignment to them
    shaping.py       reshape, transpose, concatenate, split
    called.py        take, cumsum, sort and others, which have kernels of their own
    products.py      matmul, dot, outer, norms
    compositions.py  functions of NumPy that are made of others
    constructions.py  functions of NumPy that make, join and repeat arrays
    contractions.py  einsum and tensordot, as matrix products
    padding.py       np.pad, from slices
    numpy_table.py   which functions of NumPy can be traced, and what is said of the others
    operators.py     the operators of tracers
    tracer.py        Tracer: looks like an array of NumPy's, and records operations
    randomness.py    whether np.random was used
    trace.py         trace: runs a function on tracers
    purity.py        traces twice, and finds what differs or is kept

Running:

    whole.py         a program as one native step
    executable.py    a program made ready for a device
    registered.py    functions registered ahead of time, in place of a program

Kernels of functions, from the ground up:

    kernel_writes.py     what a function writes to which parts of its outputs
    kernel_places.py     where results go: parts of outputs, or scratch memory and copies
    kernel_traces.py     a kernel function, traced: steps on the arguments of the kernel
    kernel_steps.py      the steps as one piece of machine code
    numba_functions.py   functions of loops, which numba compiles
    kernel_cuda.py       the steps as one kernel in CUDA C++
    kernel_functions.py  the decorator `kernel`; it loads the others at the first launch

Calling, from the ground up:

    options.py          the options of `jit`, and the counts of its functions
    wrapped.py          Wrapped: what eager arrays look like from below
    trees.py            tuples, lists, dicts and dataclasses, and their leaves
    inputs.py           what a leaf of a call is: an array, a number, or part of the code
    hidden.py           what a function finds in its closure and its module
    keys.py             the keys of values that are compiled in
    arguments.py        the parameters of a function; writes the quick path of its calls
    default_runtime.py  the runtime of calls with plain arrays
    results.py          what a call returns, made of what compiled code returns
    ranges.py           the Python integers that a variant may be passed
    variants.py         Variant: what was compiled for calls of one kind; who keeps it
    looking.py          takes calls apart, and finds their device
    rebuilding.py       puts arguments together for a trace, and sees whether they are left alone
    story.py            counts and log lines
    lowering.py         Lowering: what is compiled, as text
    jitted.py           jit, Jitted: what users hold; it loads the others when it is first called
    calls.py            the way from a call to its variant
    plain.py            functions as they are, for STREAMRT_JIT=0
"""
