"""Graphs, which say what to run, as data, and plans, which fix how to run it.

    nodes.py         Value, Operand, Node: the parts of a graph
    checks.py        the checks of a graph's calls
    text.py          a graph as text
    ordering.py      the order in which nodes are planned, and cycles
    forms.py         Form: the facts that nodes which run the same have in common
    lowering.py      a graph as the planner takes it
    explain.py       a plan as text
    intervals.py     sets of bytes
    replayable.py    the checks of a graph before it is planned
    calls.py         RecordedCall: the nodes that one call of a compiled function recorded
    footprint.py     the bytes that a replay as a whole reads and writes, or a loop
    extents.py       graphs with smaller inputs than they were captured with
    flow.py          the edges between nodes, inputs and outputs, for pictures
    pictures/        graphs and plans as pictures; nothing there decides anything
    listing.py       Listing: values and nodes in the order of recording
    scope.py         Scope: what the block of a loop records
    blocks.py        loops and branches while they are recorded
    capture_plan.py  CapturePlan: order, streams, waits, memory and a hash
    graph.py         Graph: built by hand, or recorded by a capture

Nothing here knows a device or an address. Captures and replays are in `_runtime/graphs`. Graph and
CapturePlan are public in `streamrt`.
"""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from streamrt.graph.blocks import Block as Block
    from streamrt.graph.blocks import Branch as Branch
    from streamrt.graph.blocks import Repeat as Repeat
    from streamrt.graph.nodes import Access as Access
    from streamrt.graph.nodes import Node as Node
    from streamrt.graph.nodes import Operand as Operand
    from streamrt.graph.nodes import Value as Value
else:
    from streamrt import _lazy

    __getattr__, __dir__, __all__ = _lazy.lazy(
        __name__,
        {
            "streamrt.graph.blocks": "Block Branch Repeat",
            "streamrt.graph.nodes": "Access Node Operand Value",
        },
    )
