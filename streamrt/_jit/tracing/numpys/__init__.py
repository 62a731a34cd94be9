"""NumPy's own functions in a trace: as code that is traced, and as what stands in their places.

From the ground up:

replaced.py   what stands for functions that tracers cannot answer for, as np.asarray
replacing.py  where that is, and when
in_c.py       what stands for functions in C that NumPy's own code calls
own_code.py   NumPy's own Python code, run on tracers
scipy_fft.py  SciPy's Fourier transforms
functions.py  call_function: by a rule of ours, by NumPy's own code, or as it is
"""
