/* Tests of the table of captures, of the trial log, and of sizes reported by hand. */
#include "cases.h"
#include "shell.h"
#include "hostile.h"
#include "made.h"

#include "../reduce/write/captures_table.h"
#include "../reduce/read/reported.h"
#include "../reduce/read/table.h"
#include "../reduce/summary/trial_log.h"

#include <check.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#define END UINT64_MAX

static const struct made_step stairs[] = {{KIB(48), 1000}, {MIB(2), 4000}, {END, 20000}},
                              flat[] = {{END, 1000}};

static FILE *text_file(const char *text)
{
	FILE *file = tmpfile();
	ck_assert_ptr_nonnull(file);
	fputs(text, file);
	rewind(file);
	return file;
}

/* ---- the table of captures ---- */

/* A table read back by the names of its columns. */
enum { CELLS = 64, ROWS = 16 };
struct cells {
	char names[CELLS][64];
	char *values[ROWS][CELLS];
	size_t columns, rows;
};

static int on_column(void *context, size_t column, const char *name, size_t length, struct fault *fault)
{
	struct cells *cells = context;
	(void)fault;
	ck_assert_uint_lt(length, sizeof cells->names[0]);
	snprintf(cells->names[column], sizeof cells->names[0], "%s", name);
	return 0;
}

static int on_columns_end(void *context, size_t count, struct fault *fault)
{
	(void)fault;
	((struct cells *)context)->columns = count;
	return 0;
}

static int on_field(void *context, size_t column, const char *text, size_t length, struct fault *fault)
{
	struct cells *cells = context;
	(void)fault;
	(void)length;
	ck_assert_uint_lt(cells->rows, ROWS);
	cells->values[cells->rows][column] = strdup(text);
	return 0;
}

static int on_row(void *context, bool whole, struct fault *fault)
{
	(void)fault;
	ck_assert(whole);
	((struct cells *)context)->rows++;
	return 0;
}

static void cells_read(struct cells *cells, FILE *file)
{
	static const struct table_handler handler = {
	    .column = on_column, .columns_end = on_columns_end, .field = on_field, .row = on_row};
	struct fault fault;
	memset(cells, 0, sizeof *cells);
	rewind(file);
	int status = table_read(file, "captures.csv", &handler, cells, &fault);
	ck_assert_msg(status == 0, "%s", status != 0 ? fault.what : "");
}

static void cells_free(struct cells *cells)
{
	for (size_t r = 0; r < cells->rows; r++)
		for (size_t c = 0; c < cells->columns; c++)
			free(cells->values[r][c]);
}

static const char *cell(const struct cells *cells, size_t row, const char *name)
{
	for (size_t c = 0; c < cells->columns; c++)
		if (strcmp(cells->names[c], name) == 0)
			return cells->values[row][c];
	ck_abort_msg("no column %s", name);
}

static struct summary summary_of(const char *headers, const struct made_step *steps,
                                 const struct reduction_options *options)
{
	FILE *file = made_begin(headers);
	struct made_pass pass = {
	    .low_bytes = KIB(4), .high_bytes = MIB(64), .stairs = steps, .print_ps = 620, .clock_mhz = 4000};
	made_timer(file);
	made_write(file, &pass);
	return made_summary(file, options);
}

#define HEADERS                                                                                              \
	"# label: one, \"two\"\n# machine: Mac16,12\n# asked_cores: Performance\n# got_qos: interactive\n"   \
	"# cache: level=1 type=data bytes=65536 cores=Performance\n"

/* Knees at root(48 x 56) = 51.846 KiB and root(2048 x 2560) = 2289.73 KiB. B1: of 48 / 1.18 = 40.7 KiB, 40;
 * of 2048 / 1.18 = 1735.6 KiB, 1536. E1 speaks at the first: 48 KiB / 1.02, to 56; the second's sizes
 * are 1.25 apart, too far for E2, so that Z1 ends at the first size beyond. The gap: (64 - 51.846) / 64 =
 * 0.1899.
 */
START_TEST(table_has_a_row_a_level)
{
	struct summary summary = summary_of(HEADERS, stairs, NULL);
	struct cells cells;
	FILE *file = tmpfile();
	ck_assert_int_eq(captures_table_write_columns(file), 0);
	ck_assert_int_eq(captures_table_write_rows(file, &summary), 0);
	cells_read(&cells, file);
	ck_assert_uint_eq(cells.rows, 2);
	static const struct {
		const char *column, *values[2];
	} texts[] = {
	    {"capture", {"made", "made"}},
	    {"label", {"one, \"two\"", "one, \"two\""}},
	    {"machine", {"Mac16,12", "Mac16,12"}},
	    {"cores", {"Performance", "Performance"}},
	    {"qos", {"interactive", "interactive"}},
	    {"pass", {"random", "random"}},
	    {"level", {"1", "2"}},
	    {"status", {"accepted", "accepted"}},
	    {"clock_ghz", {"4", "4"}},
	    {"floor_ns", {"1", "4"}},
	    {"next_floor_ns", {"4", "20"}},
	    {"lower_bound", {"40960", "1572864"}},
	    {"capacity_low", {"48188.2353", "1572864"}},
	    {"capacity_high", {"57344", "2621440"}},
	    {"reported", {"65536", ""}},
	    {"reported_by", {"system", ""}},
	    {"kind", {"trials", "trials"}},
	    {"synthetic", {"no", "no"}},
	    {"rules", {"3", "3"}},
	    {"rule", {"K1", "K1"}},
	};
	for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++)
		for (size_t r = 0; r < 2; r++)
			ck_assert_str_eq(cell(&cells, r, texts[i].column), texts[i].values[r]);
	ck_assert_double_eq_tol(atof(cell(&cells, 0, "knee")), 51.8459 * 1024, 1);
	ck_assert_double_eq_tol(atof(cell(&cells, 1, "knee")), 2289.7336 * 1024, 10);
	ck_assert_double_eq_tol(atof(cell(&cells, 0, "gap")), 0.1899, 5e-5);
	cells_free(&cells);
	fclose(file);
	summary_free(&summary);
}
END_TEST

START_TEST(table_has_a_row_for_a_pass_without_a_knee)
{
	struct summary summary = summary_of("# synthetic: by a test\n", flat, NULL);
	struct cells cells;
	FILE *file = tmpfile();
	captures_table_write_columns(file);
	captures_table_write_rows(file, &summary);
	cells_read(&cells, file);
	ck_assert_uint_eq(cells.rows, 1);
	ck_assert_str_eq(cell(&cells, 0, "status"), "refused");
	ck_assert_str_eq(cell(&cells, 0, "rule"), "L2");
	ck_assert_str_eq(cell(&cells, 0, "knee"), "");
	ck_assert_str_eq(cell(&cells, 0, "level"), "");
	ck_assert_str_eq(cell(&cells, 0, "synthetic"), "yes");
	cells_free(&cells);
	fclose(file);
	summary_free(&summary);
}
END_TEST

/* Whatever a label holds, a row stays one row of as many fields, its text valid and without control bytes: by
 * table 3-7 of the Unicode standard, written out. */
static bool valid_text(const unsigned char *c)
{
	while (*c != '\0') {
		if (*c < 0x20 ? *c == '\n' : *c < 0x7f)
			c += 1;
		else if (*c >= 0xc2 && *c <= 0xdf && (c[1] & 0xc0) == 0x80)
			c += 2;
		else if (*c >= 0xe0 && *c <= 0xef && (c[1] & 0xc0) == 0x80 && (c[2] & 0xc0) == 0x80 &&
		         !(*c == 0xe0 && c[1] < 0xa0) && !(*c == 0xed && c[1] > 0x9f))
			c += 3;
		else if (*c >= 0xf0 && *c <= 0xf4 && (c[1] & 0xc0) == 0x80 && (c[2] & 0xc0) == 0x80 &&
		         (c[3] & 0xc0) == 0x80 && !(*c == 0xf0 && c[1] < 0x90) &&
		         !(*c == 0xf4 && c[1] > 0x8f))
			c += 4;
		else
			return false;
	}
	return true;
}

/* Foreign texts, and what stands of them in the two tables that spreadsheets open, both as the cell of a text
 * alone: U+009B, U+061C, U+202E, U+2028 and U+FEFF as a space, a byte of no character as a question mark, an
 * apostrophe before what would be calculated. */
static const struct {
	const char *text, *cell;
} foreign_cells[] = {
    {"=cmd|'/c calc'!A1", "'=cmd|'/c calc'!A1"},
    {"+1", "'+1"},
    {"-1", "'-1"},
    {"@SUM(1)", "'@SUM(1)"},
    {"|calc", "'|calc"},
    {" \t=1", "'  =1"},
    {"\r=1", "' =1"},
    {"\t-1", "' -1"},
    {"a=1", "a=1"},
    {"a\xc2\x9b"
     "31m",
     "a 31m"},
    {"a\xd8\x9c"
     "b",
     "a b"},
    {"a\xe2\x80\xae"
     "b",
     "a b"},
    {"a\xe2\x80\xa8"
     "b",
     "a b"},
    {"a\xef\xbb\xbf"
     "b",
     "a b"},
    {"a\xff"
     "b",
     "a?b"},
    {"a\xc2\xb5"
     "b",
     "a\xc2\xb5"
     "b"},
};

START_TEST(foreign_text_reaches_tables_without_harm)
{
	struct summary summary = {0};
	struct summary_finding finding = {.kind = FINDING_SWEEP,
	                                  .status = STATUS_REFUSED,
	                                  .value = NAN,
	                                  .low = NAN,
	                                  .high = NAN,
	                                  .reported = NAN,
	                                  .gap = NAN,
	                                  .reason = foreign_cells[_i].text,
	                                  .pass = "random"};
	summary_add_header(&summary, SUMMARY_CAPTURE_PREFIX "machine", foreign_cells[_i].text);
	summary_add_finding(&summary, &finding);
	FILE *table = tmpfile(), *findings = tmpfile();
	struct cells cells;
	captures_table_write_columns(table);
	captures_table_write_rows(table, &summary);
	cells_read(&cells, table);
	ck_assert_str_eq(cell(&cells, 0, "machine"), foreign_cells[_i].cell);
	ck_assert_str_eq(cell(&cells, 0, "reason"), foreign_cells[_i].cell);
	cells_free(&cells);
	summary_write_findings(findings, &summary);
	cells_read(&cells, findings);
	ck_assert_str_eq(cell(&cells, 0, "reason"), foreign_cells[_i].cell);
	cells_free(&cells);
	fclose(table);
	fclose(findings);
	summary_free(&summary);
}
END_TEST

START_TEST(table_stands_hostile_text)
{
	static const struct hostile broken[] = {{"cut character", "a\xe2\x82"},
	                                        {"lone byte", "\xff\xfe\x80"},
	                                        {"surrogate", "\xed\xa0\x80"},
	                                        {"long form", "\xc0\xaf\xf0\x80\x80\xaf"}};
	size_t count = hostile_count();
	for (size_t i = 0; i < count + 4; i++) {
		struct hostile hostile = i < count ? hostile_text(i) : broken[i - count];
		struct summary summary = {0};
		struct summary_finding finding = {.kind = FINDING_SWEEP,
		                                  .status = STATUS_REFUSED,
		                                  .value = NAN,
		                                  .low = NAN,
		                                  .high = NAN,
		                                  .reported = NAN,
		                                  .gap = NAN,
		                                  .reason = hostile.text,
		                                  .pass = "random"};
		summary_add_header(&summary, SUMMARY_KEY_NAME, "x");
		summary_add_header(&summary, SUMMARY_CAPTURE_PREFIX "machine", hostile.text);
		summary_add_finding(&summary, &finding);
		char *text = NULL;
		size_t length = 0;
		FILE *memory = open_memstream(&text, &length);
		captures_table_write_columns(memory);
		captures_table_write_rows(memory, &summary);
		fclose(memory);
		ck_assert_msg(valid_text((unsigned char *)text), "%s", hostile.name);
		struct cells cells;
		FILE *file = text_file(text);
		cells_read(&cells, file);
		ck_assert_msg(cells.rows == 1, "%s: %zu rows", hostile.name, cells.rows);
		ck_assert_str_eq(cell(&cells, 0, "pass"), "random");
		ck_assert_str_eq(cell(&cells, 0, "capture"), "x");
		cells_free(&cells);
		fclose(file);
		free(text);
		summary_free(&summary);
	}
}
END_TEST

static void write_capture(const char *folder, const char *name, const char *headers,
                          const struct made_step *steps)
{
	char path[4096], buffer[8192];
	size_t length;
	FILE *file = made_begin(headers);
	struct made_pass pass = {.low_bytes = KIB(4), .high_bytes = MIB(64), .stairs = steps};
	made_timer(file);
	made_write(file, &pass);
	capture_write_header(file, CAPTURE_KEY_END, "complete");
	rewind(file);
	snprintf(path, sizeof path, "%s/%s.csv", folder, name);
	FILE *copy = fopen(path, "w");
	ck_assert_ptr_nonnull(copy);
	while ((length = fread(buffer, 1, sizeof buffer, file)) > 0)
		fwrite(buffer, 1, length, copy);
	fclose(copy);
	fclose(file);
}

/* A thousand summaries in one command: 999 copies of one with two knees and one without, 1,999 rows; loaded
 * as it is by gnuplot, and by sqlite3 where that is there. */
START_TEST(table_of_a_thousand_loads_elsewhere)
{
	char *folder = shell_folder();
	const char *build = shell_build();
	write_capture(folder, "c", HEADERS, stairs);
	write_capture(folder, "f", HEADERS, flat);
	struct shell command =
	    shell_run("%s/reduce -q -o '%s' '%s/c.csv' '%s/f.csv' && cd '%s' && tee $(i=1; while [ $i -lt "
	              "999 ]; do echo c$i.findings.csv; i=$((i + 1)); done) <c.findings.csv >/dev/null",
	              build, folder, folder, folder, folder);
	ck_assert_msg(command.status == 0, "%s", command.error);
	shell_free(&command);
	command = shell_run("%s/reduce --table -o '%s' '%s'/*.findings.csv", build, folder, folder);
	ck_assert_msg(command.status == 0, "%s", command.error);
	ck_assert_str_eq(command.out, "");
	shell_free(&command);
	command = shell_run("cd '%s' && head -1 captures.csv | cut -c1-22 && wc -l <captures.csv | tr -d ' '",
	                    folder);
	ck_assert_str_eq(command.out, "capture,label,machine,\n2000\n");
	shell_free(&command);
	command =
	    shell_run("cd '%s' && gnuplot -d -e \"set datafile separator comma; stats 'captures.csv' using "
	              "(column('knee')) nooutput; print STATS_records; stats 'captures.csv' using "
	              "(column('level')) nooutput; print STATS_max\" 2>&1",
	              folder);
	ck_assert_str_eq(command.out, "1998\n2.0\n");
	shell_free(&command);
	command =
	    shell_run("cd '%s' && command -v sqlite3 >/dev/null || exit 77; sqlite3 :memory: '.import "
	              "--csv captures.csv t' \"select count(*), sum(knee > 0), min(label), sum(status = "
	              "'refused') from t\"",
	              folder);
	if (command.status != 77)
		ck_assert_str_eq(command.out, "1999|1998|one, \"two\"|1\n");
	shell_free(&command);
	shell_remove(folder);
}
END_TEST

/* A summary that is none leaves no table half written. */
START_TEST(table_is_whole_or_not_there)
{
	char *folder = shell_folder();
	struct shell command = shell_run(
	    "cd '%s' && echo size_bytes,ns >x.findings.csv && B=$(cd - >/dev/null && cd %s && pwd) && "
	    "$B/reduce --table -o . x.findings.csv; s=$?; ls; exit $s",
	    folder, shell_build());
	ck_assert_int_eq(command.status, 1);
	ck_assert_str_eq(command.out, "x.findings.csv\n");
	ck_assert_ptr_nonnull(strstr(command.error, "is no summary"));
	shell_free(&command);
	shell_remove(folder);
}
END_TEST

/* ---- the trial log ---- */

/* Timer steps of 10 ns: 999 ns are too short. */
static const char logged[] =
    "# cachestair_capture: 1\n# asked_tier: Super\n"
    "experiment,trial,round,started_ns,size_bytes,loads,elapsed_ns,cpu_time_ns,cpu_before,cpu_after,switches,distance_bytes,sites\n"
    "timer,,,,,,10,,,,,,\n"
    "sweep,1,1,100,8192,1000,1000,1000,0,0,0,,\n"
    "sweep,2,1,200,4096,1000,999,100,0,1,1,,\n"
    "sweep,3,2,300,4096,1000,2500,2500,,,,,\n"
    "adjacency,4,2,400,4096,2000,3000,3000,0,0,0,64,32\n";

/* In the order in which they ran, not by size. */
START_TEST(log_tells_every_trial)
{
	static const struct {
		uint64_t trial, round, started_ns, size_bytes, distance_bytes;
		double time_ns;
		enum trial_state state;
		const char *status[2], *pass; /* all; only those that stayed */
	} rows[] = {
	    {1, 1, 100, 8192, 0, 1, STATE_STAYED, {"counted", "counted"}, "random"},
	    {2, 1, 200, 4096, 0, 0.999, STATE_MOVED, {"T1 T4", "T1 T4 only-stayed"}, "random"},
	    {3, 2, 300, 4096, 0, 2.5, STATE_UNKNOWN, {"counted", "only-stayed"}, "random"},
	    {4, 2, 400, 4096, 64, 3, STATE_STAYED, {"counted", "counted"}, "adjacency random"},
	};
	char *folder = shell_folder(), path[4096];
	struct reduction reduction;
	struct reduction_options options = {.trials = {.only_stayed = _i == 1, .log = true}};
	struct trial_log log;
	struct fault fault;
	FILE *file = text_file(logged);
	made_reduce(&reduction, file, "logged.csv", &options);
	snprintf(path, sizeof path, "%s/logged.trials.csv", folder);
	file = fopen(path, "w");
	ck_assert_ptr_nonnull(file);
	ck_assert_int_eq(trial_log_write(file, &reduction), 0);
	fclose(file);
	int status = trial_log_load(&log, path, &fault);
	ck_assert_msg(status == 0, "%s", status != 0 ? fault.what : "");
	ck_assert_str_eq(log.name, "logged");
	ck_assert_uint_eq(log.count, 4);
	for (size_t i = 0; i < 4; i++) {
		const struct trial_log_row *row = &log.rows[i];
		ck_assert_uint_eq(row->trial, rows[i].trial);
		ck_assert_uint_eq(row->round, rows[i].round);
		ck_assert_uint_eq(row->started_ns, rows[i].started_ns);
		ck_assert_uint_eq(row->size_bytes, rows[i].size_bytes);
		ck_assert_uint_eq(row->distance_bytes, rows[i].distance_bytes);
		ck_assert_double_eq(row->time_ns, rows[i].time_ns);
		ck_assert_int_eq(row->state, rows[i].state);
		char words[TRIAL_LOG_STATUS];
		ck_assert_str_eq(trial_log_status(row->discards, words), rows[i].status[_i]);
		ck_assert_str_eq(log.passes[row->pass], rows[i].pass);
	}
	trial_log_free(&log);
	reduction_free(&reduction);
	shell_remove(folder);
}
END_TEST

START_TEST(log_refuses_what_is_none)
{
	static const struct {
		const char *text, *what;
	} cases[] = {
	    {"trial,round,started_ns,pass,size_bytes,time_ns,state,status,distance_bytes\n",
	     "is no trial log"},
	    {"# cachestair_trials: 2\ntrial\n", "a trial log of version \"2\""},
	    {"# cachestair_trials: 1\ntrial,round\n", "lacks the column started_ns"},
	    {"# cachestair_trials: "
	     "1\ntrial,round,started_ns,pass,size_bytes,time_ns,state,status,distance_bytes\n"
	     "1,1,1,random,4096,1,asleep,counted,\n",
	     "\"asleep\" in column state"},
	    {"# cachestair_trials: "
	     "1\ntrial,round,started_ns,pass,size_bytes,time_ns,state,status,distance_bytes\n"
	     "1,1,1,random,4096,-1,stayed,counted,\n",
	     "\"-1\" in column time_ns"},
	    {"# cachestair_trials: "
	     "1\ntrial,round,started_ns,pass,size_bytes,time_ns,state,status,distance_bytes\n"
	     "1,1,1,random,4096,1,stayed,T1 T9,\n",
	     "\"T1 T9\" in column status"},
	    {"# cachestair_trials: "
	     "1\ntrial,round,started_ns,pass,size_bytes,time_ns,state,status,distance_bytes\n"
	     "1,1,1,random,4096,1,stayed,T1 ,\n",
	     "\"T1 \" in column status"},
	};
	char *folder = shell_folder(), path[4096];
	struct trial_log log;
	struct fault fault;
	snprintf(path, sizeof path, "%s/x.trials.csv", folder);
	FILE *file = fopen(path, "w");
	ck_assert_ptr_nonnull(file);
	fputs(cases[_i].text, file);
	fclose(file);
	ck_assert_int_eq(trial_log_load(&log, path, &fault), -1);
	ck_assert_str_eq(fault.what, cases[_i].what);
	trial_log_free(&log);
	shell_remove(folder);
}
END_TEST

START_TEST(log_needs_a_folder)
{
	struct shell command = shell_run("echo | %s/reduce --trials -", shell_build());
	ck_assert_int_eq(command.status, 2);
	ck_assert_str_eq(command.error, "reduce: --trials: needs --output\n");
	shell_free(&command);
}
END_TEST

/* ---- reported by hand ---- */

START_TEST(reported_reads_sizes)
{
	struct capture_cache *caches;
	size_t count;
	struct fault fault;
	FILE *file =
	    text_file("# from the data sheet\nlevel,bytes,cores,source\n1,49152,,x\n3,8M,Performance,y\n");
	ck_assert_int_eq(reported_read(file, "sizes.csv", &caches, &count, &fault), 0);
	ck_assert_uint_eq(count, 2);
	ck_assert_uint_eq(caches[0].bytes, 49152);
	ck_assert_str_eq(caches[0].cores, "");
	ck_assert_uint_eq(caches[1].level, 3);
	ck_assert_uint_eq(caches[1].bytes, MIB(8));
	ck_assert_str_eq(caches[1].cores, "Performance");
	ck_assert(caches[0].by_hand && caches[1].by_hand);
	free(caches);
	fclose(file);
}
END_TEST

START_TEST(reported_refuses)
{
	static const struct {
		const char *text, *what;
	} cases[] = {
	    {"level,bytes\n", "holds no size"},
	    {"level,size\n1,2\n", "is no table of reported sizes"},
	    {"level,bytes\n0,4096\n", "\"0\" is too small, in column level"},
	    {"level,bytes\n1,many\n", "\"many\" is not a size such as 64K, 4M or 1G, in column bytes"},
	    {"level,bytes\n1,\n", "\"\" is empty, in column bytes"},
	};
	struct capture_cache *caches;
	size_t count;
	struct fault fault;
	FILE *file = text_file(cases[_i].text);
	ck_assert_int_eq(reported_read(file, "sizes.csv", &caches, &count, &fault), -1);
	ck_assert_str_eq(fault.what, cases[_i].what);
	fclose(file);
}
END_TEST

/* The system reports the first level, 64 KiB; a person says 48 KiB of it, which is left out, and 2 MiB of the
 * second, which stands beside the knee at 2.24 MiB: gap (2048 - 2289.73) / 2048 = -0.118. */
START_TEST(reported_by_hand_is_kept_apart)
{
	static const struct capture_cache by_hand[] = {
	    {1, KIB(48), "", true}, {2, MIB(2), "Performance", true}, {3, MIB(3), "Efficiency", true}};
	struct reduction_options options = {.trials = {.by_hand = by_hand, .by_hand_count = 3}};
	struct summary summary = summary_of(HEADERS, stairs, &options);
	const struct summary_finding *first = made_must(&summary, FINDING_KNEE, NULL, 0);
	const struct summary_finding *second = made_must(&summary, FINDING_KNEE, NULL, 1);
	ck_assert_double_eq(first->reported, (double)KIB(64));
	ck_assert_ptr_null(strstr(first->reason, "by hand"));
	ck_assert_double_eq(second->reported, (double)MIB(2));
	ck_assert_double_eq_tol(second->gap, -0.118, 5e-4);
	made_holds(second, "; reported by hand");
	ck_assert_str_eq(summary_header(&summary, SUMMARY_KEY_REPORTED),
	                 "level=2 bytes=2097152 cores=Performance");
	/* What the capture says stays as it was. */
	ck_assert_str_eq(summary_header(&summary, "capture_cache"),
	                 "level=1 type=data bytes=65536 cores=Performance");
	struct cells cells;
	FILE *file = tmpfile();
	captures_table_write_columns(file);
	captures_table_write_rows(file, &summary);
	cells_read(&cells, file);
	ck_assert_str_eq(cell(&cells, 0, "reported_by"), "system");
	ck_assert_str_eq(cell(&cells, 1, "reported_by"), "hand");
	cells_free(&cells);
	fclose(file);
	summary_free(&summary);
}
END_TEST

/* ---- the command line of all of these ---- */

START_TEST(mistakes)
{
	static const struct {
		const char *arguments, *error;
	} cases[] = {
	    {"--compare --table x",
	     "reduce: --compare, --machine, --table and --tiers-table do not go together\n"},
	    {"--compare x", "reduce: --compare: 1 capture; expected 2 to 4096\n"},
	    {"--compare a.findings.csv b.csv",
	     "reduce: a.findings.csv: is a summary; expected captures: they are all reduced here, under "
	     "one version of the rules\n"},
	    {"--tier Super x",
	     "reduce: --tier: \"Super\" is in no tier table; expected one of the names in the table that "
	     "--tiers gives\n"},
	};
	struct shell command = shell_run("%s/reduce %s", shell_build(), cases[_i].arguments);
	ck_assert_int_eq(command.status, 2);
	ck_assert_str_eq(command.error, cases[_i].error);
	ck_assert_str_eq(command.out, "");
	shell_free(&command);
}
END_TEST

/* The comparison's table is one of reduce's files: read again without points. */
START_TEST(comparison_is_written_and_read)
{
	char *folder = shell_folder(), path[4096];
	struct summary summary;
	struct fault fault;
	write_capture(folder, "a", HEADERS, stairs);
	write_capture(folder, "b", HEADERS "# date: 2026-01-02T00:00:00Z\n", stairs);
	struct shell command = shell_run("%s/reduce --compare -o '%s' '%s/a.csv' '%s/b.csv'", shell_build(),
	                                 folder, folder, folder);
	ck_assert_msg(command.status == 0, "%s", command.error);
	ck_assert_ptr_nonnull(strstr(command.out, "Pass: a: random | b: random\n"));
	ck_assert_ptr_nonnull(strstr(command.out, "\nOver all\n"));
	shell_free(&command);
	snprintf(path, sizeof path, "%s/comparison", folder);
	int status = summary_load(&summary, path, &fault);
	ck_assert_msg(status == 0, "%s", status != 0 ? fault.what : "");
	ck_assert_str_eq(summary_header(&summary, SUMMARY_KEY_KIND), "comparison");
	ck_assert_str_eq(made_must(&summary, FINDING_RATIO, NULL, 0)->pass, "a: random | b: random");
	summary_free(&summary);
	shell_remove(folder);
}
END_TEST

Suite *captures_table_suite(void)
{
	Suite *suite = suite_create("inventory");
	TCase *cases = tcase_create("tables");
	tcase_set_timeout(cases, 120);
	cases_add(cases, table_has_a_row_a_level, table_has_a_row_for_a_pass_without_a_knee,
	          table_stands_hostile_text);
	cases_add_rows(cases, foreign_text_reaches_tables_without_harm, foreign_cells);
	cases_add(cases, table_of_a_thousand_loads_elsewhere, table_is_whole_or_not_there);
	tcase_add_loop_test(cases, log_tells_every_trial, 0, 2);
	tcase_add_loop_test(cases, log_refuses_what_is_none, 0, 5);
	cases_add(cases, log_needs_a_folder, reported_reads_sizes);
	tcase_add_loop_test(cases, reported_refuses, 0, 5);
	tcase_add_test(cases, reported_by_hand_is_kept_apart);
	tcase_add_loop_test(cases, mistakes, 0, 4);
	tcase_add_test(cases, comparison_is_written_and_read);
	suite_add_tcase(suite, cases);
	return suite;
}
