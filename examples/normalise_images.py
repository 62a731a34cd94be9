"""Normalises the images in a directory: files are read while the last ones are computed.

    python examples/normalise_images.py            # makes some images to work on
    python examples/normalise_images.py DIRECTORY  # reads the .npy files there: u8[h, w, 3] each

A host call reads a file into a buffer of bytes. A compiled function turns them into floats of
mean 0 and deviation 1 for each colour, and also gives the brightness of the image. It serves images
of every size with the same few kernels.
"""

from __future__ import annotations

import asyncio
import sys
import tempfile
from collections.abc import Iterable
from pathlib import Path
from typing import Any, TypeAlias

import numpy as np

import streamrt as srt

MOST_AHEAD = 4  # files that are read before the first of them is computed

Array: TypeAlias = "np.ndarray[Any, Any]"


@srt.jit
def normalised(image: Any) -> tuple[Any, Any]:
    """Returns an image as f32[3, h, w] of mean 0 and deviation 1 for each colour; and its mean."""
    pixels = image.astype(np.float32) / 255
    centred = pixels - pixels.mean(axis=(0, 1))
    scaled = centred / (np.sqrt(np.mean(centred * centred, axis=(0, 1))) + 1e-6)
    return scaled.transpose(2, 0, 1), pixels.mean()


def read(path: Path, image: Array) -> None:
    """Reads a file into a buffer; runs in a host thread."""
    image[...] = np.load(path)


async def work(rt: srt.Runtime, paths: Iterable[Path]) -> dict[str, tuple[tuple[int, ...], float]]:
    """Returns the shape and the brightness of each image."""
    load = rt.device().stream("load", high_water=MOST_AHEAD)
    submitted: dict[str, tuple[srt.Buffer, srt.Buffer]] = {}
    for path in paths:
        shape = np.load(path, mmap_mode="r").shape
        image = rt.empty(shape, np.uint8)
        load.call(read, path, image, writes=[image])
        await normalised.warm(image)  # beside the loop; does nothing for a size that it knows
        submitted[path.name] = normalised(image)  # runs after the file was read
        await load.drain()  # bounds the images in memory
    return {
        name: (image.shape, float(await brightness.fetch()))
        for name, (image, brightness) in submitted.items()
    }


def make_images(folder: Path) -> None:
    """Writes images of several sizes."""
    random = np.random.default_rng(7)
    for number in range(12):
        size = (int(random.integers(60, 90)), int(random.integers(60, 90)), 3)
        image = random.integers(0, 20 * (number + 1), size, np.uint8)
        np.save(folder / f"image{number:02}.npy", image)


async def main(folder: Path | None = None) -> None:
    """Normalises all images of a directory."""
    with tempfile.TemporaryDirectory() as made:
        if folder is None:
            folder = Path(made)
            make_images(folder)
        async with srt.Runtime() as rt:
            for name, (shape, brightness) in (await work(rt, sorted(folder.glob("*.npy")))).items():
                print(f"{name}: {shape}, brightness {brightness:.3f}")
        stats = normalised.stats()
        print(f"{stats.calls} calls, {stats.traces} shapes, {stats.compiles} kernels compiled")


if __name__ == "__main__":
    asyncio.run(main(Path(sys.argv[1]) if sys.argv[1:] else None))
