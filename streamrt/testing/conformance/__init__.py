"""The suite that every backend passes, case by case.

From the command line, against an installed kind of device:

    python -m streamrt.testing.conformance cpu

and from a test, against a backend object:

    report = conformance.check(MyBackend())
    assert report.ok, str(report)

A case is numbered as the rule of `streamrt.backend` that it tests: `6b` is the second about rule
6. `load` is about loading plans. `P` are whole programs, run through the public API and compared
with a sequential oracle: they find faults of a backend and the hazard tracker together.

The suite asks the device for its abilities (see `TAGS`). A case that needs one which the device
lacks is not applicable, and is reported as that. The kernels of the suite have implementations for
`cpu`, `cuda` and `opencl`. A kind that runs other code gives them its own, by `implement`.

    _kernels.py    the kernels that the cases launch
    _case.py       a case, its tags, and how it is run
    _line.py       a queue driven by commands, as the runtime drives it
    _bench.py      a device opened for one case
    _order.py      rules 1, 2, 3 and 7: order, signals, waits
    _outcomes.py   rules 4, 5 and 6: checks, starts, ends, status cells
    _deadlines.py  rules 5 and 14: what is late
    _ending.py     rules 8 and 9: lost devices, closed queues
    _memory.py     rules 10, 11, 12 and 17, and loading plans
    _time.py       rule 13: virtual time
    _replays.py    rule 14: programs that are launched as a whole
    _loops.py      rule 14: loops and branches
    _hosting.py    rule 15: host calls that the device orders
    _recovery.py   rule 16: what is left after a loss
    _machines.py   the runtimes of programs, and the orders in which one is tried
    _oracle.py     the outcome of a program that runs in the order of submission
    _judging.py    the end that each execution must come to; the errors and their causes
    _play.py       a program as it is submitted through the public API, and judged
    _directed.py   programs that go wrong without one rule of the tracker
    _random.py     random programs
    _report.py     all cases on one device, and their outcomes
    __main__.py    the command line
"""

from __future__ import annotations

from streamrt.testing.conformance._case import TAGS as TAGS
from streamrt.testing.conformance._case import Case as Case
from streamrt.testing.conformance._case import NotApplicable as NotApplicable
from streamrt.testing.conformance._case import Violation as Violation
from streamrt.testing.conformance._kernels import kernels as kernels
from streamrt.testing.conformance._report import Report as Report
from streamrt.testing.conformance._report import Row as Row
from streamrt.testing.conformance._report import cases as cases
from streamrt.testing.conformance._report import check as check

__all__ = [
    "TAGS", "Case", "NotApplicable", "Report", "Row", "Violation", "cases", "check", "kernels",
]  # fmt: skip
