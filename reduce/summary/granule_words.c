/* Where the granule's verdicts become findings. */
#include "granule_words.h"
#include "finding.h"
#include "quantity.h"
#include "../rule.h"

#include <inttypes.h>
#include <math.h>

/* Beyond this share of the ramp, the sweep's own rise over the doubling footprint is worth a diagnostic. */
static const struct ratio own_rise = {1, 2};

/* ---- the gates ---- */

/* What one gate measured: a row's value and what is asked; NAN where there is no number to it. */
struct measure {
	double value, asked;
	const char *unit;
};

static struct measure measure_g2(const struct grid *grid, const struct grid_placement *placement)
{
	(void)grid;
	return (struct measure){granule_ramp(&placement->granule), ratio_value(rule_g2_ramp), "share"};
}

static struct measure measure_g3(const struct grid *grid, const struct grid_placement *placement)
{
	(void)grid;
	return (struct measure){granule_variance(&placement->granule), ratio_value(rule_g3_variance),
	                        "share"};
}

static struct measure measure_g4(const struct grid *grid, const struct grid_placement *placement)
{
	(void)grid;
	return (struct measure){granule_margin(&placement->granule), ratio_value(rule_g4_margin), "share"};
}

static struct measure measure_g5(const struct grid *grid, const struct grid_placement *placement)
{
	(void)grid;
	return (struct measure){(double)placement->granule.above, RULE_G5_ABOVE, "distances"};
}

static struct measure measure_g6(const struct grid *grid, const struct grid_placement *placement)
{
	(void)placement;
	return (struct measure){grid->control_bytes, NAN, isnan(grid->control_bytes) ? "" : "bytes"};
}

static struct measure measure_g7(const struct grid *grid, const struct grid_placement *placement)
{
	(void)grid;
	return (struct measure){placement->granule.bytes, NAN, "bytes"};
}

static struct measure measure_g8(const struct grid *grid, const struct grid_placement *placement)
{
	double bend = granule_bend(&placement->granule);
	(void)grid;
	return (struct measure){bend, ratio_value(rule_g8_bend), isnan(bend) ? "" : "share"};
}

/* Each says what was measured, in a few words. */
static void tell_g2(struct sentence *sentence, const struct grid *grid,
                    const struct grid_placement *placement)
{
	const struct granule *granule = &placement->granule;
	char a[QUANTITY_TEXT], b[QUANTITY_TEXT];
	(void)grid;
	sentence_add(sentence, "a ramp of %s ns on a plateau of %s ns", quantity_number(granule->ramp_ns, a),
	             quantity_number(granule->plateau_ns, b));
	sentence_add(sentence, ", %.1f per cent", 100 * granule_ramp(granule));
}

static void tell_g3(struct sentence *sentence, const struct grid *grid,
                    const struct grid_placement *placement)
{
	(void)grid;
	sentence_add(sentence, "%.1f per cent explained", 100 * granule_variance(&placement->granule));
}

static void tell_g4(struct sentence *sentence, const struct grid *grid,
                    const struct grid_placement *placement)
{
	const struct granule *granule = &placement->granule;
	(void)grid;
	if (isnan(granule->second_error))
		sentence_add(sentence, "there is no runner-up");
	else
		sentence_add(sentence, "%.0f B leaves %.1f per cent less error than the runner-up, %.0f B",
		             granule->bytes, 100 * granule_margin(granule), granule->second_bytes);
}

static void tell_g5(struct sentence *sentence, const struct grid *grid,
                    const struct grid_placement *placement)
{
	sentence_add(sentence, "%zu swept distance%s above %.0f B, of %zu", placement->granule.above,
	             placement->granule.above == 1 ? "" : "s", placement->granule.bytes,
	             grid->distance_count);
}

static void tell_g6(struct sentence *sentence, const struct grid *grid,
                    const struct grid_placement *placement)
{
	if (!isnan(grid->control_bytes))
		sentence_add(sentence, "it answers %.0f B, where nothing is fetched", grid->control_bytes);
	else if (!grid->control_known)
		sentence_add(sentence, "not judged: no legal control was fitted");
	else if (placement->number == PLACEMENT_CONTROL)
		sentence_add(sentence, "this is the control, and it finds none");
	else
		sentence_add(sentence, "the control finds none");
}

static void tell_g7(struct sentence *sentence, const struct grid *grid,
                    const struct grid_placement *placement)
{
	(void)grid;
	sentence_add(sentence, "%.0f B", placement->granule.bytes);
}

static void tell_g8(struct sentence *sentence, const struct grid *grid,
                    const struct grid_placement *placement)
{
	const struct granule *granule = &placement->granule;
	char a[QUANTITY_TEXT];
	(void)grid;
	if (isnan(granule->bend_ns))
		sentence_add(sentence, "not judged: no swept distance between 0.3 and 0.8 of the granule");
	else if (isnan(granule_bend(granule)))
		sentence_add(sentence, "not judged: there is no ramp");
	else
		sentence_add(sentence, "the ramp stands %s ns off the edge, %.1f per cent of itself",
		             quantity_number(granule->bend_ns, a), 100 * granule_bend(granule));
}

static const struct gate {
	enum granule_rule rule;
	const char *id;
	struct measure (*measure)(const struct grid *grid, const struct grid_placement *placement);
	void (*tell)(struct sentence *sentence, const struct grid *grid,
	             const struct grid_placement *placement);
} gates[] = {
    {GRANULE_G2, "G2", measure_g2, tell_g2}, {GRANULE_G3, "G3", measure_g3, tell_g3},
    {GRANULE_G4, "G4", measure_g4, tell_g4}, {GRANULE_G5, "G5", measure_g5, tell_g5},
    {GRANULE_G6, "G6", measure_g6, tell_g6}, {GRANULE_G7, "G7", measure_g7, tell_g7},
    {GRANULE_G8, "G8", measure_g8, tell_g8},
};
enum { GATES = sizeof gates / sizeof gates[0] };

static int add_gate(struct summary *summary, const struct grid *grid, const struct grid_placement *placement,
                    const struct gate *gate)
{
	enum status status = (placement->refused & (unsigned)gate->rule) != 0 ? STATUS_REFUSED
	                     : (placement->noted & (unsigned)gate->rule) != 0 ? STATUS_NOTED
	                                                                      : STATUS_ACCEPTED;
	struct summary_finding finding = finding_blank("granule", status, grid->sweep.pass->name);
	struct measure measure = gate->measure(grid, placement);
	struct sentence reason = {""};
	if (status == STATUS_REFUSED)
		sentence_add(&reason, "%s: ", rule_find(gate->id)->refusal);
	gate->tell(&reason, grid, placement);
	finding.level = placement->number;
	finding.value = measure.value;
	finding.low = measure.asked;
	finding.unit = finding_text(measure.unit);
	finding.rule = finding_text(gate->id);
	finding.reason = reason.text;
	return summary_add_finding(summary, &finding);
}

static int add_fit(struct summary *summary, const struct grid *grid, const struct grid_placement *placement)
{
	struct summary_finding finding = finding_blank("granule", STATUS_NOTED, grid->sweep.pass->name);
	const struct granule *granule = &placement->granule;
	struct sentence reason = {""};
	char a[QUANTITY_TEXT], b[QUANTITY_TEXT];
	sentence_add(&reason, "the best of %zu candidates is %.0f B: from %s to %s ns a pair",
	             grid->distance_count, granule->bytes, quantity_number(granule->start_ns, a),
	             quantity_number(granule->plateau_ns, b));
	finding.level = placement->number;
	finding.value = granule->bytes;
	finding.low = granule->start_ns;
	finding.high = granule->plateau_ns;
	finding.unit = finding_text("ns");
	finding.rule = finding_text("fit");
	finding.reason = reason.text;
	return summary_add_finding(summary, &finding);
}

/* ---- the verdict ---- */

static void tell_footprint(struct sentence *sentence, const struct grid_placement *placement)
{
	char a[QUANTITY_TEXT], b[QUANTITY_TEXT];
	double low, high;
	placement_extent(&placement->place, &low, &high);
	sentence_add(sentence, "at %s, doubled %s", quantity_size(placement->footprint->small_bytes, a),
	             quantity_size(2 * placement->footprint->small_bytes, b));
	sentence_add(sentence, ", in level %zu from %s to %s", placement->place.level, quantity_size(low, a),
	             quantity_size(high, b));
}

/* By how much the sites, a granule each, leave the level. */
static void tell_grown(struct sentence *sentence, const struct grid_placement *placement)
{
	double grown = (double)placement->footprint->sites * placement->granule.bytes;
	char a[QUANTITY_TEXT], b[QUANTITY_TEXT];
	sentence_add(sentence, "G1: with %.0f B a pair the footprint is %s, doubled %s",
	             placement->granule.bytes, quantity_size(grown, a), quantity_size(2 * grown, b));
	sentence_add(sentence, ", and leaves level %zu as this sweep shows it", placement->place.level);
}

static void tell_refusals(struct sentence *sentence, const struct grid *grid,
                          const struct grid_placement *placement)
{
	/* A control is built to be refused: by its gates, that is. */
	bool good = placement->number == PLACEMENT_CONTROL && (placement->refused & GRANULE_G6) == 0 &&
	            placement->refused != GRANULE_G1;
	const char *join = good ? "as a control should be: " : "";
	for (size_t i = 0; i < GATES; i++) {
		if ((placement->refused & (unsigned)gates[i].rule) == 0)
			continue;
		sentence_add(sentence, "%s%s: %s (", join, gates[i].id, rule_find(gates[i].id)->refusal);
		gates[i].tell(sentence, grid, placement);
		sentence_add(sentence, ")");
		join = "; ";
	}
	if ((placement->refused & GRANULE_G1) != 0) {
		sentence_add(sentence, "%s", join);
		tell_grown(sentence, placement);
	}
	sentence_add(sentence, "; ");
	tell_footprint(sentence, placement);
}

static void tell_evidence(struct sentence *sentence, const struct grid *grid,
                          const struct grid_placement *placement)
{
	tell_footprint(sentence, placement);
	for (size_t i = 0; i < GATES; i++) {
		if ((gates[i].rule & (GRANULE_G2 | GRANULE_G3 | GRANULE_G4)) == 0)
			continue;
		sentence_add(sentence, "; ");
		gates[i].tell(sentence, grid, placement);
	}
}

static void tell_notes(struct sentence *sentence, const struct grid *grid,
                       const struct grid_placement *placement)
{
	char a[QUANTITY_TEXT];
	sentence_add(sentence, "; the sweep alone changes by %s ns from the one to the other",
	             quantity_number(placement->rise_ns, a));
	if (placement->passed_over > 0)
		sentence_add(sentence,
		             "; at %zu legal footprint%s the fit answers, but leaves the level with it",
		             placement->passed_over, placement->passed_over == 1 ? "" : "s");
	if (placement->footprint->thin > 0)
		sentence_add(sentence, "; %zu of %zu distances are thin", placement->footprint->thin,
		             grid->distance_count);
	for (size_t i = 0; i < GATES; i++) {
		if ((placement->noted & ~placement->refused & (unsigned)gates[i].rule) == 0)
			continue;
		sentence_add(sentence, "; %s ", gates[i].id);
		gates[i].tell(sentence, grid, placement);
	}
	if ((placement->noted & GRANULE_T1) != 0)
		sentence_add(sentence, "; T1 not judged: the capture holds no timer rows");
}

/* Which footprints were measured, where the levels lie, and what is missing to a legal one. */
static void tell_nowhere(struct sentence *sentence, const struct grid *grid,
                         const struct grid_placement *placement)
{
	char a[QUANTITY_TEXT], b[QUANTITY_TEXT];
	double low, high;
	sentence_add(sentence, "G1: %s", rule_find("G1")->refusal);
	sentence_add(sentence, "; %zu measured, from %s to %s", grid->footprint_count,
	             quantity_size(grid->footprints[0].small_bytes, a),
	             quantity_size(grid->footprints[grid->footprint_count - 1].small_bytes, b));
	if (placement_extent(&placement->place, &low, &high))
		sentence_add(sentence, "; level %zu lies from %s to %s here", placement->place.level,
		             quantity_size(low, a), quantity_size(high, b));
	if (placement->nearest == NULL) {
		sentence_add(sentence, "; no level lies here");
		return;
	}
	sentence_add(sentence, "; the nearest, %s doubled to %s,",
	             quantity_size(placement->nearest->small_bytes, a),
	             quantity_size(2 * placement->nearest->small_bytes, b));
	if (placement->miss > 1)
		sentence_add(sentence, " misses level %zu by a factor %s", placement->place.level,
		             quantity_number(placement->miss, a));
	else
		sentence_add(sentence, " stands between two plateaus of level %zu", placement->place.level);
}

static void tell_lacking(struct sentence *sentence, const struct grid *grid,
                         const struct grid_placement *placement)
{
	char a[QUANTITY_TEXT];
	sentence_add(sentence,
	             "M0: at %s %zu of %zu distances have no counted trial, and no other legal footprint "
	             "is whole",
	             quantity_size(placement->lacking->small_bytes, a), placement->lacking->missing,
	             grid->distance_count);
}

static struct sentence verdict_reason(const struct grid *grid, const struct grid_placement *placement)
{
	struct sentence sentence = {""};
	if (placement->why != NULL) {
		sentence_add(&sentence, "G1: %s", placement->why);
	} else if (placement->lacking != NULL) {
		tell_lacking(&sentence, grid, placement);
	} else if (placement->footprint == NULL) {
		tell_nowhere(&sentence, grid, placement);
	} else {
		if (placement->refused != 0)
			tell_refusals(&sentence, grid, placement);
		else
			tell_evidence(&sentence, grid, placement);
		tell_notes(&sentence, grid, placement);
	}
	return sentence;
}

static void list_rules(unsigned bits, struct sentence *ids)
{
	static const struct {
		enum granule_rule rule;
		const char *id;
	} known[] = {{GRANULE_G1, "G1"}, {GRANULE_G2, "G2"}, {GRANULE_G3, "G3"},
	             {GRANULE_G4, "G4"}, {GRANULE_G5, "G5"}, {GRANULE_G6, "G6"},
	             {GRANULE_G7, "G7"}, {GRANULE_G8, "G8"}, {GRANULE_M0, "M0"}};
	for (size_t i = 0; i < sizeof known / sizeof known[0]; i++)
		if ((bits & (unsigned)known[i].rule) != 0)
			sentence_add(ids, "%s%s", ids->text[0] != '\0' ? " " : "", known[i].id);
}

static int add_verdict(struct summary *summary, const struct grid *grid,
                       const struct grid_placement *placement)
{
	struct summary_finding finding = finding_blank("granule", placement->status, grid->sweep.pass->name);
	struct sentence reason = verdict_reason(grid, placement), ids = {""};
	list_rules(placement->refused, &ids);
	finding.level = placement->number;
	finding.rule = ids.text;
	finding.reason = reason.text;
	finding.unit = finding_text("bytes");
	if (placement->status != STATUS_REFUSED)
		finding.value = placement->granule.bytes;
	if (placement->footprint != NULL) {
		finding.low = placement->footprint->small_bytes;
		finding.high = 2 * placement->footprint->small_bytes;
	} else {
		finding.unit = finding_text("");
	}
	return summary_add_finding(summary, &finding);
}

/* ---- beside the verdict ---- */

static int add_retired(struct summary *summary, const struct grid *grid,
                       const struct grid_placement *placement)
{
	struct summary_finding finding = finding_blank("granule", STATUS_NOTED, grid->sweep.pass->name);
	struct sentence reason = {""};
	char a[QUANTITY_TEXT], b[QUANTITY_TEXT];
	if (placement->retired == NULL)
		return 0;
	sentence_add(&reason,
	             "warning: without the footprint rule (G1) the fit would have answered %.0f B at %s, "
	             "doubled %s",
	             placement->retired_granule.bytes, quantity_size(placement->retired->small_bytes, a),
	             quantity_size(2 * placement->retired->small_bytes, b));
	sentence_add(&reason,
	             ", with %.1f per cent explained; of the %zu footprint%s here that the rule forbids, "
	             "%zu answer%s",
	             100 * granule_variance(&placement->retired_granule), placement->edged,
	             placement->edged == 1 ? "" : "s", placement->answering,
	             placement->answering == 1 ? "s" : "");
	finding.level = placement->number;
	finding.value = placement->retired_granule.bytes;
	finding.low = placement->retired->small_bytes;
	finding.high = 2 * placement->retired->small_bytes;
	finding.unit = finding_text("bytes");
	finding.rule = finding_text("G1-");
	finding.reason = reason.text;
	return summary_add_finding(summary, &finding);
}

/* A plateau may rise by a quarter, and the footprint doubles just as the distance grows to a line: a rise of
 * the level itself has the shape of a ramp that ends there. */
static int add_own_rise(struct summary *summary, const struct grid *grid,
                        const struct grid_placement *placement)
{
	struct summary_finding finding = finding_blank("diagnostic", STATUS_NOTED, grid->sweep.pass->name);
	struct sentence reason = {""};
	char a[QUANTITY_TEXT], b[QUANTITY_TEXT];
	if (placement->status == STATUS_REFUSED ||
	    !ratio_above(placement->rise_ns, own_rise, placement->granule.ramp_ns))
		return 0;
	sentence_add(
	    &reason,
	    "granule %d: the sweep alone rises by %s ns as the footprint doubles, and the ramp is %s ns: "
	    "the level's own rise can have made it",
	    (int)placement->number, quantity_number(placement->rise_ns, a),
	    quantity_number(placement->granule.ramp_ns, b));
	finding.level = placement->place.level;
	finding.reason = reason.text;
	return summary_add_finding(summary, &finding);
}

static int add_placement(struct summary *summary, const struct grid *grid,
                         const struct grid_placement *placement)
{
	if (add_verdict(summary, grid, placement) != 0)
		return -1;
	if (placement->footprint != NULL) {
		if (add_fit(summary, grid, placement) != 0)
			return -1;
		for (size_t i = 0; i < GATES; i++)
			if (add_gate(summary, grid, placement, &gates[i]) != 0)
				return -1;
	}
	return add_retired(summary, grid, placement);
}

int granule_add_findings(struct summary *summary, const struct grid *grid)
{
	for (size_t i = 0; i < PLACEMENTS; i++)
		if (add_placement(summary, grid, &grid->placements[i]) != 0)
			return -1;
	for (size_t i = 0; i < PLACEMENTS; i++)
		if (add_own_rise(summary, grid, &grid->placements[i]) != 0)
			return -1;
	return 0;
}
