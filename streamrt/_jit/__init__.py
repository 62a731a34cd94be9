"""The decorators `jit` and `kernel`: NumPy functions are traced, and what becomes of them is run.

From the ground up:

    options.py         the options of `jit`, and the counts of its functions
    shapes.py          Shapes: the extents for which functions are compiled before they come
    sites.py           the user's line that runs now
    defects.py         Reporting: an error of the compiler itself becomes a CompileError
    trees.py           tuples, lists, dicts and dataclasses, and their leaves
    wrapped_arrays.py  Wrapped: what eager arrays look like from below
    tracing/           what NumPy functions do with tracers, and the programs that come of it
    control.py         scan, fori, while_loop, cond: loops and branches of functions
    calling/           from a call to what was compiled for calls of its kind
    kernel_functions/  the decorator `kernel`
"""
