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

void
loop_add_place(struct loop *loop, struct place p)
{
	ARRAY_PUSH(loop->place, loop->places, &loop->place_cap, p);
}

const struct loop *
loops_find_symbol(const struct loops *all, uint32_t symbol)
{
	for (size_t i = 0; i < all->n; i++)
		if (all->loop[i].symbol == symbol)
			return &all->loop[i];
	return NULL;
}

bool
loops_is_step(const struct loops *all, const struct loop *loop)
{
	for (size_t i = 0; i < loop->body.n; i++)
		if (loops_find_symbol(all, loop->body.symbol[i]))
			return true;
	return loop->inner.n > 0;
}

const struct loop *
loops_find_step(const struct loops *all, uint32_t symbol)
{
	const struct loop *loop = loops_find_symbol(all, symbol);

	return loop && loops_is_step(all, loop) ? loop : NULL;
}
