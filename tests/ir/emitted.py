"""Emitted kernels as functions of arrays, without the engine around them."""

from __future__ import annotations

import ctypes
from collections.abc import Sequence
from itertools import pairwise
from typing import Any

import numpy as np

from streamrt._compile.dtypes import DTYPES
from streamrt._compile.llvm import compile_ir, load_object
from streamrt._ir.cpu.emit import emit
from streamrt._ir.loops import Loops

Array = np.ndarray[Any, Any]

_ENTRY = ctypes.CFUNCTYPE(ctypes.c_int32, ctypes.c_void_p, ctypes.c_int64, ctypes.c_int64)


class Emitted:
    """The machine code of a form."""

    def __init__(self, form: Loops) -> None:
        self.form = form
        self.text = emit(form, "kernel")
        data = compile_ir(self.text.source, name="kernel", opt=0, entry="kernel")
        self._library = load_object(data, name="kernel", symbols=self.text.symbols)
        self._call = _ENTRY(self._library.address("kernel"))

    def __call__(
        self, arrays: Sequence[Array], scalars: Sequence[Any] = (), parts: Sequence[int] = ()
    ) -> int:
        """Runs it over all operands; returns its code.

        Args:
            arrays: an array for each operand.
            scalars: a number for each slot.
            parts: where the range of the split loop is cut; its first bound and its last.
        """
        form = self.form
        words = [0] * len(form.extent_words())
        for loop, word in form.extent_words().items():
            words[word] = form.extents[loop]
        for array in arrays:
            words += array.strides
        layout = np.array([*words, 0], np.int64)
        slots = np.zeros(2 + len(arrays) + len(scalars), np.int64)
        slots[0] = layout.ctypes.data
        slots[1 : 1 + len(arrays)] = [array.ctypes.data for array in arrays]
        for k, (dtype, scalar) in enumerate(zip(form.scalars, scalars, strict=True)):
            slot = slots[1 + len(arrays) + k :].view(DTYPES[dtype].numpy)
            slot[0] = scalar
        bounds = parts or (0, form.extents[0] if form.extents else 1)
        for low, high in pairwise(bounds):
            code = self._call(slots.ctypes.data, low, high)
            if code:
                return code
        return 0
