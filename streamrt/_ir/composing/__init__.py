"""Programs with loops, as programs without any and the loops between them.

dependence.py       Dependence: the loops on which a value depends
liveness.py         living: the loops of a program, without what nobody needs
needs.py            Needs: where values are computed, and what has to be stored
parts.py            Segment, Repeat, While, Branch, Copy, Composed: what comes of it
eliding.py          without_copies: copies that need not be
compose.py          compose: a program becomes parts
in_place.py         in_place: bodies that write carried arrays without copies
one_kernel.py       in_kernel: loops that one kernel runs
lowered.py          lower_parts: segments become steps
interpret_parts.py  interpret_parts: the reference for parts, in NumPy
"""
