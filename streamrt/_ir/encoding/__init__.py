"""The canonical bytes of a program: equal programs have equal bytes, and the digest names them.

    program    = b"SRTP" version parameters items results
    parameters = count (dtype is_scalar shape)*
    items      = count item*
    item       = operation number, operands, attributes | 3 begin | 3 end
    begin      = 1 turns initials rows has_index | 2 initials | 3 flag
    end        = 0 nexts stacked | 0 nexts flag | 0 count (true false)*
    results    = count place*

Numbers are unsigned varints, as LEB128 has them, in as few bytes as they fit in; starts and steps
are signed, by zigzag. A text is the number of its bytes, and these in UTF-8. A place is the place
of a value: parameters come first, the others follow depth-first from the results, operands before
what is made of them. A constant has its dtype, its shape and its bytes if it has at most 64, else
the BLAKE2b-256 digest of its bytes, which stand elsewhere.

The version is 1 if the program has no loops and branches, and 2 if it has some. They stand among
the values: a loop begins (1 repeat, 2 while, 3 branch) after all that it begins with. The values of
its turns follow, where depth-first order has them, and its end names those that a turn makes.
The item that begins it makes the inner values of its body: one for each carried value, then one for
each row, then the index; the one that ends it makes its results. So nobody spells their dtypes
and shapes, a loop that needs itself cannot be spelled, and loops end in the order of the program.
`initials`, `rows`, `nexts` and `stacked` are places: a count of them first, except for `nexts`,
which are as many as the initials. What no result needs is left out, also of what a loop carries.

No name, no place in a source and no address is part of it, nor is the order in which the values
were made. There is one encoding of a program: `decode` refuses any other, and whatever no builder
would build. So its result needs no other check, and data that anybody may have changed does no harm
here. From the ground up:

    pieces.py    numbers, texts and dtypes as bytes
    order.py     in_order: values, and where loops begin and end, in the order of the bytes
    writing.py   encode, digest, constants
    blocks.py    Blocks: loops while they are read
    reading.py   decode
"""

from streamrt._ir.encoding.reading import decode
from streamrt._ir.encoding.writing import constants, digest, encode

__all__ = ["constants", "decode", "digest", "encode"]
