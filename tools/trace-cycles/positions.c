#include <stdlib.h>

#include "common/bytes/buf.h"
#include "tools/trace-cycles/inner_row.h"
#include "tools/trace-cycles/positions.h"

void
positions_free(struct positions *p)
{
	align_free(&p->aligner);
	free(p->of);
	free(p->place);
	*p = (struct positions){0};
}

/* A stretch of the root and that of the repeat which is aligned with it. */
struct pair {
	const struct cycles *cycles;
	uint32_t cycle; /* that both are a repeat of */
	struct repeat root, repeat;
	uint32_t *of;   /* of the first kernel of the repeat */
	uint32_t first; /* position of the first kernel of the root */
};

static uint32_t
length_of(struct repeat r)
{
	return r.end - r.start;
}

/* A kernel that is not equal is inserted after the kernel before it. */
static void
fill_inserted(const struct pair *x)
{
	uint32_t last = x->first;

	for (uint32_t i = 0; i < length_of(x->repeat); i++) {
		if (x->of[i] == ALIGN_NONE)
			x->of[i] = last | POSITION_INSERTED;
		last = x->of[i] & ~POSITION_INSERTED;
	}
}

/*
 * A kernel without a place in the repeat was replaced by the next one of the
 * repeat, if that has no place of its own.
 */
static void
fill_aligned(const struct pair *x, const uint32_t *place)
{
	uint32_t next = 0, m = length_of(x->repeat);

	for (uint32_t i = 0; i < m; i++)
		x->of[i] = ALIGN_NONE;
	for (uint32_t i = 0; i < length_of(x->root); i++)
		if (place[i] != ALIGN_NONE)
			x->of[place[i]] = x->first + i;
	for (uint32_t i = 0; i < length_of(x->root); i++) {
		if (place[i] != ALIGN_NONE)
			next = place[i] + 1;
		else if (next < m && x->of[next] == ALIGN_NONE)
			x->of[next++] = (x->first + i) | POSITION_INSERTED;
	}
	fill_inserted(x);
}

static int find_pair(struct positions *, const struct pair *);

/* Aligns what stands between rows, before the first and after the last. */
static int
find_between(struct positions *p, const struct pair *x, uint32_t root_from,
    uint32_t root_to, uint32_t from, uint32_t to)
{
	struct pair gap = *x;

	gap.cycle = CYCLE_NONE;
	gap.root = (struct repeat){root_from, root_to};
	gap.repeat = (struct repeat){from, to};
	gap.first = x->first + (root_from - x->root.start);
	gap.of = x->of + (from - x->repeat.start);
	return find_pair(p, &gap);
}

/* Repeat by repeat of a row; if there are more, with the last of the root. */
static int
find_row(struct positions *p, const struct pair *x, const struct inner_row *a,
    const struct inner_row *b)
{
	const struct cycle *c = &x->cycles->cycle[a->cycle];
	const struct repeat *r = x->cycles->repeat + c->first_repeat;

	for (size_t i = 0; i < b->n; i++) {
		struct pair inner = *x;

		inner.cycle = a->cycle;
		inner.root = r[a->first + (i < a->n ? i : a->n - 1)];
		inner.repeat = r[b->first + i];
		inner.first = x->first + (inner.root.start - x->root.start);
		inner.of = x->of + (inner.repeat.start - x->repeat.start);
		if (find_pair(p, &inner))
			return -1;
	}
	return 0;
}

static bool
is_parallel(const struct inner_rows *a, const struct inner_rows *b)
{
	if (a->n != b->n)
		return false;
	for (size_t i = 0; i < a->n; i++)
		if (a->row[i].cycle != b->row[i].cycle)
			return false;
	return a->n > 0;
}

static int
find_rows(struct positions *p, const struct pair *x, const struct inner_rows *a,
    const struct inner_rows *b)
{
	uint32_t root = x->root.start, repeat = x->repeat.start;

	for (size_t i = 0; i < a->n; i++) {
		if (find_between(
			p, x, root, a->row[i].start, repeat, b->row[i].start) ||
		    find_row(p, x, &a->row[i], &b->row[i]))
			return -1;
		root = a->row[i].end;
		repeat = b->row[i].end;
	}
	return find_between(p, x, root, x->root.end, repeat, x->repeat.end);
}

/* Row by row, if both have the same ones. Returns 1, 0, or -1: no memory. */
static int
find_by_rows(struct positions *p, const struct pair *x)
{
	struct inner_rows a = {0}, b = {0};
	int rc = -1;

	if (inner_rows_find(&a, x->cycles, x->cycle, x->root) == 0 &&
	    inner_rows_find(&b, x->cycles, x->cycle, x->repeat) == 0)
		rc = is_parallel(&a, &b);
	if (rc > 0)
		rc = find_rows(p, x, &a, &b) ? -1 : 1;
	free(a.row);
	free(b.row);
	return rc;
}

static int
find_pair(struct positions *p, const struct pair *x)
{
	uint32_t n = length_of(x->root), m = length_of(x->repeat);
	const struct text *text = &x->cycles->text;
	int rc;

	if (n == m && text_equal(text, x->root.start, x->repeat.start, n)) {
		for (uint32_t i = 0; i < m; i++)
			x->of[i] = x->first + i;
		return 0;
	}
	if (ARRAY_RESERVE(p->place, &p->place_cap, n + 1u))
		return -1;
	rc = align_find(&p->aligner, text, x->root.start, n, x->repeat.start, m,
	    ALIGN_MOST, p->place);
	if (rc > 0)
		fill_aligned(x, p->place);
	if (rc == 0 && x->cycle != CYCLE_NONE)
		rc = find_by_rows(p, x);
	if (rc == 0) {
		for (uint32_t i = 0; i < m; i++)
			x->of[i] = ALIGN_NONE;
		fill_inserted(x);
	}
	return rc < 0 ? -1 : 0;
}

int
positions_find(struct positions *p, const struct cycles *all, uint32_t cycle,
    struct visit v)
{
	uint32_t root = all->cycle[cycle].root, placed = 0;
	struct pair x = {.cycles = all,
	    .cycle = cycle,
	    .root = {root + v.from, root + v.to},
	    .repeat = v.at,
	    .first = v.from};
	uint32_t n = v.to - v.from, m = length_of(v.at);

	if (ARRAY_RESERVE(p->of, &p->cap, m + 1u))
		return -1;
	p->n = m;
	x.of = p->of;
	if (find_pair(p, &x))
		return -1;
	for (uint32_t i = 0; i < m; i++)
		placed += !(p->of[i] & POSITION_INSERTED);
	n = n > m ? n : m;
	p->differences = placed < n ? n - placed : 0;
	return 0;
}
