"""Graphs: what to run, as data, and plans, which fix how.

    nodes.py         Value, Operand, Node: what a graph is made of
    graph.py         Graph: built by hand, or recorded by a capture
    checks.py        what a graph refuses at the call
    text.py          a graph as text
    ordering.py      the order in which nodes are planned, and cycles
    forms.py         what nodes that run the same have in common
    lowering.py      a graph as the planner takes it
    replayable.py    what a plan refuses
    capture_plan.py  CapturePlan: order, streams, waits, memory and a hash
    explain.py       a plan as text
    footprint.py     what a replay reads and writes as a whole
    intervals.py     sets of bytes
    extents.py       graphs with smaller inputs than they were captured with
    flow.py          the edges between nodes, inputs and outputs, for pictures
    pictures/        graphs and plans as pictures; nothing there decides anything

Nothing here knows a device or an address. Captures and replays are in `_runtime`.
"""

from streamrt.graph.capture_plan import CapturePlan as CapturePlan
from streamrt.graph.graph import Graph as Graph
from streamrt.graph.nodes import Access as Access
from streamrt.graph.nodes import Node as Node
from streamrt.graph.nodes import Operand as Operand
from streamrt.graph.nodes import Value as Value
