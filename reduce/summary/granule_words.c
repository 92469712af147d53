/* The words of the granule's verdicts. */
#include "granule_words.h"
#include "finding.h"
#include "quantity.h"

#include <inttypes.h>
#include <math.h>

/* Beyond this share of the ramp, the sweep's own rise over the doubling footprint is worth a diagnostic. */
static const struct ratio own_rise = {1, 2};

/* ---- the gates ---- */

/* What one gate measured: a row's value and what is asked; NAN where there is no number to it. */
struct measure {
	double value, asked;
	enum unit unit;
};

static struct measure tell_g2(struct sentence *sentence, const struct grid *grid,
                              const struct grid_placement *placement)
{
	const struct granule *granule = &placement->footprint->granule;
	char a[QUANTITY_TEXT], b[QUANTITY_TEXT];
	(void)grid;
	sentence_add(sentence, "a ramp of %s ns on a plateau of %s ns, %.1f per cent",
	             quantity_number(granule->ramp_ns, a), quantity_number(granule->plateau_ns, b),
	             100 * granule_ramp(granule));
	return (struct measure){granule_ramp(granule), ratio_value(rule_g2_ramp), UNIT_SHARE};
}

static struct measure tell_g3(struct sentence *sentence, const struct grid *grid,
                              const struct grid_placement *placement)
{
	double share = granule_variance(&placement->footprint->granule);
	(void)grid;
	sentence_add(sentence, "%.1f per cent explained", 100 * share);
	return (struct measure){share, ratio_value(rule_g3_variance), UNIT_SHARE};
}

static struct measure tell_g4(struct sentence *sentence, const struct grid *grid,
                              const struct grid_placement *placement)
{
	const struct granule *granule = &placement->footprint->granule;
	double margin = granule_margin(granule);
	(void)grid;
	if (isnan(granule->second_error))
		sentence_add(sentence, "there is no runner-up");
	else
		sentence_add(sentence, "%.0f B leaves %.1f per cent less error than the runner-up, %.0f B",
		             granule->bytes, 100 * margin, granule->second_bytes);
	return (struct measure){margin, ratio_value(rule_g4_margin), UNIT_SHARE};
}

static struct measure tell_g5(struct sentence *sentence, const struct grid *grid,
                              const struct grid_placement *placement)
{
	size_t above = placement->footprint->granule.above;
	sentence_add(sentence, "%zu swept distance%s above %.0f B, of %zu", above, above == 1 ? "" : "s",
	             placement->footprint->granule.bytes, grid->distance_count);
	return (struct measure){(double)above, RULE_G5_ABOVE, UNIT_DISTANCES};
}

static struct measure tell_g6(struct sentence *sentence, const struct grid *grid,
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
	return (struct measure){grid->control_bytes, NAN, UNIT_BYTES};
}

static struct measure tell_g7(struct sentence *sentence, const struct grid *grid,
                              const struct grid_placement *placement)
{
	(void)grid;
	sentence_add(sentence, "%.0f B", placement->footprint->granule.bytes);
	return (struct measure){placement->footprint->granule.bytes, NAN, UNIT_BYTES};
}

static struct measure tell_g8(struct sentence *sentence, const struct grid *grid,
                              const struct grid_placement *placement)
{
	const struct granule *granule = &placement->footprint->granule;
	double bend = granule_bend(granule);
	char a[QUANTITY_TEXT];
	(void)grid;
	if (isnan(granule->bend_ns))
		sentence_add(sentence, "not judged: no swept distance between %g and %g of the granule",
		             ratio_value(rule_g8_low), ratio_value(rule_g8_middle));
	else if (isnan(bend))
		sentence_add(sentence, "not judged: there is no ramp");
	else
		sentence_add(sentence, "the ramp stands %s ns off the edge, %.1f per cent of itself",
		             quantity_number(granule->bend_ns, a), 100 * bend);
	return (struct measure){bend, ratio_value(rule_g8_bend), isnan(bend) ? UNIT_NONE : UNIT_SHARE};
}

/* What each gate says of its measure, in a few words. */
typedef struct measure gate_words(struct sentence *sentence, const struct grid *grid,
                                  const struct grid_placement *placement);
static gate_words *const evidence[RULE_COUNT] = {
    [RULE_G2] = tell_g2, [RULE_G3] = tell_g3, [RULE_G4] = tell_g4, [RULE_G5] = tell_g5,
    [RULE_G6] = tell_g6, [RULE_G7] = tell_g7, [RULE_G8] = tell_g8,
};

/* The gates among the rules of a set, in their order. */
static size_t list_gates(rule_set set, enum rule_id list[RULE_COUNT])
{
	size_t count = 0, all = rule_list(set, list);
	for (size_t i = 0; i < all; i++)
		if (evidence[list[i]] != NULL)
			list[count++] = list[i];
	return count;
}

/* A row of a placement, still without numbers. */
static struct finding begin(enum finding_kind kind, enum status status, const struct grid *grid,
                            const struct grid_placement *placement)
{
	struct finding finding = finding_begin(kind, status, 0, grid->sweep.pass->name);
	finding.row.level = placement->number;
	return finding;
}

static int add_gate(struct summary *summary, const struct grid *grid, const struct grid_placement *placement,
                    enum rule_id gate)
{
	enum status status = (placement->refused & RULE_SET(gate)) != 0 ? STATUS_REFUSED
	                     : (placement->noted & RULE_SET(gate)) != 0 ? STATUS_NOTED
	                                                                : STATUS_ACCEPTED;
	struct finding finding = begin(FINDING_GRANULE_GATE, status, grid, placement);
	if (status == STATUS_REFUSED)
		sentence_add(&finding.reason, "%s: ", rules[gate].refusal);
	struct measure measure = evidence[gate](&finding.reason, grid, placement);
	finding.row.rules = RULE_SET(gate);
	finding_measure(&finding, measure.value, measure.asked, NAN, measure.unit);
	return finding_add(summary, &finding);
}

static int add_fit(struct summary *summary, const struct grid *grid, const struct grid_placement *placement)
{
	struct finding finding = begin(FINDING_GRANULE_FIT, STATUS_NOTED, grid, placement);
	const struct granule *granule = &placement->footprint->granule;
	char a[QUANTITY_TEXT], b[QUANTITY_TEXT];
	finding_measure(&finding, granule->bytes, granule->start_ns, granule->plateau_ns, UNIT_NS);
	return finding_say(summary, finding, "the best of %zu candidates is %.0f B: from %s to %s ns a pair",
	                   grid->distance_count, granule->bytes, quantity_number(granule->start_ns, a),
	                   quantity_number(granule->plateau_ns, b));
}

/* ---- the verdict ---- */

static void tell_footprint(struct sentence *sentence, const struct grid_placement *placement)
{
	char a[QUANTITY_TEXT], b[QUANTITY_TEXT];
	double low, high;
	placement_extent(&placement->place, &low, &high);
	sentence_add(sentence, "at %s, doubled %s", quantity_exact(placement->footprint->small_bytes, a),
	             quantity_exact(2 * placement->footprint->small_bytes, b));
	sentence_add(sentence, ", in level %zu from %s", placement->place.level,
	             quantity_exact_range(low, high, a));
}

/* By how much the sites, a granule each, leave the level. */
static void tell_grown(struct sentence *sentence, const struct grid_placement *placement)
{
	double grown = (double)placement->footprint->sites * placement->footprint->granule.bytes;
	char a[QUANTITY_TEXT], b[QUANTITY_TEXT];
	sentence_add(sentence, "G1: with %.0f B a pair the footprint is %s, doubled %s",
	             placement->footprint->granule.bytes, quantity_exact(grown, a),
	             quantity_exact(2 * grown, b));
	sentence_add(sentence, ", and leaves level %zu as this sweep shows it", placement->place.level);
}

static void tell_refusals(struct sentence *sentence, const struct grid *grid,
                          const struct grid_placement *placement)
{
	/* A control is built to be refused: by its gates, that is. */
	rule_set g1 = RULE_SET(RULE_G1), g6 = RULE_SET(RULE_G6);
	bool good = placement->number == PLACEMENT_CONTROL && (placement->refused & g6) == 0 &&
	            placement->refused != g1;
	const char *join = good ? "refused, as expected of the control: " : "";
	enum rule_id list[RULE_COUNT];
	size_t count = list_gates(placement->refused, list);
	for (size_t i = 0; i < count; i++) {
		sentence_add(sentence, "%s%s: %s (", join, rules[list[i]].id, rules[list[i]].refusal);
		evidence[list[i]](sentence, grid, placement);
		sentence_add(sentence, ")");
		join = "; ";
	}
	if ((placement->refused & RULE_SET(RULE_Q3)) != 0) {
		sentence_add(sentence, "%sQ3: %s", join, rules[RULE_Q3].refusal);
		join = "; ";
	}
	if ((placement->refused & g1) != 0) {
		sentence_add(sentence, "%s", join);
		tell_grown(sentence, placement);
	}
	sentence_add(sentence, "; ");
	tell_footprint(sentence, placement);
}

static void tell_evidence(struct sentence *sentence, const struct grid *grid,
                          const struct grid_placement *placement)
{
	static const enum rule_id gates[] = {RULE_G2, RULE_G3, RULE_G4};
	tell_footprint(sentence, placement);
	for (size_t i = 0; i < sizeof gates / sizeof gates[0]; i++) {
		sentence_add(sentence, "; ");
		evidence[gates[i]](sentence, grid, placement);
	}
}

static void tell_notes(struct sentence *sentence, const struct grid *grid,
                       const struct grid_placement *placement)
{
	char a[QUANTITY_TEXT];
	enum rule_id list[RULE_COUNT];
	size_t count = list_gates(placement->noted & ~placement->refused, list);
	sentence_add(sentence, "; the sweep alone changes by %s ns between these two sizes",
	             quantity_number(placement->rise_ns, a));
	if (placement->passed_over > 0)
		sentence_add(sentence,
		             "; at %zu legal footprint%s the fit answers, but with that granule reaches out "
		             "of the level",
		             placement->passed_over, placement->passed_over == 1 ? "" : "s");
	if (placement->footprint->thin > 0)
		sentence_add(sentence, "; %zu of %zu distances are thin", placement->footprint->thin,
		             grid->distance_count);
	for (size_t i = 0; i < count; i++) {
		sentence_add(sentence, "; %s ", rules[list[i]].id);
		evidence[list[i]](sentence, grid, placement);
	}
	if ((placement->noted & RULE_SET(RULE_T1)) != 0)
		sentence_add(sentence, "; T1 not judged: the capture holds no timer rows");
}

/* Which footprints were measured, where the levels lie, and what is missing to a legal one. */
static void tell_nowhere(struct sentence *sentence, const struct grid *grid,
                         const struct grid_placement *placement)
{
	char a[QUANTITY_TEXT], b[QUANTITY_TEXT];
	double low, high;
	sentence_add(sentence, "G1: %s", rules[RULE_G1].refusal);
	sentence_add(sentence, "; %zu measured, from %s", grid->footprint_count,
	             quantity_exact_range(grid->footprints[0].small_bytes,
	                                  grid->footprints[grid->footprint_count - 1].small_bytes, a));
	if (placement_extent(&placement->place, &low, &high))
		sentence_add(sentence, "; level %zu lies from %s here", placement->place.level,
		             quantity_exact_range(low, high, a));
	if (placement->nearest == NULL) {
		sentence_add(sentence, "; no level lies here");
		return;
	}
	sentence_add(sentence, "; the nearest, %s doubled to %s,",
	             quantity_exact(placement->nearest->small_bytes, a),
	             quantity_exact(2 * placement->nearest->small_bytes, b));
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
	             quantity_exact(placement->lacking->small_bytes, a), placement->lacking->missing,
	             grid->distance_count);
}

static void tell_verdict(struct sentence *sentence, const struct grid *grid,
                         const struct grid_placement *placement)
{
	if (placement->why != NULL) {
		sentence_add(sentence, "G1: %s", placement->why);
	} else if (placement->lacking != NULL) {
		tell_lacking(sentence, grid, placement);
	} else if (placement->footprint == NULL) {
		tell_nowhere(sentence, grid, placement);
	} else {
		if (placement->refused != 0)
			tell_refusals(sentence, grid, placement);
		else
			tell_evidence(sentence, grid, placement);
		tell_notes(sentence, grid, placement);
	}
}

static int add_verdict(struct summary *summary, const struct grid *grid,
                       const struct grid_placement *placement)
{
	struct finding finding = begin(FINDING_GRANULE, placement->status, grid, placement);
	const struct grid_footprint *footprint = placement->footprint;
	finding.row.rules = placement->refused;
	finding_measure(&finding,
	                placement->status == STATUS_REFUSED ? NAN : placement->footprint->granule.bytes,
	                footprint != NULL ? footprint->small_bytes : NAN,
	                footprint != NULL ? 2 * footprint->small_bytes : NAN, UNIT_BYTES);
	tell_verdict(&finding.reason, grid, placement);
	return finding_add(summary, &finding);
}

/* ---- beside the verdict ---- */

static int add_retired(struct summary *summary, const struct grid *grid,
                       const struct grid_placement *placement)
{
	struct finding finding = begin(FINDING_GRANULE_RETIRED, STATUS_NOTED, grid, placement);
	char a[QUANTITY_TEXT], b[QUANTITY_TEXT];
	if (placement->retired == NULL)
		return 0;
	const struct granule *granule = &placement->retired->granule;
	double small_bytes = placement->retired->small_bytes;
	finding_measure(&finding, granule->bytes, small_bytes, 2 * small_bytes, UNIT_BYTES);
	return finding_say(
	    summary, finding,
	    "warning: without the footprint rule (G1) the fit would have answered %.0f B at %s, doubled %s, "
	    "with %.1f per cent explained; of the %zu footprint%s here that the rule forbids, %zu answer%s",
	    granule->bytes, quantity_exact(small_bytes, a), quantity_exact(2 * small_bytes, b),
	    100 * granule_variance(granule), placement->edged, placement->edged == 1 ? "" : "s",
	    placement->answering, placement->answering == 1 ? "s" : "");
}

/* A plateau may rise by a quarter, and the footprint doubles just as the distance grows to a line: a rise of
 * the level itself has the shape of a ramp that ends there. */
static int add_own_rise(struct summary *summary, const struct grid *grid,
                        const struct grid_placement *placement)
{
	struct finding finding = begin(FINDING_DIAGNOSTIC, STATUS_NOTED, grid, placement);
	char a[QUANTITY_TEXT], b[QUANTITY_TEXT];
	if (placement->status == STATUS_REFUSED ||
	    !ratio_above(placement->rise_ns, own_rise, placement->footprint->granule.ramp_ns))
		return 0;
	finding.row.level = placement->place.level;
	return finding_say(
	    summary, finding,
	    "granule %d: the sweep alone rises by %s ns as the footprint doubles, and the ramp is %s ns: "
	    "the level's own rise can have made it",
	    (int)placement->number, quantity_number(placement->rise_ns, a),
	    quantity_number(placement->footprint->granule.ramp_ns, b));
}

static int add_placement(struct summary *summary, const struct grid *grid,
                         const struct grid_placement *placement)
{
	enum rule_id gates[RULE_COUNT];
	size_t count = placement->footprint != NULL ? list_gates(~(rule_set)0, gates) : 0;
	int status = add_verdict(summary, grid, placement);
	if (status == 0 && placement->footprint != NULL)
		status = add_fit(summary, grid, placement);
	for (size_t i = 0; status == 0 && i < count; i++)
		status = add_gate(summary, grid, placement, gates[i]);
	return status == 0 ? add_retired(summary, grid, placement) : -1;
}

int granule_words_add(struct summary *summary, const struct grid *grid)
{
	int status = 0;
	for (size_t i = 0; status == 0 && i < PLACEMENTS; i++)
		status = add_placement(summary, grid, &grid->placements[i]);
	for (size_t i = 0; status == 0 && i < PLACEMENTS; i++)
		status = add_own_rise(summary, grid, &grid->placements[i]);
	return status;
}
