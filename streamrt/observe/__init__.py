"""See what runs: record a program, and read where its time goes.

    trace.py        Trace: what a recorder noted, as data
    nvtx_ranges.py  nvtx: ranges for NVIDIA's tools

Everything that shows or explains reads a `Trace` alone, so it needs no runtime.
"""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from streamrt.observe.nvtx_ranges import Nvtx as Nvtx
    from streamrt.observe.nvtx_ranges import nvtx as nvtx
    from streamrt.observe.trace import Trace as Trace
else:
    from streamrt import _lazy

    __getattr__, __dir__, __all__ = _lazy.lazy(
        __name__,
        {
            "streamrt.observe.nvtx_ranges": "Nvtx nvtx",
            "streamrt.observe.trace": "Trace",
        },
    )
