#!/usr/bin/env bash
# Tests a built wheel on the other supported Pythons that this machine has:
#
#     tests/packaging/wheel_on_others.sh WHEEL
#
# Each gets a virtual environment with the wheel, and runs check_wheel.py from an empty directory.
# It prints which Pythons it found, and which not. They are looked for on the path, and among those
# of pyenv. That an interpreter is absent is no failure.
set -uo pipefail

VERSIONS=(3.12 3.13 3.14 3.15)
wheel=$(realpath "$1")
here=$(realpath "$(dirname "$0")")
repository=$(realpath "$here/../..")
place=$(dirname "$(dirname "$wheel")")/others

# find_python VERSION: the interpreter; fails if there is none that starts.
find_python() {
  local found
  for found in "$(type -P "python$1")" "${PYENV_ROOT:-$HOME/.pyenv}/versions/$1".*/bin/python"$1"; do
    if "$found" -c '' 2>/dev/null; then
      echo "$found"
      return
    fi
  done
  return 1
}

# test_on PYTHON FOLDER: the wheel's tests, in a virtual environment in that folder.
test_on() {
  rm -rf "$2" && mkdir -p "$2/empty" && "$1" -m venv "$2/venv" || return
  local pip=("$2/venv/bin/python" -m pip --disable-pip-version-check --quiet)
  "${pip[@]}" install 'pip>=25.1' || return
  (cd "$repository" && "${pip[@]}" install "$wheel" --group test) || return
  (cd "$2/empty" && STREAMRT_WHEEL=$wheel "$2/venv/bin/pytest" -c "$repository/pyproject.toml" \
    --rootdir "$repository" -p no:cacheprovider --quiet "$here/check_wheel.py")
}

absent=() failed=()
for version in "${VERSIONS[@]}"; do
  if python=$(find_python "$version"); then
    printf '\n--- %s: %s\n' "$("$python" --version)" "$python"
    test_on "$python" "$place/$version" || failed+=("$version")
  else
    absent+=("$version")
  fi
done
printf '\nabsent, and not tested: %s\n' "${absent[*]:-none}"
if ((${#failed[@]})); then
  printf 'failed: %s\n' "${failed[*]}"
  exit 1
fi
