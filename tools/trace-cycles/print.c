#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "common/die.h"
#include "common/stats.h"
#include "common/x.h"
#include "tools/trace-cycles/print.h"
#include "tools/trace-cycles/samples.h"

static void
print_id(struct tsvw *out, const struct events *e, uint64_t id)
{
	char digits[FIXED_MAX];

	tsvw_field(out, event_id(e, id, digits));
}

void
print_header(struct tsvw *out, bool list, bool phases)
{
	static const char *const cycle[] = {"rank", "device", "stream", "cycle",
	    "level", "parent", "reps", "length", "coverage_pct", "start_ts_us",
	    "mean_period_us", NULL};
	static const char *const position[] = {"position", "name", "count",
	    "sum_us", "mean_us", "median_us", "min_us", "max_us", "stddev_us",
	    "pct_of_cycle", NULL};
	static const char *const whole[] = {"sum_us", "structure", NULL};
	static const char *const phase[] = {"phase", "phase_reason", NULL};
	const char *const *group[] = {
	    cycle, list ? whole : position, phases ? phase : NULL};

	for (size_t g = 0; g < sizeof group / sizeof *group; g++)
		for (const char *const *p = group[g]; p && *p; p++)
			tsvw_text(out, span_of(*p));
	xtsvw_end(out);
	xtsvw_flush(out);
}

/* One cycle of the report with all that is asked about it. */
struct view {
	const struct report *report;
	const struct found *found;
	const struct lane *lane;
	const struct cycle *cycle;
	const struct repeat *repeat;
	int64_t gpu;    /* ns of all kernels of its GPU */
	int64_t period; /* ns from start to start, -1 for none */
};

static const struct event *
kernel_at(const struct view *v, uint32_t place)
{
	return &v->report->events->event[v->lane->kernel[place]];
}

static bool
same_gpu(const struct events *e, uint32_t a, uint32_t b)
{
	return e->track[a].rank == e->track[b].rank &&
	    e->track[a].device == e->track[b].device;
}

/* Adds the kernel time of all lanes of the cycle's GPU. */
static int64_t
sum_gpu(const struct view *v)
{
	const struct lanes *l = v->report->lanes;
	const struct events *e = v->report->events;
	int64_t sum = 0;

	for (size_t i = 0; i < l->n; i++)
		if (same_gpu(e, l->lane[i].track, v->lane->track) &&
		    fixed_add(&sum, l->lane[i].sum))
			die("the durations add up to more than 292 years");
	return sum;
}

/* The mean from start to start, over repeats that follow without a gap. */
static int64_t
mean_period(const struct view *v)
{
	int64_t sum = 0, n = 0;

	for (size_t r = 1; r < v->cycle->repeats; r++)
		if (v->repeat[r].start == v->repeat[r - 1].end) {
			sum += kernel_at(v, v->repeat[r].start)->ts -
			    kernel_at(v, v->repeat[r - 1].start)->ts;
			n++;
		}
	return n ? fixed_divide(sum, n) : -1;
}

static struct view
view_cycle(const struct report *r, size_t i)
{
	struct view v = {.report = r, .found = &r->found[i]};

	v.lane = &r->lanes->lane[v.found->lane];
	v.cycle = &v.lane->cycles.cycle[v.found->cycle];
	v.repeat = v.lane->cycles.repeat + v.cycle->first_repeat;
	v.gpu = sum_gpu(&v);
	v.period = mean_period(&v);
	return v;
}

static double
percent(int64_t part, int64_t whole)
{
	return whole ? 100 * (double)part / (double)whole : (double)NAN;
}

/* The columns that belong to the cycle, the same in both tables. */
static void
print_cycle(struct tsvw *out, const struct view *v)
{
	const struct events *e = v->report->events;
	const struct event_track *t = &e->track[v->lane->track];

	print_id(out, e, t->rank);
	print_id(out, e, t->device);
	print_id(out, e, t->stream);
	tsvw_int(out, v->found - v->report->found + 1);
	tsvw_int(out, v->cycle->level);
	if (v->found->parent == CYCLE_NONE)
		tsvw_empty(out);
	else
		tsvw_int(out, (int64_t)v->found->parent + 1);
	tsvw_int(out, (int64_t)v->cycle->repeats);
	tsvw_int(out, v->cycle->length);
	tsvw_real(out, percent(v->found->sum, v->gpu), 3);
	tsvw_us(out, kernel_at(v, v->repeat[0].start)->ts);
	if (v->period >= 0)
		tsvw_us(out, v->period);
	else
		tsvw_empty(out);
}

/* The label that all kernels share, else mixed. */
static void
print_phase(struct tsvw *out, const struct view *v)
{
	const struct events *e = v->report->events;
	uint32_t phase = kernel_at(v, v->cycle->root)->phase;
	bool shared = true;

	if (!v->report->phases)
		return;
	for (uint32_t i = 1; i < v->cycle->length; i++)
		shared =
		    shared && kernel_at(v, v->cycle->root + i)->phase == phase;
	if (!shared) {
		tsvw_text(out, span_of("mixed"));
		tsvw_text(out, span_of("its kernels differ"));
	} else {
		struct span label = event_text(e, phase);

		tsvw_field(out, label);
		tsvw_text(out, span_of(label.n ? "all its kernels" : ""));
	}
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
	tsvw_real(out, percent(s->sum, cycle), 3);
}

static void
print_sample(
    struct tsvw *out, const struct view *v, const struct sample *sample)
{
	struct stats stats;

	if (stats_of(sample->dur, sample->n, &stats))
		die("durations too large for statistics at position %lu of "
		    "cycle %ld",
		    sample->position + 1ul,
		    (long)(v->found - v->report->found + 1));
	print_cycle(out, v);
	tsvw_int(out, (int64_t)sample->position + 1);
	tsvw_field(out, event_text(v->report->events, sample->name));
	print_stats(out, &stats, v->found->sum);
	print_phase(out, v);
	xtsvw_end(out);
}

void
print_positions(struct tsvw *out, const struct report *r)
{
	for (size_t i = 0; i < r->n; i++) {
		struct view v = view_cycle(r, i);
		struct samples samples;

		if (samples_gather(&samples, r->events, v.lane, v.cycle))
			die_memory();
		for (size_t k = 0; k < samples.n; k++)
			print_sample(out, &v, &samples.sample[k]);
		samples_free(&samples);
	}
}

/* The number under which a cycle is printed, 0 for one that is not. */
static size_t
number_of(const struct report *r, uint32_t lane, uint32_t cycle)
{
	for (size_t i = 0; i < r->n; i++)
		if (r->found[i].lane == lane && r->found[i].cycle == cycle)
			return i + 1;
	return 0;
}

/* A step in words: "8 + 24 x cycle 2 + 14 + 12 x cycle 3 + 40". */
static void
print_structure(struct tsvw *out, const struct view *v)
{
	const struct cycles *c = &v->lane->cycles;
	uint32_t at = v->cycle->root, end = at + v->cycle->length;
	struct buf words = {0};
	char word[100];

	for (size_t i = 0; i < v->cycle->parts; i++) {
		const struct part *p = &c->part[v->cycle->first_part + i];
		size_t number = number_of(v->report, v->found->lane, p->cycle);

		if (number == 0)
			continue;
		if (p->start > at)
			xbuf_add(&words, word,
			    (size_t)snprintf(word, sizeof word, "%s%u",
				words.n ? " + " : "", p->start - at));
		xbuf_add(&words, word,
		    (size_t)snprintf(word, sizeof word, "%s%u x cycle %zu",
			words.n || p->start > at ? " + " : "", p->reps,
			number));
		at = p->end;
	}
	if (at < end)
		xbuf_add(&words, word,
		    (size_t)snprintf(word, sizeof word, "%s%u",
			words.n ? " + " : "", end - at));
	tsvw_text(out, buf_span(&words));
	buf_free(&words);
}

void
print_list(struct tsvw *out, const struct report *r)
{
	for (size_t i = 0; i < r->n; i++) {
		struct view v = view_cycle(r, i);

		print_cycle(out, &v);
		tsvw_us(out, v.found->sum);
		print_structure(out, &v);
		print_phase(out, &v);
		xtsvw_end(out);
	}
}

/* Where an event is; all 0 for one that is in no cycle. */
struct mark {
	uint32_t cycle, rep, position;
};

static void
mark_repeat(struct mark *mark, const struct view *v, uint32_t rep,
    struct carrier *carrier, struct buf *positions)
{
	uint32_t cycle = (uint32_t)(v->found - v->report->found) + 1;
	struct repeat root = {
	    v->cycle->root, v->cycle->root + v->cycle->length};
	struct repeat r = v->repeat[rep];
	uint32_t *position;

	positions->n = 0;
	if (carry_begin(carrier, &v->lane->cycles.text, root, r) ||
	    buf_reserve(positions, (r.end - r.start) * sizeof *position))
		die_memory();
	position = (uint32_t *)(void *)positions->p;
	carry_positions(carrier, position);
	for (uint32_t i = 0; i < r.end - r.start; i++)
		mark[v->lane->kernel[r.start + i]] = (struct mark){
		    cycle, rep + 1, (position[i] & ~CARRY_STRAY) + 1};
}

/* The cycles come outer first, so what is marked last is innermost. */
static struct mark *
mark_events(const struct report *r)
{
	struct mark *mark = xcalloc(r->events->n, sizeof *mark);
	struct carrier carrier = {0};
	struct buf positions = {0};

	for (size_t i = 0; i < r->n; i++) {
		struct view v = view_cycle(r, i);

		for (uint32_t rep = 0; rep < v.cycle->repeats; rep++)
			mark_repeat(mark, &v, rep, &carrier, &positions);
	}
	carry_free(&carrier);
	buf_free(&positions);
	return mark;
}

void
print_events(struct tsvw *out, const struct report *r)
{
	struct mark *mark = mark_events(r);

	for (size_t i = 0; i < r->events->n; i++) {
		uint32_t event = r->events->order[i];
		const uint32_t field[] = {
		    mark[event].cycle, mark[event].rep, mark[event].position};

		tsvw_field(out, event_line(r->events, event));
		for (size_t k = 0; k < 3; k++)
			if (field[k])
				tsvw_int(out, field[k]);
			else
				tsvw_empty(out);
		xtsvw_end(out);
	}
	free(mark);
}
