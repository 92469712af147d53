/* How an answer puts what a summary holds. */
#include "phrase.h"

#include "../summary/finding.h"
#include "../summary/quantity.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

/* ---- the machine ---- */

static const char *captured(const struct summary *summary, const char *key)
{
	char whole[64];
	snprintf(whole, sizeof whole, SUMMARY_CAPTURE_PREFIX "%s", key);
	const char *value = summary_header(summary, whole);
	return value != NULL ? value : "";
}

/* "Linux 6.18.44" of "Linux 6.18.44-fc x86_64": what stands behind it names a build, not a system. */
static void add_system(const char *system, char *text, size_t size)
{
	size_t length = strlen(text), end = strcspn(system, " ");
	if (system[end] == ' ')
		end += 1 + strcspn(system + end + 1, " -");
	if (end > 0)
		snprintf(text + length, size - length, ", %.*s", end > 40 ? 40 : (int)end, system);
}

const char *phrase_machine(const struct summary *summary, char text[PHRASE_TEXT])
{
	const char *machine = captured(summary, "machine"), *processor = captured(summary, "processor"),
	           *count = captured(summary, "logical_processors");
	char tail[96] = "";
	if (count[0] != '\0')
		snprintf(tail, sizeof tail, ", %.20s processor%s", count, strcmp(count, "1") == 0 ? "" : "s");
	add_system(captured(summary, "system"), tail, sizeof tail);
	snprintf(text, PHRASE_TEXT, "%.150s%s%.150s", machine,
	         machine[0] != '\0' && processor[0] != '\0' ? ", " : "", processor);
	size_t room = FRAME_WIDTH - strlen(tail);
	if (strlen(text) > room) {
		size_t at = room - 3;
		while (at > room / 2 && text[at] != ' ')
			at--;
		snprintf(text + (at > room / 2 ? at : room - 3), 4, "...");
	}
	strncat(text, text[0] != '\0' || tail[0] == '\0' ? tail : tail + 2, PHRASE_TEXT - strlen(text) - 1);
	return text;
}

/* ---- sizes ---- */

const char *phrase_number(double number, char text[PHRASE_TEXT])
{
	char digits[QUANTITY_TEXT];
	snprintf(text, PHRASE_TEXT, "%s", isnan(number) ? "-" : quantity_number(number, digits));
	return text;
}

/* Whether a header line describes a cache of that size; *level and *data are its level and kind. */
static bool describes(const struct header_line *line, double bytes, uint64_t *level, bool *data)
{
	uint64_t size;
	const char *at = strstr(line->value, "bytes="), *number = strstr(line->value, "level=");
	if (strcmp(line->key, SUMMARY_CAPTURE_PREFIX "cache") != 0 &&
	    strcmp(line->key, SUMMARY_KEY_REPORTED) != 0)
		return false;
	if (at == NULL || number == NULL || sscanf(at, "bytes=%" SCNu64, &size) != 1 ||
	    sscanf(number, "level=%" SCNu64, level) != 1 || *level > 9)
		return false;
	*data = strstr(line->value, "type=data") != NULL;
	return (double)size == bytes && strstr(line->value, "type=instruction") == NULL;
}

const char *phrase_cache_name(const struct summary *summary, double bytes, char text[PHRASE_TEXT])
{
	text[0] = '\0';
	for (size_t i = 0; !isnan(bytes) && i < summary->header_count; i++) {
		uint64_t level;
		bool data;
		if (!describes(&summary->headers[i], bytes, &level, &data))
			continue;
		snprintf(text, PHRASE_TEXT, "L%" PRIu64 "%s", level, data ? "d" : "");
		break;
	}
	return text;
}

const char *phrase_cache(const struct summary *summary, double bytes, char text[PHRASE_TEXT])
{
	char size[QUANTITY_TEXT];
	phrase_cache_name(summary, bytes, text);
	size_t length = strlen(text);
	snprintf(text + length, PHRASE_TEXT - length, "%s%s", length > 0 ? " " : "",
	         isnan(bytes) ? "-" : quantity_exact(bytes, size));
	return text;
}

enum inside phrase_inside(double low_bytes, double high_bytes, double reported_bytes)
{
	if (isnan(low_bytes) || isnan(high_bytes) || isnan(reported_bytes))
		return INSIDE_UNKNOWN;
	return reported_bytes > high_bytes  ? INSIDE_ABOVE
	       : reported_bytes < low_bytes ? INSIDE_BELOW
	                                    : INSIDE_YES;
}

/* ---- reasons ---- */

const char *phrase_verdict(const char *reason, char text[PHRASE_TEXT])
{
	snprintf(text, PHRASE_TEXT, "%.*s", (int)strcspn(reason, ":"), reason);
	return text;
}

bool phrase_rounds(const struct summary_finding *knee, unsigned *agreeing, unsigned *rounds)
{
	const char *refused = strstr(knee->reason, "K3: "),
	           *at_counts = refused != NULL ? strchr(refused, '(') : NULL;
	if (at_counts != NULL)
		return sscanf(at_counts, "(%u of %u)", agreeing, rounds) == 2;
	for (const char *at = strchr(knee->reason, ';'); at != NULL; at = strchr(at + 1, ';')) {
		int end = 0;
		if (sscanf(at, "; %u of %u rounds%n", agreeing, rounds, &end) == 2 && end > 0)
			return true;
	}
	return false;
}

/* What stands on the quiet curve. */
static const char *refused_m1(const struct summary_finding *knee, char text[PHRASE_TEXT])
{
	const char *at = strstr(knee->reason, "quiet curve ("),
	           *end = at != NULL ? strstr(at, " there)") : NULL;
	snprintf(text, PHRASE_TEXT, "quiet curve: none");
	if (end != NULL && strncmp(at, "quiet curve (it has", 19) != 0)
		snprintf(text, PHRASE_TEXT, "quiet curve: %.*s", (int)(end - at - 13), at + 13);
	return text;
}

static const char *refused_k3(const struct summary_finding *knee, char text[PHRASE_TEXT])
{
	unsigned agreeing, rounds;
	if (!phrase_rounds(knee, &agreeing, &rounds) || rounds > 100000)
		return NULL;
	/* Two thirds of them; from version 3 on more than half. */
	bool reached = strstr(knee->reason, rules[RULE_K3].refusal) != NULL;
	const struct ratio share = reached ? rule_k3_rounds : rule_k3_rounds_3;
	unsigned least = rounds * share.over / share.under;
	snprintf(text, PHRASE_TEXT, "%u rounds asked",
	         least + (reached && least * share.under == rounds * share.over ? 0 : 1));
	return text;
}

static const struct {
	enum rule_id rule;
	const char *words;
	const char *(*tell)(const struct summary_finding *knee, char text[PHRASE_TEXT]);
} refusals[] = {
    {RULE_K2, "resamples do not hold it", NULL},
    {RULE_K3, "rounds differ", refused_k3},
    {RULE_K4, "the curve crosses it more than once", NULL},
    {RULE_M1, NULL, refused_m1},
    {RULE_D1, "a plateau beside it is unsteady", NULL},
    {RULE_O2, "page order claims no size", NULL},
};

const char *phrase_refusal(const struct summary_finding *knee, enum rule_id rule, char text[PHRASE_TEXT])
{
	const char *told = NULL;
	snprintf(text, PHRASE_TEXT, "%s", rule_refusal(rule, RULE_VERSION));
	for (size_t i = 0; i < sizeof refusals / sizeof refusals[0]; i++) {
		if (refusals[i].rule != rule)
			continue;
		told = refusals[i].tell != NULL ? refusals[i].tell(knee, text) : NULL;
		if (told == NULL && refusals[i].words != NULL)
			snprintf(text, PHRASE_TEXT, "%s", refusals[i].words);
	}
	return text;
}

/* The reason why no narrower claim is made, shorter than the finding puts it. */
static const char *no_narrower(const char *reason)
{
	static const char *const shorter[][2] = {
	    {"beyond the first knee, and no huge", "no huge pages, so no E1"},
	    {"the climb is longer", "climb too long for E2"},
	    {"the sizes around", "sizes too far apart for E2"},
	};
	const char *factor = strstr(reason, "no E2: "), *edge = strstr(reason, "no E1: "),
	           *why = factor != NULL ? factor + 7
	                  : edge != NULL ? edge + 7
	                                 : NULL;
	for (size_t i = 0; why != NULL && i < sizeof shorter / sizeof shorter[0]; i++)
		if (strncmp(why, shorter[i][0], strlen(shorter[i][0])) == 0)
			return shorter[i][1];
	return why;
}

const char *phrase_evidence(const struct summary_finding *capacity, const struct summary_finding *knee,
                            char text[PHRASE_TEXT])
{
	enum rule_id list[RULE_COUNT];
	size_t count = rule_list(knee->rules, list);
	const char *why = no_narrower(capacity->reason);
	if (strstr(knee->reason, "a curve holds no trials") != NULL && capacity->status == STATUS_NOTED)
		snprintf(text, PHRASE_TEXT, "noted: no trials");
	else if (capacity->status == STATUS_NOTED && count > 0 && rules[list[0]].refusal[0] != '\0')
		snprintf(text, PHRASE_TEXT, "noted (%s): %s", rules[list[0]].id,
		         rule_refusal(list[0], RULE_VERSION));
	else if (capacity->status == STATUS_NOTED)
		snprintf(text, PHRASE_TEXT, "noted");
	else if ((capacity->rules & RULE_SET(RULE_E1)) != 0)
		snprintf(text, PHRASE_TEXT, "a sharp edge");
	else
		snprintf(text, PHRASE_TEXT, "%s%s",
		         why == NULL || strstr(why, "E1") != NULL || strstr(why, "E2") != NULL ? ""
		                                                                               : "no E1: ",
		         why != NULL ? why : "a bracket");
	return text;
}

/* ---- what a reader needs beside ---- */

bool phrase_against(struct sentence *text, const struct summary_finding *finding)
{
	bool control = finding->kind == FINDING_CONTROL && finding->status == STATUS_REFUSED;
	char ids[RULE_TEXT];
	if (finding->kind != FINDING_CONTRADICTION && !control)
		return false;
	sentence_add(text, "%s (%s): %.300s", control ? "CONTROL FAILED" : "CONTRADICTION",
	             finding_rules(finding, ids),
	             finding->reason + (strncmp(finding->reason, "failed: ", 8) == 0 ? 8 : 0));
	return true;
}

void phrase_reason(struct sentence *text, const struct summary_finding *finding, size_t length)
{
	static const char *const worth[] = {"", "noted ", "REFUSED "};
	char ids[RULE_TEXT];
	sentence_add(text, "%s(%s) %.*s", worth[finding->status], finding_rules(finding, ids),
	             (int)(length < 300 ? length : 300), finding->reason);
}

void phrase_controls(struct frame *frame, struct sentence *passed, const struct sentence *open)
{
	if (passed->text[0] != '\0')
		sentence_add(passed, " passed");
	if (open->text[0] != '\0')
		sentence_add(passed, "%s%s not judged", passed->text[0] != '\0' ? "; " : "", open->text);
	if (passed->text[0] != '\0')
		frame_note(frame, FRAME_NOTE, "controls", 2, passed->text);
}

void phrase_next(struct frame *frame, const struct phrase_command *commands, size_t count)
{
	for (size_t i = 0, told = 0; i < count && told < 2; i++)
		if (commands[i].wanted)
			frame_line(frame, FRAME_NEXT, "%-*s%-50s %s", FRAME_KEY, told++ == 0 ? "next" : "",
			           commands[i].run, commands[i].why);
}

void phrase_refusing(struct frame *frame, enum frame_keep keep, const char *key, rule_set refusing)
{
	struct sentence text = {""};
	enum rule_id list[RULE_COUNT];
	size_t count = rule_list(refusing, list);
	for (size_t i = 0; i < count; i++)
		if (rules[list[i]].refusal[0] != '\0')
			sentence_add(&text, "%s%s: %s", text.text[0] != '\0' ? "; " : "", rules[list[i]].id,
			             rule_refusal(list[i], RULE_VERSION));
	if (text.text[0] != '\0')
		frame_note(frame, keep, key, 2, text.text);
}

void phrase_legend(struct frame *frame, rule_set claims, rule_set refusing)
{
	static const struct {
		enum rule_id rule;
		const char *text;
	} legend[] = {
	    {RULE_E1, "E1: the edge is sharp. "},
	    {RULE_E2, "E2: the size is within a factor of the knee. "},
	    {RULE_Z1,
	     "Z1: a bracket that holds at least one cache's capacity, as far as this pass could use it, or "
	     "the reach of translation. "},
	};
	char text[PHRASE_TEXT] = "";
	for (size_t i = 0; i < sizeof legend / sizeof legend[0]; i++)
		if ((claims & RULE_SET(legend[i].rule)) != 0)
			strncat(text, legend[i].text, sizeof text - strlen(text) - 1);
	if (text[0] != '\0')
		frame_note(frame, FRAME_LEGEND, "rules", 2, text);
	phrase_refusing(frame, FRAME_LEGEND, text[0] != '\0' ? "" : "rules", refusing);
}

const char *phrase_operand(const char *path, const char *else_word)
{
	static const char plain[] =
	    "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789./_-+=,:@%";
	size_t length = strlen(path);
	return length > 0 && length <= 60 && path[0] != '-' && strspn(path, plain) == length ? path
	                                                                                     : else_word;
}
