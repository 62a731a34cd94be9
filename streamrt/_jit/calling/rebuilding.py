"""Arguments for a trace: new containers with tracers in them, which the function must leave alone.

A change of a container, of an attribute or of a global happens in the trace only, and not in the
calls that follow. So it is an error.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from streamrt._jit.calling.arguments import Parameters
from streamrt._jit.calling.free_variables import Source
from streamrt._jit.calling.inputs import is_plain
from streamrt._jit.calling.taking_apart import Looked, look_at_hidden
from streamrt._jit.tracing.numpys.replaced import original
from streamrt._jit.trees import Tree, flatten
from streamrt.errors import TraceError

__all__ = ["Rebuild"]


class Rebuild:
    """Makes the arguments of traced calls, and checks afterwards that the function kept them."""

    def __init__(self, parameters: Parameters, sources: Sequence[Source], looked: Looked) -> None:
        """Makes arguments like those of a call."""
        self._parameters = parameters
        self._sources = sources
        self._looked = looked
        self._made: list[tuple[list[Any], list[Any]]] = []

    def __call__(self, tracers: Sequence[Any]) -> tuple[tuple[Any, ...], dict[str, Any]]:
        """Returns arguments with a tracer in place of each array and number."""
        structure, given = self._looked.structure, iter(tracers)
        leaves: list[Any] = []
        for slot, leaf in zip(structure.slots, self._looked.leaves, strict=True):
            leaves.append(next(given) if slot.kind in ("array", "scalar") else leaf)
        values: list[Any] = []
        start = 0
        for tree in structure.trees:
            values.append(tree.unflatten(leaves[start : start + tree.count]))
            start += tree.count
        self._made.append((values, leaves))
        return self._parameters.spread(values)

    def watch(self, function: Callable[..., Any]) -> Callable[..., Any]:
        """Returns the function, with a look at its end at what it did to what it was given.

        It raises a TraceError if it changed a container, an attribute, or a value in its closure or
        module.
        """

        def watched(*args: Any, **kwargs: Any) -> Any:
            try:
                returned = function(*args, **kwargs)
                self._check()
                return returned
            finally:
                self._made.clear()

        return watched

    def _check(self) -> None:
        structure, names = self._looked.structure, self._parameters.names
        for values, leaves in self._made:
            start = 0
            for name, tree, value in zip(names, structure.trees, values, strict=True):
                if tree.kind != "leaf":
                    found, now = flatten(value, name, is_object=is_plain)
                    self._compare(found, now, leaves[start : start + tree.count], tree, name)
                start += tree.count
        start = sum(tree.count for tree in structure.trees)
        for source, tree in zip(self._sources, structure.hidden, strict=True):
            found, now, _ = look_at_hidden(source)
            before = self._looked.leaves[start : start + tree.count]
            self._compare(found, now, before, tree, source.path)
            start += tree.count

    def _compare(
        self, leaves: Sequence[Any], now: Tree, before: Sequence[Any], tree: Tree, name: str
    ) -> None:
        """Raises TraceError if a value is not what it was."""
        if now == tree:
            rest = zip(map(original, leaves), before, tree.named(name), strict=True)
            changed = next((path for one, other, path in rest if one is not other), "")
        else:
            known, found = tree.named(name), now.named(name)
            news = [path for path in (*found, *known) if (path in known) != (path in found)]
            changed = next(iter(news), name)
        if changed:
            raise TraceError(
                f"trace {self._parameters.name}: the function changed {changed}, and calls of "
                "compiled code would not do that again; return the new value instead"
            )
