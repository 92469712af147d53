/* Tests of reduce's reading: each known trap of CSV and of captures, through the program itself. */
#include "command.h"

#include "../reduce/table.h"

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
     ":2:3: \"9007199254740993\" in column elapsed_ns; expected a whole number from 0 to "
     "9007199254740992"},
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
    {"columns in any order, unknown ones ignored",
     BYTES("elapsed_ns,colour,size_bytes,loads\n250,\"a,\"\"b\",1024,100\n"), "1024 2.5\n", NULL},
    {"column twice", BYTES("size_bytes,loads,elapsed_ns,loads\n1,1,1,1\n"), NULL,
     ":1:4: a second column loads"},
    {"wrong columns", BYTES("size,loads,elapsed_ns\n1,1,1\n"), NULL,
     ":1:3: the columns of neither a capture nor a curve; expected size_bytes, loads and elapsed_ns, or "
     "size_bytes "
     "and ns"},
    {"empty file", BYTES(""), NULL, ": holds no table; expected a line of column names"},
    {"header lines alone", BYTES("# a: b\n"), NULL, ": holds no table; expected a line of column names"},
    {"columns alone", BYTES(CAPTURE), NULL, ": holds no trial; expected at least one row of a sweep"},
    {"another version", BYTES("# cachestair_capture: 2\n" CAPTURE "1024,100,250\n"), NULL,
     ":1:1: a capture of version \"2\"; expected version 1"},
    {"unknown experiment", BYTES("experiment,size_bytes,loads,elapsed_ns\nswep,1024,100,250\n"), NULL,
     ":2:1: \"swep\" in column experiment; expected one of sweep, adjacency, timer, competitor"},
    {"duplicate sizes are one point", BYTES(CAPTURE "1024,100,250\n1024,100,350\n1024,100,300\n"), "1024 3\n",
     NULL},
    {"unsorted sizes", BYTES(CAPTURE "4096,100,500\n1024,100,250\n2048,100,300\n"),
     "1024 2.5\n2048 3\n4096 5\n", NULL},
    {"curve", BYTES("size_bytes,ns\n1024,1.25\n2048,2.5e0\n"), "1024 1.25\n2048 2.5\n", NULL},
    {"curve, size twice", BYTES("size_bytes,ns\n1024,1\n1024,2\n"), "1024 1.5\n", NULL},
    {"curve, infinite", BYTES("size_bytes,ns\n1024,1e999\n"), NULL,
     ":2:2: \"1e999\" in column ns; expected nanoseconds a load, above zero"},
    {"curve, zero", BYTES("size_bytes,ns\n1024,0.0\n"), NULL,
     ":2:2: \"0.0\" in column ns; expected nanoseconds a load, above zero"},
    {"curve, negative", BYTES("size_bytes,ns\n1024,-1\n"), NULL,
     ":2:2: \"-1\" in column ns; expected nanoseconds a load, above zero"},
    {"curve, not a number", BYTES("size_bytes,ns\n1024,nan\n"), NULL,
     ":2:2: \"nan\" in column ns; expected nanoseconds a load, above zero"},
    {"curve, hexadecimal", BYTES("size_bytes,ns\n1024,0x1p3\n"), NULL,
     ":2:2: \"0x1p3\" in column ns; expected nanoseconds a load, above zero"},
    {"curve, comma as decimal sign", BYTES("size_bytes,ns\n1024,\"1,5\"\n"), NULL,
     ":2:2: \"1,5\" in column ns; expected nanoseconds a load, above zero"},
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
	char *folder = command_folder(), path[4096], expected[8192];
	snprintf(path, sizeof path, "%s/a.csv", folder);
	write_bytes(path, cases[_i].bytes, cases[_i].length);
	struct command command = command_run("%s/reduce -q -o '%s/out' '%s'", command_build(), folder, path);
	if (cases[_i].error != NULL) {
		snprintf(expected, sizeof expected, "reduce: %s%s\n", path, cases[_i].error);
		ck_assert_msg(strcmp(command.error, expected) == 0, "%s: %s", cases[_i].name, command.error);
		ck_assert_msg(command.status == 1, "%s: status %d", cases[_i].name, command.status);
		struct command left = command_run("ls -A '%s/out'", folder);
		ck_assert_str_eq(left.out, "");
		command_free(&left);
	} else {
		ck_assert_msg(command.status == 0, "%s: %s", cases[_i].name, command.error);
		struct command points = command_run(
		    "grep -v '^#' '%s/out/a.points.csv' | sed 1d | cut -d, -f2,10 | tr , ' '", folder);
		ck_assert_msg(strcmp(points.out, cases[_i].points) == 0, "%s: %s", cases[_i].name,
		              points.out);
		command_free(&points);
	}
	command_free(&command);
	command_remove(folder);
}
END_TEST

/* A field of two million bytes: refused before memory runs away. */
START_TEST(overlong_field_is_refused)
{
	char *folder = command_folder();
	struct command command =
	    command_run("(echo size_bytes,loads,elapsed_ns; head -c 2000000 /dev/zero | tr '\\0' 7; "
	                "echo ,1,1) | %s/reduce -q -",
	                command_build());
	ck_assert_int_eq(command.status, 1);
	ck_assert_str_eq(command.error,
	                 "reduce: -:2:1: a field of more than 1048576 bytes; expected a closing quote or "
	                 "a comma before that\n");
	command_free(&command);
	command_remove(folder);
}
END_TEST

/* Rows straddle the 64 KiB pieces in which a file is read: 20,000 rows, and a fault in the last. */
START_TEST(pieces_do_not_matter)
{
	struct command command =
	    command_run("(echo '# a: b'; echo size_bytes,loads,elapsed_ns; "
	                "i=0; while [ $i -lt 20000 ]; do echo 1024,100,250; i=$((i+1)); done; "
	                "echo 1024,oops,1) | %s/reduce -q -",
	                command_build());
	ck_assert_int_eq(command.status, 1);
	ck_assert_str_eq(command.error,
	                 "reduce: -:20003:2: \"oops\" in column loads; expected a whole number from 0 to "
	                 "9007199254740992\n");
	command_free(&command);
}
END_TEST

Suite *table_suite(void)
{
	Suite *suite = suite_create("table");
	TCase *tests = tcase_create("traps");
	tcase_set_timeout(tests, 60);
	tcase_add_loop_test(tests, capture_is_read_or_refused, 0, (int)(sizeof cases / sizeof cases[0]));
	tcase_add_test(tests, overlong_field_is_refused);
	tcase_add_test(tests, pieces_do_not_matter);
	suite_add_tcase(suite, tests);
	return suite;
}
