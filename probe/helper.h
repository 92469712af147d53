/* A system's own programs (pmset, ioreg), run without a shell, for what no call tells an ordinary program. */
#ifndef CACHESTAIR_HELPER_H
#define CACHESTAIR_HELPER_H

#include <stdbool.h>

/* Gets a line of the program's output without its newline. */
typedef void (*helper_take_line)(void *context, const char *line);

/* Runs arguments[0], a whole path (arguments end with NULL), with nothing to read, and hands on what it
 * prints line by line; lines are cut at 500 bytes. After `limit_ms` it is killed. Returns true where it ended
 * by itself and well; false also where it is not there. It is waited for in any case. */
bool helper_run(char *const arguments[], unsigned limit_ms, helper_take_line take, void *context);

#endif
