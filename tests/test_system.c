/* Tests of what the probe reads of a system: a processor's name in /proc/cpuinfo of several architectures,
 * the limits of control groups, the output of another program. */
#include "../probe/cgroup.h"
#include "../probe/cpuinfo.h"
#include "../probe/helper.h"
#include "cases.h"
#include "shell.h"

#include <check.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

/* As the kernels print them, shortened. */
static const struct {
	const char *what, *text;
	unsigned cpu;
	const char *name;
} processors[] = {
    {"x86",
     "processor\t: 0\nvendor_id\t: GenuineIntel\ncpu family\t: 6\nmodel\t\t: 151\nmodel name\t: Core A\nstepping\t: "
     "2\n\n",
     0, "Core A (family 6, model 151, stepping 2)"},
    {"x86, two kinds", "processor\t: 0\nmodel name\t: Core A\n\nprocessor\t: 1\nmodel name\t: Core B\n\n", 1,
     "Core B"},
    {"arm64, two kinds",
     "processor\t: 0\nCPU implementer\t: 0x41\nCPU part\t: 0xd05\n\nprocessor\t: 4\nCPU implementer\t: 0x41\nCPU "
     "part\t: 0xd0b\n\nHardware\t: Board\n",
     4, "implementer 0x41, part 0xd0b"},
    {"LoongArch",
     "system type\t\t: generic-loongson-machine\n\nprocessor\t\t: 0\nCPU Family\t\t: Loongson-64bit\nModel Name\t\t: "
     "Loongson-3A5000-HV\n\n",
     0, "Loongson-3A5000-HV"},
    {"POWER",
     "processor\t: 0\ncpu\t\t: POWER9, altivec supported\nclock\t\t: 3800.000000MHz\nrevision\t: 2.2 (pvr 004e "
     "1202)\n\ntimebase\t: 512000000\n",
     0, "POWER9, altivec supported (revision 2.2 (pvr 004e 1202))"},
    {"RISC-V",
     "processor\t: 0\nhart\t\t: 1\nisa\t\t: rv64imafdc\nmmu\t\t: sv39\nuarch\t\t: sifive,u74-mc\n\n", 0,
     "RISC-V sifive,u74-mc"},
    {"RISC-V without uarch", "processor\t: 0\nhart\t\t: 1\nisa\t\t: rv64imafdcv\n\n", 0,
     "RISC-V rv64imafdcv"},
    {"s390, and no serial number",
     "vendor_id       : IBM/S390\n# processors    : 2\nprocessor 0: version = FF,  identification = 0A1B2C,  machine = "
     "8561\nprocessor 1: version = FF,  identification = 0A1B2C,  machine = 8561\n",
     1, "IBM/S390 machine 8561"},
    {"nothing known", "what\t: ever\n", 0, ""},
};

START_TEST(a_processor_has_its_own_name)
{
	char name[160];
	FILE *text = tmpfile();
	ck_assert_ptr_nonnull(text);
	fputs(processors[_i].text, text);
	cpuinfo_name(text, processors[_i].cpu, name, sizeof name);
	ck_assert_msg(strcmp(name, processors[_i].name) == 0, "%s: \"%s\"", processors[_i].what, name);
	fclose(text);
}
END_TEST

/* Files of a root folder, as commands that make them, and what they allow. */
static const struct {
	const char *what, *files;
	uint64_t memory_bytes;
	uint64_t quota_us, period_us;
	int memory_version, quota_version;
} groups[] = {
    {"none", "echo 0::/ >proc/self/cgroup", UINT64_MAX, 0, 0, 0, 0},
    {"version 2, the parent is narrower",
     "echo 0::/a/b >proc/self/cgroup; mkdir -p sys/fs/cgroup/a/b; echo 2000000 >sys/fs/cgroup/a/b/memory.max; echo "
     "1000000 >sys/fs/cgroup/a/memory.max; echo max 100000 >sys/fs/cgroup/a/b/cpu.max; echo 150000 100000 "
     ">sys/fs/cgroup/a/cpu.max",
     1000000, 150000, 100000, 2, 2},
    {"version 2, a container sees its own group as the root",
     "echo 0::/ >proc/self/cgroup; mkdir -p sys/fs/cgroup; echo 3000000 >sys/fs/cgroup/memory.max; echo 50000 100000 "
     ">sys/fs/cgroup/cpu.max",
     3000000, 50000, 100000, 2, 2},
    {"version 1, the parent is narrower",
     "{ echo 4:memory:/x/y; echo 3:cpu,cpuacct:/x; } >proc/self/cgroup; mkdir -p sys/fs/cgroup/memory/x/y "
     "sys/fs/cgroup/cpu,cpuacct/x; echo 9223372036854771712 >sys/fs/cgroup/memory/x/y/memory.limit_in_bytes; echo "
     "4000000 >sys/fs/cgroup/memory/x/memory.limit_in_bytes; echo 25000 >sys/fs/cgroup/cpu,cpuacct/x/cpu.cfs_quota_us; "
     "echo 50000 >sys/fs/cgroup/cpu,cpuacct/x/cpu.cfs_period_us",
     4000000, 25000, 50000, 1, 1},
    {"version 1, no quota",
     "echo 3:cpu:/x >proc/self/cgroup; mkdir -p sys/fs/cgroup/cpu/x; echo -1 >sys/fs/cgroup/cpu/x/cpu.cfs_quota_us; echo "
     "100000 >sys/fs/cgroup/cpu/x/cpu.cfs_period_us",
     UINT64_MAX, 0, 0, 0, 0},
};

START_TEST(the_narrowest_group_counts)
{
	char *folder = shell_folder();
	struct cgroup cgroup;
	struct shell made = shell_run("cd '%s' && mkdir -p proc/self && %s", folder, groups[_i].files);
	ck_assert_msg(made.status == 0, "%s", made.error);
	shell_free(&made);
	cgroup_read(folder, &cgroup);
	ck_assert_msg(cgroup.memory_bytes == groups[_i].memory_bytes &&
	                  cgroup.quota_us == groups[_i].quota_us &&
	                  (cgroup.quota_us == 0 || cgroup.period_us == groups[_i].period_us) &&
	                  cgroup.memory_version == groups[_i].memory_version &&
	                  cgroup.quota_version == groups[_i].quota_version,
	              "%s: %llu bytes, %llu of %llu us, versions %d and %d", groups[_i].what,
	              (unsigned long long)cgroup.memory_bytes, (unsigned long long)cgroup.quota_us,
	              (unsigned long long)cgroup.period_us, cgroup.memory_version, cgroup.quota_version);
	shell_remove(folder);
}
END_TEST

/* ---- another program ---- */

struct heard {
	int lines;
	char last[600];
};

static void hear(void *context, const char *line)
{
	struct heard *heard = context;
	heard->lines++;
	snprintf(heard->last, sizeof heard->last, "%s", line);
}

/* Every second one of 4,096 processors: some ten thousand bytes. */
START_TEST(a_long_list_of_processors_is_whole)
{
	static char list[16384];
	size_t length = 0;
	bool has;
	for (unsigned cpu = 0; cpu < 4096; cpu += 2)
		length +=
		    (size_t)snprintf(list + length, sizeof list - length, "%s%u", cpu > 0 ? "," : "", cpu);
	ck_assert_uint_gt(length, 256);
	ck_assert_uint_lt(length + 1, sizeof list);
	ck_assert_uint_eq(cpu_list_count(list, 4094, &has), 2048);
	ck_assert(has);
	ck_assert_uint_eq(cpu_list_count(list, 4093, &has), 2048);
	ck_assert(!has);
	ck_assert_uint_eq(cpu_list_count("0-3,8", 2, &has), 5);
	ck_assert(has);
	ck_assert_uint_eq(cpu_list_count("", 0, &has), 0);
	ck_assert(!has);
}
END_TEST

START_TEST(a_program_is_read_line_by_line)
{
	static char *const echo[] = {"/bin/sh", "-c", "echo one; printf '%s' \"two $PATH $HOME\"", NULL};
	struct heard heard = {0, ""};
	ck_assert(helper_run(echo, 5000, hear, &heard));
	ck_assert_int_eq(heard.lines, 2);
	/* Nothing of this process's environment reaches it. */
	ck_assert_str_eq(heard.last, "two /usr/bin:/bin:/usr/sbin:/sbin ");
}
END_TEST

START_TEST(a_program_that_fails_or_is_not_there_is_no_answer)
{
	static char *const fails[] = {"/bin/sh", "-c", "exit 3", NULL}, *const none[] = {"/no/such", NULL};
	struct heard heard = {0, ""};
	ck_assert(!helper_run(fails, 5000, hear, &heard));
	ck_assert(!helper_run(none, 5000, hear, &heard));
	ck_assert_int_eq(heard.lines, 0);
}
END_TEST

START_TEST(a_program_that_never_ends_is_ended)
{
	static char *const hangs[] = {"/bin/sh", "-c", "echo here; exec sleep 100", NULL};
	struct heard heard = {0, ""};
	struct timespec before, after;
	clock_gettime(CLOCK_MONOTONIC, &before);
	ck_assert(!helper_run(hangs, 300, hear, &heard));
	clock_gettime(CLOCK_MONOTONIC, &after);
	ck_assert_int_lt(after.tv_sec - before.tv_sec, 30);
	ck_assert_str_eq(heard.last, "here");
}
END_TEST

START_TEST(a_long_line_is_cut)
{
	static char *const lines[] = {"/bin/sh", "-c", "printf '%0700d\\nend\\n' 7", NULL};
	struct heard heard = {0, ""};
	ck_assert(helper_run(lines, 5000, hear, &heard));
	ck_assert_int_eq(heard.lines, 2);
	ck_assert_str_eq(heard.last, "end");
}
END_TEST

Suite *system_suite(void)
{
	Suite *suite = suite_create("system");
	TCase *cases = tcase_create("reading");
	tcase_set_timeout(cases, 60);
	cases_add_rows(cases, a_processor_has_its_own_name, processors);
	cases_add_rows(cases, the_narrowest_group_counts, groups);
	cases_add(cases, a_long_list_of_processors_is_whole, a_program_is_read_line_by_line,
	          a_program_that_fails_or_is_not_there_is_no_answer, a_program_that_never_ends_is_ended,
	          a_long_line_is_cut);
	suite_add_tcase(suite, cases);
	return suite;
}
