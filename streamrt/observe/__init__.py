"""See what runs: record a program, and read where its time goes.

    trace.py     Trace: what a recorder noted, as data
    why/         gaps and their reasons, the critical path, summaries

Everything that shows or explains reads a `Trace` alone, so it needs no runtime.
"""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
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
else:
    from streamrt import _lazy

    __getattr__, __dir__, __all__ = _lazy.lazy(
        __name__,
        {
            "streamrt.observe.trace": "Trace",
            "streamrt.observe.why.critical_path": "CriticalPath PathRow PathPart critical_path",
            "streamrt.observe.why.gaps": "Gap Idle IdleRow gaps idle",
            "streamrt.observe.why.summary": "HostRow KernelRow Summary summarise",
        },
    )
