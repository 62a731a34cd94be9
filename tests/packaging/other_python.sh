#!/usr/bin/env bash
# Runs the tests on a Python that this machine does not have, in a chroot made for the run:
#
#     tests/packaging/other_python.sh SUITE VERSION [ARGUMENT OF make ...]
#     tests/packaging/other_python.sh sid 3.14 ARGS="tests/core -q"
#
# SUITE is a suite of Debian that has the package pythonVERSION. The chroot gets a clone of the last
# commit, without the changes since, and `make test` runs in it. It needs root, debootstrap and git.
# With ARCH=arm64 in the environment it is a chroot of AArch64, which QEMU runs, slowly. That needs
# qemu-aarch64-static, too (apt-get install qemu-user-static).
#
# 1. The mirror is the one from which this machine gets Debian; MIRROR=... names another one.
# 2. pip finds its packages as it does outside: its configuration, its variables, those of proxies
#    and certificates, and the list of certificates come along.
# 3. Nothing stays: the mounts are made in a namespace that ends with the run, however it ends, and
#    then the chroot is removed, and what the kernel was told of QEMU. The checkout is only read.
set -euo pipefail

fail() {
  printf 'other_python.sh: %s\n' "$1" >&2
  exit 2
}

# ---- inside of the namespace: all mounts are private to it ---------------------------------------

# files_for_pip ROOT: what pip needs to find packages.
files_for_pip() {
  local file
  for file in /etc/resolv.conf /etc/hosts /etc/ssl/certs/ca-certificates.crt /etc/pip.conf \
    "$HOME/.config/pip/pip.conf" "$HOME/.pip/pip.conf"; do
    if [[ -r $file ]]; then
      install -D --mode=644 "$file" "$1$file"
    fi
  done
}

BINFMT=/proc/sys/fs/binfmt_misc # where the kernel lists who runs programs of other machines

# emulate NAME: has the kernel run programs of AArch64 by QEMU, which it opens now (F). It may forget
# that once nobody has the list mounted, so the mount lasts as long as the namespace.
emulate() {
  local magic='\x7fELF\x02\x01\x01\x00\x00\x00\x00\x00\x00\x00\x00\x00\x02\x00\xb7\x00'
  local mask='\xff\xff\xff\xff\xff\xff\xff\x00\xff\xff\xff\xff\xff\xff\xff\xff\xfe\xff\xff\xff'
  mount -t binfmt_misc none "$BINFMT" &&
    printf %s ":$1:M::$magic:$mask:$(type -P qemu-aarch64-static):F" >"$BINFMT/register" ||
    fail "the kernel takes no emulators (binfmt_misc), so it runs no programs of AArch64"
}

# run_inside ROOT REPOSITORY SUITE VERSION MIRROR [ARGUMENT ...]
run_inside() {
  local root=$1 repository=$2 suite=$3 version=$4 mirror=$5 name variables=()
  shift 5
  [[ -z ${ARCH-} ]] || emulate "${root##*/}"
  debootstrap ${ARCH:+"--arch=$ARCH"} --variant=minbase \
    --include="python$version,python$version-venv,ca-certificates,make" "$suite" "$root" "$mirror"
  git clone --quiet "$repository" "$root/streamrt"
  mkdir -p "$root$HOME"
  files_for_pip "$root"
  mount -t proc proc "$root/proc"
  mount --rbind /dev "$root/dev"
  for name in $(compgen -e); do
    case ${name,,} in
      pip_* | *_proxy | *_cert | *_cert_file | *_cert_dir | *_ca_bundle)
        variables+=("$name=${!name}")
        ;;
    esac
  done
  # A shell that runs this in the background ignores Ctrl-C, which the tests would inherit.
  env -i --default-signal PATH=/usr/sbin:/usr/bin:/sbin:/bin HOME="$HOME" LANG=C.UTF-8 \
    "${variables[@]}" chroot "$root" make -C /streamrt test PYTHON="python$version" "$@"
}

# ---- outside: what is needed, and who cleans up --------------------------------------------------

need() {
  local program programs=(debootstrap git unshare)
  (($# >= 2)) || fail "found $# arguments; give a suite of Debian and a version, as in: sid 3.14"
  ((EUID == 0)) || fail "user $EUID may neither mount nor change the root; run it as root"
  case ${ARCH-} in
    '') ;;
    arm64) programs+=(qemu-aarch64-static) ;;
    *) fail "ARCH is $ARCH; it is arm64, or nothing for this machine's own" ;;
  esac
  for program in "${programs[@]}"; do
    [[ -n $(type -P "$program") ]] ||
      fail "$program is not on the path; install it (apt-get install $program), or add /usr/sbin"
  done
}

# The mirror of Debian among the sources of apt: one line for each list, its label and its address.
find_mirror() {
  local sources
  sources=$(apt-get indextargets --format '$(LABEL) $(REPO_URI)' 'Created-By: Packages')
  sed -n 's/^Debian //p' <<<"$sources" | head -n 1
}

clean_up() {
  trap '' INT TERM HUP
  kill -KILL "$namespace" 2>/dev/null || true
  wait "$namespace" 2>/dev/null || true
  if [[ -n ${ARCH-} ]]; then
    unshare --mount --propagation private "$BASH" -c \
      'mount -t binfmt_misc none "$1" && [[ ! -e $1/$2 ]] || echo -1 >"$1/$2"' \
      bash "$BINFMT" "${root##*/}" || true
  fi
  for _ in {1..100}; do # the last process may still be writing
    rm -rf --one-file-system "$root" 2>/dev/null && return
    sleep 0.1
  done
  echo "other_python.sh: $root could not be removed; nothing is mounted there" >&2
}

# run_outside SUITE VERSION [ARGUMENT ...]
run_outside() {
  local mirror repository
  need "$@"
  mirror=${MIRROR-$(find_mirror)}
  [[ -n $mirror ]] || fail "apt names no mirror of Debian; run apt-get update, or set MIRROR=..."
  repository=$(git -C "$(dirname "$0")" rev-parse --show-toplevel)
  root=$(mktemp --directory)
  # In a process group of its own, so that this shell alone hears of Ctrl-C, and at once. When
  # `unshare` is killed, so is the first process of the namespace, with it all others, and the
  # mounts are gone.
  set -m
  unshare --mount --propagation private --pid --fork --kill-child \
    "$BASH" "$0" --inside "$root" "$repository" "$1" "$2" "$mirror" "${@:3}" </dev/null &
  namespace=$!
  trap clean_up EXIT
  trap 'exit 130' INT
  trap 'exit 143' TERM HUP
  wait "$namespace"
}

# The shell reads all of this before it runs it, so the file may change meanwhile.
{
  if [[ ${1-} == --inside ]]; then
    run_inside "${@:2}"
  else
    run_outside "$@"
  fi
  exit
}
