"""Devices behind Dask workers on one machine.

launches.py  small operations, alone, in batches and with latency
copies.py    bytes to a worker, from there, and from one to another
openings.py  what it takes to open devices, and until a loss is told
arrays.py    a chain of operations on one array, and a stencil over two workers

Public names of streamrt are enough for these, too.
"""
