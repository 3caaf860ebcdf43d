#include "common/cli/x.h"
#include "tools/trace-cycles/positions.h"
#include "tools/trace-cycles/print.h"
#include "tools/trace-cycles/row.h"

/* How much of the longer one of root and repeat is in both, in percent. */
static double
match(const struct view *v, const struct visit *o, struct positions *p)
{
	uint32_t kernels = o->at.end - o->at.start, most = o->to - o->from;

	most = kernels > most ? kernels : most;
	if (positions_find(p, &v->sequence->cycles, v->found->cycle, *o))
		die_memory();
	return row_percent(most - p->differences, most);
}

static void
print_repeat(struct tsvw *out, const struct view *v, const struct visit *o,
    int64_t period, struct positions *p)
{
	struct extent e = measure_stretch(v->report, v->sequence, o->at);
	struct row_phase phase = row_find_phase(v);

	row_identity(out, v);
	row_which(out, o->which);
	tsvw_us(out, e.start);
	row_time(out, period);
	row_extent(out, &e);
	tsvw_us(out, e.sum);
	tsvw_int(out, o->at.end - o->at.start);
	tsvw_real(out, match(v, o, p), 3);
	row_phase(out, v->report, &phase);
	xtsvw_end(out);
}

void
print_repeats(struct tsvw *out, const struct report *r)
{
	struct positions positions = {0};

	for (size_t i = 0; i < r->chosen.n; i++) {
		struct view v = view_cycle(r, i);
		struct repeat_iterator w = view_repeats(&v);
		struct visit o, next;

		while (repeats_next(&w, &o)) {
			bool more = repeats_peek(&w, &next);

			print_repeat(out, &v, &o,
			    more ? measure_period(&v, &o, &next) : -1,
			    &positions);
		}
	}
	positions_free(&positions);
}
