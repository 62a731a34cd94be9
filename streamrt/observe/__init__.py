"""See what runs: record a program, and read where its time goes.

    trace.py     Trace: what a recorder noted, as data
    lanes.py     which slices of a track stand in one row, so that any two are nested or apart
    slices.py    a trace as rows of slices, with flows and counters
    details.py   the names of slices, and what a viewer shows of one that is chosen
    protobuf.py  messages of protobuf, one or many
    perfetto.py  the format of Perfetto
    chrome.py    the JSON of Chrome's trace events
    otel.py      spans of OpenTelemetry, made afterwards
    writing.py   write: a file, in the form that its ending names

Everything that shows or explains reads a `Trace` alone, so it needs no runtime.
"""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from streamrt.observe.trace import Trace as Trace
    from streamrt.observe.writing import write as write
else:
    from streamrt import _lazy

    __getattr__, __dir__, __all__ = _lazy.lazy(
        __name__,
        {
            "streamrt.observe.trace": "Trace",
            "streamrt.observe.writing": "write",
        },
    )
