#!/usr/bin/env bash
# Runs a command with a driver of OpenCL, which is installed if there is none:
#
#     tests/opencl/with_driver.sh PYTHON [ARGUMENT ...]
#
# 1. A driver that the machine has serves. Else PoCL is installed by apt-get, if that is there and
#    the user is root. Else, or if apt-get fails, Intel's wheels go into .venv-opencl.
# 2. OPENCL=pocl or OPENCL=intel in the environment takes that one alone.
# 3. A line says which driver serves. STREAMRT_NEED=opencl has tests fail that would be skipped.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."

PYTHON=$1
INTEL=$PWD/.venv-opencl
PACKAGES=(pocl-opencl-icd ocl-icd-libopencl1)
WHEELS=(intel-opencl-rt intel-cmplr-lib-rt)

# found NAME: whether there is a device; its name goes to `device`.
found() {
  device=$(PYTHONPATH=tests "$PYTHON" -m opencl.driver 2>/dev/null) && driver=$1
}

pocl() {
  export OCL_ICD_VENDORS=/etc/OpenCL/vendors
  found PoCL && return
  ((EUID == 0)) && command -v apt-get >/dev/null || return 1
  local apt=(timeout 120 apt-get -o Acquire::Retries=0 -o Acquire::http::Timeout=20 --quiet=2)
  local get=("${apt[@]}" install --yes --no-install-recommends "${PACKAGES[@]}")
  export DEBIAN_FRONTEND=noninteractive
  { "${get[@]}" || { "${apt[@]}" update && "${get[@]}"; }; } >&2 && found 'PoCL, by apt-get'
}

# The wheels leave no file that says where their driver is, so this one says it to each loader.
intel() {
  if [[ ! -e $INTEL/.ready ]]; then
    "$PYTHON" -m venv "$INTEL"
    "$INTEL/bin/python" -m pip --disable-pip-version-check --quiet install "${WHEELS[@]}" || return 1
    mkdir -p "$INTEL/vendors"
    echo "$INTEL/lib/libintelocl.so" >"$INTEL/vendors/intel.icd"
    touch "$INTEL/.ready"
  fi
  export LD_LIBRARY_PATH=$INTEL/lib${LD_LIBRARY_PATH:+:$LD_LIBRARY_PATH}
  export OCL_ICD_VENDORS=$INTEL/vendors
  found "Intel's, in .venv-opencl"
}

case ${OPENCL-} in
  pocl) pocl ;;
  intel) intel ;;
  '') found 'of this machine' || pocl || intel ;;
  *) printf 'with_driver.sh: OPENCL=%s; it is pocl or intel\n' "$OPENCL" >&2 && exit 2 ;;
esac || {
  printf 'with_driver.sh: no OpenCL driver, and none can be installed: %s\n' \
    "apt-get install ${PACKAGES[*]}, or pip install ${WHEELS[*]}" >&2
  exit 1
}
printf 'OpenCL driver (%s): %s\n' "$driver" "$device"
export STREAMRT_NEED=opencl
exec "$@"
