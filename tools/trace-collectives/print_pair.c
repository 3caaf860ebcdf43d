#include <stdlib.h>

#include "common/bytes/fixed.h"
#include "common/bytes/memory.h"
#include "common/cli/die.h"
#include "common/cli/x.h"
#include "tools/trace-collectives/print.h"

/* What one rank sent to another. */
struct sending {
	int64_t source, destination;
	int64_t bytes;
	int64_t count;
};

struct sendings {
	struct sending *p;
	size_t n, cap;
};

/*
 * The destination of each part of the message is the member of the group at its
 * place. False when the ranks of the group, the parts or the size of an element
 * are not known.
 */
static bool
add_event(struct sendings *all, const struct job *j, const struct event *e)
{
	const struct shape *s = shape_of(j, e);
	const struct list *to = &j->group[e->group].members;
	int64_t element = dtype_bytes(shape_text(j, s, SHAPE_DTYPE)), bytes;
	struct list split;
	bool known;
	int got = list_parse(
	    &split, shape_text(j, s, SHAPE_IN_SPLIT), (int64_t)to->n);

	if (got < 0)
		memory_out();
	known = got && to->n && element && j->rank_number[e->rank] >= 0;
	for (size_t i = 0; known && i < split.n; i++) {
		if (split.p[i] < 0 ||
		    __builtin_mul_overflow(split.p[i], element, &bytes))
			bytes = 0;
		ARRAY_PUSH(all->p, all->n, &all->cap,
		    (struct sending){
			j->rank_number[e->rank], to->p[i], bytes, 1});
	}
	list_free(&split);
	return known;
}

static int
compare_sendings(const void *a, const void *b)
{
	const struct sending *x = a, *y = b;

	if (x->source != y->source)
		return x->source < y->source ? -1 : 1;
	return (x->destination > y->destination) -
	    (x->destination < y->destination);
}

/* Sorts; makes one of all that have one source and destination. */
static void
add_up(struct sendings *all)
{
	size_t n = 0;

	if (all->n)
		qsort(all->p, all->n, sizeof *all->p, compare_sendings);
	for (size_t i = 0; i < all->n; i++) {
		struct sending *s = &all->p[i];

		if (n == 0 || compare_sendings(&all->p[n - 1], s) != 0) {
			all->p[n++] = *s;
			continue;
		}
		all->p[n - 1].count += s->count;
		if (fixed_add(&all->p[n - 1].bytes, s->bytes))
			die("bytes do not add up to 64 bits");
	}
	all->n = n;
}

void
print_pairs(struct print *p)
{
	struct sendings all = {0};

	for (size_t i = 0; i < p->job->events; i++) {
		const struct event *e = &p->job->event[i];

		if (shape_of(p->job, e)->kind == KIND_ALLTOALLV)
			p->untold += !add_event(&all, p->job, e);
	}
	add_up(&all);
	for (size_t i = 0; i < all.n; i++) {
		const struct sending *s = &all.p[i];

		tsvw_int(p->out, s->source);
		tsvw_int(p->out, s->destination);
		tsvw_int(p->out, s->bytes);
		tsvw_real(p->out, (double)s->bytes / (double)s->count, 3);
		tsvw_int(p->out, s->count);
		xtsvw_end(p->out);
	}
	free(all.p);
}
