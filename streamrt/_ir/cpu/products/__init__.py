"""Products of matrices: loops, blocks and tiles.

From the ground up:

    tiles.py     the tiles of a product
    strips.py    the copies of strips
    job.py       what a launch of a product does, and which share of it a part does
    blocks.py    the loops of a product: groups of strips, blocks of rows
    thin.py      products of a few rows
    epilogue.py  what is computed of a product's elements
    product.py   the kind `product`: its entry, and the code that all products share
"""
