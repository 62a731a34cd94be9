"""Graphs in modules: files hold what a graph does, and no plan, address, stream or code.

From the ground up:

    standard_kernels.py  the kernels that files name
    records.py     what a file says of a graph, as Python values
    table.py       these values as canonical bytes
    reading.py     canonical bytes as these values, with all checks
    reach.py       the bytes of values that nodes may use
    saving.py      from a graph to its record
    calls.py       a call of a compiled function as nodes of a graph
    building.py    from a record to a graph
"""
