"""Whether what was built can be released: `make release-check` runs this on the sdist and wheel.

1. The package index would take both (`twine check --strict`).
2. Both have the version of `streamrt.__version__`. CITATION.cff names it, and the first version of
   CHANGELOG.md is the same without `.dev0`; its heading says "not released yet" until `.dev0` is
   gone, and then has the date. A tag of this commit names it, too.
3. The wheel, installed by itself into a new environment, runs the README's first program, from an
   empty directory and with warnings as errors.
"""

from __future__ import annotations

import datetime
import os
import re
import subprocess
import sys
import tempfile
import venv
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
UNRELEASED = "not released yet"


def version_of(built: Path) -> str:
    """Returns the version in the name of a wheel or an sdist."""
    return built.name.removesuffix(".tar.gz").split("-")[1]


def disagreements(version: str, texts: dict[str, str], tags: list[str]) -> Iterator[str]:
    """Yields what does not fit to a version: in CHANGELOG.md, in CITATION.cff, among the tags."""
    base, dot, _ = version.partition(".dev")
    heading = re.search(r"^## (\S+), (.+)$", texts["CHANGELOG.md"], re.MULTILINE)
    if heading is None:
        yield "CHANGELOG.md has no heading such as `## 0.1.0, 2027-01-31`"
    else:
        if heading[1] != base:
            yield f"CHANGELOG.md begins with {heading[1]}, the version is {version}"
        if dot and heading[2] != UNRELEASED:
            yield f"CHANGELOG.md has {heading[2]!r} beside {base}; {version} is {UNRELEASED}"
        if not dot and not _is_date(heading[2]):
            yield f"CHANGELOG.md has {heading[2]!r} beside {base}; a release has its date"
    if f"version: {version}" not in texts["CITATION.cff"].splitlines():
        yield f"CITATION.cff has no line `version: {version}`"
    if wrong := [tag for tag in tags if re.match(r"v\d", tag) and tag != f"v{version}"]:
        yield f"this commit is tagged {', '.join(wrong)}, the version is {version}"


def _is_date(text: str) -> bool:
    try:
        return datetime.date.fromisoformat(text).isoformat() == text
    except ValueError:
        return False


def first_program(readme: str) -> str:
    """Returns the first program of a document."""
    found = re.search(r"^```python\n(.*?)^```$", readme, re.MULTILINE | re.DOTALL)
    if found is None:
        raise ValueError("the document has no program")
    return found[1]


def run(*command: str | Path, cwd: Path = ROOT, **variables: str) -> str:
    """Runs a command; returns what it printed, or ends this check with it."""
    environment = {**os.environ, **variables}
    done = subprocess.run(
        command, cwd=cwd, env=environment, capture_output=True, text=True, check=False
    )
    if done.returncode:
        sys.exit(f"release-check: {' '.join(map(str, command))}\n{done.stdout}{done.stderr}")
    return done.stdout


def main(folder: Path) -> None:
    """Checks what was built into a folder; ends with what is wrong."""
    built = [*folder.glob("*.whl"), *folder.glob("*.tar.gz")]
    if [path.suffix for path in built] != [".whl", ".gz"]:
        sys.exit(f"release-check: {folder} has {built}; it needs one wheel and one sdist")
    print(run(sys.executable, "-m", "twine", "check", "--strict", *built), end="")
    version, printed = _installed(built[0].resolve())
    print(f"the README's first program prints:\n{printed}", end="")
    texts = {name: (ROOT / name).read_text() for name in ("CHANGELOG.md", "CITATION.cff")}
    wrong = [f"{p.name} is not of version {version}" for p in built if version_of(p) != version]
    wrong += disagreements(version, texts, _tags())
    if not printed.strip():
        wrong.append("the README's first program prints nothing")
    if wrong:
        sys.exit("release-check: " + "\n".join(wrong))
    print(f"streamrt {version}: all agree" + "; it is no release" * (".dev" in version))


def _installed(wheel: Path) -> tuple[str, str]:
    """Installs a wheel by itself; returns its version, and what the README's program prints.

    The interpreter is isolated (`-I`), so no variable and no directory leads to the checkout.
    """
    program = first_program((ROOT / "README.md").read_text())
    with tempfile.TemporaryDirectory() as place:
        venv.create(Path(place, "venv"), with_pip=True)
        python = (Path(place, "venv", "bin", "python"), "-I")
        run(*python, "-m", "pip", "--disable-pip-version-check", "install", wheel)
        empty = Path(place, "empty")
        empty.mkdir()
        started = (*python, "-W", "error", "-c")
        version = run(*started, "import streamrt; print(streamrt.__version__)", cwd=empty)
        cache = str(Path(place, "cache"))  # so that all of it is compiled
        return version.strip(), run(*started, program, cwd=empty, STREAMRT_CACHE_DIR=cache)


def _tags() -> list[str]:
    """Returns the tags of this commit; none outside of a repository, as in an sdist."""
    if not (ROOT / ".git").exists():
        return []
    return run("git", "tag", "--points-at", "HEAD").split()


if __name__ == "__main__":
    main(Path(sys.argv[1]))
