"""`python -m streamrt.testing soak MODULE:PROGRAM`: the tools that need no test around them."""

from __future__ import annotations

import argparse
import faulthandler
import importlib
import os
import sys
import traceback
from collections.abc import Sequence
from typing import Any

from streamrt.errors import StreamRTError
from streamrt.testing._real.resources import SoakFailedError
from streamrt.testing._real.soak import soak


def main(arguments: Sequence[str] | None = None) -> int:
    """Runs a tool; returns 1 if it found something, 2 if it was not told what to run."""
    parser = argparse.ArgumentParser(prog="python -m streamrt.testing")
    tools = parser.add_subparsers(required=True, metavar="TOOL")
    one = tools.add_parser("soak", help="run a program on real devices for a long time")
    one.add_argument("program", help="module:function, as for testing.soak")
    one.add_argument("--minutes", type=float, default=5.0, help="for how long (default 5)")
    one.add_argument("--threads", type=int, default=4, help="that run it (default 4)")
    one.add_argument("--burners", type=int, default=1, help="processes beside it (default 1)")
    one.add_argument("--seed", type=int, default=0, help="of what is drawn (default 0)")
    one.add_argument("--device", action="append", help="of the runtimes (default cpu:0)")
    options = parser.parse_args(arguments)
    try:
        program = _load(options.program)
    except (ImportError, AttributeError, ValueError) as error:
        sys.stderr.write(f"soak {options.program}: {error}; pass MODULE:FUNCTION\n")
        return 2
    return _soak(program, options)


def _soak(program: Any, options: argparse.Namespace) -> int:
    faulthandler.enable()
    try:
        found = soak(
            program,
            seconds=60 * options.minutes,
            threads=options.threads,
            burners=options.burners,
            seed=options.seed,
            devices=options.device or ["cpu:0"],
            each=_say,
            may_exit=True,
        )
    except SoakFailedError as error:
        traceback.print_exception(error)
        sys.stderr.flush()
        os._exit(1)  # threads may hang
    except StreamRTError as error:
        sys.stderr.write(f"{error}\n")
        return 2
    _say(str(found))
    _say("all is as it was")
    return 0


def _load(name: str) -> Any:
    """Returns the function that `module:function` names."""
    module, _, function = name.partition(":")
    if not function:
        raise ValueError("it names no function")
    found: Any = importlib.import_module(module)
    for part in function.split("."):
        found = getattr(found, part)
    return found


def _say(line: str) -> None:
    sys.stdout.write(f"{line}\n")
    sys.stdout.flush()


if __name__ == "__main__":
    sys.exit(main())
