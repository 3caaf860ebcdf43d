#include <stdlib.h>

#include "common/bytes/buf.h"
#include "tools/trace-collectives/record.h"

static int
compare_launches(const void *a, const void *b)
{
	const struct record *x = a, *y = b;

	if (x->name != y->name)
		return x->name < y->name ? -1 : 1;
	if (x->transfer != y->transfer)
		return x->transfer ? 1 : -1;
	if (x->sequence != y->sequence)
		return x->sequence < y->sequence ? -1 : 1;
	return (x->id > y->id) - (x->id < y->id);
}

/* The texts of all records in one of their fields, as one. */
static uint32_t
join(struct dumps *d, const struct record *r, size_t n, size_t field)
{
	struct buf all = {0};
	uint32_t id;

	for (size_t i = 0; i < n; i++) {
		struct span text;

		memcpy(&id, (const char *)&r[i] + field, sizeof id);
		text = dump_text(d, id);
		buf_add_text(&all, all.n && text.n ? "+" : "");
		buf_add(&all, text.p, text.n);
	}
	id = pool_add(d->texts, buf_span(&all));
	buf_free(&all);
	return id;
}

static struct record
join_collectives(struct dumps *d, const struct record *r, size_t n)
{
	struct record all = r[0];

	all.kind = join(d, r, n, offsetof(struct record, kind));
	all.in_sizes = join(d, r, n, offsetof(struct record, in_sizes));
	all.in_dtypes = join(d, r, n, offsetof(struct record, in_dtypes));
	all.out_sizes = join(d, r, n, offsetof(struct record, out_sizes));
	all.out_dtypes = join(d, r, n, offsetof(struct record, out_dtypes));
	for (size_t i = 1; i < n; i++)
		if (r[i].elements < 0 ||
		    __builtin_add_overflow(
			all.elements, r[i].elements, &all.elements))
			all.elements = DUMP_NONE;
	all.state = r[n - 1].state;
	for (size_t i = 1; i < n; i++)
		all.torn |= r[i].torn;
	return all;
}

/* Those of one launch, of which it returns how many are left. */
static size_t
join_launch(struct dumps *d, struct record *r, size_t n)
{
	bool closed = span_is(dump_text(d, r[n - 1].kind), "coalesced");

	if (!r->transfer) {
		r[0] = join_collectives(d, r, n);
		return 1;
	}
	if (!closed || n == 1)
		return n;
	for (size_t i = 0; i + 1 < n; i++)
		r[i].state = r[n - 1].state;
	return n - 1;
}

void
record_join(struct dumps *d, size_t first)
{
	struct record *r;
	size_t n = d->records - first, left = 0, end;
	bool whole;

	if (n == 0)
		return;
	r = d->record + first;
	whole = d->dump[r->dump].whole;
	qsort(r, n, sizeof *r, compare_launches);
	for (size_t i = 0; i < n; i = end) {
		size_t kept;

		for (end = i + 1; end < n && r[end].name == r[i].name &&
		     r[end].transfer == r[i].transfer &&
		     r[end].sequence == r[i].sequence;
		     end++)
			;
		/* the ring may have overwritten parts of each group's oldest */
		r[i].torn |= !whole && !r[i].transfer &&
		    (left == 0 || r[left - 1].name != r[i].name);
		kept = join_launch(d, r + i, end - i);
		memmove(r + left, r + i, kept * sizeof *r);
		left += kept;
	}
	d->records = first + left;
}
