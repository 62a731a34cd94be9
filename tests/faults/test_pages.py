"""Pages of traces: what is refused."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from streamrt.errors import ArgumentTypeError
from streamrt.observe import Trace, page_of, write_page
from streamrt.observe.trace import EVENT


def test_a_page_of_no_trace_or_to_no_file_is_refused(tmp_path: Path) -> None:
    """Row 191."""
    wrong: Any = np.zeros(0, EVENT)
    path = tmp_path / "page.html"
    with pytest.raises(ArgumentTypeError, match="write a page: ndarray is no Trace; pass one"):
        page_of(wrong)
    with pytest.raises(ArgumentTypeError, match="write a page: ndarray is no Trace; pass one"):
        write_page(wrong, path)
    nowhere: Any = 7
    with pytest.raises(ArgumentTypeError, match="int is neither a path nor a file; pass one"):
        write_page(Trace(wrong, (), {}), nowhere)
    assert not path.exists()
