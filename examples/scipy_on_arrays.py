"""Functions of SciPy on eager arrays: they follow the Array API standard, and so does streamrt.

    python examples/scipy_on_arrays.py

SciPy asks an array for its namespace, and computes with that. So its functions run on the device of
the array, and return arrays of streamrt. scikit-learn does the same in
`sklearn.config_context(array_api_dispatch=True)`.

The example needs the packages of `pip install streamrt[examples]`.
"""

from __future__ import annotations

import asyncio
import importlib
import os
from typing import Any

import numpy as np

import streamrt as srt
from streamrt import array_api as xp

os.environ["SCIPY_ARRAY_API"] = "1"  # SciPy reads it when it is imported
scipy: Any = importlib.import_module("scipy")


def summary(samples: xp.Array) -> dict[str, xp.Array]:
    """Returns SciPy's statistics of the columns of some samples."""
    return {
        "skewness": scipy.stats.skew(samples),
        "kurtosis": scipy.stats.kurtosis(samples),
        "t": scipy.stats.ttest_1samp(samples, 0.0).statistic,
        "softmax": scipy.special.softmax(samples, axis=1)[0, :],
        "spectrum": xp.abs(scipy.fft.rfft(samples, axis=0))[1, :],
    }


async def main() -> None:
    """Prints the summary of some samples, and how far it is from that of NumPy's arrays."""
    samples = np.random.default_rng(0).gamma(2.0, size=(1000, 3))
    async with srt.Runtime() as rt:
        ours, theirs = summary(rt.asarray(samples)), scipy_on_numpy(samples)
        for name, values in ours.items():
            print(f"{name}: {await values}")
        worst = max(float(xp.max(xp.abs(ours[name] - theirs[name]))) for name in ours)
        print(f"the largest difference to NumPy: {worst:.1e}")


def scipy_on_numpy(samples: np.ndarray[Any, Any]) -> dict[str, np.ndarray[Any, Any]]:
    """Returns the same summary, of an array of NumPy's."""
    return {
        "skewness": scipy.stats.skew(samples),
        "kurtosis": scipy.stats.kurtosis(samples),
        "t": scipy.stats.ttest_1samp(samples, 0.0).statistic,
        "softmax": scipy.special.softmax(samples, axis=1)[0],
        "spectrum": np.abs(scipy.fft.rfft(samples, axis=0))[1],
    }


if __name__ == "__main__":
    asyncio.run(main())
