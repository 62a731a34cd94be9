"""See what runs: record a program, and read where its time goes.

    trace.py        Trace: what a recorder noted, as data
    building.py     the way from the bytes of rings to a trace
    recording.py    record, span: recordings of a running program
    nvtx_ranges.py  nvtx: ranges for NVIDIA's tools
    life.py         the fate of the process that wrote a flight file
    flight_reader.py  FlightReader: reads flight files, also while they are written
    flight.py       read: the trace in a flight file

Everything that shows or explains reads a `Trace` alone, so it needs no runtime.
"""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from streamrt.observe.flight import read as read
    from streamrt.observe.nvtx_ranges import Nvtx as Nvtx
    from streamrt.observe.nvtx_ranges import nvtx as nvtx
    from streamrt.observe.recording import Recording as Recording
    from streamrt.observe.recording import record as record
    from streamrt.observe.recording import span as span
    from streamrt.observe.trace import Trace as Trace
else:
    from streamrt import _lazy

    __getattr__, __dir__, __all__ = _lazy.lazy(
        __name__,
        {
            "streamrt.observe.flight": "read",
            "streamrt.observe.recording": "Recording record span",
            "streamrt.observe.nvtx_ranges": "Nvtx nvtx",
            "streamrt.observe.trace": "Trace",
        },
    )
