/* Where the rig is set up and taken down, and where the capture's header is written. */
#include "rig.h"
#include "number.h"

#include <inttypes.h>
#include <string.h>
#include <time.h>

bool rig_stopped(const struct rig *rig)
{
	return *rig->stop != 0;
}

void rig_spent(struct rig *rig, enum rig_activity activity, uint64_t ticks)
{
	rig->spent_ns[activity] += clock_exact_ns(&rig->clock, ticks, system_ticks());
}

uint64_t rig_now_ns(const struct rig *rig)
{
	return clock_exact_ns(&rig->clock, rig->clock.began, system_ticks());
}

void rig_displace(struct rig *rig)
{
	uint64_t before = system_ticks();
	if (rig->displacement.base != NULL)
		rig->sum +=
		    chase_stream(rig->displacement.base, rig->displacement.bytes, rig->plan.line_bytes);
	rig_spent(rig, RIG_DISPLACE, before);
}

/* ---- up and down ---- */

int rig_plan(struct rig *rig, const struct settings *settings, const volatile sig_atomic_t *stop,
             struct fault *fault)
{
	memset(rig, 0, sizeof *rig);
	rig->settings = settings;
	rig->stop = stop;
	rig->counters.handles[0] = rig->counters.handles[1] = -1;
	if (system_steer(&settings->steering, &rig->steered, fault) != 0 ||
	    system_describe(&rig->steered, &rig->description, fault) != 0)
		return -1;
	if (rig->description.translated && !settings->rosetta) {
		fault_set(fault, NULL,
		          "Rosetta translates this program, so that it would measure the translation too");
		return fault_expect(fault, "the program for arm64, or --rosetta to measure all the same");
	}
	return plan_make(&rig->plan, settings, &rig->description, fault);
}

/* Maps memory and writes every byte: pages that were never written share one page of zeros, and time as the
 * first level. */
static int rig_map(struct system_memory *memory, uint64_t bytes, bool huge, struct fault *fault)
{
	if (bytes == 0)
		return 0;
	if (system_memory_map(memory, bytes, huge, fault) != 0)
		return -1;
	memset(memory->base, 0, (size_t)bytes);
	return 0;
}

int rig_deal_pages(struct rig *rig, struct system_memory *memory, struct fault *fault)
{
	const struct plan *plan = &rig->plan;
	struct system_memory fresh = {0};
	uint64_t before = system_ticks(), bytes = memory->bytes;
	/* While the old pages are still held the system must give others; where both do not fit it may not.
	 */
	bool both = plan_held_bytes(plan) + bytes <= rig->description.memory_bytes / 2;
	if (!both)
		system_memory_unmap(memory);
	if (rig_map(&fresh, bytes, plan->settings->huge, fault) != 0)
		return -1;
	if (both)
		system_memory_unmap(memory);
	*memory = fresh;
	rig_spent(rig, RIG_MEMORY, before);
	return 0;
}

/* The grid's memory is written with the words of its first round at once. */
static int rig_map_grid(struct rig *rig, struct fault *fault)
{
	const struct plan *plan = &rig->plan;
	if (plan->grid_bytes == 0)
		return 0;
	if (system_memory_map(&rig->grid_memory, plan->grid_bytes, plan->settings->huge, fault) != 0)
		return -1;
	cycle_write_words(rig->grid_memory.base, plan->grid_bytes, plan_round_seed(plan, 1, CAPTURE_ORDERS));
	return 0;
}

void rig_release(struct rig *rig, enum capture_experiment experiment)
{
	if (experiment == CAPTURE_SWEEP)
		system_memory_unmap(&rig->sweep_memory);
	else if (experiment == CAPTURE_ADJACENCY)
		system_memory_unmap(&rig->grid_memory);
}

int rig_begin(struct rig *rig, struct fault *fault)
{
	const struct plan *plan = &rig->plan;
	clock_begin(&rig->clock, &rig->description, rig->settings->coarsen_ns);
	if (rig_map(&rig->sweep_memory, plan->sweep_bytes, plan->settings->huge, fault) != 0 ||
	    rig_map_grid(rig, fault) != 0 ||
	    rig_map(&rig->displacement, plan_displaced_bytes(plan), false, fault) != 0 ||
	    fingerprint_begin(&rig->fingerprint, plan, fault) != 0)
		return -1;
	system_counters_open(&rig->counters, rig->counters_text);
	if (plan->company_count > 1 && crowd_begin(&rig->crowd, rig, fault) != 0)
		return -1;
	rig_spent(rig, RIG_MEMORY, rig->clock.began);
	return 0;
}

void rig_end(struct rig *rig)
{
	if (rig->crowd.started > 0)
		crowd_end(&rig->crowd);
	system_counters_close(&rig->counters);
	fingerprint_end(&rig->fingerprint);
	system_memory_unmap(&rig->sweep_memory);
	system_memory_unmap(&rig->grid_memory);
	system_memory_unmap(&rig->displacement);
	system_memory_unmap(&rig->former_pages[0]);
	system_memory_unmap(&rig->former_pages[1]);
}

void rig_spin(struct rig *rig)
{
	uint64_t before = system_ticks(), spin_ns = rig->settings->spin_ms * 1000000;
	while (!rig_stopped(rig) && clock_exact_ns(&rig->clock, before, system_ticks()) < spin_ns)
		rig->sum = chase_adds(100 * CHASE_UNROLL, rig->sum);
	rig_spent(rig, RIG_SPIN, before);
}

/* ---- the header ---- */

static void header_began(struct rig *rig)
{
	char text[40];
	time_t now = time(NULL);
	struct tm utc;
	if (gmtime_r(&now, &utc) != NULL && strftime(text, sizeof text, "%Y-%m-%dT%H:%M:%SZ", &utc) > 0)
		record_header(&rig->record, CAPTURE_KEY_BEGAN, "%s", text);
}

static void header_clusters(struct rig *rig)
{
	for (size_t i = 0; i < rig->description.cluster_count; i++) {
		const struct system_cluster *cluster = &rig->description.clusters[i];
		char processors[64 * 4] = "";
		size_t used = 0;
		for (unsigned cpu = 0; cpu < 64; cpu++)
			if (cluster->processors >> cpu & 1)
				used += (size_t)snprintf(processors + used, sizeof processors - used, "%s%u",
				                         used == 0 ? "" : ",", cpu);
		record_header(&rig->record, CAPTURE_KEY_CLUSTER, "number=%" PRIu32 " type=%s processors=%s",
		              cluster->number, cluster->type, processors);
	}
}

void rig_record_state(struct rig *rig, const char *when)
{
	char text[SYSTEM_NOTE];
	system_state(text);
	if (text[0] != '\0')
		record_header(&rig->record, CAPTURE_KEY_STATE, "when=%s %s", when, text);
}

const char *rig_company_note(const struct rig *rig, char text[SYSTEM_NOTE])
{
	const struct system_description *machine = &rig->description;
	const char *cores = rig->description.cores[0] != '\0' ? rig->description.cores : "same";
	text[0] = '\0';
	if (rig->plan.company_count < 2)
		return text;
	size_t used = 0;
	if (rig->plan.competitors_asked != 0)
		used = (size_t)snprintf(text, SYSTEM_NOTE,
		                        "%" PRIu64 " competitors were asked for, and there are %" PRIu64
		                        " more processors of the %s kind: so many run",
		                        rig->plan.competitors_asked, machine->beside, cores);
	if (machine->cluster_cores != 0 && machine->cluster_cores < machine->beside + 1)
		snprintf(
		    text + used, SYSTEM_NOTE - used,
		    "%sthe %" PRIu64 " processors of the %s kind are in clusters of %" PRIu64
		    ", so that a competitor can run in another cluster: only trials with both processors in "
		    "one cluster tell private from shared",
		    used > 0 ? "; " : "", machine->beside + 1, cores, machine->cluster_cores);
	return text;
}

static void header_machine(struct rig *rig)
{
	const struct system_description *machine = &rig->description;
	struct record *record = &rig->record;
	record_header(record, CAPTURE_KEY_MACHINE, "%s", machine->machine);
	record_header(record, CAPTURE_KEY_PROCESSOR, "%s", machine->processor);
	record_header(record, CAPTURE_KEY_SYSTEM, "%s", machine->system);
	if (machine->cpus != 0)
		record_header(record, CAPTURE_KEY_CPUS, "%" PRIu64, machine->cpus);
	record_header(record, CAPTURE_KEY_MEMORY, "%" PRIu64, machine->memory_bytes);
	record_header(record, CAPTURE_KEY_PAGE, "%" PRIu64, machine->page_bytes);
	if (machine->line_bytes != 0)
		record_header(record, CAPTURE_KEY_LINE, "%" PRIu64, machine->line_bytes);
	for (size_t i = 0; i < machine->cache_count; i++) {
		const struct system_cache *cache = &machine->caches[i];
		char shared[32] = "";
		if (cache->shared != 0)
			snprintf(shared, sizeof shared, " shared=%" PRIu64, cache->shared);
		record_header(record, CAPTURE_KEY_CACHE, "level=%u type=%s bytes=%" PRIu64 "%s%s%s",
		              cache->level, cache->type, cache->bytes, shared,
		              cache->cores[0] != '\0' ? " cores=" : "", cache->cores);
	}
	if (machine->line_bytes == 0)
		record_header(record, CAPTURE_KEY_NOTE,
		              "the system reports no line; %" PRIu64 " bytes were taken for it",
		              rig->plan.line_bytes);
	header_clusters(rig);
	record_header(record, CAPTURE_KEY_MEMORY_LIMIT, "%s", machine->memory_limit);
	record_header(record, CAPTURE_KEY_CPU_QUOTA, "%s", machine->cpu_quota);
	record_header(record, CAPTURE_KEY_TIMER, "%s", machine->timer);
	record_header(record, CAPTURE_KEY_TIMER_NOMINAL, "%" PRIu64 "/%" PRIu64, machine->tick_numerator,
	              machine->tick_denominator);
}

static void header_asked(struct rig *rig)
{
	const struct settings *asked = rig->settings;
	struct record *record = &rig->record;
	char got[SYSTEM_TEXT];
	if (asked->coarsen_ns != 0)
		record_header(record, CAPTURE_KEY_ASKED_COARSEN, "%" PRIu64, asked->coarsen_ns);
	if (asked->steering.choice == SYSTEM_CPU_NUMBER)
		record_header(record, CAPTURE_KEY_ASKED_CPU, "%" PRIu64, asked->steering.cpu);
	else if (asked->steering.choice == SYSTEM_CPU_ANY)
		record_header(record, CAPTURE_KEY_ASKED_CPU, "any");
	record_header(record, CAPTURE_KEY_GOT_CPU, "%s", rig->steered.cpu);
	record_header(record, CAPTURE_KEY_ASKED_QOS, "%s", system_qos_names[asked->steering.qos]);
	record_header(record, CAPTURE_KEY_GOT_QOS, "%s", rig->steered.qos);
	record_header(record, CAPTURE_KEY_ASKED_CORES, "%s", rig->description.cores);
	record_header(record, CAPTURE_KEY_ASKED_TIER, "%s", asked->tier != NULL ? asked->tier : "");
	if (asked->busy != 0)
		record_header(record, CAPTURE_KEY_ASKED_BUSY, "%" PRIu64, asked->busy);
	record_header(record, CAPTURE_KEY_ASKED_PAGES, "%s", asked->huge ? "huge" : "default");
	system_memory_got(rig->plan.sweep_bytes != 0 ? &rig->sweep_memory : &rig->grid_memory, got);
	record_header(record, CAPTURE_KEY_GOT_PAGES, "%s", got);
	if (rig->settings->rounds > 1 && rig->plan.sweep_bytes != 0)
		record_header(record, CAPTURE_KEY_NOTE,
		              "the memory of the sweep is dealt new pages for every round");
	if (rig->plan.sweep_bytes != 0 && rig->plan.grid_bytes != 0) {
		system_memory_got(&rig->grid_memory, got);
		record_header(record, CAPTURE_KEY_NOTE, "pages of the adjacency grid's memory: %s",
		              got[0] != '\0' ? got : "not told");
	}
}

/* All companies in one line: "3 stream 64 MiB", or of a private test "1 chase 1 MiB, 1 chase 4 MiB". */
static void header_companies(struct rig *rig)
{
	const struct plan *plan = &rig->plan;
	char text[PLAN_COMPANIES * 64] = "", size[SIZE_TEXT];
	size_t used = 0;
	for (size_t c = 1; c < plan->company_count && used < sizeof text; c++) {
		const struct plan_company *company = &plan->companies[c];
		used +=
		    (size_t)snprintf(text + used, sizeof text - used, "%s%" PRIu64 " %s %s",
		                     c == 1 ? "" : ", ", company->competitors,
		                     capture_mode_names[company->mode], size_format(company->bytes, size));
	}
	record_header(&rig->record, CAPTURE_KEY_COMPETITORS, "%s", text);
}

/* The add chain is recorded as a clock only where it can be one (see fingerprint_record). */
static void header_clock(struct rig *rig)
{
	uint64_t before = system_ticks();
	rig->sum = chase_adds(rig->plan.adds, rig->sum);
	uint64_t ns = clock_exact_ns(&rig->clock, before, system_ticks());
	if (rig->plan.adds > FINGERPRINT_MOST_GHZ * ns)
		record_header(
		    &rig->record, CAPTURE_KEY_NOTE,
		    "the chain of adds runs above %d GHz here and cannot be a clock; its fields are empty",
		    FINGERPRINT_MOST_GHZ);
}

static void header_sweep(struct rig *rig)
{
	const struct plan *plan = &rig->plan;
	struct record *record = &rig->record;
	header_companies(rig);
	for (size_t o = 0; plan->size_count > 0 && o < plan->order_count; o++)
		for (size_t c = 0; c < plan->company_count; c++) {
			const struct plan_company *company = &plan->companies[c];
			record_header(record, CAPTURE_KEY_PLAN,
			              "sweep sizes=%zu lowest=%" PRIu64 " highest=%" PRIu64 " rounds=%" PRIu64
			              " trials=%" PRIu64 " target_ms=%" PRIu64 " laps=%" PRIu64
			              " order=%s page_bytes=%" PRIu64 " competitors=%" PRIu64
			              " competitor_bytes=%" PRIu64 " quick=%d",
			              plan->size_count, plan->sizes[0], plan->sizes[plan->size_count - 1],
			              plan->settings->rounds, plan->settings->trials,
			              plan->target_ns / 1000000, plan->settings->laps,
			              capture_order_names[plan->orders[o]],
			              plan->orders[o] == CAPTURE_PAGE ? plan->page_bytes : 0,
			              company->competitors, company->bytes, plan->settings->quick ? 1 : 0);
		}
}

static void header_plan(struct rig *rig)
{
	const struct plan *plan = &rig->plan;
	struct record *record = &rig->record;
	header_sweep(rig);
	if (plan->footprint_count > 0)
		record_header(record, CAPTURE_KEY_PLAN,
		              "adjacency footprints=%zu lowest=%" PRIu64 " highest=%" PRIu64
		              " distances=%zu nearest=%" PRIu64 " farthest=%" PRIu64 " pitch_bytes=%" PRIu64
		              " rounds=%" PRIu64 " target_us=%" PRIu64,
		              plan->footprint_count, plan->footprints[0],
		              plan->footprints[plan->footprint_count - 1], plan->distance_count,
		              plan->distances[0], plan->distances[plan->distance_count - 1],
		              plan->pitch_bytes, plan->settings->rounds, plan->grid_target_ns / 1000);
	if (plan->settings->controls)
		record_header(record, CAPTURE_KEY_PLAN, "control trials=%d target_us=%" PRIu64 " dit=%d",
		              PLAN_CONTROL_TRIALS, plan->control_target_ns / 1000, plan->control_dit ? 1 : 0);
	if (plan->reach_count > 0)
		record_header(record, CAPTURE_KEY_PLAN,
		              "translation counts=%zu fewest=%" PRIu64 " most=%" PRIu64 " rounds=%" PRIu64
		              " target_us=%" PRIu64 " page_bytes=%" PRIu64 " line_bytes=%" PRIu64,
		              plan->reach_count, plan->reach_nodes[0],
		              plan->reach_nodes[plan->reach_count - 1], plan->settings->rounds,
		              plan->reach_target_ns / 1000, plan->reach_page_bytes, plan->line_bytes);
	record_header(record, CAPTURE_KEY_PLAN,
	              "fingerprint bytes=%" PRIu64 " loads=%" PRIu64 " adds=%" PRIu64,
	              plan->print_nodes * plan->line_bytes, plan->print_loads, plan->adds);
}

int rig_write_header(struct rig *rig, struct fault *fault)
{
	struct record *record = &rig->record;
	static const char *const orders[] = {
	    [SETTINGS_RANDOM] = "random", [SETTINGS_PAGE] = "page", [SETTINGS_BOTH] = "both"};
	char note[SYSTEM_NOTE];
	record_header(record, CAPTURE_KEY_VERSION, "%d", CAPTURE_VERSION);
	record_header(record, CAPTURE_KEY_PROBE, "%s", CACHESTAIR_VERSION);
	header_began(rig);
	capture_write_header(record->stream, CAPTURE_KEY_COMMAND, rig->settings->command);
	record_header(record, CAPTURE_KEY_LABEL, "%s",
	              rig->settings->label != NULL ? rig->settings->label : "");
	header_machine(rig);
	record_header(record, CAPTURE_KEY_STRIDE, "%" PRIu64, rig->plan.stride_bytes);
	header_asked(rig);
	record_header(record, CAPTURE_KEY_ORDER, "%s", orders[rig->settings->order]);
	record_header(record, CAPTURE_KEY_COUNTERS, "%s", rig->counters_text);
	record_header(record, CAPTURE_KEY_SEED, "%" PRIu64, rig->settings->seed);
	record_header(record, CAPTURE_KEY_NOTE, "%s", rig->steered.note);
	record_header(record, CAPTURE_KEY_NOTE, "%s", rig->description.note);
	record_header(record, CAPTURE_KEY_UNROLL, "%d", CHASE_UNROLL);
	record_header(record, CAPTURE_KEY_WORDS, "%s", rig->plan.footprint_count > 0 ? "own" : "");
	record_header(record, CAPTURE_KEY_NOTE, "%s", rig_company_note(rig, note));
	header_clock(rig);
	header_plan(rig);
	rig_record_state(rig, "before");
	return record_columns(record, fault);
}

/* ---- rows ---- */

void rig_record_pages(struct rig *rig, enum capture_experiment experiment, uint64_t round,
                      struct system_memory *memory)
{
	uint64_t huge_bytes;
	char huge[80] = "";
	if (memory->base == NULL)
		return;
	bool tells = system_memory_huge(memory, &huge_bytes);
	if (memory->told && (!tells || memory->huge_bytes == huge_bytes))
		return;
	if (tells)
		snprintf(huge, sizeof huge, " huge_page_bytes=%" PRIu64 " huge_bytes=%" PRIu64,
		         system_huge_page_bytes(), huge_bytes);
	memory->told = true;
	memory->huge_bytes = huge_bytes;
	record_header(&rig->record, CAPTURE_KEY_ROUND_PAGES,
	              "experiment=%s round=%" PRIu64 " page_bytes=%" PRIu64 "%s bytes=%" PRIu64,
	              capture_experiment_names[experiment], round, rig->description.page_bytes, huge,
	              memory->bytes);
}

void rig_row(struct rig *rig, struct capture_row *row, enum capture_experiment experiment)
{
	memset(row, 0, sizeof *row);
	capture_row_set(row, CAPTURE_EXPERIMENT, experiment);
	capture_row_set(row, CAPTURE_TRIAL, ++rig->trials);
	capture_row_set(row, CAPTURE_STARTED_NS,
	                clock_elapsed_ns(&rig->clock, rig->clock.began, system_ticks()));
}

int rig_record_timer(struct rig *rig, struct fault *fault)
{
	enum { GAPS = 101 };
	uint64_t gaps[GAPS], before = system_ticks();
	size_t count = clock_gaps(&rig->clock, gaps, GAPS, 300000000);
	for (size_t i = 0; i < count; i++) {
		struct capture_row row;
		rig_row(rig, &row, CAPTURE_TIMER);
		capture_row_set(&row, CAPTURE_ELAPSED_NS, gaps[i]);
		if (record_row(&rig->record, &row, fault) != 0)
			return -1;
	}
	rig_spent(rig, RIG_SPIN, before);
	return 0;
}

void rig_print_times(const struct rig *rig, FILE *stream)
{
	static const char *const names[RIG_ACTIVITIES] = {
	    "timed blocks",
	    "warm-up",
	    "growing and shrinking cycles",
	    "fingerprints and clock",
	    "mapping and writing memory",
	    "spinning and the timer",
	    "filling caches with other memory",
	    "waking and parking competitors",
	};
	double wall = (double)rig_now_ns(rig), rest = wall;
	for (int i = 0; i < RIG_ACTIVITIES; i++) {
		rest -= (double)rig->spent_ns[i];
		fprintf(stream, "%10.3f s  %5.1f %%  %s\n", (double)rig->spent_ns[i] / 1e9,
		        100 * (double)rig->spent_ns[i] / wall, names[i]);
	}
	fprintf(stream, "%10.3f s  %5.1f %%  rows and the rest\n", rest / 1e9, 100 * rest / wall);
	fprintf(stream, "%10.3f s  timed over wall: %.3f\n", wall / 1e9,
	        (double)rig->spent_ns[RIG_TIMED] / wall);
}
