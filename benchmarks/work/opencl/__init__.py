"""A kernel of OpenCL, and what a program in C and one with pyopencl do with it.

work.py    the kernel, the clocks that peers share, and the check of what was computed
plain.py   the program in C, compiled by `cc` and called by ctypes
plain.c    its text
"""
