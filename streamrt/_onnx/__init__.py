"""Models of ONNX: files become functions that `jit` compiles.

From the ground up:

bounds.py      what a model may have at most
package.py     the package `onnx`, loaded when it is needed
dtypes.py      the types of elements
nodes.py       the graph of a model as data
external.py    weights in other files
tensors.py     tensors as arrays of NumPy
attributes.py  attributes of nodes
checks.py      operators, names and order of nodes
reading.py     the bytes of a model become a graph
operators/     what operators mean, in NumPy's words
model.py       OnnxModel: a graph as a function
loading.py     read_onnx, from_onnx: what users call
"""
