#include <math.h>
#include <stdlib.h>

#include "common/bytes/memory.h"
#include "common/cli/die.h"
#include "common/cli/x.h"
#include "tools/trace-cycles/row_fields.h"

enum { MOST_DIGITS = FIXED_MAX + 1 };

static void
put_id(struct tsvw *out, const struct events *e, uint64_t id)
{
	char digits[FIXED_MAX];

	tsvw_field(out, event_id(e, id, digits));
}

void
row_track(struct tsvw *out, const struct found *v)
{
	const struct events *e = v->sequence->events;
	const struct event_track *t = &e->track[v->sequence->track];

	put_id(out, e, t->rank);
	put_id(out, e, t->device);
	if (v->sequence->merged)
		tsvw_empty(out);
	else
		put_id(out, e, t->stream);
}

void
row_number(struct tsvw *out, size_t n)
{
	if (n)
		tsvw_int(out, (int64_t)n);
	else
		tsvw_empty(out);
}

void
row_identity(struct tsvw *out, const struct found *v)
{
	row_track(out, v);
	row_number(out, v->number);
	tsvw_int(out, v->cycle->level);
	row_number(out, v->parent ? v->parent->number : 0);
}

/* ns of all kernels of a cycle's GPU; -1: too many. */
static int64_t
sum_gpu(const struct report *r, const struct found *v)
{
	const struct track_sequences *l = r->sequences;
	int64_t sum = 0;

	for (size_t i = 0; i < l->n; i++)
		if (event_same_gpu(
			r->events, l->sequence[i].track, v->sequence->track) &&
		    fixed_add(&sum, l->sequence[i].sum))
			return -1;
	return sum;
}

struct row_cycle
row_find_cycle(const struct report *r, const struct found *v)
{
	int64_t *period = xcalloc(v->cycle->repeats, sizeof *period);
	struct row_cycle c = {.found = v,
	    .period = row_stats(period, found_periods(v, period)),
	    .phase = row_find_phase(v),
	    .gpu = sum_gpu(r, v)};

	free(period);
	return c;
}

void
row_cycle(struct tsvw *out, const struct row_cycle *c)
{
	const struct found *v = c->found;

	row_identity(out, v);
	tsvw_int(out, (int64_t)v->cycle->repeats);
	tsvw_int(out, v->cycle->agreed);
	tsvw_real(out, row_percent(v->sum, c->gpu), 3);
	tsvw_us(out, found_kernel(v, v->cycle->repeat->start)->ts);
	row_stat(out, &c->period, c->period.mean);
}

static size_t
write_which(char digits[MOST_DIGITS], struct which which)
{
	size_t n = 0;

	if (which.partial)
		digits[n++] = 'p';
	return which.number ? n + fixed_print_int(digits + n, which.number) : 0;
}

void
row_which(struct tsvw *out, struct which which)
{
	char digits[MOST_DIGITS];
	size_t n = write_which(digits, which);

	tsvw_text(out, (struct span){digits, n});
}

static void
add_path(struct buf *path, const struct found *v, struct which which)
{
	char digits[MOST_DIGITS];

	if (v->parent) {
		uint32_t start = repeats_start(v->cycle, which);

		add_path(
		    path, v->parent, repeats_find(v->parent->cycle, start));
		buf_add(path, "/", 1);
	}
	buf_add_int(path, (int64_t)v->number);
	buf_add(path, ":", 1);
	buf_add(path, digits, write_which(digits, which));
}

void
row_find_path(struct buf *path, const struct found *v, struct which which)
{
	path->n = 0;
	if (v)
		add_path(path, v, which);
}

void
row_extent(struct tsvw *out, int64_t wall, int64_t busy)
{
	tsvw_us(out, wall);
	tsvw_us(out, busy);
	tsvw_us(out, wall - busy);
}

void
row_time(struct tsvw *out, int64_t ns)
{
	if (ns >= 0)
		tsvw_us(out, ns);
	else
		tsvw_empty(out);
}

void
row_stat(struct tsvw *out, const struct stats *s, int64_t ns)
{
	row_time(out, s->count ? ns : -1);
}

/* The label of kernels that do not share one: mixed only if two are known. */
static const char *
label_of_several(const struct events *e, const uint32_t *kernel, uint32_t n)
{
	struct span known = {NULL, 0};

	for (uint32_t i = 0; i < n; i++) {
		struct span label = event_text(e, event_phase(e, kernel[i]));

		if (label.n == 0 || span_is(label, "unknown"))
			continue;
		if (known.n > 0 && !span_equal(label, known))
			return "mixed";
		known = label;
	}
	return "unknown";
}

struct row_phase
row_find_phase(const struct found *v)
{
	const struct events *e = v->sequence->events;
	const uint32_t *kernel = v->sequence->kernel + v->cycle->root;
	uint32_t n = v->cycle->length;
	struct span label;

	if (e->column.phase == TSV_MISSING)
		return (struct row_phase){.label.n = 0};
	for (uint32_t i = 1; i < n; i++)
		if (event_phase(e, kernel[i]) != event_phase(e, kernel[0]))
			return (struct row_phase){
			    span_of(label_of_several(e, kernel, n)),
			    span_of("its kernels differ")};
	label = event_text(e, event_phase(e, kernel[0]));
	return (struct row_phase){
	    label, span_of(label.n ? "all its kernels" : "")};
}

void
row_phase(
    struct tsvw *out, const struct found *v, const struct row_phase *phase)
{
	if (v->sequence->events->column.phase == TSV_MISSING)
		return;
	tsvw_field(out, phase->label);
	tsvw_text(out, phase->reason);
}

struct stats
row_stats(int64_t *time, size_t n)
{
	struct stats s;

	if (stats_of(time, n, &s))
		die("times too large for statistics");
	return s;
}

double
row_percent(int64_t part, int64_t whole)
{
	return whole ? 100 * (double)part / (double)whole : (double)NAN;
}
