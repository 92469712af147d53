/* Tests of reduce's reading: each known trap of CSV and of captures, through the program itself. */
#include "cases.h"
#include "shell.h"

#include "../reduce/read/table.h"
#include "../reduce/read/trials.h"

#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define BYTES(literal) literal, sizeof literal - 1
#define CAPTURE "size_bytes,loads,elapsed_ns\n"
#define HEAD "# cachestair_capture: 1\n" CAPTURE

static const struct {
	const char *name;
	const char *bytes;
	size_t length;
	const char *points; /* "size time" of each point, or NULL where it is refused */
	const char *error;  /* the line on standard error, after the file's name */
} cases[] = {
    {"plain", BYTES(CAPTURE "1024,100,250\n2048,100,300\n"), "1024 2.5\n2048 3\n", NULL},
    {"byte-order mark", BYTES("\xef\xbb\xbf" CAPTURE "1024,100,250\n"), "1024 2.5\n", NULL},
    {"CRLF", BYTES("size_bytes,loads,elapsed_ns\r\n1024,100,250\r\n2048,100,300\r\n"), "1024 2.5\n2048 3\n",
     NULL},
    {"lone CR", BYTES("size_bytes,loads,elapsed_ns\r1024,100,250\r2048,100,300\r"), "1024 2.5\n2048 3\n",
     NULL},
    {"no last newline", BYTES(CAPTURE "1024,100,250\n2048,100,300"), "1024 2.5\n2048 3\n", NULL},
    {"no last newline, a capture: the last number may be half", BYTES(HEAD "1024,100,250\n2048,100,300"),
     "1024 2.5\n", NULL},
    {"cut row, a capture", BYTES(HEAD "1024,100,250\n2048,1"), "1024 2.5\n", NULL},
    {"cut row, no capture", BYTES(CAPTURE "1024,100,250\n2048,1"), NULL,
     ":3:2: the last row is cut off; expected a field for every column"},
    {"unterminated quote", BYTES(CAPTURE "1024,100,\"250\n2048,100,300\n"), NULL,
     ":4:3: a quote that is never closed; expected a closing quote before the end of the file"},
    {"stray quote", BYTES(CAPTURE "1024,10\"0,250\n"), NULL,
     ":2:2: a quote in the wrong place; expected quotes around a whole field, doubled inside it"},
    {"quoted number", BYTES(CAPTURE "\"1024\",100,250\n"), "1024 2.5\n", NULL},
    {"too few fields", BYTES(CAPTURE "1024,100,250\n2048,100\n"), NULL,
     ":3:2: 2 fields in this row; expected 3, as many as there are columns"},
    {"too many fields", BYTES(CAPTURE "1024,100,250,7\n"), NULL,
     ":2:3: 4 fields in this row; expected 3, as many as there are columns"},
    {"NUL in a number", BYTES(CAPTURE "1024,100,2\0005\n"), NULL,
     ":2:3: \"2\" in column elapsed_ns; expected a whole number from 0 to 9007199254740992"},
    {"1e999", BYTES(CAPTURE "1024,100,1e999\n"), NULL,
     ":2:3: \"1e999\" in column elapsed_ns; expected a whole number from 0 to 9007199254740992"},
    {"too large", BYTES(CAPTURE "1024,100,9007199254740993\n"), NULL,
     ":2:3: \"9007199254740993\" in column elapsed_ns; expected a whole number from 0 to 9007199254740992"},
    {"negative", BYTES(CAPTURE "1024,100,-250\n"), NULL,
     ":2:3: \"-250\" in column elapsed_ns; expected a whole number from 0 to 9007199254740992"},
    {"zero elapsed", BYTES(CAPTURE "1024,100,0\n"), NULL,
     ":2:3: 0 in column elapsed_ns; expected a whole number from 1 to 9007199254740992"},
    {"zero loads", BYTES(CAPTURE "1024,0,250\n"), NULL,
     ":2:2: 0 in column loads; expected a whole number from 1 to 9007199254740992"},
    {"empty size", BYTES(CAPTURE ",100,250\n"), NULL,
     ":2:1: nothing in column size_bytes; expected a whole number from 1 to 9007199254740992"},
    {"line counted over blank and header lines",
     BYTES("# a: b\n\n# c: d\n" CAPTURE "\n1024,100,250\n\n# note: x\n2048,x,300\n"), NULL,
     ":9:2: \"x\" in column loads; expected a whole number from 0 to 9007199254740992"},
    {"line counted with lone CR", BYTES("# a: b\rsize_bytes,loads,elapsed_ns\r1024,100,250\r\r2048,x,300\r"),
     NULL, ":5:2: \"x\" in column loads; expected a whole number from 0 to 9007199254740992"},
    {"line counted with lone CR over header lines",
     BYTES("# a: b\r# c: d\rsize_bytes,loads,elapsed_ns\r2048,x,300\r"), NULL,
     ":4:2: \"x\" in column loads; expected a whole number from 0 to 9007199254740992"},
    {"another version, lone CR", BYTES("# a: b\r# cachestair_capture: 2\r" CAPTURE), NULL,
     ":2:1: a capture of version \"2\"; expected version 1"},
    {"unterminated quote, lone CR", BYTES("size_bytes,loads,elapsed_ns\r1024,100,\"250\r"), NULL,
     ":3:3: a quote that is never closed; expected a closing quote before the end of the file"},
    {"columns in any order, unknown ones ignored",
     BYTES("elapsed_ns,colour,size_bytes,loads\n250,\"a,\"\"b\",1024,100\n"), "1024 2.5\n", NULL},
    {"column twice", BYTES("size_bytes,loads,elapsed_ns,loads\n1,1,1,1\n"), NULL,
     ":1:4: a second column loads"},
    {"wrong columns", BYTES("size,loads,elapsed_ns\n1,1,1\n"), NULL,
     ":1:1: found \"size,loads,elapsed_ns\"; expected the output of a tool that --help lists under --from, or "
     "column names: a size (size_bytes, size_kb, \"size (MiB)\") and a time (ns, latency_ns, \"latency (ns)\", or "
     "cycles with --clock)"},
    {"empty file", BYTES(""), NULL, ": holds no table; expected a line of column names"},
    {"header lines alone", BYTES("# a: b\n"), NULL, ": holds no table; expected a line of column names"},
    {"columns alone", BYTES(CAPTURE), NULL, ": holds no trial; expected at least one row of a sweep"},
    {"another version", BYTES("# cachestair_capture: 2\n" CAPTURE "1024,100,250\n"), NULL,
     ":1:1: a capture of version \"2\"; expected version 1"},
    {"unknown experiment", BYTES("experiment,size_bytes,loads,elapsed_ns\nswep,1024,100,250\n"), NULL,
     ":2:1: \"swep\" in column experiment; expected one of sweep, adjacency, timer, competitor, control, translation"},
    {"NUL behind a word", BYTES("experiment," CAPTURE "sweep\0x,1024,100,250\n"), NULL,
     ":2:1: \"sweep\" in column experiment; expected one of sweep, adjacency, timer, competitor, control, translation"},
    {"empty word", BYTES("experiment," CAPTURE ",1024,100,250\n"), "1024 2.5\n", NULL},
    {"duplicate sizes are one point", BYTES(CAPTURE "1024,100,250\n1024,100,350\n1024,100,300\n"), "1024 3\n",
     NULL},
    {"unsorted sizes", BYTES(CAPTURE "4096,100,500\n1024,100,250\n2048,100,300\n"),
     "1024 2.5\n2048 3\n4096 5\n", NULL},
    {"curve", BYTES("size_bytes,ns\n1024,1.25\n2048,2.5e0\n"), "1024 1.25\n2048 2.5\n", NULL},
    {"curve, size twice", BYTES("size_bytes,ns\n1024,1\n1024,2\n"), "1024 1.5\n", NULL},
    {"curve, infinite", BYTES("size_bytes,ns\n1024,1e999\n"), NULL,
     ":2:2: \"1e999\" in column ns; expected " READING_NS_EXPECTED},
    {"curve, zero", BYTES("size_bytes,ns\n1024,0.0\n"), NULL,
     ":2:2: \"0.0\" in column ns; expected " READING_NS_EXPECTED},
    {"curve, negative", BYTES("size_bytes,ns\n1024,-1\n"), NULL,
     ":2:2: \"-1\" in column ns; expected " READING_NS_EXPECTED},
    {"curve, not a number", BYTES("size_bytes,ns\n1024,nan\n"), NULL,
     ":2:2: \"nan\" in column ns; expected " READING_NS_EXPECTED},
    {"curve, hexadecimal", BYTES("size_bytes,ns\n1024,0x1p3\n"), NULL,
     ":2:2: \"0x1p3\" in column ns; expected " READING_NS_EXPECTED},
    {"curve, comma as decimal sign", BYTES("size_bytes,ns\n1024,\"1,5\"\n"), NULL,
     ":2:2: \"1,5\" in column ns; expected " READING_NS_EXPECTED},
};

static void write_bytes(const char *path, const char *bytes, size_t length)
{
	FILE *file = fopen(path, "wb");
	ck_assert_ptr_nonnull(file);
	ck_assert_uint_eq(fwrite(bytes, 1, length, file), length);
	ck_assert_int_eq(fclose(file), 0);
}

START_TEST(capture_is_read_or_refused)
{
	char *folder = shell_folder(), path[4096], expected[8192];
	snprintf(path, sizeof path, "%s/a.csv", folder);
	write_bytes(path, cases[_i].bytes, cases[_i].length);
	struct shell command = shell_run("%s/reduce -q -o '%s/out' '%s'", shell_build(), folder, path);
	if (cases[_i].error != NULL) {
		snprintf(expected, sizeof expected, "reduce: %s%s\n", path, cases[_i].error);
		ck_assert_msg(strcmp(command.error, expected) == 0, "%s: %s", cases[_i].name, command.error);
		ck_assert_msg(command.status == 1, "%s: status %d", cases[_i].name, command.status);
		struct shell left = shell_run("ls -A '%s/out'", folder);
		ck_assert_str_eq(left.out, "");
		shell_free(&left);
	} else {
		ck_assert_msg(command.status == 0, "%s: %s", cases[_i].name, command.error);
		struct shell points = shell_run(
		    "grep -v '^#' '%s/out/a.points.csv' | sed 1d | cut -d, -f2,10 | tr , ' '", folder);
		ck_assert_msg(strcmp(points.out, cases[_i].points) == 0, "%s: %s", cases[_i].name,
		              points.out);
		shell_free(&points);
	}
	shell_free(&command);
	shell_remove(folder);
}
END_TEST

/* A field of two million bytes: refused before memory runs away. */
START_TEST(overlong_field_is_refused)
{
	char *folder = shell_folder();
	struct shell command =
	    shell_run("(echo size_bytes,loads,elapsed_ns; head -c 2000000 /dev/zero | tr '\\0' 7; echo "
	              ",1,1) | %s/reduce -q -",
	              shell_build());
	ck_assert_int_eq(command.status, 1);
	ck_assert_str_eq(command.error,
	                 "reduce: -:2:1: a field of more than 1048576 bytes; expected a closing quote or a "
	                 "comma before that\n");
	shell_free(&command);
	shell_remove(folder);
}
END_TEST

/* Header lines are kept, so their number and their bytes are bounded: 100,000 lines, and 16 MiB, of which 279
 * lines of 60,002 bytes ("# " and 60,000 more) fit and the 280th does not. */
static const struct {
	const char *lines, *error;
} endless[] = {
    {"head -c 400000 /dev/zero | tr '\\0' '#' | fold -w 1",
     ":100001:1: more than 100000 lines that begin with #; expected a short header, then the rows of the "
     "table\n"},
    {"head -c 20000000 /dev/zero | tr '\\0' a | fold -w 60000 | sed 's/^/# /'",
     ":280:1: more than 16777216 bytes of lines that begin with #; expected a short header, then the rows of "
     "the table\n"},
};

START_TEST(endless_header_is_refused)
{
	char expected[FAULT_TEXT];
	struct shell command = shell_run("(%s) | %s/reduce -q -", endless[_i].lines, shell_build());
	snprintf(expected, sizeof expected, "reduce: -%s", endless[_i].error);
	ck_assert_int_eq(command.status, 1);
	ck_assert_str_eq(command.error, expected);
	shell_free(&command);
}
END_TEST

/* Rows are kept, too: each table has a number of its own, one more is refused with its line. */
static const struct {
	const char *make, *run, *error;
} too_long[] = {
    {"echo level,bytes; yes 1,4096 | head -n 1025", "reduce -q --reported long c.csv",
     "reduce: long:1026:2: more than 1024 rows\n"},
    {"echo tier,print_low_ns,print_high_ns,clock_low_ghz,clock_high_ghz; seq 1025 | sed 's/$/,1,2,1,2/'",
     "reduce -q --tiers long c.csv", "reduce: long:1026:5: more than 1024 rows\n"},
    {"echo experiment,size_bytes,loads,elapsed_ns; yes timer,,,10 | head -n 1000001", "reduce -q long",
     "reduce: long:1000002:4: more than 1000000 rows of the timer\n"},
    {"echo name,built_to_show,expected,found,verdict; yes a,b,c,c,ok | head -n 10001",
     "plot gallery --panel long -o out c", "plot: long:10002:5: more than 10000 rows\n"},
};

START_TEST(endless_rows_are_refused)
{
	char *folder = shell_folder();
	struct shell command =
	    shell_run("P=$(cd '%s' && pwd) && cd '%s' && printf 'size_bytes,ns\n1024,1\n2048,1\n' >c.csv && "
	              "$P/reduce -q -o . c.csv && { %s; } >long && $P/%s",
	              shell_build(), folder, too_long[_i].make, too_long[_i].run);
	ck_assert_str_eq(command.error, too_long[_i].error);
	ck_assert_int_eq(command.status, 1);
	shell_free(&command);
	shell_remove(folder);
}
END_TEST

/* Passes that only their stride tells apart have names of their own; one stride needs no word. */
START_TEST(strides_tell_passes_apart)
{
	struct shell command = shell_run(
	    "for k in 1024 1400 1900 2600 3500 4800 6600 9000; do for stride in 64 128; do echo "
	    "$stride,$k,1000,1000; done; done | (echo stride_bytes,size_bytes,loads,elapsed_ns; cat) | "
	    "%s/reduce --full - | grep '^Pass: '",
	    shell_build());
	ck_assert_str_eq(command.out, "Pass: random, stride 64 B\nPass: random, stride 128 B\n");
	shell_free(&command);
	command = shell_run("printf 'stride_bytes,size_bytes,loads,elapsed_ns\n64,1024,1000,1000\n"
	                    "64,1400,1000,1000\n' | %s/reduce --full - | grep '^Pass: '",
	                    shell_build());
	ck_assert_str_eq(command.out, "Pass: random\n");
	shell_free(&command);
}
END_TEST

/* Rows straddle the 64 KiB pieces in which a file is read: 20,000 rows, and a fault in the last. */
START_TEST(pieces_do_not_matter)
{
	struct shell command =
	    shell_run("(echo '# a: b'; echo size_bytes,loads,elapsed_ns; i=0; while [ $i -lt 20000 ]; do "
	              "echo 1024,100,250; i=$((i+1)); done; echo 1024,oops,1) | %s/reduce -q -",
	              shell_build());
	ck_assert_int_eq(command.status, 1);
	ck_assert_str_eq(command.error,
	                 "reduce: -:20003:2: \"oops\" in column loads; expected a whole number from 0 to "
	                 "9007199254740992\n");
	shell_free(&command);
}
END_TEST

/* ---- a table fed in pieces ---- */

/* What a table's handler was told, as a text. */
struct told {
	char text[4096];
	size_t length;
};

static int told_add(struct told *told, const char *kind, const char *text, const char *more)
{
	int length = snprintf(told->text + told->length, sizeof told->text - told->length, "%s[%s|%s] ", kind,
	                      text, more);
	told->length += (size_t)length;
	ck_assert_uint_lt(told->length, sizeof told->text);
	return 0;
}

static int told_header(void *context, const char *key, const char *value, struct fault *fault)
{
	told_add(context, "header", key != NULL ? key : "-", value);
	return strcmp(value, "bad") == 0 ? fault_set(fault, NULL, "bad") : 0;
}

static int told_column(void *context, size_t column, const char *name, size_t length, struct fault *fault)
{
	char at[32];
	(void)fault;
	snprintf(at, sizeof at, "%zu of %zu", column, length);
	return told_add(context, "column", name, at);
}

static int told_columns_end(void *context, size_t count, struct fault *fault)
{
	(void)fault;
	return told_add(context, "columns", count == 2 ? "two" : "not two", "");
}

static int told_field(void *context, size_t column, const char *text, size_t length, struct fault *fault)
{
	char at[32];
	snprintf(at, sizeof at, "%zu of %zu", column, length);
	told_add(context, "field", text, at);
	return strcmp(text, "bad") == 0 ? fault_set(fault, NULL, "bad") : 0;
}

static int told_row(void *context, bool whole, struct fault *fault)
{
	(void)fault;
	return told_add(context, "row", whole ? "whole" : "cut", "");
}

/* Feeds `text` in pieces of `piece` bytes; what was told, and how it ended. */
static void tell(struct told *told, const char *text, size_t length, size_t piece)
{
	static const struct table_handler handler = {.header = told_header,
	                                             .column = told_column,
	                                             .columns_end = told_columns_end,
	                                             .field = told_field,
	                                             .row = told_row};
	struct fault fault = {.usage = 0};
	struct table *table = table_begin(&handler, told, NULL, &fault);
	char end[FAULT_TEXT + 64];
	int status = 0;
	ck_assert_ptr_nonnull(table);
	for (size_t at = 0; status == 0 && at < length; at += piece)
		status = table_feed(table, text + at, length - at < piece ? length - at : piece);
	if (status == 0)
		status = table_end(table);
	snprintf(end, sizeof end, "%d line %lu column %lu", status, fault.line, fault.column);
	told_add(told, "end", status == 0 ? "" : fault.what, status == 0 ? "" : end);
	table_free(table);
}

/* `$` stands for the line end, which is put in its place. */
static const char *const fed[] = {
    "# a: b$# c: d$x,y$1,2$",
    "$$# a: b$$x,y$$1,2$$3,4",
    "# a: b$x,y$1,2$# end: complete$",
    "# a: b$# c: bad$x,y$1,2$",
    "x,y$1,2$# c: bad$",
    "# a: b$# c: d$x,y$1,bad$3,4$",
    "x,y$1,2$$# n$$3,4$5,bad$",
    "x,y$1,2$3$5,6$",
    "x,y$1,2$3,4,5$",
    "x,y$1,\"2$3\"$4,bad$",
    "x,y$1,\"2$",
    "x,y$\"1$2$3\",bad$",
    "x,y$\"1$2\",\"3$4\"$bad,5$",
    "x,y$1,\"2$3$4,\"5$",
    "x,y$\"1$# n$2\",bad$",
    "x,y$1,2\"$",
    "x,y$ 1 ,\" 2\"\" \"$3,\"\"$,bad$",
    "\xef\xbb\xbfx,y$1,2$bad,3$",
    "\xef\xbb\xbf# a: b$x,y$1,bad$",
    "\xef\xbb",
    "x,y$1,2$3",
};

/* However a table is cut into pieces, its handler is told the same, and a fault has the same line. */
START_TEST(pieces_are_told_as_the_whole)
{
	static const char *const ends[] = {"\n", "\r\n", "\r"};
	for (size_t e = 0; e < sizeof ends / sizeof ends[0]; e++) {
		char text[512];
		size_t length = 0;
		for (const char *at = fed[_i]; *at != '\0'; at++)
			length += (size_t)snprintf(text + length, sizeof text - length, "%.*s",
			                           *at == '$' ? 2 : 1, *at == '$' ? ends[e] : at);
		struct told whole = {.length = 0};
		tell(&whole, text, length, length);
		for (size_t piece = text[0] == '\xef' ? 3 : 1; piece < length; piece++) {
			struct told told = {.length = 0};
			tell(&told, text, length, piece);
			ck_assert_msg(strcmp(told.text, whole.text) == 0,
			              "\"%s\" with line end %zu in pieces of %zu: %s, not %s", fed[_i], e,
			              piece, told.text, whole.text);
		}
	}
}
END_TEST

/* The line of a fault does not depend on which line end the file has. */
START_TEST(line_ends_count_alike)
{
	static const char *const ends[] = {"\n", "\r\n", "\r"};
	struct told told[3] = {{.length = 0}};
	for (size_t e = 0; e < 3; e++) {
		char text[512];
		size_t length = 0;
		for (const char *at = fed[_i]; *at != '\0'; at++)
			length += (size_t)snprintf(text + length, sizeof text - length, "%.*s",
			                           *at == '$' ? 2 : 1, *at == '$' ? ends[e] : at);
		tell(&told[e], text, length, length);
		ck_assert_str_eq(strstr(told[e].text, "end["), strstr(told[0].text, "end["));
	}
}
END_TEST

Suite *table_suite(void)
{
	Suite *suite = suite_create("table");
	TCase *tests = tcase_create("traps");
	tcase_set_timeout(tests, 60);
	cases_add_rows(tests, capture_is_read_or_refused, cases);
	tcase_add_test(tests, overlong_field_is_refused);
	cases_add_rows(tests, endless_header_is_refused, endless);
	cases_add_rows(tests, endless_rows_are_refused, too_long);
	cases_add(tests, strides_tell_passes_apart, pieces_do_not_matter);
	cases_add_rows(tests, pieces_are_told_as_the_whole, fed);
	cases_add_rows(tests, line_ends_count_alike, fed);
	suite_add_tcase(suite, tests);
	return suite;
}
