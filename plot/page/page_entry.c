/* The captures of a page: read, named and put in their order. */
#include "page_section.h"

#include "../../probe/capture.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

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

/* Each sweep has one row; the halves of a private test can have one name. */
static int page_entry_passes(struct page_entry *entry)
{
	const struct summary *summary = &entry->summary;
	entry->passes = malloc((summary->finding_count + 1) * sizeof *entry->passes);
	for (size_t i = 0; entry->passes != NULL && i < summary->finding_count; i++) {
		bool told = summary->findings[i].kind != FINDING_SWEEP;
		for (size_t k = 0; !told && k < entry->pass_count; k++)
			told = strcmp(entry->passes[k], summary->findings[i].pass) == 0;
		if (!told)
			entry->passes[entry->pass_count++] = summary->findings[i].pass;
	}
	return entry->passes != NULL ? 0 : -1;
}

static int page_entry_load(struct page_entry *entry, const char *path, struct fault *fault)
{
	if (summary_load(&entry->summary, path, fault) != 0)
		return -1;
	view_scrub(&entry->summary);
	entry->base = summary_path(path, "");
	if (entry->base == NULL || page_entry_passes(entry) != 0)
		return fault_system(fault, path, ENOMEM, "cannot be read");
	const char *name = summary_header(&entry->summary, SUMMARY_KEY_NAME);
	entry->name = name == NULL ? "" : name;
	entry->comparison = entry->summary.point_count == 0;
	entry->synthetic = view_header(&entry->summary, CAPTURE_KEY_SYNTHETIC) != NULL;
	page_entry_title(entry);
	if (entry->comparison)
		page_comparison_title(entry);
	return 0;
}

/* Captures first, by title and name; files of one name by their path. */
static int page_entry_compare(const void *left, const void *right)
{
	const struct page_entry *a = left, *b = right;
	const char *texts[][2] = {{a->title, b->title}, {a->name, b->name}, {a->base, b->base}};
	int order = a->comparison - b->comparison;
	for (size_t i = 0; order == 0 && i < sizeof texts / sizeof texts[0]; i++)
		order = strcmp(texts[i][0], texts[i][1]);
	return order;
}

bool page_is_sweep(const struct view *view)
{
	return view_refused(view_finding(view, FINDING_SWEEP, 0)) ||
	       view_finding(view, FINDING_HIERARCHY, 0) != NULL;
}

int page_load(struct page *page, char *const *paths, size_t count, struct fault *fault)
{
	*page = (struct page){.entries = calloc(count + 1, sizeof *page->entries)};
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
	return 0;
}

void page_entry_free(struct page_entry *entry)
{
	summary_free(&entry->summary);
	free(entry->base);
	free(entry->passes);
}

void page_free(struct page *page)
{
	for (size_t i = 0; i < page->count; i++)
		page_entry_free(&page->entries[i]);
	free(page->entries);
	*page = (struct page){.count = 0};
}
