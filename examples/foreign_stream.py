"""Awaiting another library's GPU stream: CuPy or PyTorch works, streamrt goes on, and back again.

    python examples/foreign_stream.py

Without a GPU, or without one of these libraries, it says so and ends.
"""

from __future__ import annotations

import asyncio
import importlib
import importlib.util
from typing import Any

import numpy as np

import streamrt as srt

SIZE = 1 << 20


@srt.jit
def halved(x: Any) -> Any:
    """Returns half of everything."""
    return x * np.float32(0.5)


async def pass_on(rt: srt.Runtime, stream: Any, array: Any) -> srt.Buffer:
    """Lets streamrt work on an array that another library's stream is still writing.

    Args:
        rt: the runtime, with the GPU of the array.
        stream: the other library's stream: anything that CUDA's libraries call one.
        array: its array, which is shared and not copied.
    """
    theirs = rt.foreign(stream)
    event = theirs.record()  # the point after all that was enqueued there
    result: srt.Buffer = halved(
        rt.from_dlpack(array)
    )  # waits for it on the GPU, and for nothing on the host
    await event  # and a coroutine can wait for it, too
    print("the other library's work has ended")
    await theirs.wait(result)  # what their stream is given from now on comes after ours
    return result


async def with_cupy(cupy: Any) -> None:
    """Has CuPy begin, streamrt go on, and CuPy read what that made."""
    async with srt.Runtime(["cuda:0"]) as rt:
        with cupy.cuda.Stream(non_blocking=True) as stream:
            array = cupy.arange(SIZE, dtype=cupy.float32)
            result = await pass_on(rt, stream, array)
            print(f"CuPy sums our result to {float(cupy.from_dlpack(result).sum()):.4g}")


async def with_torch(torch: Any) -> None:
    """Has PyTorch begin, streamrt go on, and PyTorch read what that made."""
    async with srt.Runtime(["cuda:0"]) as rt:
        with torch.cuda.stream(torch.cuda.Stream()):
            tensor = torch.arange(SIZE, dtype=torch.float32, device="cuda")
            result = await pass_on(rt, torch.cuda.current_stream(), tensor)
            print(f"PyTorch sums our result to {float(torch.from_dlpack(result).sum()):.4g}")


async def main() -> None:
    """Uses the first of the two libraries that is here."""
    with srt.Runtime() as rt:
        has_gpu = any(device.kind == "cuda" for device in rt.devices)
    for name, run in {"cupy": with_cupy, "torch": with_torch}.items():
        if has_gpu and importlib.util.find_spec(name) is not None:
            await run(importlib.import_module(name))
            return
    missing = "neither CuPy nor PyTorch is here" if has_gpu else "there is no GPU here"
    print(f"{missing}; with both, streamrt would go on where the other library is still writing")


if __name__ == "__main__":
    asyncio.run(main())
