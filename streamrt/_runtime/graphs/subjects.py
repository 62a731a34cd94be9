"""The subjects of replays and of their steps: their names, and the errors of nodes that fail."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from streamrt._compile.failing import returned
from streamrt.errors import KernelError
from streamrt.graph.nodes import Node


class Replayed:
    """The name of replays, and the errors of their nodes.

    A buffer knows who wrote it, so it keeps this object alive. Therefore this object knows nothing
    of the graph: if it did, the graph's inputs would live as long as its outputs.
    """

    name = "replay"

    def __init__(self, nodes: Sequence[Node]) -> None:
        self._nodes = [(str(node), node.site, node.kernel) for node in nodes]
        self.node_names: tuple[str, ...] = tuple([node.name for node in nodes])

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
        meanings = [f"of {k.name}, {k.errors[code]}" for k in kernels if code in k.errors]
        meaning = ", ".join(sorted(meanings)) or "no kernel gives a meaning for it"
        found = f"one of its nodes returned {code}, the device does not say which"
        return KernelError(f"{what}: {found}; {meaning}", code)

    def node_failure(self, index: int, what: str, code: int) -> KernelError:
        """Returns the error of a node whose kernel returned a code."""
        name, site, kernel = self._nodes[index]
        errors: Mapping[int, str] = kernel.errors if kernel is not None else {}
        return returned(what, code, errors, f"{name}, recorded at {site}, ")


class StepName:
    """The subject of one step's execution."""

    __slots__ = ("_replayed", "name", "node")

    @property
    def site(self) -> str:
        """The place where the node was recorded."""
        return self._replayed.site_of(self.node)

    def __init__(self, replayed: Replayed, node: int, name: str) -> None:
        self._replayed = replayed
        self.node = node
        self.name = name

    def _failure(self, what: str, code: int, node: int) -> KernelError:
        del node
        return self._replayed.node_failure(self.node, what, code)
