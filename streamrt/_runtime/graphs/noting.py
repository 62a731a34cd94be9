"""Notes of calls: which nodes of a capture one call of a compiled function recorded."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, TypeVar

from streamrt._runtime.graphs.capture import Capture
from streamrt._runtime.memory.typed_memory import TypedMemory
from streamrt.graph.calls import RecordedCall
from streamrt.graph.listing import Listing
from streamrt.graph.nodes import Operand

if TYPE_CHECKING:
    from streamrt._ir.program import Program
    from streamrt._runtime.door import Interpreter

__all__ = ["noted"]

B = TypeVar("B", bound=TypedMemory)


def noted(
    interpreter: Interpreter,
    name: str,
    program: Program,
    contract: bool,
    arguments: Sequence[Any],
    submit: Callable[[], list[B]],
) -> list[B]:
    """Submits a call, and notes it in the graph if a capture records it.

    The capture's lock is held meanwhile, so that no other thread's nodes come between.

    Args:
        interpreter: what takes operations here.
        name: the name of the function.
        program: what it computes.
        contract: whether products and sums may be rounded once.
        arguments: a buffer or a number for each parameter of the program.
        submit: submits the call, and returns its results.
    """
    if not isinstance(interpreter, Capture):
        return submit()
    capture = interpreter
    with capture._lock:
        graph = capture._graph
        listing: Listing = graph._open[-1] if graph._open else graph
        first = len(listing._nodes)
        results = submit()
        nodes = listing._nodes[first:]
        used = {operand.value for node in nodes for operand in node.operands}

        def part(argument: Any) -> Any:
            if not isinstance(argument, TypedMemory):
                return argument
            found = _operand(capture, listing, argument)
            return found if found is not None and found.value in used else None

        given, made = tuple(map(part, arguments)), tuple(map(part, results))
        if None not in made:
            stop = first + len(nodes)
            listing._calls.append(RecordedCall(name, program, contract, first, stop, given, made))
    return results


def _operand(capture: Capture, listing: Listing, buffer: TypedMemory) -> Operand | None:
    """Returns the part of a value that a buffer stands for in a listing; None if none does."""
    known = capture._known_as(buffer._region.tracked, "use of an argument")
    if known is None:
        return None
    whole, address = known
    found = Operand(whole.owner, whole.value, buffer._address - address, buffer._layout)
    return listing._find(found)
