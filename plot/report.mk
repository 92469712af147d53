# The report: every committed capture and the synthetic set, reduced, drawn, compared, on one page. Included by the
# Makefile, which gives $(out), $(captures) and $(call holds,TEXT).
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
passes = $(strip $(foreach file,$(measured),$(if $(filter $(1),$(dir $(file))),$(file))))
with_tables = $(foreach table,$(call tables,$(1)),--$(basename $(notdir $(table))) $(table))

# Where a capture's results stand, and a synthetic curve's: $(call reduced,CAPTURES,SUFFIX), $(call made,NAMES,SUFFIX).
reduced = $(patsubst captures/%.csv,$(report)/captures/%$(2),$(1))
made = $(patsubst %,$(report)/synthetic/%$(2),$(1))

# In a recipe: draws one figure, and says that all figures of the target stand. Without gnuplot the page tells the
# figures in words, and they are drawn once it is there.
draw = sh plot/draw.sh $(out)/plot $(basename $@)
drawn = if command -v gnuplot >/dev/null 2>&1; then touch $@; fi
drawing = plot/draw.sh $(out)/plot

# Names that make itself would split.
ifneq ($(filter report instrument,$(MAKECMDGOALS)),)
odd := $(shell find captures -name '*[!A-Za-z0-9._+,@-]*')
ifneq ($(odd),)
$(error names below captures/ can have letters, digits and . _ + , @ - only; rename: $(odd))
endif
endif

report: $(page) ## reduces all committed captures and the synthetic set, draws, compares: build/report/index.html
	@echo $(page)

# ---- every capture by itself ----

$(report)/captures/%.points.csv $(report)/captures/%.findings.csv $(report)/captures/%.trials.csv: \
		captures/%.csv $$(call tables,$$(dir captures/$$*)) $(out)/reduce
	@mkdir -p $(dir $@)
	$(out)/reduce -q --trials $(call with_tables,$(dir $<)) -o $(dir $@) $<
$(report)/captures/%.drawn: $(report)/captures/%.findings.csv $(drawing)
	$(draw)

# One row a capture and level, for other programs.
$(report)/captures.csv: $(call reduced,$(measured),.findings.csv) $(out)/reduce $(report)/list
	@mkdir -p $(report)
	$(if $(measured),$(out)/reduce --table -o $(report) $(call reduced,$(measured),.findings.csv),touch $@)

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

# A wrong answer that the set does not know fails `make instrument` with status 1; here the page shows it in red.
$(panel): $(out)/synthetic $(measured)
	@mkdir -p $(report)
	rm -f $@
	$(out)/synthetic check --csv $@ $(measured) >$(report)/check.txt || { test $$? -eq 1 && test -s $@; }
$(report)/check.drawn: $(panel) $(report)/synthetic/reduced $(drawing)
	$(draw) gallery gallery --panel $(panel) `ls $(report)/synthetic/*.findings.csv | grep -v /granule_`
	$(draw) pairs pairs --panel $(panel) $(report)/synthetic/granule_*.findings.csv
	@$(drawn)

# How many simulated machines the page tells of.
machines = 200
simulated = $(report)/machines-$(machines).txt
$(simulated): $(out)/synthetic
	@mkdir -p $(report)
	$(out)/synthetic simulate --machines $(machines) -o $@

# ---- comparisons: the captures of a folder, which are one machine's, and those that stand for the articles' ----

folders := $(foreach folder,$(sort $(dir $(measured))),$(if $(word 2,$(call passes,$(folder))),$(folder)))
by_folder := $(patsubst captures/%,$(report)/compared/%comparison,$(folders))
comparisons := $(by_folder) $(report)/m4/comparison $(report)/tiers/comparison
compare = $(out)/reduce -q --compare -o $(dir $@)

$(by_folder:%=%.list): $(report)/compared/%.list: always
	$(call holds,$(call passes,$(dir captures/$*)))
$(report)/compared/%.findings.csv: $(report)/compared/%.list \
		$$(call passes,$$(dir captures/$$*)) $$(call tables,$$(dir captures/$$*)) $(out)/reduce
	$(compare) $(call with_tables,$(dir captures/$*)) $(call passes,$(dir captures/$*))
$(report)/compared/%.drawn: $(report)/compared/%.findings.csv \
		$$(call reduced,$$(call passes,$$(dir captures/$$*)),.findings.csv) $(drawing)
	$(draw) gaps gaps $(call reduced,$(call passes,$(dir captures/$*)),.findings.csv) $<
	@$(drawn)

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

# ---- the page ----

curves = $(m4) $(tiers) crowded page_order
told = $(call reduced,$(measured),.findings.csv) $(comparisons:%=%.findings.csv) $(call made,$(curves),.findings.csv)
pictures = $(call reduced,$(measured),.drawn) $(comparisons:%=%.drawn) $(call made,$(curves),.drawn)
$(page): $(filter-out $(report)/synthetic/%,$(told)) $(pictures) $(report)/check.drawn \
		$(report)/captures.csv $(simulated) $(report)/list $(out)/plot
	$(out)/plot page -o $@ --panel $(panel) --simulated $(simulated) $(told)
