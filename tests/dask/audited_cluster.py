"""Uses devices behind a real cluster, and watches what is unpickled on streamrt's threads: nothing.

Dask's own client does unpickle what its scheduler sends, on threads of its own.
"""

from __future__ import annotations

import pickle
import sys
import threading
from fractions import Fraction
from pathlib import Path

import numpy as np
from distributed import Client, LocalCluster

sys.path.insert(0, str(Path(__file__).parents[1]))

from shared.trial_kernels import axpy

import streamrt as srt


def main() -> None:
    """Runs it; an assertion says what is wrong."""
    seen: set[str] = set()
    sys.addaudithook(
        lambda event, _: (
            seen.add(threading.current_thread().name) if event == "pickle.find_class" else None
        )
    )
    cluster = LocalCluster(
        n_workers=2, threads_per_worker=1, processes=True, dashboard_address=":0"
    )
    with cluster, Client(cluster) as client:
        devices = srt.dask.devices(client, silence=60.0)
        seen.clear()
        with srt.Runtime(devices=devices) as rt:
            y = rt.put(np.ones(1000, "f4"))
            for device in rt.devices:
                x = rt.put(np.arange(1000, dtype="f4"), device)
                y = rt.put(np.ones(1000, "f4"), device)
                device.stream().launch(axpy, x, y, alpha=2.0)
                assert np.array_equal(np.asarray(y), 2 * np.arange(1000, dtype="f4") + 1)
            elsewhere = y.to(rt.devices[0])
            assert np.array_equal(np.asarray(elsewhere), 2 * np.arange(1000, dtype="f4") + 1)
            ours = {each.name for each in threading.enumerate() if "dask+cpu" in each.name}
        assert len(ours) >= 8, ours  # four for each link, so that there is something to be seen
        bad = {name for name in seen if "dask+cpu" in name or "streamrt" in name}
        assert not bad | seen & {threading.main_thread().name}, seen
        pickle.loads(pickle.dumps(Fraction(1, 2)))
        assert threading.main_thread().name in seen, "the hook sees nothing"


if __name__ == "__main__":
    main()
