/* Where the report comes together: what is read, in which order it stands, and the frame of the page. */
#include "page.h"
#include "page_section.h"
#include "page_style.h"
#include "../view.h"
#include "../draw/words.h"

#include "../../probe/capture.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

enum { PAGE_TEXT_LARGEST = 1 << 20 };

/* ---- reading ---- */

/* "machine, processor": what tells one machine from another; or what stands in its place. */
static void page_entry_group(struct page_entry *entry)
{
	const char *machine = view_header(&entry->summary, CAPTURE_KEY_MACHINE);
	const char *processor = view_header(&entry->summary, CAPTURE_KEY_PROCESSOR);
	char text[TEXT_BYTES] = "";
	if (entry->synthetic)
		text_add(text, "Synthetic captures");
	else if (machine != NULL && processor != NULL)
		text_add(text, "%.200s, %.200s", machine, processor);
	else if (machine != NULL || processor != NULL)
		text_add(text, "%.400s", machine != NULL ? machine : processor);
	else
		text_add(text, "Captures that name no machine");
	text_clean(entry->group, sizeof entry->group, text);
	if (entry->group[0] == '\0')
		text_add(entry->group, "Captures whose machine has no readable name");
}

/* What a person calls it: its label; else its name, since its machine stands above it. */
static void page_entry_title(struct page_entry *entry)
{
	const char *label = view_header(&entry->summary, CAPTURE_KEY_LABEL);
	text_clean(entry->title, 200, label != NULL ? label : entry->name);
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

static int page_entry_load(struct page_entry *entry, const char *path, size_t order, struct fault *fault)
{
	if (summary_load(&entry->summary, path, fault) != 0)
		return -1;
	entry->order = order;
	entry->base = summary_path(path, "");
	if (entry->base == NULL)
		return fault_system(fault, path, ENOMEM, "cannot be read");
	const char *name = summary_header(&entry->summary, SUMMARY_KEY_NAME);
	entry->name = name == NULL ? "" : name;
	entry->comparison = entry->summary.point_count == 0;
	entry->synthetic = view_header(&entry->summary, CAPTURE_KEY_SYNTHETIC) != NULL;
	page_entry_group(entry);
	page_entry_title(entry);
	if (entry->comparison)
		page_comparison_title(entry);
	return 0;
}

/* ---- order ---- */

/* Captures first, measured ones before made ones, by machine, title, name and time; comparisons last. */
static int page_compare(const void *left, const void *right)
{
	const struct page_entry *a = left, *b = right;
	const char *began_a = view_header(&a->summary, CAPTURE_KEY_BEGAN);
	const char *began_b = view_header(&b->summary, CAPTURE_KEY_BEGAN);
	const char *texts[][2] = {{a->group, b->group},
	                          {a->title, b->title},
	                          {a->name, b->name},
	                          {began_a == NULL ? "" : began_a, began_b == NULL ? "" : began_b}};
	if (a->comparison != b->comparison)
		return a->comparison ? 1 : -1;
	if (a->synthetic != b->synthetic)
		return a->synthetic ? 1 : -1;
	for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++) {
		int order = strcmp(texts[i][0], texts[i][1]);
		if (order != 0)
			return order;
	}
	return a->order < b->order ? -1 : a->order > b->order;
}

static bool page_title_taken(const struct page *page, size_t self)
{
	for (size_t i = 0; i < self; i++)
		if (strcmp(page->entries[i].title, page->entries[self].title) == 0)
			return true;
	return false;
}

static bool page_id_taken(const struct page *page, size_t self)
{
	for (size_t i = 0; i < self; i++)
		if (strcmp(page->entries[i].id, page->entries[self].id) == 0)
			return true;
	return false;
}

/* Gives each entry a title and an id that no earlier one has: by its name, by when it began, by a number. */
static void page_tell_apart(struct page *page)
{
	for (size_t i = 0; i < page->count; i++) {
		struct page_entry *entry = &page->entries[i];
		const char *began = view_header(&entry->summary, CAPTURE_KEY_BEGAN);
		size_t length = strlen(entry->title);
		if (page_title_taken(page, i) && strcmp(entry->title, entry->name) != 0)
			text_add(entry->title, ", %.100s", entry->name);
		if (page_title_taken(page, i) && began != NULL)
			text_add(entry->title, ", %.40s", began);
		for (unsigned number = 2; page_title_taken(page, i); number++) {
			entry->title[length] = '\0';
			text_add(entry->title, " (%u)", number);
		}
		html_id(entry->id, "c-", entry->title);
		length = strlen(entry->id);
		for (unsigned number = 2; page_id_taken(page, i); number++)
			snprintf(entry->id + length, HTML_ID - length, "-%u", number % 100000);
	}
}

/* A comparison is synthetic where every capture that it names is, as far as they stand on this page. */
static void page_mark_synthetic(struct page *page)
{
	for (size_t i = 0; i < page->count; i++) {
		struct page_entry *entry = &page->entries[i];
		size_t made = 0, measured = 0;
		for (size_t h = 0; entry->comparison && h < entry->summary.header_count; h++)
			for (size_t k = 0; k < page->count; k++) {
				bool named =
				    strcmp(entry->summary.headers[h].key, SUMMARY_KEY_COMPARED) == 0 &&
				    strcmp(entry->summary.headers[h].value, page->entries[k].name) == 0;
				made += named && !page->entries[k].comparison && page->entries[k].synthetic;
				measured +=
				    named && !page->entries[k].comparison && !page->entries[k].synthetic;
			}
		entry->synthetic = entry->synthetic || (made > 0 && measured == 0);
	}
}

static int page_load_text(char **text, const char *path, struct fault *fault)
{
	FILE *file = fopen(path, "rb");
	if (file == NULL)
		return fault_system(fault, path, errno, "cannot be opened");
	*text = malloc(PAGE_TEXT_LARGEST + 1);
	size_t length = *text == NULL ? 0 : fread(*text, 1, PAGE_TEXT_LARGEST, file);
	bool sound = *text != NULL && !ferror(file) && feof(file);
	fclose(file);
	if (!sound)
		return fault_set(fault, path, "cannot be read, or is longer than %d bytes",
		                 PAGE_TEXT_LARGEST);
	(*text)[length] = '\0';
	return 0;
}

static int page_load(struct page *page, const struct page_inputs *inputs, struct fault *fault)
{
	page->entries = calloc(inputs->count > 0 ? inputs->count : 1, sizeof *page->entries);
	if (page->entries == NULL)
		return fault_system(fault, "page", ENOMEM, "cannot be written");
	for (size_t i = 0; i < inputs->count; i++) {
		page->count++;
		if (page_entry_load(&page->entries[i], inputs->summaries[i], i, fault) != 0)
			return -1;
	}
	qsort(page->entries, page->count, sizeof *page->entries, page_compare);
	page_tell_apart(page);
	page_mark_synthetic(page);
	page->checks = inputs->checks;
	if (inputs->checks != NULL && checklist_load(&page->checklist, inputs->checks, fault) != 0)
		return -1;
	return inputs->simulated == NULL ? 0 : page_load_text(&page->simulated, inputs->simulated, fault);
}

static void page_free(struct page *page)
{
	for (size_t i = 0; i < page->count; i++) {
		summary_free(&page->entries[i].summary);
		free(page->entries[i].base);
	}
	free(page->entries);
	free(page->simulated);
	checklist_free(&page->checklist);
}

/* ---- the frame ---- */

static void page_count_words(FILE *stream, size_t count, const char *one, const char *many)
{
	fprintf(stream, "%zu %s", count, count == 1 ? one : many);
}

static void page_head(FILE *stream, const struct page *page)
{
	size_t measured = 0, made = 0, machines = 0;
	for (size_t i = 0; i < page->count && !page->entries[i].comparison; i += page_group_count(page, i)) {
		size_t group = page_group_count(page, i);
		measured += page->entries[i].synthetic ? 0 : group;
		made += page->entries[i].synthetic ? group : 0;
		machines += page->entries[i].synthetic ? 0 : 1;
	}
	fputs(
	    "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\"/>\n"
	    "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\"/>\n"
	    "<meta name=\"color-scheme\" content=\"light dark\"/>\n"
	    "<link rel=\"icon\" href=\"data:,\"/>\n"
	    "<title>Caches measured by pointer chase: report</title>\n"
	    "<meta name=\"description\" content=\"What was found, what was refused, and why.\"/>\n<style>\n",
	    stream);
	for (size_t i = 0; page_style[i] != NULL; i++)
		fputs(page_style[i], stream);
	fputs(
	    "</style>\n</head>\n<body>\n<a class=\"skip\" href=\"#summary\">To the summary</a>\n"
	    "<div class=\"wrap\">\n<header>\n<h1>Caches measured by pointer chase</h1>\n<p class=\"muted\">",
	    stream);
	page_count_words(stream, measured, "capture of ", "captures of ");
	page_count_words(stream, machines, "machine", "machines");
	if (made > 0) {
		fputs(" and ", stream);
		page_count_words(stream, made, "synthetic one", "synthetic ones");
	}
	fputs(", reduced under the registered <a href=\"#rules\">rules</a>. No answer stands here without "
	      "its evidence, and no refusal without its reason.</p>\n</header>\n",
	      stream);
}

/* The id of a machine's section: by the first entry of it. */
static void page_machine_id(const struct page_entry *first, char id[HTML_ID])
{
	snprintf(id, HTML_ID, "machine-%.50s", first->id);
}

static void page_navigation(FILE *stream, const struct page *page)
{
	fputs("<nav aria-label=\"Sections\"><ul><li><a href=\"#summary\">Summary</a></li><li><a "
	      "href=\"#compare\">Comparisons</a></li>",
	      stream);
	for (size_t i = 0; i < page->count && !page->entries[i].comparison; i += page_group_count(page, i)) {
		char id[HTML_ID], title[TEXT_BYTES] = "";
		page_machine_id(&page->entries[i], id);
		text_add(title, "%s", page->entries[i].group);
		text_cut(title, 280, 14);
		fprintf(stream, "<li><a href=\"#%s\">", id);
		html_text(stream, title);
		fputs("</a></li>", stream);
	}
	fputs("<li><a href=\"#check\">Check panel</a></li><li><a href=\"#declined\">What it will not "
	      "tell</a></li><li><a href=\"#rules\">Rules</a></li><li><a "
	      "href=\"#provenance\">Provenance</a></li></ul></nav>\n<main>\n",
	      stream);
}

static int page_machines(FILE *stream, struct page *page, struct fault *fault)
{
	size_t i = 0;
	while (i < page->count && !page->entries[i].comparison) {
		size_t count = page_group_count(page, i);
		char id[HTML_ID];
		page_machine_id(&page->entries[i], id);
		fprintf(stream, "<section id=\"%s\" aria-labelledby=\"h-%s\">\n<h2 id=\"h-%s\">", id, id, id);
		html_text(stream, page->entries[i].group);
		fputs("</h2>\n", stream);
		if (page_machine(stream, page, i, count, fault) != 0)
			return -1;
		fputs("</section>\n", stream);
		i += count;
	}
	return 0;
}

static int page_body(FILE *stream, struct page *page, struct fault *fault)
{
	page_head(stream, page);
	page_navigation(stream, page);
	page_summary(stream, page);
	if (page_comparisons(stream, page, fault) != 0 || page_machines(stream, page, fault) != 0 ||
	    page_checks(stream, page, fault) != 0)
		return -1;
	page_declined(stream);
	page_rules(stream);
	page_provenance(stream, page);
	fputs("</main>\n<footer class=\"small\"><p>cachestair " CACHESTAIR_VERSION
	      ". This page holds no script and asks nothing of the network.</p></footer>\n</div>\n</body>\n"
	      "</html>\n",
	      stream);
	return 0;
}

int page_write(FILE *stream, const struct page_inputs *inputs, struct fault *fault)
{
	struct page page = {.entries = NULL};
	int status = page_load(&page, inputs, fault);
	if (status == 0)
		status = page_body(stream, &page, fault);
	page_free(&page);
	return status;
}
