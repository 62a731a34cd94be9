"""Lowering for all extents: what was decided for some shapes, kept for others.

The files, from the ground up:

polynomial.py  Extent: an integer as a polynomial of others, with the conditions of what it decided
structure.py   Structure: a program without its numbers, and these
kept.py        KeptLowerings: lowers a program, or puts its numbers into earlier steps
"""
