"""The CPU as a device: LLVM kernels on native queues, split over the process's workers.

device.py   the device and its backend
"""

from streamrt._backends.cpu.device import CpuBackend

backend = CpuBackend()
