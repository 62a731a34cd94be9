"""Calls of compiled functions: from the arguments to what was compiled for calls of their kind.

From the ground up:

What is run
    whole_program.py    a program as one native step
    registered.py       functions registered ahead of time, in place of a program
    executable.py       a program made ready for a device
    loop_parts.py       the parts of a program with loops on their way to a graph or a stream
    loop_executable.py  a program with loops made ready for a device

What a call is made of
    inputs.py           what a leaf of a call is: an array, a number, or part of the code
    free_variables.py   what a function finds in its closure and its module
    earlier_arrays.py   the arrays that were there before a trace, which freezes them
    keys.py             the keys of values that are compiled in
    default_runtime.py  the runtime of calls with plain arrays
    arguments.py        the parameters of a function, and the structure of a call
    quick_path.py       writes the code that takes a function's calls apart
    results.py          what a call returns, made of what compiled code returns
    integer_ranges.py   the Python integers that a variant may be passed
    variants.py         Variant: what was compiled for calls of one kind; who keeps it
    taking_apart.py     takes calls apart, and finds their device
    rebuilding.py       puts arguments together for a trace, and sees whether they are left alone
    counting.py         counts and log lines
    lowering.py         Lowering: what is compiled, as text

Who serves it
    typed_calls.py      the types of calls, for type checkers alone
    jitted.py           jit, Jitted: what users hold; it loads the others when it is first called
    first_call.py       the way from a call to its variant
    uncompiled.py       functions as they are, for STREAMRT_JIT=0
"""
