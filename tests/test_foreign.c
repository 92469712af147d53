/* Tests of files as other tools write them: each form with made numbers, through the program itself. */
#include "cases.h"
#include "shell.h"

#include "../reduce/read/printed.h"
#include "../reduce/read/trials.h"

#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- sizes as they are printed ---- */

static const struct {
	const char *text;
	uint64_t unit, line, bytes;
} sizes[] = {
    /* %.5f MiB as lat_mem_rd prints: 512, 2,048, 2,000 + 48, 3,072, 10,240 = 5 * 2^11 ... */
    {"0.00049", 1 << 20, 64, 512},
    {"0.00195", 1 << 20, 64, 2048},
    {"0.00293", 1 << 20, 64, 3072},
    {"0.00977", 1 << 20, 64, 10240},
    /* 80 KiB is 0.078125 MiB, which lies between two five-digit numbers and goes to the even one */
    {"0.07812", 1 << 20, 64, 81920},
    {"0.04688", 1 << 20, 64, 49152},
    {"1024.00000", 1 << 20, 64, 1073741824},
    /* three decimals: 2 KiB is 0.00195, 24 KiB 0.0234, 20 KiB 0.0195 MiB */
    {"0.002", 1 << 20, 64, 2048},
    {"0.023", 1 << 20, 64, 24576},
    {"0.020", 1 << 20, 64, 20480},
    /* 1.25 would be printed as 1.2; 1.3125 = 21/16 is the roundest that is printed as 1.3 */
    {"1.3", 1 << 20, 64, 1376256},
    {"1.5", 1 << 20, 64, 1572864},
    {"600", 1 << 10, 64, 614400},
    {"4096.0", 1, 64, 4096},
    {"4.096e3", 1, 64, 4096},
    {"4,096E+3", 1, 64, 4096},
    {"10000", 1, 64, 9984},  /* 156.25 lines */
    {"10000", 1, 128, 9984}, /* 78.125 lines of 128 */
    {"10050", 1, 128, 10112},
    {"8", 1, 64, 64}, /* never less than a line */
    {"0", 1, 64, 0},
    {"0.0", 1 << 20, 64, 0},
    {"9e15", 1, 64, 0},
    {"1e300", 1, 64, 0},
};

START_TEST(printed_size_is_recovered)
{
	struct printed printed;
	ck_assert(printed_parse(sizes[_i].text, strlen(sizes[_i].text), true, &printed));
	uint64_t bytes = printed_size(&printed, sizes[_i].unit, sizes[_i].line);
	ck_assert_msg(bytes == sizes[_i].bytes, "%s of %llu: %llu", sizes[_i].text,
	              (unsigned long long)sizes[_i].unit, (unsigned long long)bytes);
}
END_TEST

START_TEST(what_is_no_number_is_refused)
{
	static const char *const texts[] = {"",    ".",     "-1",   "+1",     "1.2.3", "1,2.3", "0x10",
	                                    "nan", "inf",   "1e",   "1e+",    "e5",    "1 2",   "1e999",
	                                    "1k",  "1e1.5", "1e-+", "1e9999", "--1",   "1'000"};
	struct printed printed;
	for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++)
		ck_assert_msg(!printed_parse(texts[i], strlen(texts[i]), true, &printed), "%s", texts[i]);
	ck_assert(!printed_parse("1,5", 3, false, &printed));
	ck_assert(printed_parse("1,5", 3, true, &printed));
	ck_assert(printed.value == 1.5);
}
END_TEST

/* ---- files ---- */

#define LAT "\"stride=64\n0.00049 1.090\n0.00195 2.500\n"

static const struct {
	const char *name, *options, *bytes;
	const char *points;  /* "size time pass" of each point, or NULL where it is refused */
	const char *read_as; /* what the second line of the report says, from its start on */
	const char *error;   /* the line on standard error behind the file's name */
} cases[] = {
    {"lat_mem_rd", "", "+ taskset -c 0 lat_mem_rd -t 512 64\n" LAT "\nreal\t6m32.321s\nuser\t6m1.0s\n",
     "512 1.09 random; stride 64\n2048 2.5 random; stride 64\n",
     "lmbench 3 lat_mem_rd (lat_mem_rd): 2 points, 1 series", NULL},
    {"lat_mem_rd, indented, sequential", "",
     "    $ lat_mem_rd -N 8 16 128\n    0.00049 3.013\n    0.07812 4\n",
     "512 3.013 sequential; stride 128\n81920 4 sequential; stride 128\n", "lmbench 3", NULL},
    {"lat_mem_rd without its command", "", LAT,
     "512 1.09 order not told; stride 64\n2048 2.5 order not told; stride 64\n", "lmbench 3", NULL},
    {"lat_mem_rd, numbers alone", "", "0.00049 1.090\n0.00098 1.100 7 8\n",
     "512 1.09 order not told\n1024 1.1 order not told\n", "lmbench 3", NULL},
    {"lat_mem_rd on two nodes", "",
     "$ numactl -c 1 -m 1 ./lat_mem_rd -t -P 1 -N 10 1024M 64\n" LAT
     "$ numactl -c 1 --membind=2 ./lat_mem_rd -t 1024M 64\n\"stride=64\n0.00098 9.000\n",
     "512 1.09 random; stride 64; memory node 1\n2048 2.5 random; stride 64; memory node 1\n"
     "1024 9 random; stride 64; memory node 2\n",
     "lmbench 3 lat_mem_rd (lat_mem_rd): 3 points, 2 series", NULL},
    {"lat_mem_rd twice", "", LAT LAT,
     "512 1.09 order not told; stride 64\n2048 2.5 order not told; stride 64\n"
     "512 1.09 order not told; stride 64; 2\n2048 2.5 order not told; stride 64; 2\n",
     "lmbench 3", NULL},
    {"lat_mem_rd, CRLF", "", "\"stride=64\r\n0.00049 1.090\r\n", "512 1.09 order not told; stride 64\n",
     "lmbench 3", NULL},
    {"lat_mem_rd, a line of 128", "--line=128", "\"stride=128\n0.00055 1.090\n",
     "640 1.09 order not told; stride 128\n", "lmbench 3", NULL},
    {"lat_mem_rd, no time", "", LAT "0.5\n", NULL, NULL,
     ":4:1: 1 field in this row; expected a size and a time"},
    {"lat_mem_rd, a time that is none", "", LAT "0.50000 abc\n", NULL, NULL,
     ":4:2: \"abc\"; expected " READING_NS_EXPECTED},
    {"lat_mem_rd without a row", "", "\"stride=64\n", NULL, NULL,
     ": read as lmbench 3 lat_mem_rd (lat_mem_rd), it holds no row; expected at least one size and its time"},
    {"MemoryLatency", "",
     "Using ASM (simple address) test\nRegion,Latency (ns)\n2,1.163045\n600,6.5\n\nreal\t3m49.959s\n",
     "2048 1.163045 random\n614400 6.5 random\n", "Chips and Cheese MemoryLatency", NULL},
    {"tinymembench, no first level", "",
     "block size : single random read / dual random read\n      1024 :    0.0 ns          /     0.0 ns \n",
     NULL, NULL,
     ":2:3: times beyond the first level's, by tinymembench; expected --first-level NS too, the time of a "
     "load that the first level serves"},
    {"tinymembench", "--first-level=1.25",
     "block size : single random read / dual random read, [MADV_NOHUGEPAGE]\n"
     "      1024 :    0.0 ns          /     0.0 ns \n   2097152 :    6.5 ns          /     6.0 ns \n\n"
     "block size : single random read / dual random read, [MADV_HUGEPAGE]\n"
     "      1024 :    0.5 ns          /     0.0 ns \n",
     "1024 1.25 random; MADV_NOHUGEPAGE\n2097152 7.75 random; MADV_NOHUGEPAGE\n"
     "1024 1.75 random; MADV_HUGEPAGE\n",
     "tinymembench 0.4.9", NULL},
    {"ramlat", "",
     "       size:  1x32  2x32 1xPTR 2xPTR\n         4k: 1.307 1.260 0.939 0.934 \n"
     "      1024k: 7.578 7.915 7.530 7.172 \n",
     "4096 0.939 random\n1048576 7.53 random\n", "ramspeed's ramlat", NULL},
    {"ramlat, cut", "", "       size:  1x32 1xPTR 2xPTR\n         4k: 1.307\n", NULL, NULL,
     ":2:2: 2 fields in this row; expected SIZE: and a time for every column"},
    {"sbc-bench", "",
     "block size : single random read / dual random read\n      1024 :    0.0 ns          /     0.0 ns \n"
     "Executing ramlat on cpu0 (Core, A), results in ns:\n\n   size:  1x32 1xPTR\n     4k: 1.307 0.939\n"
     "Executing ramlat on cpu4 (Core B), results in ns:\n\n   size:  1x32 1xPTR\n     8k: 1.307 0.5\n",
     "4096 0.939 random; cpu0 (Core\n8192 0.5 random; cpu4 (Core B)\n", "sbc-bench 0.9", NULL},
    {"uarch-bench", "",
     "** Running group memory/load-serial : Serial loads from fixed-size regions **\n"
     "      Benchmark    Cycles     Nanos\n  16-KiB serial loads      4.00      1.82\n"
     "  2048-KiB serial loads     47.21     21.52\nFinished in 683 ms (memory/load-serial)\n",
     "16384 1.82 random\n2097152 21.52 random\n", "uarch-bench", NULL},
    {"uarch-bench, cycles alone", "--clock=2", "      Benchmark    Cycles\n  16-KiB serial loads      4.00\n",
     "16384 2 random\n", "uarch-bench", NULL},
    {"multichase", "", "$ multichase -m 4k -s 64\n1.5\n$ multichase -m1m\n7.25\n",
     "4096 1.5 random\n1048576 7.25 random\n", "multichase", NULL},
    {"a script around multichase", "",
     "size_bytes,size_label,latencia_ns\n4096,4k, 1.451\n131072,128k,10.5\n",
     "4096 1.451 random\n131072 10.5 random\n", "multichase", NULL},
    {"Intel MLC", "",
     "Intel(R) Memory Latency Checker - v3.9\nUsing buffer size of 0.031MiB\n"
     "Each iteration took 5.2 base frequency clocks (\t1.5\tns)\nUsing buffer size of 200.000MiB\n"
     "Each iteration took 330.9 base frequency clocks (\t110.25\tns)\n",
     "32768 1.5 random\n209715200 110.25 random\n", "Intel MLC 3", NULL},
    {"a script around MLC, byte-order mark", "",
     "\xef\xbb\xbf"
     "buffer_size,T1,T2,T3\n32,1.5,2.5,2\n64,4,5,6\n",
     "32768 2 random\n65536 5 random\n", "Intel MLC 3", NULL},
    {"trials from T0 on", "", "size_kb;T0;T1;T2\n32;1,5;2,5;2\n64;4;5;6\n",
     "32768 2 random\n65536 5 random\n", "a table with column names", NULL},
    {"usual names", "", "Thread, Mem size (MiB), Access latency (ns)\n0, 0.00195, 5.5\n1, 0.00195, 6.5\n",
     "2048 5.5 random; Thread 0\n2048 6.5 random; Thread 1\n", "a table with column names", NULL},
    {"series whose rows alternate", "", "kb,node,ns\n4,0,1\n4,1,2\n8,0,3\n8,1,4\n",
     "4096 1 random; node 0\n8192 3 random; node 0\n4096 2 random; node 1\n8192 4 random; node 1\n",
     "a table with column names (csv): 4 points, 2 series", NULL},
    {"a stride in a column", "", "kb,stride,ns\n4,64,1\n4,128,2\n",
     "4096 1 random; stride 64\n4096 2 random; stride 128\n", "a table", NULL},
    {"semicolons and decimal commas", "", "size;latency\n4096;1,5\n8K;2,25\n",
     "4096 1.5 random\n8192 2.25 random\n", "a table", NULL},
    {"tabs, cycles", "--clock=2.5", "kb\tcycles\n4\t5\n8\t10\n", "4096 2 random\n8192 4 random\n", "a table",
     NULL},
    {"tabs, cycles, no clock", "", "kb\tcycles\n4\t5\n", NULL, NULL,
     ":2:2: times in cycles; expected --clock GHZ too, the clock that they count"},
    {"blanks", "", "kb   ns\n4    1.5\n  8  2\nreal 5\n", "4096 1.5 random\n8192 2 random\n", "a table",
     NULL},
    {"whole numbers as decimals", "", "bytes,ns\n4096.0,1\n8.192e3,2\n", "4096 1 random\n8192 2 random\n",
     "a table", NULL},
    {"nanoseconds stand before cycles", "", "kb,cycles,ns_per_load\n4,5,1.5\n", "4096 1.5 random\n",
     "a table", NULL},
    {"trials of a size side by side", "", "size_bytes,trial,ns\n4096,0,1\n4096,1,3\n4096,2,2\n8192,0,5\n",
     "4096 2 random\n8192 5 random\n", "a table", NULL},
    {"an empty field", "", "kb,ns\n4,\n", NULL, NULL, ":2:2: \"\"; expected " READING_NS_EXPECTED},
    {"zero, with the first level's time", "--first-level=1.25", "kb,ns\n4,0.0\n8,0.5\n",
     "4096 1.25 random\n8192 1.75 random\n", "a table", NULL},
    {"zero", "", "kb,ns\n4,0.0\n", NULL, NULL, ":2:2: \"0.0\"; expected " READING_NS_EXPECTED},
    {"size zero", "", "kb,ns\n0,1\n", NULL, NULL, ":2:1: \"0\"; expected a size from one byte to 4 PiB"},
    {"a size without a unit that is none in bytes", "", "size,ns\n32,1\n", NULL, NULL,
     ":2:1: \"32\"; expected a size in bytes, or its unit in the column's name (size_kb, \"size (MiB)\")"},
    {"a comma inside a number", "", "kb,ns\n4,\"1,5\"\n", NULL, NULL,
     ":2:2: \"1,5\"; expected " READING_NS_EXPECTED},
    {"a quote that is open", "", "kb,ns\n4,\"1\n", NULL, NULL,
     ":2:1: a quote that is never closed, or more than 64 fields; expected fields of one line"},
    {"cut off", "", "kb,ns\n4,1\n8", NULL, NULL,
     ":3:1: 1 field in this row; expected as many as there are columns"},
    {"other columns", "", "foo,bar\n1,2\n", NULL, NULL,
     ":1:1: found \"foo,bar\"; expected the output of a tool that --help lists under --from, or column names: "
     "a size (size_bytes, size_kb, \"size (MiB)\") and a time (ns, latency_ns, \"latency (ns)\", or cycles "
     "with --clock)"},
    {"two tools in a file", "", LAT "Region,Latency (ns)\n2,1.5\n", NULL, NULL,
     ": reads as lat_mem_rd and as memorylatency; expected --from lat_mem_rd or --from memorylatency"},
    {"two tools in a file, one named", "--from=memorylatency", LAT "Region,Latency (ns)\n2,1.5\n",
     "2048 1.5 random\n", "Chips and Cheese", NULL},
};

static void write_file(const char *path, const char *bytes)
{
	FILE *file = fopen(path, "wb");
	ck_assert_ptr_nonnull(file);
	ck_assert_int_ge(fputs(bytes, file), 0);
	ck_assert_int_eq(fclose(file), 0);
}

/* The points as "size time pass", the pass with semicolons for its commas. */
static struct shell read_points(const char *folder)
{
	return shell_run("grep -v '^#' '%s/out/a.points.csv' | sed 1d | sed 's/\"\\(.*\\), \\(.*\\), "
	                 "\\(.*\\)\"$/\\1; \\2; \\3/; s/\"\\(.*\\), \\(.*\\)\"$/\\1; \\2/; s/\"//g' | "
	                 "cut -d, -f2,10,19 | tr , ' '",
	                 folder);
}

START_TEST(file_of_another_tool_is_read_or_refused)
{
	char *folder = shell_folder(), path[4096], expected[8192];
	snprintf(path, sizeof path, "%s/a.csv", folder);
	write_file(path, cases[_i].bytes);
	struct shell command =
	    shell_run("%s/reduce --full %s -o '%s/out' '%s'", shell_build(), cases[_i].options, folder, path);
	if (cases[_i].error != NULL) {
		snprintf(expected, sizeof expected, "reduce: %s%s\n", path, cases[_i].error);
		ck_assert_msg(strcmp(command.error, expected) == 0, "%s: %s", cases[_i].name, command.error);
		ck_assert_int_eq(command.status, 1);
	} else {
		ck_assert_msg(command.status == 0, "%s: %s", cases[_i].name, command.error);
		struct shell points = read_points(folder);
		ck_assert_msg(strcmp(points.out, cases[_i].points) == 0, "%s:\n%s", cases[_i].name,
		              points.out);
		shell_free(&points);
		const char *second = strchr(command.out, '\n');
		ck_assert_ptr_nonnull(second);
		snprintf(expected, sizeof expected, "\nRead as: %s", cases[_i].read_as);
		ck_assert_msg(strncmp(second, expected, strlen(expected)) == 0, "%s: %s", cases[_i].name,
		              second);
	}
	shell_free(&command);
	shell_remove(folder);
}
END_TEST

/* What is left out, and what a reader must know, stands in the summary's header lines and in the report. */
START_TEST(what_is_left_out_is_told)
{
	char *folder = shell_folder(), path[4096];
	snprintf(path, sizeof path, "%s/a.csv", folder);
	write_file(
	    path,
	    "hello\n$ lat_mem_rd -N 8 16 8192\n\"stride=8192\n0.00781 1.154 10.00 100 93.00\n\nreal\t1m\n");
	struct shell command =
	    shell_run("%s/reduce --full -o '%s/out' '%s' | sed -n 3p", shell_build(), folder, path);
	ck_assert_str_eq(command.out,
	                 "Left out: 2 lines that are no rows (the first is line 1, \"hello\"); 3 "
	                 "columns behind the time\n");
	shell_free(&command);
	command =
	    shell_run("grep -c -e '^# capture_note: sequential loads' -e '^# capture_note: the stride is not "
	              "the line' -e '^# capture_stride_bytes: 8192$' '%s/out/a.findings.csv'",
	              folder);
	ck_assert_str_eq(command.out, "3\n");
	shell_free(&command);
	shell_remove(folder);
}
END_TEST

/* Trials of a size that stand side by side are one round; those of a way through all sizes are a round each.
 */
START_TEST(trials_are_rounds_by_their_order)
{
	struct shell command = shell_run(
	    "(echo kb,run,ns; for k in 1 2 3; do for s in 4 8 16 32 64; do echo $s,$k,1; done; done) | "
	    "%s/reduce --full - | grep -q '15 trials counted in 3 rounds'",
	    shell_build());
	ck_assert_int_eq(command.status, 0);
	shell_free(&command);
	command =
	    shell_run("(echo kb,run,ns; for s in 4 8 16 32 64; do for k in 1 2 3; do echo $s,$k,1; done; "
	              "done) | %s/reduce --full - | grep -q '15 trials counted in 1 round,'",
	              shell_build());
	ck_assert_int_eq(command.status, 0);
	shell_free(&command);
}
END_TEST

/* Rows straddle the pieces in which a file is read; too many rows, and too long a line, are refused. */
START_TEST(large_files_are_bounded)
{
	struct shell command =
	    shell_run("(echo kb,ns; yes 4,1.5 | head -n 20000; echo 4,oops) | %s/reduce -q -", shell_build());
	ck_assert_str_eq(command.error, "reduce: -:20002:2: \"oops\"; expected " READING_NS_EXPECTED "\n");
	shell_free(&command);
	command = shell_run("(echo kb,ns; yes 4,1.5 | head -n 1048577) | %s/reduce -q -", shell_build());
	ck_assert_str_eq(command.error,
	                 "reduce: -:1048578:1: more than 1048576 rows; expected a table of times, a "
	                 "row a size\n");
	shell_free(&command);
	command =
	    shell_run("(echo kb,ns; head -c 70000 /dev/zero | tr '\\0' 7) | %s/reduce -q -", shell_build());
	ck_assert_str_eq(command.error, "reduce: -:2:1: a line of more than 65535 bytes; expected a table of "
	                                "times, a row a line\n");
	shell_free(&command);
	command = shell_run("printf 'kb,ns\\n4,1\\0005\\n' | %s/reduce -q -", shell_build());
	ck_assert_str_eq(command.error, "reduce: -:2:1: a NUL byte; expected lines of text\n");
	shell_free(&command);
}
END_TEST

/* A capture beside them is still ours, whatever --from says. */
START_TEST(ours_is_recognised_first)
{
	struct shell command =
	    shell_run("printf 'size_bytes,loads,elapsed_ns\\n1000,100,250\\n' | "
	              "%s/reduce --full --from=lat_mem_rd - | grep -c -e '^Read as' -e ' 2.50 .* thin'",
	              shell_build());
	ck_assert_str_eq(command.out, "1\n");
	shell_free(&command);
}
END_TEST

START_TEST(options_for_other_tools_are_checked)
{
	struct shell command = shell_run("%s/reduce --from=nobody a", shell_build());
	ck_assert_int_eq(command.status, 2);
	ck_assert_str_eq(command.error,
	                 "reduce: --from: \"nobody\"; expected one of the names that --help lists\n");
	shell_free(&command);
	command = shell_run("%s/reduce --clock=0 a", shell_build());
	ck_assert_int_eq(command.status, 2);
	ck_assert_str_eq(command.error, "reduce: --clock: \"0\"; expected a number above 0, at most 100\n");
	shell_free(&command);
	command = shell_run("%s/reduce --help | grep -c -e '^  lat_mem_rd ' -e '^  sbc-bench ' -e '^  csv '",
	                    shell_build());
	ck_assert_str_eq(command.out, "3\n");
	shell_free(&command);
}
END_TEST

/* Every sample that other people's tools wrote, where the samples are present: read, or refused with what to
 * add. */
START_TEST(samples_are_read)
{
	struct shell command = shell_run(
	    "for f in ../shared/curves/raw/*.csv ../shared/curves/raw/*.txt; do [ -f $f ] && case $f in *README*) ;; "
	    "*) %s/reduce --full $f | sed -n 2p | grep -q '^Read as: .* points, 1 series$' || echo $f;; esac; done",
	    shell_build());
	ck_assert_str_eq(command.out, "");
	shell_free(&command);
	command = shell_run(
	    "f=../shared/curves/raw/lmbench_zen4_guest_here.txt; [ ! -f $f ] || "
	    "%s/reduce --full $f | sed -n 2p | grep -qx 'Read as: lmbench 3 lat_mem_rd (lat_mem_rd): 131 "
	    "points, 1 series'",
	    shell_build());
	ck_assert_int_eq(command.status, 0);
	shell_free(&command);
}
END_TEST

Suite *foreign_suite(void)
{
	Suite *suite = suite_create("foreign");
	TCase *test = tcase_create("foreign");
	tcase_set_timeout(test, 60);
	cases_add_rows(test, printed_size_is_recovered, sizes);
	tcase_add_test(test, what_is_no_number_is_refused);
	cases_add_rows(test, file_of_another_tool_is_read_or_refused, cases);
	cases_add(test, what_is_left_out_is_told, trials_are_rounds_by_their_order, large_files_are_bounded,
	          ours_is_recognised_first, options_for_other_tools_are_checked, samples_are_read);
	suite_add_tcase(suite, test);
	return suite;
}
