"""See what runs: record a program, read where its time goes, and count it for a service.

    trace.py          Trace: what a recorder noted, as data
    building.py       the way from the bytes of rings to a trace
    life.py           the fate of the process that wrote a flight file
    flight_reader.py  FlightReader: reads flight files, also while they are written
    flight.py         read: the trace in a flight file
    why/              gaps and their reasons, the critical path, summaries
    lanes.py          which slices of a track stand in one row, so that any two are nested or apart
    slices.py         a trace as rows of slices, with flows and counters
    details.py        the names of slices, and what a viewer shows of one that is chosen
    protobuf.py       messages of protobuf, one or many
    perfetto.py       the format of Perfetto
    chrome.py         the JSON of Chrome's trace events
    otel.py           spans of OpenTelemetry, made afterwards
    page/             page_of, write_page: a trace as one page of HTML
    writing.py        write: a file, in the form that its ending names
    recording.py      record, span: recordings of a running program
    families.py       Metric: families of metrics, as texts of Prometheus and OpenMetrics
    prometheus.py     metrics: what a runtime has counted
    loops.py          watch_loop: a probe of how late an event loop is
    nvtx_ranges.py    nvtx: ranges for NVIDIA's tools

Everything that shows or explains reads a `Trace` alone, so it needs no runtime. Metrics read the
runtime itself, and need no recorder.
"""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from streamrt.observe.families import Metric as Metric
    from streamrt.observe.flight import read as read
    from streamrt.observe.loops import watch_loop as watch_loop
    from streamrt.observe.nvtx_ranges import Nvtx as Nvtx
    from streamrt.observe.nvtx_ranges import nvtx as nvtx
    from streamrt.observe.page.writing import page_of as page_of
    from streamrt.observe.page.writing import write_page as write_page
    from streamrt.observe.prometheus import Exposition as Exposition
    from streamrt.observe.prometheus import metrics as metrics
    from streamrt.observe.prometheus import metrics_for as metrics_for
    from streamrt.observe.recording import Recording as Recording
    from streamrt.observe.recording import record as record
    from streamrt.observe.recording import span as span
    from streamrt.observe.trace import Trace as Trace
    from streamrt.observe.why.critical_path import CriticalPath as CriticalPath
    from streamrt.observe.why.critical_path import PathPart as PathPart
    from streamrt.observe.why.critical_path import PathRow as PathRow
    from streamrt.observe.why.critical_path import critical_path as critical_path
    from streamrt.observe.why.gaps import Gap as Gap
    from streamrt.observe.why.gaps import Idle as Idle
    from streamrt.observe.why.gaps import IdleRow as IdleRow
    from streamrt.observe.why.gaps import gaps as gaps
    from streamrt.observe.why.gaps import idle as idle
    from streamrt.observe.why.summary import HostRow as HostRow
    from streamrt.observe.why.summary import KernelRow as KernelRow
    from streamrt.observe.why.summary import Summary as Summary
    from streamrt.observe.why.summary import summarise as summarise
    from streamrt.observe.writing import write as write
else:
    from streamrt import _lazy

    __getattr__, __dir__, __all__ = _lazy.lazy(
        __name__,
        {
            "streamrt.observe.families": "Metric",
            "streamrt.observe.flight": "read",
            "streamrt.observe.loops": "watch_loop",
            "streamrt.observe.nvtx_ranges": "Nvtx nvtx",
            "streamrt.observe.page.writing": "page_of write_page",
            "streamrt.observe.prometheus": "Exposition metrics metrics_for",
            "streamrt.observe.recording": "Recording record span",
            "streamrt.observe.trace": "Trace",
            "streamrt.observe.why.critical_path": "CriticalPath PathPart PathRow critical_path",
            "streamrt.observe.why.gaps": "Gap Idle IdleRow gaps idle",
            "streamrt.observe.why.summary": "HostRow KernelRow Summary summarise",
            "streamrt.observe.writing": "write",
        },
    )
