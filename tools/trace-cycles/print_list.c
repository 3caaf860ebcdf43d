/*
 * The table of cycles, with what one repeat is made of in words: "head 8 + 24 x
 * cycle 2 + 14 + 12..15 x cycle 3 + tail 40". That is about the root; of what
 * is there in one row, the least and the greatest number over all repeats.
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "common/bytes/buf.h"
#include "common/bytes/memory.h"
#include "common/cli/x.h"
#include "common/meaning/kernel_name.h"
#include "common/sequence/hash.h"
#include "tools/trace-cycles/print_cycles.h"
#include "tools/trace-cycles/repeat_iterator.h"
#include "tools/trace-cycles/repeat_times.h"
#include "tools/trace-cycles/rotation_key.h"
#include "tools/trace-cycles/row_fields.h"
#include "tools/trace-cycles/sequence.h"

static bool
is_only_row(const struct inner_rows *rows, size_t i)
{
	for (size_t k = 0; k < rows->n; k++)
		if (k != i && rows->row[k].cycle == rows->row[i].cycle)
			return false;
	return true;
}

/*
 * How often the cycle of row i is in each repeat of `outer`, at least and at
 * most; as often as in the row, if its cycle is in other rows as well, any of
 * which may be short.
 */
struct inner_times {
	size_t least, most;
};

static struct inner_times
find_times(const struct inner_rows *rows, size_t i, const struct cycle *outer)
{
	const struct cycle *k = rows->row[i].cycle;
	struct inner_times t = {SIZE_MAX, 0};

	if (!is_only_row(rows, i))
		return (struct inner_times){rows->row[i].n, rows->row[i].n};
	for (size_t r = 0; r < outer->repeats; r++) {
		size_t n = cycle_repeat_from(k, outer->repeat[r].end) -
		    cycle_repeat_from(k, outer->repeat[r].start);

		t.least = n < t.least ? n : t.least;
		t.most = n > t.most ? n : t.most;
	}
	return t;
}

/*
 * A fingerprint is a number for what a cycle runs: equal for the same model and
 * build, whatever the rank, the machine or the length of the trace. It is a
 * hash of the normalised names (kernel_name.h) of the kernels of one repeat,
 * from the least of its rotations on (sequence.h), because where a cycle begins
 * depends on the trace. Of an inner cycle whose number differs from repeat to
 * repeat one repeat is taken.
 */

/* The kernels of a repeat, by a hash of what each is called. */
struct names {
	const struct found *found;
	uint32_t *hash;
	size_t n, cap;
	struct buf name;
};

/* All of a hash's bits go into the half that is kept. */
static void
add_name(struct names *w, uint32_t place)
{
	const struct found *v = w->found;
	const struct event *e = found_kernel(v, place);
	uint64_t hash = HASH_START;

	w->name.n = 0;
	kernel_name_normalise(
	    event_text(v->sequence->events, e->name), &w->name);
	for (size_t i = 0; i < w->name.n; i++)
		hash = hash_add(hash, (unsigned char)w->name.p[i]);
	ARRAY_PUSH(w->hash, w->n, &w->cap, (uint32_t)(hash ^ hash >> 32));
}

static void
add_names(struct names *w, uint32_t from, uint32_t to)
{
	for (; from < to; from++)
		add_name(w, from);
}

/* The kernels of a repeat, without those that differ in number. */
static void
add_repeat(struct names *w, const struct cycle *cycle, struct repeat r)
{
	struct inner_rows rows = {0};

	repeats_list_rows(&rows, &w->found->sequence->cycles, cycle, r);
	for (size_t i = 0; i < rows.n; i++) {
		const struct inner_row *row = &rows.row[i];
		const struct repeat *inner = row->cycle->repeat + row->first;
		struct inner_times times = find_times(&rows, i, cycle);
		size_t n = times.least < times.most ? 1 : row->n;

		add_names(w, r.start, row->start);
		for (size_t k = 0; k < n; k++)
			add_repeat(w, row->cycle, inner[k]);
		r.start = row->end;
	}
	free(rows.row);
	add_names(w, r.start, r.end);
}

static void
print_fingerprint(struct tsvw *out, const struct found *v)
{
	struct repeat root = {
	    v->cycle->root, v->cycle->root + v->cycle->length};
	struct names w = {.found = v};
	char digits[17];

	add_repeat(&w, v->cycle, root);
	snprintf(
	    digits, sizeof digits, "%016" PRIx64, rotation_key(w.hash, w.n));
	tsvw_text(out, span_of(digits));
	free(w.hash);
	buf_free(&w.name);
}

/* Adds a number behind " + head ", or other words. */
static void
add(struct buf *words, const char *word, size_t number)
{
	buf_add_text(words, word);
	buf_add_int(words, (int64_t)number);
}

/* Adds " + head 8", or another word, unless there are no kernels. */
static void
add_kernels(struct buf *words, const char *word, uint32_t kernels)
{
	if (kernels == 0)
		return;
	buf_add_text(words, words->n ? " + " : "");
	add(words, word, kernels);
}

/* The number under which a cycle inside it is printed, 0: it is not. */
static size_t
number_inner(
    const struct chosen *c, const struct found *v, const struct cycle *inner)
{
	for (size_t i = v->number; i < c->n; i++)
		if (c->found[i].cycle == inner)
			return i + 1;
	return 0;
}

static void
add_rows(struct buf *words, const struct chosen *c, const struct found *v,
    const struct inner_rows *rows)
{
	uint32_t at = v->cycle->root, end = at + v->cycle->length;

	for (size_t i = 0; i < rows->n; i++) {
		const struct inner_row *row = &rows->row[i];
		size_t number = number_inner(c, v, row->cycle);
		struct inner_times times;

		if (number == 0)
			continue;
		add_kernels(words, words->n ? "" : "head ", row->start - at);
		times = find_times(rows, i, v->cycle);
		add(words, words->n ? " + " : "", times.least);
		if (times.most > times.least)
			add(words, "..", times.most);
		add(words, " x cycle ", number);
		at = row->end;
	}
	add_kernels(words, words->n ? "tail " : "", end - at);
}

static void
print_structure(struct tsvw *out, const struct chosen *c, const struct found *v)
{
	struct repeat root = {
	    v->cycle->root, v->cycle->root + v->cycle->length};
	struct inner_rows rows = {0};
	struct buf words = {0};

	repeats_list_rows(&rows, &v->sequence->cycles, v->cycle, root);
	add_rows(&words, c, v, &rows);
	tsvw_text(out, buf_span(&words));
	buf_free(&words);
	free(rows.row);
}

/* How many repeats are cut off themselves, not only what holds them. */
static int64_t
count_partial(const struct found *v)
{
	const struct cycle *c = v->cycle;
	int64_t n = 0;

	for (size_t i = 0; i < c->partials; i++)
		n += c->parent == 0 ||
		    c->partial[i].to - c->partial[i].from < c->length;
	return n;
}

/* Wall and busy time of the stretches in which repeats follow at once. */
static struct extent
measure_runs(const struct found *v)
{
	const struct repeat *r = v->cycle->repeat;
	struct extent sum = {0};

	for (size_t i = 0, last; i < v->cycle->repeats; i = last + 1) {
		struct extent e;

		for (last = i; last + 1 < v->cycle->repeats &&
		     r[last + 1].start == r[last].end;)
			last++;
		e = found_extent(v, (struct repeat){r[i].start, r[last].end});
		sum.wall += e.wall;
		sum.busy += e.busy;
	}
	return sum;
}

void
print_list(struct tsvw *out, const struct report *r, size_t i)
{
	const struct found *v = &r->chosen.found[i];
	struct row_cycle c = row_find_cycle(r, v);
	const struct stats *p = &c.period;
	struct extent e = measure_runs(v);

	row_cycle(out, &c);
	tsvw_us(out, v->sum);
	print_structure(out, &r->chosen, v);
	row_stat(out, p, p->median);
	row_stat(out, p, p->min);
	row_stat(out, p, p->max);
	tsvw_us(out, e.busy);
	tsvw_us(out, e.wall - e.busy);
	tsvw_int(out, count_partial(v));
	tsvw_int(out, (int64_t)v->cycle->rows);
	row_number(out, v->step_kind);
	row_phase(out, v, &c.phase);
	if (r->fingerprints)
		print_fingerprint(out, v);
	xtsvw_end(out);
}
