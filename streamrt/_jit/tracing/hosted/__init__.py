"""Generalised ufuncs, and methods of ufuncs: most of them are calls by the host.

From the ground up:

results.py      the place of a ufunc, and its results
generalised.py  generalised ufuncs, such as those of numpy.linalg
writing.py      `at`, which writes to elements in place
methods.py      `accumulate`, `reduce` and `reduceat`, and which method is which
"""
