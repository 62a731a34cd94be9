"""The specification of the native steps, which tests compare them with.

From the ground up:

    lock.py   a runtime's lock, in Python
    steps.py  submission in steps, in Python
"""
