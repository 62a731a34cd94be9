"""The command `streamrt` as people call it: `devices`, `cache` and `--version`; its exit codes."""

from __future__ import annotations

import signal
from pathlib import Path

import pytest
from shared.processes import python

import streamrt as srt
from streamrt._cli import info, main
from streamrt._compile.cache import DiskCache


def test_devices_lists_the_cpu(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["devices"]) == 0
    out = capsys.readouterr().out
    assert out.startswith("cpu:0  ")
    assert "llvmlite" in out


@pytest.mark.usefixtures("ctrl_c")
def test_an_interrupt_stops_cleanly(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(info, "run_devices", lambda options: signal.raise_signal(signal.SIGINT))
    assert main(["devices"]) == 130
    captured = capsys.readouterr()
    assert captured.err == "streamrt: interrupted\n"
    assert captured.out == ""


@pytest.mark.parametrize("show", [["cache"], ["cache", "info"]])
def test_the_cache_is_shown_and_cleared(
    show: list[str],
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """`info` may be left out, and showing changes nothing."""
    monkeypatch.setenv("STREAMRT_CACHE_DIR", str(tmp_path / "cache"))
    DiskCache().put(b"k" * 32, b"code")
    for _ in range(2):
        assert main(show) == 0
        out = capsys.readouterr().out
        assert str(tmp_path / "cache") in out
        assert "kernels    1" in out
    assert main(["cache", "clear"]) == 0
    assert "removed 1 compiled kernels" in capsys.readouterr().out
    assert DiskCache().info().entries == 0


@pytest.mark.parametrize("arguments", [["cache", "empty"], ["cache", "info", "clear"], ["caches"]])
def test_bad_usage_is_refused(arguments: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as exit_code:
        main(arguments)
    assert exit_code.value.code == 2
    captured = capsys.readouterr()
    assert captured.err.startswith("usage: streamrt")
    assert captured.out == ""


def test_the_version_is_printed_and_no_command_loaded() -> None:
    code = (
        "import sys\n"
        "from streamrt._cli import main\n"
        "try:\n"
        "    main(['--version'])\n"
        "finally:\n"
        "    print(sorted({'llvmlite', 'rich', 'streamrt._cli.info'} & set(sys.modules)))"
    )
    done = python("-c", code, check=True)
    assert done.stdout == f"streamrt {srt.__version__}\n[]\n"


def test_without_a_command_the_usage_is_shown(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as exit_code:
        main([])
    assert exit_code.value.code == 2
    assert "COMMAND" in capsys.readouterr().err
