#include <stdlib.h>

#include "common/bytes/buf.h"
#include "tools/trace-cycles/positions.h"
#include "tools/trace-cycles/repeat_iterator.h"

void
positions_free(struct positions *p)
{
	edits_free(&p->edits);
	free(p->of);
	free(p->place);
	*p = (struct positions){0};
}

/* A kernel that is not equal is inserted after the kernel before it. */
static void
fill_inserted(uint32_t *of, uint32_t n, uint32_t last)
{
	for (uint32_t i = 0; i < n; i++) {
		if (of[i] == EDITS_NONE)
			of[i] = last | POSITION_INSERTED;
		last = of[i] & ~POSITION_INSERTED;
	}
}

/*
 * place[i] is where kernel i of the root is among m of the repeat. If it has no
 * place, the next one of these replaced it, unless that has a place of its own.
 */
static void
fill_aligned(
    uint32_t *of, uint32_t m, const uint32_t *place, uint32_t n, uint32_t first)
{
	uint32_t next = 0;

	for (uint32_t i = 0; i < n; i++)
		if (place[i] != EDITS_NONE)
			of[place[i]] = first + i;
	for (uint32_t i = 0; i < n; i++)
		if (place[i] != EDITS_NONE)
			next = place[i] + 1;
		else if (next < m && of[next] == EDITS_NONE)
			of[next++] = (first + i) | POSITION_INSERTED;
}

static void find(struct positions *, const struct cycle *, struct repeat root,
    struct repeat repeat);

/* Repeat by repeat of a row; if there are more, with the last of the root. */
static void
find_row(
    struct positions *p, const struct inner_row *a, const struct inner_row *b)
{
	const struct repeat *r = a->cycle->repeat;

	for (size_t i = 0; i < b->n; i++)
		find(p, a->cycle, r[a->first + (i < a->n ? i : a->n - 1)],
		    r[b->first + i]);
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

/* The rows, and what stands between them, before the first, after the last. */
static void
find_rows(struct positions *p, struct repeat root, struct repeat repeat,
    const struct inner_rows *a, const struct inner_rows *b)
{
	for (size_t i = 0; i < a->n; i++) {
		const struct inner_row *x = &a->row[i], *y = &b->row[i];

		find(p, NULL, (struct repeat){root.start, x->start},
		    (struct repeat){repeat.start, y->start});
		find_row(p, x, y);
		root.start = x->end;
		repeat.start = y->end;
	}
	find(p, NULL, root, repeat);
}

/* Row by row, if both have the same ones. */
static void
find_by_rows(struct positions *p, const struct cycle *cycle, struct repeat root,
    struct repeat repeat)
{
	struct inner_rows a = {0}, b = {0};

	repeats_list_rows(&a, p->all, cycle, root);
	repeats_list_rows(&b, p->all, cycle, repeat);
	if (is_parallel(&a, &b))
		find_rows(p, root, repeat, &a, &b);
	free(a.row);
	free(b.row);
}

/*
 * A stretch of the repeat, aligned with one of the root; both are a repeat of
 * a cycle, or NULL.
 */
static void
find(struct positions *p, const struct cycle *cycle, struct repeat root,
    struct repeat repeat)
{
	uint32_t n = repeat_length(root), m = repeat_length(repeat);
	uint32_t *of = p->of + (repeat.start - p->repeat);
	uint32_t first = root.start - p->root;
	const struct text *text = &p->all->text;
	bool equal = n == m && text_equal(text, root.start, repeat.start, n);

	for (uint32_t i = 0; i < m; i++)
		of[i] = equal ? first + i : EDITS_NONE;
	if (equal)
		return;
	ARRAY_RESERVE(p->place, &p->place_cap, n + 1u);
	if (edits_find(&p->edits, text, root.start, n, repeat.start, m,
		EDITS_MOST, p->place))
		fill_aligned(of, m, p->place, n, first);
	else if (cycle)
		find_by_rows(p, cycle, root, repeat);
	fill_inserted(of, m, first);
}

void
positions_find(struct positions *p, const struct cycles *all,
    const struct cycle *cycle, struct visit v)
{
	uint32_t root = cycle->root, placed = 0;
	uint32_t n = v.to - v.from, m = repeat_length(v.at);

	ARRAY_RESERVE(p->of, &p->cap, m + 1u);
	p->all = all;
	p->root = root;
	p->repeat = v.at.start;
	p->n = m;
	find(p, cycle, (struct repeat){root + v.from, root + v.to}, v.at);
	for (uint32_t i = 0; i < m; i++)
		placed += !(p->of[i] & POSITION_INSERTED);
	n = n > m ? n : m;
	p->differences = placed < n ? n - placed : 0;
}
