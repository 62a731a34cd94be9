"""See what runs: record a program, read where its time goes, and count it for a service.

    trace.py       Trace: what a recorder noted, as data
    families.py    Metric: families of metrics, as texts of Prometheus and OpenMetrics
    prometheus.py  metrics: what a runtime has counted
    loops.py       watch_loop: a probe of how late an event loop is

Everything that shows or explains reads a `Trace` alone, so it needs no runtime. Metrics read the
runtime itself, and need no recorder.
"""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from streamrt.observe.families import Metric as Metric
    from streamrt.observe.loops import watch_loop as watch_loop
    from streamrt.observe.prometheus import Exposition as Exposition
    from streamrt.observe.prometheus import metrics as metrics
    from streamrt.observe.prometheus import metrics_for as metrics_for
    from streamrt.observe.trace import Trace as Trace
else:
    from streamrt import _lazy

    __getattr__, __dir__, __all__ = _lazy.lazy(
        __name__,
        {
            "streamrt.observe.families": "Metric",
            "streamrt.observe.loops": "watch_loop",
            "streamrt.observe.prometheus": "Exposition metrics metrics_for",
            "streamrt.observe.trace": "Trace",
        },
    )
