#include <stdlib.h>

#include "common/bytes/buf.h"
#include "common/meaning/kname.h"
#include "common/sequence/hash.h"
#include "tools/trace-cycles/fingerprint.h"
#include "tools/trace-cycles/inner_row.h"
#include "tools/trace-cycles/necklace.h"

/* The kernels of a repeat, by a hash of what each is called. */
struct names {
	const struct view *view;
	uint32_t *hash;
	size_t n, cap;
	struct buf name;
};

/* All of a hash's bits go into the half that is kept. */
static int
add_kernel(struct names *w, uint32_t place)
{
	const struct view *v = w->view;
	const struct event *e = view_kernel(v->report, v->sequence, place);
	uint64_t hash = HASH_START;

	w->name.n = 0;
	if (kname_normalise(event_text(v->report->events, e->name), &w->name))
		return -1;
	for (size_t i = 0; i < w->name.n; i++)
		hash = hash_add(hash, (unsigned char)w->name.p[i]);
	return ARRAY_PUSH(
	    w->hash, w->n, &w->cap, (uint32_t)(hash ^ hash >> 32));
}

static int
add_kernels(struct names *w, uint32_t from, uint32_t to)
{
	for (; from < to; from++)
		if (add_kernel(w, from))
			return -1;
	return 0;
}

/* The kernels of a repeat, without those that differ in number. */
static int
add_repeat(struct names *w, uint32_t cycle, struct repeat r)
{
	const struct cycles *all = &w->view->sequence->cycles;
	struct inner_rows rows = {0};
	int rc = inner_rows_find(&rows, all, cycle, r);

	for (size_t i = 0; i < rows.n && rc == 0; i++) {
		const struct inner_row *row = &rows.row[i];
		const struct repeat *inner = all->repeat +
		    all->cycle[row->cycle].first_repeat + row->first;
		struct inner_times times =
		    inner_rows_times(&rows, i, all, cycle);
		size_t n = times.least < times.most ? 1 : row->n;

		rc = add_kernels(w, r.start, row->start);
		for (size_t k = 0; k < n && rc == 0; k++)
			rc = add_repeat(w, row->cycle, inner[k]);
		r.start = row->end;
	}
	free(rows.row);
	return rc || add_kernels(w, r.start, r.end) ? -1 : 0;
}

int
fingerprint_of(const struct view *v, uint64_t *out)
{
	struct repeat root = {
	    v->cycle->root, v->cycle->root + v->cycle->length};
	struct names w = {.view = v};
	int rc = add_repeat(&w, v->found->cycle, root);

	if (rc == 0) {
		size_t first = necklace_least_rotation(w.hash, w.n);

		*out = hash_symbols(HASH_START, w.hash + first, w.n - first);
		*out = hash_symbols(*out, w.hash, first);
	}
	free(w.hash);
	buf_free(&w.name);
	return rc;
}
