"""OpenCL as a kind of device, by the public contract of streamrt alone.

library.py  the driver's functions, by ctypes
texts.py    copies and fills in OpenCL C
plans.py    the steps that a launch hands to the driver
queue.py    the queue; a native callback of the driver ends its launches
device.py   memory, plans and queues of a device, and the kind
"""

from __future__ import annotations

from streamrt_opencl_contract.device import OpenCLBackend

__all__ = ["OpenCLBackend", "backend"]

backend = OpenCLBackend()
"""The backend that the entry point names."""
