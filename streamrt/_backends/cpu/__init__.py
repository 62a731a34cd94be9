"""The CPU as a device: LLVM kernels on native queues, split over the process's worker set."""

from streamrt._backends.cpu.device import CpuBackend

backend = CpuBackend()
