"""NVIDIA's GPUs as devices: the driver's streams behind native queues.

standard.py     copy, fill, finite and guard in CUDA C++, from the folder texts
driver.py       Driver: the functions of the CUDA driver, called by ctypes
presence.py     which GPUs and packages are there, without initialising CUDA
context.py      Context: the primary context of one GPU, and its attributes
memory.py       DeviceMemory: blocks of a GPU, and pinned memory of the host
queue.py        CudaQueue: a native queue that feeds a CUDA stream
foreign.py      Foreign: order with the streams of other libraries
structures.py   the structures that native code and the driver share with Python
own_kernels.py  OwnKernels: the kernels that graphs need besides those of their steps
steps.py        programs and loops as trees of the nodes that a graph gets
building.py     builds a graph of such nodes, loops by conditional nodes
graphs.py       Graphs: what is instantiated; graphs' nodes change when bases move
device.py       CudaDevice: the contract of a device
backend.py      CudaBackend: the kind; finds GPUs and says what is missing

The folder gpu has what they have in common with devices of OpenCL. Nothing here is imported before
a runtime asks for the devices of a machine, no package of NVIDIA's or CuPy before a GPU is opened.
"""

from streamrt._backends.cuda.backend import CudaBackend

backend = CudaBackend()
