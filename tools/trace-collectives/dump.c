#include <stdlib.h>

#include "common/bytes/buf.h"
#include "tools/trace-collectives/dump.h"

void
dumps_open(struct dumps *d)
{
	*d = (struct dumps){.texts = pool_new()};
	pool_add(d->texts, span_of(""));
}

void
dumps_free(struct dumps *d)
{
	for (size_t i = 0; i < d->groups; i++) {
		list_free(&d->group[i].places);
		free(d->group[i].member);
	}
	pool_free(d->texts);
	free(d->dump);
	free(d->record);
	free(d->config);
	free(d->status);
	free(d->group);
	*d = (struct dumps){0};
}

void
dump_add_member(struct process_group *g, int64_t rank)
{
	ARRAY_PUSH(g->member, g->members, &g->cap,
	    (struct member){
		rank, DUMP_NONE, DUMP_NONE, DUMP_NONE, 0, false, false});
}

static int
compare_members(const void *a, const void *b)
{
	const struct member *x = a, *y = b;

	return (x->rank > y->rank) - (x->rank < y->rank);
}

void
dump_sort_members(struct process_group *g)
{
	size_t n = 0;

	if (g->members)
		qsort(
		    g->member, g->members, sizeof *g->member, compare_members);
	for (size_t i = 0; i < g->members; i++)
		if (n == 0 || g->member[n - 1].rank != g->member[i].rank)
			g->member[n++] = g->member[i];
	g->members = n;
}

struct member *
dump_member(const struct process_group *g, int64_t rank)
{
	const struct member key = {.rank = rank};

	return g->members ? bsearch(&key, g->member, g->members,
				sizeof *g->member, compare_members)
			  : NULL;
}
