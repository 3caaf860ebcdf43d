#include "common/cli/x.h"
#include "tools/trace-cycles/carry.h"
#include "tools/trace-cycles/print.h"
#include "tools/trace-cycles/row.h"

/* How much of the longer one of root and repeat is in both, in percent. */
static double
match(const struct view *v, const struct occurrence *o, struct carrier *c)
{
	uint32_t kernels = o->at.end - o->at.start, most = o->to - o->from;
	struct repeat part = {v->cycle->root + o->from, v->cycle->root + o->to};

	most = kernels > most ? kernels : most;
	if (carry_begin(c, &v->lane->cycles.text, part, o->at))
		die_memory();
	return row_percent(most - carry_differences(c), most);
}

static void
print_repeat(struct tsvw *out, const struct view *v, const struct occurrence *o,
    int64_t period, struct carrier *c)
{
	struct extent e = measure_stretch(v->report, v->lane, o->at);

	row_identity(out, v);
	row_which(out, o->which);
	tsvw_us(out, e.start);
	row_time(out, period);
	row_extent(out, &e);
	tsvw_us(out, e.sum);
	tsvw_int(out, o->at.end - o->at.start);
	tsvw_real(out, match(v, o, c), 3);
	row_phase(out, v);
	xtsvw_end(out);
}

void
print_repeats(struct tsvw *out, const struct report *r)
{
	struct carrier carrier = {0};

	for (size_t i = 0; i < r->chosen.n; i++) {
		struct view v = view_cycle(r, i);
		struct walk w = view_repeats(&v);
		struct occurrence o, next;

		while (walk_next(&w, &o)) {
			bool more = walk_peek(&w, &next);

			print_repeat(out, &v, &o,
			    more ? measure_period(&v, &o, &next) : -1,
			    &carrier);
		}
	}
	carry_free(&carrier);
}
