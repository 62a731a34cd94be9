"""The emitter for GPUs: loops to CUDA C++ and to OpenCL C.

From the ground up:

    halves.py       the functions that convert f16
    dialects.py     Dialect: the spellings of a language
    values.py       constants, and what dtypes are
    writer.py       lines with indents, and the helper functions that a text needs
    helpers.py      these functions: divisions, shifts, casts, and what else takes more than a line
    translate.py    Translation: the CPU's mathematical functions, in the C of GPUs
    math.py         mathematical functions: CUDA's own, or those of the CPU, by their errors
    operations.py   every elementwise operation, by name
    frame.py        a kernel's parameters, and where the elements of its operands are
    body.py         GPUScope: instructions of a form, for one element
    items.py        several elements of a thread: all loads before the first store
    reduce.py       GPUReduction: the states of reductions, and how those of a team become one
    turns.py        a part of an elementwise body that runs many times
    elementwise.py  the kind `elementwise`
    rows.py         the kind `rows`
    columns.py      the kind `columns`
    product.py      the kind `product`
    called.py       take, take_along_axis, cumsum, cumprod, cummax and cummin
    emit.py         the text of a form, by its kind, and its grid
    sources.py      the implementations of the compiler's kernels, by the kind of device
"""
