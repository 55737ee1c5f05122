# Each target sets up what it needs; nothing has to be done before.
#
#   make run          build, and fetch the global stream over HTTP from the embedded server (ARGS="…" for another command)
#   make test         all tests that need nothing but this machine
#   make test-peers   the transport against real servers and proxies
#   make law          every transport against the law, case by case (WRITE=1: renew the table in docs)
#   make check        format, layers, rules, public surface, warnings as errors, examples, snippets, linkage
#   make format       format all Swift files
#   make sanitize     the tests under ThreadSanitizer and AddressSanitizer
#   make fuzz         throw inputs at the parsers for SECONDS=10 each; fails on a crash or a broken claim
#   make bench        measure beside other clients (bench-quick: two minutes, fails on a regression)
#   make soak         a mixed load with faults for MINUTES=5 (SEED=… for the same again): nothing lost, nothing doubled, nothing grows
#   make docs         the documentation as a site, in docs/api
#   make clean        remove what was built

SHELL := /bin/bash
.SHELLFLAGS := -euo pipefail -c
.DELETE_ON_ERROR:
.NOTPARALLEL:

SWIFT ?= swift
ARGS ?= adn global
MINUTES ?= 5
SECONDS ?= 10
# All Swift files but those in hidden folders, which are what builds leave behind.
SWIFT_FILES = $(shell find . -name '.?*' -prune -o -name '*.swift' -print)
# A build of its own, so that a warning fails `make check` and nothing else, and switching between them builds nothing anew.
STRICT = --scratch-path .build-strict -Xswiftc -warnings-as-errors

.PHONY: run test test-peers law check format lint strict sanitize sanitize-thread sanitize-address bench bench-quick soak fuzz docs setup clean

run: setup
	$(SWIFT) run apus $(ARGS)

test: setup
	$(SWIFT) test --disable-xctest

# The trap stops the servers whatever happens; make itself stops at the first failure. The environment names a proxy, so that
# the tests see who heeds it.
test-peers:
	Scripts/setup peers
	directory=$$(mktemp -d); \
	trap 'Scripts/peers stop "$$directory"' EXIT; \
	Scripts/peers start "$$directory"; \
	$(SWIFT) build --build-tests; \
	all_proxy="socks5h://127.0.0.1:$$(cat "$$directory/socks.port")" no_proxy="direct.localhost" \
	APUS_PEER_DIRECTORY="$$directory" $(SWIFT) test --skip-build --disable-xctest --filter ApusPeerTests

law: setup
	Scripts/law $(if $(WRITE),--write)

check: setup lint strict
	Scripts/public-api --check
	Scripts/examples
	Scripts/snippets
	Scripts/linkage
	@echo "check: passed"

# What needs no build.
lint:
	@$(SWIFT) format lint --strict --parallel $(SWIFT_FILES)
	@echo "format: as swift format would have it"
	Scripts/layers
	Scripts/rules
	Scripts/file-length

strict: setup
	$(SWIFT) build --build-tests $(STRICT)

format:
	@$(SWIFT) format --in-place --parallel $(SWIFT_FILES)

sanitize: sanitize-thread sanitize-address

sanitize-thread sanitize-address: sanitize-%: setup
	Scripts/sanitize $*

fuzz: setup
	Scripts/fuzz all $(SECONDS)

bench: setup
	Scripts/bench

bench-quick: setup
	Scripts/bench quick

soak: setup
	Scripts/soak $(MINUTES) $(SEED) $(if $(SEED),$(CALL))

docs: strict
	Scripts/docs

setup:
	@Scripts/setup

clean:
	rm -rf .build .build-* Examples/.build Benchmarks/.build Fuzzing/.build docs/api
