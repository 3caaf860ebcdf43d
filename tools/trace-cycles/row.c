#include <inttypes.h>
#include <math.h>
#include <stdio.h>

#include "common/cli/x.h"
#include "tools/trace-cycles/row.h"

enum { MOST_DIGITS = 24 };

static void
put_id(struct tsvw *out, const struct events *e, uint64_t id)
{
	char digits[FIXED_MAX];

	tsvw_field(out, event_id(e, id, digits));
}

void
row_track(
    struct tsvw *out, const struct report *r, const struct track_sequence *l)
{
	const struct event_track *t = &r->events->track[l->track];

	put_id(out, r->events, t->rank);
	put_id(out, r->events, t->device);
	if (l->merged)
		tsvw_empty(out);
	else
		put_id(out, r->events, t->stream);
}

void
row_identity(struct tsvw *out, const struct view *v)
{
	row_track(out, v->report, v->sequence);
	tsvw_int(out, (int64_t)v->number);
	tsvw_int(out, v->cycle->level);
	if (v->found->parent == CYCLE_NONE)
		tsvw_empty(out);
	else
		tsvw_int(out, (int64_t)v->found->parent + 1);
}

static size_t
write_which(char digits[MOST_DIGITS], struct which which)
{
	if (!which.rep && !which.partial)
		return 0;
	return (size_t)snprintf(digits, MOST_DIGITS, "%s%" PRIu32,
	    which.rep ? "" : "p", which.rep ? which.rep : which.partial);
}

void
row_which(struct tsvw *out, struct which which)
{
	char digits[MOST_DIGITS];
	size_t n = write_which(digits, which);

	tsvw_text(out, (struct span){digits, n});
}

static void
add_path(
    struct buf *path, const struct report *r, size_t cycle, struct which which)
{
	struct view v = view_cycle(r, cycle - 1);
	struct repeat_iterator own = view_all(&v);
	char digits[MOST_DIGITS];

	if (v.found->parent != CYCLE_NONE) {
		struct view parent = view_cycle(r, v.found->parent);
		struct repeat_iterator w = view_all(&parent);

		add_path(path, r, parent.number,
		    repeats_find(&w, repeats_start(&own, which)));
		xbuf_add(path, "/", 1);
	}
	xbuf_add(path, digits,
	    (size_t)snprintf(digits, sizeof digits, "%zu:", cycle));
	xbuf_add(path, digits, write_which(digits, which));
}

void
row_path(struct tsvw *out, const struct report *r, size_t cycle,
    struct which which, struct buf *path)
{
	path->n = 0;
	if (cycle)
		add_path(path, r, cycle, which);
	tsvw_text(out, buf_span(path));
}

void
row_extent(struct tsvw *out, const struct extent *e)
{
	tsvw_us(out, e->wall);
	tsvw_us(out, e->busy);
	tsvw_us(out, e->wall - e->busy);
}

void
row_time(struct tsvw *out, int64_t ns)
{
	if (ns >= 0)
		tsvw_us(out, ns);
	else
		tsvw_empty(out);
}

struct row_phase
row_find_phase(const struct view *v)
{
	const struct report *r = v->report;
	uint32_t phase = view_kernel(r, v->sequence, v->cycle->root)->phase;
	struct span label = event_text(r->events, phase);

	for (uint32_t i = 1; i < v->cycle->length; i++)
		if (view_kernel(r, v->sequence, v->cycle->root + i)->phase !=
		    phase)
			return (struct row_phase){
			    span_of("mixed"), span_of("its kernels differ")};
	return (struct row_phase){
	    label, span_of(label.n ? "all its kernels" : "")};
}

void
row_phase(
    struct tsvw *out, const struct report *r, const struct row_phase *phase)
{
	if (!r->phases)
		return;
	tsvw_field(out, phase->label);
	tsvw_text(out, phase->reason);
}

double
row_percent(int64_t part, int64_t whole)
{
	return whole ? 100 * (double)part / (double)whole : (double)NAN;
}
