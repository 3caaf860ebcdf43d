#include <stdlib.h>

#include "common/bytes/memory.h"
#include "common/cli/x.h"
#include "tools/trace-treediff/print_merged.h"
#include "tools/trace-treediff/side.h"

enum { WRITE_MOST = 1 << 16 };

static const char *
match_word(
    const struct merge_node *n, const struct side *a, const struct side *b)
{
	if (merge_kind(n) != MERGE_BOTH)
		return merge_kind(n) == MERGE_A ? "a_only" : "b_only";
	return a->node[n->a].key == b->node[n->b].key ? "same" : "renamed";
}

static void
print_or_empty(struct tsvw *out, bool there, int64_t number)
{
	if (there)
		tsvw_int(out, number);
	else
		tsvw_empty(out);
}

static int64_t
work_of(const struct side *s, uint32_t node)
{
	return node == SIDE_NONE ? 0 : s->node[node].work;
}

static void
print_row(struct tsvw *out, const struct merge *m, uint32_t i,
    const struct side *a, const struct side *b)
{
	const struct merge_node *n = &m->node[i];
	const struct side *side[] = {a, b};
	uint32_t node[] = {n->a, n->b};

	tsvw_int(out, i);
	tsvw_int(out, n->depth);
	print_or_empty(out, n->parent != SIDE_NONE, n->parent);
	tsvw_text(out, span_of(match_word(n, a, b)));
	for (int k = 0; k < 2; k++)
		print_or_empty(out, node[k] != SIDE_NONE,
		    node[k] == SIDE_NONE ? 0 : side[k]->node[node[k]].event);
	for (int k = 0; k < 2; k++)
		if (node[k] == SIDE_NONE)
			tsvw_empty(out);
		else
			tsvw_field(out, side_name(side[k], node[k]));
	for (int k = 0; k < 2; k++)
		if (node[k] == SIDE_NONE)
			tsvw_empty(out);
		else
			tsvw_us(out, side[k]->node[node[k]].work);
	tsvw_us(out, work_of(b, n->b) - work_of(a, n->a));
	for (int k = 0; k < 2; k++)
		print_or_empty(out, node[k] != SIDE_NONE,
		    node[k] == SIDE_NONE ? 0 : side[k]->node[node[k]].events);
	xtsvw_end(out);
}

void
print_merged_rows(struct tsvw *out, const struct merge *m, const struct side *a,
    const struct side *b)
{
	static const char *const names[] = {"id", "depth", "parent", "match",
	    "a_event", "b_event", "a_name", "b_name", "a_gpu_us", "b_gpu_us",
	    "delta_us", "a_gpu_events", "b_gpu_events"};

	for (size_t i = 0; i < sizeof names / sizeof *names; i++)
		tsvw_text(out, span_of(names[i]));
	xtsvw_end(out);
	for (uint32_t i = 0; i < m->n; i++)
		print_row(out, m, i, a, b);
}

struct view {
	const struct merge *merge;
	const struct side *a, *b;
	bool pruned;
	uint32_t
	    *next; /* of those that hang from one node, as they are shown */
	uint32_t *first;
	struct buf out, prefix;
	size_t *length; /* of the prefix at each depth */
	size_t length_cap;
};

static bool
is_shown(const struct view *v, uint32_t i)
{
	const struct merge_node *n = &v->merge->node[i];

	return !v->pruned || (n->a != SIDE_NONE && v->a->node[n->a].gpu) ||
	    (n->b != SIDE_NONE && v->b->node[n->b].gpu);
}

/*
 * Hangs the nodes in the order in which they are shown: what is in both trees,
 * then what is in the first only, then the second. Roots keep their order.
 */
static void
hang(struct view *v)
{
	const struct merge *m = v->merge;

	for (size_t i = 0; i <= m->n; i++)
		v->first[i] = SIDE_NONE;
	for (int kind = MERGE_B; kind >= MERGE_BOTH; kind--)
		for (size_t i = m->n; i-- > 0;) {
			const struct merge_node *n = &m->node[i];
			bool root = n->parent == SIDE_NONE;
			uint32_t *first = &v->first[root ? m->n : n->parent];

			if ((root ? MERGE_BOTH : merge_kind(n)) !=
				(enum merge_kind)kind ||
			    !is_shown(v, (uint32_t)i))
				continue;
			v->next[i] = *first;
			*first = (uint32_t)i;
		}
}

static void
add_span(struct buf *b, struct span text)
{
	buf_add(b, text.p, text.n);
}

static void
add_label(struct view *v, uint32_t i)
{
	const struct merge_node *n = &v->merge->node[i];
	enum merge_kind kind = merge_kind(n);
	struct span a = {"", 0}, b = {"", 0};

	if (kind != MERGE_B)
		a = side_name(v->a, n->a);
	if (kind != MERGE_A)
		b = side_name(v->b, n->b);
	if (kind == MERGE_A)
		buf_add_text(&v->out, ">> trace1: ");
	else if (kind == MERGE_B)
		buf_add_text(&v->out, "<< trace2: ");
	else if (!span_equal(a, b))
		buf_add_text(&v->out, "combined: ");
	add_span(&v->out, kind == MERGE_B ? b : a);
	if (kind == MERGE_BOTH && !span_equal(a, b)) {
		buf_add_text(&v->out, " | ");
		add_span(&v->out, b);
	}
	buf_add_text(&v->out, "\n");
}

static void
print_line(struct view *v, uint32_t i)
{
	size_t depth = v->merge->node[i].depth;
	bool last = v->next[i] == SIDE_NONE;

	ARRAY_RESERVE(v->length, &v->length_cap, depth + 2);
	v->prefix.n = depth ? v->length[depth] : 0;
	add_span(&v->out, buf_span(&v->prefix));
	buf_add_text(&v->out, last ? "└── " : "├── ");
	add_label(v, i);
	buf_add_text(&v->prefix, last ? "    " : "│   ");
	v->length[depth + 1] = v->prefix.n;
	if (v->out.n >= WRITE_MOST)
		xbuf_write(&v->out);
}

void
print_merged_text(const struct merge *m, const struct side *a,
    const struct side *b, bool pruned)
{
	struct view v = {.merge = m, .a = a, .b = b, .pruned = pruned};
	uint32_t i;

	v.next = xcalloc(m->n + 1, sizeof *v.next);
	v.first = xcalloc(m->n + 1, sizeof *v.first);
	hang(&v);
	for (i = v.first[m->n]; i != SIDE_NONE;) {
		print_line(&v, i);
		if (v.first[i] != SIDE_NONE) {
			i = v.first[i];
			continue;
		}
		while (i != SIDE_NONE && v.next[i] == SIDE_NONE)
			i = m->node[i].parent;
		if (i != SIDE_NONE)
			i = v.next[i];
	}
	xbuf_write(&v.out);
	buf_free(&v.out);
	buf_free(&v.prefix);
	free(v.length);
	free(v.next);
	free(v.first);
}
