/* Where tests make captures of several passes. */
#include "made.h"
#include "../reduce/join/summarize.h"

#include <check.h>
#include <string.h>

enum { LOADS = 100000, STARTED_NS = 1000000 };

static unsigned rounds_of(const struct made_pass *pass)
{
	return pass->rounds != 0 ? pass->rounds : 3;
}

FILE *made_begin(const char *headers)
{
	FILE *file = tmpfile();
	ck_assert_ptr_nonnull(file);
	capture_write_header(file, CAPTURE_KEY_VERSION, "1");
	fputs(headers, file);
	capture_write_columns(file);
	return file;
}

void made_timer(FILE *file)
{
	for (int i = 0; i < 10; i++) {
		struct capture_row row = {.present = 0};
		capture_row_set(&row, CAPTURE_EXPERIMENT, CAPTURE_TIMER);
		capture_row_set(&row, CAPTURE_ELAPSED_NS, 10);
		capture_write_row(file, &row);
	}
}

static uint64_t stair_ps(const struct made_step *stairs, uint64_t size_bytes)
{
	while (stairs->to_bytes < size_bytes)
		stairs++;
	return stairs->ps;
}

/* Adds at `clock_mhz` take 1000 / clock_mhz ns each. */
static void set_print(struct capture_row *row, uint64_t print_ps, uint64_t clock_mhz)
{
	enum { ADDS = 1000000, PRINTS = 100000 };
	if (print_ps == 0)
		return;
	uint64_t adds_ns = (uint64_t)ADDS * 1000 / clock_mhz, print_ns = PRINTS / 1000 * print_ps;
	capture_row_set(row, CAPTURE_ADDS, ADDS);
	capture_row_set(row, CAPTURE_ADDS_BEFORE_NS, adds_ns);
	capture_row_set(row, CAPTURE_ADDS_AFTER_NS, adds_ns);
	capture_row_set(row, CAPTURE_PRINT_LOADS, PRINTS);
	capture_row_set(row, CAPTURE_PRINT_BEFORE_NS, print_ns);
	capture_row_set(row, CAPTURE_PRINT_AFTER_NS, print_ns);
}

/* They run as long as the chase does (T6), if nothing else is asked. */
static void write_competitors(FILE *file, const struct made_pass *pass, unsigned round, uint64_t elapsed_ns)
{
	uint64_t block_ns =
	    pass->block_per_mille != 0 ? elapsed_ns * pass->block_per_mille / 1000 : elapsed_ns;
	for (uint64_t i = 0; i < pass->competitors; i++) {
		struct capture_row row = {.present = 0};
		capture_row_set(&row, CAPTURE_EXPERIMENT, CAPTURE_COMPETITOR);
		capture_row_set(&row, CAPTURE_ROUND, round);
		capture_row_set(&row, CAPTURE_SIZE_BYTES, pass->competitor_bytes);
		capture_row_set(&row, CAPTURE_LOADS, LOADS);
		capture_row_set(&row, CAPTURE_ELAPSED_NS, block_ns);
		if (pass->block_cpu_per_mille != 0)
			capture_row_set(&row, CAPTURE_CPU_TIME_NS,
			                block_ns * pass->block_cpu_per_mille / 1000);
		if (pass->late_per_mille != 0)
			capture_row_set(&row, CAPTURE_STARTED_NS,
			                STARTED_NS + elapsed_ns * pass->late_per_mille / 1000);
		if (pass->competitor_print_ps != 0)
			set_print(&row, pass->competitor_print_ps, pass->competitor_clock_mhz);
		else
			set_print(&row, pass->print_ps, pass->clock_mhz);
		capture_write_row(file, &row);
	}
}

/* What a row tells beside its time, where it is asked. */
static void set_beside(struct capture_row *row, const struct made_pass *pass, uint64_t elapsed_ns)
{
	if (pass->cpu_per_mille != 0)
		capture_row_set(row, CAPTURE_CPU_TIME_NS, elapsed_ns * pass->cpu_per_mille / 1000);
	if (pass->faults != 0)
		capture_row_set(row, CAPTURE_FAULTS, pass->faults);
	if (pass->late_per_mille != 0)
		capture_row_set(row, CAPTURE_STARTED_NS, STARTED_NS);
	for (int level = 0; level < 2 && pass->level_cycles[0] + pass->level_cycles[1] > 0; level++)
		capture_row_set(row, (enum capture_column)(CAPTURE_LEVEL_CYCLES_0 + level),
		                pass->level_cycles[level]);
}

static void write_trial(FILE *file, const struct made_pass *pass, unsigned round, uint64_t size_bytes)
{
	struct capture_row row = {.present = 0};
	bool last = pass->last_stairs != NULL && round == rounds_of(pass);
	uint64_t elapsed_ns = LOADS / 1000 * stair_ps(last ? pass->last_stairs : pass->stairs, size_bytes);
	capture_row_set(&row, CAPTURE_EXPERIMENT, CAPTURE_SWEEP);
	capture_row_set(&row, CAPTURE_ROUND, round);
	capture_row_set(&row, CAPTURE_SIZE_BYTES, size_bytes);
	if (pass->stride_bytes != 0)
		capture_row_set(&row, CAPTURE_STRIDE_BYTES, pass->stride_bytes);
	capture_row_set(&row, CAPTURE_ORDER, pass->order);
	capture_row_set(&row, CAPTURE_COMPETITORS, pass->competitors);
	if (pass->competitors > 0) {
		capture_row_set(&row, CAPTURE_COMPETITOR_BYTES, pass->competitor_bytes);
		capture_row_set(&row, CAPTURE_COMPETITOR_MODE, pass->mode);
	}
	capture_row_set(&row, CAPTURE_LOADS, LOADS);
	capture_row_set(&row, CAPTURE_ELAPSED_NS, elapsed_ns);
	set_beside(&row, pass, elapsed_ns);
	set_print(&row, pass->print_ps, pass->clock_mhz);
	capture_write_row(file, &row);
	write_competitors(file, pass, round, elapsed_ns);
}

void made_write(FILE *file, const struct made_pass *pass)
{
	uint64_t parts = pass->fine ? 8 : 4;
	for (unsigned round = 1; round <= rounds_of(pass); round++) {
		if (pass->low_bytes == pass->high_bytes)
			write_trial(file, pass, round, pass->low_bytes);
		for (uint64_t octave = KIB(4);
		     pass->low_bytes < pass->high_bytes && octave <= pass->high_bytes; octave *= 2)
			for (uint64_t size = octave; size < 2 * octave; size += octave / parts)
				if (size >= pass->low_bytes && size <= pass->high_bytes)
					write_trial(file, pass, round, size);
	}
}

void made_reduce(struct reduction *reduction, FILE *file, const char *path,
                 const struct reduction_options *options)
{
	static const struct reduction_options none;
	struct fault fault;
	ck_assert_int_eq(fseek(file, 0, SEEK_END), 0);
	capture_write_header(file, CAPTURE_KEY_END, "complete");
	rewind(file);
	int status = reduction_run(reduction, file, path, options != NULL ? options : &none, &fault);
	ck_assert_msg(status == 0, "%s: %s", status != 0 ? fault.object : "", status != 0 ? fault.what : "");
	fclose(file);
}

struct summary made_summary(FILE *file, const struct reduction_options *options)
{
	struct reduction reduction;
	struct summary summary;
	struct fault fault;
	made_reduce(&reduction, file, "made.csv", options);
	ck_assert_int_eq(summarize_capture(&reduction, &summary, &fault), 0);
	reduction_free(&reduction);
	return summary;
}

const struct summary_finding *made_find(const struct summary *summary, enum finding_kind kind,
                                        const char *pass, size_t nth)
{
	for (size_t i = 0; i < summary->finding_count; i++) {
		const struct summary_finding *finding = &summary->findings[i];
		if (finding->kind != kind || (pass != NULL && strcmp(finding->pass, pass) != 0))
			continue;
		if (nth-- == 0)
			return finding;
	}
	return NULL;
}

const struct summary_finding *made_must(const struct summary *summary, enum finding_kind kind,
                                        const char *pass, size_t nth)
{
	const struct summary_finding *finding = made_find(summary, kind, pass, nth);
	ck_assert_msg(finding != NULL, "no finding %s number %zu in %s", finding_kind_word(kind), nth,
	              pass != NULL ? pass : "all");
	return finding;
}

const char *made_rules(const struct summary_finding *finding)
{
	static char text[RULE_TEXT];
	return finding_rules(finding, text);
}

void made_begins(const struct summary_finding *finding, const char *words)
{
	ck_assert_msg(strncmp(finding->reason, words, strlen(words)) == 0,
	              "\"%s\" does not begin with \"%s\"", finding->reason, words);
}

void made_holds(const struct summary_finding *finding, const char *words)
{
	ck_assert_msg(strstr(finding->reason, words) != NULL, "\"%s\" does not hold \"%s\"", finding->reason,
	              words);
}
