/* Darwin's library on the host's: what differs is put right here, what agrees is passed through. */
#define _GNU_SOURCE
#include "libsystem.h"
#include "machine.h"

#include <errno.h>
#include <fcntl.h>
#include <getopt.h>
#include <inttypes.h>
#include <math.h>
#include <poll.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <spawn.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

/* ---- variadic calls. On x86_64 the two systems agree. On arm64 Darwin passes every variadic argument in a
 * slot of eight bytes on the stack; a va_list of the host's whose registers are used up (offsets 0) reads
 * just that. ---- */

#if defined __aarch64__
typedef char *mac_list;

static inline va_list *host_list(mac_list list, va_list *out)
{
	struct {
		void *stack, *general, *vector;
		int general_offset, vector_offset;
	} registers_used = {list, list, list, 0, 0};
	_Static_assert(sizeof registers_used == sizeof *out,
	               "a va_list as the procedure call standard has it");
	memcpy(out, &registers_used, sizeof registers_used);
	return out;
}
#define LIST(list) (*host_list(list, &(va_list){0}))
#else
typedef va_list mac_list;
#define LIST(list) (list)
#endif

#define USED __attribute__((used))
USED int mac_vprintf(const char *format, mac_list list)
{
	return vprintf(format, LIST(list));
}
USED int mac_vfprintf(FILE *stream, const char *format, mac_list list)
{
	return vfprintf(stream, format, LIST(list));
}
USED int mac_vsprintf(char *text, const char *format, mac_list list)
{
	return vsprintf(text, format, LIST(list));
}
USED int mac_vsnprintf(char *text, size_t size, const char *format, mac_list list)
{
	return vsnprintf(text, size, format, LIST(list));
}
USED int mac_vdprintf(int file, const char *format, mac_list list)
{
	return vdprintf(file, format, LIST(list));
}
USED int mac_vsscanf(const char *text, const char *format, mac_list list)
{
	return vsscanf(text, format, LIST(list));
}
/* The fortified forms, which Apple's compiler makes by default. */
USED int mac_v__snprintf_chk(char *text, size_t size, int flags, size_t room, const char *format,
                             mac_list list)
{
	(void)flags;
	if (room < size)
		die("__snprintf_chk: %zu bytes into %zu", size, room);
	return vsnprintf(text, size, format, LIST(list));
}
USED int mac_v__sprintf_chk(char *text, int flags, size_t room, const char *format, mac_list list)
{
	(void)flags;
	return vsnprintf(text, room, format, LIST(list));
}
USED int mac___vsnprintf_chk(char *text, size_t size, int flags, size_t room, const char *format,
                             mac_list list)
{
	return mac_v__snprintf_chk(text, size, flags, room, format, list);
}

USED int mac_vopen(const char *path, int flags, mac_list list)
{
	static const struct {
		int mac, host;
	} bits[] = {{0x4, O_NONBLOCK}, {0x8, O_APPEND}, {0x100, O_NOFOLLOW},   {0x200, O_CREAT},
	            {0x400, O_TRUNC},  {0x800, O_EXCL}, {0x1000000, O_CLOEXEC}};
	int host = flags & O_ACCMODE, mode = 0;
	for (size_t i = 0; i < sizeof bits / sizeof bits[0]; i++)
		if (flags & bits[i].mac)
			host |= bits[i].host;
	if (host & O_CREAT) {
		va_list copy;
		va_copy(copy, LIST(list));
		mode = va_arg(copy, int);
		va_end(copy);
	}
	return open(path, host, mode);
}

#if defined __aarch64__
/* mac_NAME(COUNT fixed arguments, ...): the next register gets the address of the arguments on the stack. */
#define VARIADIC(name, count)                                                                                \
	void mac_##name(void);                                                                               \
	__asm__(".globl mac_" #name "\nmac_" #name ":\n\tmov x" #count ", sp\n\tb mac_v" #name "\n");
VARIADIC(printf, 1)
VARIADIC(fprintf, 2)
VARIADIC(sprintf, 2)
VARIADIC(snprintf, 3)
VARIADIC(dprintf, 2)
VARIADIC(sscanf, 2)
VARIADIC(open, 2)
VARIADIC(__snprintf_chk, 5)
VARIADIC(__sprintf_chk, 4)
#else
#define VARIADIC(name, parameters, last, ...)                                                                \
	static int mac_##name parameters                                                                     \
	{                                                                                                    \
		va_list list;                                                                                \
		va_start(list, last);                                                                        \
		int result = mac_v##name(__VA_ARGS__, list);                                                 \
		va_end(list);                                                                                \
		return result;                                                                               \
	}
VARIADIC(printf, (const char *format, ...), format, format)
VARIADIC(fprintf, (FILE * stream, const char *format, ...), format, stream, format)
VARIADIC(sprintf, (char *text, const char *format, ...), format, text, format)
VARIADIC(snprintf, (char *text, size_t size, const char *format, ...), format, text, size, format)
VARIADIC(dprintf, (int file, const char *format, ...), format, file, format)
VARIADIC(sscanf, (const char *text, const char *format, ...), format, text, format)
VARIADIC(open, (const char *path, int flags, ...), flags, path, flags)
VARIADIC(__snprintf_chk, (char *text, size_t size, int flags, size_t room, const char *format, ...), format,
         text, size, flags, room, format)
VARIADIC(__sprintf_chk, (char *text, int flags, size_t room, const char *format, ...), format, text, flags,
         room, format)
#endif

/* ---- errno: 1 to 34 agree but for 11; the rest is put into Darwin's numbers where a call here can raise it.
 * Calls that are passed through leave the host's number, which strerror then reads as Darwin's. ---- */

static const struct {
	int host, mac;
} errors[] = {
    {EAGAIN, 35},    {EDEADLK, 11}, {ENOTSUP, 45},   {ETIMEDOUT, 60}, {ELOOP, 62},  {ENAMETOOLONG, 63},
    {ENOTEMPTY, 66}, {ENOSYS, 78},  {EOVERFLOW, 84}, {ECANCELED, 89}, {EILSEQ, 92}, {EBADMSG, 94},
};

static int error_to_mac(int error)
{
	for (size_t i = 0; i < sizeof errors / sizeof errors[0]; i++)
		if (errors[i].host == error)
			return errors[i].mac;
	return error;
}

static int error_to_host(int error)
{
	for (size_t i = 0; i < sizeof errors / sizeof errors[0]; i++)
		if (errors[i].mac == error)
			return errors[i].host;
	return error;
}

static int *mac___error(void)
{
	return &errno;
}

static char *mac_strerror(int error)
{
	return strerror(error_to_host(error));
}

static void mac_perror(const char *text)
{
	int error = errno;
	errno = error_to_host(error);
	perror(text);
	errno = error;
}

/* ---- threads: Darwin's objects are at least as big as the host's; those initialised where they are declared
 * carry a mark in their first word, and are made the host's when they are first used. ---- */

static pthread_mutex_t making = PTHREAD_MUTEX_INITIALIZER;

static void *thread_object(void *object, uint64_t mark, const void *fresh, size_t bytes)
{
	uint64_t *first = object;
	if (__atomic_load_n(first, __ATOMIC_ACQUIRE) != mark)
		return object;
	pthread_mutex_lock(&making);
	if (*first == mark) {
		memcpy(first + 1, (const char *)fresh + sizeof *first, bytes - sizeof *first);
		__atomic_store_n(first, 0, __ATOMIC_RELEASE);
	}
	pthread_mutex_unlock(&making);
	return object;
}

static pthread_mutex_t *mutex_of(void *object)
{
	static const pthread_mutex_t fresh = PTHREAD_MUTEX_INITIALIZER;
	return thread_object(object, 0x32AAABA7, &fresh, sizeof fresh);
}

static pthread_cond_t *condition_of(void *object)
{
	static const pthread_cond_t fresh = PTHREAD_COND_INITIALIZER;
	return thread_object(object, 0x3CB0B1BB, &fresh, sizeof fresh);
}

static int mac_pthread_mutex_init(void *mutex, void *attributes)
{
	(void)attributes;
	return error_to_mac(pthread_mutex_init(mutex, NULL));
}
static int mac_pthread_mutex_lock(void *mutex)
{
	return error_to_mac(pthread_mutex_lock(mutex_of(mutex)));
}
static int mac_pthread_mutex_trylock(void *mutex)
{
	return error_to_mac(pthread_mutex_trylock(mutex_of(mutex)));
}
static int mac_pthread_mutex_unlock(void *mutex)
{
	return error_to_mac(pthread_mutex_unlock(mutex_of(mutex)));
}
static int mac_pthread_mutex_destroy(void *mutex)
{
	return error_to_mac(pthread_mutex_destroy(mutex_of(mutex)));
}
static int mac_pthread_cond_init(void *condition, void *attributes)
{
	(void)attributes;
	return error_to_mac(pthread_cond_init(condition, NULL));
}
static int mac_pthread_cond_wait(void *condition, void *mutex)
{
	return error_to_mac(pthread_cond_wait(condition_of(condition), mutex_of(mutex)));
}
static int mac_pthread_cond_timedwait(void *condition, void *mutex, const struct timespec *until)
{
	return error_to_mac(pthread_cond_timedwait(condition_of(condition), mutex_of(mutex), until));
}
static int mac_pthread_cond_signal(void *condition)
{
	return error_to_mac(pthread_cond_signal(condition_of(condition)));
}
static int mac_pthread_cond_broadcast(void *condition)
{
	return error_to_mac(pthread_cond_broadcast(condition_of(condition)));
}
static int mac_pthread_cond_destroy(void *condition)
{
	return error_to_mac(pthread_cond_destroy(condition_of(condition)));
}

struct start {
	void *(*function)(void *);
	void *argument;
};

static void *thread_run(void *data)
{
	struct start start = *(struct start *)data;
	free(data);
	loader_thread_begin();
	machine_thread_begin();
	return start.function(start.argument);
}

static int mac_pthread_create(pthread_t *thread, const pthread_attr_t *attributes, void *(*function)(void *),
                              void *argument)
{
	struct start *start = malloc(sizeof *start);
	if (start == NULL)
		return error_to_mac(EAGAIN);
	*start = (struct start){function, argument};
	int error = pthread_create(thread, attributes, thread_run, start);
	if (error != 0)
		free(start);
	return error_to_mac(error);
}

static int mac_pthread_setname_np(const char *name)
{
	(void)name;
	return 0;
}

/* ---- memory ---- */

static size_t whole_pages(size_t bytes)
{
	return (bytes + MAC_PAGE - 1) & ~(size_t)(MAC_PAGE - 1);
}

static void *mac_mmap(void *address, size_t bytes, int protection, int flags, int file, off_t offset)
{
	int host = flags & 0x13;
	if (flags & 0x1000)
		host |= MAP_ANONYMOUS;
	if (flags & ~0x1fff) {
		errno = EINVAL;
		return MAP_FAILED;
	}
	void *memory = mmap(address, whole_pages(bytes), protection, host, file, offset);
	if (memory == MAP_FAILED)
		errno = error_to_mac(errno);
	return memory;
}

static int mac_munmap(void *address, size_t bytes)
{
	return munmap(address, whole_pages(bytes));
}

static int mac_madvise(void *address, size_t bytes, int advice)
{
	return advice <= 4 ? madvise(address, bytes, advice) : 0;
}

static int mac_getpagesize(void)
{
	return MAC_PAGE;
}

static void *mac___memcpy_chk(void *to, const void *from, size_t bytes, size_t room)
{
	if (bytes > room)
		die("__memcpy_chk: %zu bytes into %zu", bytes, room);
	return memcpy(to, from, bytes);
}
static void *mac___memset_chk(void *to, int byte, size_t bytes, size_t room)
{
	if (bytes > room)
		die("__memset_chk: %zu bytes into %zu", bytes, room);
	return memset(to, byte, bytes);
}
static void *mac___memmove_chk(void *to, const void *from, size_t bytes, size_t room)
{
	if (bytes > room)
		die("__memmove_chk: %zu bytes into %zu", bytes, room);
	return memmove(to, from, bytes);
}
static char *mac___strcpy_chk(char *to, const char *from, size_t room)
{
	if (strlen(from) >= room)
		die("__strcpy_chk: %zu bytes into %zu", strlen(from) + 1, room);
	return strcpy(to, from);
}
static void mac_bzero(void *to, size_t bytes)
{
	memset(to, 0, bytes);
}
static void mac___bzero(void *to, size_t bytes)
{
	memset(to, 0, bytes);
}
/* The compiler makes this of a memset with a pattern of 4, 8 or 16 bytes. */
static void pattern_fill(char *to, const char *pattern, size_t pattern_bytes, size_t bytes)
{
	for (size_t i = 0; i < bytes; i++)
		to[i] = pattern[i % pattern_bytes];
}
static void mac_memset_pattern4(void *to, const void *pattern, size_t bytes)
{
	pattern_fill(to, pattern, 4, bytes);
}
static void mac_memset_pattern8(void *to, const void *pattern, size_t bytes)
{
	pattern_fill(to, pattern, 8, bytes);
}
static void mac_memset_pattern16(void *to, const void *pattern, size_t bytes)
{
	pattern_fill(to, pattern, 16, bytes);
}

/* ---- signals: the numbers that command-line programs use (1 to 9, 11, 13 to 15) agree ---- */

struct mac_action {
	void (*handler)(int);
	uint32_t mask;
	int flags;
};

static int mac_sigaction(int number, const struct mac_action *new, struct mac_action *old)
{
	enum { MAC_RESTART = 2, MAC_RESET = 4 };
	struct sigaction host = {0}, before;
	if (new != NULL) {
		host.sa_handler = new->handler;
		host.sa_flags = (new->flags &MAC_RESTART ? SA_RESTART : 0) |
		                (new->flags &MAC_RESET ? (int)SA_RESETHAND : 0);
		sigemptyset(&host.sa_mask);
	}
	int result = sigaction(number, new != NULL ? &host : NULL, &before);
	if (result == 0 && old != NULL)
		*old = (struct mac_action){before.sa_handler, 0, 0};
	return result;
}

static sigset_t signals_of(uint32_t mask)
{
	sigset_t set;
	sigemptyset(&set);
	for (int number = 1; number < 32; number++)
		if (mask >> (number - 1) & 1)
			sigaddset(&set, number);
	return set;
}

/* Darwin's SIG_BLOCK, SIG_UNBLOCK and SIG_SETMASK are 1, 2 and 3. */
static int mac_pthread_sigmask(int how, const uint32_t *new, uint32_t *old)
{
	sigset_t set = signals_of(new != NULL ? *new : 0), before;
	int error = pthread_sigmask(how - 1, new != NULL ? &set : NULL, &before);
	if (error == 0 && old != NULL) {
		*old = 0;
		for (int number = 1; number < 32; number++)
			*old |= (uint32_t)(sigismember(&before, number) == 1) << (number - 1);
	}
	return error_to_mac(error);
}

static int mac_sigemptyset(uint32_t *mask)
{
	*mask = 0;
	return 0;
}
static int mac_sigfillset(uint32_t *mask)
{
	*mask = UINT32_MAX;
	return 0;
}
static int mac_sigaddset(uint32_t *mask, int number)
{
	*mask |= UINT32_C(1) << (number - 1);
	return 0;
}

/* ---- the rest ---- */

static size_t mac_strlcpy(char *to, const char *from, size_t size)
{
	size_t length = strlen(from), kept = length < size ? length : size - 1;
	if (size > 0) {
		memcpy(to, from, kept);
		to[kept] = '\0';
	}
	return length;
}

/* BSD's getopt leaves operands where they are. */
static int mac_getopt(int count, char *const *arguments, const char *letters)
{
	static char posix[256];
	snprintf(posix, sizeof posix, "+%s", letters);
	return getopt(count, arguments, posix);
}
static int mac_getopt_long(int count, char *const *arguments, const char *letters, const struct option *rows,
                           int *row)
{
	static char posix[256];
	snprintf(posix, sizeof posix, "+%s", letters);
	return getopt_long(count, arguments, posix, rows, row);
}

/* Darwin's struct stat; on x86_64 the one of _stat$INODE64. */
struct mac_stat {
	int32_t device;
	uint16_t mode, links;
	uint64_t inode;
	uint32_t user, group;
	int32_t special_device;
	struct timespec accessed, modified, changed, born;
	int64_t bytes, blocks;
	int32_t block_bytes;
	uint32_t flags, generation;
	int32_t spare;
	int64_t spares[2];
};

static int stat_to_mac(int result, const struct stat *host, struct mac_stat *mac)
{
	if (result != 0) {
		errno = error_to_mac(errno);
		return result;
	}
	*mac = (struct mac_stat){.device = (int32_t)host->st_dev,
	                         .mode = (uint16_t)host->st_mode,
	                         .links = (uint16_t)host->st_nlink,
	                         .inode = host->st_ino,
	                         .user = host->st_uid,
	                         .group = host->st_gid,
	                         .accessed = host->st_atim,
	                         .modified = host->st_mtim,
	                         .changed = host->st_ctim,
	                         .bytes = host->st_size,
	                         .blocks = host->st_blocks,
	                         .block_bytes = (int32_t)host->st_blksize};
	return 0;
}

static int mac_stat(const char *path, struct mac_stat *mac)
{
	struct stat host;
	return stat_to_mac(stat(path, &host), &host, mac);
}
static int mac_fstat(int file, struct mac_stat *mac)
{
	struct stat host;
	return stat_to_mac(fstat(file, &host), &host, mac);
}

/* ---- other programs: Darwin's list of actions is a pointer, and holds the host's here ---- */

static int mac_posix_spawn_file_actions_init(posix_spawn_file_actions_t **actions)
{
	*actions = malloc(sizeof **actions);
	return *actions == NULL ? 12 : error_to_mac(posix_spawn_file_actions_init(*actions));
}
static int mac_posix_spawn_file_actions_destroy(posix_spawn_file_actions_t **actions)
{
	int error = posix_spawn_file_actions_destroy(*actions);
	free(*actions);
	return error_to_mac(error);
}
static int mac_posix_spawn_file_actions_adddup2(posix_spawn_file_actions_t **actions, int from, int to)
{
	return error_to_mac(posix_spawn_file_actions_adddup2(*actions, from, to));
}
static int mac_posix_spawn_file_actions_addclose(posix_spawn_file_actions_t **actions, int file)
{
	return error_to_mac(posix_spawn_file_actions_addclose(*actions, file));
}
/* Of the flags only O_RDONLY is meant. */
static int mac_posix_spawn_file_actions_addopen(posix_spawn_file_actions_t **actions, int file, const char *path,
                                                int flags, int mode)
{
	if (flags != 0)
		die("posix_spawn_file_actions_addopen: flags %x", (unsigned)flags);
	return error_to_mac(posix_spawn_file_actions_addopen(*actions, file, path, O_RDONLY, (mode_t)mode));
}

/* The machine's programs are a text that /bin/cat prints. */
static int mac_posix_spawn(pid_t *process, const char *path, posix_spawn_file_actions_t *const *actions,
                           const void *attributes, char *const *arguments, char *const *environment)
{
	char name[64], *text = machine_program(path, arguments);
	if (attributes != NULL)
		die("posix_spawn: attributes");
	if (text == NULL)
		return ENOENT;
	if (machine_programs_hang()) {
		free(text);
		return error_to_mac(posix_spawn(process, "/bin/sleep", *actions, NULL,
		                                (char *const[]){"sleep", "60", NULL}, environment));
	}
	int file = memfd_create("program", 0);
	if (file < 0 || write(file, text, strlen(text)) != (ssize_t)strlen(text))
		die("posix_spawn: no memory file");
	free(text);
	snprintf(name, sizeof name, "/proc/self/fd/%d", file);
	int error = posix_spawn(process, "/bin/cat", *actions, NULL, (char *const[]){"cat", name, NULL}, environment);
	close(file);
	return error_to_mac(error);
}

static int mac_poll(struct pollfd *files, unsigned count, int limit_ms)
{
	return poll(files, count, limit_ms);
}

static void mac_dyld_stub_binder(void)
{
	die("dyld_stub_binder called: every import should be bound at load");
}
static uint64_t mac___stack_chk_guard = UINT64_C(0x595e9fbd94fda766);
static void mac___stack_chk_fail(void)
{
	fputs("machorun: stack smashed\n", stderr);
	abort();
}
static FILE *mac___stdinp, *mac___stdoutp, *mac___stderrp;

void libsystem_begin(void)
{
	mac___stdinp = stdin;
	mac___stdoutp = stdout;
	mac___stderrp = stderr;
}

/* ---- the table ---- */

/* clang-format off */
#define MAC(name) {"_" #name, (void *)(uintptr_t)mac_##name}
#define MAC_DATA(name) {"_" #name, (void *)&mac_##name}
#define HOST(name) {"_" #name, (void *)(uintptr_t)name}
#define HOST_DATA(name) {"_" #name, (void *)&name}
static const struct {
	const char *name;
	void *address;
} symbols[] = {
    MAC(printf), MAC(fprintf), MAC(sprintf), MAC(snprintf), MAC(dprintf), MAC(sscanf), MAC(open),
    MAC(vprintf), MAC(vfprintf), MAC(vsprintf), MAC(vsnprintf), MAC(vdprintf), MAC(vsscanf),
    MAC(__snprintf_chk), MAC(__sprintf_chk), MAC(__vsnprintf_chk), MAC(__memcpy_chk), MAC(__memset_chk),
    MAC(__memmove_chk), MAC(__strcpy_chk), MAC(__error), MAC(strerror), MAC(perror), MAC_DATA(__stdinp),
    MAC_DATA(__stdoutp), MAC_DATA(__stderrp), MAC_DATA(__stack_chk_guard), MAC(__stack_chk_fail),
    {"dyld_stub_binder", (void *)(uintptr_t)mac_dyld_stub_binder},

    MAC(mach_absolute_time), MAC(mach_timebase_info), MAC(clock_gettime), MAC(clock_getres),
    MAC(clock_gettime_nsec_np), MAC(pthread_cpu_number_np), MAC(pthread_set_qos_class_self_np),
    MAC(qos_class_self), MAC(sysctlbyname), MAC(thread_selfcounts), MAC(getrusage), MAC(sysconf), MAC(uname),
    MAC(thread_info), MAC(pthread_mach_thread_np), MAC(getloadavg), MAC(posix_spawn), MAC(posix_spawn_file_actions_init),
    MAC(posix_spawn_file_actions_destroy), MAC(posix_spawn_file_actions_adddup2),
    MAC(posix_spawn_file_actions_addclose), MAC(posix_spawn_file_actions_addopen), MAC(poll), HOST(pipe),

    MAC(pthread_mutex_init), MAC(pthread_mutex_lock), MAC(pthread_mutex_trylock), MAC(pthread_mutex_unlock),
    MAC(pthread_mutex_destroy), MAC(pthread_cond_init), MAC(pthread_cond_wait), MAC(pthread_cond_timedwait),
    MAC(pthread_cond_signal), MAC(pthread_cond_broadcast), MAC(pthread_cond_destroy), MAC(pthread_create),
    MAC(pthread_setname_np), HOST(pthread_join), HOST(pthread_detach), HOST(pthread_self), HOST(pthread_equal),
    HOST(pthread_attr_init), HOST(pthread_attr_destroy), HOST(pthread_attr_setstacksize), HOST(sched_yield),

    MAC(mmap), MAC(munmap), MAC(madvise), MAC(getpagesize), MAC(bzero), MAC(__bzero), MAC(memset_pattern4),
    MAC(memset_pattern8), MAC(memset_pattern16), HOST(mlock), HOST(munlock), HOST(mprotect), HOST(malloc),
    HOST(calloc), HOST(realloc), HOST(free), HOST(posix_memalign), HOST(aligned_alloc), HOST(memcpy),
    HOST(memmove), HOST(memset), HOST(memcmp), HOST(memchr),

    MAC(sigaction), MAC(sigemptyset), MAC(sigfillset), MAC(sigaddset), MAC(pthread_sigmask),
    {"_sigprocmask", (void *)(uintptr_t)mac_pthread_sigmask}, HOST(signal), HOST(raise), HOST(kill), HOST(pause),

    MAC(strlcpy), HOST(strlen), HOST(strnlen), HOST(strcmp), HOST(strncmp), HOST(strcasecmp), HOST(strncasecmp),
    HOST(strcpy), HOST(stpcpy), HOST(strncpy), HOST(strcat), HOST(strchr), HOST(strrchr), HOST(strstr), HOST(strdup),
    HOST(strndup), HOST(strspn), HOST(strcspn), HOST(strtok_r), HOST(strsep), HOST(strtol), HOST(strtoul),
    HOST(strtoll), HOST(strtoull), HOST(strtoimax), HOST(strtoumax), HOST(strtod), HOST(atoi), HOST(atol),
    HOST(atof), HOST(qsort), HOST(bsearch),

    HOST(fopen), HOST(fdopen), HOST(fclose), HOST(fflush), HOST(fwrite), HOST(fread), HOST(fputs), HOST(fputc),
    HOST(putc), HOST(putchar), HOST(puts), HOST(fgets), HOST(fgetc), HOST(getc), HOST(ungetc), HOST(getline),
    HOST(feof), HOST(ferror), HOST(clearerr), HOST(setvbuf), HOST(fseek), HOST(rewind), HOST(ftell), HOST(fileno),
    HOST(isatty), HOST(remove), HOST(rename), HOST(unlink), HOST(access), HOST(mkdir), HOST(write), HOST(read),
    HOST(close), HOST(lseek), HOST(fsync), HOST(ftruncate), HOST(dup2), MAC(stat), MAC(fstat),

    MAC(getopt), MAC(getopt_long), HOST_DATA(optarg), HOST_DATA(optind), HOST_DATA(opterr), HOST_DATA(optopt),
    HOST(exit), HOST(_exit), HOST(abort), HOST(atexit), HOST(getenv), HOST(setenv), HOST(getpid), HOST(getppid),
    HOST(fork), HOST(waitpid),
    HOST(time), HOST(gettimeofday), HOST(nanosleep), HOST(usleep), HOST(sleep), HOST(gmtime_r),
    HOST(localtime_r), HOST(strftime), HOST(floor), HOST(ceil), HOST(round), HOST(lround), HOST(llround),
    HOST(fabs), HOST(fmod), HOST(fmin), HOST(fmax), HOST(sqrt), HOST(pow), HOST(exp), HOST(exp2), HOST(log),
    HOST(log2), HOST(log10),
};
/* clang-format on */

void *libsystem_find(const char *symbol)
{
	for (size_t i = 0; i < sizeof symbols / sizeof symbols[0]; i++)
		if (strcmp(symbols[i].name, symbol) == 0)
			return symbols[i].address;
	return NULL;
}
