"""Pipelines: load while you compute, in order, within bounds, and resumable.

    policies.py    what a failure does: skip, retry
    checking.py    the checks of what users pass
    positions.py   where an item stands in the whole source, also under `shard`
    calls.py       how a worker calls a function for an element, and what an error says
    processes.py   workers that are processes, and the memory that they share
    filling.py     rows of pooled batches
    steps.py       a definition as data
    sources.py     a source: what may be one, and iterators of it from any position on
    pulling.py     how a worker makes elements of a source, or of what `flat_map` yields
    devices.py     submit, replay, to
    build.py       a definition becomes a flow (streamrt._core.flow), once for each run
    on_loop.py     tasks of an event loop that do a flow's work: coroutines, asynchronous sources
    crew.py        threads that do it
    explored.py    jobs of an exploration that do it
    consumer.py    the reader of a run
    noting.py      notes that a run tells of itself, and what it hears of compiling
    progress.py    a bar
    state.py       where a run stands, as a small dict
    probe.py       Probe: how long threads wait for the interpreter
    report.py      stats, the verdict, and the report
    opened.py      what a run has while it is open
    run.py         what users iterate over
    definition.py  what users write: `source(...)`, and a method for each stage

A definition is data and holds no runtime. A run has one lock and one flow, which decides what is
done next; workers take it, do it without the lock, and tell of its end.
"""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from streamrt.pipeline.definition import Pipeline as Pipeline
    from streamrt.pipeline.definition import source as source
    from streamrt.pipeline.filling import Spec as Spec
    from streamrt.pipeline.policies import Retry as Retry
    from streamrt.pipeline.policies import Skip as Skip
    from streamrt.pipeline.policies import retry as retry
    from streamrt.pipeline.policies import skip as skip
    from streamrt.pipeline.report import StageStats as StageStats
    from streamrt.pipeline.report import Stats as Stats
    from streamrt.pipeline.report import Verdict as Verdict
    from streamrt.pipeline.run import Run as Run
else:
    from streamrt import _lazy

    __getattr__, __dir__, __all__ = _lazy.lazy(
        __name__,
        {
            "streamrt.pipeline.definition": "Pipeline source",
            "streamrt.pipeline.filling": "Spec",
            "streamrt.pipeline.policies": "Retry Skip retry skip",
            "streamrt.pipeline.report": "StageStats Stats Verdict",
            "streamrt.pipeline.run": "Run",
        },
    )
