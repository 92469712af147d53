/* Where one pass of one capture becomes one side of a comparison. */
#include "side.h"

#include <string.h>

const char *side_name(const struct side *side, char text[SIDE_NAME])
{
	snprintf(text, SIDE_NAME, "%.250s: %s", side->reduction->name, side->pass->sweep.pass->name);
	return text;
}

/* The lines of `keys` that the capture has, as "key=value key=value"; without the keys where `bare`. */
static const char *join(const struct side *side, const char *const *keys, size_t count, bool bare, char *text)
{
	size_t length = 0;
	text[0] = '\0';
	for (size_t i = 0; i < count; i++) {
		const char *value = trials_header(&side->reduction->trials, keys[i]);
		if (value == NULL || length + 1 >= SIDE_NAME)
			continue;
		const char *gap = length == 0 ? "" : bare ? ", " : " ";
		length += (size_t)snprintf(text + length, SIDE_NAME - length, "%s%s%s%s", gap,
		                           bare ? "" : keys[i], bare ? "" : "=", value);
	}
	return text;
}

static const char *const machine_keys[] = {CAPTURE_KEY_MACHINE, CAPTURE_KEY_PROCESSOR};
static const char *const cores_keys[] = {
    CAPTURE_KEY_ASKED_CORES, CAPTURE_KEY_ASKED_QOS,  CAPTURE_KEY_GOT_QOS,    CAPTURE_KEY_ASKED_CPU,
    CAPTURE_KEY_GOT_CPU,     CAPTURE_KEY_ASKED_TIER, CAPTURE_KEY_ASKED_BUSY, CAPTURE_KEY_ASKED_PAGES};
enum {
	MACHINE_KEYS = sizeof machine_keys / sizeof machine_keys[0],
	CORES_KEYS = sizeof cores_keys / sizeof cores_keys[0]
};

const char *side_machine(const struct side *side, char text[SIDE_NAME])
{
	return join(side, machine_keys, MACHINE_KEYS, true, text);
}

const char *side_cores(const struct side *side, char text[SIDE_NAME])
{
	return join(side, cores_keys, CORES_KEYS, false, text);
}

uint64_t side_stride(const struct side *side)
{
	uint64_t stride = side->pass->sweep.pass->stride_bytes;
	return stride != 0
	           ? stride
	           : (uint64_t)trials_number(&side->reduction->trials, CAPTURE_KEY_STRIDE, UINT64_MAX >> 1);
}

/* Whether both have the same of these lines. Whole values are compared, not the texts above, which can be
 * cut. */
static bool same_lines(const struct side *a, const struct side *b, const char *const *keys, size_t count)
{
	for (size_t i = 0; i < count; i++) {
		const char *x = trials_header(&a->reduction->trials, keys[i]);
		const char *y = trials_header(&b->reduction->trials, keys[i]);
		if ((x == NULL) != (y == NULL) || (x != NULL && strcmp(x, y) != 0))
			return false;
	}
	return true;
}

bool side_same_machine(const struct side *a, const struct side *b)
{
	const struct trials *named = &a->reduction->trials;
	bool known = trials_header(named, CAPTURE_KEY_MACHINE) != NULL ||
	             trials_header(named, CAPTURE_KEY_PROCESSOR) != NULL;
	return a->reduction == b->reduction || (known && same_lines(a, b, machine_keys, MACHINE_KEYS));
}

bool side_same_place(const struct side *a, const struct side *b)
{
	return side_same_machine(a, b) && same_lines(a, b, cores_keys, CORES_KEYS) &&
	       side_stride(a) == side_stride(b);
}

bool side_alone(const struct side *side)
{
	return side->pass->sweep.pass->competitors == 0;
}

bool side_random(const struct side *side)
{
	return side->pass->sweep.pass->order == CAPTURE_RANDOM;
}

bool side_swept(const struct side *side)
{
	return side_alone(side) && side_random(side) && !side->pass->private_test;
}

bool side_failed(const struct side *side)
{
	return (side->pass->refused & (RULE_SET(RULE_T2) | RULE_SET(RULE_T3))) != 0;
}

const struct sweep_point *side_point(const struct side *side, uint64_t size_bytes)
{
	const struct sweep *sweep = &side->pass->sweep;
	for (size_t i = 0; i < sweep->count; i++)
		if (sweep->points[i].source->size_bytes == size_bytes && sweep->points[i].counted > 0)
			return &sweep->points[i];
	return NULL;
}

size_t side_knees(const struct side *side, const struct stair *knees[SIDE_KNEES])
{
	const struct hierarchy *hierarchy = &side->pass->hierarchy;
	size_t count = 0;
	for (size_t s = 0; side->pass->judged && s < hierarchy->stair_count && count < SIDE_KNEES; s++)
		if (hierarchy->stairs[s].status != STATUS_REFUSED && !hierarchy->stairs[s].only_quiet)
			knees[count++] = &hierarchy->stairs[s];
	return count;
}

size_t side_reported(const struct side *side, double sizes[SIDE_KNEES])
{
	struct capture_cache caches[SIDE_KNEES];
	size_t found = trials_reported(&side->reduction->trials, caches, SIDE_KNEES), count = 0;
	for (size_t i = 0; i < found; i++)
		if (count == 0 || sizes[count - 1] < (double)caches[i].bytes)
			sizes[count++] = (double)caches[i].bytes;
	return count;
}

bool side_last_reported(const struct side *side, double *bytes, uint64_t *level)
{
	struct capture_cache caches[SIDE_KNEES];
	size_t count = trials_reported(&side->reduction->trials, caches, SIDE_KNEES);
	if (count == 0)
		return false;
	*bytes = (double)caches[count - 1].bytes;
	*level = caches[count - 1].level;
	return true;
}
