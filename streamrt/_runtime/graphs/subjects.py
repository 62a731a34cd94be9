"""The subjects of replays and of their steps: their names, and the errors of nodes that fail."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from typing import TYPE_CHECKING

from streamrt._compile.failing import returned
from streamrt.errors import KernelError
from streamrt.graph.nodes import Node, numbered

if TYPE_CHECKING:
    from streamrt._compile.kernel import Kernel
    from streamrt._runtime.lane import Lane


class Replayed:
    """The name of replays, and the errors of their nodes.

    A buffer knows who wrote it, so it keeps this object alive. Therefore this object knows nothing
    of the graph: if it did, the graph's inputs would live as long as its outputs.

    Attributes:
        has_loops: whether one of its nodes is a loop or a branch, so that it can be stopped.
        turns: returns the numbers of the loops that run on a lane now, each with its turn.
    """

    name = "replay"

    def __init__(self, nodes: Sequence[Node]) -> None:
        found = numbered(nodes)
        self._nodes = [(name, node.site, node.kernel) for node, name in found]
        self._within = {
            index: frozenset(each.kernel for each, _ in numbered([node]) if each.kernel is not None)
            for index, node in enumerate(nodes)
            if node.loop is not None
        }
        self.node_names: tuple[str, ...] = tuple([node.name for node, _ in found])
        self.has_loops: bool = len(found) > len(nodes)
        self.turns: Callable[[Lane], list[tuple[int, int]]] = _no_turns

    def progress(self, lane: Lane) -> str:
        """Returns the turns of the loops that run on a lane, as the end of a sentence."""
        turns = [f"turn {turn} of {self._nodes[node][0]}" for node, turn in self.turns(lane)]
        return f", in {', '.join(turns)}" if turns else ""

    def is_loop(self, index: int) -> bool:
        """Whether a node is a loop or a branch."""
        return index in self._within

    def site_of(self, index: int) -> str:
        """Returns the place where a node was recorded."""
        return str(self._nodes[index][1])

    def _failure(self, what: str, code: int, node: int) -> KernelError:
        """Returns the error of a replay; `node` is one more than the node's number, or nonsense."""
        if not 0 < node <= len(self._nodes):
            return self._unknown_failure(what, code)
        return self.node_failure(node - 1, what, code)

    def _unknown_failure(self, what: str, code: int) -> KernelError:
        """Returns the error of a replay whose device does not say which node failed."""
        kernels = {kernel for _, _, kernel in self._nodes if kernel is not None}
        return _one_of(kernels, what, code, "")

    def node_failure(self, index: int, what: str, code: int) -> KernelError:
        """Returns the error of a node whose kernel returned a code, or of a loop with it."""
        name, site, kernel = self._nodes[index]
        if index in self._within:
            return _one_of(self._within[index], what, code, f"{name}, recorded at {site}: ")
        errors: Mapping[int, str] = kernel.errors if kernel is not None else {}
        return returned(what, code, errors, f"{name}, recorded at {site}, ")


def _one_of(kernels: Collection[Kernel], what: str, code: int, who: str) -> KernelError:
    """Returns the error of something with nodes of these kernels: nobody knows which one failed."""
    meanings = [f"of {k.name}, {k.errors[code]}" for k in kernels if code in k.errors]
    meaning = ", ".join(sorted(meanings)) or "no kernel gives a meaning for it"
    found = f"one of its nodes returned {code}, the device does not say which"
    return KernelError(f"{what}: {who}{found}; {meaning}", code)


def _no_turns(lane: Lane) -> list[tuple[int, int]]:
    return []


class StepName:
    """The subject of one step's execution."""

    __slots__ = ("_replayed", "has_loops", "name", "node")

    @property
    def site(self) -> str:
        """The place where the node was recorded."""
        return self._replayed.site_of(self.node)

    def __init__(self, replayed: Replayed, node: int, name: str) -> None:
        self._replayed = replayed
        self.has_loops: bool = replayed.is_loop(node)
        self.node = node
        self.name = name

    def _failure(self, what: str, code: int, node: int) -> KernelError:
        del node
        return self._replayed.node_failure(self.node, what, code)
