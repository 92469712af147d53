/* What tests ask of a text that a program wrote. */
#ifndef CACHESTAIR_TESTS_ASSERTS_H
#define CACHESTAIR_TESTS_ASSERTS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

/* Fails the test where the text lacks one of the parts, or has one: assert_has(script, "set label", "NaN").
 */
#define ASSERT_PARTS(...)                                                                                    \
	sizeof((const char *const[]){__VA_ARGS__}) / sizeof(char *), (const char *const[])                   \
	{                                                                                                    \
		__VA_ARGS__                                                                                  \
	}
#define assert_has(text, ...) assert_parts(text, true, ASSERT_PARTS(__VA_ARGS__))
#define assert_lacks(text, ...) assert_parts(text, false, ASSERT_PARTS(__VA_ARGS__))
void assert_parts(const char *text, bool has, size_t count, const char *const *parts);

/* What such a function writes of a text, in memory; freed by the caller. */
char *asserts_written(void (*write)(FILE *, const char *), const char *text);

#endif
