"""Cuts a program into kernels.

The files, from the ground up:

affine.py    where an element of a view lies, seen from the loops of a kernel
body.py      Body: the instructions of a kernel, written from the values of a program
cutting.py   Cut, Cutter: the kernels so far, the tensors that are there, and ways to make more
rows.py      kernels that reduce rows
sums.py      sums of matrix products as one product
products.py  matrix products
sharing.py   kernels that write several parts of an array
regions.py   what reads concatenated values: a kernel for each region
joins.py     values that are put together from parts
calls.py     operations with kernels of their own
fuse.py      fuse: decides which values share a kernel
nest.py      the kernel form of a cut, with as few loops as possible
"""
