/* A library to preload: the allocation of number $FAILING_AT fails, with $FAILING_ON set every one from there
 * on, in the program whose name is $FAILING_PROGRAM. At the end the number of allocations is written to the
 * file $FAILING_COUNT. For glibc, whose own functions stand under other names, too. */
#include <errno.h>
#include <fcntl.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

void *__libc_malloc(size_t size);
void *__libc_calloc(size_t count, size_t size);
void *__libc_realloc(void *old, size_t size);

static atomic_ulong made, fail_at;
static atomic_int fail_on, counting;

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
		close(file);
	}
}

static int fails(void)
{
	if (!counting)
		return 0;
	unsigned long number = ++made, at = fail_at;
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
