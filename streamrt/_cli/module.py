"""`streamrt module`: what is in the file of a module; nothing of it runs."""

from __future__ import annotations

import argparse
import sys

from streamrt._cli.words import printable, size
from streamrt._module.functions import Function
from streamrt._module.graphs.records import calls_of
from streamrt._module.loading import Module, load
from streamrt.errors import StreamRTError


def add_module_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the file."""
    parser.add_argument("file", help="a file that streamrt.save wrote")
    parser.add_argument(
        "-p", "--program", action="store_true", help="show the operations of each function, too"
    )


def run_module(arguments: argparse.Namespace) -> int:
    """Check a module, and print its functions, what each call takes and returns, and its arrays."""
    try:
        module = load(arguments.file)
    except (StreamRTError, OSError) as error:
        print(f"streamrt: {printable(str(error))}", file=sys.stderr)
        return 1
    _print(module, arguments.program)
    return 0


def _print(module: Module, with_programs: bool) -> None:
    arrays = sum(part.nbytes for part in module._contents.parts)
    count = len(module._contents.parts)
    print(f"{printable(module.name)}: a module of version 1, by {printable(module.note)}")
    print(f"{size(module.nbytes)}, of which {size(arrays)} in {count} arrays; all digests fit")
    for function in module.values():
        _print_function(function, with_programs)
    for graph in module._contents.graphs:
        calls, arrays = len(list(calls_of(graph.nodes))), len(set(graph.parts))
        print(f"\n{printable(str(graph))}")
        print(f"    a graph of {len(graph.nodes):,} nodes, {calls:,} calls, {arrays:,} arrays")


def _print_function(function: Function, with_programs: bool) -> None:
    from streamrt._ir.text.readable import spell

    for variant, signature in zip(function._record.variants, function.signatures, strict=True):
        operations = len([v for v in variant.program.values() if v.op.name != "parameter"])
        arrays = f", {len(variant.parts)} arrays" if variant.parts else ""
        print(f"\n{printable(signature)}")
        print(f"    {operations:,} operations{arrays}")
        if with_programs and not variant.program.loops:
            names = [f"p{number}" for number in range(len(variant.program.parameters))]
            for line in spell(variant.program, names).splitlines():
                print(f"    {printable(line)}")
