"""The emitters for the host's CPU: loops to LLVM IR with explicit vectors.

emit.py          the text of a form, by its kind
frame.py         Frame: extents, strides, addresses and scalars, loaded at a kernel's entry
values.py        registers and constants: a bool is i8 in memory and i1 in a register
memory.py        vectors from and to memory: side by side, by strides, the first few lanes alone
integers.py      operations of integers, as NumPy has them, without undefined behaviour
floats.py        operations of floats that are no polynomials
lanes.py         Vector: values in lanes that compute, for the mathematical functions
polynomials.py   the coefficients of these functions, derived by a script
formats.py       Format: f32 and f64; constants as sums of floats
exponentials.py  exp and its family: exp2, expm1, logistic, hyperbolic functions, erf
logarithms.py    log and its family: inverse hyperbolic functions, powers
huge_angles.py   multiples of pi/2 taken off huge numbers
trigonometry.py  sin, cos, tan and their inverses
roots.py         cbrt, hypot
math.py          emit_math: a mathematical function by its name
operations.py    every elementwise operation, by name
body.py          Scope: instructions of a form, for one vector
short_rows.py    many short rows as one long row, while elementwise
elementwise.py   the kind `elementwise`
reduce.py        Reduction: the states of reductions, and how they become one
passes.py        the passes that `rows` makes over a row, and what it keeps between them
pieces.py        the loops around what `rows` and `columns` reduce
rows.py          the kind `rows`
columns.py       the kind `columns`
product.py       the kind `product`: its entry, and the code that all products share
product_job.py   what a launch of a product does, and which share of it a part does
blocks.py        the loops of a product: groups of strips, blocks of rows
tiles.py         the tiles of a product, and the copies of strips
thin.py          products of a few rows or one column
product_epilogue.py  what is computed of a product's elements
taking.py        take and take_along_axis
cumulating.py    cumsum and cumprod
"""
