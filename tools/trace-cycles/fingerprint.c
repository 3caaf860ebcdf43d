#include <stdlib.h>

#include "common/bytes/buf.h"
#include "common/meaning/kname.h"
#include "common/sequence/hash.h"
#include "tools/trace-cycles/fingerprint.h"
#include "tools/trace-cycles/inner_row.h"
#include "tools/trace-cycles/sequence.h"

/* The kernels of a repeat, by a hash of what each is called. */
struct names {
	const struct view *view;
	uint32_t *hash;
	size_t n, cap;
	struct buf name;
};

/* All of a hash's bits go into the half that is kept. */
static void
add_kernel(struct names *w, uint32_t place)
{
	const struct view *v = w->view;
	const struct event *e = view_kernel(v->report, v->sequence, place);
	uint64_t hash = HASH_START;

	w->name.n = 0;
	if (kname_normalise(event_text(v->report->events, e->name), &w->name))
		return;
	for (size_t i = 0; i < w->name.n; i++)
		hash = hash_add(hash, (unsigned char)w->name.p[i]);
	ARRAY_PUSH(w->hash, w->n, &w->cap, (uint32_t)(hash ^ hash >> 32));
}

static void
add_kernels(struct names *w, uint32_t from, uint32_t to)
{
	for (; from < to; from++)
		add_kernel(w, from);
}

/* The kernels of a repeat, without those that differ in number. */
static void
add_repeat(struct names *w, uint32_t cycle, struct repeat r)
{
	const struct cycles *all = &w->view->sequence->cycles;
	struct inner_rows rows = {0};

	inner_rows_find(&rows, all, cycle, r);
	for (size_t i = 0; i < rows.n; i++) {
		const struct inner_row *row = &rows.row[i];
		const struct repeat *inner = all->repeat +
		    all->cycle[row->cycle].first_repeat + row->first;
		struct inner_times times =
		    inner_rows_times(&rows, i, all, cycle);
		size_t n = times.least < times.most ? 1 : row->n;

		add_kernels(w, r.start, row->start);
		for (size_t k = 0; k < n; k++)
			add_repeat(w, row->cycle, inner[k]);
		r.start = row->end;
	}
	free(rows.row);
	add_kernels(w, r.start, r.end);
}

uint64_t
fingerprint_of(const struct view *v)
{
	struct repeat root = {
	    v->cycle->root, v->cycle->root + v->cycle->length};
	struct names w = {.view = v};
	uint64_t hash;

	add_repeat(&w, v->found->cycle, root);
	hash = sequence_key(w.hash, w.n);
	free(w.hash);
	buf_free(&w.name);
	return hash;
}
