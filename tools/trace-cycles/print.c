#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "common/die.h"
#include "common/interval.h"
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

static const char *const of_track[] = {"rank", "device", "stream", NULL};
static const char *const of_cycle[] = {"cycle", "level", "parent", "reps",
    "length", "coverage_pct", "start_ts_us", "mean_period_us", NULL};
static const char *const of_position[] = {"position", "name", "count", "sum_us",
    "mean_us", "median_us", "min_us", "max_us", "stddev_us", "pct_of_cycle",
    NULL};
static const char *const of_list[] = {"sum_us", "structure", NULL};
static const char *const of_repeat[] = {"cycle", "level", "parent", "rep",
    "start_ts_us", "period_us", "wall_us", "busy_us", "idle_us", "sum_us",
    "kernels", "match_pct", NULL};
static const char *const of_phase[] = {"phase", "phase_reason", NULL};

void
print_header(struct tsvw *out, enum print_table table, bool phases)
{
	const char *const *group[] = {of_track,
	    table == PRINT_REPEATS ? of_repeat : of_cycle,
	    table == PRINT_LIST            ? of_list
		: table == PRINT_POSITIONS ? of_position
					   : NULL,
	    phases ? of_phase : NULL};

	for (size_t g = 0; g < sizeof group / sizeof *group; g++)
		for (const char *const *p = group[g]; p && *p; p++)
			tsvw_text(out, span_of(*p));
	xtsvw_end(out);
	xtsvw_flush(out);
}

static double
percent(int64_t part, int64_t whole)
{
	return whole ? 100 * (double)part / (double)whole : (double)NAN;
}

static void
print_time(struct tsvw *out, int64_t ns)
{
	if (ns >= 0)
		tsvw_us(out, ns);
	else
		tsvw_empty(out);
}

/* What a cycle is, the same in all tables. */
static void
print_identity(struct tsvw *out, const struct view *v)
{
	const struct events *e = v->report->events;
	const struct event_track *t = &e->track[v->lane->track];

	print_id(out, e, t->rank);
	print_id(out, e, t->device);
	if (v->lane->merged)
		tsvw_empty(out);
	else
		print_id(out, e, t->stream);
	tsvw_int(out, (int64_t)v->number);
	tsvw_int(out, v->cycle->level);
	if (v->found->parent == CYCLE_NONE)
		tsvw_empty(out);
	else
		tsvw_int(out, (int64_t)v->found->parent + 1);
}

/* The columns that belong to the cycle. */
static void
print_cycle(struct tsvw *out, const struct view *v)
{
	print_identity(out, v);
	tsvw_int(out, (int64_t)v->cycle->repeats);
	tsvw_int(out, v->cycle->length);
	tsvw_real(out, percent(v->found->sum, v->gpu), 3);
	tsvw_us(out, view_kernel(v, v->repeat[0].start)->ts);
	print_time(out, v->period);
}

/* The label that all kernels share, else mixed. */
static void
print_phase(struct tsvw *out, const struct view *v)
{
	const struct events *e = v->report->events;
	uint32_t phase = view_kernel(v, v->cycle->root)->phase;
	bool shared = true;

	if (!v->report->phases)
		return;
	for (uint32_t i = 1; i < v->cycle->length; i++)
		shared = shared &&
		    view_kernel(v, v->cycle->root + i)->phase == phase;
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
		    sample->position + 1ul, (long)v->number);
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
		size_t number =
		    view_number(v->report, v->found->lane, p->cycle);

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

/* The stretch of time from a repeat's first kernel to the end of its last. */
static struct interval
time_of(const struct view *v, struct repeat r, struct intervals *busy)
{
	struct interval whole = {view_kernel(v, r.start)->ts, INT64_MIN};

	busy->n = 0;
	for (uint32_t i = r.start; i < r.end; i++) {
		const struct event *k = view_kernel(v, i);
		struct interval kernel = {k->ts, k->ts + k->dur};

		if (k->dur >= 0 && intervals_add(busy, kernel))
			die_memory();
		whole.end = kernel.end > whole.end ? kernel.end : whole.end;
	}
	if (intervals_close(busy))
		die_memory();
	return whole;
}

static int64_t
sum_of(const struct view *v, struct repeat r)
{
	int64_t sum = 0;

	for (uint32_t i = r.start; i < r.end; i++)
		sum += view_kernel(v, i)->dur;
	return sum;
}

/* How many kernels of the root, or of the repeat, are not in both. */
static uint32_t
count_differences(const struct view *v, struct repeat r, struct carrier *c)
{
	struct repeat root = {
	    v->cycle->root, v->cycle->root + v->cycle->length};

	if (carry_begin(c, &v->lane->cycles.text, root, r))
		die_memory();
	return carry_differences(c);
}

/* What print_repeat needs again and again. */
struct scratch {
	struct intervals busy;
	struct carrier carrier;
};

static void
print_repeat(
    struct tsvw *out, const struct view *v, size_t rep, struct scratch *s)
{
	struct repeat r = v->repeat[rep];
	struct interval whole = time_of(v, r, &s->busy);
	int64_t busy = intervals_length(&s->busy);
	uint32_t kernels = r.end - r.start, most;

	most = kernels > v->cycle->length ? kernels : v->cycle->length;
	print_identity(out, v);
	tsvw_int(out, (int64_t)rep + 1);
	tsvw_us(out, whole.start);
	print_time(out, view_period(v, rep));
	tsvw_us(out, whole.end - whole.start);
	tsvw_us(out, busy);
	tsvw_us(out, whole.end - whole.start - busy);
	tsvw_us(out, sum_of(v, r));
	tsvw_int(out, kernels);
	tsvw_real(
	    out, percent(most - count_differences(v, r, &s->carrier), most), 3);
	print_phase(out, v);
	xtsvw_end(out);
}

void
print_repeats(struct tsvw *out, const struct report *r)
{
	struct scratch scratch = {0};

	for (size_t i = 0; i < r->n; i++) {
		struct view v = view_cycle(r, i);

		for (size_t rep = 0; rep < v.cycle->repeats; rep++)
			print_repeat(out, &v, rep, &scratch);
	}
	intervals_free(&scratch.busy);
	carry_free(&scratch.carrier);
}
