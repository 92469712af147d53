# The report: every committed capture and the synthetic set, reduced, joined, drawn and compared, on an index and a page
# a machine; a folder below captures/ is a machine. Included by the Makefile, which gives $(out), $(captures) and
# $(call holds,TEXT).
#
# What is below captures/ decides which files there are, so prerequisites that follow from a target's folder are
# expanded a second time, once the target is known: $$* is what % stood for.
.SECONDEXPANSION:

report = $(out)/report
page = $(report)/index.html
panel = $(report)/check.csv

# Beside a folder's captures can stand tiers.csv (for reduce's --tiers) and reported.csv (for --reported).
# $(call passes,FOLDER) are the captures of a folder, $(call tables,FOLDER) the tables, $(call with_tables,FOLDER)
# reduce's options for them. A FOLDER ends in a slash.
measured := $(sort $(filter-out %/tiers.csv %/reported.csv,$(captures)))
tables = $(wildcard $(1)tiers.csv $(1)reported.csv)
passes = $(sort $(filter-out %/tiers.csv %/reported.csv,$(wildcard $(1)*.csv)))
with_tables = $(foreach table,$(call tables,$(1)),--$(basename $(notdir $(table))) $(table))

folders := $(sort $(dir $(measured)))

# Where a capture's results stand, and a synthetic curve's: $(call reduced,CAPTURES,SUFFIX), $(call made,NAMES,SUFFIX).
reduced = $(patsubst captures/%.csv,$(report)/captures/%$(2),$(1))
made = $(patsubst %,$(report)/synthetic/%$(2),$(1))

# In a recipe: draws one figure, and says that all figures of the target stand. Without gnuplot the page tells the
# figures in words, and they are drawn once it is there.
draw = sh plot/draw.sh $(out)/plot $(basename $@)
drawn = if command -v gnuplot >/dev/null 2>&1; then touch $@; fi
drawing = plot/draw.sh $(out)/plot

# Names that make itself would split, and the one that a comparison takes.
ifneq ($(filter report instrument,$(MAKECMDGOALS)),)
odd := $(shell find captures -name '*[!A-Za-z0-9._+,@-]*')
ifneq ($(odd),)
$(error names below captures/ can have letters, digits and . _ + , @ - only; rename: $(odd))
endif
ifneq ($(filter %/comparison.csv,$(captures)),)
$(error a comparison of the captures beside it has the name comparison.csv; rename: $(filter %/comparison.csv,$(captures)))
endif
endif

# FIGURES=no leaves out what gnuplot draws; the pages then have their own small figures.
FIGURES = yes
report: $(page) ## reduces and draws all captures and the synthetic set: build/report/index.html
	@echo $(page)

# ---- a folder: its captures reduced, joined (J1) and held against each other, in one reading ----

results = $(folders:captures/%=$(report)/captures/%)
joined = $(results:%=%joined)
$(results:%=%list): $(report)/captures/%: always
	$(call holds,$(call passes,$(dir captures/$*)))
# What a capture left that was taken away since, and a machine's answer under a name that it had, go first.
$(joined): $(report)/captures/%: $$(dir $(report)/captures/$$*)list $$(call passes,$$(dir captures/$$*)) \
		$$(call tables,$$(dir captures/$$*)) $(out)/reduce
	@rm -f $(dir $@)*.findings.csv $(dir $@)*.points.csv $(dir $@)*.trials.csv $(dir $@)*.machine.*
	$(out)/reduce -q --machine --each --trials $(call with_tables,$(dir captures/$*)) -o $(dir $@) \
		$(call passes,$(dir captures/$*))
	@touch $@

# Figures, a capture's and a machine's: a capture is drawn again where it changed, not where one beside it did.
$(report)/captures/%.drawn: captures/%.csv $$(call tables,$$(dir captures/$$*)) $(out)/reduce $(drawing) \
		| $$(dir $(report)/captures/$$*)joined
	$(draw)
$(results:%=%drawn): $(report)/captures/%drawn: $(report)/captures/%joined $(drawing)
	for table in $(dir $@)*.machine.csv; do sh plot/draw.sh $(out)/plot $${table%.machine.csv} machine machine $$table \
		$(call reduced,$(call passes,$(dir captures/$*)),.findings.csv) || exit 1; done
	@$(drawn)

# One row a capture and level, for other programs.
$(report)/captures.csv: $(joined) $(out)/reduce $(report)/list
	@mkdir -p $(report)
	$(if $(measured),$(out)/reduce --table -o $(report) $(results:%=%*.findings.csv),touch $@)

# The list changes when a capture is taken away, which leaves no file that is newer.
$(report)/list: always
	$(call holds,$(measured))

# ---- the synthetic set, the check panel, the simulated machines ----

# The set depends on the programs alone: one step makes and reduces all of it.
set = $(report)/synthetic/set
$(report)/synthetic/reduced: $(out)/synthetic $(out)/reduce
	rm -rf $(report)/synthetic
	@mkdir -p $(report)/synthetic
	$(out)/synthetic make-all $(set)
	$(out)/reduce -q --trials -o $(report)/synthetic $(set)/*.csv
	$(out)/synthetic tiers -o $(report)/synthetic/tiers.csv
	$(out)/reduce -q --trials --tiers $(report)/synthetic/tiers.csv -o $(report)/synthetic \
		`grep -l '^# asked_tier:' $(set)/*.csv`
	@touch $@
$(report)/synthetic/%.drawn: $(report)/synthetic/reduced $(drawing)
	$(draw)

# A wrong answer that the set does not know fails `make instrument` with status 1; here the pages show it in red.
$(panel): $(out)/synthetic
	@mkdir -p $(report)
	rm -f $@
	$(out)/synthetic check --csv $@ >$(report)/check.txt || { test $$? -eq 1 && test -s $@; }
$(report)/check.drawn: $(panel) $(report)/synthetic/reduced $(drawing)
	$(draw) gallery gallery --panel $(panel) `ls $(report)/synthetic/*.findings.csv | grep -v /granule_`
	$(draw) pairs pairs --panel $(panel) $(report)/synthetic/granule_*.findings.csv
	@$(drawn)

# How many simulated machines the pages tell of.
machines = 200
simulated = $(report)/machines-$(machines).txt
$(simulated): $(out)/synthetic
	@mkdir -p $(report)
	$(out)/synthetic simulate --machines $(machines) -o $@

# ---- comparisons of captures that stand for the articles' ----

comparisons = $(report)/m4/comparison $(report)/tiers/comparison
compare = $(out)/reduce -q --compare -o $(dir $@)

m4 = m4_efficiency m4_performance
m4_findings = $(call made,$(m4),.findings.csv)
$(report)/m4/comparison.findings.csv: $(report)/synthetic/reduced $(out)/reduce
	@mkdir -p $(dir $@)
	$(compare) $(m4:%=$(set)/%.csv)
$(report)/m4/comparison.drawn: $(report)/m4/comparison.findings.csv $(drawing)
	$(draw) ladder ladder $(m4_findings)
	$(draw) overlay ladder --overlay $(m4_findings) $<
	$(draw) gaps gaps $(m4_findings) $<
	@$(drawn)

tiers = tier_super tier_performance tier_efficiency
tiers_findings = $(call made,$(tiers),.findings.csv)
$(report)/tiers/comparison.findings.csv: $(report)/synthetic/reduced $(out)/reduce
	@mkdir -p $(dir $@)
	$(compare) --tiers $(report)/synthetic/tiers.csv $(tiers:%=$(set)/%.csv)
$(report)/tiers/comparison.drawn: $(report)/tiers/comparison.findings.csv $(drawing)
	$(draw) ladder ladder $(tiers_findings)
	$(draw) gaps gaps $(tiers_findings) $<
	@$(drawn)

# ---- the pages ----

curves = $(m4) $(tiers) crowded page_order
others = $(comparisons:%=%.findings.csv) $(call made,$(curves),.findings.csv)
pictures = $(call reduced,$(measured),.drawn) $(results:%=%drawn) $(comparisons:%=%.drawn) $(call made,$(curves),.drawn) \
	$(report)/check.drawn
$(page): $(joined) $(comparisons:%=%.findings.csv) $(if $(filter no,$(FIGURES)),,$(pictures)) $(panel) \
		$(report)/captures.csv $(simulated) $(report)/list $(out)/plot
	@rm -f $(report)/m-*.html
	$(out)/plot page -o $(report) --panel $(panel) --simulated $(simulated) $(results) $(others)
