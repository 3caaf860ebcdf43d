/*
 * Any bytes as a trace: what is told of it is a table, its counts agree with
 * each other, and no more is without launch than there is.
 */
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

#include "common/bytes/fixed.h"
#include "common/trace/file_facts.h"

int LLVMFuzzerTestOneInput(const uint8_t *, size_t);

/* The number behind a key, in lines of file, key and value. */
static int64_t
number(struct span table, const char *key)
{
	char text[80];
	int n = snprintf(text, sizeof text, "x\t%s\t", key);
	const char *p = memmem(table.p, table.n, text, (size_t)n), *end, *last;
	int64_t value;

	if (!p)
		abort();
	p += n;
	last = table.p + table.n;
	end = memchr(p, '\n', (size_t)(last - p));
	if (!end ||
	    fixed_parse_int((struct span){p, (size_t)(end - p)}, &value))
		abort();
	return value;
}

static void
check(struct span table)
{
	int64_t events = number(table, "events");
	int64_t kernels = number(table, "kernels");
	size_t lines = 0, tabs = 0;

	for (size_t i = 0; i < table.n; i++) {
		lines += table.p[i] == '\n';
		tabs += table.p[i] == '\t';
	}
	if (tabs != 2 * lines || number(table, "complete_events") > events ||
	    kernels > events ||
	    number(table, "kernels_without_launch") > kernels ||
	    number(table, "zero_duration_kernels") > kernels ||
	    number(table, "launches_without_kernel") > events ||
	    number(table, "overlaps") > events)
		abort();
}

/* Reads a trace, and writes down what it is; false when it cannot be told. */
static bool
tell(const char *path, struct tsvw *w)
{
	struct facts *facts = facts_new();
	struct source s;
	struct raw_event e;
	int got;

	source_open(&s, path, NULL, 0);
	while ((got = source_next(&s, &e)) > 0)
		if (facts_add(facts, &e))
			break; /* times that add up to too much */
	if (got == 0)
		got = facts_write(facts, &s, "x", w);
	facts_free(facts);
	source_close(&s);
	return got == 0;
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	static struct tsvw w;
	struct buf table = {0};
	char path[40];
	int fd = memfd_create("trace", 0);

	if (fd < 0 || write(fd, data, size) != (ssize_t)size)
		abort();
	snprintf(path, sizeof path, "/proc/self/fd/%d", fd);
	tsvw_init_memory(&w, &table);
	if (tell(path, &w) && tsvw_flush(&w) == 0)
		check(buf_span(&table));
	buf_free(&table);
	close(fd);
	return 0;
}
