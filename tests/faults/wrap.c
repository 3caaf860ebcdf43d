/*
 * wrap - lets one allocation of a tool fail, under sanitizers, which have an
 * allocator of their own: linked in by --wrap. FAULT=memory:N and FAULT_MARK
 * are those of faults.c.
 */
#include <errno.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static atomic_long left; /* calls up to the one that fails, and it */

void *__real_malloc(size_t);
void *__real_calloc(size_t, size_t);
void *__real_realloc(void *, size_t);
void *__real_aligned_alloc(size_t, size_t);
void *__wrap_malloc(size_t);
void *__wrap_calloc(size_t, size_t);
void *__wrap_realloc(void *, size_t);
void *__wrap_aligned_alloc(size_t, size_t);

__attribute__((constructor)) static void
start(void)
{
	const char *fault = getenv("FAULT");

	if (fault && strncmp(fault, "memory:", 7) == 0)
		left = strtol(fault + 7, NULL, 10);
}

static int
fails(void)
{
	const char *path = getenv("FAULT_MARK");

	if (atomic_fetch_sub(&left, 1) != 1)
		return 0;
	if (path)
		unlink(path);
	errno = ENOMEM;
	return 1;
}

void *
__wrap_malloc(size_t n)
{
	return fails() ? NULL : __real_malloc(n);
}

void *
__wrap_calloc(size_t n, size_t size)
{
	return fails() ? NULL : __real_calloc(n, size);
}

void *
__wrap_realloc(void *p, size_t n)
{
	return fails() ? NULL : __real_realloc(p, n);
}

void *
__wrap_aligned_alloc(size_t align, size_t n)
{
	return fails() ? NULL : __real_aligned_alloc(align, n);
}
