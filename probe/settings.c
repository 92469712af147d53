/* Where the command line of the probe is read: a table of options, a table of presets. */
#include "settings.h"
#include "number.h"
#include "option.h"

#include <inttypes.h>
#include <stddef.h>
#include <string.h>

#define COUNT(table) (sizeof table / sizeof table[0])
#define LARGEST_BYTES (UINT64_C(1) << 46)

void settings_default(struct settings *settings)
{
	memset(settings, 0, sizeof *settings);
	settings->per_octave = 4;
	settings->rounds = 5;
	settings->trials = 3;
	settings->laps = 4;
	settings->spin_ms = 300;
	settings->seed = 1;
	settings->sweep = settings->adjacency = settings->controls = true;
	settings->order = SETTINGS_RANDOM;
	settings->competitor_mode = CAPTURE_MODES;
	settings->print_bytes = 80 << 10;
	settings->print_loads = 16384;
	settings->adds = 131072;
}

/* ---- options with a form of their own ---- */

/* Cuts `text` at the first `end`; *rest is what follows it, or NULL. Returns the length of the first part. */
static size_t text_part(const char *text, char end, const char **rest)
{
	const char *found = strchr(text, end);
	*rest = found != NULL ? found + 1 : NULL;
	return found != NULL ? (size_t)(found - text) : strlen(text);
}

static int set_range(void *member, const char *text, struct fault *fault)
{
	struct settings *settings = member;
	struct settings_range range = {0};
	const char *high = NULL, *number = NULL;
	if (settings->range_count == SETTINGS_RANGES)
		return fault_usage(fault, "--refine", "is given more than %d times", SETTINGS_RANGES);
	size_t low_length = text_part(text, ':', &high);
	number_reason reason = size_parse(text, low_length, 8, LARGEST_BYTES, &range.low_bytes);
	if (reason == NULL && high != NULL) {
		size_t high_length = text_part(high, ':', &number);
		reason = size_parse(high, high_length, 8, LARGEST_BYTES, &range.high_bytes);
	}
	if (reason == NULL && number != NULL)
		reason = number_parse(number, strlen(number), 1, 64, &range.per_octave);
	if (reason == NULL && number == NULL)
		reason = "lacks a part";
	if (reason == NULL && range.low_bytes > range.high_bytes)
		reason = "ends before it begins";
	if (reason != NULL) {
		fault_usage(fault, "--refine", "\"%s\" %s", text, reason);
		return fault_expect(fault,
		                    "LO:HI:N, two sizes and 1 to 64 sizes an octave, such as 64K:32M:8");
	}
	settings->ranges[settings->range_count++] = range;
	return 0;
}

static int set_private(void *member, const char *text, struct fault *fault)
{
	struct settings *settings = member;
	settings->private_count = 0;
	for (const char *part = text, *rest; part != NULL; part = rest) {
		size_t length = text_part(part, ',', &rest);
		if (settings->private_count == SETTINGS_PRIVATE)
			return fault_usage(fault, "--private-test", "has more than %d sizes",
			                   SETTINGS_PRIVATE);
		uint64_t *bytes = &settings->private_bytes[settings->private_count++];
		number_reason reason = size_parse(part, length, 8, LARGEST_BYTES, bytes);
		if (reason != NULL) {
			fault_usage(fault, "--private-test", "\"%.*s\" %s", (int)length, part, reason);
			return fault_expect(fault, "sizes parted by commas, such as 1M,4M,16M");
		}
	}
	return 0;
}

static int set_cpu(void *member, const char *text, struct fault *fault)
{
	struct settings *settings = member;
	if (strcmp(text, "any") == 0) {
		settings->steering.choice = SYSTEM_CPU_ANY;
		return 0;
	}
	number_reason reason = number_parse(text, strlen(text), 0, UINT32_MAX, &settings->steering.cpu);
	if (reason != NULL) {
		fault_usage(fault, "--cpu", "\"%s\" %s", text, reason);
		return fault_expect(fault, "a processor's number, or any");
	}
	settings->steering.choice = SYSTEM_CPU_NUMBER;
	return 0;
}

static int set_preset(void *member, const char *text, struct fault *fault);

/* ---- the table of options ---- */

#define AT(member) offsetof(struct settings, member)
#define ROW(name, letter, argument, kind, member, low, high, help)                                           \
	{                                                                                                    \
		name, letter, argument, kind, AT(member), low, high, NULL, help                              \
	}
#define FLAG(name, letter, member, help) ROW(name, letter, NULL, OPTION_FLAG, member, 0, 0, help)
#define OFF(name, member, help) ROW(name, '\0', NULL, OPTION_OFF, member, 0, 0, help)
#define NUMBER(name, member, low, high, help) ROW(name, '\0', "N", OPTION_NUMBER, member, low, high, help)
#define SIZE(name, member, low, help) ROW(name, '\0', "SIZE", OPTION_SIZE, member, low, LARGEST_BYTES, help)
#define WORD(name, letter, argument, member, help)                                                           \
	ROW(name, letter, argument, OPTION_WORD, member, 0, 0, help)
#define CHOICE(name, words, member, first, help) ROW(name, '\0', words, OPTION_CHOICE, member, first, 0, help)
#define CALL(name, argument, set, help)                                                                      \
	{                                                                                                    \
		name, '\0', argument, OPTION_CALL, 0, 0, 0, set, help                                        \
	}

static const struct option_row rows[] = {
    CALL("preset", "NAME", set_preset, "a named plan from the list below; later options override it"),
    SIZE("min", min_bytes, 8, "smallest working set (8K)"),
    SIZE("max", max_bytes, 8,
         "largest working set (eight times the largest reported cache, at least 256M, at most 1G or half "
         "of the memory)"),
    NUMBER("per-octave", per_octave, 1, 64, "sizes in each doubling (4)"),
    CALL("refine", "LO:HI:N", set_range, "N sizes an octave from LO to HI besides; can be repeated"),
    FLAG("dense", '\0', dense,
         "eight sizes an octave up to four times the largest reported cache, and sixteen near each reported "
         "size, to claim sizes narrowly"),
    NUMBER("rounds", rounds, 1, 1000,
           "times through all sizes, up and down in turn, each with its own seed (5)"),
    NUMBER("trials", trials, 1, 1000, "timed blocks of each size in each round (3)"),
    NUMBER("target-ms", target_ms, 1, 10000, "length of a timed block (50; 5 with --quick)"),
    NUMBER("laps", laps, 1, 1000,
           "complete traversals to warm up (of large sets one), and at least in a block (4)"),
    FLAG("quick", '\0', quick,
         "the same sizes and trials in about half a minute, a third of it the adjacency grid's: short "
         "blocks, bounded warm-up"),
    NUMBER("spin-ms", spin_ms, 0, 60000, "spinning before anything is timed (300)"),
    NUMBER("coarsen-ns", coarsen_ns, 0, 1000000000,
           "round every recorded reading of the clock down to a multiple of N, as browsers do"),
    SIZE("stride", stride_bytes, 8, "from node to node (the reported line)"),
    CHOICE("order", "random|page|both", order, SETTINGS_RANDOM,
           "order of the nodes (random); page: all lines of a page, then the next page"),
    SIZE("page-size", page_bytes, 8, "page of page order (the system's page)"),
    FLAG("huge", '\0', huge, "ask for huge pages, and record what was got"),
    NUMBER("seed", seed, 0, UINT64_MAX, "seed of every random choice (1)"),
    CALL("cpu", "N", set_cpu, "Linux: pin to processor N, or any to stay unpinned (the first allowed)"),
    CHOICE("qos", "background|utility|default|userinitiated|interactive", steering.qos, SYSTEM_QOS_BACKGROUND,
           "macOS: class of the chase's thread"),
    FLAG("rosetta", '\0', rosetta, "macOS: measure even though Rosetta translates this program"),
    NUMBER("busy", busy, 1, 64, "busy loops at default priority, to push the chase off the fastest cores"),
    WORD("tier", '\0', "NAME", tier, "the tier of cores that is meant; recorded for the reduction to check"),
    OFF("no-sweep", sweep, "leave the sweep out"),
    OFF("no-adjacency", adjacency, "leave the adjacency grid out"),
    FLAG(
        "translation", '\0', translation_asked,
        "measure the translation of addresses: a chase with one node a page beside a dense one of as many nodes "
        "(on with the adjacency grid)"),
    FLAG("no-translation", '\0', translation_refused, "leave the translation out"),
    FLAG(
        "controls", '\0', controls_alone,
        "check the clock, the predictors and the thread's place alone, and print a page that can be sent; the "
        "capture is written where --output says"),
    OFF("no-controls", controls, "leave out the controls at the start and the end"),
    CHOICE("ruler", "short|long", ruler, SETTINGS_SHORT,
           "adjacency up to 256 bytes (short) or 512 (long; default where lines have 128)"),
    NUMBER("competitors", competitors, 1, 64,
           "threads beside the chase; each size is then measured quiet and crowded in turn"),
    SIZE("competitor-size", competitor_bytes, 64, "working set of each competitor (64M)"),
    CHOICE("competitor-mode", "chase|stream", competitor_mode, CAPTURE_CHASE,
           "what each competitor does (stream)"),
    CALL("private-test", "SIZE,...", set_private,
         "instead of the sweep: a chase of the first size, alone and beside one competitor that chases "
         "each of the sizes in turn"),
    SIZE("print-size", print_bytes, 64, "working set of the fingerprint chase (80K)"),
    NUMBER("print-loads", print_loads, 64, 100000000, "loads of the fingerprint chase (16384)"),
    NUMBER("adds", adds, 64, 1000000000, "adds of the chain that gives the clock (131072)"),
    WORD("output", 'o', "FILE", output, "where the capture goes; - is standard output (-)"),
    WORD("label", '\0', "TEXT", label, "what a person calls this capture"),
    FLAG("times", '\0', times, "print to standard error what the time was spent on"),
    FLAG("help", 'h', help, "print this and exit"),
    FLAG("version", 'V', version, "print the version and exit"),
};

/* ---- presets ---- */

enum { PRESET_OPTIONS = 8 };

/* Each option as on the command line, with its value attached by `=`. */
static const struct {
	const char *name;
	char *options[PRESET_OPTIONS]; /* NULL behind the last */
	const char *help;
} presets[] = {
    {"m4",
     {"--min=32K", "--max=128M", "--refine=2M:32M:12", "--rounds=1", "--trials=9", "--target-ms=100",
      "--no-adjacency"},
     "one published pass: 32K to 128M, dense around 4M and 16M, nine blocks of 100 ms back to back; on "
     "macOS once with --qos background and once with --qos interactive"},
    {"tiers",
     {"--min=16K", "--max=1G", "--refine=64K:32M:8", "--no-adjacency"},
     "16K to 1G, four an octave, and 64K to 32M at eight; give --tier, and --qos or --busy to reach it"},
    {"page",
     {"--min=16K", "--max=1G", "--order=both", "--no-adjacency"},
     "both orders in one capture, round by round"},
    {"private", {"--private-test=1M,4M,16M"}, "1M alone and beside another core's 1M, 4M and 16M"},
    {"crowded",
     {"--competitors=3", "--competitor-size=64M", "--competitor-mode=stream", "--no-adjacency"},
     "each size alone and beside three streaming threads"},
    {"quick", {"--quick"}, "as --quick"},
};

static int set_preset(void *member, const char *text, struct fault *fault)
{
	char all[160] = "";
	for (size_t p = 0, used = 0; p < COUNT(presets); p++) {
		used += (size_t)snprintf(all + used, sizeof all - used, "%s%s", p == 0 ? "" : ", ",
		                         presets[p].name);
		if (strcmp(presets[p].name, text) != 0)
			continue;
		char *arguments[PRESET_OPTIONS + 1] = {NULL};
		int count = 1;
		for (char *const *option = presets[p].options; *option != NULL; option++)
			arguments[count++] = *option;
		return option_parse(rows, COUNT(rows), count, arguments, member, fault) < 0 ? -1 : 0;
	}
	fault_usage(fault, "--preset", "\"%s\" is not a preset", text);
	return fault_expect(fault, "one of %s", all);
}

/* ---- checks of what was read ---- */

static int check_features(const struct settings *settings, struct fault *fault)
{
	const struct {
		const char *option;
		enum system_feature feature;
		bool asked;
	} features[] = {
	    {"--cpu", SYSTEM_PINNING, settings->steering.choice == SYSTEM_CPU_NUMBER},
	    {"--qos", SYSTEM_QOS, settings->steering.qos != SYSTEM_QOS_UNASKED},
	    {"--huge", SYSTEM_HUGE_PAGES, settings->huge},
	};
	for (size_t i = 0; i < COUNT(features); i++) {
		const char *why = features[i].asked ? system_lacks(features[i].feature) : NULL;
		if (why != NULL)
			return fault_usage(fault, features[i].option, "%s", why);
	}
	return 0;
}

static int check_companions(const struct settings *settings, struct fault *fault)
{
	const struct {
		bool wrong;
		const char *option, *what;
	} clashes[] = {
	    {settings->private_count > 0 && settings->competitors > 0, "--private-test",
	     "starts its own competitor and cannot be used with --competitors"},
	    {settings->private_count > 0 && !settings->sweep, "--private-test",
	     "takes the place of the sweep and cannot be used with --no-sweep"},
	    {settings->competitors == 0 && settings->competitor_bytes > 0, "--competitor-size",
	     "needs --competitors"},
	    {settings->competitors == 0 && settings->competitor_mode != CAPTURE_MODES, "--competitor-mode",
	     "needs --competitors"},
	    {settings->competitors > 0 && !settings->sweep, "--competitors",
	     "stand beside the sweep and cannot be used with --no-sweep"},
	    {settings->page_bytes > 0 && settings->order == SETTINGS_RANDOM, "--page-size",
	     "needs --order page or --order both"},
	    {settings->range_count > 0 && (!settings->sweep || settings->private_count > 0), "--refine",
	     "needs the sweep"},
	    {!settings->sweep && !settings->adjacency && !settings->translation_asked &&
	         !settings->controls_alone,
	     "--no-sweep", "with --no-adjacency leaves nothing to measure"},
	    {settings->translation_asked && settings->translation_refused, "--translation",
	     "cannot be used with --no-translation"},
	    {settings->controls_alone && !settings->controls, "--controls",
	     "cannot be used with --no-controls"},
	    {settings->ruler == SETTINGS_LONG && !settings->adjacency, "--ruler", "needs the adjacency grid"},
	};
	for (size_t i = 0; i < COUNT(clashes); i++)
		if (clashes[i].wrong)
			return fault_usage(fault, clashes[i].option, "%s", clashes[i].what);
	return 0;
}

int settings_parse(struct settings *settings, int argc, char **argv, struct fault *fault)
{
	int operands = option_parse(rows, COUNT(rows), argc, argv, settings, fault);
	if (operands < 0)
		return -1;
	if (settings->help || settings->version)
		return 0;
	if (operands > 0)
		return fault_usage(fault, argv[1], "is no option, and the probe takes no operand");
	if (check_features(settings, fault) != 0 || check_companions(settings, fault) != 0)
		return -1;
	if (settings->competitors > 0 && settings->competitor_bytes == 0)
		settings->competitor_bytes = UINT64_C(64) << 20;
	if (settings->competitor_mode == CAPTURE_MODES)
		settings->competitor_mode = CAPTURE_STREAM;
	if (settings->private_count > 0)
		settings->adjacency = false;
	settings->translation =
	    settings->translation_asked || (settings->adjacency && !settings->translation_refused);
	if (settings->controls_alone)
		settings->sweep = settings->adjacency = settings->translation = false;
	if (settings->controls_alone && settings->output == NULL)
		settings->output = "/dev/null";
	settings->command = option_command(rows, COUNT(rows), argc, argv, "output");
	return settings->command != NULL ? 0 : fault_set(fault, NULL, "memory is out");
}

void settings_help(FILE *stream)
{
	fputs("usage: probe [OPTION]... [-o FILE]\n\n"
	      "Measures this machine's memory hierarchy by dependent loads and writes every\n"
	      "trial as one row of a capture. It judges nothing: reduce does.\n\n",
	      stream);
	option_help(stream, rows, COUNT(rows));
	fputs("\npresets:\n", stream);
	for (size_t p = 0; p < COUNT(presets); p++) {
		fprintf(stream, "  %-9s%s\n", presets[p].name, presets[p].help);
		for (int i = 0; presets[p].options[i] != NULL; i++)
			fprintf(stream, "%s%s", i == 0 ? "           = " : " ", presets[p].options[i]);
		fputc('\n', stream);
	}
}
