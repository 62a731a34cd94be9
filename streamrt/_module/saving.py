"""Saving: lowered functions become the file of a module."""

from __future__ import annotations

import os
import sys
from collections.abc import Mapping, Sequence
from itertools import islice
from typing import BinaryIO, cast

import numpy as np

from streamrt._core.values import check_flag, shown
from streamrt._ir.encoding import constants
from streamrt._jit.calling.lowering import Lowering
from streamrt._module.file import pack, replace_file
from streamrt._module.functions import Function
from streamrt._module.graphs.records import GraphRecord
from streamrt._module.graphs.saving import saved_graph
from streamrt._module.lowered import Lowered
from streamrt._module.records import Contents, FunctionRecord, PartRecord, VariantRecord
from streamrt._module.table import MOST_TEXT, MOST_VARIANTS
from streamrt._refusals import refusing
from streamrt.errors import ArgumentError, ArgumentTypeError
from streamrt.graph.graph import Graph

__all__ = ["save"]


@refusing
def save(
    file: str | os.PathLike[str] | BinaryIO,
    functions: Mapping[str, Lowering | Function | Graph | Sequence[Lowering]],
    *,
    embed: bool = False,
) -> None:
    """Saves compiled functions as a module, which `streamrt.load` reads without their source.

        streamrt.save("net.srtm", {"net": net.lower(x)})

    The file holds programs and arrays, and no code. A function serves calls with arguments of the
    containers, dtypes and shapes that it was lowered for; several lowerings of one function serve
    calls of all these kinds. The same functions give the same file, byte for byte.

    A graph is saved as what it does: its launches of standard kernels, its calls of compiled
    functions, its copies, fills, loops and branches. Inputs that have a name stay inputs. Of the
    others, those that are bound to frozen buffers are saved with their contents.

    Args:
        file: the path of the file, which is replaced as a whole, or a file that is open for writing
            bytes.
        functions: by their names in the module: what `lower` returns, a list of such for calls of
            several kinds, a function of another module, or a graph.
        embed: whether Buffers that a function finds by itself, in its closure, its module or the
            object of a method, are saved with their contents, and those that unnamed inputs of a
            graph are bound to.

    Raises:
        ArgumentError: a function or a graph cannot be saved; the message names it, and what cannot.
        StateError: the capture of a graph is still open, or was discarded.
        ArgumentTypeError: it is nothing that can be saved.
        OSError: the file cannot be written.
    """
    if not isinstance(file, str | os.PathLike) and not hasattr(file, "write"):
        raise ArgumentTypeError(f"save: file is {shown(file)}; pass a path, or an open file")
    if not isinstance(functions, Mapping) or not functions:
        raise ArgumentTypeError(
            f"save: functions is {shown(functions)}; pass a dict of names and lowered functions"
        )
    is_embedding = check_flag(embed, "save: embed")
    parts: dict[bytes, memoryview] = {}
    records: list[FunctionRecord] = []
    graphs: list[GraphRecord] = []
    for name, given in functions.items():
        what = f"save {_checked_name(name)}"
        if isinstance(given, Graph):
            graphs.append(saved_graph(given, name, what, is_embedding, parts))
        else:
            records.append(_function(name, given, what, is_embedding, parts))
    listed = [PartRecord(len(parts[digest]), digest) for digest in sorted(parts)]
    version: str = sys.modules[__name__.partition(".")[0]].__version__
    note = f"streamrt {version}, NumPy {np.__version__}"
    records.sort(key=lambda one: one.name)
    graphs.sort(key=lambda one: one.name)
    pieces = pack(Contents(records, listed, note, graphs), parts)
    if isinstance(file, str | os.PathLike):
        replace_file(file, pieces)
        return
    for piece in pieces:
        file.write(piece)


def _checked_name(name: object) -> str:
    if not isinstance(name, str) or not 0 < len(name.encode()) <= MOST_TEXT:
        raise ArgumentTypeError(f"save: the name {shown(name)} is no text, or too long a one")
    return name


def _function(
    name: str, given: object, what: str, is_embedding: bool, parts: dict[bytes, memoryview]
) -> FunctionRecord:
    """Returns the record of a function; adds its arrays to the parts."""
    if isinstance(given, Function):
        record, weights = given._record, given._weights
        for variant in record.variants:
            for digest in (*variant.parts, *constants(variant.program)):
                parts[digest] = weights.elements(digest)
        return FunctionRecord(name, record.parameters, record.contract, record.variants)
    lowerings = _lowerings(given, what)
    first = lowerings[0]._calls
    for each in lowerings:
        same = each._calls.parameters.names == first.parameters.names
        if not same or each._calls.options.contract != first.options.contract:
            raise ArgumentError(f"{what}: these are lowerings of several functions; name each")
    saved = [Lowered(each, what, is_embedding, parts) for each in lowerings]
    variants: dict[object, VariantRecord] = {}
    for one in saved:
        variants.setdefault(one.variant.trees, one.variant)
    contract = first.options.contract
    return FunctionRecord(name, saved[0].parameters, contract, tuple(variants.values()))


def _lowerings(given: object, what: str) -> list[Lowering]:
    """Returns the lowerings that a user passed."""
    found: list[object] = [given]
    if isinstance(given, Sequence) and not isinstance(given, str | bytes):
        found = [*islice(cast("Sequence[object]", given), MOST_VARIANTS + 1)]
    if not 0 < len(found) <= MOST_VARIANTS:
        raise ArgumentError(f"{what}: found {len(found)} lowerings; pass 1 to {MOST_VARIANTS}")
    for each in found:
        if not isinstance(each, Lowering):
            raise ArgumentTypeError(
                f"{what}: found {shown(each)}; pass what its `lower` returns, for arguments like "
                "those of calls"
            )
    return cast("list[Lowering]", found)
