/* The durations of a cycle's kernels, by position and name. */
#include <stdlib.h>

#include "common/bytes/memory.h"
#include "common/bytes/order.h"
#include "common/cli/die.h"
#include "common/cli/x.h"
#include "tools/trace-cycles/positions.h"
#include "tools/trace-cycles/prices.h"
#include "tools/trace-cycles/print_cycles.h"
#include "tools/trace-cycles/row_fields.h"

/* A kernel of a repeat. */
struct sampled {
	uint32_t position;
	uint32_t other; /* 0 for the root's kernel, else the name + 1 */
	uint32_t event;
};

/* Kernels of the root come before others at their position. */
static size_t
bucket_of(const struct sampled *k)
{
	return 2 * (size_t)k->position + (k->other > 0);
}

/*
 * A kernel whose position in its repeat is known. One that the root has not is
 * at the position of the one it replaces, else of the one before it.
 */
static struct sampled
sampled_of(const struct found *v, uint32_t place, uint32_t of)
{
	uint32_t position = of & ~POSITION_INSERTED;
	uint32_t root = v->cycle->root + position;
	uint32_t name = found_kernel(v, place)->name;
	bool fits = position == of && name == found_kernel(v, root)->name;

	return (struct sampled){
	    position, fits ? 0 : name + 1, v->sequence->kernel[place]};
}

/* The n kernels of all repeats; how many are in each bucket stands behind it.
 */
static struct sampled *
list_kernels(const struct found *v, size_t n, size_t *start)
{
	struct repeat_iterator w = repeats_begin(v->cycle, false);
	struct sampled *list = xcalloc(n, sizeof *list), *next = list;
	struct positions p = {0};
	struct visit o;

	while (repeats_next(&w, &o)) {
		positions_find(&p, &v->sequence->cycles, v->cycle, o);
		for (uint32_t i = 0; i < p.n; i++) {
			*next = sampled_of(v, o.at.start + i, p.of[i]);
			start[bucket_of(next++) + 1]++;
		}
	}
	positions_free(&p);
	return list;
}

ORDER_BY(compare_others, struct sampled, UP(other))

/* All kernels, by position, the root's first, then by name; to be freed. */
static struct sampled *
sort_kernels(const struct found *v, size_t n)
{
	size_t length = v->cycle->length;
	size_t *start = xcalloc(2 * length + 1, sizeof *start);
	struct sampled *list = list_kernels(v, n, start);
	struct sampled *sorted = xcalloc(n, sizeof *sorted);

	for (size_t k = 0; k < 2 * length; k++)
		start[k + 1] += start[k];
	for (size_t i = 0; i < n; i++)
		sorted[start[bucket_of(&list[i])]++] = list[i];
	for (size_t k = 0; k < length; k++) {
		size_t from = start[2 * k], others = start[2 * k + 1] - from;

		ARRAY_SORT(sorted + from, others, compare_others);
	}
	free(list);
	free(start);
	return sorted;
}

/*
 * The text that most of n kernels have in a column; nothing if more of the
 * texts contradict it than may be wrong with a repeat. The only candidate is
 * what is left when each other text takes one away (Boyer and Moore, "MJRTY: a
 * fast majority vote algorithm", 1981).
 */
static void
print_majority(struct tsvw *out, const struct events *e,
    const struct sampled *kernel, size_t n, int column)
{
	uint32_t candidate = EVENT_NO_TEXT;
	size_t lead = 0, cast = 0, same = 0;

	for (size_t i = 0; i < n; i++) {
		uint32_t text = event_detail(e, kernel[i].event, column);

		if (event_text(e, text).n == 0)
			continue;
		cast++;
		if (lead == 0)
			candidate = text;
		if (text == candidate)
			lead++;
		else
			lead--;
	}
	for (size_t i = 0; i < n; i++)
		same += event_detail(e, kernel[i].event, column) == candidate;
	if (2 * same > n && (cast - same) * TOLERATED <= cast)
		tsvw_field(out, event_text(e, candidate));
	else
		tsvw_empty(out);
}

static void
print_stats(struct tsvw *out, const struct stats *s, int64_t cycle)
{
	tsvw_int(out, s->count);
	tsvw_us(out, s->sum);
	tsvw_us(out, s->mean);
	tsvw_us(out, s->median);
	tsvw_us(out, s->min);
	tsvw_us(out, s->max);
	tsvw_real(out, s->stddev / 1000, 3);
	tsvw_real(out, row_percent(s->sum, cycle), 3);
}

/* A row of n kernels; `dur` has room for their durations. */
static void
print_sample(struct tsvw *out, const struct row_cycle *c,
    const struct sampled *kernel, size_t n, int64_t *dur)
{
	const struct found *v = c->found;
	const struct events *e = v->sequence->events;
	struct stats stats;

	for (size_t i = 0; i < n; i++)
		dur[i] = e->event[kernel[i].event].dur;
	stats = row_stats(dur, n);
	row_cycle(out, c);
	tsvw_int(out, (int64_t)kernel->position + 1);
	tsvw_field(out, event_text(e, e->event[kernel->event].name));
	print_stats(out, &stats, v->sum);
	tsvw_int(out, (int64_t)v->cycle->rows);
	row_number(out, v->step_kind);
	for (int k = 0; k < e->details; k++)
		print_majority(out, e, kernel, n, k);
	row_phase(out, v, &c->phase);
	xtsvw_end(out);
}

void
print_positions(struct tsvw *out, const struct report *r, size_t cycle)
{
	const struct found *v = &r->chosen.found[cycle];
	struct row_cycle c = row_find_cycle(r, v);
	size_t n = 0, same = 1, cap = 0;
	struct sampled *kernel;
	int64_t *dur = NULL;

	for (size_t i = 0; i < v->cycle->repeats; i++)
		n += repeat_length(v->cycle->repeat[i]);
	kernel = sort_kernels(v, n);
	for (size_t i = 0; i < n; i += same) {
		for (same = 1; i + same < n &&
		     kernel[i + same].position == kernel[i].position &&
		     kernel[i + same].other == kernel[i].other;)
			same++;
		ARRAY_RESERVE(dur, &cap, same);
		print_sample(out, &c, kernel + i, same, dur);
	}
	free(kernel);
	free(dur);
}
