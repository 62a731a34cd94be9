"""Graphs: what to run, as data, and plans, which fix how.

    nodes.py         values, operands, nodes
    graph.py         Graph: built by hand, or recorded by a capture
    capture_plan.py  CapturePlan: order, streams, waits, memory and a hash
    footprint.py     what a replay reads and writes as a whole
    extents.py       graphs with smaller inputs than they were captured with

Pure: nothing here knows a device or an address. Capturing and replaying are in `_runtime`.
"""

from streamrt.graph.capture_plan import CapturePlan as CapturePlan
from streamrt.graph.graph import Graph as Graph
from streamrt.graph.nodes import Access as Access
from streamrt.graph.nodes import Node as Node
from streamrt.graph.nodes import Operand as Operand
from streamrt.graph.nodes import Value as Value
