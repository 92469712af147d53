/* What Linux's control groups allow this process: of memory, and of the processors' time. */
#ifndef CACHESTAIR_CGROUP_H
#define CACHESTAIR_CGROUP_H

#include <stdint.h>

struct cgroup {
	uint64_t memory_bytes;        /* the smallest limit of its group and all above; UINT64_MAX: none */
	uint64_t quota_us, period_us; /* the smallest quota over period of these; quota 0: none */
	int memory_version, quota_version; /* 1 or 2: whose the limit is */
};

/* Reads both versions of control groups below the folder `root` ("" for the machine's own). What is not there
 * is no limit. */
void cgroup_read(const char *root, struct cgroup *cgroup);

#endif
