/*
 * Any bytes as dumps of flight recorders, a NUL between two ranks: reading
 * ends, every record has a place in its group, and what is found wrong is, of
 * each group, in order and about a collective that somebody recorded.
 */
#define _GNU_SOURCE
#include <stdio.h>
#include <sys/mman.h>
#include <unistd.h>

#include "tests/fuzz/bytes.h"
#include "tools/trace-collectives/desync.h"
#include "tools/trace-collectives/dump.h"

enum { RANKS_MOST = 4 };

static void
read_rank(struct dumps *d, const uint8_t *data, size_t n, int64_t rank)
{
	int fd = memfd_create("dump", 0);
	struct input *in;
	char path[40];

	require(fd >= 0 && write(fd, data, n) == (ssize_t)n);
	snprintf(path, sizeof path, "/proc/self/fd/%d", fd);
	in = input_open(path);
	require(in != NULL);
	input_threads(in, 1);
	dump_read(d, in, "dump", rank);
	input_close(in);
	close(fd);
}

static void
read_all(struct dumps *d, const uint8_t *data, size_t size)
{
	for (int64_t rank = 0; rank < RANKS_MOST; rank++) {
		const uint8_t *end = size ? memchr(data, 0, size) : NULL;
		size_t n = end ? (size_t)(end - data) : size;

		read_rank(d, data, n, rank);
		data += end ? n + 1 : n;
		size -= end ? n + 1 : n;
	}
}

static void
check_records(const struct dumps *d)
{
	for (size_t i = 0; i < d->records; i++) {
		const struct record *r = &d->record[i];
		const struct process_group *g = &d->group[r->group];
		const struct member *m = dump_member(g, r->rank);

		require(m && m->dump == r->dump && i >= g->first && i < g->end);
		require(r->transfer == (i >= g->transfers));
		require(!r->torn || !d->dump[r->dump].whole);
		if (!r->transfer)
			require(r->sequence <= m->enqueued &&
			    desync_record(d, g, m, r->sequence) == r);
	}
}

static bool
has_missing(
    const struct dumps *d, const struct process_group *g, int64_t sequence)
{
	for (size_t i = 0; i < g->members; i++)
		if (!desync_record(d, g, &g->member[i], sequence) &&
		    desync_standing(d, &g->member[i], sequence) ==
			STANDING_MISSING)
			return true;
	return false;
}

static void
check_group(const struct dumps *d, const struct process_group *g)
{
	struct desync found[PROBLEMS], *transfer = NULL;
	size_t n = desync_collectives(d, g, found), transfers = 0, cap = 0;

	for (size_t i = 1; i < g->members; i++)
		require(g->member[i - 1].rank < g->member[i].rank);
	for (size_t i = 0; i < n; i++) {
		int64_t sequence = found[i].sequence;

		require(i == 0 || found[i - 1].sequence < sequence);
		require(desync_usual(d, g, sequence) != NULL);
		if (found[i].problem == PROBLEM_MISSING)
			require(has_missing(d, g, sequence));
	}
	desync_transfers(d, g, &transfer, &transfers, &cap);
	for (size_t i = 0; i < transfers; i++)
		require(transfer[i].problem != PROBLEM_NONE &&
		    (transfer[i].send || transfer[i].receive));
	free(transfer);
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct dumps d;

	dumps_open(&d);
	read_all(&d, data, size);
	dump_groups(&d);
	check_records(&d);
	for (size_t i = 0; i < d.groups; i++)
		check_group(&d, &d.group[i]);
	dumps_free(&d);
	return 0;
}
