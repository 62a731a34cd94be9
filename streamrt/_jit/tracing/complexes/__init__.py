"""Complex arrays in a trace: each is a pair of real ones, because programs have no complex dtypes.

From the ground up:

pairs.py         what is made into pairs, in which dtype, and writes to them
terms.py         Term: a value of a program, with operators
ufuncs.py        ufuncs of complex arrays, as operations of their parts
creations.py     new complex arrays
joining.py       functions that join complex arrays, or choose from them
products.py      products, as products of parts
functions.py     other functions of NumPy of complex arrays
fourier.py       np.fft, also of real arrays
calls.py         calls of ufuncs and functions that meet complex numbers
masked_pairs.py  MaskedPair: what an unknown mask picks of a complex array
"""
