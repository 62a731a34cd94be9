"""The demo as people call it: output, exit codes."""

from __future__ import annotations

import argparse
import json
import signal
import sys
import sysconfig
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path

import pytest
from demo import __main__, report
from demo.__main__ import main
from demo.similar import Progress
from shared.processes import python

pytestmark = pytest.mark.wheel


@pytest.fixture
def texts(tmp_path: Path) -> Path:
    """Thirty files of which two pairs are alike, and three that cannot be compared."""
    folder = tmp_path / "texts"
    folder.mkdir()
    for index in range(30):
        text = " ".join(f"{index}-{word * (index + 7)}" for word in range(50))
        (folder / f"{index:02}.txt").write_text(text)
    (folder / "copy [of] 07.txt").write_bytes((folder / "07.txt").read_bytes())
    (folder / "empty.txt").touch()
    (folder / "huge.txt").write_bytes(b"x" * 2_000_000)
    (folder / "binary.txt").write_bytes(b"x\0" * 100)
    return folder


def test_the_demo_reports_pairs_speed_and_skipped_files(
    texts: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main([str(texts), "--top", "3"]) == 0
    out = capsys.readouterr().out
    assert "compared 32 of 32 files" in out
    assert "1.0000  07.txt" in out
    assert "copy [of] 07.txt" in out
    assert "huge: huge.txt (2,000,000 bytes, the limit is 1,048,576)" in out
    assert "empty (1): empty.txt" in out
    assert "binary: 1 files" in out
    assert "files/s" in out
    assert "\nloading " in out


def test_json_is_one_object_and_nothing_else(
    texts: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["--json", "--limit", "32", str(texts)]) == 0
    found = json.loads(capsys.readouterr().out)
    assert found["files"] == 31
    assert found["left_out"] == 2
    assert found["pairs"][0]["first"] == "07.txt"
    assert found["pairs"][0]["score"] == pytest.approx(1, abs=1e-5)
    assert {one["kind"] for one in found["skipped"]} == {"binary"}
    assert 0 <= found["timing"]["overlap"] <= 1
    assert 0 < found["timing"]["efficiency"] <= 1


def test_the_default_is_the_standard_library(monkeypatch: pytest.MonkeyPatch) -> None:
    seen: list[argparse.Namespace] = []
    monkeypatch.setattr(__main__, "run", lambda options: seen.append(options) or 0)
    assert main([]) == 0
    assert seen[0].directory == sysconfig.get_path("stdlib")


@pytest.mark.parametrize("name", ["missing", "file"])
def test_a_bad_directory_is_named_on_stderr(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], name: str
) -> None:
    (tmp_path / "file").touch()
    assert main([str(tmp_path / name)]) == 2
    captured = capsys.readouterr()
    assert f"demo: {tmp_path / name}: " in captured.err
    assert "directory that can be read" in captured.err
    assert captured.out == ""


@pytest.mark.parametrize("option", [["--top", "0"], ["--limit", "x"], ["--max-bytes", "-1"]])
def test_a_bad_option_is_refused(option: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as exit_code:
        main([*option])
    assert exit_code.value.code == 2
    assert "it is a whole number of at least 1" in capsys.readouterr().err


def test_nothing_to_compare_has_its_own_exit_code(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main([str(tmp_path)]) == 1
    assert "no two files" in capsys.readouterr().out


@pytest.mark.usefixtures("ctrl_c")
def test_an_interrupt_stops_cleanly(
    texts: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    @contextmanager
    def interrupting(*, quiet: bool) -> Generator[Progress]:
        yield lambda done, total: signal.raise_signal(signal.SIGINT)

    monkeypatch.setattr(report, "progress", interrupting)
    assert main([str(texts)]) == 130
    captured = capsys.readouterr()
    assert captured.err == "demo: interrupted\n"
    assert captured.out == ""
    monkeypatch.undo()
    assert main([str(texts)]) == 0


def test_without_rich_a_terminal_gets_plain_lines(
    texts: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys.stdout, "isatty", lambda: True)
    monkeypatch.setitem(sys.modules, "rich", None)
    assert main([str(texts)]) == 0
    assert "compared 32 of 32 files" in capsys.readouterr().out


@pytest.fixture
def rich() -> None:
    pytest.importorskip("rich")


def test_with_rich_a_terminal_gets_no_plain_lines(
    rich: None,
    texts: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(sys.stdout, "isatty", lambda: True)
    assert main([str(texts)]) == 0
    out = capsys.readouterr().out
    assert "compared 32 of 32 files" not in out
    assert "files/s" in out


def test_names_are_printed_whatever_they_hold(tmp_path: Path) -> None:
    assert report.spell(tmp_path / "a" / "b.txt", tmp_path) == "a/b.txt"
    assert report.spell(Path("/elsewhere/é"), tmp_path) == "/elsewhere/é"
    assert report.spell(tmp_path / "x\ny\udcff", tmp_path) == r"'x\ny\udcff'"


def test_the_module_runs_as_a_command(texts: Path) -> None:
    done = python("-m", "demo", "--json", texts, cwd=Path(__main__.__file__).parents[1])
    assert done.returncode == 0, done.stderr
    assert done.stderr == ""
    assert json.loads(done.stdout)["files"] == 31
