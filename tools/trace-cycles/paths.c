#include <stdlib.h>

#include "common/bytes/buf.h"
#include "tools/trace-cycles/paths.h"

void
paths_release(struct paths *p, uint32_t node)
{
	while (node != PATH_NONE && --p->node[node].users == 0) {
		p->unused[p->unuseds++] = node;
		node = p->node[node].parent;
	}
}

uint32_t
paths_push(struct paths *p, struct path_node n)
{
	uint32_t k;

	if (p->unuseds) {
		k = p->unused[--p->unuseds];
	} else {
		if (ARRAY_RESERVE(p->node, &p->node_cap, p->nodes + 1) ||
		    ARRAY_RESERVE(p->unused, &p->unused_cap, p->nodes + 1)) {
			p->failed = true;
			return PATH_NONE;
		}
		k = (uint32_t)p->nodes++;
	}
	n.users = 1;
	p->node[k] = n;
	if (n.parent != PATH_NONE)
		p->node[n.parent].users++;
	return k;
}

void
paths_free(struct paths *p)
{
	free(p->node);
	free(p->unused);
	*p = (struct paths){0};
}

/* What is traced back, from its end. */
struct traced {
	const struct paths *paths;
	const struct sequence *text;
	const struct body_index *index;
	uint32_t last, end;
};

/* Faults go as far to the front as they may. */
static void
shift_faults(const struct traced *t, struct tandem_arrays *out, size_t array)
{
	const struct body_index *x = t->index;
	size_t first = out->array[array].first;

	for (size_t k = out->array[array + 1].first; k-- > first + 1;) {
		struct block *a = &out->block[k - 1], *b = a + 1;
		uint32_t before = body_index_before(x, b->place);

		while (a->n > 1 &&
		    t->text->symbol[b->start - 1] == x->symbol[before]) {
			b->start--;
			b->place = before;
			b->n++;
			a->n--;
			before = body_index_before(x, before);
		}
	}
}

/* Places in all bodies become places in the array's own one. */
static void
use_own_places(const struct traced *t, struct tandem_arrays *out, size_t array)
{
	uint32_t base = t->index->base[out->array[array].body];

	for (size_t k = out->array[array].first;
	     k < out->array[array + 1].first; k++)
		out->block[k].place -= base;
}

static int
trace_back(const struct traced *t, struct tandem_arrays *out)
{
	size_t blocks = 0, arrays = 0;
	uint32_t end = t->end;

	for (uint32_t k = t->last; k != PATH_NONE;
	     k = t->paths->node[k].parent) {
		blocks++;
		arrays += t->paths->node[k].entered;
	}
	if (tandem_arrays_room(out, blocks, arrays))
		return -1;
	out->blocks = blocks;
	out->n = arrays;
	tandem_arrays_end(out);
	for (uint32_t k = t->last; k != PATH_NONE;
	     k = t->paths->node[k].parent) {
		const struct path_node *v = &t->paths->node[k];

		out->block[--blocks] =
		    (struct block){v->start, v->place, end - v->start};
		if (v->entered)
			out->array[--arrays] = (struct tandem_array){
			    blocks, t->index->body[v->place]};
		end = v->parent_end;
	}
	for (size_t a = 0; a < out->n; a++) {
		shift_faults(t, out, a);
		use_own_places(t, out, a);
	}
	return 0;
}

int
paths_trace_back(const struct paths *p, uint32_t last, uint32_t end,
    const struct sequence *text, const struct body_index *index,
    struct tandem_arrays *out)
{
	return trace_back(&(struct traced){p, text, index, last, end}, out);
}
