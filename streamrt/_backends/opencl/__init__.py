"""Devices of OpenCL: the drivers of others behind native queues, on plain machines, too.

library.py    Library: OpenCL's functions, called by ctypes, and where their loader is
context.py    ClContext: one device, in the context of its platform
memory.py     SvmMemory: buffers of shared virtual memory
compiler.py   DriversCompiler: the driver's compiler, and its binaries on disk
standard.py   copy, fill, finite and guard in OpenCL C, from the folder texts
queue.py      OpenCLQueue: a queue that feeds a command queue
device.py     OpenCLDevice: what its driver does for the contract of a device
backend.py    OpenCLBackend: the kind; finds devices and says what is missing

The folder gpu has what they have in common with CUDA's GPUs. The native half is
streamrt/_native/c/opencl.
"""

from streamrt._backends.opencl.backend import OpenCLBackend

backend = OpenCLBackend()
"""The kind `opencl`: finds devices when one is asked for by name."""
