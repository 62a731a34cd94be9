"""The decorator `jit`: traces NumPy functions, and runs what the compiler makes of them."""
