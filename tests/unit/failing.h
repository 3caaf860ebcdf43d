/*
 * failing - an allocator of which one call fails, for unit tests, and which
 * counts. Under the sanitizers, which have their own, no call fails.
 */
#ifndef TESTS_UNIT_FAILING_H
#define TESTS_UNIT_FAILING_H

#include <limits.h>
#include <stdbool.h>
#include <stdlib.h>

static long failing_left; /* calls up to the one that fails, and it */
static long failing_live; /* what was allocated and not freed */
static bool failing_did;

#ifndef __has_feature
#define __has_feature(x) 0
#endif
#if defined __GLIBC__ && !defined __SANITIZE_ADDRESS__ && \
    !__has_feature(address_sanitizer)
void *__libc_malloc(size_t);
void *__libc_calloc(size_t, size_t);
void *__libc_realloc(void *, size_t);
void *__libc_memalign(size_t, size_t);
void __libc_free(void *);

extern char __executable_start, etext; /* of the linker */

static bool
is_ours(const char *caller)
{
	return caller >= &__executable_start && caller < &etext;
}

/* Only what the program itself asks for fails: libraries may do without. */
static bool
fails(const char *caller)
{
	if (!is_ours(caller))
		return false;
	if (failing_left && --failing_left == 0)
		return failing_did = true;
	failing_live++;
	return false;
}

#define CALLER __builtin_return_address(0)

void *
malloc(size_t n)
{
	return fails(CALLER) ? NULL : __libc_malloc(n);
}

void *
calloc(size_t n, size_t size)
{
	return fails(CALLER) ? NULL : __libc_calloc(n, size);
}

void *
realloc(void *p, size_t n)
{
	if (fails(CALLER))
		return NULL;
	failing_live -= p && is_ours(CALLER);
	return __libc_realloc(p, n);
}

void *
aligned_alloc(size_t align, size_t n)
{
	return fails(CALLER) ? NULL : __libc_memalign(align, n);
}

void
free(void *p)
{
	failing_live -= p && is_ours(CALLER);
	__libc_free(p);
}
#endif

enum { FAILING_DENSE = 256 };

/*
 * Lets one allocation after another fail, later fewer and fewer of them unless
 * TRACE_UTILS_LONG is set: the work is then to return -1, and 0 when none fails
 * any more, and to free what it allocated. Returns how often it did not.
 */
static inline int
failing_wrong(int (*work)(void))
{
	long live = failing_live;
	long dense = getenv("TRACE_UTILS_LONG") ? LONG_MAX : FAILING_DENSE;
	int wrong = 0, got;

	failing_did = true;
	for (long n = 1; failing_did; n += 1 + n / dense) {
		failing_did = false;
		failing_left = n;
		got = work();
		failing_left = 0;
		wrong += got != (failing_did ? -1 : 0) || failing_live != live;
	}
	return wrong;
}

#endif
