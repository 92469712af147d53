/* Where the controls are measured. */
#include "control.h"
#include "number.h"
#include "trial.h"

#include <inttypes.h>
#include <string.h>

enum {
	WARM_LOADS = 20000, /* at least */
	PLACE_TARGETS = 5,  /* blocks of the place are so many times longer */
	ADDS_A_NS = 3       /* on a core of 3 GHz the chain of the clock fills the block */
};

/* What the controls of one end share. */
struct bench {
	struct rig *rig;
	struct control_table *table;
	struct system_memory memory;
	struct trial trial;
};

double control_estimate_ns(const struct plan *plan)
{
	double blocks = 2 + PLACE_TARGETS + 2 + 2 + 2 * (double)plan->control_size_count;
	double build = (double)plan->control_bytes / (double)plan->line_bytes * 60;
	return plan->settings->controls
	           ? build + blocks * (PLAN_CONTROL_TRIALS + 1) * (double)plan->control_target_ns
	           : 0;
}

/* ---- figures ---- */

/* The number of a figure; `count` where there is none. */
static size_t table_find(const struct control_table *table, enum capture_control kind, uint64_t size_bytes,
                         int dit)
{
	size_t i = 0;
	while (i < table->count &&
	       (table->figures[i].kind != kind || table->figures[i].size_bytes != size_bytes ||
	        table->figures[i].dit != dit))
		i++;
	return i;
}

static int64_t row_value(const struct capture_row *row, enum capture_column column)
{
	return capture_row_has(row, column) ? (int64_t)row->value[column] : -1;
}

static void bench_keep(struct bench *bench)
{
	const struct trial *trial = &bench->trial;
	const struct capture_row *row = &bench->rig->last_row;
	struct control_table *table = bench->table;
	size_t number = table_find(table, trial->control, trial->size_bytes, trial->dit);
	if (number == CONTROL_FIGURES)
		return;
	struct control_figure *figure = &table->figures[number];
	if (number == table->count)
		*figure = (struct control_figure){
		    .kind = trial->control, .size_bytes = trial->size_bytes, .dit = trial->dit};
	table->count += number == table->count;
	struct control_end *end = &figure->ends[trial->round == 1 ? 0 : 1];
	bool pairs = trial->chase.distance_bytes != 0;
	double steps = trial->adds != 0 ? (double)trial->adds : (double)trial->loads / (pairs ? 2 : 1);
	if (end->trials == PLAN_CONTROL_TRIALS)
		return;
	end->ns[end->trials] = (double)row->value[CAPTURE_ELAPSED_NS] / steps;
	end->cycles[end->trials++] = (double)row->value[CAPTURE_CYCLES] / steps;
	end->priority[0] = row_value(row, CAPTURE_PRIORITY_BEFORE);
	end->priority[1] = row_value(row, CAPTURE_PRIORITY_AFTER);
	end->processor[0] = row_value(row, CAPTURE_CPU_BEFORE);
	end->processor[1] = row_value(row, CAPTURE_CPU_AFTER);
}

/* ---- blocks ---- */

/* A block of the clock, or one that fills target_ns behind its warm-up. */
static int bench_block(struct bench *bench, uint64_t target_ns, struct fault *fault)
{
	struct rig *rig = bench->rig;
	if (rig_stopped(rig))
		return 0;
	if (bench->trial.adds != 0
	        ? trial_run(rig, &bench->trial, fault) != 0
	        : trial_warm_and_run(rig, &bench->trial, WARM_LOADS, target_ns, target_ns, fault) != 0)
		return -1;
	if (!rig_stopped(rig))
		bench_keep(bench);
	return 0;
}

/* The same with the DIT bit cleared, and set where there is one. */
static int bench_with_dit(struct bench *bench, struct fault *fault)
{
	bool has = bench->rig->plan.control_dit;
	int status = 0;
	for (int dit = 0; dit <= (has ? 1 : 0) && status == 0; dit++) {
		bench->trial.dit = has ? dit : -1;
		system_set_dit(dit == 1);
		status = bench_block(bench, bench->rig->plan.control_target_ns, fault);
		system_set_dit(false);
	}
	bench->trial.dit = -1;
	return status;
}

/* ---- kinds ---- */

/* A cycle of single loads, a node a line; of no node an empty one. */
static void bench_cycle(struct bench *bench, enum capture_control kind, uint64_t nodes)
{
	struct trial *trial = &bench->trial;
	uint64_t line_bytes = bench->rig->plan.line_bytes;
	trial->control = kind;
	trial->adds = 0;
	trial->size_bytes = nodes * line_bytes;
	cycle_begin(&trial->cycle, bench->memory.base, line_bytes, 1, 0,
	            cycle_seed(bench->rig->settings->seed, trial->round));
	if (nodes > 0)
		cycle_resize(&trial->cycle, nodes);
	trial->chase = (struct chase){.at = cycle_node(&trial->cycle, 0)};
}

static void prepare_site(struct bench *bench, enum capture_control kind, uint64_t bytes)
{
	(void)bytes;
	bench_cycle(bench, kind, CHASE_UNROLL + (kind == CAPTURE_SITE_MORE));
}

/* Landings stand in the first half of their slots, so that no second word is one: it would part the equal
 * words that a predictor is to meet. */
static void prepare_words(struct bench *bench, enum capture_control kind, uint64_t bytes)
{
	const struct plan *plan = &bench->rig->plan;
	struct trial *trial = &bench->trial;
	uint64_t pitch = plan->control_pitch_bytes, sites = plan_sites(plan, bytes);
	uint64_t seed = cycle_seed(plan->settings->seed, trial->round);
	if (kind == CAPTURE_WORDS_SAME)
		memset(bench->memory.base, 0, (size_t)(sites * pitch));
	else
		cycle_write_words(bench->memory.base, sites * pitch, seed);
	cycle_begin(&trial->cycle, bench->memory.base, pitch, pitch / 16, 0, seed);
	cycle_resize(&trial->cycle, sites);
	trial->control = kind;
	trial->adds = 0;
	trial->size_bytes = bytes;
	trial->chase = (struct chase){.at = cycle_node(&trial->cycle, 0), .distance_bytes = pitch / 4};
}

/* The offsets come first. Both kinds follow a pass over the nodes in the order of addresses, which leaves the
 * same ones in the caches; the walker goes on from where it stands, over nodes that it has not met. */
static void prepare_pointers(struct bench *bench, enum capture_control kind, uint64_t bytes)
{
	struct trial *trial = &bench->trial;
	uint64_t nodes = plan_odd(bytes / bench->rig->plan.line_bytes);
	if (trial->cycle.nodes != nodes)
		bench_cycle(bench, kind, nodes);
	trial->control = kind;
	if (kind == CAPTURE_OFFSET)
		cycle_make_offsets(&trial->cycle);
	else
		cycle_make_pointers(&trial->cycle);
	trial->chase.offsets_from = kind == CAPTURE_OFFSET ? bench->memory.base : NULL;
}

/* A question is two kinds, measured in turn, so that a drift meets both. */
static const struct question {
	enum capture_control kinds[2];
	void (*prepare)(struct bench *bench, enum capture_control kind, uint64_t bytes);
} questions[] = {
    {{CAPTURE_SITE, CAPTURE_SITE_MORE}, prepare_site},
    {{CAPTURE_WORDS_SAME, CAPTURE_WORDS_OWN}, prepare_words},
    {{CAPTURE_OFFSET, CAPTURE_POINTER}, prepare_pointers},
};

static int measure_question(struct bench *bench, const struct question *question, uint64_t bytes,
                            struct fault *fault)
{
	bench->trial.cycle.nodes = 0;
	for (int t = 0; t < PLAN_CONTROL_TRIALS; t++)
		for (int k = 0; k < 2 && !rig_stopped(bench->rig); k++) {
			question->prepare(bench, question->kinds[k], bytes);
			if (bench_with_dit(bench, fault) != 0)
				return -1;
		}
	return 0;
}

static int measure_clock(struct bench *bench, struct fault *fault)
{
	bench_cycle(bench, CAPTURE_CLOCK, 0);
	bench->trial.adds = chase_whole(ADDS_A_NS * bench->rig->plan.control_target_ns);
	for (int t = 0; t < PLAN_CONTROL_TRIALS; t++)
		if (bench_block(bench, 0, fault) != 0)
			return -1;
	return 0;
}

static int measure_place(struct bench *bench, struct fault *fault)
{
	const struct plan *plan = &bench->rig->plan;
	bench_cycle(bench, CAPTURE_PLACE, plan_odd(plan->control_sizes[0] / plan->line_bytes));
	for (int t = 0; t < PLAN_CONTROL_TRIALS; t++)
		if (bench_block(bench, PLACE_TARGETS * plan->control_target_ns, fault) != 0)
			return -1;
	return 0;
}

static int measure_all(struct bench *bench, struct fault *fault)
{
	const struct plan *plan = &bench->rig->plan;
	if (measure_clock(bench, fault) != 0 || measure_question(bench, &questions[0], 0, fault) != 0 ||
	    measure_question(bench, &questions[1], plan->control_pair_bytes, fault) != 0)
		return -1;
	for (size_t i = 0; i < plan->control_size_count; i++)
		if (measure_question(bench, &questions[2], plan->control_sizes[i], fault) != 0)
			return -1;
	return measure_place(bench, fault);
}

int control_measure(struct rig *rig, uint64_t end, struct control_table *table, struct fault *fault)
{
	struct bench bench = {.rig = rig, .table = table};
	if (!rig->settings->controls || rig_stopped(rig))
		return 0;
	bench.trial = (struct trial){.experiment = CAPTURE_CONTROLS, .round = end, .dit = -1};
	uint64_t began_ns = rig_now_ns(rig);
	progress_show(&rig->progress, began_ns, end == 1 ? "controls before" : "controls after");
	if (system_memory_map(&bench.memory, rig->plan.control_bytes, rig->settings->huge, fault) != 0)
		return -1;
	int status = measure_all(&bench, fault);
	system_memory_unmap(&bench.memory);
	progress_done(&rig->progress, control_estimate_ns(&rig->plan), rig_now_ns(rig) - began_ns);
	return status;
}

/* ---- the page ---- */

static double median_of_trials(const double values[PLAN_CONTROL_TRIALS], size_t count)
{
	double sorted[PLAN_CONTROL_TRIALS] = {0};
	for (size_t i = 0; i < count; i++) {
		size_t at = i;
		for (; at > 0 && sorted[at - 1] > values[i]; at--)
			sorted[at] = sorted[at - 1];
		sorted[at] = values[i];
	}
	return count > 0 ? sorted[count / 2] : 0;
}

static double end_ns(const struct control_figure *figure, int end)
{
	return median_of_trials(figure->ends[end].ns, figure->ends[end].trials);
}

static double end_cycles(const struct control_figure *figure, int end)
{
	return median_of_trials(figure->ends[end].cycles, figure->ends[end].trials);
}

static void print_clock(const struct rig *rig, const struct control_figure *figure, FILE *stream)
{
	fprintf(stream, "Clock. An add of a chain takes %.4f ns at first and %.4f ns at the end",
	        end_ns(figure, 0), end_ns(figure, 1));
	if (end_cycles(figure, 0) > 0)
		fprintf(stream,
		        ",\n  which the counter calls %.3f and %.3f cycles. Expected: 0.98 to 1.02.\n",
		        end_cycles(figure, 0), end_cycles(figure, 1));
	else
		fprintf(stream, ".\n  No cycles are counted here (%s).\n", rig->counters_text);
}

/* The two kinds of a question at both ends, and their ratio. */
static void print_pair(const struct control_figure *first, const struct control_figure *second, FILE *stream)
{
	static const char *const names[CAPTURE_CONTROL_KINDS] = {
	    [CAPTURE_SITE] = "64 nodes",          [CAPTURE_SITE_MORE] = "65 nodes",
	    [CAPTURE_WORDS_SAME] = "equal words", [CAPTURE_WORDS_OWN] = "own words",
	    [CAPTURE_POINTER] = "pointers",       [CAPTURE_OFFSET] = "offsets"};
	static const char *const dits[] = {"", ", DIT cleared", ", DIT set"};
	char size[SIZE_TEXT];
	const uint64_t round_to =
	    first->size_bytes < (UINT64_C(1) << 20) ? UINT64_C(1) << 10 : UINT64_C(1) << 20;
	uint64_t about = (first->size_bytes + round_to / 2) / round_to * round_to;
	fprintf(stream, "  %s%s:", size_format(about, size), dits[first->dit + 1]);
	for (int end = 0; end < CONTROL_ENDS; end++)
		fprintf(stream, "%s %s %.3f ns, %s %.3f ns, ratio %.3f", end == 0 ? "" : ";\n    at the end",
		        names[first->kind], end_ns(first, end), names[second->kind], end_ns(second, end),
		        end_ns(first, end) / end_ns(second, end));
	fputs(".\n", stream);
}

static void print_question(const struct control_table *table, enum capture_control first,
                           enum capture_control second, const char *title, FILE *stream)
{
	fprintf(stream, "%s\n", title);
	for (size_t i = 0; i < table->count; i++) {
		const struct control_figure *figure = &table->figures[i];
		uint64_t bytes = figure->size_bytes;
		if (figure->kind != first)
			continue;
		if (first == CAPTURE_SITE)
			bytes += bytes / CHASE_UNROLL;
		size_t other = table_find(table, second, bytes, figure->dit);
		if (other < table->count)
			print_pair(figure, &table->figures[other], stream);
	}
}

static void print_place(const struct control_figure *figure, FILE *stream)
{
	fputs("Place. The thread's processor and priority before and after a block:\n", stream);
	for (int end = 0; end < CONTROL_ENDS; end++) {
		const int64_t *processor = figure->ends[end].processor,
		              *priority = figure->ends[end].priority;
		fprintf(stream, "  %s: processor ", end == 0 ? "at first" : "at the end");
		if (processor[0] >= 0)
			fprintf(stream, "%" PRId64 " and %" PRId64, processor[0], processor[1]);
		else
			fputs("not told", stream);
		if (priority[0] >= 0)
			fprintf(stream, ", priority %" PRId64 " and %" PRId64, priority[0], priority[1]);
		fputs(".\n", stream);
	}
}

void control_print(const struct rig *rig, const struct control_table *table, FILE *stream)
{
	const struct system_description *machine = &rig->description;
	fprintf(stream, "Controls of cachestair probe %s\n\n", CACHESTAIR_VERSION);
	fprintf(stream, "Machine: %s%s%s\nSystem: %s\nProcessor: %s%s%s\n", machine->machine,
	        machine->machine[0] != '\0' ? ", " : "", machine->processor, machine->system,
	        rig->steered.cpu, rig->steered.qos[0] != '\0' ? ", class " : "", rig->steered.qos);
	char state[SYSTEM_NOTE];
	system_state(state);
	fprintf(stream, "State: %s\n\n", state[0] != '\0' ? state : "not told");
	fputs("These figures check what a measurement here rests on. They say nothing of the caches.\n"
	      "Nothing in them names you, your files or this machine's serial number.\n\n",
	      stream);
	for (size_t i = 0; i < table->count; i++)
		if (table->figures[i].kind == CAPTURE_CLOCK)
			print_clock(rig, &table->figures[i], stream);
	print_question(
	    table, CAPTURE_SITE, CAPTURE_SITE_MORE,
	    "Load sites. As many nodes as the loop has loads, and one more. Expected: within 5 per "
	    "cent.",
	    stream);
	print_question(
	    table, CAPTURE_WORDS_SAME, CAPTURE_WORDS_OWN,
	    "Values. Pairs whose second words are all equal, and all different. Expected: within 5 "
	    "per cent.",
	    stream);
	print_question(table, CAPTURE_POINTER, CAPTURE_OFFSET,
	               "Pointers. A chase of pointers, and of offsets. Expected: within 10 per cent past the "
	               "caches;\n  in the first level an offset can cost a cycle more.",
	               stream);
	for (size_t i = 0; i < table->count; i++)
		if (table->figures[i].kind == CAPTURE_PLACE)
			print_place(&table->figures[i], stream);
}
