"""The emitter for the host's CPU: loops to LLVM IR with explicit vectors.

From the ground up:

    values.py       registers and constants: a bool is i8 in memory and i1 in a register
    memory.py       vectors from and to memory: side by side, by strides, the first few lanes alone
    frame.py        Frame: extents, strides, addresses and scalars, loaded at a kernel's entry
    integers.py     operations of integers, as NumPy has them, without undefined behaviour
    floats.py       operations of floats that are no polynomials
    math.py         emit_math: a mathematical function by its name
    operations.py   every elementwise operation, by name
    body.py         Scope: instructions of a form, for one vector

    short_rows.py   many short rows as one long row, while elementwise
    turns.py        a part of an elementwise body that runs many times
    elementwise.py  the kind `elementwise`
    reduce.py       Reduction: the states of reductions, and how they become one
    passes.py       the passes that `rows` makes over a row, and what it keeps between them
    pieces.py       the loops around what `rows` and `columns` reduce
    rows.py         the kind `rows`
    columns.py      the kind `columns`
    products/       the kind `product`
    taking.py       take and take_along_axis
    cumulating.py   cumsum, cumprod, cummax and cummin
    guarding.py     check: the elements of an array, unless a code says no
    emit.py         the text of a form, by its kind
"""
