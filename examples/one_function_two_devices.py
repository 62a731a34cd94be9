"""One compiled function on every device: it runs where its buffers are.

    python examples/one_function_two_devices.py

On a machine without a GPU the second device is a simulated one, which runs the same programs.
"""

from __future__ import annotations

from typing import Any

import numpy as np

import streamrt as srt
from streamrt.testing import Simulator


@srt.jit
def standardise(x: Any) -> Any:
    """Returns each row with a mean of 0 and a variance of 1."""
    centred = x - x.mean(axis=1, keepdims=True)
    return centred / np.sqrt((centred * centred).mean(axis=1, keepdims=True) + 1e-6)


def main() -> None:
    """Runs the function on two devices, and compares the results."""
    x = np.random.default_rng(0).normal(5, 3, (64, 256)).astype(np.float32)
    with srt.Runtime() as rt:
        has_gpu = any(device.kind == "cuda" for device in rt.devices)
    names = ["cpu:0", "cuda:0" if has_gpu else "sim:0"]
    with srt.Runtime(names, backends=[] if has_gpu else [Simulator()]) as rt:
        results = {name: standardise(rt.put(x, device=name)).fetch() for name in names}
        here, there = (results[name].sync() for name in names)
    for name, result in zip(names, (here, there), strict=True):
        print(f"{name}: mean {abs(result.mean(axis=1)).max():.0e}, variance {result.var():.3f}")
    print(f"largest difference: {abs(here - there).max():.0e}")


if __name__ == "__main__":
    main()
