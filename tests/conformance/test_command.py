"""The suite from outside: another distribution's backend, and the page that shows how."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import tomllib
import zipfile
from pathlib import Path

import pytest
from shared.processes import python

from streamrt._backends import GROUP
from streamrt.backend import include

HERE = Path(__file__).resolve().parent
PAGE = HERE.parents[1] / "docs" / "backends.md"
has_cc = pytest.mark.skipif(shutil.which("cc") is None, reason="there is no C compiler")

MODULES = {
    "inline_backend": "class InlineDevice",
    "spoken_backend": "class SpokenDevice",
    "suite_kernels": "int32_t spoil_more",
}
"""The other modules of the page's distribution, by words of their blocks."""


@pytest.fixture
def installed(tmp_path: Path) -> Path:
    """A folder with what pip leaves of the page's distribution."""
    shutil.copy(HERE / "null_backend.py", tmp_path / "null_backend.py")
    for name, words in MODULES.items():
        (tmp_path / f"{name}.py").write_text(block("py", words))
    project = tomllib.loads(block("toml", "entry-points"))["project"]
    info = tmp_path / "streamrt_null-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text(
        f"Metadata-Version: 2.1\nName: {project['name']}\nVersion: {project['version']}\n"
    )
    points = [f"{kind} = {value}" for kind, value in project["entry-points"][GROUP].items()]
    (info / "entry_points.txt").write_text("\n".join([f"[{GROUP}]", *points]))
    return tmp_path


def run(folder: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    path = os.pathsep.join([str(folder), *(p for p in sys.path if p)])
    env = os.environ | {"PYTHONPATH": path, "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"}
    return python("-W", "error", *arguments, cwd=folder, env=env)


def suite(folder: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    return run(folder, "-m", "streamrt.testing.conformance", *arguments)


def test_another_distributions_backend_passes_the_suite(installed: Path) -> None:
    done = suite(installed, "null")
    assert done.returncode == 0, done.stdout + done.stderr
    assert re.search(r"^passed +1a +Commands of one queue", done.stdout, re.MULTILINE)
    last = done.stdout.splitlines()[-1]
    assert re.fullmatch(r"null:0: \d\d passed, 0 failed, \d+ not applicable", last)


def test_a_failure_makes_the_command_fail(installed: Path) -> None:
    source = installed / "null_backend.py"
    text = source.read_text()
    broken = text.replace("self.timeline.check(command.cell)", "continue")
    assert broken != text
    source.write_text(broken)
    done = suite(installed, "null", "--rule", "4", "--rule", "10a")
    assert done.returncode == 1
    assert re.search(r"^failed +4a ", done.stdout, re.MULTILINE)
    assert re.search(r"^passed +10a ", done.stdout, re.MULTILINE)
    assert " 1a " not in done.stdout


def test_a_kind_that_is_not_there_is_named(tmp_path: Path) -> None:
    done = suite(tmp_path, "quantum")
    assert done.returncode == 2
    assert "'quantum'" in done.stderr
    assert "cpu" in done.stderr


def test_the_cases_can_be_listed(tmp_path: Path) -> None:
    done = suite(tmp_path, "--list")
    assert done.returncode == 0
    assert done.stdout.startswith("1a Commands of one queue run in the order of submission\n")


def block(language: str, words: str) -> str:
    """The block of the page in this language that has these words."""
    fence = re.compile(rf"^```{language}\n(.*?)^```$", re.MULTILINE | re.DOTALL)
    blocks = fence.findall(PAGE.read_text())
    (found,) = [block for block in blocks if words in block]
    return str(found)


def test_the_page_shows_the_queue_of_the_plugin_as_it_is() -> None:
    plugin = HERE.parents[1] / "plugins" / "opencl_contract" / "streamrt_opencl_contract"
    assert block("py", "class OpenCLQueue") == (plugin / "queue.py").read_text()


@has_cc
@pytest.mark.parametrize("words", ["kernel_ended(", "stream_ended("])
def test_the_c_code_on_the_page_compiles(tmp_path: Path, words: str) -> None:
    (tmp_path / "page.c").write_text(block("c", words))
    flags = ("-Wall", "-Wextra", "-Werror", "-c", "page.c", f"-I{include()}")
    done = subprocess.run(["cc", *flags], cwd=tmp_path, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr


def test_the_page_shows_the_null_backend_as_it_is() -> None:
    assert block("py", "class NullDevice") == (HERE / "null_backend.py").read_text()


def test_the_project_on_the_page_builds_a_wheel_whose_devices_are_found(tmp_path: Path) -> None:
    source, target = tmp_path / "source", tmp_path / "target"
    source.mkdir()
    (source / "pyproject.toml").write_text(block("toml", "entry-points"))
    (source / "null_backend.py").write_text(block("py", "class NullDevice"))
    for name, words in MODULES.items():
        (source / f"{name}.py").write_text(block("py", words))
    done = run(source, "-m", "hatchling", "build", "-t", "wheel", "-d", str(tmp_path))
    assert done.returncode == 0, done.stdout + done.stderr
    (wheel,) = tmp_path.glob("*.whl")
    with zipfile.ZipFile(wheel) as packed:  # which is how pip installs one
        packed.extractall(target)
    names = {"null_backend", *MODULES}
    assert {path.stem for path in target.glob("*.py")} == names
    script = "from streamrt import _backends; print(*_backends.kinds())"
    done = run(target, "-c", script)
    assert done.stdout.split()[-3:] == ["inline", "null", "spoken"], done.stderr
    done = run(target, "-c", block("py", "from streamrt_kernels import axpy"))
    assert done.stdout == "[1. 3. 5. 7.]\n", done.stderr


def test_the_device_with_kernels_on_the_page_passes_the_suite(installed: Path) -> None:
    done = suite(installed, "inline")
    assert done.returncode == 0, done.stdout + done.stderr
    assert re.search(r"^passed +load b +Load raises CompileError", done.stdout, re.MULTILINE)
    assert re.search(r"^passed +P10 +Random programs", done.stdout, re.MULTILINE)


@has_cc
@pytest.mark.parametrize(
    ("rules", "passed"),
    [
        (("6", "17", "load"), ("6b", "17a", "load b")),
        pytest.param((), ("2c", "4e", "6b", "17a", "P8a", "P10"), marks=pytest.mark.slow),
    ],
)
def test_the_kind_with_code_of_its_own_passes_the_suite(
    installed: Path, rules: tuple[str, ...], passed: tuple[str, ...]
) -> None:
    """It has kernels in C for the cases, so all that need kernels are applicable."""
    done = suite(installed, "spoken", *[word for rule in rules for word in ("--rule", rule)])
    assert done.returncode == 0, done.stdout + done.stderr
    assert "it runs the kernels of the suite" not in done.stdout
    for number in passed:
        assert re.search(rf"^passed +{number} ", done.stdout, re.MULTILINE)


@has_cc
def test_a_kernel_that_does_what_it_should_not_is_found(installed: Path) -> None:
    """The suite looks at what the kernels that a kind brings have written."""
    source = installed / "suite_kernels.py"
    text = source.read_text()
    broken = text.replace("5 * AT(y, 2) + AT(x, 1)", "5 * AT(y, 2)")
    assert broken != text
    source.write_text(broken)
    done = suite(installed, "spoken", "--rule", "load")
    assert done.returncode == 1
    assert re.search(r"^failed +load a ", done.stdout, re.MULTILINE)


@has_cc
def test_a_user_gives_a_kernel_an_implementation_of_another_kind(installed: Path) -> None:
    (installed / "use.py").write_text(block("py", "scale = srt.Kernel("))
    done = run(installed, "use.py")
    assert done.returncode == 0, done.stderr
    assert done.stdout == "[0.  0.5 1.  1.5]\n"


def test_the_tests_on_the_page_pass(installed: Path) -> None:
    (installed / "test_null.py").write_text(block("py", "conformance.cases()"))
    done = run(installed, "-m", "pytest", "-q", "test_null.py")
    assert done.returncode == 0, done.stdout + done.stderr
    assert re.search(r"\d\d passed, \d+ skipped", done.stdout)


def test_a_distribution_may_have_a_kind_that_wraps_another(installed: Path) -> None:
    """Its entry point is found, `streamrt devices` lists it, and the suite drives it."""
    (installed / "wrapping.py").write_text(
        "from null_backend import NullBackend\n"
        "class Wrapping(NullBackend):\n"
        "    kind = 'wrapping+null'\n"
        "    def count(self): return 1\n"
        "backend = Wrapping()\n"
    )
    with next(installed.glob("*.dist-info/entry_points.txt")).open("a") as points:
        points.write("\nwrapping+null = wrapping:backend\n")
    listed = run(installed, "-m", "streamrt", "devices")
    assert "wrapping+null:0  wrapping+null\n" in listed.stdout, listed.stderr
    done = suite(installed, "wrapping+null", "--rule", "12")
    assert done.returncode == 0, done.stdout + done.stderr
    assert done.stdout.splitlines()[-1].startswith("wrapping+null:0: ")


@pytest.mark.parametrize(
    ("words", "output"),
    [
        ('devices=["null:0"]) as rt', "[7. 7. 7. 7.]\n"),
        ('devices=["inline:0"]', "[1. 3. 5. 7.]\n"),
        pytest.param("testing.perturb(backend", "", marks=pytest.mark.slow),
    ],
)
def test_what_the_page_says_of_a_device_in_use_is_so(
    installed: Path, words: str, output: str
) -> None:
    (installed / "use.py").write_text(block("py", words))
    done = run(installed, "use.py")
    assert done.returncode == 0, done.stderr
    assert done.stdout == output
