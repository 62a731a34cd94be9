"""Tokens: the words of a text, with their places.

A tensor type and a `dense<...>` literal are one token each, because texts have many of them and
whoever needs their parts reads them by one more expression. The first character of a token tells
its kind. Blanks and comments are no tokens.
"""

from __future__ import annotations

import itertools
import re
from typing import NoReturn

from streamrt._ir.stablehlo.problems import Problem, StableHLOError

__all__ = ["Tokens"]

# Each alternative reads every character once. What fits none of them is a token of one character,
# which the reader refuses where it stands.
_TOKEN = re.compile(
    r"""\s*+(
      //[^\n]*
    | [%@][\w$.-]++(?:\#\d++)?
    | tensor<[\w?*\s-]*+>
    | dense<(?:"[^"\n]*+"|[^">]*+)>
    | [A-Za-z_][\w$.]*+
    | ->
    | -?0x[0-9A-Fa-f]++
    | -?\d++(?:\.\d*+(?:[eE][-+]?\d++)?)?
    | @?"(?:[^"\\\n]++|\\.)*+"
    | [#^!][\w$.]*+
    | \S
    )""",
    re.VERBOSE | re.ASCII,
)
"""A token behind any space; a text that ends with space is cut there, or each place is tried."""

_SPACE = " \t\n\r\f\v"

_AHEAD = 4
"""The tokens that stand for the end: whoever looks ahead finds one."""


class Tokens:
    """The tokens of a text, and a place among them.

    Where a token lies in the text is worked out when a problem needs it.

    Attributes:
        texts: each token; the last ones are empty, and stand for the end.
        at: the number of the next one.
    """

    __slots__ = ("_starts", "_text", "at", "texts")

    def __init__(self, text: str, most: int) -> None:
        """Finds the tokens of a text.

        Raises:
            StableHLOError: the text has more than `most`, comments included.
        """
        text = text.rstrip(_SPACE)
        if len(text) > most:
            over = next(itertools.islice(_TOKEN.finditer(text), most, None), None)
            if over is not None:
                place = _line_and_column(text, over.start(1))
                words = f"more than {most:,} words; the limits allow no more"
                raise StableHLOError((Problem(*place, words),))
        found: list[str] = _TOKEN.findall(text)
        self.texts: list[str] = [token for token in found if token[:2] != "//"]
        self.texts += [""] * _AHEAD
        self.at: int = 0
        self._text: str = text
        self._starts: list[int] = []

    @property
    def starts(self) -> list[int]:
        """The offset of each token in the text."""
        if not self._starts:
            matches = _TOKEN.finditer(self._text)
            self._starts = [each.start(1) for each in matches if each[1][:2] != "//"]
            self._starts += [len(self._text)] * _AHEAD
        return self._starts

    def place(self, at: int) -> tuple[int, int]:
        """Returns line and column of a token, both from 1."""
        return _line_and_column(self._text, self.starts[at])

    def between(self, first: int, last: int) -> str:
        """Returns the text from one token to the end of another."""
        return self._text[self.starts[first] : self.starts[last] + len(self.texts[last])]

    def take(self) -> str:
        """Returns the next token, and goes on to the one after it."""
        token = self.texts[self.at]
        if token:
            self.at += 1
        return token

    def takes(self, token: str) -> bool:
        """Returns whether that is the next token; goes on if so."""
        if self.texts[self.at] != token:
            return False
        self.at += 1
        return True

    def expect(self, token: str) -> None:
        """Goes on after the token.

        Raises:
            StableHLOError: another one stands there.
        """
        if self.texts[self.at] != token:
            self.fail(f"expected {token!r}, not {self.shown()}")
        self.at += 1

    def expect_kind(self, first: str, what: str) -> str:
        """Returns the next token, which begins with a character.

        Raises:
            StableHLOError: another one stands there.
        """
        token = self.texts[self.at]
        if len(token) < 2 or token[0] != first:
            self.fail(f"expected {what}, not {self.shown()}")
        self.at += 1
        return token

    def begins_line(self, at: int) -> bool:
        """Returns whether a token is the first of its line."""
        return at == 0 or "\n" in self._text[self.starts[at - 1] : self.starts[at]]

    def shown(self) -> str:
        """Returns the next token as messages show it."""
        token = self.texts[self.at]
        return repr(token if len(token) <= 40 else token[:37] + "...") if token else "the end"

    def fail(self, text: str) -> NoReturn:
        """Raises StableHLOError for the place of the next token."""
        raise StableHLOError((Problem(*self.place(self.at), text),))


def _line_and_column(text: str, start: int) -> tuple[int, int]:
    """Returns line and column of an offset in a text, both from 1."""
    return text.count("\n", 0, start) + 1, start - text.rfind("\n", 0, start)
