/* Runs a small macOS (Mach-O) executable on Linux of the same architecture: maps it, binds what it imports to
 * libsystem.c and machine.c, and calls its main. An import that neither has stops it at load, by name. A
 * test's tool: a simulated Mac is no Mac, and its timings mean nothing. */
#define _GNU_SOURCE
#include "libsystem.h"
#include "machine.h"

#include <errno.h>
#include <fcntl.h>
#include <getopt.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#if defined __x86_64__
#define CPU_TYPE 0x01000007u
#elif defined __aarch64__
#define CPU_TYPE 0x0100000cu
#endif

/* ---- Mach-O: only what is read ---- */

#define MH_MAGIC_64 0xfeedfacfu
enum { MH_EXECUTE = 2, SEGMENTS = 32, INITIALIZERS = 16, POINTER = 8 };
#define LC_SEGMENT_64 0x19u
#define LC_DYLD_INFO 0x22u
#define LC_DYLD_INFO_ONLY 0x80000022u
#define LC_MAIN 0x80000028u
#define LC_CHAINED_FIXUPS 0x80000034u

struct header {
	uint32_t magic, cpu_type, cpu_subtype, file_type, shell_count, shell_bytes, flags, reserved;
};
struct shell {
	uint32_t kind, bytes;
};
struct segment {
	struct shell command;
	char name[16];
	uint64_t address, bytes, file_offset, file_bytes;
	uint32_t most_protection, protection, section_count, flags;
};
struct section {
	char name[16], segment[16];
	uint64_t address, bytes;
	uint32_t offset, alignment, relocation_offset, relocation_count, flags, reserved[3];
};
struct dyld_info {
	struct shell command;
	uint32_t rebase, rebase_bytes, bind, bind_bytes, weak, weak_bytes, lazy, lazy_bytes, exports,
	    exports_bytes;
};
struct entry {
	struct shell command;
	uint64_t offset, stack_bytes;
};

static struct {
	uint8_t *file;
	size_t file_bytes;
	struct segment *segments[SEGMENTS];
	size_t segment_count;
	struct dyld_info *dyld;
	struct entry *entry;
	uint64_t low, high, text; /* addresses as linked */
	intptr_t slide;           /* where they lie, less where they were linked */
	struct section *initializers[INITIALIZERS];
	size_t initializer_count;
} image = {.low = UINT64_MAX};

void die(const char *format, ...)
{
	va_list arguments;
	fputs("machorun: ", stderr);
	va_start(arguments, format);
	vfprintf(stderr, format, arguments);
	va_end(arguments);
	fputc('\n', stderr);
	exit(125);
}

static char *placed(uint64_t address)
{
	return (char *)(address + (uint64_t)image.slide);
}

/* ---- thread-local variables: one block a thread, made before the thread's code runs ---- */

__thread char *mac_thread_block __attribute__((tls_model("local-exec")));
static char *template_low, *template_high, *template_end; /* initial values, then zeros up to the end */

void loader_thread_begin(void)
{
	if (template_low == NULL)
		return;
	size_t bytes = (size_t)(template_end - template_low),
	       initial = (size_t)(template_high - template_low);
	char *block = aligned_alloc(64, (bytes + 127) & ~(size_t)63);
	if (block == NULL)
		die("no memory");
	memset(block, 0, bytes);
	memcpy(block, template_low, initial);
	mac_thread_block = block;
}

/* A variable's descriptor is {function, key, offset}; the function gets its address in the first register and
 * may change no other. */
void mac_thread_variable(void);
#if defined __x86_64__
__asm__(".globl mac_thread_variable\n"
        "mac_thread_variable:\n"
        "\tmov %fs:mac_thread_block@tpoff, %rax\n"
        "\tadd 16(%rdi), %rax\n"
        "\tret\n");
#elif defined __aarch64__
__asm__(".globl mac_thread_variable\n"
        "mac_thread_variable:\n"
        "\tmrs x16, tpidr_el0\n"
        "\tadd x16, x16, #:tprel_hi12:mac_thread_block\n"
        "\tadd x16, x16, #:tprel_lo12_nc:mac_thread_block\n"
        "\tldr x16, [x16]\n"
        "\tldr x17, [x0, #16]\n"
        "\tadd x0, x16, x17\n"
        "\tret\n");
#endif

/* ---- dyld's programs of fix-ups ---- */

static uint64_t read_unsigned(const uint8_t **at)
{
	uint64_t value = 0;
	unsigned shift = 0;
	uint8_t byte;
	do {
		byte = *(*at)++;
		value |= (uint64_t)(byte & 0x7f) << shift;
		shift += 7;
	} while (byte & 0x80);
	return value;
}

static int64_t read_signed(const uint8_t **at)
{
	uint64_t value = 0;
	unsigned shift = 0;
	uint8_t byte;
	do {
		byte = *(*at)++;
		value |= (uint64_t)(byte & 0x7f) << shift;
		shift += 7;
	} while (byte & 0x80);
	if (shift < 64 && (byte & 0x40))
		value |= ~UINT64_C(0) << shift;
	return (int64_t)value;
}

static uint64_t *fixup_at(uint64_t segment, uint64_t offset)
{
	if (segment >= image.segment_count || offset + POINTER > image.segments[segment]->bytes)
		die("fix-up outside its segment");
	return (uint64_t *)placed(image.segments[segment]->address + offset);
}

static void fixups_rebase(const uint8_t *at, const uint8_t *end)
{
	uint64_t segment = 0, offset = 0;
	while (at < end) {
		uint8_t code = *at & 0xf0, small = *at & 0x0f;
		uint64_t count = 0, skip = 0;
		at++;
		switch (code) {
		case 0x00: /* done */
			return;
		case 0x10: /* type */
			if (small != 1)
				die("rebase type %d", small);
			break;
		case 0x20: /* segment and offset */
			segment = small;
			offset = read_unsigned(&at);
			break;
		case 0x30: /* add to the offset */
			offset += read_unsigned(&at);
			break;
		case 0x40: /* the same, scaled */
			offset += small * (uint64_t)POINTER;
			break;
		case 0x50: /* rebase this many */
			count = small;
			break;
		case 0x60:
			count = read_unsigned(&at);
			break;
		case 0x70: /* rebase one, then add */
			count = 1;
			skip = read_unsigned(&at);
			break;
		case 0x80: /* rebase this many, skipping after each */
			count = read_unsigned(&at);
			skip = read_unsigned(&at);
			break;
		default:
			die("rebase code %#x", code);
		}
		for (; count > 0; count--, offset += POINTER + skip)
			*fixup_at(segment, offset) += (uint64_t)image.slide;
	}
}

enum binding { BIND_NOW, BIND_LAZY, BIND_COALESCED };

static void *symbol_find(const char *name, bool weak)
{
	if (machine_lacks(name) && weak)
		return NULL;
	if (strcmp(name, "__tlv_bootstrap") == 0)
		return (void *)(uintptr_t)mac_thread_variable;
	void *found = libsystem_find(name);
	const char *variant = strchr(name, '$'); /* _name$VARIANT is another edition of _name */
	if (found == NULL && variant != NULL) {
		char plain[256];
		snprintf(plain, sizeof plain, "%.*s", (int)(variant - name), name);
		found = libsystem_find(plain);
	}
	if (found == NULL && !weak)
		die("no shim for the imported symbol %s", name);
	return found;
}

static void fixups_bind(const uint8_t *at, const uint8_t *end, enum binding binding)
{
	uint64_t segment = 0, offset = 0;
	int64_t addend = 0;
	const char *symbol = "";
	bool weak = false;
	while (at < end) {
		uint8_t code = *at & 0xf0, small = *at & 0x0f;
		uint64_t count = 0, skip = 0;
		at++;
		switch (code) {
		case 0x00: /* done; in the lazy program, between two symbols */
			if (binding != BIND_LAZY)
				return;
			break;
		case 0x10: /* which library: there is one */
		case 0x30:
			break;
		case 0x20:
			read_unsigned(&at);
			break;
		case 0x40: /* symbol */
			symbol = (const char *)at;
			weak = (small & 1) != 0;
			at += strlen(symbol) + 1;
			break;
		case 0x50: /* type */
			if (small != 1)
				die("bind type %d", small);
			break;
		case 0x60:
			addend = read_signed(&at);
			break;
		case 0x70: /* segment and offset */
			segment = small;
			offset = read_unsigned(&at);
			break;
		case 0x80: /* add to the offset */
			offset += read_unsigned(&at);
			break;
		case 0x90: /* bind one */
			count = 1;
			break;
		case 0xa0: /* bind one, then add */
			count = 1;
			skip = read_unsigned(&at);
			break;
		case 0xb0: /* the same, scaled */
			count = 1;
			skip = small * (uint64_t)POINTER;
			break;
		case 0xc0: /* bind this many, skipping after each */
			count = read_unsigned(&at);
			skip = read_unsigned(&at);
			break;
		default:
			die("bind code %#x", code);
		}
		for (; count > 0; count--, offset += POINTER + skip) {
			void *found = symbol_find(symbol, weak || binding == BIND_COALESCED);
			/* A coalesced definition that is not found keeps the image's own copy. */
			if (found != NULL || binding != BIND_COALESCED)
				*fixup_at(segment, offset) =
				    found == NULL ? 0 : (uint64_t)found + (uint64_t)addend;
		}
	}
}

/* ---- the image, from file to first instruction ---- */

static void image_read(const char *path)
{
	struct stat status;
	int file = open(path, O_RDONLY | O_CLOEXEC);
	if (file < 0 || fstat(file, &status) != 0)
		die("%s: %s", path, strerror(errno));
	image.file_bytes = (size_t)status.st_size;
	image.file = mmap(NULL, image.file_bytes, PROT_READ, MAP_PRIVATE, file, 0);
	close(file);
	if (image.file == MAP_FAILED)
		die("%s: %s", path, strerror(errno));
	const struct header *header = (const struct header *)image.file;
	if (image.file_bytes < sizeof *header || header->magic != MH_MAGIC_64)
		die("%s: not a thin 64-bit Mach-O", path);
	if (header->cpu_type != CPU_TYPE || header->file_type != MH_EXECUTE)
		die("%s: not an executable for this architecture", path);
}

static void image_add_segment(struct segment *segment)
{
	if (image.segment_count == SEGMENTS)
		die("too many segments");
	image.segments[image.segment_count++] = segment;
	if (segment->protection == 0 && segment->file_bytes == 0)
		return; /* the page at zero */
	if (segment->address < image.low)
		image.low = segment->address;
	if (segment->address + segment->bytes > image.high)
		image.high = segment->address + segment->bytes;
	if (strcmp(segment->name, "__TEXT") == 0)
		image.text = segment->address;
}

static void image_read_commands(void)
{
	const struct header *header = (const struct header *)image.file;
	uint8_t *at = image.file + sizeof *header;
	for (uint32_t i = 0; i < header->shell_count; i++) {
		struct shell *command = (struct shell *)at;
		switch (command->kind) {
		case LC_SEGMENT_64:
			image_add_segment((struct segment *)at);
			break;
		case LC_DYLD_INFO:
		case LC_DYLD_INFO_ONLY:
			image.dyld = (struct dyld_info *)at;
			break;
		case LC_MAIN:
			image.entry = (struct entry *)at;
			break;
		case LC_CHAINED_FIXUPS:
			die("chained fix-ups: link for macOS 11");
		}
		at += command->bytes;
	}
	if (image.dyld == NULL || image.entry == NULL)
		die("no LC_DYLD_INFO or no LC_MAIN");
}

static bool is_placed(const struct segment *segment)
{
	return segment->address >= image.low && segment->bytes > 0;
}

static void image_protect(const struct segment *segment, int protection)
{
	if (mprotect(placed(segment->address), segment->bytes, protection) != 0)
		die("mprotect: %s", strerror(errno));
}

static void image_place(void)
{
	enum { SLACK = 0x10000 };
	char *room = mmap(NULL, image.high - image.low + SLACK, PROT_NONE,
	                  MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
	if (room == MAP_FAILED)
		die("mmap: %s", strerror(errno));
	image.slide = (intptr_t)((((uint64_t)room + SLACK - 1) & ~(uint64_t)(SLACK - 1)) - image.low);
	for (size_t i = 0; i < image.segment_count; i++) {
		const struct segment *segment = image.segments[i];
		if (!is_placed(segment))
			continue;
		if (segment->file_offset + segment->file_bytes > image.file_bytes)
			die("segment outside the file");
		image_protect(segment, PROT_READ | PROT_WRITE);
		memcpy(placed(segment->address), image.file + segment->file_offset, segment->file_bytes);
	}
}

static void image_fix(void)
{
	const struct dyld_info *dyld = image.dyld;
	const uint8_t *file = image.file;
	fixups_rebase(file + dyld->rebase, file + dyld->rebase + dyld->rebase_bytes);
	fixups_bind(file + dyld->bind, file + dyld->bind + dyld->bind_bytes, BIND_NOW);
	fixups_bind(file + dyld->lazy, file + dyld->lazy + dyld->lazy_bytes, BIND_LAZY);
	if (dyld->weak_bytes > 0)
		fixups_bind(file + dyld->weak, file + dyld->weak + dyld->weak_bytes, BIND_COALESCED);
}

static void section_take(struct section *section)
{
	enum { INITIALIZER_POINTERS = 0x09, THREAD_VALUES = 0x11, THREAD_ZEROS, THREAD_VARIABLES };
	char *first = placed(section->address), *end = first + section->bytes;
	unsigned kind = section->flags & 0xff;
	if (kind == THREAD_VALUES || kind == THREAD_ZEROS) {
		template_low = template_low == NULL || first < template_low ? first : template_low;
		template_end = end > template_end ? end : template_end;
		if (kind == THREAD_VALUES && end > template_high)
			template_high = end;
	}
	if (kind == THREAD_VARIABLES) /* as dyld does, also where the linker left them unbound */
		for (char *at = first; at + 24 <= end; at += 24)
			*(void **)at = (void *)(uintptr_t)mac_thread_variable;
	if (kind == INITIALIZER_POINTERS && image.initializer_count < INITIALIZERS)
		image.initializers[image.initializer_count++] = section;
}

static void image_take_sections(void)
{
	for (size_t i = 0; i < image.segment_count; i++) {
		struct section *sections = (struct section *)(image.segments[i] + 1);
		for (uint32_t k = 0; k < image.segments[i]->section_count; k++)
			section_take(&sections[k]);
	}
	if (template_high == NULL)
		template_high = template_low;
}

static void image_seal(void)
{
	for (size_t i = 0; i < image.segment_count; i++) {
		const struct segment *segment = image.segments[i];
		if (!is_placed(segment))
			continue;
		image_protect(segment, (int)(segment->protection & 7));
		__builtin___clear_cache(placed(segment->address), placed(segment->address + segment->bytes));
	}
}

typedef int main_function(int count, char **arguments, char **environment, const char **apple);

int main(int count, char **arguments, char **environment)
{
	if (count < 2)
		die("usage: machorun PROGRAM [ARGUMENT...]");
	image_read(arguments[1]);
	image_read_commands();
	image_place();
	machine_begin();
	libsystem_begin();
	image_fix();
	image_take_sections();
	image_seal();
	loader_thread_begin();
	const char *apple[] = {arguments[1], NULL};
	for (size_t i = 0; i < image.initializer_count; i++) {
		main_function **list = (main_function **)placed(image.initializers[i]->address);
		for (uint64_t k = 0; k < image.initializers[i]->bytes / POINTER; k++)
			list[k](count - 1, arguments + 1, environment, apple);
	}
	main_function *start = (main_function *)(uintptr_t)placed(image.text + image.entry->offset);
	optind = 1;
	exit(start(count - 1, arguments + 1, environment, apple));
}
