# Builds, tests, measures and reports. `make help` lists what it can do. Works with GNU make 3.81.

CC ?= cc
CFLAGS ?= -O2 -g
PREFIX ?= /usr/local
VERSION = 0.1.0
out = build

system := $(shell uname -s)
warnings = -Wall -Wextra -Wpedantic -Wshadow -Wconversion
# Results must not hang on the compiler: no contracted multiply-add, C11 as it is written.
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

.PHONY: help deps all capture install probe probe-macos reduce plot synthetic report check instrument bench dist clean always
help:
	@echo 'make deps       installs what is missing (says what it does)'
	@echo 'make probe      builds build/probe; needs a C compiler only'
	@echo 'make probe-macos  builds build/probe-macos-arm64 and -x86_64, on Linux too (clang, lld, npm)'
	@echo 'make dist       one archive of the probe for a person with a Mac'
	@echo 'make reduce     builds build/reduce (libcsv)'
	@echo 'make plot       builds build/plot (libcsv; draws with gnuplot)'
	@echo 'make all        all three'
	@echo 'make capture    measures this machine into a new folder under captures/ (PLAN=full: all passes; LABEL=NAME: names it)'
	@echo 'make report     reduces all committed captures and the synthetic set, draws, compares: build/report/index.html'
	@echo 'make synthetic  builds build/synthetic: the curves with known answers, the simulated machines'
	@echo 'make check      all tests (Check)'
	@echo 'make instrument  every synthetic curve and committed capture again, expected against found'
	@echo 'make bench      speed of reading, timed share of the probe, 2,000 simulated machines, the smooth climbs, the search that tries to fool the rules'
	@echo 'make install    PREFIX=/usr/local DESTDIR=: cachestair-probe, cachestair-reduce, cachestair-plot'
	@echo 'make clean      removes build/'

# Beside other goals it runs before anything else, so that `make -j deps report` finds what it installed.
ifneq ($(filter deps,$(MAKECMDGOALS)),)
ifneq ($(filter-out deps,$(MAKECMDGOALS)),)
ifneq ($(shell sh .ci/deps >&2 || echo failed),)
$(error deps failed)
endif
endif
endif
deps:
	@sh .ci/deps

all: probe reduce plot
probe: $(out)/probe
reduce: $(out)/reduce
plot: $(out)/plot
synthetic: $(out)/synthetic

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
probe-macos: $(macos_probes)
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
dist: $(macos_probes)
	sh probe/pack.sh $(out) $(VERSION)
	@echo $(out)/cachestair-probe-$(VERSION).tar.gz

check_flags = $(shell pkg-config --cflags check 2>/dev/null)
check_libs = $(shell pkg-config --libs check 2>/dev/null || echo -lcheck)
$(out)/objects/tests/%.o: required += $(check_flags)
$(out)/tests/run: $(call objects,$(tests_c)) $(out)/libsynthetic.a $(out)/libplot.a $(out)/libreduce.a $(out)/libprobe.a
	@mkdir -p $(dir $@)
	$(CC) $(CFLAGS) $(LDFLAGS) -o $@ $^ $(check_libs) $(csv_libs) -lpthread -lm
check: all synthetic $(out)/tests/run
	CACHESTAIR_BUILD=$(out) $(out)/tests/run

# PLAN=full runs the long passes, LABEL=NAME names this machine (see probe/collect.sh).
capture: probe
	@sh probe/collect.sh $(out)/probe captures '$(PLAN)' '$(LABEL)'

install: all
	install -d $(DESTDIR)$(PREFIX)/bin
	for tool in probe reduce plot; do \
		install $(out)/$$tool $(DESTDIR)$(PREFIX)/bin/cachestair-$$tool || exit 1; \
	done

# The check panel; the same as a table for the page.
captures := $(wildcard captures/*.csv captures/*/*.csv)
instrument: $(out)/synthetic
	$(out)/synthetic check --csv $(out)/instrument.csv $(measured)
$(out)/bench: tests/bench/main.c $(out)/libprobe.a
	$(CC) $(CPPFLAGS) $(CFLAGS) $(required) $(csv_flags) $(LDFLAGS) -o $@ tests/bench/main.c $(out)/libprobe.a $(csv_libs)
bench: all $(out)/bench $(out)/synthetic
	sh tests/bench/run.sh $(out)
	$(out)/synthetic simulate --machines 2000 -o $(out)/machines.txt
	$(out)/synthetic climb -o $(out)/climb.txt
	$(out)/synthetic search -o $(out)/search.txt
	cat $(out)/machines.txt $(out)/climb.txt $(out)/search.txt

# ---- the report: every committed capture and the synthetic set, reduced, drawn, compared, on one page ----

# Beside a folder's captures can stand tiers.csv (for reduce's --tiers) and reported.csv (for --reported).
report = $(out)/report
measured := $(sort $(filter-out %/tiers.csv %/reported.csv,$(captures)))
measured_to = $(patsubst captures/%.csv,$(report)/captures/%$(1),$(measured))
beside = $(foreach kind,tiers reported,$(if $(wildcard $(1)$(kind).csv),--$(kind) $(1)$(kind).csv))
m4 = m4_efficiency m4_performance
article_tiers = tier_super tier_performance tier_efficiency
made = $(addprefix $(report)/synthetic/,$(addsuffix $(2),$(1)))
# Where gnuplot is missing the page tells the figures in words, and they are drawn once it is there.
drawn = @if command -v gnuplot >/dev/null 2>&1; then touch $@; fi
# How many simulated machines the page tells of.
machines = 200

# Names that make itself would take apart.
ifneq ($(filter report instrument,$(MAKECMDGOALS)),)
odd := $(shell find captures -name '*[!A-Za-z0-9._+,@-]*')
ifneq ($(odd),)
$(error names below captures/ can have letters, digits and . _ + , @ - only; rename: $(odd))
endif
endif

report: $(report)/index.html
	@echo $(report)/index.html

$(report)/captures/%.points.csv $(report)/captures/%.findings.csv $(report)/captures/%.trials.csv: captures/%.csv $(out)/reduce
	@mkdir -p $(dir $@)
	$(out)/reduce -q --trials $(call beside,$(dir $<)) -o $(dir $@) $<
$(foreach file,$(measured),$(eval $(patsubst captures/%.csv,$(report)/captures/%.findings.csv,$(file)): $(wildcard $(dir $(file))tiers.csv $(dir $(file))reported.csv)))
$(report)/captures/%.drawn: $(report)/captures/%.findings.csv plot/draw.sh $(out)/plot
	sh plot/draw.sh $(out)/plot $(basename $@)

# The synthetic set depends on the programs alone: one step makes and reduces all of it.
$(report)/synthetic/reduced: $(out)/synthetic $(out)/reduce
	rm -rf $(report)/synthetic
	@mkdir -p $(report)/synthetic
	$(out)/synthetic make-all $(report)/synthetic/set
	$(out)/reduce -q --trials -o $(report)/synthetic $(report)/synthetic/set/*.csv
	$(out)/synthetic tiers -o $(report)/synthetic/tiers.csv
	$(out)/reduce -q --trials --tiers $(report)/synthetic/tiers.csv -o $(report)/synthetic \
		`grep -l '^# asked_tier:' $(report)/synthetic/set/*.csv`
	@touch $@
$(report)/synthetic/%.drawn: $(report)/synthetic/reduced plot/draw.sh $(out)/plot
	sh plot/draw.sh $(out)/plot $(basename $@)

# The check panel; a wrong answer that the set does not know fails `make instrument`, here it is shown in red.
$(report)/check.csv: $(out)/synthetic $(measured)
	@mkdir -p $(report)
	rm -f $@
	$(out)/synthetic check --csv $@ $(measured) >$(report)/check.txt || test -s $@
$(report)/check.drawn: $(report)/check.csv $(report)/synthetic/reduced plot/draw.sh $(out)/plot
	sh plot/draw.sh $(out)/plot $(basename $@) gallery gallery --panel $(report)/check.csv \
		`ls $(report)/synthetic/*.findings.csv | grep -v /granule_`
	sh plot/draw.sh $(out)/plot $(basename $@) pairs pairs --panel $(report)/check.csv \
		$(report)/synthetic/granule_*.findings.csv
	$(drawn)
$(report)/machines-$(machines).txt: $(out)/synthetic
	@mkdir -p $(report)
	$(out)/synthetic simulate --machines $(machines) -o $@

# Comparisons: the captures of a folder, which are one machine's, and those that stand for the published articles'.
folder_of = $(foreach file,$(measured),$(if $(filter $(1),$(dir $(file))),$(file)))
compared_folders := $(foreach folder,$(sort $(dir $(measured))),$(if $(word 2,$(call folder_of,$(folder))),$(folder)))
comparisons = $(patsubst captures/%,$(report)/compared/%comparison,$(compared_folders)) \
	$(report)/m4/comparison $(report)/tiers/comparison
define compare_folder
$(patsubst captures/%,$(report)/compared/%comparison.findings.csv,$(1)): $$(call folder_of,$(1)) $$(wildcard $(1)tiers.csv $(1)reported.csv) $$(out)/reduce
	@mkdir -p $$(dir $$@)
	$$(out)/reduce -q --compare $$(call beside,$(1)) -o $$(dir $$@) $$(call folder_of,$(1))
$(patsubst captures/%,$(report)/compared/%comparison.drawn,$(1)): $(patsubst captures/%,$(report)/compared/%comparison.findings.csv,$(1)) $$(patsubst captures/%.csv,$$(report)/captures/%.findings.csv,$$(call folder_of,$(1))) plot/draw.sh $$(out)/plot
	sh plot/draw.sh $$(out)/plot $$(basename $$@) gaps gaps $$(patsubst captures/%.csv,$$(report)/captures/%.findings.csv,$$(call folder_of,$(1))) $$<
	$$(drawn)
endef
$(foreach folder,$(compared_folders),$(eval $(call compare_folder,$(folder))))
$(report)/m4/comparison.findings.csv $(report)/tiers/comparison.findings.csv: $(report)/synthetic/reduced $(out)/reduce
	@mkdir -p $(dir $@)
	$(out)/reduce -q --compare -o $(dir $@) $(if $(findstring /m4/,$@),,--tiers $(report)/synthetic/tiers.csv) \
		$(patsubst %,$(report)/synthetic/set/%.csv,$(if $(findstring /m4/,$@),$(m4),$(article_tiers)))
$(report)/m4/comparison.drawn: $(report)/m4/comparison.findings.csv plot/draw.sh $(out)/plot
	sh plot/draw.sh $(out)/plot $(basename $@) ladder ladder $(call made,$(m4),.findings.csv)
	sh plot/draw.sh $(out)/plot $(basename $@) overlay ladder --overlay $(call made,$(m4),.findings.csv) $<
	sh plot/draw.sh $(out)/plot $(basename $@) gaps gaps $(call made,$(m4),.findings.csv) $<
	$(drawn)
$(report)/tiers/comparison.drawn: $(report)/tiers/comparison.findings.csv plot/draw.sh $(out)/plot
	sh plot/draw.sh $(out)/plot $(basename $@) ladder ladder $(call made,$(article_tiers),.findings.csv)
	sh plot/draw.sh $(out)/plot $(basename $@) gaps gaps $(call made,$(article_tiers),.findings.csv) $<
	$(drawn)

# One row a capture and level, for other programs.
$(report)/captures.csv: $(call measured_to,.findings.csv) $(out)/reduce $(report)/list
	@mkdir -p $(report)
	$(if $(measured),$(out)/reduce --table -o $(report) $(call measured_to,.findings.csv),touch $@)

# A capture that is taken away is in no file's time.
$(report)/list: always
	$(call holds,$(measured))
shown = $(m4) $(article_tiers) crowded page_order
$(report)/index.html: $(call measured_to,.findings.csv) $(call measured_to,.drawn) $(addsuffix .findings.csv,$(comparisons)) \
		$(addsuffix .drawn,$(comparisons)) $(call made,$(shown),.drawn) $(report)/check.drawn \
		$(report)/captures.csv $(report)/machines-$(machines).txt $(report)/list $(out)/plot
	$(out)/plot page -o $@ --panel $(report)/check.csv --simulated $(report)/machines-$(machines).txt \
		$(call measured_to,.findings.csv) $(addsuffix .findings.csv,$(comparisons)) \
		$(call made,$(shown),.findings.csv)

# A file that holds a text and changes with it alone: $(call holds,TEXT) in its recipe. What hangs on a list or on flags,
# and not on a file's time, hangs on such a file.
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

clean:
	rm -rf $(out)

-include $(patsubst %.o,%.d,$(call objects,$(probe_c) $(reduce_c) $(plot_c) $(synthetic_c) $(tests_c)))
