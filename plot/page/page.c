/* Where the report comes together: what is read, which pages are written, and the first of them. */
#include "page.h"
#include "page_section.h"

#include "../../reduce/summary/output.h"

#include <dirent.h>
#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

enum { REPORT_TEXT_LARGEST = 1 << 20, REPORT_CARDS = 12 };

/* What lies in a machine's folder: paths, by their endings. */
enum { FOLDER_TABLES, FOLDER_SUMMARIES, FOLDER_LISTS };
struct folder {
	struct texts lists[FOLDER_LISTS];
};

/* Parts of the first page, written while the machines are. */
enum { PART_BOXES, PART_CARDS, PART_ROWS, PARTS };
struct part {
	FILE *stream;
	char *text;
	size_t length;
};

struct report {
	const struct page_inputs *inputs;
	struct folder *folders;
	size_t folder_count;
	char **others; /* paths, borrowed */
	size_t other_count;
	struct check_panel check_panel;
	char *simulated; /* the text, or NULL */
	struct part parts[PARTS];
	struct output output; /* the page that is written */
	struct texts ids;
	size_t machines; /* tables */
	/* over all machines: */
	size_t captures, levels, claimed, reported, inside, contradictions, refused;
};

/* ---- what there is ---- */

/* The path of a file in a folder. Returns 0, or -1 with the fault. */
static int path_join(char path[PAGE_PATH], const char *folder, const char *name, struct fault *fault)
{
	const char *separator = folder[0] == '\0' || folder[strlen(folder) - 1] == '/' ? "" : "/";
	if (snprintf(path, PAGE_PATH, "%s%s%s", folder, separator, name) < PAGE_PATH)
		return 0;
	return fault_set(fault, folder, "the path is too long");
}

static int paths_compare(const void *left, const void *right)
{
	return strcmp(*(char *const *)left, *(char *const *)right);
}

static int paths_add(struct texts *paths, const char *folder, const char *name, struct fault *fault)
{
	char path[PAGE_PATH];
	if (path_join(path, folder, name, fault) != 0)
		return -1;
	return texts_keep(paths, path) != NULL ? 0 : fault_system(fault, folder, ENOMEM, "cannot be read");
}

static int folder_list(struct folder *folder, const char *path, struct fault *fault)
{
	static const char *const endings[] = {PAGE_MACHINE_ENDING, ".findings.csv"};
	DIR *directory = opendir(path);
	if (directory == NULL)
		return fault_system(fault, path, errno, "cannot be read");
	const struct dirent *entry = NULL;
	int status = 0;
	while (status == 0 && (entry = readdir(directory)) != NULL)
		for (size_t i = 0; status == 0 && i < FOLDER_LISTS; i++)
			if (page_stem(entry->d_name, endings[i]).length < strlen(entry->d_name))
				status = paths_add(&folder->lists[i], path, entry->d_name, fault);
	closedir(directory);
	for (struct texts *list = folder->lists; list < folder->lists + FOLDER_LISTS; list++)
		if (list->count > 0) /* an empty list has no array */
			qsort(list->text, list->count, sizeof(char *), paths_compare);
	return status;
}

static int report_list(struct report *report, struct fault *fault)
{
	const struct page_inputs *inputs = report->inputs;
	report->folders = calloc(inputs->count + 1, sizeof *report->folders);
	report->others = calloc(inputs->count + 1, sizeof *report->others);
	if (report->folders == NULL || report->others == NULL)
		return fault_system(fault, inputs->folder, ENOMEM, "cannot be written");
	for (size_t i = 0; i < inputs->count; i++) {
		char *path = inputs->operands[i];
		struct stat state;
		if (stat(path, &state) != 0 || !S_ISDIR(state.st_mode)) {
			report->others[report->other_count++] = path;
			continue;
		}
		struct folder *folder = &report->folders[report->folder_count++];
		if (folder_list(folder, path, fault) != 0)
			return -1;
		report->machines += folder->lists[FOLDER_TABLES].count;
		if (folder->lists[FOLDER_TABLES].count == 0) {
			fault_set(fault, path, "holds no machine's answer");
			return fault_expect(fault, "NAME.machine.csv, as reduce --machine -o writes it");
		}
	}
	return 0;
}

static int report_read_text(char **text, const char *path, struct fault *fault)
{
	FILE *file = fopen(path, "rb");
	if (file == NULL)
		return fault_system(fault, path, errno, "cannot be opened");
	*text = malloc(REPORT_TEXT_LARGEST + 1);
	size_t length = *text == NULL ? 0 : fread(*text, 1, REPORT_TEXT_LARGEST, file);
	bool sound = *text != NULL && !ferror(file) && feof(file);
	fclose(file);
	if (!sound)
		return fault_set(fault, path, "cannot be read, or is longer than %d bytes",
		                 REPORT_TEXT_LARGEST);
	(*text)[length] = '\0';
	return 0;
}

static int report_open(struct report *report, struct fault *fault)
{
	const struct page_inputs *inputs = report->inputs;
	for (struct part *part = report->parts; part < report->parts + PARTS; part++) {
		part->stream = open_memstream(&part->text, &part->length);
		if (part->stream == NULL)
			return fault_system(fault, inputs->folder, errno, "cannot be written");
	}
	if (mkdir(inputs->folder, 0777) != 0 && errno != EEXIST)
		return fault_system(fault, inputs->folder, errno, "cannot be made");
	if (report_list(report, fault) != 0 ||
	    (inputs->panel != NULL && check_panel_load(&report->check_panel, inputs->panel, fault) != 0))
		return -1;
	return inputs->simulated == NULL ? 0 : report_read_text(&report->simulated, inputs->simulated, fault);
}

static void report_free(struct report *report)
{
	for (struct part *part = report->parts; part < report->parts + PARTS; part++) {
		if (part->stream != NULL)
			fclose(part->stream);
		free(part->text);
	}
	for (size_t i = 0; i < report->folder_count; i++) {
		texts_free(&report->folders[i].lists[FOLDER_TABLES]);
		texts_free(&report->folders[i].lists[FOLDER_SUMMARIES]);
	}
	free(report->folders);
	free(report->simulated);
	free(report->others);
	texts_free(&report->ids);
	check_panel_free(&report->check_panel);
}

/* ---- pages beside the first ---- */

/* Opens a page of the report; NULL with the fault. */
static FILE *report_page_open(struct report *report, const char *name, struct fault *fault)
{
	char path[PAGE_PATH];
	bool open = path_join(path, report->inputs->folder, name, fault) == 0 &&
	            output_open(&report->output, path, fault) == 0;
	return open ? report->output.stream : NULL;
}

/* Gives a page its name, unless it has failed. */
static int report_page_close(struct report *report, bool failed, struct fault *fault)
{
	if (!failed)
		return output_close(&report->output, fault);
	output_abandon(&report->output);
	return -1;
}

/* The machine's id, and the file of its page: by its folder's name, with a number where another has it. */
static int report_name(struct report *report, struct page_machine *machine, struct fault *fault)
{
	html_id(machine->id, "m-", machine->place);
	for (size_t i = 0; i < report->ids.count; i++)
		if (strcmp(report->ids.text[i], machine->id) == 0) {
			size_t length = strlen(machine->id);
			snprintf(machine->id + length, HTML_ID - length, "-%zu",
			         (report->ids.count + 1) % 100000);
			break;
		}
	snprintf(machine->file, sizeof machine->file, "%s.html", machine->id);
	return texts_keep(&report->ids, machine->id) != NULL
	           ? 0
	           : fault_system(fault, report->inputs->folder, ENOMEM, "cannot be written");
}

static void report_count(struct report *report, const struct page_machine *machine)
{
	report->captures += machine->page.captures;
	report->contradictions += machine->contradiction_count;
	for (size_t i = 0; i < machine->table.count; i++) {
		const struct machine_row *row = &machine->table.rows[i];
		if (!machine_row_is_level(row))
			continue;
		report->levels++;
		report->claimed += machine_row_claims(row);
		report->refused += !machine_row_claims(row);
		report->reported += isfinite(row->reported_bytes) != 0;
		report->inside += machine_row_claims(row) && row->inside == INSIDE_YES;
	}
}

static int report_machine_write(struct report *report, struct page_machine *machine, struct fault *fault)
{
	FILE *stream = report_page_open(report, machine->file, fault);
	if (stream == NULL)
		return -1;
	page_machine_write(stream, machine);
	if (report_page_close(report, machine->page.failed, fault) != 0)
		return -1;
	report_count(report, machine);
	page_boxes(report->parts[PART_BOXES].stream, machine);
	if (report->machines <= REPORT_CARDS)
		page_card(report->parts[PART_CARDS].stream, machine);
	page_rows(report->parts[PART_ROWS].stream, machine);
	return 0;
}

static int report_machine(struct report *report, const struct folder *folder, size_t table,
                          struct fault *fault)
{
	const struct texts *tables = &folder->lists[FOLDER_TABLES],
	                   *summaries = &folder->lists[FOLDER_SUMMARIES];
	struct page_machine *machine = malloc(sizeof *machine);
	if (machine == NULL)
		return fault_system(fault, report->inputs->folder, ENOMEM, "cannot be written");
	int status = page_machine_load(machine, tables->text[table], summaries->text, summaries->count,
	                               tables->count > 1, fault);
	if (status == 0)
		status = report_name(report, machine, fault);
	if (status == 0)
		status = report_machine_write(report, machine, fault);
	page_machine_free(machine);
	free(machine);
	return status;
}

static int report_others(struct report *report, struct fault *fault)
{
	struct page page;
	int status = page_load(&page, report->others, report->other_count, NULL, fault);
	FILE *stream = status == 0 ? report_page_open(report, "compare.html", fault) : NULL;
	if (stream != NULL) {
		page_others_write(stream, &page);
		status = report_page_close(report, page.failed, fault);
	}
	page_free(&page);
	return stream == NULL ? -1 : status;
}

static int report_rules(struct report *report, struct fault *fault)
{
	FILE *stream = report_page_open(report, HTML_RULES, fault);
	if (stream == NULL)
		return -1;
	page_rules_write(stream);
	return report_page_close(report, false, fault);
}

static int report_check(struct report *report, struct fault *fault)
{
	struct page page = {.fault = fault};
	FILE *stream = report_page_open(report, "check.html", fault);
	if (stream == NULL)
		return -1;
	page_check_write(stream, &page, &report->check_panel, report->inputs->panel, report->simulated);
	return report_page_close(report, page.failed, fault);
}

/* ---- the first page ---- */

static void index_tile(FILE *stream, const char *kind, const char *words, size_t count, size_t of)
{
	fprintf(stream, "<div class=\"%s\"><dt>%s</dt><dd>%zu", kind, words, count);
	if (of != SIZE_MAX)
		fprintf(stream, " <small>of %zu</small>", of);
	fputs("</dd></div>", stream);
}

static void index_head(FILE *stream, const struct report *report)
{
	html_page(stream, "Caches measured by pointer chase", "What was found, what was refused, and why.");
	html_write(stream,
	           "<h1>Caches measured by pointer chase</h1>\n<p class=\"muted\">@ capture@ of @ machine@. "
	           "Every answer has its evidence, and every refusal its reason.</p>\n",
	           in_count(report->captures), in_text(report->captures == 1 ? "" : "s"),
	           in_count(report->machines), in_text(report->machines == 1 ? "" : "s"));
	html_sections(stream, "machines:Machines|compare:Comparisons|check:Check panel|rules:Rules|"
	                      "provenance:Where it comes from");
}

static void index_summary(FILE *stream, const struct report *report)
{
	html_section(stream, "summary", "Summary");
	fputs("<dl class=\"tiles\">", stream);
	index_tile(stream, "", report->machines == 1 ? "machine" : "machines", report->machines, SIZE_MAX);
	index_tile(stream, "", "levels with a claimed size", report->claimed, report->levels);
	index_tile(stream, "", "reported sizes in the claim", report->inside, report->reported);
	index_tile(stream, "c", "contradictions and failed controls", report->contradictions, SIZE_MAX);
	index_tile(stream, "r", "levels refused", report->refused, SIZE_MAX);
	if (report->inputs->panel != NULL)
		index_tile(stream, "w", "known wrong answers", check_panel_wrong(&report->check_panel),
		           check_panel_curves(&report->check_panel));
	fputs("</dl>\n", stream);
	if (report->parts[PART_BOXES].length > 0)
		fprintf(stream, "<ul class=\"first\" aria-label=\"Contradictions\">%s</ul>\n",
		        report->parts[PART_BOXES].text);
	html_section_end(stream);
}

static void index_table(FILE *stream, const struct report *report)
{
	html_table(
	    stream,
	    "One row for each kind of cores, in the order of the folders. A level has its claimed size with the "
	    "rule, its time, and the reported size, which is in the claim unless it says above or below.",
	    "all", "Machine|Cores|Curve|First level|Second|Third|Last#|Granule|Verdict");
	fputs(report->parts[PART_ROWS].text, stream);
	html_table_end(stream);
}

/* A card each, or a row a kind of cores; of some machines both. */
static void index_machines(FILE *stream, const struct report *report)
{
	html_section(stream, "machines", "Machines");
	if (report->machines == 0)
		fputs("<p>No machine's captures were joined.</p>\n", stream);
	else
		page_curve_key(stream);
	fputs(report->parts[PART_CARDS].text, stream);
	if (report->machines > 1)
		index_table(stream, report);
	html_section_end(stream);
}

static void index_rest(FILE *stream, const struct report *report)
{
	html_section(stream, "compare", "Comparisons");
	fputs(
	    "<p>Machines are not joined with each other; <code>captures.csv</code> has one row for each capture "
	    "and level, to compare them by. Captures of one machine are compared on its page. Published articles "
	    "made predictions: <a href=\"compare.html\">comparisons and synthetic captures</a> try them on curves "
	    "made from the articles' figures.</p>\n",
	    stream);
	html_section_end(stream);
	html_section(stream, "check", "Check panel");
	page_known_wrong(stream, report->inputs->panel != NULL ? &report->check_panel : NULL);
	html_section_end(stream);
	html_section(stream, "rules", "Rules");
	page_rules_short(stream);
	html_section_end(stream);
	html_section(stream, "provenance", "Where it comes from");
	fputs(
	    "<p>Captures are kept as the probe wrote them. All else is made again from them by one command, with "
	    "the same bytes on every machine:</p>\n<pre tabindex=\"0\"><code>make deps report</code></pre>\n",
	    stream);
	fprintf(stream,
	        "<p>Rules version %d; each machine's page names its captures and how each was taken.</p>\n",
	        RULE_VERSION);
	html_section_end(stream);
}

static int report_index(struct report *report, struct fault *fault)
{
	for (size_t i = 0; i < PARTS; i++)
		if (fflush(report->parts[i].stream) != 0)
			return fault_system(fault, report->inputs->folder, errno, "cannot be written");
	FILE *stream = report_page_open(report, "index.html", fault);
	if (stream == NULL)
		return -1;
	index_head(stream, report);
	index_summary(stream, report);
	index_machines(stream, report);
	index_rest(stream, report);
	html_page_end(stream);
	return report_page_close(report, false, fault);
}

int page_write(const struct page_inputs *inputs, struct fault *fault)
{
	struct report report = {.inputs = inputs};
	int status = report_open(&report, fault);
	for (size_t i = 0; status == 0 && i < report.folder_count; i++)
		for (size_t k = 0; status == 0 && k < report.folders[i].lists[FOLDER_TABLES].count; k++)
			status = report_machine(&report, &report.folders[i], k, fault);
	if (status == 0)
		status = report_others(&report, fault);
	if (status == 0)
		status = report_rules(&report, fault);
	if (status == 0)
		status = report_check(&report, fault);
	if (status == 0)
		status = report_index(&report, fault);
	report_free(&report);
	return status;
}
