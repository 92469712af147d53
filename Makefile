# Builds, tests, measures and reports. `make help` lists what it can do. Works with GNU make 3.81.

CC ?= cc
CFLAGS ?= -O2 -g
PREFIX ?= /usr/local
VERSION = 0.1.0
out = build

system := $(shell uname -s)
warnings = -Wall -Wextra -Wpedantic -Wshadow -Wconversion
# Results must not depend on the compiler: no contracted multiply-add, C11 as it is written.
required = -std=c11 -ffp-contract=off $(warnings) -DCACHESTAIR_VERSION='"$(VERSION)"' -MMD -MP
ifeq ($(system),Darwin)
required += -D_DARWIN_C_SOURCE
system_file = macos
brew = $(shell brew --prefix 2>/dev/null)
csv_flags = $(if $(brew),-I$(brew)/include)
csv_libs = $(if $(brew),-L$(brew)/lib) -lcsv
else
required += -D_GNU_SOURCE
system_file = linux
csv_flags =
csv_libs = -lcsv
endif

# A tool's modules are its files without main.c; reduce uses the probe's, plot uses reduce's.
other_systems = $(filter-out probe/system_$(system_file).c,$(wildcard probe/system_*.c))
probe_c := $(filter-out $(other_systems),$(wildcard probe/*.c))
reduce_c := $(wildcard reduce/*.c reduce/*/*.c)
plot_c := $(wildcard plot/*.c plot/*/*.c)
synthetic_c := $(wildcard synthetic/*.c)
tests_c := $(wildcard tests/*.c)
# Objects stand apart: the programs bear the names of the folders.
objects = $(patsubst %.c,$(out)/objects/%.o,$(1))
modules = $(filter-out %/main.o,$(call objects,$(1)))

.PHONY: help deps all probe probe-macos reduce plot synthetic dist check fuzz capture install instrument bench report \
	clean always
help: ## prints this list
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "make %-13s%s\n", $$1, $$2 }' Makefile plot/report.mk

# Beside other goals it runs before anything else, so that `make -j deps report` finds what it installed.
ifneq ($(filter deps,$(MAKECMDGOALS)),)
ifneq ($(filter-out deps,$(MAKECMDGOALS)),)
ifneq ($(shell sh .ci/deps >&2 || echo failed),)
$(error deps failed)
endif
endif
endif
deps: ## installs what is missing, and says what it does
	@sh .ci/deps

all: probe reduce plot ## builds probe, reduce and plot
probe: $(out)/probe ## builds build/probe; needs a C compiler only
reduce: $(out)/reduce ## builds build/reduce (libcsv)
plot: $(out)/plot ## builds build/plot (libcsv; draws with gnuplot)
synthetic: $(out)/synthetic ## builds build/synthetic: curves with known answers, simulated machines
$(out)/probe: $(call objects,$(probe_c))
	$(CC) $(CFLAGS) $(LDFLAGS) -o $@ $^ -lpthread
$(out)/reduce: $(call objects,$(reduce_c)) $(call modules,$(probe_c))
	$(CC) $(CFLAGS) $(LDFLAGS) -o $@ $(call objects,$(reduce_c)) $(out)/libprobe.a $(csv_libs) -lpthread -lm
$(out)/plot: $(call objects,$(plot_c))
	$(CC) $(CFLAGS) $(LDFLAGS) -o $@ $(call objects,$(plot_c)) $(out)/libreduce.a $(out)/libprobe.a $(csv_libs) -lpthread -lm
$(out)/synthetic: $(call objects,$(synthetic_c))
	$(CC) $(CFLAGS) $(LDFLAGS) -o $@ $(call objects,$(synthetic_c)) $(out)/libreduce.a $(out)/libprobe.a $(csv_libs) -lpthread -lm
$(out)/reduce: $(out)/libprobe.a
$(out)/plot $(out)/synthetic: $(out)/libreduce.a $(out)/libprobe.a

define archive
$(out)/lib$(1).a: $$(call modules,$$($(1)_c))
	rm -f $$@
	$$(AR) rcs $$@ $$^
endef
$(foreach tool,probe reduce plot synthetic,$(eval $(call archive,$(tool))))

# ---- the probe for macOS, on Linux through tests/macsim (clang, lld, npm), on a Mac by its own compiler ----

macos_c := $(filter-out probe/system_linux.c,$(wildcard probe/*.c))
macos_probes = $(out)/probe-macos-arm64 $(out)/probe-macos-x86_64
probe-macos: $(macos_probes) ## builds build/probe-macos-arm64, -x86_64, on Linux too (clang, lld, npm)
$(macos_probes): Makefile
ifeq ($(system),Darwin)
$(macos_probes): $(out)/probe-macos-%: $(macos_c) $(wildcard probe/*.h)
	@mkdir -p $(dir $@)
	$(CC) -arch $* -mmacosx-version-min=11.0 -O2 -std=c11 -D_DARWIN_C_SOURCE $(warnings) \
		-ffp-contract=off -DCACHESTAIR_VERSION='"$(VERSION)"' -o $@ $(macos_c)
else
macos_sdk = $(out)/macos-sdk
$(macos_sdk)/usr/lib/libSystem.tbd:
	tests/macsim/sdk $(macos_sdk)
$(macos_probes): $(out)/probe-macos-%: $(macos_c) $(wildcard probe/*.h) tests/macsim/maccc $(macos_sdk)/usr/lib/libSystem.tbd
	CFLAGS='-ffp-contract=off -DCACHESTAIR_VERSION="$(VERSION)"' tests/macsim/maccc $(macos_sdk) $* $@ $(macos_c)
endif

# The probe for a person who has a Mac and nothing else: sources, both programs, a page of instructions.
dist: $(macos_probes) ## packs the probe for a Mac without a compiler
	sh probe/pack.sh $(out) $(VERSION)
	@echo $(out)/cachestair-probe-$(VERSION).tar.gz, and to be read first $(out)/cachestair-probe-$(VERSION).txt

check_flags = $(shell pkg-config --cflags check 2>/dev/null)
check_libs = $(shell pkg-config --libs check 2>/dev/null || echo -lcheck)
$(out)/objects/tests/%.o: required += $(check_flags)
$(out)/tests/run: $(call objects,$(tests_c)) $(out)/libsynthetic.a $(out)/libplot.a $(out)/libreduce.a $(out)/libprobe.a
	@mkdir -p $(dir $@)
	$(CC) $(CFLAGS) $(LDFLAGS) -o $@ $^ $(check_libs) $(csv_libs) -lpthread -lm
check: all synthetic $(out)/tests/run ## runs all tests (Check)
	CACHESTAIR_BUILD=$(out) $(out)/tests/run

# libFuzzer is clang's; everything is built for it in a folder of its own.
FUZZ_SECONDS = 60
fuzzed = $(out)/fuzzed
fuzz: $(out)/synthetic $(out)/reduce ## fuzzes every reader, FUZZ_SECONDS=60 each (clang)
	$(MAKE) -s out=$(fuzzed) CC=clang CFLAGS='-O1 -g -fsanitize=fuzzer-no-link,address,undefined \
		-fno-sanitize-recover=all' $(fuzzed)/fuzz
	sh tests/fuzz/run.sh $(fuzzed) $(FUZZ_SECONDS) $(out)
$(out)/fuzz: $(call objects,tests/fuzz/main.c) $(out)/libplot.a $(out)/libreduce.a $(out)/libprobe.a
	$(CC) $(CFLAGS) $(LDFLAGS) -fsanitize=fuzzer -o $@ $^ $(csv_libs) -lpthread -lm

# PLAN=full runs the long passes, LABEL=NAME names this machine (see probe/collect.sh). What a person wrote reaches the
# script through its environment, as it was written: neither make nor the shell reads it.
override PLAN := $(value PLAN)
override LABEL := $(value LABEL)
export PLAN LABEL
capture: probe ## measures this machine into captures/ (PLAN=full: all passes; LABEL=NAME: its name)
	@$(MAKE) -s reduce >/dev/null 2>&1 || :
	@sh probe/collect.sh $(out)/probe captures "$$PLAN" "$$LABEL"

install: all ## installs cachestair-probe, -reduce and -plot (PREFIX=/usr/local DESTDIR=)
	install -d $(DESTDIR)$(PREFIX)/bin
	for tool in probe reduce plot; do \
		install $(out)/$$tool $(DESTDIR)$(PREFIX)/bin/cachestair-$$tool || exit 1; \
	done

captures := $(wildcard captures/*.csv captures/*/*.csv)
instrument: $(out)/synthetic ## runs the check panel: every synthetic curve and capture, expected against found
	$(out)/synthetic check --csv $(out)/check.csv $(measured)
$(out)/bench: tests/bench/main.c $(out)/libprobe.a
	$(CC) $(CPPFLAGS) $(CFLAGS) $(required) $(csv_flags) $(LDFLAGS) -o $@ tests/bench/main.c $(out)/libprobe.a $(csv_libs)
# Reading, a report of 1,000 captures, the probe's timed share, published curves; 2,000 simulated machines, their joined
# passes, predictors, smooth climbs, the search.
bench: all $(out)/bench $(out)/synthetic ## measures the programs, and the claims on 2,000 simulated machines (minutes)
	sh tests/bench/run.sh $(out)
	sh tests/bench/report.sh $(out)
	sh tests/bench/curves.sh $(out)
	$(out)/synthetic simulate --machines 2000 -o $(out)/machines.txt
	$(out)/synthetic join -o $(out)/joined.txt
	$(out)/synthetic predictor -o $(out)/predictor.txt
	$(out)/synthetic climb -o $(out)/climb.txt
	$(out)/synthetic search -o $(out)/search.txt
	cat $(out)/machines.txt $(out)/joined.txt $(out)/predictor.txt $(out)/climb.txt $(out)/search.txt

include plot/report.mk

# A file that holds a text and changes with it alone: $(call holds,TEXT) in its recipe. What depends on a list or on flags
# depends on such a file.
holds = @mkdir -p $(dir $@); printf '%s\n' '$(subst ','\'',$(1))' >$@.new; \
	if cmp -s $@.new $@; then rm -f $@.new; else mv $@.new $@; fi
always:

# Other flags, another compiler: everything is made again. (Read here, for a target can have flags of its own.)
flags := $(CC) $(CPPFLAGS) $(CFLAGS) $(LDFLAGS) $(required) $(csv_flags)
$(out)/flags: always
	$(call holds,$(flags))
$(out)/objects/%.o: %.c $(out)/flags
	@mkdir -p $(dir $@)
	$(CC) $(CPPFLAGS) $(CFLAGS) $(required) $(csv_flags) -c -o $@ $<

clean: ## removes build/
	rm -rf $(out)

-include $(patsubst %.o,%.d,$(call objects,$(probe_c) $(reduce_c) $(plot_c) $(synthetic_c) $(tests_c)))
