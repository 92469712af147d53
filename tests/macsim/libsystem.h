/* The simulated Mac's library: Darwin's calls of the C library, of POSIX and of threads, on top of the
 * host's. */
#ifndef MACSIM_LIBSYSTEM_H
#define MACSIM_LIBSYSTEM_H

/* Readies the standard streams. Once, before the program starts. */
void libsystem_begin(void);

/* The address under a symbol's name ("_printf"), NULL where there is none. */
void *libsystem_find(const char *symbol);

/* The loader's: gives the calling thread its own thread-local variables. */
void loader_thread_begin(void);

#endif
