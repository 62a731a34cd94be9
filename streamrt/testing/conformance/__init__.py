"""The suite that every backend passes, case by case.

From the command line, against an installed kind of device:

    python -m streamrt.testing.conformance cpu

and from a test, against a backend object:

    report = conformance.check(MyBackend())
    assert report.ok, str(report)

A case is numbered as the rule of `streamrt.backend` that it tests: `6b` is the second about rule
6. `load` is about loading plans. `P` are whole programs, run through the public API and compared
with a sequential oracle: they find what a backend and the hazard tracker do wrong together.

What a device cannot do (see `TAGS`) is found out from the device. A case that needs it is then
not applicable, and reported as that.
"""

from __future__ import annotations

from streamrt.testing.conformance._case import TAGS as TAGS
from streamrt.testing.conformance._case import Case as Case
from streamrt.testing.conformance._case import NotApplicable as NotApplicable
from streamrt.testing.conformance._case import Violation as Violation
from streamrt.testing.conformance._report import Report as Report
from streamrt.testing.conformance._report import Row as Row
from streamrt.testing.conformance._report import cases as cases
from streamrt.testing.conformance._report import check as check

__all__ = ["TAGS", "Case", "NotApplicable", "Report", "Row", "Violation", "cases", "check"]
