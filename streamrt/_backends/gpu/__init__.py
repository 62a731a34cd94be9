"""Devices behind an asynchronous driver: what CUDA's and OpenCL's have in common.

contexts.py     what such a device is given: a context and memory
structures.py   the structures that native code shares with Python
steps.py        programs and loops as lists of steps, which are handed over turn by turn
programs.py     Programs: what is instantiated
handed.py       Handed: how far a queue was handed to the driver, for waits in Python
queue.py        GpuQueue: a native queue that feeds a stream of the driver
modules.py      Modules: what the compiler has made, loaded once
device.py       GpuDevice: the contract of a device

The native half is streamrt/_native/c/gpu.
"""
