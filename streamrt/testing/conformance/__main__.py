"""`python -m streamrt.testing.conformance KIND`: runs the suite on a kind of device."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence

from streamrt import _backends
from streamrt.errors import BackendNotFoundError
from streamrt.testing.conformance._case import SECONDS
from streamrt.testing.conformance._report import Row, cases, check


def main(arguments: Sequence[str] | None = None) -> int:
    """Runs the suite and prints it; returns 1 if a case failed, 2 if there is no such device."""
    parser = argparse.ArgumentParser(prog="python -m streamrt.testing.conformance")
    kinds = ", ".join(_backends.kinds())
    parser.add_argument("kind", nargs="?", default="cpu", help=f"of device: {kinds} (default cpu)")
    parser.add_argument("--index", type=int, default=0, help="of the device (default 0)")
    parser.add_argument("--seconds", type=float, default=SECONDS, help="the longest wait")
    parser.add_argument("--rule", action="append", help="run these cases only, such as 6 or 6b")
    parser.add_argument("--list", action="store_true", help="list the cases and run none")
    options = parser.parse_args(arguments)
    if options.list:
        for one in cases():
            _say(str(one))
        return 0
    try:
        backend = _backends.backend(options.kind)
    except BackendNotFoundError as error:
        sys.stderr.write(f"{error}\n")
        return 2
    rules: list[str] = options.rule or []
    report = check(
        backend,
        index=options.index,
        seconds=options.seconds,
        only=lambda one: not rules or any(_is_of(one.number, rule) for rule in rules),
        each=_tell,
    )
    _say(str(report).rsplit("\n", 1)[-1])
    return 0 if report.ok else 1


def _is_of(number: str, rule: str) -> bool:
    """Whether a case has this number, or is of this rule: `6b` is of `6`, `load a` of `load`."""
    return rule in (number, number.rstrip("abcdefghi").strip())


def _tell(row: Row) -> None:
    _say(str(row))


def _say(line: str) -> None:
    sys.stdout.write(f"{line}\n")
    sys.stdout.flush()


if __name__ == "__main__":
    sys.exit(main())
