# Every target makes what it needs in a virtual environment and does nothing twice: a stamp there
# says which tools are installed. Only Python (3.11 or later) and make have to be present.

# The environment is .venv. For another interpreter, as in `make test PYTHON=python3.13`, it is one
# beside that, here .venv-3.13.
ifeq ($(origin PYTHON),undefined)
PYTHON := python3
VENV := .venv
else
NUMBER := import sys; print('%d.%d' % sys.version_info[:2] + getattr(sys, 'abiflags', ''))
VENV := .venv-$(shell $(PYTHON) -c "$(NUMBER)" 2>/dev/null)
ifeq ($(VENV),.venv-)
$(error PYTHON=$(PYTHON) does not start; name an interpreter of Python 3.11 or later)
endif
endif
BIN := $(VENV)/bin
PIP := $(BIN)/python -m pip --disable-pip-version-check --quiet
# Pyright looks at the first python on the path; --verifytypes knows no option for another one.
PYRIGHT := PATH="$(CURDIR)/$(BIN):$$PATH" $(BIN)/python -m pyright
SOURCES := streamrt kernels plugins tests examples benchmarks docs

# Given on the command line: make test ARGS="-k hazards -x", make demo DIR=src,
# make soak MINUTES=30 SEED=7, make fuzz CALLS=1000000, make fuzz-files FILES=10000, make fuzz-wire CASES=1000,
# make trackers OPERATIONS=1000000,
# make bench ARGS="--only chain", make test WORKERS=1 (processes that run tests),
# make bench PEERS=1 (installs jax, torch, warp and others first), make test PYTHON=python3.13,
# make test-in-chroot SUITE=sid VERSION=3.14, make test-in-chroot ARCH=arm64.
ARGS ?=
DIR ?=
PEERS ?=
SUITE := sid
VERSION := 3.14
ARCH ?=
MINUTES ?= 5
CALLS ?= 1000000
FILES ?= 1000000
CASES ?= 100000
OPERATIONS ?= 1000000
PROGRAMS ?= 1000000
SCHEDULES ?= 100000
SEED ?=

# A wheel is built here, and tested in a virtual environment and from a directory of its own.
WHEEL := build/wheel

.PHONY: help tools demo test test-all tracker-tests dask-tests lowest-test corpus pages realcode realcode-times soak fuzz fuzz-jit fuzz-files fuzz-wire trackers storm dropping interrupts crashes bench docs serve-docs docs-tables lint format types \
        native ulp \
        native-check cuda-tests cuda-check test-opencl test-opencl-all hlo-check test-gpu bench-gpu test-in-chroot \
        wheel bare-venv wheel-test wheel-on-others bare-test release-check clean
.DEFAULT_GOAL := help

help:  ## list the targets
	@grep -E '^[a-z-]+:.*##' $(MAKEFILE_LIST) | sed -E 's/:.*## /\t/' | expand -t 16

# --- virtual environment -----------------------------------------------------------------------

$(VENV)/.ready:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and \
	  "make: $(PYTHON) is Python %d.%d; streamrt needs 3.11 or later, try make PYTHON=python3.12" \
	  % sys.version_info[:2])'
	$(PYTHON) -m venv $(VENV)
	$(PIP) install 'pip>=25.1'
	@touch $@

# What .venv/.with-X stands for: extras are for users, groups for those who work on streamrt. Groups
# need pip 25.1, and a new environment may bring an older one.
INSTALL_demo := --editable '.[progress]'
INSTALL_test := --editable '.[progress,examples]' --group test
INSTALL_docs := --editable . --group docs
INSTALL_dev := --editable '.[progress,examples]' --group dev
INSTALL_bench := --editable '.[progress]' --group bench
$(VENV)/.with-%: pyproject.toml $(VENV)/.ready
	$(PIP) install $(INSTALL_$*)
	@touch $@

WITH_DEMO := $(VENV)/.with-demo
WITH_TEST := $(VENV)/.with-test
WITH_DEV := $(VENV)/.with-dev
WITH_DOCS := $(VENV)/.with-docs
WITH_BENCH := $(VENV)/.with-$(if $(PEERS),bench,demo)

tools: $(WITH_TEST) $(WITH_DEV) $(WITH_DOCS)  ## install what the checks need

# --- run ---------------------------------------------------------------------------------------

demo: $(WITH_DEMO)  ## find the most similar files of DIR (default: Python's standard library)
	$(BIN)/python -m examples.demo $(DIR)

# What runs depends on marks (pyproject.toml), never on what is installed. Each file of tests is run
# by one process; tests/conftest.py has the order, which the largest files first would spoil.
NO_TOOLS := not cuda and not native and not mlir and not dask
QUICK := not slow and $(NO_TOOLS)
SLOW := (slow or wheel) and not opencl and $(NO_TOOLS)
WORKERS ?= auto
# A process that crashes ends the run: pytest-xdist 3.8 waits forever once it has replaced one.
AT_ONCE = -n $(WORKERS) --dist loadfile --no-loadscope-reorder --max-worker-restart=0
PYTEST = -m pytest $(AT_ONCE)

test: $(WITH_TEST)  ## run the tests; what takes long is left to test-all
	$(BIN)/python $(PYTEST) --hypothesis-profile quick -m "$(QUICK)" $(ARGS)

test-all: $(WITH_TEST) $(WITH_DEV)  ## run all tests
	$(BIN)/python $(PYTEST) $(ARGS)

# The specification of the tracker and of submission, in place of the native one.
tracker-tests: $(WITH_TEST)  ## run the tests that are marked tracker with its specification
	STREAMRT_TRACKER=python $(BIN)/python $(PYTEST) -m "tracker and $(NO_TOOLS)" $(ARGS)

# As root, also with workers in network namespaces.
dask-tests: $(WITH_TEST)  ## workers of Dask: many losses and programs, networks that break, Dask's command line
	$(BIN)/python -m pytest -m dask tests/dask $(ARGS)

# The lowest versions that pyproject.toml allows, of what it names; uv chooses them. The tests are
# those of arrays and memory of other libraries, trio, LLVM and what it compiles, and rich.
LOWEST := $(VENV)-lowest
LOWEST_TESTS := tests/runtime/test_buffers.py tests/runtime/waiting/test_trio.py \
  tests/faults/memory/test_sharing.py tests/array_api/test_foreign.py tests/array_api/test_arrays.py \
  tests/compile/test_llvm.py tests/jit/test_calls.py tests/kernels/test_elementwise.py \
  tests/examples/test_demo_command.py
$(LOWEST)/.ready: pyproject.toml
	$(PYTHON) -m venv $(LOWEST)
	$(LOWEST)/bin/python -m pip --disable-pip-version-check --quiet install 'uv>=0.9'
	$(LOWEST)/bin/uv pip install --quiet --python $(LOWEST)/bin/python --resolution lowest-direct \
	  --only-binary :all: --no-binary streamrt --editable '.[progress,examples]' --group test
	@touch $@

lowest-test: $(LOWEST)/.ready  ## run some tests on the lowest versions that pyproject.toml allows
	$(LOWEST)/bin/python -m pytest -m "$(QUICK)" $(LOWEST_TESTS) $(ARGS)

# As root, with debootstrap; nothing is installed here, and the chroot is removed at the end. With
# ARCH=arm64, QEMU runs what depends on the machine; that takes long: for the night, not for CI.
EMULATED := $(addprefix tests/,native core runtime ir jit)
test-in-chroot:  ## run the tests on Python VERSION=3.14 of Debian's SUITE=sid (root, debootstrap); ARCH=arm64
	ARCH=$(ARCH) tests/packaging/other_python.sh $(SUITE) $(VERSION) \
	  ARGS='-m "$(NO_TOOLS)" $(or $(ARGS),$(if $(ARCH),$(EMULATED)))'

corpus: $(WITH_TEST)  ## explore programs with a planted bug each, and their clean twins, ten seeds
	STREAMRT_CORPUS_SEEDS=10 $(BIN)/python -m pytest tests/corpus $(ARGS)

soak: $(WITH_TEST)  ## random programs for MINUTES=5, flat memory; then SCHEDULES=100000 of right ones
	$(BIN)/python tests/long/soak.py --minutes $(MINUTES) $(if $(SEED),--seed $(SEED))
	$(BIN)/python tests/long/schedules.py --schedules $(SCHEDULES) $(if $(SEED),--seed $(SEED))

pages: $(WITH_TEST)  ## the pages of traces in a headless Chromium, if one is on the machine
	$(BIN)/python $(PYTEST) tests/observe/test_page_in_browser.py $(ARGS)

fuzz-jit: $(WITH_TEST)  ## PROGRAMS=1000000 random programs of jit against NumPy, from SEED=...
	$(BIN)/python tests/long/fuzz_jit.py --programs $(PROGRAMS) $(if $(SEED),--seed $(SEED))

fuzz-files: $(WITH_TEST)  ## FILES=1000000 damaged modules and texts of StableHLO, from SEED=...
	$(BIN)/python tests/module/damaged_files.py --files $(FILES) $(if $(SEED),--seed $(SEED))
	$(BIN)/python tests/ir/stablehlo/damaged_texts.py --texts $(FILES) $(if $(SEED),--seed $(SEED))

fuzz-wire: $(WITH_TEST)  ## CASES=100000 hostile places, a tenth of devices; a million operations of many workers
	$(BIN)/python tests/dask/hostile_places.py --cases $(CASES) $(if $(SEED),--seed $(SEED))
	$(BIN)/python tests/dask/hostile_devices.py --places $$(($(CASES) / 10)) $(if $(SEED),--seed $(SEED))
	$(BIN)/python tests/dask/many_workers.py --workers 10 100 1000 $(if $(SEED),--seed $(SEED))

fuzz: $(WITH_TEST)  ## CALLS=1000000 public calls with wrong arguments, from SEED=...
	$(BIN)/python tests/long/fuzz.py --calls $(CALLS) $(if $(SEED),--seed $(SEED))

trackers: $(WITH_TEST)  ## OPERATIONS=1000000 of random programs with both trackers, from SEED=...
	$(BIN)/python tests/long/door_programs.py --operations $(OPERATIONS) $(if $(SEED),--seed $(SEED))

storm: $(WITH_TEST)  ## launches under a storm of signals, ARGS="--runs 10"; nothing stays pending
	$(BIN)/python tests/long/storm.py $(ARGS)

dropping: $(WITH_TEST)  ## compile, run and drop ten thousand kernels thrice; memory stays flat
	$(BIN)/python tests/long/dropping.py $(ARGS)
	$(BIN)/python tests/long/dropping.py --jit $(ARGS)

crashes: $(WITH_TEST)  ## crash and kill devices in child processes: 200 programs, 50 kills of each operation
	STREAMRT_CRASHES=50 $(BIN)/python $(PYTEST) tests/process $(ARGS)

interrupts: $(WITH_DEV)  ## programs interrupted at every point where a signal's handler could raise
	$(BIN)/python tests/interrupts/everywhere.py $(ARGS)

ulp: $(WITH_TEST)  ## compare ARGS="exp sin", or all functions of jit, on every float32: docs/tables/ulp.md
	$(BIN)/python tests/ir/accuracy.py $(ARGS)

bench: $(WITH_BENCH)  ## measure streamrt beside its peers; PEERS=1 installs the large ones
	$(BIN)/python -m benchmarks $(ARGS)

docs: $(WITH_DOCS)  ## build the site into site/; a warning is an error
	NO_MKDOCS_2_WARNING=1 $(BIN)/mkdocs build --strict

serve-docs: $(WITH_DOCS)  ## show the site while writing it
	NO_MKDOCS_2_WARNING=1 $(BIN)/mkdocs serve --strict

docs-tables: $(WITH_DEV)  ## write what is generated: the pictures, and the table of faults
	$(BIN)/python docs/pictures/draw.py
	$(BIN)/python docs/scripts/what_happens.py
	$(BIN)/python docs/scripts/foot_guns.py
	$(BIN)/python docs/scripts/functions.py
	$(BIN)/python docs/scripts/standard_kernels.py
	$(BIN)/python docs/scripts/foreign_models.py

# --- check -------------------------------------------------------------------------------------

lint: $(WITH_DEV)  ## ruff, lint and format
	$(BIN)/ruff check $(SOURCES)
	$(BIN)/ruff format --check $(SOURCES)

format: $(WITH_DEV)  ## let ruff mend what it can
	$(BIN)/ruff check --fix $(SOURCES)
	$(BIN)/ruff format $(SOURCES)

types: $(WITH_DEV)  ## pyright and mypy, strict, and every public name fully typed
	$(PYRIGHT)
	$(BIN)/python -m mypy
	$(PYRIGHT) --ignoreexternal --verifytypes streamrt
	$(PYRIGHT) --ignoreexternal --verifytypes streamrt_kernels
	$(PYRIGHT) --ignoreexternal --verifytypes streamrt_pytest

native: $(WITH_DEV)  ## emit streamrt/_native/ll from the C in streamrt/_native/c
	$(BIN)/python streamrt/_native/build.py

native-check: $(WITH_DEV)  ## the .ll are in step with the C; model and sanitizers find no fault (gcc)
	$(BIN)/python streamrt/_native/build.py --check
	$(BIN)/python tests/native/check_model.py
	$(BIN)/python tests/native/tracker_mutants_check.py
	$(BIN)/python tests/native/cuda_mutants.py
	$(BIN)/python tests/native/sanitize.py

# What needs tools that `make test` does not install.
cuda-tests: $(WITH_DEV)  ## test GPUs over the fake driver, CUDA texts on the CPU, and StableHLO
	$(BIN)/python $(PYTEST) -m "cuda or mlir" $(ARGS)

# The driver of the machine, or PoCL by apt-get, or Intel's in .venv-opencl: a line says which serves.
# OPENCL=intel or OPENCL=pocl takes that one alone.
OPENCL ?=
ON_OPENCL = OPENCL=$(OPENCL) tests/opencl/with_driver.sh $(BIN)/python
OPENCL_TESTS = tests/opencl $(shell grep -rlE --include='test_*.py' 'mark\.opencl|OPENCL|KINDS' tests)
test-opencl: $(WITH_TEST)  ## run the quick tests of OpenCL; installs a driver if there is none
	$(ON_OPENCL) $(PYTEST) --hypothesis-profile quick -m "opencl and $(QUICK)" $(OPENCL_TESTS) $(ARGS)
test-opencl-all: $(WITH_TEST)  ## all tests of OpenCL: each call of three programs fails, or takes long
	$(ON_OPENCL) $(PYTEST) -m "opencl and $(NO_TOOLS)" $(OPENCL_TESTS) $(ARGS)

# An environment of its own, because CuPy and NVRTC take hundreds of MB. Neither needs a GPU or its
# driver here, and the driver decides which of the two CuPys a user installs.
CUDA_VENV := .venv-cuda
$(CUDA_VENV)/.ready: pyproject.toml
	$(PYTHON) -m venv $(CUDA_VENV)
	$(CUDA_VENV)/bin/python -m pip --disable-pip-version-check --quiet install --editable . \
	  'cupy-cuda13x>=14.2,<15' nvidia-cuda-nvrtc pytest hypothesis
	@touch $@

# The packages whose functions the corpus has, at the versions that it names.
REALCODE_VENV := .venv-realcode
$(REALCODE_VENV)/.ready: tests/realcode/corpus.toml pyproject.toml
	$(PYTHON) -m venv $(REALCODE_VENV)
	$(REALCODE_VENV)/bin/python -m pip --disable-pip-version-check --quiet install --editable . \
	  $$(sed -n '/^\[packages\]/,/^$$/s/.* = "\(.*\)"/\1/p' tests/realcode/corpus.toml)
	@touch $@
realcode: $(REALCODE_VENV)/.ready  ## what jit makes of functions of public packages, beside NumPy
	$(REALCODE_VENV)/bin/python tests/realcode/judging.py $(ARGS)
realcode-times: $(REALCODE_VENV)/.ready  ## times these functions beside NumPy; needs an idle machine
	$(REALCODE_VENV)/bin/python tests/realcode/timing.py $(ARGS)

# An environment of its own, because jax takes hundreds of MB. The script uses inner parts of it.
JAX_VENV := .venv-jax
$(JAX_VENV)/.ready: pyproject.toml
	$(PYTHON) -m venv $(JAX_VENV)
	$(JAX_VENV)/bin/python -m pip --disable-pip-version-check --quiet install --editable . \
	  'jax>=0.10.2,<0.11' pytest
	@touch $@
hlo-check: $(JAX_VENV)/.ready  ## programs as StableHLO, run by XLA: ARGS="--programs 2000 --seed 7"
	$(JAX_VENV)/bin/python tests/ir/stablehlo/judged_by_jax.py $(ARGS)

# Plain scripts, because a machine with a GPU may have no network: they need nothing but what is
# installed there (Python, NumPy, llvmlite, anyio and CuPy), and install nothing.
GPU_RESULTS := gpu-results
test-gpu:  ## check everything on a GPU, with what is installed; results go to gpu-results/check
	$(PYTHON) tests/gpu/check.py --out $(GPU_RESULTS)/check $(ARGS)
bench-gpu:  ## measure on a GPU; results go to gpu-results/bench
	$(PYTHON) tests/gpu/bench.py --out $(GPU_RESULTS)/bench $(ARGS)
cuda-check: $(CUDA_VENV)/.ready  ## compile every CUDA text by NVRTC, for three architectures
	$(CUDA_VENV)/bin/python tests/cuda/texts/nvrtc_check.py

# --- package -----------------------------------------------------------------------------------

wheel: $(WITH_DEV)  ## build the sdist and, from it, the wheel, into build/wheel
	@rm -rf $(WHEEL)
	$(BIN)/python -m build --no-isolation --outdir $(WHEEL) .

# A virtual environment with the wheel, its three dependencies and the test tools: no extra of
# the library, no checkout on the path. The tests start in an empty directory.
bare-venv: wheel
	@rm -rf build/bare build/empty
	$(PYTHON) -m venv build/bare
	build/bare/bin/python -m pip --disable-pip-version-check --quiet install 'pip>=25.1'
	build/bare/bin/python -m pip --disable-pip-version-check --quiet install \
	  $(WHEEL)/*.whl --group test
	@mkdir -p build/empty
IN_BARE = cd build/empty && STREAMRT_WHEEL="$$(echo $(CURDIR)/$(WHEEL)/*.whl)" \
  ../bare/bin/pytest -c $(CURDIR)/pyproject.toml --rootdir $(CURDIR) -p no:cacheprovider

wheel-test: bare-venv  ## what the wheel holds, and that it works, from an empty directory
	$(IN_BARE) $(CURDIR)/tests/packaging/check_wheel.py $(ARGS)

wheel-on-others: wheel  ## the same, shorter, on each other Python (3.12 and later) that is found
	tests/packaging/wheel_on_others.sh $(WHEEL)/*.whl

bare-test: bare-venv  ## what `make test` leaves out, on the installed wheel, without any extra
	$(IN_BARE) $(CURDIR)/tests $(AT_ONCE) -m "$(SLOW)" $(ARGS)

release-check: wheel  ## check what a release would upload, and its texts; runs the README's program
	$(BIN)/python tests/packaging/release_check.py $(WHEEL)

clean:  ## remove everything these targets made
	rm -rf .venv .venv-* build dist site .pytest_cache .mypy_cache .ruff_cache .hypothesis .streamrt
