#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "common/bytes/memory.h"

enum { FAILED = 2 }; /* STATUS_FAILED of common/cli/die.h */

const char *tool_name = "trace-utils";

void
memory_out(void)
{
	fprintf(stderr, "%s: out of memory\n", tool_name);
	exit(FAILED);
}

static void *
there(void *p, size_t size)
{
	if (!p && size)
		memory_out();
	return p;
}

void *
xmalloc(size_t size)
{
	return there(malloc(size), size);
}

void *
xcalloc(size_t n, size_t size)
{
	return there(calloc(n, size), n && size);
}

void *
xrealloc(void *p, size_t size)
{
	return there(realloc(p, size), size);
}

void *
xcalloc_aligned(size_t alignment, size_t size)
{
	size_t whole = (size + alignment - 1) / alignment * alignment;

	return memset(there(aligned_alloc(alignment, whole), 1), 0, size);
}

uint32_t *
xnones(size_t n)
{
	uint32_t *none = xmalloc((n + 1) * sizeof *none);

	for (size_t i = 0; i <= n; i++)
		none[i] = UINT32_MAX;
	return none;
}

char *
xstrdup(const char *text)
{
	return there(strdup(text), 1);
}

char *
xstrndup(const char *text, size_t n)
{
	return there(strndup(text, n), 1);
}
