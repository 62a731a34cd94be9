"""Programs as text.

From the ground up:

    readable.py       spell: a program as text that people read
    mlir_elements.py  its elementwise operations
    mlir.py           spell_mlir: a program as MLIR text
"""
