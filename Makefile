# Each target sets up what it needs; nothing has to be done before.
#
#   make run          build, and fetch the global stream over HTTP from the embedded server (ARGS="…" for another command)
#   make test         all tests that need nothing but this machine
#   make test-peers   the transport against a real nginx
#   make check        format, layers, rules, public surface, warnings as errors, examples, snippets, linkage
#   make format       format all Swift files
#   make sanitize     the tests under ThreadSanitizer and AddressSanitizer
#   make fuzz         throw inputs at the parsers for SECONDS=10 each; fails on a crash or a broken claim
#   make bench        measure beside other clients (bench-quick: two minutes, fails on a regression)
#   make docs         the documentation as a site, in docs/api
#   make clean        remove what was built

SHELL := /bin/bash
.SHELLFLAGS := -euo pipefail -c
.DELETE_ON_ERROR:
.NOTPARALLEL:

SWIFT ?= swift
ARGS ?= adn global
SECONDS ?= 10
# All Swift files but those in hidden folders, which are what builds leave behind.
SWIFT_FILES = $(shell find . -name '.?*' -prune -o -name '*.swift' -print)
# A build of its own, so that a warning fails `make check` and nothing else, and switching between them builds nothing anew.
STRICT = --scratch-path .build-strict -Xswiftc -warnings-as-errors

.PHONY: run test test-peers check format lint strict sanitize sanitize-thread sanitize-address fuzz bench bench-quick docs setup clean

run: setup
	$(SWIFT) run apus $(ARGS)

test: setup
	$(SWIFT) test --disable-xctest

# The trap stops the servers whatever happens; make itself stops at the first failure.
test-peers:
	Scripts/setup peers
	directory=$$(mktemp -d); \
	trap 'Scripts/peers stop "$$directory"' EXIT; \
	Scripts/peers start "$$directory"; \
	APUS_PEER_DIRECTORY="$$directory" $(SWIFT) test --disable-xctest --filter ApusPeerTests

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

docs: strict
	Scripts/docs

setup:
	@Scripts/setup

clean:
	rm -rf .build .build-* Examples/.build Benchmarks/.build Fuzzing/.build docs/api
