/* What tests ask of a text that a program wrote. */
#include "asserts.h"

#include <check.h>
#include <string.h>

void assert_parts(const char *text, bool has, size_t count, const char *const *parts)
{
	for (size_t i = 0; i < count; i++)
		ck_assert_msg((strstr(text, parts[i]) != NULL) == has, "there is %s\"%s\"", has ? "no " : "",
		              parts[i]);
}

char *asserts_written(void (*write)(FILE *, const char *), const char *text)
{
	char *written = NULL;
	size_t length = 0;
	FILE *stream = open_memstream(&written, &length);
	ck_assert_ptr_nonnull(stream);
	write(stream, text);
	ck_assert_int_eq(fclose(stream), 0);
	return written;
}
