"""The signatures of kernels, and the layouts of arguments.

From the ground up:

    dtypes.py      the element types, under all their names
    layout.py      a layout: dtype, shape, strides and device of an array
    elements.py    converts the value of a fill
    views.py       works out slices and reshapes without memory
    signature.py   the text of a signature, parsed
    arguments.py   says precisely what is wrong with a launch's arguments
    binding.py     matches the layouts of actual arrays to a signature
    overlap.py     says whether arrays share elements
    write_bind.py  writes `Kernel.bind` for a signature
"""
