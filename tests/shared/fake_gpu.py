"""The kind `cuda` over the fake driver, as one more kind of device for tests that hold on any.

Such tests have the mark `cuda`, because the C compiler of the package ziglang makes the driver and
the kernels. The environment variable STREAMRT_CUDA_SEED decides in which order the driver does
things.
"""

from __future__ import annotations

import os
from collections.abc import Generator
from contextlib import contextmanager
from typing import TYPE_CHECKING

import pytest

from streamrt._backends.cuda.backend import CudaBackend

if TYPE_CHECKING:
    from cuda.driver.fake import Fake

CUDA = pytest.param("cuda", marks=pytest.mark.cuda)
"""The kind as a parameter of tests."""
SEED = int(os.environ.get("STREAMRT_CUDA_SEED", "1"))


@contextmanager
def gpus(devices: int = 1) -> Generator[tuple[CudaBackend, Fake]]:
    """A backend for so many GPUs, and their driver, which must have been used by its rules."""
    from cuda.driver.fake import Fake
    from cuda.driver.fake_cuda import fake_backend

    with Fake(seed=SEED, devices=devices) as fake:
        yield fake_backend(fake), fake
        fake.check()
