/* Where captures are sorted into machines and tiers. */
#include "roster.h"
#include "machine.h"

#include <stdlib.h>
#include <string.h>
#include <strings.h>

/* One capture, with the numbers of the first captures of its machine and of its tier. */
struct entry {
	const struct summary *summary;
	size_t number, machine, tier;
};

static int compare_numbers(size_t a, size_t b)
{
	return a < b ? -1 : a > b;
}

static int by_identity(const void *left, const void *right)
{
	const struct entry *a = left, *b = right;
	int order = machine_compare(a->summary, b->summary);
	if (order == 0)
		order = strcmp(machine_cores(a->summary), machine_cores(b->summary));
	return order != 0 ? order : compare_numbers(a->number, b->number);
}

static int by_place(const void *left, const void *right)
{
	const struct entry *a = left, *b = right;
	int order = compare_numbers(a->machine, b->machine);
	if (order == 0)
		order = compare_numbers(a->tier, b->tier);
	return order != 0 ? order : compare_numbers(a->number, b->number);
}

/* Tells every entry the first capture of its machine and tier. */
static void find_firsts(struct entry *entries, size_t count)
{
	qsort(entries, count, sizeof *entries, by_identity);
	for (size_t from = 0, to; from < count; from = to) {
		size_t machine = entries[from].number;
		for (to = from;
		     to < count && machine_compare(entries[from].summary, entries[to].summary) == 0; to++)
			machine = entries[to].number < machine ? entries[to].number : machine;
		for (size_t i = from; i < to; i++) {
			bool same = i > from && strcmp(machine_cores(entries[i - 1].summary),
			                               machine_cores(entries[i].summary)) == 0;
			entries[i].machine = machine;
			entries[i].tier = same ? entries[i - 1].tier : entries[i].number;
		}
	}
}

/* ---- names ---- */

static const char letters[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789";

static void name_machine(const struct summary *summary, char name[ROSTER_NAME])
{
	char label[MACHINE_TEXT];
	const char *texts[] = {machine_label(summary, label),
	                       summary_header(summary, SUMMARY_CAPTURE_PREFIX "machine"),
	                       summary_header(summary, SUMMARY_CAPTURE_PREFIX "processor"), "machine"};
	size_t at = 0, length = 0;
	while (texts[at] == NULL || texts[at][0] == '\0')
		at++;
	for (const char *from = texts[at]; *from != '\0' && length < 64; from++) {
		if (strchr(letters, *from) != NULL)
			name[length++] = *from;
		else if (length > 0 && name[length - 1] != '-')
			name[length++] = '-';
	}
	while (length > 0 && name[length - 1] == '-')
		length--;
	snprintf(name + length, ROSTER_NAME - length, "%s", length == 0 ? "machine" : "");
}

static int by_name(const void *left, const void *right)
{
	const struct roster_machine *a = *(const struct roster_machine *const *)left,
	                            *b = *(const struct roster_machine *const *)right;
	int order = strcasecmp(a->name, b->name);
	return order != 0 ? order : compare_numbers(a->first, b->first);
}

/* Numbers the machines of one name: files whose names differ in case alone are one on some systems. */
static int part_namesakes(struct roster *roster)
{
	struct roster_machine **sorted = calloc(roster->machine_count + 1, sizeof *sorted);
	size_t same = 0;
	if (sorted == NULL)
		return -1;
	for (size_t i = 0; i < roster->machine_count; i++)
		sorted[i] = &roster->machines[i];
	qsort(sorted, roster->machine_count, sizeof *sorted, by_name);
	for (size_t i = 1; i < roster->machine_count; i++) {
		/* The one before may bear a number already: only what stands before it is compared. */
		size_t length = strcspn(sorted[i - 1]->name, "_");
		bool namesake = strlen(sorted[i]->name) == length &&
		                strncasecmp(sorted[i]->name, sorted[i - 1]->name, length) == 0;
		same = namesake ? same + 1 : 0;
		if (namesake)
			snprintf(sorted[i]->name + length, ROSTER_NAME - length, "_%zu", same + 1);
	}
	free(sorted);
	return 0;
}

/* ---- all of it ---- */

static void list_tiers(struct roster *roster, const struct entry *entries, size_t count)
{
	for (size_t i = 0; i < count; i++) {
		bool machine = i == 0 || entries[i].machine != entries[i - 1].machine,
		     tier = machine || entries[i].tier != entries[i - 1].tier;
		roster->captures[i] = entries[i].number;
		if (machine) {
			struct roster_machine *added = &roster->machines[roster->machine_count++];
			added->first = roster->tier_count;
			name_machine(entries[i].summary, added->name);
		}
		if (tier) {
			roster->machines[roster->machine_count - 1].count++;
			roster->tiers[roster->tier_count++].first = i;
		}
		roster->tiers[roster->tier_count - 1].count++;
	}
}

int roster_make(struct roster *roster, const struct summary *summaries, size_t count)
{
	struct entry *entries = calloc(count + 1, sizeof *entries);
	*roster = (struct roster){.captures = calloc(count + 1, sizeof *roster->captures),
	                          .tiers = calloc(count + 1, sizeof *roster->tiers),
	                          .machines = calloc(count + 1, sizeof *roster->machines)};
	if (entries == NULL || roster->captures == NULL || roster->tiers == NULL ||
	    roster->machines == NULL) {
		free(entries);
		return -1;
	}
	for (size_t i = 0; i < count; i++)
		entries[i] = (struct entry){.summary = &summaries[i], .number = i};
	find_firsts(entries, count);
	qsort(entries, count, sizeof *entries, by_place);
	list_tiers(roster, entries, count);
	free(entries);
	return part_namesakes(roster);
}

void roster_free(struct roster *roster)
{
	free(roster->captures);
	free(roster->tiers);
	free(roster->machines);
	*roster = (struct roster){0};
}
