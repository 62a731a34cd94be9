"""Modules: files of compiled functions, which hold no code and run without their source.

From the ground up:

    parting.py     what stands in a file apart from programs
    weights.py     Weights: arrays of a module, on the devices that ask for them
    words.py       numbers, names and dtypes as bytes
    graphs/        graphs in modules: their records, from and to bytes, and from and to graphs
    records.py     what a file holds, as Python values: functions, variants, trees
    table.py       these values as canonical bytes
    file.py        the file: its head, its table, and the arrays behind it, mapped in place
    naming.py      names of others as names of parameters
    matching.py    the variant of a function that serves a call
    functions.py   Function: what users call
    importing.py   from_stablehlo: a text that others wrote to a function
    inlining.py    a function as part of the trace of another one
    lowered.py     Lowered: a lowered function as a file holds it
    saving.py      save: lowered functions to a file
    loading.py     load, Module: a file to functions
"""
