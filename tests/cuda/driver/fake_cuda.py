"""The kind `cuda` over a fake driver: its kernels are CUDA texts, which run on the CPU."""

from __future__ import annotations

import weakref
from collections.abc import Sequence

from cuda.driver.fake import Fake
from cuda.texts.on_cpu import Compiler

from streamrt._backends.cuda.backend import CudaBackend
from streamrt._backends.cuda.driver import Driver


def fake_backend(fake: Fake, without: Sequence[str] = ()) -> CudaBackend:
    """Returns the kind `cuda` with the devices of a fake driver, which lacks some functions."""
    functions = {name: at for name, at in fake.functions.items() if name not in without}
    driver = Driver.of(functions)
    fake.users.append(weakref.ref(driver))
    return CudaBackend(driver, Compiler(Fake.image))
