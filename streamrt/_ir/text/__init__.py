"""Programs as text that people read.

From the ground up:

    readable.py         spell: a program without loops
    readable_parts.py   spell_parts: a program with loops
"""
