/*
 * table - helpers of the fuzz targets of TSV and CSV: files in memory, and the
 * fields of a table one behind the other.
 */
#pragma once

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

#include "common/bytes/buf.h"

int LLVMFuzzerTestOneInput(const uint8_t *, size_t);

struct table {
	int columns;
	size_t fields; /* of all records, and the names before them */
	size_t cap;
	size_t *end; /* of each field in bytes */
	struct buf bytes;
};

static inline void
table_add(struct table *t, struct span field)
{
	buf_add(&t->bytes, field.p, field.n);
	ARRAY_PUSH(t->end, t->fields, &t->cap, t->bytes.n);
}

static inline struct span
table_field(const struct table *t, size_t i)
{
	size_t start = i ? t->end[i - 1] : 0;

	return (struct span){t->bytes.p + start, t->end[i] - start};
}

static inline void
table_must_equal(const struct table *a, const struct table *b)
{
	if (a->columns != b->columns || a->fields != b->fields)
		abort();
	for (size_t i = 0; i < a->fields; i++)
		if (!span_equal(table_field(a, i), table_field(b, i)))
			abort();
}

static inline void
table_free(struct table *t)
{
	free(t->end);
	buf_free(&t->bytes);
}

struct memory_file {
	int fd;
	char path[40];
};

static inline struct memory_file
memory_file(const void *p, size_t n)
{
	struct memory_file f = {.fd = memfd_create("table", 0)};

	if (f.fd < 0 || (n && write(f.fd, p, n) != (ssize_t)n))
		abort();
	snprintf(f.path, sizeof f.path, "/proc/self/fd/%d", f.fd);
	return f;
}
