# A thin layer over CMake: every target here is one or two commands that can be typed by hand.
#   make demo            install what is missing, build, verify the two example programs
#   make check           the same set-up, then all tests; SANITIZE=1 for the sanitizer build,
#                        WERROR=1 to refuse warnings
#   make bench           states per second beside SPIN; with TASKS=DIR also that folder's tasks, as a table
#   make bench-bmc       bounded programs by the engine bmc: verdicts and processor seconds, beside other tools'
#   make bench-modular   the tables of the engine modular, beside horn, bmc and explicit
#   make bench-slicing   the engine slicing beside bmc; with TASKS=DIR also the families of tasks in that folder
#   make bench-esst      cooperative programs by the engine esst: seconds and abstract states, for each reduction
#   make cluster-check   install OpenMPI and Slurm, and test the launchers of `heddle bench' with them
#   make deb | tarball   a Debian package, or a folder to unpack anywhere; see docs/packages.md
#   make build | fmt | lint | install [PREFIX=/usr/local DESTDIR=] | clean

MAKEFLAGS += --no-print-directory

SANITIZE ?= 0
WERROR   ?= 0
PREFIX   ?= /usr/local
CC       ?= cc
JOBS     ?= $(shell nproc 2>/dev/null || echo 2)

ifeq ($(SANITIZE),1)
BUILD ?= build-sanitize
FLAGS := -DSANITIZE=ON -DWERROR=$(WERROR)
else
BUILD ?= build
FLAGS := -DSANITIZE=OFF -DWERROR=$(WERROR)
endif

HEDDLE := $(BUILD)/heddle

.PHONY: all deps build check cluster-check demo bench bench-bmc bench-modular bench-slicing bench-esst deb tarball fmt lint install clean

all: build

deps:
	@tools/install-deps build

# Configured every time, which takes half a second: the flags and the prefix may have changed.
build: deps
	@cmake -S . -B $(BUILD) $(FLAGS) -DCMAKE_C_COMPILER=$(CC) -DCMAKE_INSTALL_PREFIX=$(PREFIX) >$(BUILD).log 2>&1 \
	  || { cat $(BUILD).log; rm -f $(BUILD).log; exit 1; }
	@rm -f $(BUILD).log
	@cmake --build $(BUILD) --parallel $(JOBS)

check: build
	@cd $(BUILD) && LSAN_OPTIONS=suppressions=$(CURDIR)/tools/lsan.supp:print_suppressions=0 \
	  ctest --output-on-failure --parallel $(JOBS) --timeout 1500 # against tests that hang; no verdict depends on it

# MPI is looked for when the build is configured: first the packages, then the build.
cluster-check:
	@tools/install-deps build cluster
	@$(MAKE) build
	@cd $(BUILD) && ctest --output-on-failure -R '^cluster/'

demo: build
	@tools/demo $(HEDDLE)

bench: build
	@tools/install-deps bench
	@sh bench/spin/run.sh -b $(HEDDLE)
	@test -z "$(TASKS)" || sh bench/tasks.sh -b $(HEDDLE) $(TASKS)

bench-slicing: build
	@sh bench/slicing/run.sh -b $(HEDDLE) $(TASKS)

bench-modular: build
	@bash bench/modular/run.sh $(HEDDLE)

bench-bmc: build
	@sh bench/bmc/run.sh -b $(HEDDLE)

bench-esst: build
	@sh bench/esst/run.sh -b $(HEDDLE)

fmt:
	@tools/install-deps fmt
	@git ls-files 'src/*.[ch]' include/heddle/heddle.h 'tests/unit/*.[ch]' 'tests/fuzz/*.[ch]' | xargs clang-format -i

lint: deps
	@tools/lint
	@tools/lint-selftest

# Both print the file that they wrote.
deb tarball: build
	@tools/package $@ $(BUILD) $(CURDIR)/$(BUILD)

install: build
	@cmake --install $(BUILD)

clean:
	@rm -rf build build-sanitize
