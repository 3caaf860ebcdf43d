#include "common/cli/x.h"
#include "tools/trace-cycles/print.h"
#include "tools/trace-cycles/row.h"

/* How much of the longer one of root and repeat is in both, in percent. */
static double
match(const struct view *v, const struct visit *o, struct positions *p)
{
	uint32_t kernels = o->at.end - o->at.start, most = o->to - o->from;

	most = kernels > most ? kernels : most;
	row_find_positions(p, v, o);
	return row_percent(most - p->differences, most);
}

static void
print_repeat(struct tsvw *out, const struct view *v, const struct visit *o,
    const struct row_phase *phase, struct positions *p)
{
	struct extent e = view_extent(v->report, v->sequence, o->at);

	row_identity(out, v);
	row_which(out, o->which);
	tsvw_us(out, e.start);
	row_time(
	    out, o->which.partial ? -1 : view_period(v, o->which.number - 1));
	row_extent(out, e.wall, e.busy);
	tsvw_us(out, e.sum);
	tsvw_int(out, o->at.end - o->at.start);
	tsvw_real(out, match(v, o, p), 3);
	row_phase(out, v->report, phase);
	xtsvw_end(out);
}

bool
print_repeats(struct tsvw *out, const struct report *r)
{
	struct positions positions = {0};

	for (size_t i = 0; i < r->chosen.n; i++) {
		struct view v = view_cycle(r, i);
		struct row_phase phase = row_find_phase(&v);
		struct repeat_iterator w = view_repeats(&v);
		struct visit o;

		while (repeats_next(&w, &o))
			print_repeat(out, &v, &o, &phase, &positions);
	}
	positions_free(&positions);
	return r->chosen.n > 0;
}
