"""Pictures of graphs and plans. They show what the graph and its plan say, and decide nothing.

    layered.py    places for the boxes of a graph
    canvas.py     Canvas: what all pictures are drawn on, here, in testing and in the documents
    document.py   document: a page of HTML that needs no network, and the look of all pages
    graph_svg.py  draw_graph: a graph as SVG
    plan_svg.py   draw_plan: a plan as SVG, over time
    dot.py        dot: a graph as text for Graphviz

Each is imported when a picture is asked for.
"""
