/* What pages are written of, read and named: captures in their order, machines. */
#include "page_section.h"

#include "../../probe/capture.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

struct page_stem page_stem(const char *path, const char *ending)
{
	size_t length = strlen(path), end = strlen(ending);
	bool ends = length > end && strcmp(path + length - end, ending) == 0;
	return (struct page_stem){path, ends ? length - end : length};
}

static void page_entry_free(struct page_entry *entry)
{
	summary_free(&entry->summary);
	view_close_all(entry->passes, entry->pass_count);
	free(entry->points);
	free(entry->passes);
}

/* What a person calls it where it stands among others of its machine: the name of its file; of a synthetic
 * capture its label. */
static void page_entry_title(struct page_entry *entry)
{
	const char *label = entry->synthetic ? view_header(&entry->summary, CAPTURE_KEY_LABEL) : NULL;
	text_clean(entry->title, sizeof entry->title, label != NULL ? label : entry->name);
	if (entry->title[0] == '\0')
		text_add(entry->title, "a capture without a readable name");
}

/* "Comparison of A and B", or of how many; the names are the captures'. */
static void page_comparison_title(struct page_entry *entry)
{
	const struct summary *summary = &entry->summary;
	char text[TEXT_BYTES] = "";
	size_t count = 0, told = 0;
	for (size_t i = 0; i < summary->header_count; i++)
		count += strcmp(summary->headers[i].key, SUMMARY_KEY_COMPARED) == 0;
	if (count == 0)
		return;
	text_add(text, "Comparison of ");
	if (count > 3)
		text_add(text, "%zu captures", count);
	for (size_t i = 0; i < summary->header_count && count <= 3; i++)
		if (strcmp(summary->headers[i].key, SUMMARY_KEY_COMPARED) == 0)
			text_add(text, "%s%.100s",
			         told++ == 0     ? ""
			         : told == count ? " and "
			                         : ", ",
			         summary->headers[i].value);
	text_clean(entry->title, sizeof entry->title, text);
}

/* Sweeps first; by experiment and pass, and in a pass as they stand. */
static int page_point_compare(const void *left, const void *right)
{
	const struct summary_point *a = *(const struct summary_point *const *)left,
	                           *b = *(const struct summary_point *const *)right;
	int order = (int)a->experiment - (int)b->experiment;
	if (order == 0)
		order = strcmp(a->pass, b->pass);
	return order != 0 ? order : (a > b) - (a < b);
}

static int page_entry_load(struct page_entry *entry, const char *path, struct fault *fault)
{
	if (summary_load(&entry->summary, path, fault) != 0)
		return -1;
	view_scrub(&entry->summary);
	size_t points = entry->summary.point_count;
	entry->stem = (struct page_stem){path, summary_stem(path)};
	entry->points = malloc((points + 1) * sizeof *entry->points);
	if (entry->points == NULL)
		return fault_system(fault, path, ENOMEM, "cannot be read");
	const char *name = summary_header(&entry->summary, SUMMARY_KEY_NAME);
	entry->name = name == NULL ? "" : name;
	entry->comparison = points == 0;
	entry->synthetic = view_header(&entry->summary, CAPTURE_KEY_SYNTHETIC) != NULL;
	for (size_t i = 0; i < points; i++)
		entry->points[i] = &entry->summary.points[i];
	qsort(entry->points, points, sizeof *entry->points, page_point_compare);
	page_entry_title(entry);
	if (entry->comparison)
		page_comparison_title(entry);
	return 0;
}

/* Captures first, by title and name; files of one name by their path. */
static int page_entry_compare(const void *left, const void *right)
{
	const struct page_entry *a = left, *b = right;
	const char *texts[][2] = {{a->title, b->title}, {a->name, b->name}, {a->stem.path, b->stem.path}};
	int order = a->comparison - b->comparison;
	for (size_t i = 0; order == 0 && i < sizeof texts / sizeof texts[0]; i++)
		order = strcmp(texts[i][0], texts[i][1]);
	return order;
}

bool page_is_sweep(const struct view *view)
{
	return view->count > 0 && (view_refused(view_finding(view, FINDING_SWEEP, 0)) ||
	                           view_finding(view, FINDING_HIERARCHY, 0) != NULL);
}

static const char *page_known(const struct page_entry *entry, const char *key)
{
	const char *value = view_header(&entry->summary, key);
	return value != NULL ? value : "";
}

/* Whether a capture is of the machine that the row tells. */
static bool page_is_of(const struct page_entry *entry, const struct machine_row *row)
{
	size_t length = strlen(row->label);
	const char *label = page_known(entry, CAPTURE_KEY_LABEL);
	bool labelled = strncmp(label, row->label, length) == 0 &&
	                (label[length] == '\0' || strncmp(label + length, ", ", 2) == 0);
	return strcmp(page_known(entry, CAPTURE_KEY_MACHINE), row->machine) == 0 &&
	       strcmp(page_known(entry, CAPTURE_KEY_PROCESSOR), row->processor) == 0 && labelled;
}

/* Takes away the captures of the other machines that lie in its folder. */
static void page_keep_own(struct page *page, const struct machine_row *row)
{
	size_t kept = 0;
	for (size_t i = 0; i < page->count; i++) {
		struct page_entry entry = page->entries[i];
		if (entry.comparison || page_is_of(&entry, row)) {
			page->entries[kept++] = entry;
			continue;
		}
		page_entry_free(&entry);
		page->captures--;
	}
	page->count = kept;
}

/* Each sweep has one row; the halves of a private test can have one name. */
static int page_entry_passes(struct page_entry *entry, struct fault *fault)
{
	const struct summary_finding *sweep = NULL;
	while ((sweep = summary_next(&entry->summary, FINDING_SWEEP, sweep)) != NULL) {
		bool told = false;
		for (size_t k = 0; !told && k < entry->pass_count; k++)
			told = strcmp(entry->passes[k].pass, sweep->pass) == 0;
		if (told)
			continue;
		struct view *view = array_add(&entry->passes, &entry->pass_count, sizeof *view, fault);
		if (view == NULL || view_open(view, &entry->summary, sweep->pass, fault) < 0)
			return -1;
	}
	return 0;
}

int page_load(struct page *page, char *const *paths, size_t count, const struct machine_row *own,
              struct fault *fault)
{
	*page = (struct page){.entries = calloc(count + 1, sizeof *page->entries), .fault = fault};
	if (page->entries == NULL)
		return fault_system(fault, "page", ENOMEM, "cannot be written");
	while (page->count < count) {
		struct page_entry *entry = &page->entries[page->count];
		if (page_entry_load(entry, paths[page->count++], fault) != 0)
			return -1;
		page->captures += !entry->comparison;
	}
	qsort(page->entries, page->count, sizeof *page->entries, page_entry_compare);
	for (size_t i = 0; i < page->count; i++) {
		char prefix[24];
		snprintf(prefix, sizeof prefix, "c%zu-", i + 1);
		html_id(page->entries[i].id, prefix, page->entries[i].title);
	}
	if (own != NULL)
		page_keep_own(page, own);
	for (size_t i = 0; i < page->count; i++) /* in their last places: a view points to its summary */
		if (page_entry_passes(&page->entries[i], fault) != 0)
			return -1;
	return 0;
}

void page_free(struct page *page)
{
	for (size_t i = 0; i < page->count; i++)
		page_entry_free(&page->entries[i]);
	free(page->entries);
	*page = (struct page){.count = 0};
}

/* ---- one machine: names ---- */

/* The label; else machine and processor; else the folder's name. */
static void page_machine_title(struct page_machine *machine, const char *path)
{
	const char *slash = strrchr(path, '/'), *name = path;
	for (const char *at = path; slash != NULL && at < slash; at++)
		if (*at == '/')
			name = at + 1;
	char text[TEXT_BYTES] = "";
	if (slash != NULL)
		text_add(text, "%.*s", (int)(slash - name < 400 ? slash - name : 400), name);
	text_clean(machine->place, sizeof machine->place, text);
	const struct machine_row *row = machine->table.count > 0 ? &machine->table.rows[0] : NULL;
	text[0] = '\0';
	if (row != NULL && row->label[0] != '\0')
		text_add(text, "%.500s", row->label);
	else if (row != NULL)
		text_add(text, "%.240s%s%.240s", row->machine,
		         row->machine[0] != '\0' && row->processor[0] != '\0' ? ", " : "", row->processor);
	text_clean(machine->title, sizeof machine->title, text);
	if (machine->title[0] == '\0')
		text_add(machine->title, "%s", machine->place[0] != '\0' ? machine->place : "a machine");
}

void page_machine_words(char words[TEXT_BYTES], const struct page_machine *machine)
{
	const struct page_entry *first = &machine->page.entries[0];
	const char *from = "", *to = "", *separator = "";
	words[0] = '\0';
	if (machine->page.captures > 0) {
		const char *state = page_known(first, CAPTURE_KEY_STATE),
		           *count = page_known(first, CAPTURE_KEY_CPUS),
		           *system = page_known(first, CAPTURE_KEY_SYSTEM);
		size_t release = strcspn(system, " "), end = release + strcspn(system + release, "-");
		if (strstr(state, "virtual=1") != NULL)
			text_add(words, "virtual machine, ");
		if (count[0] != '\0')
			text_add(words, "%.20s processor%s, ", count, strcmp(count, "1") == 0 ? "" : "s");
		if (system[0] != '\0')
			text_add(words, "%.*s; ", (int)(end < 60 ? end : 60), system);
	}
	text_add(words, "%zu capture%s", machine->page.captures, machine->page.captures == 1 ? "" : "s");
	for (size_t i = 0; i < machine->page.captures; i++) {
		const char *began = page_known(&machine->page.entries[i], CAPTURE_KEY_BEGAN);
		if (began[0] != '\0' && (from[0] == '\0' || strcmp(began, from) < 0))
			from = began;
		if (strcmp(began, to) > 0)
			to = began;
	}
	separator = strncmp(from, to, 10) == 0 ? "" : " to ";
	if (from[0] != '\0')
		text_add(words, ", %.10s%s%.10s", from, separator, separator[0] == '\0' ? "" : to);
}

/* ---- one machine: reading ---- */

/* Takes numbers that no machine can have as missing, as view_scrub does of a summary. */
static void page_row_scrub(struct machine_row *row)
{
	double *numbers[] = {&row->time_ns,
	                     &row->cycles,
	                     &row->clock_ghz,
	                     &row->low_bytes,
	                     &row->high_bytes,
	                     &row->reported_bytes,
	                     &row->granule_bytes,
	                     &row->disagreement_low_bytes,
	                     &row->disagreement_high_bytes};
	for (size_t i = 0; i < sizeof numbers / sizeof numbers[0]; i++)
		if (!(i < 3 ? view_is_time(*numbers[i]) : view_is_size(*numbers[i])))
			*numbers[i] = NAN;
}

static int page_machine_tiers(struct page_machine *machine, struct fault *fault)
{
	const struct machine_table *table = &machine->table;
	const struct page *page = &machine->page;
	machine->tiers = calloc(table->count + 1, sizeof *machine->tiers);
	machine->summaries = calloc(page->captures + 1, sizeof *machine->summaries);
	if (machine->tiers == NULL || machine->summaries == NULL)
		return fault_system(fault, "page", ENOMEM, "cannot be written");
	for (size_t i = 0; i < page->captures; i++)
		machine->summaries[i] = page->entries[i].summary;
	for (size_t i = 0; i < table->count; i += machine->tiers[machine->tier_count++].count) {
		struct page_tier *tier = &machine->tiers[machine->tier_count];
		tier->rows = &table->rows[i];
		tier->count = machine_table_tier(table, i);
		if (passes_open(&tier->passes, machine->summaries, page->captures, tier->rows[0].cores,
		                fault) != 0)
			return -1;
	}
	return 0;
}

static void page_machine_contradiction(struct page_machine *machine, const struct summary_finding *finding)
{
	bool control = finding->kind == FINDING_CONTROL && view_refused(finding);
	if ((finding->kind != FINDING_CONTRADICTION && !control) ||
	    machine->contradiction_count == PAGE_CONTRADICTIONS)
		return;
	for (size_t i = 0; i < machine->contradiction_count; i++)
		if (strcmp(machine->contradictions[i]->reason, finding->reason) == 0)
			return;
	machine->contradictions[machine->contradiction_count++] = finding;
}

/* What stands against the answer: contradictions, and passes that are refused whole. */
static void page_machine_troubles(struct page_machine *machine)
{
	for (size_t i = 0; i < machine->page.captures; i++) {
		const struct summary *summary = &machine->page.entries[i].summary;
		for (size_t k = 0; k < summary->finding_count; k++) {
			const struct summary_finding *finding = &summary->findings[k];
			machine->refused_whole += finding->kind == FINDING_SWEEP && view_refused(finding);
			page_machine_contradiction(machine, finding);
		}
	}
}

int page_machine_load(struct page_machine *machine, const char *table, char *const *paths, size_t count,
                      bool shared, struct fault *fault)
{
	*machine = (struct page_machine){.tier_count = 0};
	if (machine_table_load(&machine->table, table, fault) != 0 ||
	    page_load(&machine->page, paths, count,
	              shared && machine->table.count > 0 ? machine->table.rows : NULL, fault) != 0)
		return -1;
	machine->stem = page_stem(table, PAGE_MACHINE_ENDING);
	for (size_t i = 0; i < machine->table.count; i++)
		page_row_scrub(&machine->table.rows[i]);
	page_machine_title(machine, table);
	page_machine_troubles(machine);
	return page_machine_tiers(machine, fault);
}

void page_machine_free(struct page_machine *machine)
{
	for (size_t i = 0; machine->tiers != NULL && i <= machine->tier_count; i++)
		passes_close(&machine->tiers[i].passes);
	free(machine->tiers);
	free(machine->summaries);
	machine_table_free(&machine->table);
	page_free(&machine->page);
}
