/* Where the limits of control groups are found, from this process's group up to the root. */
#include "cgroup.h"
#include "cpuinfo.h"
#include "number.h"

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { PATH_BYTES = 4096 };

static void take_memory(struct cgroup *cgroup, const char *text, int version)
{
	uint64_t bytes;
	if (number_parse(text, strlen(text), 1, UINT64_MAX, &bytes) != NULL || bytes >= cgroup->memory_bytes)
		return;
	cgroup->memory_bytes = bytes;
	cgroup->memory_version = version;
}

static void take_quota(struct cgroup *cgroup, const char *quota, const char *period, int version)
{
	uint64_t quota_us, period_us;
	if (number_parse(quota, strlen(quota), 1, UINT32_MAX, &quota_us) != NULL ||
	    number_parse(period, strlen(period), 1, UINT32_MAX, &period_us) != NULL)
		return; /* "max" and -1 are no limit */
	if (cgroup->quota_us != 0 && quota_us * cgroup->period_us >= cgroup->quota_us * period_us)
		return;
	cgroup->quota_us = quota_us;
	cgroup->period_us = period_us;
	cgroup->quota_version = version;
}

static void take_group(struct cgroup *cgroup, const char *folder, int version)
{
	char text[128], period[128];
	if (file_line(text, sizeof text, "%s/%s", folder,
	              version == 2 ? "memory.max" : "memory.limit_in_bytes"))
		take_memory(cgroup, text, version);
	if (version == 1) {
		if (file_line(text, sizeof text, "%s/cpu.cfs_quota_us", folder) &&
		    file_line(period, sizeof period, "%s/cpu.cfs_period_us", folder))
			take_quota(cgroup, text, period, version);
	} else if (file_line(text, sizeof text, "%s/cpu.max", folder)) {
		char *space = strchr(text, ' ');
		if (space != NULL) {
			*space = '\0';
			take_quota(cgroup, text, space + 1, version);
		}
	}
}

/* The group of a path and all above it. A container may see its own group at the root, whatever its path
 * says. */
static void take_path(struct cgroup *cgroup, const char *mount, char *path, int version)
{
	char folder[2 * PATH_BYTES];
	for (;;) {
		snprintf(folder, sizeof folder, "%s%s", mount, path);
		take_group(cgroup, folder, version);
		char *slash = strrchr(path, '/');
		if (slash == NULL)
			return;
		*slash = '\0';
	}
}

void cgroup_read(const char *root, struct cgroup *cgroup)
{
	static const struct {
		const char *controller, *mount; /* "": version 2 */
	} rows[] = {
	    {"", ""}, {"", "/unified"}, {"memory", "/memory"}, {"cpu", "/cpu"}, {"cpu", "/cpu,cpuacct"},
	};
	char line[PATH_BYTES], path[PATH_BYTES], mount[PATH_BYTES];
	*cgroup = (struct cgroup){.memory_bytes = UINT64_MAX};
	snprintf(path, sizeof path, "%s/proc/self/cgroup", root);
	FILE *file = fopen(path, "r");
	while (file != NULL && fgets(line, sizeof line, file) != NULL) {
		line[strcspn(line, "\n")] = '\0';
		char *controllers = strchr(line, ':'),
		     *group = controllers != NULL ? strchr(controllers + 1, ':') : NULL;
		if (group == NULL)
			continue;
		*group++ = '\0';
		for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
			/* One of a list such as cpu,cpuacct. */
			char list[PATH_BYTES], wanted[32];
			snprintf(list, sizeof list, ",%s,", controllers + 1);
			snprintf(wanted, sizeof wanted, ",%s,", rows[i].controller);
			bool second = rows[i].controller[0] == '\0';
			if (second ? controllers[1] != '\0' : strstr(list, wanted) == NULL)
				continue;
			snprintf(mount, sizeof mount, "%s/sys/fs/cgroup%s", root, rows[i].mount);
			snprintf(path, sizeof path, "%s", group);
			take_path(cgroup, mount, path, second ? 2 : 1);
		}
	}
	if (file != NULL)
		fclose(file);
}
