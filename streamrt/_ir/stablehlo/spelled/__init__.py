"""Values of programs as lines of StableHLO.

From the ground up:

    text.py       Named, Block: types, numbers, and the lines of a region
    integers.py   elementwise operations of integers and bools
    elements.py   every elementwise operation, and casts
    shapes.py     views, joins, products, reductions
    calls.py      cumulated sums, gathers, sorts and what is made of them
    fft.py        Fourier transforms
    values.py     spell_value: the table of all these
    loops.py      Spelling: values in order, loops and branches
"""
