"""OpenCL C: what users write. The driver of a device compiles it.

text.py     OpenCL, and the definitions before its text
"""
