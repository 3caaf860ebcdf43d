/* The tables of positions and of cycles. */
#include "common/cli/die.h"
#include "common/cli/x.h"
#include "tools/trace-cycles/print.h"
#include "tools/trace-cycles/row.h"
#include "tools/trace-cycles/samples.h"
#include "tools/trace-cycles/structure.h"

/* A cycle and its times. */
struct measured {
	struct view view;
	struct pace pace;
	struct row_phase phase;
	int64_t gpu; /* ns of all kernels of its GPU; -1: too many */
};

static struct measured
measure(const struct report *r, size_t i)
{
	struct measured m = {.view = view_cycle(r, i)};
	int rc = view_pace(&m.view, &m.pace);

	if (rc == -2)
		die("times too large for statistics of cycle %zu", i + 1);
	if (rc)
		die_memory();
	m.gpu = view_gpu_sum(&m.view);
	m.phase = row_find_phase(&m.view);
	return m;
}

/* A period, if there is one. */
static void
print_period(struct tsvw *out, const struct pace *p, int64_t ns)
{
	row_time(out, p->period.count ? ns : -1);
}

/* The columns that belong to the cycle. */
static void
print_cycle(struct tsvw *out, const struct measured *m)
{
	const struct view *v = &m->view;

	row_identity(out, v);
	tsvw_int(out, (int64_t)v->cycle->repeats);
	tsvw_int(out, v->cycle->agreed);
	tsvw_real(out, row_percent(v->found->sum, m->gpu), 3);
	tsvw_us(out, view_kernel(v->report, v->sequence, v->found->start)->ts);
	print_period(out, &m->pace, m->pace.period.mean);
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

static void
print_sample(
    struct tsvw *out, const struct measured *m, const struct sample *sample)
{
	const struct view *v = &m->view;
	const struct events *e = v->report->events;
	struct stats stats;

	if (stats_of(sample->dur, sample->n, &stats))
		die("durations too large for statistics at position %lu of "
		    "cycle %zu",
		    sample->position + 1ul, v->number);
	print_cycle(out, m);
	tsvw_int(out, (int64_t)sample->position + 1);
	tsvw_field(out, event_text(e, sample->name));
	print_stats(out, &stats, v->found->sum);
	tsvw_int(out, (int64_t)v->cycle->rows);
	for (int k = 0; k < e->details; k++)
		if (sample->detail[k] == EVENT_NO_TEXT)
			tsvw_empty(out);
		else
			tsvw_field(out, event_text(e, sample->detail[k]));
	row_phase(out, v->report, &m->phase);
	xtsvw_end(out);
}

bool
print_positions(struct tsvw *out, const struct report *r)
{
	for (size_t i = 0; i < r->chosen.n; i++) {
		struct measured m = measure(r, i);
		struct samples samples;
		struct sample sample;

		if (samples_gather(&samples, &m.view))
			die_memory();
		while (samples_next(&samples, &sample))
			print_sample(out, &m, &sample);
		samples_free(&samples);
	}
	return r->chosen.n > 0;
}

/* How many repeats are cut off themselves, not only what holds them. */
static int64_t
count_partial(const struct view *v)
{
	struct repeat_iterator w = view_all(v);
	struct visit o;
	int64_t n = 0;

	while (repeats_next(&w, &o))
		n += o.which.partial &&
		    (v->cycle->parent == 0 || o.to - o.from < v->cycle->length);
	return n;
}

bool
print_list(struct tsvw *out, const struct report *r)
{
	for (size_t i = 0; i < r->chosen.n; i++) {
		struct measured m = measure(r, i);
		const struct pace *p = &m.pace;

		print_cycle(out, &m);
		tsvw_us(out, m.view.found->sum);
		structure_print(out, &m.view);
		print_period(out, p, p->period.median);
		print_period(out, p, p->period.min);
		print_period(out, p, p->period.max);
		tsvw_us(out, p->busy);
		tsvw_us(out, p->wall - p->busy);
		tsvw_int(out, count_partial(&m.view));
		tsvw_int(out, (int64_t)m.view.cycle->rows);
		row_phase(out, r, &m.phase);
		xtsvw_end(out);
	}
	return r->chosen.n > 0;
}
