"""Standard kernels: those that the graph of a module may launch, by name.

A file names them, and nothing else: this list decides what a name stands for.
"""

from __future__ import annotations

from typing import cast

from streamrt._compile.kernel import Kernel
from streamrt._compile.named import kernel_named

__all__ = ["KERNELS", "name_in_files", "standard_kernel"]

PACKAGE = "streamrt_kernels"

_NAMES = """
absolute add arctan argmax_rows argmin_rows argsort axpy batched_matmul bincount cast ceil clip
copy cos cumprod_rows cumsum_rows divide elu exp exp2 expm1 fill floor gelu gelu_tanh histogram
iota layer_norm leaky_relu log log10 log1p log2 log_softmax matmul matmul_nt max_rows maximum
mean_rows min_rows minimum multiply negative ngrams normal normalize_rows power random_bits
reciprocal relu rint rms_norm scatter_add sigmoid silu sin softmax softplus sort sqrt square
subtract sum_rows take tan tanh top_k uniform var_rows
"""

KERNELS = frozenset(_NAMES.split())
"""The names of the standard kernels, in the package of these."""


def standard_kernel(name: str) -> Kernel:
    """Returns the standard kernel of a name of `KERNELS`."""
    return cast(Kernel, kernel_named(PACKAGE, name))


def name_in_files(kernel: Kernel) -> str | None:
    """Returns the name by which files know a kernel; None if it is none of these."""
    is_known = kernel.name in KERNELS and standard_kernel(kernel.name) is kernel
    return kernel.name if is_known else None
