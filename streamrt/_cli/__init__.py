"""The command `streamrt`: devices, cache, module, trace, top.

    info.py      `streamrt devices` and `streamrt cache`
    words.py     numbers as people read them
    module.py    `streamrt module`
    trace.py     `streamrt trace`
    programs.py  flight files of programs that run
    looks.py     Looks: what changed between two looks at a flight file
    top.py       `streamrt top`

Each command's module is imported only when that command runs, so that `--help` is quick and a
command needs no more than it uses.
"""

from __future__ import annotations

import argparse
import importlib
import os
import sys
from collections.abc import Sequence

from streamrt import __version__
from streamrt.errors import UnsupportedPlatformError

INTERRUPTED = 130  # 128 + SIGINT, as a shell reports it
BROKEN_PIPE = 141  # 128 + SIGPIPE

DESCRIPTION = "Awaitable kernels on in-order streams, with automatic ordering between buffers."

COMMANDS = {
    "devices": ("list the devices of this machine", "info", "run_devices", None),
    "cache": ("show or clear the compiled kernels", "info", "run_cache", "add_cache_arguments"),
    "module": ("show what is in a module", "module", "run_module", "add_module_arguments"),
    "trace": ("show what a flight file recorded", "trace", "run_trace", "add_trace_arguments"),
    "top": ("show what a running program does", "top", "run_top", "add_top_arguments"),
}
"""By name: help, module, and in it the functions that run it and declare its options."""


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command line and return the exit code.

    Bad usage exits with 2, a platform on which streamrt does not run with 1.
    """
    reconfigure = getattr(sys.stdout, "reconfigure", None)
    if reconfigure is not None:  # a folder's name may hold what an encoding lacks
        reconfigure(errors="backslashreplace")
    arguments = list(sys.argv[1:] if argv is None else argv)
    try:
        code = _run(arguments)
        sys.stdout.flush()
    except KeyboardInterrupt:
        print("streamrt: interrupted", file=sys.stderr)
        return INTERRUPTED
    except BrokenPipeError:
        # The reader of the output has left. The interpreter flushes once more at its exit.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return BROKEN_PIPE
    except UnsupportedPlatformError as error:
        print(f"streamrt: {error}", file=sys.stderr)
        return 1
    return code


def _run(arguments: Sequence[str]) -> int:
    """Run a command line and return the command's exit code."""
    command = next((one for one in arguments if one in COMMANDS), None)
    options = _parser(command).parse_args(arguments)
    _, module, function, _ = COMMANDS[options.command]
    code: int = getattr(_module(module), function)(options)
    return code


def _parser(chosen: str | None) -> argparse.ArgumentParser:
    """Return the parser, with the options of the chosen command only."""
    parser = argparse.ArgumentParser(prog="streamrt", description=DESCRIPTION)
    parser.add_argument("--version", action="version", version=f"streamrt {__version__}")
    commands = parser.add_subparsers(dest="command", required=True, metavar="COMMAND")
    for name, (text, module, _, declare) in COMMANDS.items():
        command = commands.add_parser(name, help=text, description=f"{text.capitalize()}.")
        if name == chosen and declare is not None:
            getattr(_module(module), declare)(command)
    return parser


def _module(name: str) -> object:
    return importlib.import_module(f"{__name__}.{name}")
