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
		rank, DUMP_NONE, DUMP_NONE, DUMP_NONE, DUMP_NONE, 0, false});
}

struct member *
dump_member(const struct process_group *g, int64_t rank)
{
	size_t low = 0, high = g->members;

	while (low < high) {
		size_t middle = low + (high - low) / 2;

		if (g->member[middle].rank < rank)
			low = middle + 1;
		else
			high = middle;
	}
	return low < g->members && g->member[low].rank == rank ? &g->member[low]
							       : NULL;
}
