"""StableHLO, the text of operations that jax, XLA and IREE share, and programs.

From the ground up:

    problems.py      Problem, StableHLOError: what cannot be read, and where
    tokens.py        Tokens: the words of a text
    tensors.py       types of tensors, and the literals of constants
    attributes.py    types and attributes, read from tokens
    syntax.py        ModuleText, FunctionText, Operation: a text as data
    pretty.py        the pretty form of operations
    reading.py       read_module: a text to data

    making.py        Maker: a builder with the words that operations need
    site.py          Site: an operation in the place where it is carried out
    elementwise.py   elementwise operations
    complements.py   the complementary error function
    shaping.py       constants, conversions, views and joins
    products.py      matrix products
    indexing.py      gathers and dynamic slices
    bodies.py        the bodies of reductions and sorts that are known
    reducing.py      reductions, running sums and sorts
    operations.py    OPERATIONS: the table of them all

    masks.py         with_masks: masks that depend on no argument, as constants
    building.py      read_stablehlo: a text to a program

    spelled/         Spelling: values as lines of text
    spelling.py      spell_stablehlo: a program as text
"""
