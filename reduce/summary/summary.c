/* Where a summary is held and written. */
#include "summary.h"

#include "../../probe/character.h"

#include <inttypes.h>
#include <math.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

const char *const finding_kind_words[FINDING_KINDS] = {
    [FINDING_SWEEP] = "sweep",
    [FINDING_TIMER] = "timer",
    [FINDING_CLOCK] = "clock",
    [FINDING_TIER] = "tier",
    [FINDING_HIERARCHY] = "hierarchy",
    [FINDING_PLATEAU] = "plateau",
    [FINDING_LEVEL] = "level",
    [FINDING_KNEE] = "knee",
    [FINDING_LOWER_BOUND] = "lower_bound",
    [FINDING_PLATEAU_TOP] = "plateau_top",
    [FINDING_CAPACITY] = "capacity",
    [FINDING_MIDPOINT] = "midpoint",
    [FINDING_GRANULE] = "granule",
    [FINDING_GRANULE_FIT] = "granule",
    [FINDING_GRANULE_GATE] = "granule",
    [FINDING_GRANULE_RETIRED] = "granule",
    [FINDING_DIAGNOSTIC] = "diagnostic",
    [FINDING_REPORTED] = "reported",
    [FINDING_CONTRADICTION] = "contradiction",
    [FINDING_CONTROL] = "control",
    [FINDING_REACH] = "reach",
    [FINDING_CAUSE] = "cause",
    [FINDING_COMPETITOR] = "competitor",
    [FINDING_PRIVATE] = "private",
    [FINDING_PAGE_ORDER] = "page_order",
    [FINDING_RATIO] = "ratio",
    [FINDING_UNNAMED_CACHE] = "unnamed_cache",
    [FINDING_GAP_ORDER] = "gap_order",
};

const char *const unit_words[UNITS] = {
    [UNIT_NONE] = "",         [UNIT_BYTES] = "bytes",
    [UNIT_NS] = "ns",         [UNIT_CYCLES] = "cycles",
    [UNIT_GHZ] = "GHz",       [UNIT_SHARE] = "share",
    [UNIT_RATIO] = "ratio",   [UNIT_DISTANCES] = "distances",
    [UNIT_POINTS] = "points", [UNIT_LEVELS] = "levels",
    [UNIT_TRIALS] = "trials", [UNIT_FINGERPRINTS] = "fingerprints",
    [UNIT_PASSES] = "passes",
};

const char *const status_words[STATUS_REFUSED + 1] = {"accepted", "noted", "refused"};

const char *finding_kind_word(enum finding_kind kind)
{
	return finding_kind_words[kind];
}

const char *status_word(enum status status)
{
	return status_words[status];
}

const char *finding_rules(const struct summary_finding *finding, char text[RULE_TEXT])
{
	if (finding->kind == FINDING_GRANULE_FIT)
		return strcpy(text, SUMMARY_RULE_FIT);
	if (finding->kind == FINDING_GRANULE_RETIRED)
		return strcpy(text, SUMMARY_RULE_RETIRED);
	return rule_ids(finding->rules, text);
}

bool finding_ends_in_sizes(const struct summary_finding *finding)
{
	switch (finding->kind) {
	case FINDING_SWEEP:
	case FINDING_LEVEL:
	case FINDING_KNEE:
	case FINDING_CAPACITY:
	case FINDING_PLATEAU:
	case FINDING_PAGE_ORDER:
	case FINDING_RATIO:
	case FINDING_COMPETITOR:
	case FINDING_UNNAMED_CACHE:
		return true;
	default:
		return finding_is_granule(finding) && finding->unit == UNIT_BYTES;
	}
}

static bool finding_measured(enum finding_kind kind)
{
	return kind == FINDING_KNEE || kind == FINDING_MIDPOINT || kind == FINDING_REPORTED ||
	       kind == FINDING_COMPETITOR || kind == FINDING_RATIO || kind == FINDING_UNNAMED_CACHE;
}

const char *finding_size(const struct summary_finding *finding, double bytes, char text[QUANTITY_TEXT])
{
	return finding_measured(finding->kind) ? quantity_size(bytes, text) : quantity_exact(bytes, text);
}

const char *finding_sizes(const struct summary_finding *finding, char text[QUANTITY_TEXT])
{
	return finding_measured(finding->kind) ? quantity_range(finding->low, finding->high, text)
	                                       : quantity_exact_range(finding->low, finding->high, text);
}

const char *summary_header(const struct summary *summary, const char *key)
{
	return header_find(summary->headers, summary->header_count, key);
}

const char *const verdict_words[VERDICTS] = {
    "", "cache", "translation", "both possible", "private", "shared", "holds", "fails", "refused",
};
enum verdict finding_verdict(const struct summary_finding *finding)
{
	if (finding == NULL || finding->status == STATUS_REFUSED)
		return finding == NULL ? VERDICT_NONE : VERDICT_REFUSED;
	for (unsigned verdict = VERDICT_NONE + 1; verdict < VERDICT_REFUSED; verdict++) {
		size_t length = strlen(verdict_words[verdict]);
		if (strncmp(finding->reason, verdict_words[verdict], length) != 0)
			continue;
		const char *rest = finding->reason + length;
		rest += strncmp(rest, " step", 5) == 0 ? 5 : 0; /* O2 speaks of a "cache step" */
		if (rest[0] == ':' || rest[0] == '\0')
			return (enum verdict)verdict;
	}
	return VERDICT_NONE;
}

const char *const summary_kind_words[SUMMARY_KINDS] = {"trials", "curve", "comparison"};

enum summary_kind summary_kind(const struct summary *summary)
{
	const char *word = summary_header(summary, SUMMARY_KEY_KIND);
	unsigned kind = SUMMARY_KINDS - 1;
	while (kind > 0 && (word == NULL || strcmp(word, summary_kind_words[kind]) != 0))
		kind--;
	return (enum summary_kind)kind;
}

const struct summary_finding *summary_next(const struct summary *summary, enum finding_kind kind,
                                           const struct summary_finding *last)
{
	size_t i = last == NULL ? 0 : (size_t)(last - summary->findings) + 1;
	while (i < summary->finding_count && summary->findings[i].kind != kind)
		i++;
	return i < summary->finding_count ? &summary->findings[i] : NULL;
}

const struct summary_finding *summary_find(const struct summary *summary, enum finding_kind kind,
                                           const char *pass, uint64_t level,
                                           const struct summary_finding *last)
{
	do
		last = summary_next(summary, kind, last);
	while (last != NULL &&
	       ((pass != NULL && strcmp(last->pass, pass) != 0) || (level != 0 && last->level != level)));
	return last;
}

const struct summary_point *summary_point_of(const struct summary *summary, const char *pass)
{
	for (size_t i = 0; i < summary->point_count; i++)
		if (strcmp(summary->points[i].pass, pass) == 0)
			return &summary->points[i];
	return NULL;
}

bool summary_quiet(const struct summary *summary, const char *pass)
{
	const struct summary_point *point = summary_point_of(summary, pass);
	return point != NULL && point->competitors == 0 && point->order == CAPTURE_RANDOM;
}

unsigned summary_version(const struct summary *summary)
{
	const char *text = summary_header(summary, SUMMARY_KEY_RULES);
	return text != NULL ? (unsigned)strtoul(text, NULL, 10) : 0;
}

int summary_add_header(struct summary *summary, const char *key, const char *value)
{
	return header_add(&summary->headers, &summary->header_count, key, value != NULL ? value : "", NULL);
}

int summary_begin(struct summary *summary, const char *name, unsigned version)
{
	char number[16], constants[1024];
	snprintf(number, sizeof number, "%u", version);
	rule_constants_line(constants, sizeof constants, version);
	return summary_add_header(summary, SUMMARY_KEY_NAME, name) != 0 ||
	               summary_add_header(summary, SUMMARY_KEY_RULES, number) != 0
	           ? -1
	           : summary_add_header(summary, SUMMARY_KEY_CONSTANTS, constants);
}

int summary_keep_point(struct summary *summary, const struct summary_point *point)
{
	struct summary_point *kept = array_add(&summary->points, &summary->point_count, sizeof *kept, NULL);
	if (kept == NULL)
		return -1;
	*kept = *point;
	return point->cpus && point->note && point->pass ? 0 : -1;
}

int summary_keep_finding(struct summary *summary, const struct summary_finding *finding)
{
	struct summary_finding *kept =
	    array_add(&summary->findings, &summary->finding_count, sizeof *kept, NULL);
	if (kept == NULL)
		return -1;
	*kept = *finding;
	return finding->reason && finding->pass ? 0 : -1;
}

int summary_add_point(struct summary *summary, const struct summary_point *point)
{
	struct summary_point made = *point;
	struct texts *texts = &summary->texts;
	made.cpus = texts_keep(texts, point->cpus);
	made.note = texts_keep(texts, point->note);
	made.pass = texts_keep(texts, point->pass);
	return summary_keep_point(summary, &made);
}

int summary_add_finding(struct summary *summary, const struct summary_finding *finding)
{
	struct summary_finding made = *finding;
	made.reason = texts_keep(&summary->texts, finding->reason);
	made.pass = texts_keep(&summary->texts, finding->pass);
	return summary_keep_finding(summary, &made);
}

void summary_free(struct summary *summary)
{
	headers_free(summary->headers, summary->header_count);
	texts_free(&summary->texts);
	free(summary->points);
	free(summary->findings);
	*summary = (struct summary){0};
}

/* A field: in quotes where it holds what CSV gives a meaning; an apostrophe before what a spreadsheet would
 * calculate. */
void summary_write_text(FILE *stream, const char *text)
{
	/* A leading # would make the row a header line, leading or trailing spaces would be trimmed. */
	size_t length = strlen(text);
	bool quoted = strpbrk(text, ",\"\r\n#") != NULL ||
	              (length > 0 && (text[0] == ' ' || text[length - 1] == ' ' || text[0] == '\t'));
	if (quoted)
		fputc('"', stream);
	if (character_formula(text))
		fputc('\'', stream);
	character_write_line(stream, text, '"');
	if (quoted)
		fputc('"', stream);
}

/* Whole numbers in full, others with nine significant digits, NAN as nothing. */
void summary_write_number(FILE *stream, double number)
{
	if (isnan(number))
		return;
	if (number == (double)(int64_t)number && fabs(number) < 9e15)
		fprintf(stream, "%" PRId64, (int64_t)number);
	else if (fabs(number) >= 1e8)
		fprintf(stream, "%.1f", number);
	else
		fprintf(stream, "%.9g", number);
}

static void write_count(FILE *stream, uint64_t count)
{
	if (count != 0)
		fprintf(stream, "%" PRIu64, count);
}

static void write_headers(FILE *stream, const char *format_key, const struct summary *summary)
{
	fprintf(stream, "# %s: %d\n", format_key, SUMMARY_VERSION);
	for (size_t i = 0; i < summary->header_count; i++) {
		fprintf(stream, "# %s: ", summary->headers[i].key);
		character_write_line(stream, summary->headers[i].value, '\0');
		fputc('\n', stream);
	}
}

static void write_point(FILE *stream, const struct summary_point *point)
{
	fprintf(stream, "%s,%" PRIu64 ",", capture_experiment_names[point->experiment], point->size_bytes);
	write_count(stream, point->distance_bytes);
	fprintf(stream, ",%s,%" PRIu64 ",%" PRIu64 ",%" PRIu64 ",%" PRIu64 ",",
	        capture_order_names[point->order], point->competitors, point->trials, point->discarded,
	        point->migrated);
	summary_write_text(stream, point->cpus);
	const double numbers[] = {point->time_ns, point->low_ns,  point->q1_ns,
	                          point->q3_ns,   point->high_ns, point->cycles};
	for (size_t i = 0; i < sizeof numbers / sizeof numbers[0]; i++) {
		fputc(',', stream);
		summary_write_number(stream, numbers[i]);
	}
	fputc(',', stream);
	write_count(stream, point->plateau);
	fputc(',', stream);
	write_count(stream, point->level);
	fputc(',', stream);
	summary_write_text(stream, point->note);
	fputc(',', stream);
	summary_write_text(stream, point->pass);
	fputc('\n', stream);
}

int summary_write_points(FILE *stream, const struct summary *summary)
{
	write_headers(stream, SUMMARY_KEY_POINTS, summary);
	fputs(
	    "experiment,size_bytes,distance_bytes,order,competitors,trials,discarded,migrated,cpus,time_ns,low_ns,q1_ns,q3_ns,high_ns,cycles,plateau,level,note,pass\n",
	    stream);
	for (size_t i = 0; i < summary->point_count; i++)
		write_point(stream, &summary->points[i]);
	return ferror(stream) ? -1 : 0;
}

static void write_finding(FILE *stream, const struct summary_finding *finding)
{
	char ids[RULE_TEXT];
	fprintf(stream, "%s,", finding_kind_word(finding->kind));
	write_count(stream, finding->level);
	fprintf(stream, ",%s,", status_word(finding->status));
	summary_write_number(stream, finding->value);
	fprintf(stream, ",%s", unit_words[finding->unit]);
	const double numbers[] = {finding->low, finding->high, finding->reported, finding->gap};
	for (size_t i = 0; i < sizeof numbers / sizeof numbers[0]; i++) {
		fputc(',', stream);
		summary_write_number(stream, numbers[i]);
	}
	const char *texts[] = {finding_rules(finding, ids), finding->reason, finding->pass};
	for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++) {
		fputc(',', stream);
		summary_write_text(stream, texts[i]);
	}
	fputc('\n', stream);
}

int summary_write_findings(FILE *stream, const struct summary *summary)
{
	write_headers(stream, SUMMARY_KEY_FINDINGS, summary);
	fputs("finding,level,status,value,unit,low,high,reported,gap,rule,reason,pass\n", stream);
	for (size_t i = 0; i < summary->finding_count; i++)
		write_finding(stream, &summary->findings[i]);
	return ferror(stream) ? -1 : 0;
}
