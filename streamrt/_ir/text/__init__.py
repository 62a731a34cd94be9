"""Programs as text.

From the ground up:

    readable.py       spell: a program as text that people read
    mlir_tensors.py   tensors as MLIR: types, numbers, forms of operations
    mlir_elements.py  elementwise operations as MLIR
    mlir.py           spell_mlir: a program as MLIR text
"""
