"""Checks of the nodes of a model: known operators, names, order."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from heapq import heappop, heappush

from streamrt._onnx.bounds import NEWEST, OLDEST
from streamrt._onnx.nodes import OnnxNode, named
from streamrt.errors import ModuleError

__all__ = ["OURS", "check_known", "check_opset", "ordered"]

OURS = ("", "ai.onnx")
"""The names of the domain of ONNX's own operators."""

_SHOWN = 8


def check_opset(found: Iterable[tuple[str, int]], what: str) -> int:
    """Returns the set of operators that a model uses.

    Args:
        found: the domains that it imports, and their versions.
        what: begins messages.

    Raises:
        ModuleError: it names none or several, or one that is not read.
    """
    versions = {version for domain, version in found if domain in OURS}
    told = f"opset {', '.join(map(str, sorted(versions))) or 'of ONNX is not named'}"
    if len(versions) != 1 or not OLDEST <= min(versions) <= NEWEST:
        raise ModuleError(
            f"{what}: {told}; one from {OLDEST} to {NEWEST} is read: convert it with "
            "onnx.version_converter"
        )
    return versions.pop()


def check_known(
    used: Sequence[tuple[str, str]], known: Collection[str], why: Mapping[str, str], what: str
) -> None:
    """Checks that all operators are known, and names all others at once.

    Args:
        used: the domain and the operator of each node.
        known: the operators that are read.
        why: reasons for which some others are not.
        what: begins the message.

    Raises:
        ModuleError: some are not.
    """
    lacking: Counter[str] = Counter()
    for domain, operator in used:
        if domain not in OURS:
            lacking[f"{domain}:{operator}"] += 1
        elif operator not in known:
            lacking[operator] += 1
    if lacking:
        listed = [
            f"{named(name)[1:-1]} ({count} of {len(used)}{_reason(name, why)})"
            for name, count in sorted(lacking.items())
        ]
        raise ModuleError(f"{what}: operators that are not read: {', '.join(listed)}")


def _reason(name: str, why: Mapping[str, str]) -> str:
    return f"; {why[name]}" if name in why else ""


def ordered(
    nodes: Sequence[OnnxNode], given: Collection[str], wanted: Iterable[str], what: str
) -> tuple[OnnxNode, ...]:
    """Returns nodes in an order in which each finds its operands.

    It is the order of the file where that is one.

    Args:
        nodes: the nodes.
        given: the names of inputs and constants.
        wanted: the names of the outputs of the model.
        what: begins messages.

    Raises:
        ModuleError: a name is given twice, or not at all, or nodes wait for each other.
    """
    maker = _makers(nodes, given, what)
    for node in nodes:
        _check_there(node.inputs, maker, given, f"{what}: {node}")
    _check_there(wanted, maker, given, f"{what}: the outputs")
    users: list[list[int]] = [[] for _ in nodes]
    missing = [0] * len(nodes)
    for number, node in enumerate(nodes):
        for one in {maker[name] for name in node.inputs if name in maker}:
            users[one].append(number)
            missing[number] += 1
    ready = [number for number, count in enumerate(missing) if not count]  # a heap, as it is sorted
    order: list[int] = []
    while ready:
        order.append(heappop(ready))
        for user in users[order[-1]]:
            missing[user] -= 1
            if not missing[user]:
                heappush(ready, user)
    if len(order) < len(nodes):
        left = [str(node) for node, count in zip(nodes, missing, strict=True) if count]
        more = f" and {len(left) - _SHOWN} more" if len(left) > _SHOWN else ""
        raise ModuleError(
            f"{what}: nodes that wait for each other: {', '.join(left[:_SHOWN])}{more}"
        )
    return tuple([nodes[number] for number in order])


def _check_there(
    names: Iterable[str], maker: Collection[str], given: Collection[str], what: str
) -> None:
    """Raises ModuleError if a value that is used is not there."""
    for name in names:
        if name and name not in maker and name not in given:
            raise ModuleError(
                f"{what}: {named(name)} is missing; no input, weight or node has that name"
            )


def _makers(nodes: Sequence[OnnxNode], given: Collection[str], what: str) -> dict[str, int]:
    """Returns the number of the node that makes each value."""
    maker: dict[str, int] = {}
    for number, node in enumerate(nodes):
        for name in filter(None, node.outputs):
            if name in maker or name in given:
                other = str(nodes[maker[name]]) if name in maker else "an input or a constant"
                raise ModuleError(f"{what}: {node} and {other} have one name, {named(name)}")
            maker[name] = number
    return maker
