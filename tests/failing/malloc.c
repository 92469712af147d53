/* A library to preload: the allocation of number $FAILING_AT fails, with $FAILING_ON set every one from there
 * on, in the program whose name is $FAILING_PROGRAM. At the end the number of allocations is written to the
 * file $FAILING_COUNT, and, a line each, the numbers of those that were the first from their place: a place
 * is the line of calls that leads to it. For glibc, whose own functions stand under other names, too. */
#include <errno.h>
#include <execinfo.h>
#include <fcntl.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

void *__libc_malloc(size_t size);
void *__libc_calloc(size_t count, size_t size);
void *__libc_realloc(void *old, size_t size);

static atomic_ulong made, fail_at;
static atomic_int fail_on, counting;

/* ---- the places ---- */

enum { PLACES = 1 << 14, DEPTH = 48 };

static uint64_t places[PLACES]; /* a hash of the line of calls; 0 is free */
static unsigned long firsts[PLACES / 2];
static size_t firsts_count;
static atomic_flag held = ATOMIC_FLAG_INIT;

static uint64_t place_of_call(void)
{
	void *calls[DEPTH];
	int depth = backtrace(calls, DEPTH);
	uint64_t hash = UINT64_C(14695981039346656037); /* FNV-1a, a word at a time */
	for (int i = 0; i < depth; i++)
		hash = (hash ^ (uintptr_t)calls[i]) * UINT64_C(1099511628211);
	return hash | 1;
}

static void note_place(unsigned long number)
{
	uint64_t place = place_of_call();
	while (atomic_flag_test_and_set(&held))
		;
	size_t at = place >> 32;
	while (places[at % PLACES] != 0 && places[at % PLACES] != place)
		at++;
	if (places[at % PLACES] == 0 && firsts_count < PLACES / 2) {
		places[at % PLACES] = place;
		firsts[firsts_count++] = number;
	}
	atomic_flag_clear(&held);
}

/* ---- the program ---- */

static unsigned long number_of(const char *name)
{
	const char *text = getenv(name);
	return text != NULL ? strtoul(text, NULL, 10) : 0;
}

__attribute__((constructor)) static void begin(void)
{
	const char *program = getenv("FAILING_PROGRAM");
	if (program == NULL || strcmp(program, program_invocation_short_name) != 0)
		return;
	fail_at = number_of("FAILING_AT");
	fail_on = getenv("FAILING_ON") != NULL;
	place_of_call(); /* the first one allocates */
	counting = 1;
}

__attribute__((destructor)) static void end(void)
{
	const char *path = getenv("FAILING_COUNT");
	unsigned long count = made;
	if (!counting || path == NULL)
		return;
	counting = 0;
	int file = open(path, O_WRONLY | O_CREAT | O_TRUNC, 0600);
	if (file >= 0) {
		dprintf(file, "%lu\n", count);
		for (size_t i = 0; i < firsts_count; i++)
			dprintf(file, "%lu\n", firsts[i]);
		close(file);
	}
}

static int fails(void)
{
	if (!counting)
		return 0;
	unsigned long number = ++made, at = fail_at;
	if (at == 0)
		note_place(number);
	if (at == 0 || (fail_on ? number < at : number != at))
		return 0;
	errno = ENOMEM;
	return 1;
}

void *malloc(size_t size)
{
	return fails() ? NULL : __libc_malloc(size);
}

void *calloc(size_t count, size_t size)
{
	return fails() ? NULL : __libc_calloc(count, size);
}

void *realloc(void *old, size_t size)
{
	return fails() ? NULL : __libc_realloc(old, size);
}
