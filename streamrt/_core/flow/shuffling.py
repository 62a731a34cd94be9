"""Permutations of any size that need no memory: the shuffles of sources and windows.

A Feistel network with four rounds permutes the numbers below a power of four, and a number that
falls outside of the range is permuted again until it falls inside (cycle walking; J. Black and
P. Rogaway, "Ciphers with Arbitrary Finite Domains", CT-RSA 2002). So position 10^9 of a shuffled
source is as quick to find as position 0. It is no cipher: it only has to look random.
"""

from __future__ import annotations

import hashlib

ROUNDS = 4


class Permutation:
    """A permutation of the numbers from 0 to size - 1 that a few whole numbers decide."""

    __slots__ = ("_half", "_keys", "_mask", "size")

    def __init__(self, size: int, *seeds: int) -> None:
        """Makes it.

        Args:
            size: how many numbers it permutes; at least 0.
            seeds: what decides it: the same seeds give the same permutation everywhere.
        """
        self.size = size
        self._half = max(1, (max(size - 1, 1).bit_length() + 1) // 2)
        self._mask = (1 << self._half) - 1
        text = ",".join(map(str, seeds)).encode()
        digest = hashlib.blake2b(text, digest_size=8 * ROUNDS).digest()
        self._keys = [int.from_bytes(digest[8 * k : 8 * k + 8], "little") for k in range(ROUNDS)]

    def __getitem__(self, index: int) -> int:
        """Returns where a number goes.

        Raises:
            IndexError: it is negative, or not below the size.
        """
        if not 0 <= index < self.size:
            raise IndexError(index)
        half, mask = self._half, self._mask
        while True:
            left, right = index >> half, index & mask
            for key in self._keys:
                mixed = ((right ^ key) * 0x9E3779B97F4A7C15) & 0xFFFFFFFFFFFFFFFF
                mixed = ((mixed ^ (mixed >> 29)) * 0xBF58476D1CE4E5B9) & 0xFFFFFFFFFFFFFFFF
                left, right = right, left ^ ((mixed >> 32) & mask)
            index = left << half | right
            if index < self.size:
                return index
