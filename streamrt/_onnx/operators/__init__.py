"""The operators of ONNX as functions on arrays of NumPy and tracers.

From the ground up:

given.py          Given: a node with the values of its operands; Rule: what an operator means
elementwise.py    each element by itself
activations.py    activations, and softmax
shapes.py         other shapes, parts, joins
places.py         elements at places, the places of elements, running sums
creations.py      constants, ranges
reductions.py     sums, means, extremes and norms
normalisation.py  normalisations, and dropout
windows.py        the windows of convolutions and pools
pooling.py        pools
products.py       products of matrices, convolutions
table.py          the table of all of them
"""
