/*
 * faults - lets one call of a program fail: preloaded, with glibc.
 *
 * FAULT=CALL:N   the Nth call of CALL fails, and no other:
 *   memory       malloc and its like, called from the program itself
 *   any-memory   the same, whoever calls
 *   write        write, with ENOSPC
 *   read         read, with EIO
 *   open         open, with ENOENT
 *   affinity     sched_getaffinity, as where there are too many processors
 *   short        no call fails; all reads and writes take one byte, and
 *                every other one is interrupted
 * FAULT_MARK     a file that is removed when the call fails
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <link.h>
#include <sched.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

typedef int main_call(int, char **, char **);
typedef int start_call(main_call *, int, char **, void (*)(void),
    void (*)(void), void (*)(void), void *);

enum call { NONE, MEMORY, ANY_MEMORY, WRITE, READ, OPEN, AFFINITY, SHORT };

static enum call chosen;
static atomic_long left; /* calls up to the one that fails, and it */
static uintptr_t program_start, program_end;

start_call __libc_start_main;
void *__libc_malloc(size_t);
void *__libc_calloc(size_t, size_t);
void *__libc_realloc(void *, size_t);
void *__libc_memalign(size_t, size_t);

/* The first object is the program. */
static int
note_program(struct dl_phdr_info *info, size_t size, void *context)
{
	(void)size;
	(void)context;
	for (int i = 0; i < info->dlpi_phnum; i++) {
		const ElfW(Phdr) *p = &info->dlpi_phdr[i];

		if (p->p_type != PT_LOAD || !(p->p_flags & PF_X))
			continue;
		program_start = info->dlpi_addr + p->p_vaddr;
		program_end = program_start + p->p_memsz;
	}
	return 1;
}

__attribute__((constructor)) static void
start(void)
{
	static const char *const name[] = {"none", "memory", "any-memory",
	    "write", "read", "open", "affinity", "short"};
	const char *fault = getenv("FAULT");
	const char *colon = fault ? strchr(fault, ':') : NULL;

	if (!colon)
		return;
	dl_iterate_phdr(note_program, NULL);
	left = atol(colon + 1);
	for (int i = MEMORY; i <= SHORT; i++)
		if (strlen(name[i]) == (size_t)(colon - fault) &&
		    strncmp(fault, name[i], (size_t)(colon - fault)) == 0)
			chosen = (enum call)i;
}

static void
leave_mark(void)
{
	const char *path = getenv("FAULT_MARK");

	if (path)
		unlink(path);
}

static bool
fails(enum call call)
{
	if (chosen != call || atomic_fetch_sub(&left, 1) != 1)
		return false;
	leave_mark();
	return true;
}

static bool
memory_fails(void *caller)
{
	uintptr_t at = (uintptr_t)caller;

	if (chosen != ANY_MEMORY &&
	    (chosen != MEMORY || at < program_start || at >= program_end))
		return false;
	if (!fails(chosen))
		return false;
	errno = ENOMEM;
	return true;
}

void *
malloc(size_t n)
{
	return memory_fails(__builtin_return_address(0)) ? NULL
							 : __libc_malloc(n);
}

void *
calloc(size_t n, size_t size)
{
	return memory_fails(__builtin_return_address(0))
	    ? NULL
	    : __libc_calloc(n, size);
}

void *
realloc(void *p, size_t n)
{
	return memory_fails(__builtin_return_address(0)) ? NULL
							 : __libc_realloc(p, n);
}

void *
aligned_alloc(size_t align, size_t n)
{
	return memory_fails(__builtin_return_address(0))
	    ? NULL
	    : __libc_memalign(align, n);
}

/* Is this call interrupted, in the mode "short"? */
static bool
interrupted(void)
{
	if (chosen != SHORT || atomic_fetch_add(&left, 1) % 2 == 0)
		return false;
	errno = EINTR;
	return true;
}

typedef ssize_t write_call(int, const void *, size_t);
typedef ssize_t read_call(int, void *, size_t);

ssize_t
write(int fd, const void *p, size_t n)
{
	write_call *next = (write_call *)dlsym(RTLD_NEXT, "write");

	if (interrupted())
		return -1;
	if (fails(WRITE)) {
		errno = ENOSPC;
		return -1;
	}
	return next(fd, p, chosen == SHORT && n ? 1 : n);
}

ssize_t
read(int fd, void *p, size_t n)
{
	read_call *next = (read_call *)dlsym(RTLD_NEXT, "read");

	if (interrupted())
		return -1;
	if (fails(READ)) {
		errno = EIO;
		return -1;
	}
	return next(fd, p, chosen == SHORT && n ? 1 : n);
}

int
open(const char *path, int flags, ...)
{
	int (*next)(const char *, int, ...) =
	    (int (*)(const char *, int, ...))dlsym(RTLD_NEXT, "open");
	va_list more;
	mode_t mode = 0;

	if (fails(OPEN)) {
		errno = ENOENT;
		return -1;
	}
	va_start(more, flags);
	if (flags & O_CREAT)
		mode = va_arg(more, mode_t);
	va_end(more);
	return next(path, flags, mode);
}

int
sched_getaffinity(pid_t pid, size_t size, cpu_set_t *set)
{
	int (*next)(pid_t, size_t, cpu_set_t *) = (int (*)(
	    pid_t, size_t, cpu_set_t *))dlsym(RTLD_NEXT, "sched_getaffinity");

	if (fails(AFFINITY)) {
		errno = EINVAL;
		return -1;
	}
	return next(pid, size, set);
}

/*
 * No call fails any more when the program ends: what counts lines for gcov
 * writes its counts then, and cannot do without memory.
 */
static main_call *program_main;

static int
run_main(int argc, char **argv, char **environment)
{
	int status = program_main(argc, argv, environment);

	chosen = NONE;
	return status;
}

int
__libc_start_main(main_call *its_main, int argc, char **argv,
    void (*init)(void), void (*fini)(void), void (*loader_fini)(void),
    void *stack)
{
	start_call *next = (start_call *)dlsym(RTLD_NEXT, "__libc_start_main");

	program_main = its_main;
	return next(run_main, argc, argv, init, fini, loader_fini, stack);
}

__attribute__((noreturn)) void
exit(int status)
{
	void (*next)(int) = (void (*)(int))dlsym(RTLD_NEXT, "exit");

	chosen = NONE;
	next(status);
	abort();
}
