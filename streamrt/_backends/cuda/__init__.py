"""NVIDIA's GPUs as devices: the driver's streams behind native queues.

backend.py      CudaBackend: the kind; finds GPUs and says what is missing
presence.py     which GPUs and packages are there, without initialising CUDA
driver.py       Driver: the functions of the CUDA driver, called by ctypes

Nothing here is imported before a runtime asks for the devices of a machine, no package of NVIDIA's
or CuPy before a GPU is opened.
"""

from streamrt._backends.cuda.backend import CudaBackend

backend = CudaBackend()
