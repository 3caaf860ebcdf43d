#include <stdlib.h>

#include "common/bytes/buf.h"
#include "tools/trace-cycles/loop.h"

void
loops_free(struct loops *all)
{
	for (size_t i = 0; i < all->n; i++) {
		sequence_free(&all->loop[i].body);
		free(all->loop[i].place);
		loops_free(&all->loop[i].inner);
	}
	free(all->loop);
	*all = (struct loops){0};
}

struct loop *
loops_add(struct loops *all, struct loop loop)
{
	return ARRAY_PUSH(all->loop, all->n, &all->cap, loop)
	    ? NULL
	    : &all->loop[all->n - 1];
}

int
loop_add_place(struct loop *loop, struct place p)
{
	return ARRAY_PUSH(loop->place, loop->places, &loop->place_cap, p);
}
